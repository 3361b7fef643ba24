/* Sorts and datatypes. */
#include "core/build.h"

#include "base/bigint.h"
#include "base/check.h"

struct sort_key {
  const wr_core *core;
  const struct wr_sort_info *info;
  const wr_sort *args;
};

static uint64_t hash_sort (const struct sort_key *key) {
  uint64_t hash = wr_hash_mix (key->info->kind, WR_KEY2 (key->info->a, key->info->b));
  hash = wr_hash_mix (hash, key->info->name.ix);
  for (uint32_t i = 0; i < key->info->count; i++) hash = wr_hash_mix (hash, key->args[i].ix);
  return hash;
}

static bool same_sort (const void *ctx, uint32_t item) {
  const struct sort_key *key = ctx;
  const struct wr_sort_info *a = key->info, *b = &key->core->sorts.data[item];
  if (a->kind != b->kind || a->a != b->a || a->b != b->b || a->name.ix != b->name.ix ||
      a->count != b->count) {
    return false;
  }
  for (uint32_t i = 0; i < a->count; i++) {
    if (key->core->pool.data[b->first + i] != key->args[i].ix) return false;
  }
  return true;
}

static wr_sort sort_of (wr_core *core, struct wr_sort_info info, const wr_sort *args) {
  struct sort_key key = {core, &info, args};
  uint64_t hash = hash_sort (&key);
  uint32_t found = wr_index_find (&core->sort_index, hash, same_sort, &key);
  if (found != UINT32_MAX) return (wr_sort){found};
  info.first = core->pool.len;
  for (uint32_t i = 0; i < info.count; i++) WR_VEC_PUSH (&core->pool, args[i].ix);
  WR_VEC_PUSH (&core->sorts, info);
  wr_index_add (&core->sort_index, hash, core->sorts.len - 1);
  return (wr_sort){core->sorts.len - 1};
}

wr_sort wr_sort_simple (wr_core *core, enum wr_sort_kind kind) {
  WR_ASSERT (kind == WR_SORT_BOOL || kind == WR_SORT_INT || kind == WR_SORT_REAL ||
             kind == WR_SORT_RMODE || kind == WR_SORT_STRING || kind == WR_SORT_REGEX);
  if (!core->simple[kind].ix) {
    core->simple[kind] = sort_of (core, (struct wr_sort_info){.kind = kind}, NULL);
  }
  return core->simple[kind];
}

wr_sort wr_sort_bv (wr_core *core, uint32_t width) {
  WR_ASSERT (width <= WR_MAX_BITVECTOR);
  return sort_of (core, (struct wr_sort_info){.kind = WR_SORT_BV, .a = width}, NULL);
}

wr_sort wr_sort_float (wr_core *core, uint32_t significand, uint32_t exponent) {
  struct wr_sort_info info = {.kind = WR_SORT_FLOAT, .a = significand, .b = exponent};
  return sort_of (core, info, NULL);
}

wr_sort wr_sort_named (wr_core *core, wr_symbol name) {
  WR_ASSERT (name.ix);
  return sort_of (core, (struct wr_sort_info){.kind = WR_SORT_NAMED, .name = name}, NULL);
}

wr_sort wr_sort_seq (wr_core *core, wr_sort element) {
  WR_ASSERT (element.ix);
  return sort_of (core, (struct wr_sort_info){.kind = WR_SORT_SEQ, .count = 1}, &element);
}

wr_sort wr_sort_map (wr_core *core, const wr_sort *domain, uint32_t count, wr_sort range) {
  WR_VEC (wr_sort) args = {0};
  for (uint32_t i = 0; i < count; i++) WR_VEC_PUSH (&args, domain[i]);
  WR_VEC_PUSH (&args, range);
  wr_sort sort =
      sort_of (core, (struct wr_sort_info){.kind = WR_SORT_MAP, .count = args.len}, args.data);
  WR_VEC_FREE (&args);
  return sort;
}

wr_sort wr_sort_arg (const wr_core *core, wr_sort sort, uint32_t i) {
  const struct wr_sort_info *info = wr_sort_info (core, sort);
  WR_ASSERT (i < info->count);
  return (wr_sort){core->pool.data[info->first + i]};
}

wr_sort wr_sort_range (const wr_core *core, wr_sort map) {
  WR_ASSERT (wr_sort_info (core, map)->kind == WR_SORT_MAP);
  return wr_sort_arg (core, map, wr_sort_info (core, map)->count - 1);
}

uint32_t wr_sort_arity (const wr_core *core, wr_sort map) {
  WR_ASSERT (wr_sort_info (core, map)->kind == WR_SORT_MAP);
  return wr_sort_info (core, map)->count - 1;
}

wr_sort wr_datatype_declare (wr_core *core, wr_symbol name) {
  struct wr_sort_info info = {.kind = WR_SORT_DATA, .a = core->datatypes.len, .name = name};
  wr_sort sort = sort_of (core, info, NULL);
  WR_VEC_PUSH (&core->datatypes, ((struct wr_datatype){.name = name, .sort = sort}));
  return sort;
}

uint32_t wr_constructor_add (wr_core *core, wr_sort datatype, wr_symbol name, wr_symbol shown,
                             const wr_symbol *field_names, const wr_symbol *field_shown,
                             const wr_sort *field_sorts, uint32_t count) {
  WR_ASSERT (wr_sort_info (core, datatype)->kind == WR_SORT_DATA);
  struct wr_datatype *data = &core->datatypes.data[wr_sort_info (core, datatype)->a];
  uint32_t self = core->constructors.len;
  if (!data->constructor_count) data->first_constructor = self;
  WR_REQUIRE (data->first_constructor + data->constructor_count == self);
  data->constructor_count++;
  WR_VEC_PUSH (&core->constructors, ((struct wr_constructor){.name = name,
                                                             .shown = shown,
                                                             .sort = datatype,
                                                             .first_field = core->fields.len,
                                                             .field_count = count}));
  for (uint32_t i = 0; i < count; i++) {
    WR_VEC_PUSH (&core->fields, ((struct wr_field){.name = field_names[i],
                                                   .shown = field_shown[i],
                                                   .sort = field_sorts[i],
                                                   .constructor = self,
                                                   .position = i}));
  }
  return self;
}
