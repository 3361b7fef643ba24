/* solve/z3_value.c -- values of a model in core's value syntax (docs/reference/core.md). */
#include "solve/z3_term.h"

#include "base/bigint.h"
#include "base/check.h"
#include "core/build.h"
#include "core/text.h"

#include <string.h>

enum { MAX_VALUE_TEXT = 1 << 18, MAX_VALUE_DEPTH = 200, MAX_ROWS = 1024 };

struct writer {
  struct wr_z3_terms *t;
  Z3_model model;
  wr_buf *out;
  uint32_t depth;
};

static bool put_value (struct writer *w, Z3_ast value, wr_sort sort);

static void put_sort (struct writer *w, wr_sort sort) {
  wr_core_print_sort (w->out, w->t->core, sort);
}

static bool is_app (struct wr_z3_terms *t, Z3_ast value) {
  Z3_ast_kind kind = Z3_get_ast_kind (t->z3, value);
  return kind == Z3_APP_AST || kind == Z3_NUMERAL_AST;
}

static Z3_decl_kind head (struct wr_z3_terms *t, Z3_ast value) {
  if (!is_app (t, value)) return Z3_OP_UNINTERPRETED;
  return Z3_get_decl_kind (t->z3, Z3_get_app_decl (t->z3, Z3_to_app (t->z3, value)));
}

static bool put_number (struct writer *w, Z3_ast value, const struct wr_sort_info *sort) {
  Z3_context z3 = w->t->z3;
  if (Z3_get_ast_kind (z3, value) != Z3_NUMERAL_AST) return false;
  wr_str text = wr_str_of (Z3_get_numeral_string (z3, value));
  wr_buf_add (w->out, text);
  if (sort->kind == WR_SORT_REAL && !memchr (text.ptr, '/', text.len)) wr_buf_print (w->out, "/1");
  if (sort->kind == WR_SORT_BV) wr_buf_print (w->out, "bv%u", sort->a);
  return true;
}

/* The bits of a float as a number; the solver leaves those of NaN open, so the quiet NaN is used. */
static bool put_float (struct writer *w, Z3_ast value, const struct wr_sort_info *sort) {
  Z3_context z3 = w->t->z3;
  if (head (w->t, value) == Z3_OP_FPA_NAN) {
    mpz_t bits, quiet;
    mpz_inits (bits, quiet, NULL);
    wr_int_power_of_two (bits, sort->b);
    mpz_sub_ui (bits, bits, 1);
    mpz_mul_2exp (bits, bits, sort->a - 1);
    wr_int_power_of_two (quiet, sort->a - 2);
    mpz_add (bits, bits, quiet);
    wr_buf_add (w->out, wr_int_text (w->t->arena, bits));
    mpz_clears (bits, quiet, NULL);
  } else {
    Z3_ast bits = Z3_mk_fpa_to_ieee_bv (z3, value);
    bits = bits ? Z3_simplify (z3, bits) : NULL;
    if (!bits || Z3_get_ast_kind (z3, bits) != Z3_NUMERAL_AST) return false;
    wr_buf_add (w->out, wr_str_of (Z3_get_numeral_string (z3, bits)));
  }
  wr_buf_print (w->out, "f%ue%u", sort->a, sort->b);
  return true;
}

static bool put_rounding (struct writer *w, Z3_ast value) {
  const char *name = NULL;
  Z3_decl_kind kind = head (w->t, value);
  if (kind == Z3_OP_FPA_RM_NEAREST_TIES_TO_EVEN) name = "RNE";
  if (kind == Z3_OP_FPA_RM_NEAREST_TIES_TO_AWAY) name = "RNA";
  if (kind == Z3_OP_FPA_RM_TOWARD_POSITIVE) name = "RTP";
  if (kind == Z3_OP_FPA_RM_TOWARD_NEGATIVE) name = "RTN";
  if (kind == Z3_OP_FPA_RM_TOWARD_ZERO) name = "RTZ";
  if (name) wr_buf_print (w->out, "(rmode %s)", name);
  return name != NULL;
}

/* Z3 writes characters that are not printable as \u{HEX}; core knows bytes. */
static bool put_string (struct writer *w, Z3_ast value) {
  Z3_context z3 = w->t->z3;
  if (!Z3_is_string (z3, value)) return false;
  wr_str text = wr_str_of (Z3_get_string (z3, value));
  wr_buf_add_char (w->out, '"');
  for (size_t i = 0; i < text.len; i++) {
    unsigned code = (unsigned char)text.ptr[i];
    if (wr_str_starts ((wr_str){text.ptr + i, text.len - i}, WR_LIT ("\\u{"))) {
      char *end;
      unsigned long read = strtoul (text.ptr + i + 3, &end, 16);
      if (*end != '}' || read > 255) return false;
      code = (unsigned)read;
      i = (size_t)(end - text.ptr);
    }
    if (code == '"' || code == '\\')
      wr_buf_print (w->out, "\\%c", (int)code);
    else if (code < 0x20 || code >= 0x7f)
      wr_buf_print (w->out, "\\x%02X", code);
    else
      wr_buf_add_char (w->out, (char)code);
  }
  wr_buf_add_char (w->out, '"');
  return true;
}

/* Z3 names the elements of an uninterpreted sort SORT!val!NUMBER. */
static bool put_element (struct writer *w, Z3_ast value, wr_sort sort) {
  Z3_context z3 = w->t->z3;
  if (!is_app (w->t, value)) return false;
  Z3_symbol symbol = Z3_get_decl_name (z3, Z3_get_app_decl (z3, Z3_to_app (z3, value)));
  if (Z3_get_symbol_kind (z3, symbol) != Z3_STRING_SYMBOL) return false;
  const char *name = Z3_get_symbol_string (z3, symbol);
  const char *number = strrchr (name, '!');
  if (!number || !number[1] || strspn (number + 1, "0123456789") != strlen (number + 1))
    return false;
  wr_buf_print (w->out, "(element ");
  put_sort (w, sort);
  wr_buf_print (w->out, " %s)", number + 1);
  return true;
}

static bool put_data (struct writer *w, Z3_ast value, const struct wr_sort_info *sort) {
  Z3_context z3 = w->t->z3;
  const wr_core *core = w->t->core;
  if (!is_app (w->t, value)) return false;
  Z3_app app = Z3_to_app (z3, value);
  Z3_func_decl decl = Z3_get_app_decl (z3, app);
  const struct wr_datatype *d = &core->datatypes.data[sort->a];
  for (uint32_t i = 0; i < d->constructor_count; i++) {
    uint32_t ix = d->first_constructor + i;
    if (w->t->constructors.data[ix] != decl) continue;
    const struct wr_constructor *c = &core->constructors.data[ix];
    wr_buf_print (w->out, "(construct ");
    wr_core_print_name (w->out, w->t->core, c->name);
    for (uint32_t k = 0; k < c->field_count; k++) {
      wr_buf_add_char (w->out, ' ');
      if (!put_value (w, Z3_get_app_arg (z3, app, k), core->fields.data[c->first_field + k].sort))
        return false;
    }
    wr_buf_add_char (w->out, ')');
    return true;
  }
  return false;
}

static bool put_items (struct writer *w, Z3_ast value, wr_sort element) {
  Z3_context z3 = w->t->z3;
  Z3_decl_kind kind = head (w->t, value);
  if (kind == Z3_OP_SEQ_EMPTY) return true;
  Z3_app app = Z3_to_app (z3, value);
  if (kind == Z3_OP_SEQ_UNIT) {
    wr_buf_add_char (w->out, ' ');
    return put_value (w, Z3_get_app_arg (z3, app, 0), element);
  }
  if (kind != Z3_OP_SEQ_CONCAT || ++w->depth > MAX_VALUE_DEPTH) return false;
  bool good = true;
  for (unsigned i = 0; good && i < Z3_get_app_num_args (z3, app); i++)
    good = put_items (w, Z3_get_app_arg (z3, app, i), element);
  w->depth--;
  return good;
}

/* -- maps --------------------------------------------------------------------------------------- */

/* One exception: count indices, then the value. */
typedef WR_VEC (Z3_ast) entries;

static bool same_index (const Z3_ast *a, const Z3_ast *b, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (a[i] != b[i]) return false;
  return true;
}

/* Adds an exception unless a store further out has the same index. */
static void add_entry (entries *all, const Z3_ast *entry, uint32_t count) {
  for (uint32_t i = 0; i < all->len; i += count + 1)
    if (same_index (all->data + i, entry, count)) return;
  for (uint32_t i = 0; i <= count; i++) WR_VEC_PUSH (all, entry[i]);
}

/* Exceptions and default of a function's table. */
static Z3_ast read_table (struct writer *w, Z3_func_decl decl, entries *all, uint32_t count) {
  Z3_context z3 = w->t->z3;
  Z3_func_interp table = Z3_model_get_func_interp (z3, w->model, decl);
  if (!table) return NULL;
  Z3_func_interp_inc_ref (z3, table);
  Z3_ast *entry = wr_alloc (count + 1, sizeof *entry);
  for (unsigned i = 0; i < Z3_func_interp_get_num_entries (z3, table); i++) {
    Z3_func_entry row = Z3_func_interp_get_entry (z3, table, i);
    Z3_func_entry_inc_ref (z3, row);
    for (uint32_t k = 0; k < count; k++) entry[k] = Z3_func_entry_get_arg (z3, row, k);
    entry[count] = Z3_func_entry_get_value (z3, row);
    add_entry (all, entry, count);
    Z3_func_entry_dec_ref (z3, row);
  }
  free (entry);
  Z3_ast otherwise = Z3_func_interp_get_else (z3, table);
  Z3_func_interp_dec_ref (z3, table);
  return otherwise;
}

/* Takes a map value apart; its default, or NULL when it has another form. */
static Z3_ast read_map (struct writer *w, Z3_ast value, entries *all, uint32_t count) {
  Z3_context z3 = w->t->z3;
  for (;;) {
    if (Z3_is_as_array (z3, value))
      return read_table (w, Z3_get_as_array_func_decl (z3, value), all, count);
    if (!is_app (w->t, value)) return NULL;
    Z3_app app = Z3_to_app (z3, value);
    Z3_decl_kind kind = head (w->t, value);
    if (kind == Z3_OP_CONST_ARRAY) return Z3_get_app_arg (z3, app, 0);
    if (kind != Z3_OP_STORE || Z3_get_app_num_args (z3, app) != count + 2) return NULL;
    Z3_ast *entry = wr_alloc (count + 1, sizeof *entry);
    for (uint32_t k = 0; k <= count; k++) entry[k] = Z3_get_app_arg (z3, app, k + 1);
    add_entry (all, entry, count);
    free (entry);
    value = Z3_get_app_arg (z3, app, 0);
  }
}

/* ((INDICES) VALUE) for each exception; `sorts`: of the indices, then of the value. */
static bool put_entries (struct writer *w, const entries *all, Z3_ast otherwise,
                         const uint32_t *sorts, uint32_t count) {
  for (uint32_t i = 0; i < all->len; i += count + 1) {
    if (all->data[i + count] == otherwise) continue;
    wr_buf_print (w->out, " (");
    for (uint32_t k = 0; k < count; k++) {
      wr_buf_add_char (w->out, k ? ' ' : '(');
      if (!put_value (w, all->data[i + k], (wr_sort){sorts[k]})) return false;
    }
    wr_buf_print (w->out, ") ");
    if (!put_value (w, all->data[i + count], (wr_sort){sorts[count]})) return false;
    wr_buf_add_char (w->out, ')');
  }
  return true;
}

static bool put_map (struct writer *w, Z3_ast value, wr_sort sort) {
  uint32_t count = wr_sort_arity (w->t->core, sort);
  const uint32_t *sorts = WR_VEC_FROM (&w->t->core->pool, wr_sort_info (w->t->core, sort)->first);
  entries all = {0};
  Z3_ast otherwise = count == 0 ? value : read_map (w, value, &all, count);
  bool good = otherwise != NULL;
  if (good) {
    wr_buf_print (w->out, "(map-of ");
    put_sort (w, sort);
    wr_buf_add_char (w->out, ' ');
    good = put_value (w, otherwise, wr_sort_range (w->t->core, sort)) &&
           put_entries (w, &all, otherwise, sorts, count);
    wr_buf_add_char (w->out, ')');
  }
  WR_VEC_FREE (&all);
  return good;
}

/* -- all ----------------------------------------------------------------------------------------- */

static bool put_sorted (struct writer *w, Z3_ast value, wr_sort sort) {
  const struct wr_sort_info *info = wr_sort_info (w->t->core, sort);
  switch (info->kind) {
  case WR_SORT_BOOL: {
    Z3_lbool truth = Z3_get_bool_value (w->t->z3, value);
    if (truth == Z3_L_UNDEF) return false;
    wr_buf_print (w->out, truth == Z3_L_TRUE ? "true" : "false");
    return true;
  }
  case WR_SORT_INT:
  case WR_SORT_REAL:
  case WR_SORT_BV: return put_number (w, value, info);
  case WR_SORT_FLOAT: return put_float (w, value, info);
  case WR_SORT_RMODE: return put_rounding (w, value);
  case WR_SORT_STRING: return put_string (w, value);
  case WR_SORT_SEQ:
    wr_buf_print (w->out, "(seq-of ");
    put_sort (w, sort);
    if (!put_items (w, value, wr_sort_arg (w->t->core, sort, 0))) return false;
    wr_buf_add_char (w->out, ')');
    return true;
  case WR_SORT_NAMED: return put_element (w, value, sort);
  case WR_SORT_DATA: return put_data (w, value, info);
  case WR_SORT_MAP: return put_map (w, value, sort);
  case WR_SORT_REGEX:
  case WR_SORT_NONE:
  case WR_SORT_KIND_COUNT: return false;
  }
  WR_UNREACHABLE ();
}

static bool put_value (struct writer *w, Z3_ast value, wr_sort sort) {
  if (!value || w->out->len > MAX_VALUE_TEXT || w->depth >= MAX_VALUE_DEPTH) return false;
  w->depth++;
  bool good = put_sorted (w, value, sort);
  w->depth--;
  return good;
}

bool wr_z3_value (struct wr_z3_terms *t, Z3_model model, Z3_ast term, wr_sort sort, wr_buf *out) {
  Z3_ast value = NULL;
  if (!Z3_model_eval (t->z3, model, term, true, &value)) return false;
  struct writer w = {t, model, out, 0};
  return put_value (&w, value, sort);
}

/* (map-of (map (PARAMS) RESULT) DEFAULT ((ARGS) VALUE) ...), from the function's table in the model. */
static bool put_table (struct writer *w, const struct wr_func_info *info, const entries *all,
                       Z3_ast otherwise) {
  const uint32_t *params = WR_VEC_FROM (&w->t->core->pool, info->first_sort);
  uint32_t count = info->param_count;
  wr_buf_print (w->out, "(map-of (map (");
  for (uint32_t k = 0; k < count; k++) {
    if (k > 0) wr_buf_add_char (w->out, ' ');
    put_sort (w, (wr_sort){params[k]});
  }
  wr_buf_print (w->out, ") ");
  put_sort (w, info->sort);
  wr_buf_print (w->out, ") ");
  if (!put_value (w, otherwise, info->sort)) return false;
  uint32_t *sorts = wr_alloc (count + 1, sizeof *sorts);
  memcpy (sorts, params, count * sizeof *sorts);
  sorts[count] = info->sort.ix;
  bool good = put_entries (w, all, otherwise, sorts, count);
  free (sorts);
  wr_buf_add_char (w->out, ')');
  return good;
}

/* -- functions over finite sorts ------------------------------------------------------------------ */

/* All values of a sort in the model, if it has a universe of elements or is that of truth values. */
static bool universe_of (struct writer *w, wr_sort sort, entries *out) {
  Z3_context z3 = w->t->z3;
  if (wr_sort_info (w->t->core, sort)->kind == WR_SORT_BOOL) {
    WR_VEC_PUSH (out, Z3_mk_false (z3));
    WR_VEC_PUSH (out, Z3_mk_true (z3));
    return true;
  }
  if (wr_sort_info (w->t->core, sort)->kind != WR_SORT_NAMED) return false;
  Z3_sort wanted = wr_z3_sort (w->t, sort);
  for (unsigned i = 0; i < Z3_model_get_num_sorts (z3, w->model); i++) {
    if (Z3_model_get_sort (z3, w->model, i) != wanted) continue;
    Z3_ast_vector all = Z3_model_get_sort_universe (z3, w->model, wanted);
    Z3_ast_vector_inc_ref (z3, all);
    for (unsigned k = 0; k < Z3_ast_vector_size (z3, all); k++)
      WR_VEC_PUSH (out, Z3_ast_vector_get (z3, all, k));
    Z3_ast_vector_dec_ref (z3, all); /* the model keeps them */
  }
  return out->len > 0;
}

/* With quantifiers, the solver gives a function as an expression over other functions: its values one by one, for all arguments.
   NULL: these are not finitely many, or too many. */
static Z3_ast tabulate (struct writer *w, Z3_func_decl decl, const struct wr_func_info *info,
                        entries *all) {
  Z3_context z3 = w->t->z3;
  const uint32_t *params = WR_VEC_FROM (&w->t->core->pool, info->first_sort);
  uint32_t count = info->param_count, rows = 1;
  entries *values = wr_alloc (count, sizeof *values);
  Z3_ast *entry = wr_alloc (count + 1, sizeof *entry), otherwise = NULL;
  bool good = true;
  for (uint32_t k = 0; k < count && good; k++) {
    good = universe_of (w, (wr_sort){params[k]}, &values[k]);
    rows = good && rows <= MAX_ROWS ? rows * values[k].len : rows;
  }
  for (uint32_t row = 0; good && rows <= MAX_ROWS && row < rows; row++) {
    for (uint32_t k = 0, left = row; k < count; left /= values[k++].len)
      entry[k] = values[k].data[left % values[k].len];
    Z3_ast term = Z3_mk_app (z3, decl, count, entry);
    good = Z3_model_eval (z3, w->model, term, true, &entry[count]);
    if (!good) break;
    otherwise = entry[count]; /* of the last row */
    add_entry (all, entry, count);
  }
  for (uint32_t k = 0; k < count; k++) WR_VEC_FREE (&values[k]);
  free (values);
  free (entry);
  return good ? otherwise : NULL;
}

bool wr_z3_func_value (struct wr_z3_terms *t, Z3_model model, wr_func func, wr_buf *out) {
  const struct wr_func_info *info = wr_func_info (t->core, func);
  Z3_func_decl decl = wr_z3_func (t, func);
  if (!decl) return false;
  if (info->param_count == 0)
    return wr_z3_value (t, model, Z3_mk_app (t->z3, decl, 0, NULL), info->sort, out);
  struct writer w = {t, model, out, 0};
  size_t begin = out->len;
  entries all = {0};
  Z3_ast otherwise = read_table (&w, decl, &all, info->param_count);
  bool good = otherwise && put_table (&w, info, &all, otherwise);
  if (!good && otherwise) {
    out->len = begin;
    WR_VEC_CLEAR (&all);
    otherwise = tabulate (&w, decl, info, &all);
    good = otherwise && put_table (&w, info, &all, otherwise);
  }
  WR_VEC_FREE (&all);
  return good;
}
