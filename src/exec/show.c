/* Values as people write them, and back: 4, true, 1.5, 2/3, 7bv8, Ref#0, Cons(1, Nil()), [0 := 4, 1 := 5, else 0]. */
#include "exec/machine.h"

#include "core/build.h"

#include <ctype.h>
#include <string.h>

/* -- printing ---------------------------------------------------------------------------------- */

static void show (wr_buf *out, const wr_machine *m, const wr_value *v, uint32_t depth);

static void show_real (wr_buf *out, const wr_value *v) {
  wr_arena *scratch = wr_arena_new ();
  wr_buf_add (out, wr_int_text (scratch, mpq_numref (v->q)));
  if (mpz_cmp_ui (mpq_denref (v->q), 1) == 0)
    wr_buf_add (out, WR_LIT (".0"));
  else {
    wr_buf_add_char (out, '/');
    wr_buf_add (out, wr_int_text (scratch, mpq_denref (v->q)));
  }
  wr_arena_free (scratch);
}

static void show_list (wr_buf *out, const wr_machine *m, const wr_value *const *list,
                       uint32_t count, uint32_t depth) {
  for (uint32_t i = 0; i < count; i++) {
    if (i) wr_buf_add (out, WR_LIT (", "));
    show (out, m, list[i], depth + 1);
  }
}

struct entry {
  const wr_value *const *at;
};

static int by_index (const void *a, const void *b) {
  const wr_value *x = ((const struct entry *)a)->at[0], *y = ((const struct entry *)b)->at[0];
  if (x->kind == VALUE_INT && y->kind == VALUE_INT && mpz_cmp (x->z, y->z) != 0)
    return mpz_cmp (x->z, y->z);
  return (x->id > y->id) - (x->id < y->id);
}

static void show_map (wr_buf *out, const wr_machine *m, const wr_value *v, uint32_t depth) {
  uint32_t arity = wr_sort_arity (m->core, v->sort);
  struct entry *entries = wr_alloc (v->map.count + 1u, sizeof *entries);
  for (uint32_t i = 0; i < v->map.count; i++)
    entries[i].at = v->map.entries + (size_t)i * (arity + 1);
  if (arity) qsort (entries, v->map.count, sizeof *entries, by_index);
  wr_buf_add_char (out, '[');
  for (uint32_t i = 0; i < v->map.count; i++) {
    show_list (out, m, entries[i].at, arity, depth);
    wr_buf_add (out, WR_LIT (" := "));
    show (out, m, entries[i].at[arity], depth + 1);
    wr_buf_add (out, WR_LIT (", "));
  }
  wr_buf_add (out, WR_LIT ("else "));
  show (out, m, v->map.otherwise, depth + 1);
  wr_buf_add_char (out, ']');
  free (entries);
}

static void show_data (wr_buf *out, const wr_machine *m, const wr_value *v, uint32_t depth) {
  const struct wr_constructor *c = &m->core->constructors.data[v->data.constructor];
  wr_buf_add (out, wr_symbol_text (m->core->symbols, c->shown.ix ? c->shown : c->name));
  wr_buf_add_char (out, '(');
  show_list (out, m, v->data.fields, v->data.count, depth);
  wr_buf_add_char (out, ')');
}

static void show (wr_buf *out, const wr_machine *m, const wr_value *v, uint32_t depth) {
  if (depth > WR_EXEC_MAX_NESTING) {
    wr_buf_add (out, WR_LIT ("..."));
    return;
  }
  switch (v->kind) {
  case VALUE_BOOL:
  case VALUE_INT:
  case VALUE_BV:
  case VALUE_TEXT: wr_value_print (out, m, v); return;
  case VALUE_REAL: show_real (out, v); return;
  case VALUE_ELEMENT:
    wr_buf_add (out, wr_symbol_text (m->core->symbols, wr_sort_info (m->core, v->sort)->name));
    wr_buf_print (out, "#%u", v->number);
    return;
  case VALUE_DATA: show_data (out, m, v, depth); return;
  case VALUE_MAP: show_map (out, m, v, depth); return;
  case VALUE_CLOSURE: wr_buf_add (out, WR_LIT ("(lambda)")); return;
  }
}

void wr_value_show (wr_buf *out, const wr_machine *m, const wr_value *v) { show (out, m, v, 0); }

/* -- reading ----------------------------------------------------------------------------------- */

struct reader {
  wr_machine *m;
  const char *at, *end;
  uint32_t depth;
};

static const wr_value *read_value (struct reader *r, wr_sort sort);

static void skip_space (struct reader *r) {
  while (r->at < r->end && isspace ((unsigned char)*r->at)) r->at++;
}

static bool accept (struct reader *r, const char *text) {
  size_t length = strlen (text);
  skip_space (r);
  if ((size_t)(r->end - r->at) < length || strncmp (r->at, text, length) != 0) return false;
  r->at += length;
  return true;
}

/* Up to a blank, bracket, comma, parenthesis or assignment sign. */
static wr_str take_word (struct reader *r) {
  skip_space (r);
  const char *begin = r->at;
  while (r->at < r->end && !isspace ((unsigned char)*r->at) && !strchr ("[](),=", *r->at) &&
         !(*r->at == ':' && r->at + 1 < r->end && r->at[1] == '='))
    r->at++;
  return (wr_str){begin, (size_t)(r->at - begin)};
}

static const wr_value *read_integer (struct reader *r) {
  mpz_t z;
  mpz_init (z);
  const wr_value *v = wr_int_parse (z, take_word (r)) ? wr_x_value_of_int (r->m, z) : NULL;
  mpz_clear (z);
  return v;
}

static const wr_value *read_real (struct reader *r) {
  mpq_t q;
  mpq_init (q);
  const wr_value *v = wr_real_parse (q, take_word (r)) ? wr_x_value_of_real (r->m, q) : NULL;
  mpq_clear (q);
  return v;
}

/* 7bv8, or 7 where the width is known. */
static const wr_value *read_bits (struct reader *r, uint32_t width) {
  wr_str word = take_word (r);
  const char *mark = word.len ? memchr (word.ptr, 'b', word.len) : NULL;
  if (mark) word.len = (size_t)(mark - word.ptr);
  mpz_t z;
  mpz_init (z);
  bool good = wr_int_parse (z, word) && wr_bv_fits (z, width);
  const wr_value *v = good ? wr_x_value_of_bv (r->m, width, z) : NULL;
  mpz_clear (z);
  return v;
}

static const wr_value *read_element (struct reader *r, wr_sort sort) {
  /* The name of a sort may have blanks, brackets and marks of its own. */
  wr_str name = wr_symbol_text (r->m->core->symbols, wr_sort_info (r->m->core, sort)->name);
  skip_space (r);
  if ((size_t)(r->end - r->at) > name.len && memcmp (r->at, name.ptr, name.len) == 0 &&
      r->at[name.len] == '#')
    r->at += name.len + 1;
  wr_str word = take_word (r);
  const char *mark = word.len ? memchr (word.ptr, '#', word.len) : NULL;
  wr_str digits = word;
  if (mark) digits = (wr_str){mark + 1, word.len - (size_t)(mark + 1 - word.ptr)};
  mpz_t z;
  mpz_init (z);
  bool good = wr_int_parse (z, digits) && mpz_sgn (z) >= 0 && mpz_cmp_ui (z, UINT32_MAX) < 0;
  const wr_value *v = good ? wr_value_element (r->m, sort, (uint32_t)mpz_get_ui (z)) : NULL;
  mpz_clear (z);
  return v;
}

static const wr_value *read_data (struct reader *r, const struct wr_datatype *data) {
  const wr_core *core = r->m->core;
  wr_str word = take_word (r);
  for (uint32_t i = 0; i < data->constructor_count; i++) {
    uint32_t constructor = data->first_constructor + i;
    const struct wr_constructor *c = &core->constructors.data[constructor];
    if (!wr_str_equal (word, wr_symbol_text (core->symbols, c->shown.ix ? c->shown : c->name)))
      continue;
    const wr_value **fields = WR_NEW (r->m->arena, const wr_value *, c->field_count);
    bool brackets = accept (r, "(");
    if (!brackets && c->field_count) return NULL;
    for (uint32_t f = 0; f < c->field_count; f++) {
      if (f && !accept (r, ",")) return NULL;
      fields[f] = read_value (r, core->fields.data[c->first_field + f].sort);
      if (!fields[f]) return NULL;
    }
    if (brackets && !accept (r, ")")) return NULL;
    return wr_value_construct (r->m, constructor, fields, c->field_count);
  }
  return NULL;
}

/* [INDEX, ... := VALUE, ..., else VALUE]; entries come before the default. */
static const wr_value *read_map (struct reader *r, wr_sort sort) {
  wr_machine *m = r->m;
  uint32_t arity = wr_sort_arity (m->core, sort);
  wr_sort range = wr_sort_range (m->core, sort);
  value_list entries = {0};
  const wr_value *otherwise = NULL;
  bool good = accept (r, "[");
  while (good && !otherwise) {
    if (accept (r, "else ")) {
      otherwise = read_value (r, range);
      break;
    }
    for (uint32_t i = 0; good && i <= arity; i++) {
      if (i) good = accept (r, i == arity ? ":=" : ",");
      const wr_value *v =
          good ? read_value (r, i == arity ? range : wr_sort_arg (m->core, sort, i)) : NULL;
      good = v != NULL;
      if (good) WR_VEC_PUSH (&entries, v);
    }
    good = good && accept (r, ",");
  }
  good = good && otherwise && accept (r, "]");
  const wr_value *map = good ? wr_value_map (m, sort, otherwise) : NULL;
  for (uint32_t i = 0; good && i < entries.len; i += arity + 1)
    map = wr_value_store (m, map, entries.data + i, arity, entries.data[i + arity]);
  WR_VEC_FREE (&entries);
  return map;
}

static const wr_value *read_value (struct reader *r, wr_sort sort) {
  const struct wr_sort_info *info = wr_sort_info (r->m->core, sort);
  const wr_value *v = NULL;
  if (r->depth >= WR_EXEC_MAX_NESTING) return NULL;
  r->depth++;
  switch (info->kind) {
  case WR_SORT_BOOL: {
    wr_str word = take_word (r);
    bool yes = wr_str_equal (word, WR_LIT ("true"));
    if (yes || wr_str_equal (word, WR_LIT ("false"))) v = wr_value_bool (r->m, yes);
    break;
  }
  case WR_SORT_INT: v = read_integer (r); break;
  case WR_SORT_REAL: v = read_real (r); break;
  case WR_SORT_BV: v = read_bits (r, info->a); break;
  case WR_SORT_NAMED: v = read_element (r, sort); break;
  case WR_SORT_DATA: v = read_data (r, &r->m->core->datatypes.data[info->a]); break;
  case WR_SORT_MAP: v = read_map (r, sort); break;
  case WR_SORT_NONE:
  case WR_SORT_FLOAT:
  case WR_SORT_RMODE:
  case WR_SORT_STRING:
  case WR_SORT_REGEX:
  case WR_SORT_SEQ:
  case WR_SORT_KIND_COUNT: break;
  }
  r->depth--;
  return v;
}

const wr_value *wr_value_scan (wr_machine *m, wr_sort sort, wr_str text) {
  struct reader r = {m, text.ptr, text.ptr + text.len, 0};
  const wr_value *v = read_value (&r, sort);
  skip_space (&r);
  if (v && r.at == r.end) return v;
  return wr_value_read (m, sort, text);
}
