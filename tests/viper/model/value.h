/* tests/viper/model/value.h -- values of Viper programs: numbers of 64 bits, references to a few objects, exact fractions, and finite
   collections.  Arithmetic that leaves 64 bits says so, and the run is given up. */
#ifndef WR_TESTS_VIPER_MODEL_VALUE_H
#define WR_TESTS_VIPER_MODEL_VALUE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum value_kind { V_INT, V_BOOL, V_REF, V_PERM, V_SEQ, V_SET, V_MULTISET, V_MAP, V_ADT };

typedef struct value value;
struct value {
  enum value_kind kind;
  int64_t num, den; /* PERM: num / den, in lowest terms, den > 0; ADT: num is the constructor */
  uint32_t
      len; /* collections; SET and MULTISET are in order; MAP: keys and values in turn, keys in order */
  const value *items;
};

static inline value value_int (int64_t n) { return (value){.kind = V_INT, .num = n, .den = 1}; }
static inline value value_bool (bool b) { return (value){.kind = V_BOOL, .num = b, .den = 1}; }
static inline value value_ref (int64_t n) { return (value){.kind = V_REF, .num = n, .den = 1}; }
static inline value value_perm (int64_t n, int64_t d) {
  return (value){.kind = V_PERM, .num = n, .den = d};
}

int value_compare (const value *a, const value *b); /* a total order */
static inline bool value_equal (const value *a, const value *b) {
  return value_compare (a, b) == 0;
}

/* Exact fractions.  False: the result does not fit. */
bool perm_make (value *out, int64_t num, int64_t den); /* den is not 0 */
bool perm_add (value *out, value a, value b);
bool perm_sub (value *out, value a, value b);
bool perm_mul (value *out, value a, value b);
bool perm_div (value *out, value a, value b); /* b is not 0 */
bool perm_less (value a, value b);            /* small fractions only: their products fit */

/* Integers: the remainder is never negative.  b is not 0. */
bool int_div (int64_t *out, int64_t a, int64_t b);
bool int_mod (int64_t *out, int64_t a, int64_t b);

/* Collections; the items are copied. */
value value_list (wr_arena *arena, enum value_kind kind, const value *items, uint32_t len);
uint32_t value_count (const value *list, const value *item); /* occurrences */
/* MAP: the value of the key, or NULL. */
const value *value_find (const value *map, const value *key);

#endif
