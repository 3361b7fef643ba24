/* Maps as values: a default and sorted exceptions, one object per extension. */
#include "exec/machine.h"

#include "core/build.h"

#include <string.h>

static int compare_keys (const wr_value *const *a, const wr_value *const *b, uint32_t arity) {
  for (uint32_t i = 0; i < arity; i++) {
    if (a[i]->id != b[i]->id) return a[i]->id < b[i]->id ? -1 : 1;
  }
  return 0;
}

/* As the representation of a map wants its entries: in strictly increasing order, and none of them is the default. */
static bool is_normal (const wr_value *const *entries, uint32_t count, uint32_t arity,
                       const wr_value *otherwise) {
  for (uint32_t i = 0; i < count; i++) {
    const wr_value *const *entry = entries + (size_t)i * (arity + 1);
    if (entry[arity] == otherwise) return false;
    if (i > 0 && compare_keys (entry - (arity + 1), entry, arity) >= 0) return false;
  }
  return true;
}

/* Position of the index in sorted entries, or of the first larger one. */
static uint32_t find_entry (const wr_value *const *entries, uint32_t count, uint32_t arity,
                            const wr_value *const *index, bool *found) {
  uint32_t lo = 0, hi = count;
  *found = false;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    int order = compare_keys (entries + (size_t)mid * (arity + 1), index, arity);
    if (order == 0) *found = true;
    if (order == 0) return mid;
    if (order < 0)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

uint64_t wr_x_map_domain_size (wr_machine *m, wr_sort map) {
  uint64_t product = 1;
  for (uint32_t i = 0; i < wr_sort_arity (m->core, map); i++) {
    uint64_t size = wr_sort_size (m, wr_sort_arg (m->core, map, i));
    if (__builtin_mul_overflow (product, size, &product)) return UINT64_MAX;
  }
  return product;
}

/* The i-th index of a map's finite domain, appended to `out`. */
void wr_x_map_domain_index (wr_machine *m, wr_sort map, uint64_t i, value_list *out) {
  for (uint32_t k = 0; k < wr_sort_arity (m->core, map); k++) {
    wr_sort sort = wr_sort_arg (m->core, map, k);
    uint64_t size = wr_sort_size (m, sort);
    WR_VEC_PUSH (out, wr_sort_value (m, sort, (uint32_t)(i % size)));
    i /= size;
  }
}

static int by_id (const void *a, const void *b) {
  uint32_t x = (*(const wr_value *const *)a)->id, y = (*(const wr_value *const *)b)->id;
  return (x > y) - (x < y);
}

/* The value that a map takes most often, the oldest of these. */
static const wr_value *most_frequent (const value_list *entries, uint32_t arity,
                                      const wr_value *otherwise, uint64_t default_count) {
  value_list values = {0};
  for (uint32_t i = arity; i < entries->len; i += arity + 1) {
    WR_VEC_PUSH (&values, entries->data[i]);
  }
  qsort (values.data, values.len, sizeof *values.data, by_id);
  WR_ASSERT (default_count > 0 || values.len > 0);
  const wr_value *best = default_count ? otherwise : values.data[0];
  uint64_t best_count = default_count;
  for (uint32_t i = 0; i < values.len;) {
    uint32_t end = i;
    while (end < values.len && values.data[end] == values.data[i]) end++;
    if (end - i > best_count || (end - i == best_count && values.data[i]->id < best->id)) {
      best = values.data[i];
      best_count = end - i;
    }
    i = end;
  }
  WR_VEC_FREE (&values);
  return best;
}

static void insert_entry (value_list *entries, uint32_t arity, uint32_t at,
                          const wr_value *const *index, const wr_value *value) {
  size_t width = (size_t)arity + 1, tail = entries->len - at * width;
  for (size_t i = 0; i < width; i++) WR_VEC_PUSH (entries, value);
  const wr_value **place = entries->data + at * width;
  memmove (place + width, place, tail * sizeof *place);
  for (uint32_t i = 0; i < arity; i++) place[i] = index[i];
  place[arity] = value;
}

/* The same map with another default; `entries` is replaced. */
static void change_default (wr_machine *m, wr_sort sort, uint64_t size, value_list *entries,
                            const wr_value *otherwise, const wr_value *wanted) {
  uint32_t arity = wr_sort_arity (m->core, sort), count = entries->len / (arity + 1);
  value_list out = {0}, index = {0};
  for (uint64_t i = 0; i < size; i++) {
    bool found;
    WR_VEC_CLEAR (&index);
    wr_x_map_domain_index (m, sort, i, &index);
    uint32_t at = find_entry (entries->data, count, arity, index.data, &found);
    const wr_value *v = found ? entries->data[(size_t)at * (arity + 1) + arity] : otherwise;
    if (v == wanted) continue;
    at = find_entry (out.data, out.len / (arity + 1), arity, index.data, &found);
    insert_entry (&out, arity, at, index.data, v);
  }
  WR_VEC_FREE (&index);
  WR_VEC_FREE (entries);
  entries->data = out.data;
  entries->len = out.len;
  entries->cap = out.cap;
}

static const wr_value *make_map (wr_machine *m, wr_sort sort, value_list *entries,
                                 const wr_value *otherwise) {
  uint32_t arity = wr_sort_arity (m->core, sort);
  uint64_t size = wr_x_map_domain_size (m, sort), count = entries->len / (arity + 1);
  bool by_closure = otherwise->kind == VALUE_CLOSURE && otherwise->sort.ix == sort.ix;
  if (!by_closure && size != UINT64_MAX && 2 * count >= size) {
    const wr_value *best = most_frequent (entries, arity, otherwise, size - count);
    if (best != otherwise) {
      change_default (m, sort, size, entries, otherwise, best);
      otherwise = best;
    }
  }
  wr_value v = {.kind = VALUE_MAP, .sort = sort};
  v.map.entries = entries->data;
  v.map.count = entries->len / (arity + 1);
  v.map.otherwise = otherwise;
  WR_ASSERT (entries->len % (arity + 1) == 0);
  WR_ASSERT (is_normal (v.map.entries, v.map.count, arity, otherwise));
  const wr_value *made = wr_x_value_intern (m, &v);
  WR_VEC_FREE (entries);
  return made;
}

const wr_value *wr_value_map (wr_machine *m, wr_sort sort, const wr_value *otherwise) {
  value_list none = {0};
  return make_map (m, sort, &none, otherwise);
}

const wr_value *wr_value_store (wr_machine *m, const wr_value *map, const wr_value *const *index,
                                uint32_t count, const wr_value *value) {
  bool is_map = map->kind == VALUE_MAP, found;
  WR_ASSERT (is_map || map->kind == VALUE_CLOSURE);
  WR_ASSERT (count == wr_sort_arity (m->core, map->sort));
  const wr_value *otherwise = is_map ? map->map.otherwise : map;
  value_list entries = {0};
  for (size_t i = 0; is_map && i < (size_t)map->map.count * (count + 1); i++) {
    WR_VEC_PUSH (&entries, map->map.entries[i]);
  }
  uint32_t at = find_entry (entries.data, entries.len / (count + 1), count, index, &found);
  if (found && value == otherwise) {
    size_t width = (size_t)count + 1, tail = entries.len - (at + 1) * width;
    memmove (entries.data + at * width, entries.data + (at + 1) * width,
             tail * sizeof *entries.data);
    entries.len -= (uint32_t)width;
  } else if (found) {
    entries.data[(size_t)at * (count + 1) + count] = value;
  } else if (value != otherwise) {
    insert_entry (&entries, count, at, index, value);
  }
  return make_map (m, map->sort, &entries, otherwise);
}

/* Whether an entry's index is this one: true, false or NULL. */
static const wr_value *same_index (wr_machine *m, const wr_value *const *entry,
                                   const wr_value *const *index, uint32_t count) {
  bool open = false;
  for (uint32_t i = 0; i < count; i++) {
    const wr_value *same = wr_x_value_same (m, entry[i], index[i]);
    if (same && !same->truth) return same;
    open = open || !same;
  }
  return open ? NULL : wr_value_bool (m, true);
}

const wr_value *wr_value_select (wr_machine *m, const wr_value *map, const wr_value *const *index,
                                 uint32_t count) {
  if (map->kind == VALUE_CLOSURE) return wr_x_apply_closure (m, map, index, count);
  WR_ASSERT (map->kind == VALUE_MAP && count == wr_sort_arity (m->core, map->sort));
  bool found;
  uint32_t at = find_entry (map->map.entries, map->map.count, count, index, &found);
  if (found) return map->map.entries[(size_t)at * (count + 1) + count];
  for (uint32_t i = 0; map->open && i < map->map.count; i++) {
    const wr_value *const *entry = map->map.entries + (size_t)i * (count + 1);
    const wr_value *same = same_index (m, entry, index, count);
    if (!same) return wr_x_undecided (m, "a map is indexed by a map given by a lambda");
    if (same->truth) return entry[count];
  }
  for (uint32_t i = 0; !map->open && i < count; i++) {
    if (index[i]->open) return wr_x_undecided (m, "a map is indexed by a map given by a lambda");
  }
  const wr_value *otherwise = map->map.otherwise;
  if (otherwise->kind == VALUE_CLOSURE && otherwise->sort.ix == map->sort.ix) {
    return wr_x_apply_closure (m, otherwise, index, count);
  }
  return otherwise;
}

/* -- equality with closures inside ------------------------------------------------------------- */

/* Compares b with a at the exceptions of a. */
static const wr_value *same_at_entries (wr_machine *m, const wr_value *a, const wr_value *b) {
  uint32_t arity = wr_sort_arity (m->core, a->sort);
  bool open = false;
  for (uint32_t i = 0; a->kind == VALUE_MAP && i < a->map.count; i++) {
    const wr_value *const *entry = a->map.entries + (size_t)i * (arity + 1);
    const wr_value *other = wr_value_select (m, b, entry, arity);
    const wr_value *same = other ? wr_x_value_same (m, entry[arity], other) : NULL;
    if (same && !same->truth) return same;
    open = open || !same;
  }
  return open ? NULL : wr_value_bool (m, true);
}

static const wr_value *same_maps (wr_machine *m, const wr_value *a, const wr_value *b) {
  const wr_value *one = same_at_entries (m, a, b);
  if (one && !one->truth) return one;
  const wr_value *two = same_at_entries (m, b, a);
  if (two && !two->truth) return two;
  const wr_value *rest_a = a->kind == VALUE_MAP ? a->map.otherwise : a;
  const wr_value *rest_b = b->kind == VALUE_MAP ? b->map.otherwise : b;
  if (rest_a->sort.ix == a->sort.ix || rest_b->sort.ix == b->sort.ix) {
    return rest_a == rest_b && one && two ? one
                                          : wr_x_undecided (m, "maps given by lambdas compared");
  }
  const wr_value *rest = wr_x_value_same (m, rest_a, rest_b);
  if (rest && !rest->truth && wr_x_map_domain_size (m, a->sort) == UINT64_MAX) return rest;
  if (rest && rest->truth && one && two) return rest;
  return wr_x_undecided (m, "maps given by lambdas compared");
}

static const wr_value *same_data (wr_machine *m, const wr_value *a, const wr_value *b) {
  if (a->data.constructor != b->data.constructor) return wr_value_bool (m, false);
  bool open = false;
  for (uint32_t i = 0; i < a->data.count; i++) {
    const wr_value *same = wr_x_value_same (m, a->data.fields[i], b->data.fields[i]);
    if (same && !same->truth) return same;
    open = open || !same;
  }
  return open ? NULL : wr_value_bool (m, true);
}

const wr_value *wr_x_value_same (wr_machine *m, const wr_value *a, const wr_value *b) {
  if (a == b) return wr_value_bool (m, true);
  if (!a->open && !b->open) return wr_value_bool (m, false);
  WR_ASSERT (a->sort.ix == b->sort.ix);
  if (m->nesting >= WR_EXEC_MAX_NESTING) return wr_x_undecided (m, "values nested too deeply");
  m->nesting++;
  const wr_value *same =
      a->kind == VALUE_DATA && b->kind == VALUE_DATA ? same_data (m, a, b) : same_maps (m, a, b);
  m->nesting--;
  return same;
}
