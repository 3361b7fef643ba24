/* tests/viper/model/value.c -- values of Viper programs. */
#include "value.h"

#include <stdlib.h>
#include <string.h>

static int sign (int64_t a, int64_t b) { return (a > b) - (a < b); }

int value_compare (const value *a, const value *b) {
  if (a->kind != b->kind) return sign (a->kind, b->kind);
  if (a->kind == V_PERM) return perm_less (*a, *b) ? -1 : perm_less (*b, *a);
  if (a->num != b->num) return sign (a->num, b->num);
  if (a->len != b->len) return sign (a->len, b->len);
  for (uint32_t i = 0; i < a->len; i++) {
    int order = value_compare (&a->items[i], &b->items[i]);
    if (order) return order;
  }
  return 0;
}

bool perm_make (value *out, int64_t num, int64_t den) {
  if (num > INT32_MAX || num < -INT32_MAX || den > INT32_MAX || den < -INT32_MAX) return false;
  int64_t a = num < 0 ? -num : num, b = den < 0 ? -den : den;
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  if (!a) a = 1;
  *out = value_perm (den < 0 ? -num / a : num / a, (den < 0 ? -den : den) / a);
  return true;
}

/* Parts of fractions are below 2^31, so products and their sums fit; the result may have to be shortened before it is judged. */
static bool shortened (value *out, int64_t num, int64_t den) {
  int64_t a = num < 0 ? -num : num, b = den;
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return perm_make (out, a ? num / a : num, a ? den / a : den);
}

bool perm_add (value *out, value a, value b) {
  return shortened (out, a.num * b.den + b.num * a.den, a.den * b.den);
}
bool perm_sub (value *out, value a, value b) {
  b.num = -b.num;
  return perm_add (out, a, b);
}
bool perm_mul (value *out, value a, value b) {
  return shortened (out, a.num * b.num, a.den * b.den);
}
bool perm_div (value *out, value a, value b) {
  value turned = b.num < 0 ? value_perm (-b.den, -b.num) : value_perm (b.den, b.num);
  return perm_mul (out, a, turned);
}
bool perm_less (value a, value b) { return a.num * b.den < b.num * a.den; }

bool int_mod (int64_t *out, int64_t a, int64_t b) {
  if (b == -1) return *out = 0, true;
  int64_t rest = a % b;
  *out = rest >= 0 ? rest : rest + (b < 0 ? -b : b);
  return true;
}
bool int_div (int64_t *out, int64_t a, int64_t b) {
  int64_t rest;
  if (b == -1) return !__builtin_sub_overflow (0, a, out);
  int_mod (&rest, a, b);
  if (__builtin_sub_overflow (a, rest, out)) return false;
  *out /= b;
  return true;
}

static int by_order (const void *a, const void *b) { return value_compare (a, b); }

value value_list (wr_arena *arena, enum value_kind kind, const value *items, uint32_t len) {
  value *copy = wr_arena_take (arena, len + 1, sizeof *copy, _Alignof(value));
  if (len) memcpy (copy, items, len * sizeof *copy);
  if (kind == V_SET || kind == V_MULTISET) qsort (copy, len, sizeof *copy, by_order);
  if (kind == V_MAP) qsort (copy, len / 2, 2 * sizeof *copy, by_order);
  if (kind == V_SET) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < len; i++)
      if (!kept || !value_equal (&copy[kept - 1], &copy[i])) copy[kept++] = copy[i];
    len = kept;
  }
  return (value){.kind = kind, .den = 1, .len = len, .items = copy};
}

uint32_t value_count (const value *list, const value *item) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < list->len; i++) count += value_equal (&list->items[i], item);
  return count;
}

const value *value_find (const value *map, const value *key) {
  for (uint32_t i = 0; i < map->len; i += 2)
    if (value_equal (&map->items[i], key)) return &map->items[i + 1];
  return NULL;
}
