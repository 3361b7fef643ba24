/* front/viper/prune_tidy.c -- what nothing in a pruned program mentions. */
#include "front/viper/prune.h"

/* Symbols of names that what is kept mentions. */
struct tidier {
  const struct vpr_prune_labels *labels;
  wr_bitset mentioned;
  wr_bitset opened; /* names of predicates whose bodies are used */
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

/* acc(P(x)): P is folded or unfolded. */
static void open_predicate (struct tidier *t, const vpr_expr *acc) {
  const vpr_expr *e = acc->kind == VPR_EXPR_ACC ? acc->args.data[0] : acc;
  wr_bitset_set (&t->opened, e->ident.name.ix, true);
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
  if (e->kind == VPR_EXPR_UNFOLDING) open_predicate (t, e->args.data[0]);
  if (e->kind == VPR_EXPR_INSTANCE) wr_bitset_set (&t->opened, e->ident.name.ix, true);
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
    if (s->kind == VPR_STMT_FOLD || s->kind == VPR_STMT_UNFOLD) open_predicate (t, s->value);
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

/* Its own goals are on, or another member mentions it. */
static bool is_mentioned (const struct tidier *t, const vpr_decl *decl) {
  if (decl->kind == VPR_DECL_IMPORT || decl->builtin) return true;
  if (decl->kind == VPR_DECL_METHOD && decl->has_body) return true;
  if (decl->span.file && vpr_text_has_goal (t->labels, decl->span)) return true;
  if (decl->kind == VPR_DECL_FIELD && t->all_fields) return true;
  if (wr_bitset_has (&t->mentioned, decl->id.name.ix)) return true;
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

/* A predicate that nothing folds or unfolds, and whose own goals are off. */
static bool is_shut (const struct tidier *t, const vpr_decl *decl) {
  return decl->kind == VPR_DECL_PREDICATE && decl->value &&
         !wr_bitset_has (&t->opened, decl->id.name.ix) &&
         !vpr_text_has_goal (t->labels, decl->value->span);
}

/* The body of a predicate is mentioned when something opens it, which may come to light later. */
static void mention_once (struct tidier *t, const vpr_decl *decl, wr_bitset *done,
                          uint32_t number) {
  vpr_decl head = *decl;
  bool shut = is_shut (t, decl);
  if (shut) head.value = NULL;
  mention_decl (t, &head);
  if (!shut) wr_bitset_set (done, number, true);
}

static void close_mentions (struct tidier *t, const vpr_program *program) {
  wr_bitset done = {0}, before = {0}, opened = {0};
  do {
    wr_bitset_copy (&before, &t->mentioned);
    wr_bitset_copy (&opened, &t->opened);
    for (uint32_t i = 0; i < program->decls.len; i++) {
      const vpr_decl *decl = program->decls.data[i];
      if (!wr_bitset_has (&done, i) && (is_mentioned (t, decl) || has_axiom (decl)))
        mention_once (t, decl, &done, i);
    }
  } while (!wr_bitset_within (&t->mentioned, &before) || !wr_bitset_within (&t->opened, &opened));
  wr_bitset_free (&done);
  wr_bitset_free (&before);
  wr_bitset_free (&opened);
}

static void shut_predicates (const struct tidier *t, vpr_program *program) {
  for (uint32_t i = 0; i < program->decls.len; i++) {
    vpr_decl *decl = program->decls.data[i];
    if (!is_shut (t, decl)) continue;
    decl->value = NULL;
    decl->has_body = false;
  }
}

/* -- variables --------------------------------------------------------------------------------------------- */

/* Declarations of one method's variables without a value, of which nothing mentions any. */
static vpr_stmts without_unused (const struct tidier *t, vpr_stmts stmts) {
  vpr_stmts kept = {stmts.data, 0};
  for (uint32_t i = 0; i < stmts.len; i++) {
    vpr_stmt *s = stmts.data[i];
    bool used = s->kind != VPR_STMT_VAR || s->value;
    for (uint32_t v = 0; v < s->vars.len; v++)
      used |= wr_bitset_has (&t->mentioned, s->vars.data[v]->id.name.ix);
    if (!used) continue;
    if (s->kind != VPR_STMT_PACKAGE) {
      s->body = without_unused (t, s->body);
      s->orelse = without_unused (t, s->orelse);
    }
    kept.data[kept.len++] = s;
  }
  return kept;
}

static void drop_variables (vpr_decl *decl) {
  struct tidier t = {.labels = NULL};
  mention_stmts (&t, decl->body);
  mention_exprs (&t, decl->ensures);
  decl->body = without_unused (&t, decl->body);
  wr_bitset_free (&t.mentioned);
  wr_bitset_free (&t.opened);
}

void vpr_prune_tidy (vpr_program *program, const struct vpr_prune_labels *labels) {
  struct tidier t = {.labels = labels};
  for (uint32_t i = 0; i < program->decls.len; i++) drop_variables (program->decls.data[i]);
  close_mentions (&t, program);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < program->decls.len; i++) {
    vpr_decl *decl = program->decls.data[i];
    if (is_mentioned (&t, decl) || has_axiom (decl)) program->decls.data[kept++] = decl;
  }
  program->decls.len = kept;
  shut_predicates (&t, program);
  wr_bitset_free (&t.mentioned);
  wr_bitset_free (&t.opened);
}
