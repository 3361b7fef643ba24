/* tests/prop/rng.h -- small reproducible random numbers. */
#ifndef WR_TESTS_PROP_RNG_H
#define WR_TESTS_PROP_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct rng {
  uint64_t state;
};

static inline uint64_t rng_next (struct rng *r) {
  uint64_t z = r->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* 0 .. n-1 */
static inline uint32_t rng_below (struct rng *r, uint32_t n) {
  return (uint32_t)(rng_next (r) % n);
}
static inline bool rng_chance (struct rng *r, uint32_t percent) {
  return rng_below (r, 100) < percent;
}

#endif
