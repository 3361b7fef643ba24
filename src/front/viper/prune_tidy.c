/* front/viper/prune_tidy.c -- bodies without a goal that is on, and declarations that nothing mentions. */
#include "front/viper/prune.h"

/* Symbols of names that what is kept mentions. */
struct tidier {
  wr_bitset mentioned;
  wr_bitset proved; /* names of procedures with a goal that is on */
  bool all_fields;  /* new(*) */
};

static void mention (struct tidier *t, wr_symbol name) {
  if (name.ix) wr_bitset_set (&t->mentioned, name.ix, true);
}

static void mention_type (struct tidier *t, const vpr_type *type) {
  if (!type) return;
  mention (t, type->name.name);
  if (type->decl) mention (t, type->decl->id.name);
  for (uint32_t i = 0; i < type->args.len; i++) mention_type (t, type->args.data[i]);
}

static void mention_vars (struct tidier *t, vpr_vars vars) {
  for (uint32_t i = 0; i < vars.len; i++) mention_type (t, vars.data[i]->written);
}

static void mention_expr (struct tidier *t, const vpr_expr *e);

static void mention_exprs (struct tidier *t, vpr_exprs exprs) {
  for (uint32_t i = 0; i < exprs.len; i++) mention_expr (t, exprs.data[i]);
}

static void mention_expr (struct tidier *t, const vpr_expr *e) {
  if (!e) return;
  mention (t, e->ident.name);
  mention_type (t, e->type); /* of a destructor, for one */
  mention_type (t, e->written);
  mention_type (t, e->written_value);
  mention_vars (t, e->vars);
  mention_exprs (t, e->args);
  if (e->kind == VPR_EXPR_NEW && e->all) t->all_fields = true;
  for (uint32_t i = 0; i < e->idents.len; i++) mention (t, e->idents.data[i].name);
  for (uint32_t i = 0; i < e->triggers.len; i++) mention_exprs (t, e->triggers.data[i].exprs);
}

static void mention_measures (struct tidier *t, vpr_measures measures) {
  for (uint32_t i = 0; i < measures.len; i++) {
    mention_exprs (t, measures.data[i].tuple);
    mention_expr (t, measures.data[i].condition);
  }
}

static void mention_stmts (struct tidier *t, vpr_stmts stmts) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    const vpr_stmt *s = stmts.data[i];
    mention_vars (t, s->vars);
    mention_exprs (t, s->targets);
    mention_expr (t, s->value);
    mention_expr (t, s->condition);
    mention_exprs (t, s->invariants);
    mention_measures (t, s->measures);
    mention_stmts (t, s->body);
    mention_stmts (t, s->orelse);
  }
}

static void mention_decl (struct tidier *t, const vpr_decl *decl) {
  mention_type (t, decl->written);
  mention_vars (t, decl->formals);
  mention_vars (t, decl->returns);
  mention_exprs (t, decl->requires_);
  mention_exprs (t, decl->ensures);
  mention_measures (t, decl->measures);
  mention_expr (t, decl->value);
  mention_stmts (t, decl->body);
  for (uint32_t i = 0; i < decl->derives.len; i++) mention_type (t, decl->derives.data[i].type);
  for (uint32_t i = 0; i < decl->members.len; i++) mention_decl (t, decl->members.data[i]);
}

/* -- what is kept ------------------------------------------------------------------------------------------ */

static bool is_proved (const struct tidier *t, const vpr_decl *decl) {
  return wr_bitset_has (&t->proved, decl->id.name.ix);
}

static bool is_mentioned (const struct tidier *t, const vpr_decl *decl) {
  if (decl->kind == VPR_DECL_IMPORT || decl->builtin) return true;
  if (decl->kind == VPR_DECL_FIELD && t->all_fields) return true;
  if (wr_bitset_has (&t->mentioned, decl->id.name.ix) || is_proved (t, decl)) return true;
  for (uint32_t i = 0; i < decl->members.len; i++)
    if (is_mentioned (t, decl->members.data[i])) return true;
  return false;
}

/* An axiom that is kept speaks for its domain. */
static bool has_axiom (const vpr_decl *decl) {
  for (uint32_t i = 0; i < decl->members.len; i++)
    if (decl->members.data[i]->kind == VPR_DECL_AXIOM) return true;
  return false;
}

static void find_proved (struct tidier *t, const struct wr_prune *how) {
  const wr_core *core = how->core;
  for (uint32_t i = 1; i < core->labels.infos.len; i++) {
    const struct wr_label_info *info = &core->labels.infos.data[i];
    if (wr_bitset_has (how->off, i) || !wr_role_is_goal (info->role) || !info->procedure) continue;
    wr_bitset_set (&t->proved, core->procedures.data[info->procedure - 1].name.ix, true);
  }
}

static void close_mentions (struct tidier *t, const vpr_program *program) {
  wr_bitset done = {0};
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < program->decls.len; i++) {
      const vpr_decl *decl = program->decls.data[i];
      bool kept = is_mentioned (t, decl) || has_axiom (decl);
      if (!kept || wr_bitset_has (&done, i)) continue;
      wr_bitset_set (&done, i, true);
      mention_decl (t, decl);
      more = true;
    }
  }
  wr_bitset_free (&done);
}

void vpr_prune_tidy (vpr_program *program, const struct wr_prune *how) {
  struct tidier t = {.all_fields = false};
  find_proved (&t, how);
  for (uint32_t i = 0; i < program->decls.len; i++) {
    vpr_decl *decl = program->decls.data[i];
    if (decl->kind != VPR_DECL_METHOD || is_proved (&t, decl)) continue;
    decl->has_body = false;
    decl->body.len = 0;
  }
  close_mentions (&t, program);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < program->decls.len; i++) {
    vpr_decl *decl = program->decls.data[i];
    if (is_mentioned (&t, decl) || has_axiom (decl)) program->decls.data[kept++] = decl;
  }
  program->decls.len = kept;
  wr_bitset_free (&t.mentioned);
  wr_bitset_free (&t.proved);
}
