/* front/viper/lower_axiom.c -- theories as texts: (fun NAME (SORT...) SORT) and (axiom TERM), where a quantifier is
   (forall ((NAME SORT)...) ((TERM...)...) TERM), the second list being its triggers.  The texts are tables of the lowering, so that a
   mistake in one is a mistake of ours. */
#include "front/viper/lowering.h"

#include <ctype.h>
#include <string.h>

struct reader {
  vpr_lowering *lo;
  struct vpr_theory *theory;
  const char *at;
  WR_VEC (struct {
    wr_str name;
    wr_var var;
  })
  scope;
};

static void skip (struct reader *r) {
  while (isspace ((unsigned char)*r->at)) r->at++;
}

static bool take (struct reader *r, char c) {
  skip (r);
  if (*r->at != c) return false;
  r->at++;
  return true;
}

static void expect (struct reader *r, char c) {
  bool found = take (r, c);
  WR_REQUIRE (found);
}

static wr_str word (struct reader *r) {
  skip (r);
  const char *from = r->at;
  while (*r->at && !isspace ((unsigned char)*r->at) && *r->at != '(' && *r->at != ')') r->at++;
  WR_REQUIRE (r->at > from);
  return (wr_str){from, (size_t)(r->at - from)};
}

static bool is (wr_str a, const char *b) { return wr_str_equal (a, wr_str_of (b)); }

static wr_sort sort_of (struct reader *r, wr_str name) {
  if (is (name, "Int")) return vpr_int_sort (r->lo);
  if (is (name, "Bool")) return vpr_bool_sort (r->lo);
  for (uint32_t i = 0; i < r->theory->sorts.len; i++)
    if (is (name, r->theory->sorts.data[i].word)) return r->theory->sorts.data[i].sort;
  WR_REQUIRE (false);
  return (wr_sort){0};
}

static uint64_t key_of (vpr_lowering *lo, wr_str name) { return wr_intern (lo->symbols, name).ix; }

static wr_expr term (struct reader *r);

static wr_expr quantifier (struct reader *r, bool all) {
  vpr_lowering *lo = r->lo;
  uint32_t outer = r->scope.len;
  WR_VEC (wr_var) vars = {0};
  expect (r, '(');
  while (!take (r, ')')) {
    expect (r, '(');
    wr_str name = word (r);
    wr_sort sort = sort_of (r, word (r));
    expect (r, ')');
    wr_var var =
        wr_var_new (lo->core, WR_VAR_BOUND, wr_intern (lo->symbols, name), sort, (wr_span){0});
    WR_VEC_PUSH (&vars, var);
    r->scope.len++;
    if (r->scope.len > r->scope.cap) {
      r->scope.cap = r->scope.cap ? 2 * r->scope.cap : 16;
      r->scope.data = wr_realloc (r->scope.data, r->scope.cap, sizeof *r->scope.data);
    }
    r->scope.data[r->scope.len - 1].name = name;
    r->scope.data[r->scope.len - 1].var = var;
  }
  struct vpr_triggers triggers = {0};
  expect (r, '(');
  while (!take (r, ')')) {
    expect (r, '(');
    vpr_terms list = {0};
    while (!take (r, ')')) WR_VEC_PUSH (&list, term (r));
    WR_VEC_PUSH (&triggers.list, ((struct wr_trigger){WR_VEC_KEEP (lo->arena, &list), list.len}));
    WR_VEC_FREE (&list);
  }
  wr_expr body = term (r);
  r->scope.len = outer;
  wr_expr e = all ? vpr_forall (lo, vars.data, vars.len, &triggers, body)
                  : vpr_exists (lo, vars.data, vars.len, &triggers, body);
  vpr_triggers_free (&triggers);
  WR_VEC_FREE (&vars);
  return e;
}

static wr_expr atom (struct reader *r) {
  wr_str name = word (r);
  if (isdigit ((unsigned char)name.ptr[0])) return wr_mk_int_text (r->lo->core, name);
  for (uint32_t i = r->scope.len; i-- > 0;)
    if (wr_str_equal (r->scope.data[i].name, name))
      return wr_mk_var (r->lo->core, r->scope.data[i].var);
  uint64_t found;
  bool known = wr_map_get (&r->theory->funcs, key_of (r->lo, name), &found);
  WR_REQUIRE (known);
  return vpr_app (r->lo, (wr_func){(uint32_t)found}, NULL, 0);
}

static wr_expr apply (struct reader *r, wr_str op, const vpr_terms *a) {
  static const struct {
    const char *name;
    enum wr_op op;
  } ops[] = {{"and", WR_OP_AND}, {"or", WR_OP_OR}, {"not", WR_OP_NOT}, {"=>", WR_OP_IMPLIES},
             {"iff", WR_OP_IFF}, {"=", WR_OP_EQ},  {"ite", WR_OP_ITE}, {"+", WR_OP_ADD},
             {"-", WR_OP_SUB},   {"*", WR_OP_MUL}, {"<", WR_OP_LT},    {"<=", WR_OP_LE}};
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    if (is (op, ops[i].name)) return wr_mk (r->lo->core, ops[i].op, a->data, a->len);
  uint64_t found;
  bool known = wr_map_get (&r->theory->funcs, key_of (r->lo, op), &found);
  WR_REQUIRE (known);
  return vpr_app (r->lo, (wr_func){(uint32_t)found}, a->data, a->len);
}

static wr_expr term (struct reader *r) {
  if (!take (r, '(')) return atom (r);
  wr_str op = word (r);
  wr_expr e;
  if (is (op, "forall") || is (op, "exists")) {
    e = quantifier (r, is (op, "forall"));
    expect (r, ')');
    return e;
  }
  vpr_terms args = {0};
  while (!take (r, ')')) WR_VEC_PUSH (&args, term (r));
  e = apply (r, op, &args);
  WR_VEC_FREE (&args);
  return e;
}

static void declaration (struct reader *r) {
  vpr_lowering *lo = r->lo;
  wr_str name = word (r);
  WR_VEC (wr_sort) sorts = {0};
  expect (r, '(');
  while (!take (r, ')')) WR_VEC_PUSH (&sorts, sort_of (r, word (r)));
  wr_sort result = sort_of (r, word (r));
  char text[400];
  snprintf (text, sizeof text, "%.300s.%.*s", r->theory->prefix, WR_STR_ARGS (name));
  wr_func f = vpr_func (lo, text, sorts.data, sorts.len, result);
  wr_map_put (&r->theory->funcs, key_of (lo, name), f.ix);
  WR_VEC_FREE (&sorts);
}

void vpr_theory_add (vpr_lowering *lo, struct vpr_theory *theory, const char *text) {
  struct reader r = {.lo = lo, .theory = theory, .at = text};
  while (take (&r, '(')) {
    if (is (word (&r), "fun"))
      declaration (&r);
    else
      vpr_axiom (lo, term (&r), (wr_label){0});
    expect (&r, ')');
  }
  skip (&r);
  WR_REQUIRE (!*r.at);
  free (r.scope.data);
}

wr_func vpr_theory_func (vpr_lowering *lo, struct vpr_theory *theory, const char *name) {
  uint64_t found;
  bool known = wr_map_get (&theory->funcs, key_of (lo, wr_str_of (name)), &found);
  WR_REQUIRE (known);
  return (wr_func){(uint32_t)found};
}
