/* Values in core's text form (docs/reference/core.md) and back. */
#include "exec/machine.h"

#include "core/build.h"
#include "core/printer.h"
#include "core/text.h"

#include <stdio.h>
#include <string.h>

/* -- printing ---------------------------------------------------------------------------------- */

static void print_value (wr_buf *out, const wr_machine *m, const wr_value *v, uint32_t depth);

static void print_list (wr_buf *out, const wr_machine *m, const wr_value *const *list,
                        uint32_t count, uint32_t depth) {
  for (uint32_t i = 0; i < count; i++) {
    if (i) wr_buf_add_char (out, ' ');
    print_value (out, m, list[i], depth + 1);
  }
}

static void print_name (wr_buf *out, const wr_machine *m, wr_symbol symbol) {
  wr_printer_name (&(struct wr_printer){.out = out, .core = m->core}, symbol);
}

static void print_map (wr_buf *out, const wr_machine *m, const wr_value *v, uint32_t depth) {
  uint32_t arity = wr_sort_arity (m->core, v->sort);
  wr_buf_add (out, WR_LIT ("(map-of "));
  wr_core_print_sort (out, m->core, v->sort);
  wr_buf_add_char (out, ' ');
  print_value (out, m, v->map.otherwise, depth + 1);
  for (uint32_t i = 0; i < v->map.count; i++) {
    const wr_value *const *entry = v->map.entries + (size_t)i * (arity + 1);
    wr_buf_add (out, WR_LIT (" (("));
    print_list (out, m, entry, arity, depth);
    wr_buf_add (out, WR_LIT (") "));
    print_value (out, m, entry[arity], depth + 1);
    wr_buf_add_char (out, ')');
  }
  wr_buf_add_char (out, ')');
}

static void print_number (wr_buf *out, const wr_machine *m, const wr_value *v) {
  wr_arena *scratch = wr_arena_new ();
  if (v->kind == VALUE_REAL) {
    wr_buf_add (out, wr_int_text (scratch, mpq_numref (v->q)));
    wr_buf_add_char (out, '/');
    wr_buf_add (out, wr_int_text (scratch, mpq_denref (v->q)));
  } else {
    wr_buf_add (out, wr_int_text (scratch, v->z));
  }
  if (v->kind == VALUE_BV) wr_buf_print (out, "bv%u", wr_sort_info (m->core, v->sort)->a);
  wr_arena_free (scratch);
}

static void print_text (wr_buf *out, const wr_machine *m, const wr_value *v) {
  if (wr_sort_info (m->core, v->sort)->kind == WR_SORT_STRING) {
    wr_printer_string (&(struct wr_printer){.out = out, .core = m->core}, v->text);
    return;
  }
  wr_buf_add (out, WR_LIT ("(rmode "));
  wr_buf_add (out, wr_symbol_text (m->core->symbols, v->text));
  wr_buf_add_char (out, ')');
}

static void print_applied (wr_buf *out, const wr_machine *m, const char *word, wr_symbol name,
                           const wr_value *const *list, uint32_t count, uint32_t depth) {
  wr_buf_print (out, "(%s ", word);
  print_name (out, m, name);
  if (count) wr_buf_add_char (out, ' ');
  print_list (out, m, list, count, depth);
  wr_buf_add_char (out, ')');
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
    wr_buf_add (out, WR_LIT ("(element "));
    wr_core_print_sort (out, m->core, v->sort);
    wr_buf_print (out, " %u)", v->number);
    return;
  case VALUE_TEXT: print_text (out, m, v); return;
  case VALUE_DATA:
    print_applied (out, m, "construct", m->core->constructors.data[v->data.constructor].name,
                   v->data.fields, v->data.count, depth);
    return;
  case VALUE_MAP: print_map (out, m, v, depth); return;
  case VALUE_CLOSURE:
    print_applied (out, m, "lambda", wr_func_info (m->core, v->closure.func)->name, v->closure.args,
                   v->closure.count, depth);
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
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r')) {
    r->at++;
  }
}

static bool accept (struct reader *r, char c) {
  skip_space (r);
  if (r->at == r->end || *r->at != c) return false;
  r->at++;
  return true;
}

static bool ends_word (char c) { return strchr (" \t\r\n()\"", c) != NULL; }

/* Up to a parenthesis, blank or the end; NUL ends a word too. */
static wr_str take_word (struct reader *r) {
  skip_space (r);
  const char *begin = r->at;
  while (r->at < r->end && !ends_word (*r->at)) r->at++;
  return (wr_str){begin, (size_t)(r->at - begin)};
}

/* Bytes up to the closing quote, escapes undone; false if it is missing. */
static bool take_quoted (struct reader *r, char quote, wr_buf *out) {
  while (r->at < r->end && *r->at != quote) {
    char c = *r->at++;
    if (c == '\\' && r->end - r->at >= 3 && *r->at == 'x') {
      char digits[3] = {r->at[1], r->at[2], 0};
      c = (char)strtoul (digits, NULL, 16);
      r->at += 3;
    } else if (c == '\\' && r->at < r->end) {
      c = *r->at++;
    }
    wr_buf_add_char (out, c);
  }
  return accept (r, quote);
}

static wr_symbol take_name (struct reader *r) {
  skip_space (r);
  if (r->at == r->end || *r->at != '|') {
    wr_str word = take_word (r);
    return word.len ? wr_intern (r->m->core->symbols, word) : (wr_symbol){0};
  }
  r->at++;
  wr_buf name = {0};
  wr_symbol symbol = {0};
  if (take_quoted (r, '|', &name)) symbol = wr_intern (r->m->core->symbols, wr_buf_str (&name));
  wr_buf_free (&name);
  return symbol;
}

/* The sort is known from the context, so its text is skipped. */
static bool skip_sort (struct reader *r) {
  uint32_t open = 0;
  do {
    if (accept (r, '('))
      open++;
    else if (open && accept (r, ')'))
      open--;
    else if (!take_name (r).ix)
      return false;
  } while (open);
  return true;
}

static bool head_is (struct reader *r, const char *word) {
  return accept (r, '(') && wr_str_equal (take_word (r), wr_str_of (word));
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

static const wr_value *read_element (struct reader *r, wr_sort sort) {
  wr_symbol name = wr_sort_info (r->m->core, sort)->name;
  if (!head_is (r, "element") || take_name (r).ix != name.ix) return NULL;
  wr_str digits = take_word (r);
  uint32_t number = 0;
  for (size_t i = 0; i < digits.len; i++) {
    if (digits.ptr[i] < '0' || digits.ptr[i] > '9' || number > UINT32_MAX / 10 - 1) return NULL;
    number = number * 10 + (uint32_t)(digits.ptr[i] - '0');
  }
  return digits.len && accept (r, ')') ? wr_value_element (r->m, sort, number) : NULL;
}

static const wr_value *read_data (struct reader *r, const struct wr_datatype *data) {
  const wr_core *core = r->m->core;
  if (!head_is (r, "construct")) return NULL;
  wr_symbol name = take_name (r);
  uint32_t constructor = data->first_constructor, last = constructor + data->constructor_count;
  while (constructor < last && core->constructors.data[constructor].name.ix != name.ix) {
    constructor++;
  }
  if (constructor == last) return NULL;
  const struct wr_constructor *c = &core->constructors.data[constructor];
  value_list fields = {0};
  for (uint32_t f = 0; f < c->field_count; f++) {
    const wr_value *v = read_value (r, core->fields.data[c->first_field + f].sort);
    if (!v) break;
    WR_VEC_PUSH (&fields, v);
  }
  const wr_value *v = NULL;
  if (fields.len == c->field_count && accept (r, ')')) {
    v = wr_value_construct (r->m, constructor, fields.data, fields.len);
  }
  WR_VEC_FREE (&fields);
  return v;
}

/* ((k ...) v), added to the map */
static const wr_value *read_entry (struct reader *r, wr_sort sort, const wr_value *map) {
  uint32_t arity = wr_sort_arity (r->m->core, sort);
  value_list index = {0};
  bool ok = accept (r, '(');
  while (ok && index.len < arity) {
    const wr_value *key = read_value (r, wr_sort_arg (r->m->core, sort, index.len));
    ok = key != NULL;
    if (ok) WR_VEC_PUSH (&index, key);
  }
  ok = ok && accept (r, ')');
  const wr_value *v = ok ? read_value (r, wr_sort_range (r->m->core, sort)) : NULL;
  map = v && accept (r, ')') ? wr_value_store (r->m, map, index.data, arity, v) : NULL;
  WR_VEC_FREE (&index);
  return map;
}

static const wr_value *read_map (struct reader *r, wr_sort sort) {
  if (!head_is (r, "map-of") || !skip_sort (r)) return NULL;
  const wr_value *otherwise = read_value (r, wr_sort_range (r->m->core, sort));
  const wr_value *map = otherwise ? wr_value_map (r->m, sort, otherwise) : NULL;
  while (map && accept (r, '(')) map = read_entry (r, sort, map);
  return map && accept (r, ')') ? map : NULL;
}

static const wr_value *read_text (struct reader *r, wr_sort sort) {
  wr_buf text = {0};
  const wr_value *v = NULL;
  if (accept (r, '"') && take_quoted (r, '"', &text)) {
    v = wr_x_value_of_text (r->m, sort, wr_intern (r->m->core->symbols, wr_buf_str (&text)));
  }
  wr_buf_free (&text);
  return v;
}

static const wr_value *read_mode (struct reader *r, wr_sort sort) {
  wr_symbol name = head_is (r, "rmode") ? take_name (r) : (wr_symbol){0};
  return name.ix && accept (r, ')') ? wr_x_value_of_text (r->m, sort, name) : NULL;
}

static const wr_value *read_sorted (struct reader *r, wr_sort sort) {
  const struct wr_sort_info info = *wr_sort_info (r->m->core, sort);
  wr_str word;
  switch (info.kind) {
  case WR_SORT_BOOL:
    word = take_word (r);
    if (wr_str_equal (word, WR_LIT ("true"))) return r->m->yes;
    return wr_str_equal (word, WR_LIT ("false")) ? r->m->no : NULL;
  case WR_SORT_INT: return read_int (r, take_word (r));
  case WR_SORT_REAL: return read_real (r, take_word (r));
  case WR_SORT_BV: return read_bv (r, take_word (r), info.a);
  case WR_SORT_NAMED: return read_element (r, sort);
  case WR_SORT_DATA: return read_data (r, &r->m->core->datatypes.data[info.a]);
  case WR_SORT_MAP: return read_map (r, sort);
  case WR_SORT_STRING: return read_text (r, sort);
  case WR_SORT_RMODE: return read_mode (r, sort);
  case WR_SORT_NONE:
  case WR_SORT_FLOAT:
  case WR_SORT_REGEX:
  case WR_SORT_SEQ:
  case WR_SORT_KIND_COUNT: break;
  }
  return NULL;
}

static const wr_value *read_value (struct reader *r, wr_sort sort) {
  if (r->depth >= WR_EXEC_MAX_NESTING) return NULL;
  r->depth++;
  const wr_value *v = read_sorted (r, sort);
  r->depth--;
  return v;
}

const wr_value *wr_value_read (wr_machine *m, wr_sort sort, wr_str text) {
  struct reader r = {m, text.ptr, text.ptr + text.len, 0};
  const wr_value *v = read_value (&r, sort);
  skip_space (&r);
  return r.at == r.end ? v : NULL;
}
