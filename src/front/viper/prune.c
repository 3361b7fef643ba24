/* front/viper/prune.c -- declarations with labels off. */
#include "front/viper/prune.h"

#include "front/viper/equal.h"
#include "front/viper/lowering.h"

struct pruner {
  const struct wr_prune *how;
  struct vpr_prune_labels labels;
  struct vpr_prune_stmts stmts;
  wr_bitset called; /* names of methods that are called in a body that stays */
  wr_bitset names;  /* of all variables and declarations */
};

static bool is_off (const struct pruner *p, wr_span text) {
  return vpr_text_is_off (&p->labels, text);
}

/* -- names ------------------------------------------------------------------------------------------------ */

static void add_vars (struct pruner *p, vpr_vars vars) {
  for (uint32_t i = 0; i < vars.len; i++) wr_bitset_set (&p->names, vars.data[i]->id.name.ix, true);
}

static void add_names (struct pruner *p, vpr_stmts stmts) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    add_vars (p, stmts.data[i]->vars);
    add_names (p, stmts.data[i]->body);
    add_names (p, stmts.data[i]->orelse);
  }
}

static void find_names (struct pruner *p, const vpr_program *program) {
  for (uint32_t i = 0; i < program->decls.len; i++) {
    const vpr_decl *decl = program->decls.data[i];
    wr_bitset_set (&p->names, decl->id.name.ix, true);
    add_vars (p, decl->formals);
    add_vars (p, decl->returns);
    add_names (p, decl->body);
  }
}

/* -- bodies ------------------------------------------------------------------------------------------------ */

/* A goal that is on stands in the body, or a postcondition that is on is proved by it. */
static bool keeps_body (const struct pruner *p, const vpr_decl *decl) {
  if (!p->how->tidy || vpr_text_has_promise (&p->labels, decl->span)) return true;
  if (!decl->body.len) return false;
  wr_span text = decl->body.data[0]->span;
  text.end = decl->body.data[decl->body.len - 1]->span.end;
  return vpr_text_has_goal (&p->labels, text);
}

static bool keeps_value (const struct pruner *p, const vpr_decl *decl) {
  return !p->how->tidy || !is_off (p, decl->value->span) ||
         vpr_text_has_goal (&p->labels, decl->value->span) ||
         vpr_text_has_promise (&p->labels, decl->span);
}

static void find_calls (struct pruner *p, vpr_stmts stmts) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    const vpr_stmt *s = stmts.data[i];
    if (s->value && s->value->kind == VPR_EXPR_CALL && s->value->decl &&
        s->value->decl->kind == VPR_DECL_METHOD)
      wr_bitset_set (&p->called, s->value->decl->id.name.ix, true);
    find_calls (p, s->body);
    find_calls (p, s->orelse);
  }
}

static vpr_decl *keep_bodies (struct pruner *p, const vpr_decl *decl) {
  vpr_decl *kept = WR_NEW (p->stmts.program->arena, vpr_decl, 1);
  *kept = *decl;
  p->stmts.fresh = 0;
  if (decl->kind == VPR_DECL_METHOD && decl->has_body) {
    kept->has_body = keeps_body (p, decl);
    kept->body = kept->has_body ? vpr_prune_body (&p->stmts, decl->body) : (vpr_stmts){0};
    find_calls (p, kept->body);
  }
  if (decl->kind == VPR_DECL_FUNCTION && decl->value && !keeps_value (p, decl)) {
    kept->value = NULL;
    kept->has_body = false;
  }
  return kept;
}

/* -- contracts ---------------------------------------------------------------------------------------------- */

static bool has_conjunct (const struct pruner *p, const vpr_expr *in, const vpr_expr *e) {
  if (in->kind == VPR_EXPR_BINARY && in->op == VPR_OP_AND)
    return has_conjunct (p, in->args.data[0], e) || has_conjunct (p, in->args.data[1], e);
  return is_off (p, in->span) && vpr_expr_equal (in, e);
}

/* Every conjunct with permissions that is off is given back by a postcondition that is off: a call without both changes as little. */
static bool comes_back (const struct pruner *p, const vpr_decl *decl, const vpr_expr *e) {
  if (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_AND)
    return comes_back (p, decl, e->args.data[0]) && comes_back (p, decl, e->args.data[1]);
  if (vpr_is_pure (e) || !is_off (p, e->span)) return true;
  for (uint32_t i = 0; i < decl->ensures.len; i++)
    if (has_conjunct (p, decl->ensures.data[i], e)) return true;
  return false;
}

/* A precondition takes permissions at a call, and what a function depends on is its permissions. */
static bool takes (const struct pruner *p, const vpr_decl *decl, const vpr_expr *clause) {
  if (!p->how->tidy) return false;
  if (decl->kind == VPR_DECL_FUNCTION) return true;
  return wr_bitset_has (&p->called, decl->id.name.ix) && !comes_back (p, decl, clause);
}

static vpr_exprs keep_clauses (struct pruner *p, const vpr_decl *decl, const vpr_exprs *clauses) {
  vpr_exprs kept = {WR_NEW (p->stmts.program->arena, vpr_expr *, clauses->len), 0};
  for (uint32_t i = 0; i < clauses->len; i++) {
    bool taken = clauses == &decl->requires_ && takes (p, decl, clauses->data[i]);
    vpr_expr *e = vpr_prune_conjuncts (&p->stmts, clauses->data[i], taken);
    if (e) kept.data[kept.len++] = e;
  }
  return kept;
}

/* A postcondition that the body does not prove is assumed at its end. */
static void assume_failed (struct pruner *p, vpr_decl *decl) {
  vpr_stmts body = {
      WR_NEW (p->stmts.program->arena, vpr_stmt *, decl->body.len + decl->ensures.len + 1), 0};
  for (uint32_t i = 0; i < decl->body.len; i++) body.data[body.len++] = decl->body.data[i];
  for (uint32_t i = 0; i < decl->ensures.len; i++) {
    vpr_expr *e = vpr_prune_failed (&p->stmts, decl->ensures.data[i], WR_ROLE_ENSURES);
    if (e) body.data[body.len++] = vpr_prune_assume (&p->stmts, e);
  }
  decl->body = body;
}

static void keep_axioms (struct pruner *p, vpr_decl *decl) {
  vpr_decls kept = {WR_NEW (p->stmts.program->arena, vpr_decl *, decl->members.len), 0};
  for (uint32_t i = 0; i < decl->members.len; i++) {
    vpr_decl *part = decl->members.data[i];
    bool off =
        part->kind == VPR_DECL_AXIOM && (is_off (p, part->span) || is_off (p, part->value->span));
    if (!off) kept.data[kept.len++] = part;
  }
  decl->members = kept;
}

static void keep_contract (struct pruner *p, vpr_decl *decl) {
  vpr_exprs requires_ = keep_clauses (p, decl, &decl->requires_);
  decl->ensures = keep_clauses (p, decl, &decl->ensures);
  decl->requires_ = requires_;
  if (p->how->tidy && decl->kind == VPR_DECL_METHOD && decl->has_body) assume_failed (p, decl);
  keep_axioms (p, decl);
}

vpr_program *vpr_prune (const vpr_program *program, const struct wr_prune *how) {
  struct pruner p = {.how = how};
  vpr_prune_labels_read (&p.labels, how, wr_sources_count (program->sources));
  p.stmts = (struct vpr_prune_stmts){
      .how = how, .labels = &p.labels, .program = program, .names = &p.names};
  find_names (&p, program);
  vpr_program *pruned = WR_NEW (program->arena, vpr_program, 1);
  *pruned = *program;
  pruned->decls.data = WR_NEW (program->arena, vpr_decl *, program->decls.len);
  for (uint32_t i = 0; i < program->decls.len; i++)
    pruned->decls.data[i] = keep_bodies (&p, program->decls.data[i]);
  for (uint32_t i = 0; i < program->decls.len; i++) keep_contract (&p, pruned->decls.data[i]);
  if (how->tidy) vpr_prune_tidy (pruned, &p.labels);
  if (how->checked) vpr_prune_checked (pruned, how);
  vpr_prune_labels_free (&p.labels);
  wr_bitset_free (&p.called);
  wr_bitset_free (&p.names);
  return pruned;
}
