/* Finite sorts: how many values, and which. */
#include "exec/machine.h"

#include "core/build.h"

static uint64_t times (uint64_t a, uint64_t b) {
  uint64_t product;
  if (a == 0 || b == 0) return 0;
  return __builtin_mul_overflow (a, b, &product) ? UINT64_MAX : product;
}

static uint64_t data_size (wr_machine *m, const struct wr_datatype *data) {
  const wr_core *core = m->core;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < data->constructor_count; i++) {
    const struct wr_constructor *c = &core->constructors.data[data->first_constructor + i];
    uint64_t product = 1;
    for (uint32_t k = 0; k < c->field_count; k++) {
      product = times (product, wr_sort_size (m, core->fields.data[c->first_field + k].sort));
    }
    if (__builtin_add_overflow (sum, product, &sum)) return UINT64_MAX;
  }
  return sum;
}

static uint64_t map_size (wr_machine *m, wr_sort sort) {
  uint64_t indices = 1, range = wr_sort_size (m, wr_sort_range (m->core, sort)), size = 1;
  for (uint32_t i = 0; i < wr_sort_arity (m->core, sort); i++) {
    indices = times (indices, wr_sort_size (m, wr_sort_arg (m->core, sort, i)));
  }
  if (range == 1 || indices == 0) return 1;
  if (indices >= 64) return UINT64_MAX;
  while (indices-- > 0) size = times (size, range);
  return size;
}

static uint64_t compute_size (wr_machine *m, wr_sort sort) {
  const struct wr_sort_info *info = wr_sort_info (m->core, sort);
  const struct wr_oracle *oracle = &m->options.oracle;
  const wr_value *ignored;
  uint32_t count;
  switch (info->kind) {
  case WR_SORT_BOOL: return 2;
  case WR_SORT_BV: return info->a < 63 ? (uint64_t)1 << info->a : UINT64_MAX;
  case WR_SORT_NAMED:
    count = oracle->domain ? oracle->domain (oracle->ctx, m, sort, 0, &ignored) : 0;
    return count ? count : UINT64_MAX;
  case WR_SORT_DATA: return data_size (m, &m->core->datatypes.data[info->a]);
  case WR_SORT_MAP: return map_size (m, sort);
  case WR_SORT_NONE:
  case WR_SORT_INT:
  case WR_SORT_REAL:
  case WR_SORT_FLOAT:
  case WR_SORT_RMODE:
  case WR_SORT_STRING:
  case WR_SORT_REGEX:
  case WR_SORT_SEQ:
  case WR_SORT_KIND_COUNT: break;
  }
  return UINT64_MAX;
}

uint64_t wr_sort_size (wr_machine *m, wr_sort sort) {
  uint64_t size;
  if (wr_map_get (&m->sizes, sort.ix, &size)) return size;
  /* A datatype that contains itself finds this mark, and so is infinite. */
  wr_map_put (&m->sizes, sort.ix, UINT64_MAX);
  size = compute_size (m, sort);
  wr_map_put (&m->sizes, sort.ix, size);
  return size;
}

static const wr_value *data_value (wr_machine *m, const struct wr_datatype *data, uint32_t i) {
  const wr_core *core = m->core;
  for (uint32_t k = 0; k < data->constructor_count; k++) {
    uint32_t constructor = data->first_constructor + k;
    const struct wr_constructor *c = &core->constructors.data[constructor];
    uint64_t size = 1;
    for (uint32_t f = 0; f < c->field_count; f++) {
      size = times (size, wr_sort_size (m, core->fields.data[c->first_field + f].sort));
    }
    if (i >= size) {
      i -= (uint32_t)size;
      continue;
    }
    const wr_value **fields = WR_NEW (m->arena, const wr_value *, c->field_count);
    for (uint32_t f = 0; f < c->field_count; f++) {
      wr_sort sort = core->fields.data[c->first_field + f].sort;
      uint64_t field_size = wr_sort_size (m, sort);
      fields[f] = wr_sort_value (m, sort, (uint32_t)(i % field_size));
      i = (uint32_t)(i / field_size);
    }
    return wr_value_construct (m, constructor, fields, c->field_count);
  }
  return NULL;
}

/* Digits of i to the base of the range's size are the values at the indices in turn. */
static const wr_value *map_value (wr_machine *m, wr_sort sort, uint32_t i) {
  wr_sort range = wr_sort_range (m->core, sort);
  uint32_t arity = wr_sort_arity (m->core, sort);
  uint64_t size = wr_sort_size (m, range), indices = 1;
  const wr_value *map = wr_value_map (m, sort, wr_sort_value (m, range, (uint32_t)(i % size)));
  if (size == 1) return map;
  const wr_value **index = WR_NEW (m->arena, const wr_value *, arity);
  for (uint32_t k = 0; k < arity; k++) {
    indices = times (indices, wr_sort_size (m, wr_sort_arg (m->core, sort, k)));
  }
  for (uint64_t at = 0; at < indices; at++) {
    uint64_t rest = at;
    for (uint32_t k = 0; k < arity; k++) {
      wr_sort domain = wr_sort_arg (m->core, sort, k);
      uint64_t domain_size = wr_sort_size (m, domain);
      index[k] = wr_sort_value (m, domain, (uint32_t)(rest % domain_size));
      rest /= domain_size;
    }
    const wr_value *value = wr_sort_value (m, range, (uint32_t)(i % size));
    map = wr_value_store (m, map, index, arity, value);
    i = (uint32_t)(i / size);
  }
  return map;
}

static const wr_value *compound_value (wr_machine *m, wr_sort sort, const struct wr_sort_info *info,
                                       uint32_t i) {
  uint64_t known;
  if (wr_map_get (&m->enumerated, WR_KEY2 (sort.ix, i), &known)) return m->values.data[known];
  const wr_value *value = info->kind == WR_SORT_MAP
                              ? map_value (m, sort, i)
                              : data_value (m, &m->core->datatypes.data[info->a], i);
  if (value) wr_map_put (&m->enumerated, WR_KEY2 (sort.ix, i), value->id);
  return value;
}

const wr_value *wr_sort_value (wr_machine *m, wr_sort sort, uint32_t i) {
  const struct wr_sort_info *info = wr_sort_info (m->core, sort);
  const struct wr_oracle *oracle = &m->options.oracle;
  const wr_value *value = NULL;
  switch (info->kind) {
  case WR_SORT_BOOL: return wr_value_bool (m, i != 0);
  case WR_SORT_BV: return wr_value_bv (m, info->a, i);
  case WR_SORT_NAMED:
    if (oracle->domain) oracle->domain (oracle->ctx, m, sort, i, &value);
    return value;
  case WR_SORT_DATA:
  case WR_SORT_MAP: return compound_value (m, sort, info, i);
  case WR_SORT_NONE:
  case WR_SORT_INT:
  case WR_SORT_REAL:
  case WR_SORT_FLOAT:
  case WR_SORT_RMODE:
  case WR_SORT_STRING:
  case WR_SORT_REGEX:
  case WR_SORT_SEQ:
  case WR_SORT_KIND_COUNT: break;
  }
  return NULL;
}
