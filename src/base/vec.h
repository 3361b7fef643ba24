/* base/vec.h -- typed growable arrays.  A WR_VEC is a plain struct {data, len, cap}, zero is empty.
   Lengths are 32 bits; growing beyond aborts. */
#ifndef WR_BASE_VEC_H
#define WR_BASE_VEC_H

#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>

#define WR_VEC(type)                                                                               \
  struct {                                                                                         \
    type *data;                                                                                    \
    uint32_t len, cap;                                                                             \
  }

void *wr_vec_grow (void *data, uint32_t *cap, size_t size); /* returns the new block */
void *wr_vec_copy (const void *data, uint32_t len, uint32_t *cap, size_t size);

#define WR_VEC_PUSH(v, item)                                                                       \
  ((void)((v)->len == (v)->cap &&                                                                  \
          ((v)->data = wr_vec_grow ((v)->data, &(v)->cap, sizeof *(v)->data))),                    \
   (void)((v)->data[(v)->len++] = (item)))
#define WR_VEC_POP(v) ((v)->data[--(v)->len])
#define WR_VEC_LAST(v) ((v)->data[(v)->len - 1])
/* A pointer to item number `i`; NULL if the vector has no memory yet, since C does not define NULL + 0. */
#define WR_VEC_FROM(v, i) ((v)->data ? (v)->data + (i) : NULL)
#define WR_VEC_CLEAR(v) ((void)((v)->len = 0))
#define WR_VEC_FREE(v) (free ((v)->data), (void)((v)->data = NULL, (v)->len = (v)->cap = 0))
/* The vector becomes a copy of what it was: after `copy = *v` the two share no memory. */
#define WR_VEC_OWN(v)                                                                              \
  ((void)((v)->data = wr_vec_copy ((v)->data, (v)->len, &(v)->cap, sizeof *(v)->data)))
/* Copies the items into the arena and returns them; the vector itself stays. */
#define WR_VEC_KEEP(arena, v) wr_arena_copy (arena, (v)->data, (v)->len, sizeof *(v)->data)

typedef WR_VEC (uint32_t) wr_u32s;

#endif
