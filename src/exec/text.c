/* Values as text and back. */
#include "exec/machine.h"

#include "core/build.h"
#include "core/text.h"

#include <stdio.h>
#include <string.h>

/* -- printing ---------------------------------------------------------------------------------- */

static void print_value (wr_buf *out, const wr_machine *m, const wr_value *v, uint32_t depth);

static void print_list (wr_buf *out, const wr_machine *m, const wr_value *const *list,
                        uint32_t count, uint32_t depth) {
  for (uint32_t i = 0; i < count; i++) {
    if (i) wr_buf_add (out, WR_LIT (", "));
    print_value (out, m, list[i], depth + 1);
  }
}

static void print_symbol (wr_buf *out, const wr_machine *m, wr_symbol symbol) {
  wr_buf_add (out, wr_symbol_text (m->core->symbols, symbol));
}

static void print_map (wr_buf *out, const wr_machine *m, const wr_value *v, uint32_t depth) {
  uint32_t arity = wr_sort_arity (m->core, v->sort);
  wr_buf_add_char (out, '[');
  for (uint32_t i = 0; i < v->map.count; i++) {
    const wr_value *const *entry = v->map.entries + (size_t)i * (arity + 1);
    print_list (out, m, entry, arity, depth);
    wr_buf_add (out, WR_LIT (" -> "));
    print_value (out, m, entry[arity], depth + 1);
    wr_buf_add (out, WR_LIT (", "));
  }
  wr_buf_add (out, WR_LIT ("else "));
  print_value (out, m, v->map.otherwise, depth + 1);
  wr_buf_add_char (out, ']');
}

static void print_number (wr_buf *out, const wr_machine *m, const wr_value *v) {
  wr_arena *scratch = wr_arena_new ();
  if (v->kind == VALUE_REAL)
    wr_buf_add (out, wr_real_text (scratch, v->q));
  else
    wr_buf_add (out, wr_int_text (scratch, v->z));
  if (v->kind == VALUE_BV) wr_buf_print (out, "bv%u", wr_sort_info (m->core, v->sort)->a);
  wr_arena_free (scratch);
}

static void print_value (wr_buf *out, const wr_machine *m, const wr_value *v, uint32_t depth) {
  if (depth > WR_EXEC_MAX_NESTING) {
    wr_buf_add (out, WR_LIT ("..."));
    return;
  }
  switch (v->kind) {
  case VALUE_BOOL: wr_buf_add (out, v->truth ? WR_LIT ("true") : WR_LIT ("false")); return;
  case VALUE_INT:
  case VALUE_REAL:
  case VALUE_BV: print_number (out, m, v); return;
  case VALUE_ELEMENT:
    print_symbol (out, m, wr_sort_info (m->core, v->sort)->name);
    wr_buf_print (out, "!%u", v->number);
    return;
  case VALUE_TEXT:
    if (wr_sort_info (m->core, v->sort)->kind == WR_SORT_STRING) wr_buf_add_char (out, '"');
    print_symbol (out, m, v->text);
    if (wr_sort_info (m->core, v->sort)->kind == WR_SORT_STRING) wr_buf_add_char (out, '"');
    return;
  case VALUE_DATA:
    print_symbol (out, m, m->core->constructors.data[v->data.constructor].name);
    wr_buf_add_char (out, '(');
    print_list (out, m, v->data.fields, v->data.count, depth);
    wr_buf_add_char (out, ')');
    return;
  case VALUE_MAP: print_map (out, m, v, depth); return;
  case VALUE_CLOSURE:
    wr_buf_add (out, WR_LIT ("lambda "));
    print_symbol (out, m, wr_func_info (m->core, v->closure.func)->name);
    wr_buf_add_char (out, '(');
    print_list (out, m, v->closure.args, v->closure.count, depth);
    wr_buf_add_char (out, ')');
    return;
  }
}

void wr_value_print (wr_buf *out, const wr_machine *m, const wr_value *v) {
  print_value (out, m, v, 0);
}

/* -- reading ----------------------------------------------------------------------------------- */

struct reader {
  wr_machine *m;
  const char *at, *end;
  uint32_t depth;
};

static void skip_space (struct reader *r) {
  while (r->at < r->end && strchr (" \t\r\n", *r->at) && *r->at) r->at++;
}

static bool accept (struct reader *r, const char *token) {
  size_t n = strlen (token);
  skip_space (r);
  if ((size_t)(r->end - r->at) < n || memcmp (r->at, token, n) != 0) return false;
  r->at += n;
  return true;
}

/* Up to a bracket, comma, blank or the end. */
static wr_str take_word (struct reader *r) {
  skip_space (r);
  const char *begin = r->at;
  while (r->at < r->end && *r->at && !strchr (" \t\r\n,()[]", *r->at)) r->at++;
  return (wr_str){begin, (size_t)(r->at - begin)};
}

static const wr_value *read_value (struct reader *r, wr_sort sort);

static const wr_value *read_int (struct reader *r, wr_str word) {
  mpz_t z;
  mpz_init (z);
  const wr_value *v = wr_int_parse (z, word) ? wr_x_value_of_int (r->m, z) : NULL;
  mpz_clear (z);
  return v;
}

static const wr_value *read_real (struct reader *r, wr_str word) {
  mpq_t q;
  mpq_init (q);
  const wr_value *v = wr_real_parse (q, word) ? wr_x_value_of_real (r->m, q) : NULL;
  mpq_clear (q);
  return v;
}

/* 5bv32 */
static const wr_value *read_bv (struct reader *r, wr_str word, uint32_t width) {
  char suffix[16];
  int n = snprintf (suffix, sizeof suffix, "bv%u", width);
  if (!wr_str_ends (word, (wr_str){suffix, (size_t)n})) return NULL;
  word.len -= (size_t)n;
  mpz_t z;
  mpz_init (z);
  bool ok = wr_int_parse (z, word) && mpz_sgn (z) >= 0 && wr_bv_fits (z, width);
  const wr_value *v = ok ? wr_x_value_of_bv (r->m, width, z) : NULL;
  mpz_clear (z);
  return v;
}

/* Sort!3 */
static const wr_value *read_element (struct reader *r, wr_str word, wr_sort sort) {
  wr_str name = wr_symbol_text (r->m->core->symbols, wr_sort_info (r->m->core, sort)->name);
  if (word.len <= name.len + 1 || !wr_str_starts (word, name) || word.ptr[name.len] != '!') {
    return NULL;
  }
  uint32_t number = 0;
  for (size_t i = name.len + 1; i < word.len; i++) {
    if (word.ptr[i] < '0' || word.ptr[i] > '9' || number > UINT32_MAX / 10 - 1) return NULL;
    number = number * 10 + (uint32_t)(word.ptr[i] - '0');
  }
  return wr_value_element (r->m, sort, number);
}

static const wr_value *read_data (struct reader *r, wr_str word, const struct wr_datatype *data) {
  const wr_core *core = r->m->core;
  for (uint32_t i = 0; i < data->constructor_count; i++) {
    uint32_t constructor = data->first_constructor + i;
    const struct wr_constructor *c = &core->constructors.data[constructor];
    if (!wr_str_equal (word, wr_symbol_text (core->symbols, c->name))) continue;
    value_list fields = {0};
    bool ok = accept (r, "(");
    for (uint32_t f = 0; ok && f < c->field_count; f++) {
      ok = f == 0 || accept (r, ",");
      const wr_value *v = ok ? read_value (r, core->fields.data[c->first_field + f].sort) : NULL;
      ok = v != NULL;
      if (ok) WR_VEC_PUSH (&fields, v);
    }
    ok = ok && accept (r, ")");
    const wr_value *v = NULL;
    if (ok) v = wr_value_construct (r->m, constructor, fields.data, fields.len);
    WR_VEC_FREE (&fields);
    return v;
  }
  return NULL;
}

/* [k, k -> v, ..., else v]: the default comes last, so that the entries wait for it. */
static const wr_value *read_map (struct reader *r, wr_sort sort) {
  const wr_core *core = r->m->core;
  uint32_t arity = wr_sort_arity (core, sort);
  value_list parts = {0};
  bool ok = accept (r, "[");
  const wr_value *otherwise = NULL;
  while (ok && !otherwise) {
    if (accept (r, "else ")) {
      otherwise = read_value (r, wr_sort_range (core, sort));
      ok = otherwise && accept (r, "]");
      break;
    }
    for (uint32_t i = 0; ok && i <= arity; i++) {
      if (i)
        ok = accept (r, i == arity ? "->" : ",");
      else if (arity == 0)
        ok = accept (r, "->");
      wr_sort part = i == arity ? wr_sort_range (core, sort) : wr_sort_arg (core, sort, i);
      const wr_value *v = ok ? read_value (r, part) : NULL;
      ok = v != NULL;
      if (ok) WR_VEC_PUSH (&parts, v);
    }
    ok = ok && accept (r, ",");
  }
  const wr_value *map = ok ? wr_value_map (r->m, sort, otherwise) : NULL;
  for (uint32_t i = 0; map && i < parts.len; i += arity + 1) {
    map = wr_value_store (r->m, map, parts.data + i, arity, parts.data[i + arity]);
  }
  WR_VEC_FREE (&parts);
  return map;
}

static const wr_value *read_text (struct reader *r, wr_sort sort) {
  if (!accept (r, "\"")) return NULL;
  const char *begin = r->at;
  while (r->at < r->end && *r->at != '"') r->at++;
  wr_str text = {begin, (size_t)(r->at - begin)};
  return accept (r, "\"") ? wr_x_value_of_text (r->m, sort, wr_intern (r->m->core->symbols, text))
                          : NULL;
}

static const wr_value *read_word (struct reader *r, wr_sort sort) {
  const struct wr_sort_info info = *wr_sort_info (r->m->core, sort);
  wr_str word = take_word (r);
  switch (info.kind) {
  case WR_SORT_BOOL:
    if (wr_str_equal (word, WR_LIT ("true"))) return r->m->yes;
    return wr_str_equal (word, WR_LIT ("false")) ? r->m->no : NULL;
  case WR_SORT_INT: return read_int (r, word);
  case WR_SORT_REAL: return read_real (r, word);
  case WR_SORT_BV: return read_bv (r, word, info.a);
  case WR_SORT_NAMED: return read_element (r, word, sort);
  case WR_SORT_DATA: return read_data (r, word, &r->m->core->datatypes.data[info.a]);
  case WR_SORT_RMODE:
    return word.len ? wr_x_value_of_text (r->m, sort, wr_intern (r->m->core->symbols, word)) : NULL;
  case WR_SORT_NONE:
  case WR_SORT_FLOAT:
  case WR_SORT_STRING:
  case WR_SORT_REGEX:
  case WR_SORT_SEQ:
  case WR_SORT_MAP:
  case WR_SORT_KIND_COUNT: break;
  }
  return NULL;
}

static const wr_value *read_value (struct reader *r, wr_sort sort) {
  if (r->depth >= WR_EXEC_MAX_NESTING) return NULL;
  r->depth++;
  enum wr_sort_kind kind = wr_sort_info (r->m->core, sort)->kind;
  const wr_value *v;
  if (kind == WR_SORT_MAP)
    v = read_map (r, sort);
  else if (kind == WR_SORT_STRING)
    v = read_text (r, sort);
  else
    v = read_word (r, sort);
  r->depth--;
  return v;
}

const wr_value *wr_value_read (wr_machine *m, wr_sort sort, wr_str text) {
  struct reader r = {m, text.ptr, text.ptr + text.len, 0};
  const wr_value *v = read_value (&r, sort);
  skip_space (&r);
  return r.at == r.end ? v : NULL;
}
