/* solve/z3_decl.c -- datatypes and functions of theories.  Both are read by Z3's own SMT-LIB reader from a
   small text: datatypes may refer to each other below maps and sequences, which the C constructors cannot
   say, and a theory function is whatever its SMT-LIB name means. */
#include "solve/z3_term.h"

#include "base/check.h"
#include "core/build.h"
#include "vc/smttheory.h"

#include <string.h>

enum { MAX_SORT_TEXT = 1 << 16, MAX_SORT_DEPTH = 200 };

/* Names that we choose for such a text need no quoting and do not clash. */
static void sort_text (const struct wr_z3_terms *t, wr_sort sort, uint32_t depth, wr_buf *out,
                       bool *good) {
  const struct wr_sort_info *info = wr_sort_info (t->core, sort);
  if (depth > MAX_SORT_DEPTH || out->len > MAX_SORT_TEXT * 16) {
    *good = false;
    return;
  }
  switch (info->kind) {
  case WR_SORT_BOOL: wr_buf_print (out, "Bool"); return;
  case WR_SORT_INT: wr_buf_print (out, "Int"); return;
  case WR_SORT_REAL: wr_buf_print (out, "Real"); return;
  case WR_SORT_BV: wr_buf_print (out, "(_ BitVec %u)", info->a); return;
  case WR_SORT_FLOAT: wr_buf_print (out, "(_ FloatingPoint %u %u)", info->b, info->a); return;
  case WR_SORT_RMODE: wr_buf_print (out, "RoundingMode"); return;
  case WR_SORT_STRING: wr_buf_print (out, "String"); return;
  case WR_SORT_REGEX: wr_buf_print (out, "(RegEx String)"); return;
  case WR_SORT_NAMED: wr_buf_print (out, "U!%u", sort.ix); return;
  case WR_SORT_DATA: wr_buf_print (out, "D!%u", sort.ix); return;
  case WR_SORT_SEQ:
  case WR_SORT_MAP: {
    bool plain = info->kind == WR_SORT_MAP && info->count == 1; /* no index: the range itself */
    if (!plain) wr_buf_print (out, info->kind == WR_SORT_SEQ ? "(Seq" : "(Array");
    for (uint32_t i = 0; i < info->count; i++) {
      if (!plain) wr_buf_add_char (out, ' ');
      sort_text (t, (wr_sort){t->core->pool.data[info->first + i]}, depth + 1, out, good);
    }
    if (!plain) wr_buf_add_char (out, ')');
    return;
  }
  case WR_SORT_NONE:
  case WR_SORT_KIND_COUNT: break;
  }
  WR_UNREACHABLE ();
}

struct names {
  WR_VEC (Z3_symbol) symbols;
  WR_VEC (Z3_sort) sorts;
  WR_VEC (Z3_func_decl) decls;
  WR_VEC (Z3_symbol) decl_symbols;
};

static void names_free (struct names *names) {
  WR_VEC_FREE (&names->symbols);
  WR_VEC_FREE (&names->sorts);
  WR_VEC_FREE (&names->decls);
  WR_VEC_FREE (&names->decl_symbols);
}

static void add_sort (struct wr_z3_terms *t, struct names *names, const char *name, Z3_sort sort) {
  WR_VEC_PUSH (&names->symbols, Z3_mk_string_symbol (t->z3, name));
  WR_VEC_PUSH (&names->sorts, sort);
}

/* The assertions that the text consists of, or NULL. */
static Z3_ast_vector read_text (struct wr_z3_terms *t, wr_buf *text, struct names *names) {
  Z3_ast_vector vector = Z3_parse_smtlib2_string (
      t->z3, wr_buf_text (text), names->symbols.len, names->symbols.data, names->sorts.data,
      names->decls.len, names->decl_symbols.data, names->decls.data);
  if (Z3_get_error_code (t->z3) != Z3_OK) return NULL;
  if (vector) Z3_ast_vector_inc_ref (t->z3, vector);
  return vector;
}

static void constructor_text (const struct wr_z3_terms *t, uint32_t ix, wr_buf *out, bool *good) {
  const struct wr_constructor *c = &t->core->constructors.data[ix];
  wr_buf_print (out, "(C!%u", ix);
  for (uint32_t k = 0; k < c->field_count; k++) {
    wr_buf_print (out, " (F!%u ", c->first_field + k);
    sort_text (t, t->core->fields.data[c->first_field + k].sort, 0, out, good);
    wr_buf_add_char (out, ')');
  }
  wr_buf_add_char (out, ')');
}

static void group_text (const struct wr_z3_terms *t, const uint32_t *members, uint32_t count,
                        wr_buf *out, bool *good) {
  const wr_core *core = t->core;
  wr_buf_print (out, "(declare-datatypes (");
  for (uint32_t i = 0; i < count; i++)
    wr_buf_print (out, "(D!%u 0)", core->datatypes.data[members[i]].sort.ix);
  wr_buf_print (out, ") (");
  for (uint32_t i = 0; i < count; i++) {
    const struct wr_datatype *d = &core->datatypes.data[members[i]];
    wr_buf_print (out, "(");
    for (uint32_t j = 0; j < d->constructor_count; j++)
      constructor_text (t, d->first_constructor + j, out, good);
    wr_buf_print (out, ")");
  }
  wr_buf_print (out, "))\n");
}

static void datatype_text (const struct wr_z3_terms *t, wr_buf *out, bool *good) {
  const wr_core *core = t->core;
  wr_u32s members = {0}, ends = {0};
  wr_smt_datatype_groups (core, &members, &ends);
  for (uint32_t i = 0, first = 0; i < ends.len; first = ends.data[i++])
    group_text (t, members.data + first, ends.data[i] - first, out, good);
  WR_VEC_FREE (&members);
  WR_VEC_FREE (&ends);
  for (uint32_t i = 0; i < core->datatypes.len; i++) {
    uint32_t ix = core->datatypes.data[i].sort.ix;
    wr_buf_print (out, "(declare-const d!%u D!%u)(assert (= d!%u d!%u))\n", ix, ix, ix, ix);
  }
}

static void take_datatype (struct wr_z3_terms *t, const struct wr_datatype *d, Z3_sort sort) {
  t->sorts.data[d->sort.ix] = sort;
  Z3_inc_ref (t->z3, Z3_sort_to_ast (t->z3, sort)); /* otherwise it goes with the equation */
  for (uint32_t j = 0; j < d->constructor_count; j++) {
    uint32_t ix = d->first_constructor + j;
    const struct wr_constructor *c = &t->core->constructors.data[ix];
    t->constructors.data[ix] = Z3_get_datatype_sort_constructor (t->z3, sort, j);
    t->testers.data[ix] = Z3_get_datatype_sort_recognizer (t->z3, sort, j);
    for (uint32_t k = 0; k < c->field_count; k++)
      t->fields.data[c->first_field + k] =
          Z3_get_datatype_sort_constructor_accessor (t->z3, sort, j, k);
  }
}

void wr_z3_datatypes (struct wr_z3_terms *t) {
  const wr_core *core = t->core;
  if (core->datatypes.len == 0) return;
  WR_GROW (&t->sorts, core->sorts.len);
  WR_GROW (&t->constructors, core->constructors.len);
  WR_GROW (&t->testers, core->constructors.len);
  WR_GROW (&t->fields, core->fields.len);
  struct names names = {0};
  for (uint32_t i = 1; i < core->sorts.len; i++) {
    if (core->sorts.data[i].kind != WR_SORT_NAMED) continue;
    char name[32];
    snprintf (name, sizeof name, "U!%u", i);
    add_sort (t, &names, name, wr_z3_sort (t, (wr_sort){i}));
  }
  wr_buf text = {0};
  bool good = true;
  datatype_text (t, &text, &good);
  Z3_ast_vector vector = good ? read_text (t, &text, &names) : NULL;
  if (vector && Z3_ast_vector_size (t->z3, vector) == core->datatypes.len) {
    for (uint32_t i = 0; i < core->datatypes.len; i++) {
      Z3_app equation = Z3_to_app (t->z3, Z3_ast_vector_get (t->z3, vector, i));
      take_datatype (t, &core->datatypes.data[i],
                     Z3_get_sort (t->z3, Z3_get_app_arg (t->z3, equation, 0)));
    }
  } else {
    wr_z3_fail (t, "datatypes", (wr_str){0});
  }
  if (vector) Z3_ast_vector_dec_ref (t->z3, vector);
  wr_buf_free (&text);
  names_free (&names);
}

static void write_sort (void *ctx, wr_buf *out, wr_sort sort) {
  bool good = true;
  sort_text (ctx, sort, 0, out, &good);
}

/* The reader declares the constructors of a datatype with every name of it, and no constructor twice: the
   user's name is an abbreviation, where the function mentions it. */
static void datatype_name (struct wr_z3_terms *t, uint32_t sort, const char *own, wr_str function,
                           wr_buf *text, struct names *names) {
  wr_str name = wr_symbol_text (t->core->symbols, t->core->sorts.data[sort].name);
  add_sort (t, names, own, wr_z3_sort (t, (wr_sort){sort}));
  if (!memmem (function.ptr, function.len, name.ptr, name.len)) return;
  wr_buf_print (text, "(define-sort |%.*s| () %s)\n", WR_STR_ARGS (name), own);
}

/* r! = (NAME a!0 a!1 ...), with every sort of the program known by its own name and by ours. */
static void builtin_text (struct wr_z3_terms *t, wr_func func, const struct wr_func_info *info,
                          struct wr_z3_func *made, wr_buf *text, struct names *names) {
  for (uint32_t i = 1; i < t->core->sorts.len; i++) {
    const struct wr_sort_info *sort = &t->core->sorts.data[i];
    if (sort->kind != WR_SORT_NAMED && sort->kind != WR_SORT_DATA) continue;
    char own[32];
    snprintf (own, sizeof own, "%c!%u", sort->kind == WR_SORT_NAMED ? 'U' : 'D', i);
    if (sort->kind == WR_SORT_DATA) {
      wr_str function = wr_symbol_text (t->core->symbols, info->builtin);
      datatype_name (t, i, own, function, text, names);
      continue;
    }
    add_sort (t, names, own, wr_z3_sort (t, (wr_sort){i}));
    add_sort (t, names, wr_symbol_text (t->core->symbols, sort->name).ptr,
              wr_z3_sort (t, (wr_sort){i}));
  }
  wr_buf_print (text, "(assert (= r! %s", info->param_count > 0 ? "(" : "");
  wr_smt_builtin (text, t->core, func, write_sort, t);
  for (uint32_t i = 0; i <= info->param_count; i++) {
    char formal[32] = "r!";
    bool result = i == info->param_count;
    if (!result) snprintf (formal, sizeof formal, "a!%u", i);
    wr_sort sort = result ? info->sort : (wr_sort){t->core->pool.data[info->first_sort + i]};
    Z3_symbol symbol = Z3_mk_string_symbol (t->z3, formal);
    Z3_func_decl decl = Z3_mk_func_decl (t->z3, symbol, 0, NULL, wr_z3_sort (t, sort));
    WR_VEC_PUSH (&names->decl_symbols, symbol);
    WR_VEC_PUSH (&names->decls, decl);
    if (!result) {
      made->formals[i] = Z3_mk_app (t->z3, decl, 0, NULL);
      wr_buf_print (text, " %s", formal);
    }
  }
  wr_buf_print (text, "%s))", info->param_count > 0 ? ")" : "");
}

/* An application to the formals in order can be made again from its head alone. */
static bool is_plain (struct wr_z3_terms *t, const struct wr_z3_func *made) {
  if (Z3_get_ast_kind (t->z3, made->body) != Z3_APP_AST) return false;
  Z3_app app = Z3_to_app (t->z3, made->body);
  if (Z3_get_app_num_args (t->z3, app) != made->count) return false;
  for (uint32_t i = 0; i < made->count; i++)
    if (Z3_get_app_arg (t->z3, app, i) != made->formals[i]) return false;
  return true;
}

void wr_z3_builtin (struct wr_z3_terms *t, wr_func func) {
  const struct wr_func_info *info = wr_func_info (t->core, func);
  struct wr_z3_func *made = &t->funcs.data[func.ix];
  made->count = info->param_count;
  made->formals = WR_NEW (t->arena, Z3_ast, made->count);
  wr_buf text = {0};
  struct names names = {0};
  builtin_text (t, func, info, made, &text, &names);
  Z3_ast_vector vector = read_text (t, &text, &names);
  if (vector && Z3_ast_vector_size (t->z3, vector) == 1) {
    Z3_app equation = Z3_to_app (t->z3, Z3_ast_vector_get (t->z3, vector, 0));
    made->body = Z3_get_app_arg (t->z3, equation, 1);
    Z3_inc_ref (t->z3, made->body); /* otherwise it goes with the vector */
    if (is_plain (t, made)) made->decl = Z3_get_app_decl (t->z3, Z3_to_app (t->z3, made->body));
  } else {
    wr_z3_fail (t, "function", wr_symbol_text (t->core->symbols, info->builtin));
    made->body = t->yes;
  }
  if (vector) Z3_ast_vector_dec_ref (t->z3, vector);
  wr_buf_free (&text);
  names_free (&names);
}
