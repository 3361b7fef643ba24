/* Reading expressions.  Recursion is bounded by WR_SEXP_MAX_DEPTH. */
#include "core/reader.h"

#include "base/bigint.h"
#include "base/check.h"
#include "core/words.h"

#include <string.h>

static const wr_expr none = {0};

static wr_sort sort_of (const struct wr_reader *r, wr_expr e) {
  return wr_expr_info (r->core, e)->sort;
}

static wr_expr misfit (struct wr_reader *r, wr_node n) {
  wr_read_fail (r, n, WR_CODE_CORE_SORT,
                "the arguments have other sorts, or there are too few or too many");
  return none;
}

bool wr_read_condition (struct wr_reader *r, wr_node n, wr_expr *e) {
  *e = wr_read_expr (r, n);
  if (!e->ix) return false;
  if (wr_sort_info (r->core, sort_of (r, *e))->kind == WR_SORT_BOOL) return true;
  wr_read_fail (r, n, WR_CODE_CORE_SORT, "an expression of sort bool is expected");
  return false;
}

/* -- literals ------------------------------------------------------------------------------------ */

static size_t digits_from (wr_str word, size_t at) {
  while (at < word.len && word.ptr[at] >= '0' && word.ptr[at] <= '9') at++;
  return at;
}

static bool fits_bits (wr_str decimal, uint32_t bits) {
  mpz_t value;
  mpz_init (value);
  bool fits = wr_int_parse (value, decimal) && wr_bv_fits (value, bits);
  mpz_clear (value);
  return fits;
}

/* NUMBERbvBITS and NUMBERfSIGNIFICANDeEXPONENT */
static wr_expr read_bits_literal (struct wr_reader *r, wr_node n, wr_str value, wr_str rest) {
  uint32_t a = 0, b = 0;
  bool is_float = rest.ptr[0] == 'f';
  size_t from = is_float ? 1 : 2, end = digits_from (rest, from);
  bool ok = rest.len > from && wr_sexp_number ((wr_str){rest.ptr + from, end - from}, &a);
  if (is_float) {
    ok = ok && end < rest.len && rest.ptr[end] == 'e' &&
         wr_sexp_number ((wr_str){rest.ptr + end + 1, rest.len - end - 1}, &b) && a && b;
  } else {
    ok = ok && rest.ptr[1] == 'v' && end == rest.len;
  }
  if (!ok) {
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX,
                  "a number is expected, such as 5, 1/2, 5bv8 or 0f24e8");
    return none;
  }
  if (a > WR_MAX_BITVECTOR || b > WR_MAX_BITVECTOR || a + b > WR_MAX_BITVECTOR ||
      !fits_bits (value, a + b)) {
    wr_read_fail (r, n, WR_CODE_CORE_LIMIT, "too many bits");
    return none;
  }
  if (!is_float) return wr_mk_bv_text (r->core, value, a);
  wr_mark mark = wr_arena_save (r->core->arena);
  wr_str canonical = wr_int_canonical (r->core->arena, value);
  wr_symbol symbol = wr_intern (r->core->symbols, canonical);
  wr_arena_restore (r->core->arena, mark);
  return wr_mk_literal (r->core, WR_OP_FLOAT, symbol, wr_sort_float (r->core, a, b));
}

static wr_expr read_number (struct wr_reader *r, wr_node n, wr_str word) {
  size_t start = word.ptr[0] == '-', end = digits_from (word, start);
  wr_str whole = {word.ptr, end}, rest = {word.ptr + end, word.len - end};
  if (end - start > WR_MAX_DIGITS || rest.len > WR_MAX_DIGITS) {
    wr_read_fail (r, n, WR_CODE_CORE_LIMIT, "more than %d digits", (int)WR_MAX_DIGITS);
    return none;
  }
  if (!rest.len) return wr_mk_int_text (r->core, whole);
  if (rest.ptr[0] == '/') {
    wr_mark mark = wr_arena_save (r->core->arena);
    bool ok = digits_from (rest, 1) == rest.len && wr_real_canonical (r->core->arena, word).len;
    wr_arena_restore (r->core->arena, mark);
    if (ok) return wr_mk_real_text (r->core, word);
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a fraction with a positive denominator is expected");
    return none;
  }
  if ((rest.ptr[0] == 'b' || rest.ptr[0] == 'f') && !start) {
    return read_bits_literal (r, n, whole, rest);
  }
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a number is expected, such as 5, 1/2, 5bv8 or 0f24e8");
  return none;
}

static wr_expr read_rmode (struct wr_reader *r, wr_node n) {
  static const char *const modes[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
  for (size_t i = 0; wr_read_count (r, n) == 2 && i < sizeof modes / sizeof *modes; i++) {
    if (!wr_read_is (r, wr_read_kid (r, n, 1), modes[i])) continue;
    wr_symbol symbol = wr_intern (r->core->symbols, wr_str_of (modes[i]));
    return wr_mk_literal (r->core, WR_OP_RMODE, symbol, wr_sort_simple (r->core, WR_SORT_RMODE));
  }
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "RNE, RNA, RTP, RTN or RTZ is expected");
  return none;
}

static wr_expr read_atom (struct wr_reader *r, wr_node n) {
  const struct wr_sexp *sexp = wr_read_sexp (r, n);
  wr_str word = wr_read_word (r, n);
  wr_var var;
  if (sexp->kind == WR_SEXP_STRING) {
    wr_sort sort = wr_sort_simple (r->core, WR_SORT_STRING);
    return wr_mk_literal (r->core, WR_OP_STRING, (wr_symbol){sexp->first}, sort);
  }
  if (wr_read_is (r, n, "true")) return wr_mk_bool (r->core, true);
  if (wr_read_is (r, n, "false")) return wr_mk_bool (r->core, false);
  if (word.len && (digits_from (word, 0) || (word.ptr[0] == '-' && digits_from (word, 1) > 1))) {
    return read_number (r, n, word);
  }
  if (word.len && word.ptr[0] == '%') {
    uint32_t number;
    uint64_t found;
    if (r->sharing && wr_sexp_number ((wr_str){word.ptr + 1, word.len - 1}, &number) &&
        wr_map_get (&r->abbreviations, number, &found)) {
      return (wr_expr){(uint32_t)found};
    }
    wr_read_fail (r, n, WR_CODE_CORE_NAME, "no abbreviation of this number stands before");
    return none;
  }
  return wr_read_var (r, n, &var) ? wr_mk_var (r->core, var) : none;
}

/* -- applications -------------------------------------------------------------------------------- */

typedef WR_VEC (wr_expr) exprs;

static bool read_args (struct wr_reader *r, wr_node n, uint32_t from, uint32_t to, exprs *args) {
  for (uint32_t i = from; i < to; i++) {
    wr_expr e = wr_read_expr (r, wr_read_kid (r, n, i));
    if (!e.ix) return false;
    WR_VEC_PUSH (args, e);
  }
  return true;
}

static wr_expr make_app (struct wr_reader *r, wr_node n, wr_func func, const exprs *args) {
  if (wr_func_info (r->core, func)->param_count != args->len) return misfit (r, n);
  for (uint32_t i = 0; i < args->len; i++) {
    if (sort_of (r, args->data[i]).ix != wr_func_param (r->core, func, i).ix) return misfit (r, n);
  }
  return wr_mk_app (r->core, func, args->data, args->len);
}

static wr_expr read_app (struct wr_reader *r, wr_node n) {
  wr_func func;
  if (!wr_read_known (r, wr_read_kid (r, n, 0), &r->funcs, "function", &func.ix)) return none;
  exprs args = {0};
  bool ok = read_args (r, n, 1, wr_read_count (r, n), &args);
  wr_expr e = ok ? make_app (r, n, func, &args) : none;
  WR_VEC_FREE (&args);
  return e;
}

static wr_expr read_plain (struct wr_reader *r, wr_node n, enum wr_op op) {
  exprs args = {0};
  wr_sort sort;
  wr_expr e = none;
  if (read_args (r, n, 1, wr_read_count (r, n), &args)) {
    bool fits = wr_op_sort (r->core, op, args.data, args.len, &sort);
    e = fits ? wr_mk (r->core, op, args.data, args.len) : misfit (r, n);
  }
  WR_VEC_FREE (&args);
  return e;
}

static wr_expr read_extract (struct wr_reader *r, wr_node n) {
  uint32_t hi, lo;
  if (!wr_read_arity (r, n, 4, 4) || !wr_read_u32 (r, wr_read_kid (r, n, 1), &hi) ||
      !wr_read_u32 (r, wr_read_kid (r, n, 2), &lo)) {
    return none;
  }
  wr_expr bv = wr_read_expr (r, wr_read_kid (r, n, 3));
  if (!bv.ix) return none;
  const struct wr_sort_info *sort = wr_sort_info (r->core, sort_of (r, bv));
  if (sort->kind != WR_SORT_BV || lo > hi || hi > sort->a) return misfit (r, n);
  return wr_mk_extract (r->core, bv, hi, lo);
}

static wr_expr make_construct (struct wr_reader *r, wr_node n, uint32_t constructor,
                               const exprs *args) {
  const struct wr_constructor *info = &r->core->constructors.data[constructor];
  if (info->field_count != args->len) return misfit (r, n);
  for (uint32_t i = 0; i < args->len; i++) {
    wr_sort want = r->core->fields.data[info->first_field + i].sort;
    if (sort_of (r, args->data[i]).ix != want.ix) return misfit (r, n);
  }
  return wr_mk_construct (r->core, constructor, args->data, args->len);
}

static wr_expr read_construct (struct wr_reader *r, wr_node n) {
  uint32_t constructor;
  if (!wr_read_arity (r, n, 2, UINT32_MAX) ||
      !wr_read_known (r, wr_read_kid (r, n, 1), &r->constructors, "constructor", &constructor)) {
    return none;
  }
  exprs args = {0};
  bool ok = read_args (r, n, 2, wr_read_count (r, n), &args);
  wr_expr e = ok ? make_construct (r, n, constructor, &args) : none;
  WR_VEC_FREE (&args);
  return e;
}

/* (is CONSTRUCTOR e) and (field FIELD e) */
static wr_expr read_part (struct wr_reader *r, wr_node n, bool is_field) {
  uint32_t ix;
  if (!wr_read_arity (r, n, 3, 3) ||
      !wr_read_known (r, wr_read_kid (r, n, 1), is_field ? &r->fields : &r->constructors,
                      is_field ? "field" : "constructor", &ix)) {
    return none;
  }
  wr_expr value = wr_read_expr (r, wr_read_kid (r, n, 2));
  if (!value.ix) return none;
  uint32_t constructor = is_field ? r->core->fields.data[ix].constructor : ix;
  if (sort_of (r, value).ix != r->core->constructors.data[constructor].sort.ix)
    return misfit (r, n);
  return is_field ? wr_mk_field (r->core, ix, value) : wr_mk_is (r->core, ix, value);
}

/* -- binders ------------------------------------------------------------------------------------- */

static void enter (struct wr_reader *r, uint64_t key, wr_var var) {
  uint32_t hidden = (uint32_t)wr_map_or (&r->innermost, key, 0);
  WR_VEC_PUSH (&r->bound, ((struct wr_read_bound){key, var, hidden}));
  wr_map_put (&r->innermost, key, r->bound.len);
}

void wr_read_leave (struct wr_reader *r, uint32_t bound_len) {
  while (r->bound.len > bound_len) {
    struct wr_read_bound last = WR_VEC_POP (&r->bound);
    wr_map_put (&r->innermost, last.key, last.hidden);
  }
}

/* (x int note...): a new bound variable. */
static bool read_bound (struct wr_reader *r, wr_node n, uint64_t *key, wr_var *var) {
  wr_symbol name;
  wr_sort sort;
  if (!wr_read_arity (r, n, 2, 5) || !wr_read_key (r, wr_read_kid (r, n, 0), &name, key) ||
      !wr_read_sort (r, wr_read_kid (r, n, 1), &sort)) {
    return false;
  }
  *var = wr_var_new (r->core, WR_VAR_BOUND, name, sort, (wr_span){0});
  for (uint32_t i = 2; i < wr_read_count (r, n); i++) {
    if (!wr_read_note (r, wr_read_kid (r, n, i), *var)) return false;
  }
  return true;
}

bool wr_read_bound_list (struct wr_reader *r, wr_node list, wr_u32s *vars) {
  if (!wr_read_arity (r, list, 0, UINT32_MAX)) return false;
  uint32_t outer = r->bound.len;
  for (uint32_t i = 0; i < wr_read_count (r, list); i++) {
    wr_node n = wr_read_kid (r, list, i);
    uint64_t key;
    wr_var var;
    if (!read_bound (r, n, &key, &var)) return false;
    if (wr_map_or (&r->innermost, key, 0) > outer) {
      wr_read_fail (r, n, WR_CODE_CORE_NAME, "this name is bound twice");
      return false;
    }
    enter (r, key, var);
    WR_VEC_PUSH (vars, var.ix);
  }
  return true;
}

/* A variable that the enclosing share declares. */
static bool read_shared_var (struct wr_reader *r, wr_node n, wr_u32s *vars) {
  wr_var var;
  if (!wr_read_var (r, n, &var)) return false;
  if (!r->sharing || wr_var_info (r->core, var)->kind != WR_VAR_BOUND) {
    wr_read_fail (r, n, WR_CODE_CORE_NAME, "no share around this declares the variable");
    return false;
  }
  WR_VEC_PUSH (vars, var.ix);
  return true;
}

static bool read_quantified (struct wr_reader *r, wr_node list, wr_u32s *vars) {
  if (!wr_read_arity (r, list, 0, UINT32_MAX)) return false;
  if (!wr_read_count (r, list)) return true;
  if (wr_read_sexp (r, wr_read_kid (r, list, 0))->kind == WR_SEXP_LIST) {
    return wr_read_bound_list (r, list, vars);
  }
  for (uint32_t i = 0; i < wr_read_count (r, list); i++) {
    if (!read_shared_var (r, wr_read_kid (r, list, i), vars)) return false;
  }
  return true;
}

struct quantifier_parts {
  wr_u32s vars;
  exprs patterns; /* of all triggers, one after the other */
  WR_VEC (struct wr_trigger) triggers;
  exprs nopats;
  struct wr_quantifier q;
};

static bool read_weight (struct wr_reader *r, wr_node n, int32_t *weight) {
  wr_str word = wr_read_word (r, n);
  bool negative = word.len && word.ptr[0] == '-';
  uint32_t number;
  if (!wr_sexp_number ((wr_str){word.ptr + negative, word.len - negative}, &number) ||
      number > INT32_MAX) {
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a weight of at most 31 bits is expected");
    return false;
  }
  *weight = negative ? -(int32_t)number : (int32_t)number;
  return true;
}

static bool read_part_of_quantifier (struct wr_reader *r, wr_node n, struct quantifier_parts *p) {
  if (wr_read_has_head (r, n, "trigger")) {
    uint32_t before = p->patterns.len;
    bool ok = read_args (r, n, 1, wr_read_count (r, n), &p->patterns);
    WR_VEC_PUSH (&p->triggers, ((struct wr_trigger){NULL, p->patterns.len - before}));
    return ok;
  }
  if (wr_read_has_head (r, n, "nopat")) {
    return wr_read_arity (r, n, 2, 2) && read_args (r, n, 1, 2, &p->nopats);
  }
  if (wr_read_has_head (r, n, "qid")) {
    return wr_read_arity (r, n, 2, 2) && wr_read_string (r, wr_read_kid (r, n, 1), &p->q.qid);
  }
  if (wr_read_has_head (r, n, "weight")) {
    return wr_read_arity (r, n, 2, 2) && read_weight (r, wr_read_kid (r, n, 1), &p->q.weight);
  }
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a trigger, nopat, qid or weight is expected");
  return false;
}

static wr_expr make_quantifier (struct wr_reader *r, enum wr_op op, struct quantifier_parts *p,
                                wr_expr body) {
  const wr_expr *at = p->patterns.data;
  for (uint32_t i = 0; i < p->triggers.len; i++) {
    p->triggers.data[i].exprs = at;
    if (at) at += p->triggers.data[i].count;
  }
  p->q.vars = (const wr_var *)p->vars.data;
  p->q.var_count = p->vars.len;
  p->q.triggers = p->triggers.data;
  p->q.trigger_count = p->triggers.len;
  p->q.nopats = p->nopats.data;
  p->q.nopat_count = p->nopats.len;
  return wr_mk_quantifier (r->core, op, &p->q, body);
}

static wr_expr read_quantifier (struct wr_reader *r, wr_node n, enum wr_op op) {
  struct quantifier_parts p = {.q = {.weight = -1}};
  uint32_t outer = r->bound.len, count = wr_read_count (r, n);
  bool ok =
      wr_read_arity (r, n, 3, UINT32_MAX) && read_quantified (r, wr_read_kid (r, n, 1), &p.vars);
  if (ok && !p.vars.len) {
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a quantifier without variables");
    ok = false;
  }
  for (uint32_t i = 2; ok && i + 1 < count; i++) {
    ok = read_part_of_quantifier (r, wr_read_kid (r, n, i), &p);
  }
  wr_expr body = none, e = none;
  if (ok && wr_read_condition (r, wr_read_kid (r, n, count - 1), &body)) {
    e = make_quantifier (r, op, &p, body);
  }
  wr_read_leave (r, outer);
  WR_VEC_FREE (&p.vars);
  WR_VEC_FREE (&p.patterns);
  WR_VEC_FREE (&p.triggers);
  WR_VEC_FREE (&p.nopats);
  return e;
}

struct let_parts {
  wr_u32s vars;
  exprs values;
  WR_VEC (uint64_t) keys; /* UINT64_MAX: declared by a share */
};

/* (x value note...), or (set x value) inside a share */
static bool read_let_item (struct wr_reader *r, wr_node n, struct let_parts *p) {
  if (wr_read_has_head (r, n, "set")) {
    if (!wr_read_arity (r, n, 3, 3) || !read_shared_var (r, wr_read_kid (r, n, 1), &p->vars) ||
        !read_args (r, n, 2, 3, &p->values)) {
      return false;
    }
    WR_VEC_PUSH (&p->keys, UINT64_MAX);
    if (sort_of (r, WR_VEC_LAST (&p->values)).ix ==
        wr_var_info (r->core, (wr_var){WR_VEC_LAST (&p->vars)})->sort.ix) {
      return true;
    }
    misfit (r, n);
    return false;
  }
  wr_symbol name;
  uint64_t key;
  if (!wr_read_arity (r, n, 2, 5) || !wr_read_key (r, wr_read_kid (r, n, 0), &name, &key) ||
      !read_args (r, n, 1, 2, &p->values)) {
    return false;
  }
  wr_var var =
      wr_var_new (r->core, WR_VAR_BOUND, name, sort_of (r, WR_VEC_LAST (&p->values)), (wr_span){0});
  WR_VEC_PUSH (&p->vars, var.ix);
  WR_VEC_PUSH (&p->keys, key);
  for (uint32_t i = 2; i < wr_read_count (r, n); i++) {
    if (!wr_read_note (r, wr_read_kid (r, n, i), var)) return false;
  }
  return true;
}

static wr_expr read_let (struct wr_reader *r, wr_node n) {
  struct let_parts p = {0};
  uint32_t outer = r->bound.len;
  bool ok = wr_read_arity (r, n, 3, 3);
  wr_node list = ok ? wr_read_kid (r, n, 1) : n;
  ok = ok && wr_read_arity (r, list, 1, UINT32_MAX);
  for (uint32_t i = 0; ok && i < wr_read_count (r, list); i++) {
    ok = read_let_item (r, wr_read_kid (r, list, i), &p);
  }
  for (uint32_t i = 0; ok && i < p.keys.len; i++) {
    if (p.keys.data[i] == UINT64_MAX) continue;
    ok = wr_map_or (&r->innermost, p.keys.data[i], 0) <= outer;
    if (!ok) wr_read_fail (r, list, WR_CODE_CORE_NAME, "a name is bound twice");
    enter (r, p.keys.data[i], (wr_var){p.vars.data[i]});
  }
  wr_expr body = ok ? wr_read_expr (r, wr_read_kid (r, n, 2)) : none, e = none;
  if (body.ix) {
    e = wr_mk_let (r->core, (const wr_var *)p.vars.data, p.values.data, p.values.len, body);
  }
  wr_read_leave (r, outer);
  WR_VEC_FREE (&p.vars);
  WR_VEC_FREE (&p.values);
  WR_VEC_FREE (&p.keys);
  return e;
}

static bool read_abbreviation (struct wr_reader *r, wr_node n) {
  if (!wr_read_arity (r, n, 2, 2)) return false;
  wr_str word = wr_read_word (r, wr_read_kid (r, n, 0));
  uint32_t number;
  if (word.len < 2 || word.ptr[0] != '%' ||
      !wr_sexp_number ((wr_str){word.ptr + 1, word.len - 1}, &number) ||
      wr_map_has (&r->abbreviations, number)) {
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a new abbreviation is expected: (%%NUMBER e)");
    return false;
  }
  wr_expr e = wr_read_expr (r, wr_read_kid (r, n, 1));
  if (e.ix) wr_map_put (&r->abbreviations, number, e.ix);
  return e.ix;
}

static wr_expr read_share (struct wr_reader *r, wr_node n) {
  wr_u32s vars = {0};
  uint32_t outer = r->bound.len;
  bool ok = wr_read_arity (r, n, 4, 4);
  if (ok && r->sharing) {
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a share inside a share");
    return none;
  }
  r->sharing = true;
  ok = ok && wr_read_bound_list (r, wr_read_kid (r, n, 1), &vars);
  wr_node list = ok ? wr_read_kid (r, n, 2) : n;
  ok = ok && wr_read_arity (r, list, 0, UINT32_MAX);
  for (uint32_t i = 0; ok && i < wr_read_count (r, list); i++) {
    ok = read_abbreviation (r, wr_read_kid (r, list, i));
  }
  wr_expr e = ok ? wr_read_expr (r, wr_read_kid (r, n, 3)) : none;
  wr_read_leave (r, outer);
  r->sharing = false;
  wr_map_free (&r->abbreviations);
  WR_VEC_FREE (&vars);
  return e;
}

wr_expr wr_read_expr (struct wr_reader *r, wr_node n) {
  if (wr_read_sexp (r, n)->kind != WR_SEXP_LIST) return read_atom (r, n);
  if (!wr_read_arity (r, n, 1, UINT32_MAX)) return none;
  wr_node head = wr_read_kid (r, n, 0);
  if (wr_read_is (r, head, "share")) return read_share (r, n);
  if (wr_read_is (r, head, "rmode")) return read_rmode (r, n);
  enum wr_op op;
  if (!wr_op_find (wr_read_word (r, head), &op)) return read_app (r, n);
  if (op == WR_OP_EXTRACT) return read_extract (r, n);
  if (op == WR_OP_CONSTRUCT) return read_construct (r, n);
  if (op == WR_OP_IS || op == WR_OP_FIELD) return read_part (r, n, op == WR_OP_FIELD);
  if (op == WR_OP_FORALL || op == WR_OP_EXISTS) return read_quantifier (r, n, op);
  if (op == WR_OP_LET) return read_let (r, n);
  return read_plain (r, n, op);
}
