/* solve/z3_term.c -- translation of expressions (solve/z3_term.h). */
#include "solve/z3_term.h"

#include "base/bigint.h"
#include "base/check.h"
#include "core/build.h"
#include "vc/smttheory.h"

#include <stdio.h>
#include <string.h>

enum { DEFAULT_WEIGHT = 1 }; /* what SMT-LIB text without :weight means to Z3 */

void wr_z3_fail (struct wr_z3_terms *t, const char *what, wr_str about) {
  if (t->error.len > 0) return;
  Z3_error_code code = Z3_get_error_code (t->z3);
  const char *message = code == Z3_OK ? "no answer" : Z3_get_error_msg (t->z3, code);
  wr_str shown = wr_str_of (message);
  while (shown.len > 0 && shown.ptr[shown.len - 1] == '\n') shown.len--;
  t->error = wr_str_print (t->arena, "Z3 rejects %s%s%.*s: %.*s", what, about.len ? " " : "",
                           WR_STR_ARGS (about), WR_STR_ARGS (shown));
}

Z3_ast wr_z3_checked (struct wr_z3_terms *t, Z3_ast result) {
  if (result && Z3_get_error_code (t->z3) == Z3_OK) return result;
  wr_z3_fail (t, "a term", (wr_str){0});
  return t->yes;
}

static Z3_symbol symbol_of (struct wr_z3_terms *t, wr_symbol name, char kind, uint32_t ix) {
  wr_buf text = {0};
  if (name.ix) wr_buf_add (&text, wr_symbol_text (t->core->symbols, name));
  wr_buf_print (&text, "!%c%u", kind, ix);
  Z3_symbol symbol = Z3_mk_string_symbol (t->z3, wr_buf_text (&text));
  wr_buf_free (&text);
  return symbol;
}

/* -- sorts ---------------------------------------------------------------------------------------- */

static Z3_sort make_sort (struct wr_z3_terms *t, uint32_t ix) {
  const struct wr_sort_info *info = &t->core->sorts.data[ix];
  Z3_context z3 = t->z3;
  switch (info->kind) {
  case WR_SORT_BOOL: return Z3_mk_bool_sort (z3);
  case WR_SORT_INT: return Z3_mk_int_sort (z3);
  case WR_SORT_REAL: return Z3_mk_real_sort (z3);
  case WR_SORT_BV: return Z3_mk_bv_sort (z3, info->a);
  case WR_SORT_FLOAT: return Z3_mk_fpa_sort (z3, info->b, info->a);
  case WR_SORT_RMODE: return Z3_mk_fpa_rounding_mode_sort (z3);
  case WR_SORT_STRING: return Z3_mk_string_sort (z3);
  case WR_SORT_REGEX: return Z3_mk_re_sort (z3, Z3_mk_string_sort (z3));
  case WR_SORT_SEQ:
    return Z3_mk_seq_sort (z3, wr_z3_sort (t, (wr_sort){t->core->pool.data[info->first]}));
  case WR_SORT_NAMED:
    return Z3_mk_uninterpreted_sort (
        z3, Z3_mk_string_symbol (z3, wr_symbol_text (t->core->symbols, info->name).ptr));
  case WR_SORT_DATA: return NULL; /* all at once, before anything else */
  case WR_SORT_MAP: {
    wr_sort range = {t->core->pool.data[info->first + info->count - 1]};
    if (info->count == 1) return wr_z3_sort (t, range);
    if (t->maps_are_functions)
      return Z3_mk_uninterpreted_sort (z3, symbol_of (t, (wr_symbol){0}, 'M', ix));
    Z3_sort *domain = wr_alloc (info->count, sizeof *domain);
    for (uint32_t i = 0; i + 1 < info->count; i++)
      domain[i] = wr_z3_sort (t, (wr_sort){t->core->pool.data[info->first + i]});
    Z3_sort made = Z3_mk_array_sort_n (z3, info->count - 1, domain, wr_z3_sort (t, range));
    free (domain);
    return made;
  }
  case WR_SORT_NONE:
  case WR_SORT_KIND_COUNT: break;
  }
  WR_UNREACHABLE ();
}

/* Argument sorts have smaller indices (datatypes are made first), so the recursion is shallow. */
Z3_sort wr_z3_sort (struct wr_z3_terms *t, wr_sort sort) {
  WR_GROW (&t->sorts, t->core->sorts.len);
  WR_ASSERT (sort.ix > 0 && sort.ix < t->core->sorts.len);
  Z3_sort made = t->sorts.data[sort.ix];
  if (made) return made;
  made = make_sort (t, sort.ix);
  if (!made) {
    wr_z3_fail (t, "a sort", (wr_str){0});
    made = Z3_mk_bool_sort (t->z3);
  }
  return t->sorts.data[sort.ix] = made;
}

/* -- variables, labels, functions ------------------------------------------------------------------ */

/* Variables and labels are numbered in the order in which this context makes them, not as in the program: Z3's search depends on
   names, and an edit of another procedure must not change the names in this one. */

Z3_ast wr_z3_var (struct wr_z3_terms *t, wr_var var) {
  WR_GROW (&t->vars, var.ix + 1);
  if (!t->vars.data[var.ix]) {
    const struct wr_var_info *info = wr_var_info (t->core, var);
    Z3_sort sort = wr_z3_sort (t, info->sort);
    t->vars.data[var.ix] = wr_z3_checked (
        t, Z3_mk_const (t->z3, symbol_of (t, info->name, 'v', ++t->var_count), sort));
  }
  return t->vars.data[var.ix];
}

Z3_ast wr_z3_label (struct wr_z3_terms *t, uint32_t label) {
  WR_ASSERT (label > 0); /* label 0 is "no label": nothing may be guarded by it */
  WR_GROW (&t->labels, label + 1);
  if (!t->labels.data[label])
    t->labels.data[label] = Z3_mk_const (
        t->z3, symbol_of (t, (wr_symbol){0}, 'l', ++t->label_count), Z3_mk_bool_sort (t->z3));
  return t->labels.data[label];
}

Z3_ast wr_z3_mention_guard (struct wr_z3_terms *t, uint32_t label) {
  WR_ASSERT (label > 0);
  WR_GROW (&t->mention_guards, label + 1);
  if (!t->mention_guards.data[label])
    t->mention_guards.data[label] = Z3_mk_const (
        t->z3, symbol_of (t, (wr_symbol){0}, 'g', ++t->guard_count), Z3_mk_bool_sort (t->z3));
  return t->mention_guards.data[label];
}

Z3_ast wr_z3_no_label (struct wr_z3_terms *t, uint32_t label) {
  Z3_ast literal = wr_z3_label (t, label);
  WR_GROW (&t->no_labels, label + 1);
  if (!t->no_labels.data[label]) t->no_labels.data[label] = Z3_mk_not (t->z3, literal);
  return t->no_labels.data[label];
}

static void declare (struct wr_z3_terms *t, wr_func func) {
  const struct wr_func_info *info = wr_func_info (t->core, func);
  Z3_sort *domain = wr_alloc (info->param_count + 1, sizeof *domain);
  for (uint32_t i = 0; i < info->param_count; i++)
    domain[i] = wr_z3_sort (t, (wr_sort){t->core->pool.data[info->first_sort + i]});
  t->funcs.data[func.ix].decl =
      Z3_mk_func_decl (t->z3, symbol_of (t, info->name, 'f', func.ix), info->param_count, domain,
                       wr_z3_sort (t, info->sort));
  free (domain);
}

static void define (struct wr_z3_terms *t, wr_func func) {
  const struct wr_func_info *info = wr_func_info (t->core, func);
  Z3_ast *formals = WR_NEW (t->arena, Z3_ast, info->params.len);
  for (uint32_t i = 0; i < info->params.len; i++) formals[i] = wr_z3_var (t, info->params.data[i]);
  struct wr_z3_func *made = &t->funcs.data[func.ix];
  made->count = info->params.len;
  made->formals = formals;
  made->body = wr_z3_expr (t, info->body);
}

static void translate_order (struct wr_z3_terms *t, const wr_u32s *order);

/* Puts macros that the body of `func` needs on the stack; true when there were none. */
static bool needs_nothing (struct wr_z3_terms *t, const wr_u32s *order, wr_u32s *stack) {
  uint32_t before = stack->len;
  for (uint32_t i = 0; i < order->len; i++) {
    const struct wr_expr_info *info = &t->core->exprs.data[order->data[i]];
    if (info->op != WR_OP_APP) continue;
    const struct wr_func_info *callee = &t->core->funcs.data[info->data];
    if (callee->kind != WR_FUNC_DEFINED) continue;
    uint8_t state = t->funcs.data[info->data].state;
    if (state == 1)
      wr_z3_fail (t, "recursive definition of", wr_symbol_text (t->core->symbols, callee->name));
    else if (state == 0)
      WR_VEC_PUSH (stack, info->data);
  }
  return stack->len == before;
}

/* A macro after the macros it uses; a work list, because definitions may chain without bound. */
static void define_all (struct wr_z3_terms *t, wr_func first) {
  wr_u32s stack = {0}, order = {0};
  WR_VEC_PUSH (&stack, first.ix);
  while (stack.len > 0 && t->error.len == 0) {
    wr_func func = {WR_VEC_LAST (&stack)};
    struct wr_z3_func *made = &t->funcs.data[func.ix];
    if (made->state == 2) {
      (void)WR_VEC_POP (&stack);
      continue;
    }
    made->state = 1;
    WR_VEC_CLEAR (&order);
    wr_postorder (t->core, &wr_func_info (t->core, func)->body, 1, &order);
    if (!needs_nothing (t, &order, &stack)) continue;
    translate_order (t, &order);
    define (t, func);
    t->funcs.data[func.ix].state = 2;
  }
  WR_VEC_FREE (&stack);
  WR_VEC_FREE (&order);
}

static void make_func (struct wr_z3_terms *t, wr_func func) {
  WR_GROW (&t->funcs, t->core->funcs.len);
  if (t->funcs.data[func.ix].state == 2) return;
  switch (wr_func_info (t->core, func)->kind) {
  case WR_FUNC_UNINTERPRETED:
  case WR_FUNC_AXIOM:
  case WR_FUNC_LAMBDA: declare (t, func); break;
  case WR_FUNC_BUILTIN: wr_z3_builtin (t, func); break;
  case WR_FUNC_DEFINED: define_all (t, func); break;
  }
  t->funcs.data[func.ix].state = 2;
}

Z3_func_decl wr_z3_func (struct wr_z3_terms *t, wr_func func) {
  enum wr_func_kind kind = wr_func_info (t->core, func)->kind;
  if (kind == WR_FUNC_BUILTIN || kind == WR_FUNC_DEFINED) return NULL;
  make_func (t, func);
  return t->funcs.data[func.ix].decl;
}

static Z3_ast make_app (struct wr_z3_terms *t, wr_func func, const Z3_ast *args, uint32_t count) {
  make_func (t, func);
  const struct wr_z3_func *made = &t->funcs.data[func.ix];
  if (made->decl) return Z3_mk_app (t->z3, made->decl, count, args);
  if (!made->body) return t->yes; /* an error was noted */
  if (count == 0) return made->body;
  return Z3_substitute (t->z3, made->body, count, made->formals, args);
}

/* -- literals ---------------------------------------------------------------------------------------- */

static Z3_ast make_string (struct wr_z3_terms *t, wr_str bytes) {
  wr_buf text = {0};
  for (size_t i = 0; i < bytes.len; i++) {
    unsigned char c = (unsigned char)bytes.ptr[i];
    if (c >= 32 && c < 127 && c != '\\')
      wr_buf_add_char (&text, (char)c);
    else
      wr_buf_print (&text, "\\u{%x}", c);
  }
  Z3_ast made = Z3_mk_string (t->z3, wr_buf_text (&text));
  wr_buf_free (&text);
  return made;
}

static Z3_ast make_rounding (struct wr_z3_terms *t, wr_str name) {
  if (wr_str_equal (name, WR_LIT ("RNE"))) return Z3_mk_fpa_rne (t->z3);
  if (wr_str_equal (name, WR_LIT ("RNA"))) return Z3_mk_fpa_rna (t->z3);
  if (wr_str_equal (name, WR_LIT ("RTP"))) return Z3_mk_fpa_rtp (t->z3);
  if (wr_str_equal (name, WR_LIT ("RTN"))) return Z3_mk_fpa_rtn (t->z3);
  return Z3_mk_fpa_rtz (t->z3);
}

static Z3_ast make_literal (struct wr_z3_terms *t, const struct wr_expr_info *e) {
  wr_str text = wr_symbol_text (t->core->symbols, (wr_symbol){e->data});
  Z3_sort sort = wr_z3_sort (t, e->sort);
  if (e->op == WR_OP_STRING) return make_string (t, text);
  if (e->op == WR_OP_RMODE) return make_rounding (t, text);
  if (e->op != WR_OP_FLOAT) return Z3_mk_numeral (t->z3, text.ptr, sort);
  const struct wr_sort_info *info = wr_sort_info (t->core, e->sort);
  Z3_ast bits = Z3_mk_numeral (t->z3, text.ptr, Z3_mk_bv_sort (t->z3, info->a + info->b));
  return Z3_mk_fpa_to_fp_bv (t->z3, wr_z3_checked (t, bits), sort);
}

/* -- binders ----------------------------------------------------------------------------------------- */

static Z3_pattern make_pattern (struct wr_z3_terms *t, const uint32_t *exprs, uint32_t count) {
  wr_u32s parts = {0};
  wr_smt_trigger (t->core, exprs, count, &parts);
  Z3_ast *terms = wr_alloc (parts.len, sizeof *terms);
  for (uint32_t i = 0; i < parts.len; i++) terms[i] = t->exprs.data[parts.data[i]];
  Z3_pattern pattern = Z3_mk_pattern (t->z3, parts.len, terms);
  free (terms);
  WR_VEC_FREE (&parts);
  return pattern;
}

/* The id of a quantifier: the user's, or one that leads back to core. */
static Z3_symbol quantifier_id (const struct wr_z3_terms *t, const struct wr_expr_info *e) {
  wr_symbol own = t->core->binders.data[e->data].qid;
  char name[16];
  snprintf (name, sizeof name, "w%u", (uint32_t)(e - t->core->exprs.data));
  if (t->named) return Z3_mk_string_symbol (t->z3, name);
  return Z3_mk_string_symbol (t->z3, own.ix ? wr_symbol_text (t->core->symbols, own).ptr : "");
}

static Z3_ast make_quantifier (struct wr_z3_terms *t, const struct wr_expr_info *e, Z3_ast body) {
  const wr_core *core = t->core;
  const struct wr_binder *b = &core->binders.data[e->data];
  const uint32_t *pool = core->pool.data;
  Z3_app *bound = wr_alloc (b->var_count + 1, sizeof *bound);
  for (uint32_t i = 0; i < b->var_count; i++)
    bound[i] = Z3_to_app (t->z3, wr_z3_var (t, (wr_var){pool[b->first_var + i]}));
  Z3_pattern *patterns = wr_alloc (b->trigger_count + 1, sizeof *patterns);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < b->trigger_count; i++) {
    uint32_t first = pool[b->first_trigger + 2 * i], count = pool[b->first_trigger + 2 * i + 1];
    patterns[kept] = make_pattern (t, pool + first, count);
    kept += patterns[kept] != NULL;
  }
  Z3_ast *nopats = wr_alloc (b->nopat_count + 1, sizeof *nopats);
  for (uint32_t i = 0; i < b->nopat_count; i++) nopats[i] = t->exprs.data[pool[b->first_nopat + i]];
  Z3_symbol qid = quantifier_id (t, e);
  Z3_symbol skolem = Z3_mk_string_symbol (t->z3, "");
  unsigned weight = b->weight < 0 ? DEFAULT_WEIGHT : (unsigned)b->weight;
  Z3_ast made =
      Z3_mk_quantifier_const_ex (t->z3, e->op == WR_OP_FORALL, weight, qid, skolem, b->var_count,
                                 bound, kept, patterns, b->nopat_count, nopats, body);
  free (bound);
  free (patterns);
  free (nopats);
  return made;
}

static Z3_ast make_let (struct wr_z3_terms *t, const struct wr_expr_info *e, const Z3_ast *args) {
  const struct wr_binder *b = &t->core->binders.data[e->data];
  Z3_ast *from = wr_alloc (b->var_count + 1, sizeof *from);
  for (uint32_t i = 0; i < b->var_count; i++)
    from[i] = wr_z3_var (t, (wr_var){t->core->pool.data[b->first_var + i]});
  Z3_ast made = Z3_substitute (t->z3, args[e->count - 1], b->var_count, from, args);
  free (from);
  return made;
}

/* -- operators --------------------------------------------------------------------------------------- */

static Z3_ast make_select (struct wr_z3_terms *t, wr_sort sort, const Z3_ast *args,
                           uint32_t count) {
  if (count == 1) return args[0];
  if (t->maps_are_functions) return Z3_mk_app (t->z3, wr_z3_map (t, sort)->select, count, args);
  return count == 2 ? Z3_mk_select (t->z3, args[0], args[1])
                    : Z3_mk_select_n (t->z3, args[0], count - 1, args + 1);
}

static Z3_ast make_store (struct wr_z3_terms *t, wr_sort sort, const Z3_ast *args, uint32_t count) {
  if (count == 2) return args[1];
  if (t->maps_are_functions) return Z3_mk_app (t->z3, wr_z3_map (t, sort)->store, count, args);
  return count == 3 ? Z3_mk_store (t->z3, args[0], args[1], args[2])
                    : Z3_mk_store_n (t->z3, args[0], count - 2, args + 1, args[count - 1]);
}

/* Power is uninterpreted, as in Boogie and in the SMT-LIB text: other solvers do not know Z3's own function. */
static Z3_ast make_power (struct wr_z3_terms *t, const Z3_ast *a) {
  Z3_sort real = Z3_mk_real_sort (t->z3), both[2] = {real, real};
  Z3_symbol name = symbol_of (t, (wr_symbol){0}, 'p', 0);
  return Z3_mk_app (t->z3, Z3_mk_func_decl (t->z3, name, 2, both, real), 2, a);
}

static wr_sort map_sort (const struct wr_z3_terms *t, const struct wr_expr_info *e) {
  return t->core->exprs.data[t->core->pool.data[e->first]].sort;
}

static Z3_ast make_op (struct wr_z3_terms *t, const struct wr_expr_info *e, const Z3_ast *a) {
  Z3_context z3 = t->z3;
  switch ((enum wr_op)e->op) {
  case WR_OP_TRUE: return t->yes;
  case WR_OP_FALSE: return t->no;
  case WR_OP_INT:
  case WR_OP_REAL:
  case WR_OP_BV:
  case WR_OP_FLOAT:
  case WR_OP_STRING:
  case WR_OP_RMODE: return make_literal (t, e);
  case WR_OP_VAR: return wr_z3_var (t, (wr_var){e->data});
  case WR_OP_APP: return make_app (t, (wr_func){e->data}, a, e->count);
  case WR_OP_NOT: return Z3_mk_not (z3, a[0]);
  case WR_OP_AND: return Z3_mk_and (z3, e->count, a);
  case WR_OP_OR: return Z3_mk_or (z3, e->count, a);
  case WR_OP_IMPLIES: return Z3_mk_implies (z3, a[0], a[1]);
  case WR_OP_IFF:
  case WR_OP_EQ: return Z3_mk_eq (z3, a[0], a[1]);
  case WR_OP_DISTINCT: return Z3_mk_distinct (z3, e->count, a);
  case WR_OP_ITE: return Z3_mk_ite (z3, a[0], a[1], a[2]);
  case WR_OP_NEG: return Z3_mk_unary_minus (z3, a[0]);
  case WR_OP_ADD: return Z3_mk_add (z3, e->count, a);
  case WR_OP_SUB: return Z3_mk_sub (z3, 2, a);
  case WR_OP_MUL: return Z3_mk_mul (z3, e->count, a);
  case WR_OP_DIV:
  case WR_OP_RDIV: return Z3_mk_div (z3, a[0], a[1]);
  case WR_OP_MOD: return Z3_mk_mod (z3, a[0], a[1]);
  case WR_OP_POW: return make_power (t, a);
  case WR_OP_LT: return Z3_mk_lt (z3, a[0], a[1]);
  case WR_OP_LE: return Z3_mk_le (z3, a[0], a[1]);
  case WR_OP_TO_REAL: return Z3_mk_int2real (z3, a[0]);
  case WR_OP_TO_INT: return Z3_mk_real2int (z3, a[0]);
  case WR_OP_CONCAT: return Z3_mk_concat (z3, a[0], a[1]);
  case WR_OP_EXTRACT: return Z3_mk_extract (z3, (e->data >> 16) - 1, e->data & 0xffff, a[0]);
  case WR_OP_SELECT: return make_select (t, map_sort (t, e), a, e->count);
  case WR_OP_STORE: return make_store (t, e->sort, a, e->count);
  case WR_OP_CONSTRUCT: return Z3_mk_app (z3, t->constructors.data[e->data], e->count, a);
  case WR_OP_IS: return Z3_mk_app (z3, t->testers.data[e->data], 1, a);
  case WR_OP_FIELD: return Z3_mk_app (z3, t->fields.data[e->data], 1, a);
  case WR_OP_FORALL:
  case WR_OP_EXISTS: return make_quantifier (t, e, a[0]);
  case WR_OP_LET: return make_let (t, e, a);
  case WR_OP_OLD:
  case WR_OP_NONE:
  case WR_OP_COUNT: break;
  }
  WR_UNREACHABLE ();
}

static void translate_order (struct wr_z3_terms *t, const wr_u32s *order) {
  WR_VEC (Z3_ast) args = {0};
  for (uint32_t i = 0; i < order->len; i++) {
    uint32_t ix = order->data[i];
    if (t->exprs.data[ix]) continue;
    const struct wr_expr_info *e = &t->core->exprs.data[ix];
    WR_VEC_CLEAR (&args);
    for (uint32_t j = 0; j < e->count; j++)
      WR_VEC_PUSH (&args, t->exprs.data[t->core->pool.data[e->first + j]]);
    t->exprs.data[ix] = wr_z3_checked (t, make_op (t, e, args.data));
  }
  WR_VEC_FREE (&args);
}

void wr_z3_translate (struct wr_z3_terms *t, const wr_expr *roots, uint32_t count) {
  WR_GROW (&t->exprs, t->core->exprs.len);
  WR_GROW (&t->funcs, t->core->funcs.len);
  wr_u32s order = {0};
  wr_postorder (t->core, roots, count, &order);
  translate_order (t, &order);
  WR_VEC_FREE (&order);
}

Z3_ast wr_z3_expr (const struct wr_z3_terms *t, wr_expr e) {
  WR_REQUIRE (e.ix < t->exprs.len && t->exprs.data[e.ix]);
  return t->exprs.data[e.ix];
}

Z3_ast wr_z3_lambda_axiom (struct wr_z3_terms *t, wr_func func) {
  const struct wr_func_info *info = wr_func_info (t->core, func);
  uint32_t params = info->params.len, indices = info->indices.len, all = params + indices;
  wr_z3_translate (t, &info->body, 1);
  Z3_ast *terms = wr_alloc (all + 1, sizeof *terms);
  Z3_app *bound = wr_alloc (all + 1, sizeof *bound);
  for (uint32_t i = 0; i < all; i++) {
    terms[i] = wr_z3_var (t, i < params ? info->params.data[i] : info->indices.data[i - params]);
    bound[i] = Z3_to_app (t->z3, terms[i]);
  }
  Z3_ast *read = wr_alloc (indices + 1, sizeof *read);
  read[0] = wr_z3_checked (t, make_app (t, func, terms, params));
  for (uint32_t i = 0; i < indices; i++) read[i + 1] = terms[params + i];
  Z3_ast left = wr_z3_checked (t, make_select (t, info->sort, read, indices + 1));
  free (read);
  Z3_ast axiom = wr_z3_checked (t, Z3_mk_eq (t->z3, left, wr_z3_expr (t, info->body)));
  if (all > 0) {
    Z3_pattern pattern = Z3_mk_pattern (t->z3, 1, &left);
    char name[16];
    snprintf (name, sizeof name, "f%u", func.ix);
    Z3_symbol none = Z3_mk_string_symbol (t->z3, "");
    Z3_symbol id = t->named ? Z3_mk_string_symbol (t->z3, name) : none;
    axiom = wr_z3_checked (t, Z3_mk_quantifier_const_ex (t->z3, true, DEFAULT_WEIGHT, id, none, all,
                                                         bound, pattern != NULL, &pattern, 0, NULL,
                                                         axiom));
  }
  free (terms);
  free (bound);
  return axiom;
}

Z3_ast wr_z3_mention (struct wr_z3_terms *t, wr_expr e) {
  wr_sort sort = wr_expr_info (t->core, e)->sort;
  WR_GROW (&t->mentions, t->core->sorts.len);
  if (!t->mentions.data[sort.ix]) {
    Z3_sort domain = wr_z3_sort (t, sort);
    t->mentions.data[sort.ix] = Z3_mk_func_decl (t->z3, symbol_of (t, (wr_symbol){0}, 'm', sort.ix),
                                                 1, &domain, Z3_mk_bool_sort (t->z3));
  }
  Z3_ast term = wr_z3_expr (t, e);
  return wr_z3_checked (t, Z3_mk_app (t->z3, t->mentions.data[sort.ix], 1, &term));
}

bool wr_z3_terms_init (struct wr_z3_terms *t, const wr_core *core, Z3_context z3,
                       bool maps_are_functions) {
  *t = (struct wr_z3_terms){
      .core = core, .z3 = z3, .arena = wr_arena_new (), .maps_are_functions = maps_are_functions};
  t->yes = Z3_mk_true (z3);
  t->no = Z3_mk_false (z3);
  wr_z3_datatypes (t);
  return t->error.len == 0;
}

void wr_z3_terms_free (struct wr_z3_terms *t) {
  WR_VEC_FREE (&t->sorts);
  WR_VEC_FREE (&t->exprs);
  WR_VEC_FREE (&t->vars);
  WR_VEC_FREE (&t->labels);
  WR_VEC_FREE (&t->no_labels);
  WR_VEC_FREE (&t->mention_guards);
  WR_VEC_FREE (&t->funcs);
  WR_VEC_FREE (&t->constructors);
  WR_VEC_FREE (&t->testers);
  WR_VEC_FREE (&t->fields);
  WR_VEC_FREE (&t->mentions);
  WR_VEC_FREE (&t->maps);
  wr_arena_free (t->arena);
}
