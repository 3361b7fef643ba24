/* front/viper/triggers.c -- triggers for quantifiers that have none: all minimal sets of terms that together mention all variables.  A
   term with a smaller one inside that mentions the same variables is left out, because whatever matches it matches the smaller one.  If
   there is no such set, terms with arithmetic in their arguments are taken, and what the arithmetic mentions does not count. */
#include "front/viper/check.h"
#include "front/viper/terms.h"

enum { MAX_TERMS = 24, MAX_SETS = 12, MAX_VARS = 32 };

/* A term that may be part of a trigger. */
struct term {
  vpr_expr *expr;
  uint32_t vars; /* those of the quantifier that it mentions, as bits */
};

struct choice {
  wr_arena *arena;
  wr_diags *diags;
  vpr_vars vars;
  struct term terms[MAX_TERMS];
  uint32_t count;
  uint32_t sets[MAX_SETS]; /* terms, as bits */
  uint32_t set_count;
  bool relaxed; /* arithmetic is allowed in arguments */
};

/* -- equality of terms ------------------------------------------------------------------------- */

static bool same (const vpr_expr *a, const vpr_expr *b) {
  if (a->kind != b->kind || a->op != b->op || a->decl != b->decl || a->var != b->var ||
      a->label != b->label || a->lhs != b->lhs || a->type != b->type ||
      a->args.len != b->args.len || !wr_str_equal (a->text, b->text) || a->vars.len ||
      a->written != b->written)
    return false;
  for (uint32_t i = 0; i < a->args.len; i++)
    if (!same (a->args.data[i], b->args.data[i])) return false;
  return true;
}

static bool is_part (const vpr_expr *part, const vpr_expr *whole) {
  for (uint32_t i = 0; i < whole->args.len; i++)
    if (same (part, whole->args.data[i]) || is_part (part, whole->args.data[i])) return true;
  return false;
}

/* -- terms of a body --------------------------------------------------------------------------- */

static bool is_arithmetic (const vpr_expr *e) {
  bool unary = e->kind == VPR_EXPR_UNARY && e->op == VPR_OP_NEG;
  bool binary = e->kind == VPR_EXPR_BINARY &&
                (e->op == VPR_OP_ADD || e->op == VPR_OP_SUB || e->op == VPR_OP_MUL);
  return (unary || binary) && e->type->kind == VPR_TYPE_INT;
}

/* Does the term mention one of the variables? */
static bool mentions (const vpr_expr *e, const vpr_vars *vars) {
  if (e->vars.len) return true;
  for (uint32_t i = 0; i < vars->len; i++)
    if (e->kind == VPR_EXPR_NAME && e->var == vars->data[i]) return true;
  for (uint32_t i = 0; i < e->args.len; i++)
    if (mentions (e->args.data[i], vars)) return true;
  return false;
}

/* Which variables the term mentions; *bad is set if it mentions one that is bound inside of the quantifier, or cannot be matched. */
static uint32_t scan (const struct choice *c, const vpr_expr *e, const vpr_vars *inner, bool *bad) {
  if (c->relaxed && is_arithmetic (e)) {
    *bad |= mentions (e, inner);
    return 0;
  }
  if (vpr_forbidden_in_trigger (e) || e->vars.len || e->kind == VPR_EXPR_UNFOLDING ||
      e->kind == VPR_EXPR_APPLYING || e->kind == VPR_EXPR_ASSERTING || e->kind == VPR_EXPR_PERM)
    *bad = true;
  if (*bad) return 0;
  uint32_t found = 0;
  if (e->kind == VPR_EXPR_NAME) {
    for (uint32_t i = 0; i < c->vars.len; i++)
      if (c->vars.data[i] == e->var) found |= 1u << i;
    for (uint32_t i = 0; i < inner->len; i++) *bad |= inner->data[i] == e->var;
  }
  for (uint32_t i = 0; i < e->args.len && !*bad; i++)
    found |= scan (c, e->args.data[i], inner, bad);
  return found;
}

static bool can_generate (const vpr_expr *e) {
  if (e->kind == VPR_EXPR_FIELD || e->kind == VPR_EXPR_ACC || e->kind == VPR_EXPR_INSTANCE ||
      e->kind == VPR_EXPR_DISCRIMINATOR)
    return false;
  if (e->kind == VPR_EXPR_CALL && e->decl->kind == VPR_DECL_PREDICATE) return false;
  if (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_WAND) return false;
  return vpr_may_trigger (e);
}

static vpr_expr *in_old (struct choice *c, vpr_expr *e, const vpr_expr *old) {
  if (!old) return e;
  vpr_expr *wrapped = wr_arena_copy (c->arena, old, 1, sizeof *old);
  wrapped->args.data = WR_NEW (c->arena, vpr_expr *, 1);
  wrapped->args.data[0] = e;
  wrapped->type = e->type;
  return wrapped;
}

struct inner {
  WR_VEC (vpr_var *) vars;
  const vpr_expr *old;
};

static void add_term (struct choice *c, vpr_expr *e, const struct inner *inner) {
  bool bad = false;
  vpr_vars bound = {inner->vars.data, inner->vars.len};
  uint32_t vars = scan (c, e, &bound, &bad);
  if (bad || !vars || c->count == MAX_TERMS) return;
  e = in_old (c, e, inner->old);
  for (uint32_t i = 0; i < c->count; i++)
    if (same (c->terms[i].expr, e)) return;
  c->terms[c->count++] = (struct term){e, vars};
}

static void collect (struct choice *c, vpr_expr *e, struct inner *inner) {
  uint32_t mark = inner->vars.len;
  const vpr_expr *old = inner->old;
  for (uint32_t i = 0; i < e->vars.len; i++) WR_VEC_PUSH (&inner->vars, e->vars.data[i]);
  if (e->kind == VPR_EXPR_OLD)
    inner->old = e;
  else if (can_generate (e))
    add_term (c, e, inner);
  for (uint32_t i = 0; i < e->args.len; i++) collect (c, e->args.data[i], inner);
  inner->vars.len = mark;
  inner->old = old;
}

/* -- sets -------------------------------------------------------------------------------------- */

static void drop_larger (struct choice *c) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->count; i++) {
    bool larger = false;
    for (uint32_t j = 0; j < c->count && !larger; j++)
      larger = c->terms[j].vars == c->terms[i].vars && is_part (c->terms[j].expr, c->terms[i].expr);
    if (!larger) c->terms[kept++] = c->terms[i];
  }
  c->count = kept;
}

static uint32_t covered_by (const struct choice *c, uint32_t set) {
  uint32_t vars = 0;
  for (uint32_t i = 0; i < c->count; i++)
    if (set & 1u << i) vars |= c->terms[i].vars;
  return vars;
}

static bool is_minimal (const struct choice *c, uint32_t set, uint32_t all) {
  for (uint32_t i = 0; i < c->count; i++)
    if (set & 1u << i && covered_by (c, set & ~(1u << i)) == all) return false;
  return true;
}

/* Sets of `left` more terms, from term `from` on. */
static void find_sets (struct choice *c, uint32_t set, uint32_t from, uint32_t left, uint32_t all) {
  if (!left) {
    if (covered_by (c, set) == all && is_minimal (c, set, all) && c->set_count < MAX_SETS)
      c->sets[c->set_count++] = set;
    return;
  }
  for (uint32_t i = from; i + left <= c->count && c->set_count < MAX_SETS; i++) {
    if (set && (c->terms[i].vars & ~covered_by (c, set)) == 0) continue; /* adds nothing */
    find_sets (c, set | 1u << i, i + 1, left - 1, all);
  }
}

static void write_triggers (struct choice *c, vpr_expr *quantifier) {
  struct vpr_trigger *triggers = WR_NEW (c->arena, struct vpr_trigger, c->set_count);
  for (uint32_t i = 0; i < c->set_count; i++) {
    struct vpr_trigger *t = &triggers[i];
    t->automatic = true;
    t->relaxed = c->relaxed;
    t->span = quantifier->span;
    t->exprs.data = WR_NEW (c->arena, vpr_expr *, c->count);
    for (uint32_t j = 0; j < c->count; j++)
      if (c->sets[i] & 1u << j) t->exprs.data[t->exprs.len++] = c->terms[j].expr;
  }
  quantifier->triggers.data = triggers;
  quantifier->triggers.len = c->set_count;
}

static void find (struct choice *c, vpr_expr *quantifier) {
  struct inner inner = {0};
  c->count = 0;
  if (quantifier->vars.len < MAX_VARS) collect (c, quantifier->args.data[0], &inner);
  WR_VEC_FREE (&inner.vars);
  drop_larger (c);
  uint32_t all = (1u << (quantifier->vars.len % MAX_VARS)) - 1;
  for (uint32_t size = 1; size <= quantifier->vars.len && size <= 3; size++)
    find_sets (c, 0, 0, size, all);
}

static void choose (wr_arena *arena, wr_diags *diags, vpr_expr *quantifier) {
  struct choice c = {.arena = arena, .diags = diags, .vars = quantifier->vars};
  find (&c, quantifier);
  c.relaxed = !c.set_count;
  if (c.relaxed) find (&c, quantifier);
  if (c.set_count)
    write_triggers (&c, quantifier);
  else if (vpr_type_is_pure (quantifier->type))
    wr_diag_add (diags, WR_CODE_NO_TRIGGER, quantifier->span,
                 "no trigger was found for this quantifier");
}

/* -- all quantifiers --------------------------------------------------------------------------- */

struct visit {
  wr_arena *arena;
  wr_diags *diags;
};

static void visit_top (void *ctx, vpr_decl *member, vpr_stmt *stmt, vpr_expr *expr,
                       enum vpr_role role) {
  struct visit *v = ctx;
  vpr_expr_stack rest = {0};
  (void)member, (void)stmt, (void)role;
  WR_VEC_PUSH (&rest, expr);
  while (rest.len) {
    vpr_expr *e = WR_VEC_POP (&rest);
    for (uint32_t i = e->args.len; i > 0; i--) WR_VEC_PUSH (&rest, e->args.data[i - 1]);
    bool quantifier = e->kind == VPR_EXPR_FORALL || e->kind == VPR_EXPR_EXISTS;
    if (quantifier && !e->triggers.len) choose (v->arena, v->diags, e);
  }
  WR_VEC_FREE (&rest);
}

void vpr_choose_triggers (vpr_program *program, wr_diags *diags) {
  struct visit v = {program->arena, diags};
  vpr_each_top (program, visit_top, &v);
}
