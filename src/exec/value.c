#include "exec/machine.h"

#include "core/build.h"

#include <string.h>

/* -- interning --------------------------------------------------------------------------------- */

static uint64_t hash_mpz (uint64_t hash, const mpz_t z) {
  hash = wr_hash_mix (hash, (uint64_t)(mpz_sgn (z) + 1));
  for (size_t i = 0; i < mpz_size (z); i++) {
    hash = wr_hash_mix (hash, mpz_getlimbn (z, (mp_size_t)i));
  }
  return hash;
}

static uint64_t hash_values (uint64_t hash, const wr_value *const *values, size_t count) {
  for (size_t i = 0; i < count; i++) hash = wr_hash_mix (hash, values[i]->id);
  return hash;
}

static size_t entry_width (const wr_machine *m, wr_sort map) {
  return (size_t)wr_sort_arity (m->core, map) + 1;
}

static uint64_t hash_of (const wr_machine *m, const wr_value *v) {
  uint64_t hash = wr_hash_mix ((uint64_t)v->kind + 1, v->sort.ix);
  switch (v->kind) {
  case VALUE_BOOL: return wr_hash_mix (hash, v->truth);
  case VALUE_INT:
  case VALUE_BV: return hash_mpz (hash, v->z);
  case VALUE_REAL: return hash_mpz (hash_mpz (hash, mpq_numref (v->q)), mpq_denref (v->q));
  case VALUE_ELEMENT: return wr_hash_mix (hash, v->number);
  case VALUE_TEXT: return wr_hash_mix (hash, v->text.ix);
  case VALUE_DATA:
    return hash_values (wr_hash_mix (hash, v->data.constructor), v->data.fields, v->data.count);
  case VALUE_MAP:
    hash = wr_hash_mix (hash, v->map.otherwise->id);
    return hash_values (hash, v->map.entries, v->map.count * entry_width (m, v->sort));
  case VALUE_CLOSURE:
    return hash_values (wr_hash_mix (hash, v->closure.func.ix), v->closure.args, v->closure.count);
  }
  WR_UNREACHABLE ();
}

struct probe {
  const wr_machine *m;
  const wr_value *value;
};

static bool same_list (const wr_value **a, const wr_value **b, size_t count) {
  return count == 0 || memcmp (a, b, count * sizeof *a) == 0;
}

static bool same_object (const void *ctx, uint32_t item) {
  const struct probe *probe = ctx;
  const wr_value *a = probe->value, *b = probe->m->values.data[item];
  if (a->hash != b->hash || a->kind != b->kind || a->sort.ix != b->sort.ix) return false;
  switch (a->kind) {
  case VALUE_BOOL: return a->truth == b->truth;
  case VALUE_INT:
  case VALUE_BV: return mpz_cmp (a->z, b->z) == 0;
  case VALUE_REAL: return mpq_equal (a->q, b->q) != 0;
  case VALUE_ELEMENT: return a->number == b->number;
  case VALUE_TEXT: return a->text.ix == b->text.ix;
  case VALUE_DATA:
    return a->data.constructor == b->data.constructor &&
           same_list (a->data.fields, b->data.fields, a->data.count);
  case VALUE_MAP:
    return a->map.otherwise == b->map.otherwise && a->map.count == b->map.count &&
           same_list (a->map.entries, b->map.entries,
                      a->map.count * entry_width (probe->m, a->sort));
  case VALUE_CLOSURE:
    return a->closure.func.ix == b->closure.func.ix && a->closure.count == b->closure.count &&
           same_list (a->closure.args, b->closure.args, a->closure.count);
  }
  WR_UNREACHABLE ();
}

static const wr_value **keep_list (wr_machine *m, const wr_value **list, size_t count) {
  return wr_arena_copy (m->arena, list, count, sizeof *list);
}

static bool any_open (const wr_value *const *values, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (values[i]->open) return true;
  }
  return false;
}

static void keep_parts (wr_machine *m, wr_value *v) {
  switch (v->kind) {
  case VALUE_DATA:
    v->data.fields = keep_list (m, v->data.fields, v->data.count);
    v->open = any_open (v->data.fields, v->data.count);
    break;
  case VALUE_MAP: {
    size_t count = v->map.count * entry_width (m, v->sort);
    v->map.entries = keep_list (m, v->map.entries, count);
    v->open = v->map.otherwise->open || any_open (v->map.entries, count);
    break;
  }
  case VALUE_CLOSURE:
    v->closure.args = keep_list (m, v->closure.args, v->closure.count);
    v->open = true;
    break;
  case VALUE_BOOL:
  case VALUE_INT:
  case VALUE_REAL:
  case VALUE_BV:
  case VALUE_ELEMENT:
  case VALUE_TEXT: break;
  }
}

static void drop_number (wr_value *v) {
  if (v->kind == VALUE_INT || v->kind == VALUE_BV) mpz_clear (v->z);
  if (v->kind == VALUE_REAL) mpq_clear (v->q);
}

const wr_value *wr_x_value_intern (wr_machine *m, wr_value *candidate) {
  candidate->hash = hash_of (m, candidate);
  struct probe probe = {m, candidate};
  uint32_t found = wr_index_find (&m->value_index, candidate->hash, same_object, &probe);
  if (found != UINT32_MAX) {
    drop_number (candidate);
    return m->values.data[found];
  }
  wr_value *v = WR_NEW (m->arena, wr_value, 1);
  *v = *candidate;
  v->id = m->values.len;
  keep_parts (m, v);
  WR_VEC_PUSH (&m->values, v);
  wr_index_add (&m->value_index, v->hash, v->id);
  return v;
}

/* -- scalars ----------------------------------------------------------------------------------- */

const wr_value *wr_value_bool (wr_machine *m, bool b) { return b ? m->yes : m->no; }

const wr_value *wr_x_value_of_int (wr_machine *m, const mpz_t z) {
  wr_value v = {.kind = VALUE_INT, .sort = m->int_sort};
  mpz_init_set (v.z, z);
  return wr_x_value_intern (m, &v);
}

const wr_value *wr_value_int (wr_machine *m, int64_t i) {
  wr_value v = {.kind = VALUE_INT, .sort = m->int_sort};
  mpz_init_set_si (v.z, i);
  return wr_x_value_intern (m, &v);
}

const wr_value *wr_x_value_of_bv (wr_machine *m, uint32_t width, const mpz_t z) {
  wr_value v = {.kind = VALUE_BV, .sort = wr_sort_bv (m->core, width)};
  mpz_init (v.z);
  if (width > 0) wr_bv_wrap (v.z, z, width);
  WR_ASSERT (mpz_sgn (v.z) >= 0 && (mpz_sgn (v.z) == 0 || mpz_sizeinbase (v.z, 2) <= width));
  return wr_x_value_intern (m, &v);
}

const wr_value *wr_value_bv (wr_machine *m, uint32_t width, uint64_t bits) {
  mpz_t z;
  mpz_init_set_ui (z, bits);
  const wr_value *v = wr_x_value_of_bv (m, width, z);
  mpz_clear (z);
  return v;
}

const wr_value *wr_x_value_of_real (wr_machine *m, const mpq_t q) {
  wr_value v = {.kind = VALUE_REAL, .sort = wr_sort_simple (m->core, WR_SORT_REAL)};
  mpq_init (v.q);
  mpq_set (v.q, q);
  return wr_x_value_intern (m, &v);
}

const wr_value *wr_x_value_of_text (wr_machine *m, wr_sort sort, wr_symbol text) {
  wr_value v = {.kind = VALUE_TEXT, .sort = sort, .text = text};
  return wr_x_value_intern (m, &v);
}

const wr_value *wr_value_element (wr_machine *m, wr_sort sort, uint32_t number) {
  wr_value v = {.kind = VALUE_ELEMENT, .sort = sort, .number = number};
  return wr_x_value_intern (m, &v);
}

static const wr_value *number_literal (wr_machine *m, enum wr_op op, wr_str text, uint32_t width) {
  const wr_value *v;
  if (op == WR_OP_REAL) {
    mpq_t q;
    mpq_init (q);
    WR_REQUIRE (wr_real_parse (q, text));
    v = wr_x_value_of_real (m, q);
    mpq_clear (q);
    return v;
  }
  mpz_t z;
  mpz_init (z);
  WR_REQUIRE (wr_int_parse (z, text));
  v = op == WR_OP_INT ? wr_x_value_of_int (m, z) : wr_x_value_of_bv (m, width, z);
  mpz_clear (z);
  return v;
}

const wr_value *wr_value_of_literal (wr_machine *m, wr_expr literal) {
  uint64_t known;
  if (wr_map_get (&m->literals, literal.ix, &known)) return m->values.data[known];
  const struct wr_expr_info *info = wr_expr_info (m->core, literal);
  enum wr_op op = (enum wr_op)info->op;
  wr_symbol symbol = {info->data};
  const wr_value *v;
  if (op == WR_OP_TRUE || op == WR_OP_FALSE) {
    v = wr_value_bool (m, op == WR_OP_TRUE);
  } else if (op == WR_OP_INT || op == WR_OP_REAL || op == WR_OP_BV) {
    uint32_t width = op == WR_OP_BV ? wr_sort_info (m->core, info->sort)->a : 0;
    v = number_literal (m, op, wr_symbol_text (m->core->symbols, symbol), width);
  } else if (op == WR_OP_STRING || op == WR_OP_RMODE) {
    v = wr_x_value_of_text (m, info->sort, symbol);
  } else {
    return NULL;
  }
  wr_map_put (&m->literals, literal.ix, v->id);
  return v;
}

const wr_value *wr_value_construct (wr_machine *m, uint32_t constructor,
                                    const wr_value *const *fields, uint32_t count) {
  WR_ASSERT (constructor < m->core->constructors.len);
  WR_ASSERT (count == m->core->constructors.data[constructor].field_count);
  wr_value v = {.kind = VALUE_DATA, .sort = m->core->constructors.data[constructor].sort};
  v.data.constructor = constructor;
  v.data.count = count;
  v.data.fields = (const wr_value **)(uintptr_t)fields;
  return wr_x_value_intern (m, &v);
}

const wr_value *wr_x_value_closure (wr_machine *m, wr_func func, const wr_value *const *args,
                                    uint32_t count) {
  WR_ASSERT (count <= wr_func_info (m->core, func)->param_count);
  wr_value v = {.kind = VALUE_CLOSURE, .sort = wr_func_info (m->core, func)->sort};
  v.closure.func = func;
  v.closure.count = count;
  v.closure.args = (const wr_value **)(uintptr_t)args;
  return wr_x_value_intern (m, &v);
}

/* -- looking at values ------------------------------------------------------------------------- */

wr_sort wr_value_sort (const wr_value *v) { return v->sort; }
bool wr_value_is_true (const wr_value *v) { return v && v->kind == VALUE_BOOL && v->truth; }
bool wr_value_equal (const wr_value *a, const wr_value *b) { return a == b; }

bool wr_value_to_int (const wr_value *v, int64_t *out) {
  if (v->kind != VALUE_INT && v->kind != VALUE_BV) return false;
  if (!mpz_fits_slong_p (v->z)) return false;
  *out = mpz_get_si (v->z);
  return true;
}
