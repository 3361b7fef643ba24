/* Random programs: declarations, contracts, statements. */
#include "types.h"

#include "base/check.h"

#include <string.h>

__attribute__ ((format (printf, 3, 4))) static struct node *
line (struct gen *g, struct node *parent, const char *fmt, ...) {
  wr_buf text = {0};
  va_list args;
  va_start (args, fmt);
  wr_buf_vprint (&text, fmt, args);
  va_end (args);
  struct node *n =
      node_new (g->tree, parent, wr_str_keep (g->arena, wr_buf_str (&text)), (wr_str){0});
  wr_buf_free (&text);
  return n;
}

static struct node *block (struct gen *g, struct node *parent, wr_str head) {
  struct node *n = node_new (g->tree, parent, head, WR_LIT ("}"));
  return n;
}

static bool chance (struct gen *g, uint32_t percent) { return rng_chance (&g->r, percent); }
static uint32_t below (struct gen *g, uint32_t n) { return rng_below (&g->r, n); }

/* A Boolean expression, zero-terminated. */
static const char *truth (struct gen *g, uint32_t depth) {
  return gen_expr_text (g, TYPE_BOOL, depth).ptr;
}

/* -- the prelude ------------------------------------------------------------------------------- */

static const char *const prelude[] = {
    "type T;",
    "datatype D { A(), B(f: bool), C(g: bv1, h: bool) }",
    "const unique e0: T;",
    "const unique e1: T;",
    "const e2: T;",
    "const cn: [bv1]bool;",
    "const cs: [bool]bool;",
    "axiom cs[true] || cs[false];",
    "function p(x: int) returns (bool);",
    "function q(b: bool, v: bv2) returns (bv2);",
    "function s(t: T) returns (bool);",
    "function next(t: T) returns (T);",
    "function {:define} inc(x: int) returns (int) { x + 1 }",
    "function {:inline} both(a: bool, b: bool) returns (bool) { a && b }",
    "function twice(x: int) returns (int) { x + x }",
    "function {:bvbuiltin \"bvnot\"} not1(a: bv1) returns (bv1);",
    "function {:bvbuiltin \"bvxor\"} xor1(a: bv1, b: bv1) returns (bv1);",
    "function {:bvbuiltin \"bvadd\"} add2(a: bv2, b: bv2) returns (bv2);",
    "function {:bvbuiltin \"bvsub\"} sub2(a: bv2, b: bv2) returns (bv2);",
    "function {:bvbuiltin \"bvmul\"} mul2(a: bv2, b: bv2) returns (bv2);",
    "function {:bvbuiltin \"bvneg\"} neg2(a: bv2) returns (bv2);",
    "function {:bvbuiltin \"bvudiv\"} udiv2(a: bv2, b: bv2) returns (bv2);",
    "function {:bvbuiltin \"bvsrem\"} srem2(a: bv2, b: bv2) returns (bv2);",
    "function {:bvbuiltin \"bvsmod\"} smod2(a: bv2, b: bv2) returns (bv2);",
    "function {:bvbuiltin \"bvshl\"} shl2(a: bv2, b: bv2) returns (bv2);",
    "function {:bvbuiltin \"bvult\"} ult2(a: bv2, b: bv2) returns (bool);",
    "function {:bvbuiltin \"bvsle\"} sle2(a: bv2, b: bv2) returns (bool);",
    "function {:bvbuiltin \"bvslt\"} slt3(a: bv3, b: bv3) returns (bool);",
    "function {:bvbuiltin \"bvand\"} and3(a: bv3, b: bv3) returns (bv3);",
    "function {:bvbuiltin \"bvashr\"} ashr3(a: bv3, b: bv3) returns (bv3);",
    "function {:bvbuiltin \"bvsdiv\"} sdiv3(a: bv3, b: bv3) returns (bv3);",
    "function {:bvbuiltin \"zero_extend 2\"} zero3(a: bv1) returns (bv3);",
    "function {:bvbuiltin \"sign_extend 1\"} sign3(a: bv2) returns (bv3);",
    "function {:bvbuiltin \"bv2nat\"} nat2(a: bv2) returns (int);",
};

static void declare_ranged_constants (struct gen *g, struct node *root) {
  struct gvar k = {.name = WR_LIT ("k"), .type = TYPE_INT};
  struct gvar cm = {.name = WR_LIT ("cm"), .type = TYPE_INT_MAP};
  line (g, root, "const k: int;")->fixed = true;
  line (g, root, "axiom %s;", gen_range (g, &k).ptr)->fixed = true;
  line (g, root, "const cm: [bool]int;")->fixed = true;
  line (g, root, "axiom %s;", gen_range (g, &cm).ptr)->fixed = true;
}

static struct gvar new_var (struct gen *g, const char *prefix, uint32_t number) {
  struct gvar v = {.type = type_any (&g->r), .writable = true};
  v.name = wr_str_print (g->arena, "%s%u", prefix, number);
  return v;
}

/* name: type, with a where clause for most integers and some others. */
static wr_str declaration (struct gen *g, struct gvar *v, bool must) {
  wr_str range = gen_range (g, v);
  v->ranged = !range.len || must || chance (g, 50);
  wr_str where = range.len && v->ranged ? range : (wr_str){0};
  if (!where.len && v->type == TYPE_BOOL && chance (g, 15)) where = v->name;
  if (!where.len) {
    return wr_str_print (g->arena, "%.*s: %s", WR_STR_ARGS (v->name), type_text (v->type));
  }
  return wr_str_print (g->arena, "%.*s: %s where %.*s", WR_STR_ARGS (v->name), type_text (v->type),
                       WR_STR_ARGS (where));
}

/* -- contracts --------------------------------------------------------------------------------- */

struct proc {
  wr_str name;
  gvars ins, outs, modifies;
};
typedef WR_VEC (struct proc) procs;

static void add_all (gvars *to, const gvars *from, bool writable) {
  for (uint32_t i = 0; i < from->len; i++) {
    struct gvar v = from->data[i];
    v.writable = writable;
    WR_VEC_PUSH (to, v);
  }
}

static void join_names (struct gen *g, wr_buf *out, const gvars *vars) {
  (void)g;
  for (uint32_t i = 0; i < vars->len; i++) {
    wr_buf_print (out, "%s%.*s", i ? ", " : "", WR_STR_ARGS (vars->data[i].name));
  }
}

static void formals (struct gen *g, wr_buf *out, gvars *vars, const char *prefix, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    struct gvar v = new_var (g, prefix, i);
    wr_str text = declaration (g, &v, false);
    wr_buf_print (out, "%s%.*s", i ? ", " : "", WR_STR_ARGS (text));
    WR_VEC_PUSH (vars, v);
  }
}

/* How many clauses of one kind: too many contradict each other, and everything is proved. */
static uint32_t few (struct gen *g) {
  uint32_t dice = below (g, 10);
  return dice < 5 ? 0 : dice < 9 ? 1 : 2;
}

static void clause (struct gen *g, struct node *n, const char *kind, wr_str text) {
  const char *free_word = chance (g, 15) ? "free " : "";
  line (g, n, "%s%s %.*s;", free_word, kind, WR_STR_ARGS (text));
}

/* Contract clauses go below `n`; ranges of formals without a where clause come first. */
static void contract (struct gen *g, struct node *n, const struct proc *p, const gvars *globals) {
  g->scope.len = 0;
  g->old_ok = false;
  add_all (&g->scope, globals, false);
  add_all (&g->scope, &p->ins, false);
  for (uint32_t i = 0; i < p->ins.len; i++) {
    wr_str range = gen_range (g, &p->ins.data[i]);
    if (range.len && !p->ins.data[i].ranged) {
      line (g, n, "%srequires %.*s;", chance (g, 20) ? "free " : "", WR_STR_ARGS (range))->fixed =
          true;
    }
  }
  for (uint32_t i = few (g); i > 0; i--) clause (g, n, "requires", gen_expr_text (g, TYPE_BOOL, 2));
  if (p->modifies.len) {
    wr_buf names = {0};
    join_names (g, &names, &p->modifies);
    line (g, n, "modifies %.*s;", WR_STR_ARGS (wr_buf_str (&names)))->fixed = true;
    wr_buf_free (&names);
  }
  g->old_ok = true;
  add_all (&g->scope, &p->outs, false);
  for (uint32_t i = 0; i < p->outs.len; i++) {
    wr_str range = gen_range (g, &p->outs.data[i]);
    if (range.len && !p->outs.data[i].ranged) {
      line (g, n, "%sensures %.*s;", chance (g, 50) ? "free " : "", WR_STR_ARGS (range))->fixed =
          true;
    }
  }
  for (uint32_t i = few (g); i > 0; i--) clause (g, n, "ensures", gen_expr_text (g, TYPE_BOOL, 2));
}

static wr_str header (struct gen *g, struct proc *p, const char *name, uint32_t number,
                      const gvars *globals, const char *end) {
  wr_buf out = {0};
  p->name = wr_str_print (g->arena, "%s%u", name, number);
  wr_buf_print (&out, "procedure %.*s(", WR_STR_ARGS (p->name));
  formals (g, &out, &p->ins, "a", below (g, 3));
  wr_buf_print (&out, ") returns (");
  formals (g, &out, &p->outs, "r", below (g, 3));
  wr_buf_print (&out, ")%s", end);
  for (uint32_t i = 0; i < globals->len; i++) {
    if (chance (g, 50)) WR_VEC_PUSH (&p->modifies, globals->data[i]);
  }
  wr_str text = wr_str_keep (g->arena, wr_buf_str (&out));
  wr_buf_free (&out);
  return text;
}

/* -- statements -------------------------------------------------------------------------------- */

struct body {
  struct gen *g;
  const procs *callees;
  bool in_while;
};

static void statements (struct body *b, struct node *n, uint32_t count, uint32_t depth);

static void assume_range (struct gen *g, struct node *n, const struct gvar *v) {
  wr_str range = gen_range (g, v);
  if (range.len && !v->ranged) {
    line (g, n, "assume %.*s;", WR_STR_ARGS (range))->fixed = true;
  }
}

static void gen_assign (struct gen *g, struct node *n) {
  const struct gvar *a = gen_target (g), *b = gen_target (g);
  if (!a) return;
  wr_str name = a->name, value;
  if (a->type == TYPE_INT_MAP && chance (g, 60)) {
    wr_str index = gen_expr_text (g, TYPE_BOOL, 1);
    value = gen_expr_text (g, TYPE_INT, 2);
    line (g, n, "%.*s[%.*s] := %.*s;", WR_STR_ARGS (name), WR_STR_ARGS (index),
          WR_STR_ARGS (value));
    return;
  }
  if (a->type == TYPE_DATA && chance (g, 50)) {
    value = gen_expr_text (g, TYPE_BOOL, 1);
    line (g, n, "%.*s->%s := %.*s;", WR_STR_ARGS (name), chance (g, 50) ? "f" : "h",
          WR_STR_ARGS (value));
    return;
  }
  value = gen_expr_text (g, a->type, 2);
  if (a == b || chance (g, 75)) {
    line (g, n, "%.*s := %.*s;", WR_STR_ARGS (name), WR_STR_ARGS (value));
    return;
  }
  wr_str other = gen_expr_text (g, b->type, 1);
  line (g, n, "%.*s, %.*s := %.*s, %.*s;", WR_STR_ARGS (name), WR_STR_ARGS (b->name),
        WR_STR_ARGS (value), WR_STR_ARGS (other));
}

static void gen_havoc (struct gen *g, struct node *n) {
  const struct gvar *a = gen_target (g), *b = gen_target (g);
  if (!a) return;
  struct node *group = node_new (g->tree, n, (wr_str){0}, (wr_str){0});
  bool two = a != b && chance (g, 20);
  line (g, group, two ? "havoc %.*s, %.*s;" : "havoc %.*s;", WR_STR_ARGS (a->name),
        WR_STR_ARGS (b->name))
      ->fixed = true;
  assume_range (g, group, a);
  if (two) assume_range (g, group, b);
}

static void gen_assert (struct gen *g, struct node *n) {
  const char *attr = chance (g, 5) ? "{:subsumption 0} " : "";
  const struct gvar *v = gen_target (g);
  if (v && chance (g, 25)) {
    wr_str value = gen_expr_text (g, v->type, 1);
    line (g, n, "assert %s%.*s == %.*s;", attr, WR_STR_ARGS (v->name), WR_STR_ARGS (value));
    return;
  }
  line (g, n, "assert %s%s;", attr, truth (g, 3));
}

static void gen_if (struct body *b, struct node *n, uint32_t depth) {
  struct gen *g = b->g;
  wr_str cond = chance (g, 20) ? WR_LIT ("*") : gen_expr_text (g, TYPE_BOOL, 2);
  struct node *group = node_new (g->tree, n, (wr_str){0}, (wr_str){0});
  struct node *then = block (g, group, wr_str_print (g->arena, "if (%.*s) {", WR_STR_ARGS (cond)));
  statements (b, then, 1 + below (g, 2), depth - 1);
  if (chance (g, 10)) line (g, then, "return;");
  if (!chance (g, 60)) return;
  struct node *other = block (g, group, WR_LIT ("else {"));
  statements (b, other, 1 + below (g, 2), depth - 1);
}

/* goto L1, L2; L1: ...; goto L3; L2: ...; L3: */
static void gen_goto (struct body *b, struct node *n, uint32_t depth) {
  struct gen *g = b->g;
  uint32_t k = g->labels++;
  struct node *group = node_new (g->tree, n, (wr_str){0}, (wr_str){0});
  line (g, group, "goto L%u, M%u;", k, k)->fixed = true;
  line (g, group, "L%u:", k)->fixed = true;
  if (chance (g, 50)) {
    line (g, group, "assume %s;", truth (g, 2));
  }
  statements (b, group, 1 + below (g, 2), depth - 1);
  line (g, group, "goto N%u;", k)->fixed = true;
  line (g, group, "M%u:", k)->fixed = true;
  statements (b, group, below (g, 2), depth - 1);
  line (g, group, "N%u:", k)->fixed = true;
}

static void gen_call (struct body *b, struct node *n) {
  struct gen *g = b->g;
  const struct proc *p = &b->callees->data[below (g, b->callees->len)];
  wr_buf text = {0};
  gvars targets = {0};
  for (uint32_t i = 0; i < p->outs.len; i++) {
    for (uint32_t tries = 0; tries < 20 && targets.len == i; tries++) {
      const struct gvar *v = gen_target (g);
      bool used = !v || v->type != p->outs.data[i].type;
      for (uint32_t k = 0; v && k < targets.len; k++) {
        used = used || wr_str_equal (targets.data[k].name, v->name);
      }
      if (!used) WR_VEC_PUSH (&targets, *v);
    }
  }
  if (targets.len == p->outs.len) {
    wr_buf_print (&text, chance (g, 5) ? "free call " : "call ");
    join_names (g, &text, &targets);
    wr_buf_print (&text, "%s%.*s(", targets.len ? " := " : "", WR_STR_ARGS (p->name));
    for (uint32_t i = 0; i < p->ins.len; i++) {
      if (i) wr_buf_print (&text, ", ");
      gen_expr (g, &text, p->ins.data[i].type, 1);
    }
    wr_buf_print (&text, ");");
    line (g, n, "%.*s", WR_STR_ARGS (wr_buf_str (&text)));
  }
  WR_VEC_FREE (&targets);
  wr_buf_free (&text);
}

/* The integers that the loop may assign stay in range. */
static void range_invariants (struct gen *g, struct node *n, const char *checked,
                              const char *unchecked) {
  for (uint32_t i = 0; i < g->scope.len; i++) {
    const struct gvar *v = &g->scope.data[i];
    wr_str range = gen_range (g, v);
    if (!v->writable || !range.len || v->ranged) continue;
    line (g, n, "%s %.*s;", chance (g, 60) ? unchecked : checked, WR_STR_ARGS (range))->fixed =
        true;
  }
}

static void gen_while (struct body *b, struct node *n, uint32_t depth) {
  struct gen *g = b->g;
  wr_str cond = chance (g, 20) ? WR_LIT ("*") : gen_expr_text (g, TYPE_BOOL, 2);
  struct node *group = node_new (g->tree, n, (wr_str){0}, (wr_str){0});
  line (g, group, "while (%.*s)", WR_STR_ARGS (cond))->fixed = true;
  range_invariants (g, group, "invariant", "free invariant");
  for (uint32_t i = below (g, 3); i > 0; i--) {
    clause (g, group, "invariant", gen_expr_text (g, TYPE_BOOL, 2));
  }
  struct node *inside = block (g, group, WR_LIT ("{"));
  inside->fixed = true;
  bool before = b->in_while;
  b->in_while = true;
  statements (b, inside, 1 + below (g, 3), depth - 1);
  b->in_while = before;
}

/* H: assert inv; ...; goto H, X; X: */
static void gen_goto_loop (struct body *b, struct node *n, uint32_t depth) {
  struct gen *g = b->g;
  uint32_t k = g->labels++;
  struct node *group = node_new (g->tree, n, (wr_str){0}, (wr_str){0});
  line (g, group, "H%u:", k)->fixed = true;
  range_invariants (g, group, "assert", "assume");
  for (uint32_t i = below (g, 3); i > 0; i--) {
    line (g, group, "%s %s;", chance (g, 20) ? "assume" : "assert", truth (g, 2));
  }
  statements (b, group, 1 + below (g, 3), depth - 1);
  line (g, group, "goto H%u, X%u;", k, k)->fixed = true;
  line (g, group, "X%u:", k)->fixed = true;
}

static void statement (struct body *b, struct node *n, uint32_t depth) {
  struct gen *g = b->g;
  uint32_t kind = below (g, 100);
  bool loops = g->options.loops && depth > 0;
  if (kind < 28)
    gen_assign (g, n);
  else if (kind < 38)
    gen_havoc (g, n);
  else if (kind < 43)
    line (g, n, "assume %s;", truth (g, 2));
  else if (kind < 66)
    gen_assert (g, n);
  else if (kind < 76 && b->callees->len)
    gen_call (b, n);
  else if (kind < 86 && depth > 0)
    gen_if (b, n, depth);
  else if (kind < 89 && depth > 0 && !b->in_while)
    gen_goto (b, n, depth);
  else if (kind < 94 && loops)
    gen_while (b, n, depth);
  else if (kind < 97 && loops && !b->in_while)
    gen_goto_loop (b, n, depth);
  else if (kind < 98 && b->in_while)
    line (g, n, "if (*) { break; }");
  else
    gen_assign (g, n);
}

static void statements (struct body *b, struct node *n, uint32_t count, uint32_t depth) {
  for (uint32_t i = 0; i < count; i++) statement (b, n, depth);
}

static void gen_body (struct gen *g, struct node *n, const struct proc *p, const gvars *globals,
                      const procs *callees) {
  gvars locals = {0};
  struct body b = {.g = g, .callees = callees};
  for (uint32_t i = below (g, 4); i > 0; i--) {
    struct gvar v = new_var (g, "x", i);
    line (g, n, "var %s;", declaration (g, &v, false).ptr)->fixed = true;
    WR_VEC_PUSH (&locals, v);
  }
  g->scope.len = 0;
  g->old_ok = true;
  for (uint32_t i = 0; i < globals->len; i++) {
    struct gvar v = globals->data[i];
    v.writable = false;
    for (uint32_t k = 0; k < p->modifies.len; k++) {
      v.writable = v.writable || wr_str_equal (v.name, p->modifies.data[k].name);
    }
    WR_VEC_PUSH (&g->scope, v);
  }
  add_all (&g->scope, &p->ins, false);
  add_all (&g->scope, &p->outs, true);
  add_all (&g->scope, &locals, true);
  for (uint32_t i = 0; i < p->outs.len; i++) assume_range (g, n, &p->outs.data[i]);
  for (uint32_t i = 0; i < locals.len; i++) assume_range (g, n, &locals.data[i]);
  statements (&b, n, 2 + below (g, 4), 2);
  line (g, n, "assert %s;", truth (g, 3));
  WR_VEC_FREE (&locals);
}

/* Callers may only call what modifies no more than they do. */
static void find_callees (procs *out, const procs *all, const struct proc *p) {
  out->len = 0;
  for (uint32_t i = 0; i < all->len; i++) {
    bool ok = true;
    const gvars *needs = &all->data[i].modifies;
    for (uint32_t k = 0; k < needs->len; k++) {
      bool found = false;
      for (uint32_t j = 0; j < p->modifies.len; j++) {
        found = found || wr_str_equal (needs->data[k].name, p->modifies.data[j].name);
      }
      ok = ok && found;
    }
    if (ok) WR_VEC_PUSH (out, all->data[i]);
  }
}

static void gen_procedures (struct gen *g, struct node *root, const gvars *globals) {
  procs all = {0}, callees = {0};
  for (uint32_t i = 0; i < 4; i++) {
    struct proc p = {0};
    struct node *n = node_new (g->tree, root, header (g, &p, "Q", i, globals, ";"), (wr_str){0});
    contract (g, n, &p, globals);
    WR_VEC_PUSH (&all, p);
  }
  for (uint32_t i = 0; i < g->options.procedures; i++) {
    struct proc p = {0};
    struct node *n = node_new (g->tree, root, header (g, &p, "P", i, globals, ""), (wr_str){0});
    contract (g, n, &p, globals);
    struct node *body = block (g, n, WR_LIT ("{"));
    body->fixed = true;
    if (i < 3) WR_VEC_PUSH (&all, p);
    find_callees (&callees, &all, &p);
    gen_body (g, body, &p, globals, &callees);
    if (i < 3) continue;
    WR_VEC_FREE (&p.ins);
    WR_VEC_FREE (&p.outs);
    WR_VEC_FREE (&p.modifies);
  }
  for (uint32_t i = 0; i < all.len; i++) {
    WR_VEC_FREE (&all.data[i].ins);
    WR_VEC_FREE (&all.data[i].outs);
    WR_VEC_FREE (&all.data[i].modifies);
  }
  WR_VEC_FREE (&all);
  WR_VEC_FREE (&callees);
}

void generate (struct program *program, wr_arena *arena, uint64_t seed,
               const struct gen_options *options) {
  *program = (struct program){.tree.arena = arena};
  struct gen g = {.tree = &program->tree, .arena = arena, .r = {seed}, .options = *options};
  rng_next (&g.r);
  g.lo = program->lo = -(int64_t)below (&g, 3);
  g.hi = program->hi = g.lo + 1 + (int64_t)below (&g, 2);
  struct node *root = node_new (g.tree, NULL, (wr_str){0}, (wr_str){0});
  for (size_t i = 0; i < sizeof prelude / sizeof *prelude; i++) line (&g, root, "%s", prelude[i]);
  declare_ranged_constants (&g, root);
  gvars globals = {0};
  for (uint32_t i = 0; i < 4; i++) {
    struct gvar v = new_var (&g, "g", i);
    if (i < 2) v.type = i == 0 ? TYPE_BOOL : TYPE_INT;
    v.global = true;
    line (&g, root, "var %s;", declaration (&g, &v, true).ptr);
    WR_VEC_PUSH (&globals, v);
  }
  gen_procedures (&g, root, &globals);
  WR_VEC_FREE (&globals);
  WR_VEC_FREE (&g.scope);
}
