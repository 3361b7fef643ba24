/* front/viper/prune.c -- clauses, conjuncts and statements with labels off. */
#include "front/viper/prune.h"

#include "base/map.h"
#include "base/vec.h"

/* By file: the spans of labels, and whether a label there is on. */
struct pruner {
  const struct wr_prune *how;
  wr_arena *arena;
  wr_map *spans;
  uint32_t files;
};

static void read_labels (struct pruner *p) {
  const wr_labels *labels = &p->how->core->labels;
  for (uint32_t i = 1; i < labels->infos.len; i++) {
    wr_span span = labels->infos.data[i].span;
    if (!span.file || span.file > p->files) continue;
    uint64_t key = WR_KEY2 (span.begin, span.end);
    bool on = !wr_bitset_has (p->how->off, i);
    if (on || !wr_map_has (&p->spans[span.file - 1], key))
      wr_map_put (&p->spans[span.file - 1], key, on);
  }
}

/* There are labels for this text, and all of them are off. */
static bool is_off (const struct pruner *p, wr_span span) {
  uint64_t on;
  return span.file && span.file <= p->files &&
         wr_map_get (&p->spans[span.file - 1], WR_KEY2 (span.begin, span.end), &on) && !on;
}

/* -- assertions ------------------------------------------------------------------------------------------ */

static vpr_expr *conjunction (struct pruner *p, vpr_expr *left, vpr_expr *right,
                              const vpr_expr *old) {
  if (!left || !right) return left ? left : right;
  vpr_expr *e = WR_NEW (p->arena, vpr_expr, 1);
  *e = *old;
  e->args.data = WR_NEW (p->arena, vpr_expr *, 2);
  e->args.data[0] = left;
  e->args.data[1] = right;
  return e;
}

/* The assertion without the conjuncts that are off; NULL: nothing is left. */
static vpr_expr *keep_conjuncts (struct pruner *p, vpr_expr *e) {
  if (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_AND && !e->annots) {
    vpr_expr *left = keep_conjuncts (p, e->args.data[0]);
    vpr_expr *right = keep_conjuncts (p, e->args.data[1]);
    if (left == e->args.data[0] && right == e->args.data[1]) return e;
    return conjunction (p, left, right, e);
  }
  return is_off (p, e->span) ? NULL : e;
}

static vpr_exprs keep_clauses (struct pruner *p, vpr_exprs clauses) {
  vpr_exprs kept = {WR_NEW (p->arena, vpr_expr *, clauses.len), 0};
  for (uint32_t i = 0; i < clauses.len; i++) {
    vpr_expr *e = is_off (p, clauses.data[i]->span) ? NULL : keep_conjuncts (p, clauses.data[i]);
    if (e) kept.data[kept.len++] = e;
  }
  return kept;
}

/* -- statements -------------------------------------------------------------------------------------------- */

static vpr_stmts keep_stmts (struct pruner *p, vpr_stmts stmts);

/* A variable that keeps its value is one that may have any. */
static bool keeps_value (const struct pruner *p, const vpr_stmt *s) {
  bool assigns = s->kind == VPR_STMT_ASSIGN || s->kind == VPR_STMT_VAR;
  return assigns && s->value && (s->value->kind != VPR_EXPR_NEW || p->how->slice) &&
         (s->value->kind != VPR_EXPR_CALL || !s->value->decl ||
          s->value->decl->kind != VPR_DECL_METHOD) &&
         is_off (p, s->span);
}

static bool is_assertion (const vpr_stmt *s) {
  return s->kind == VPR_STMT_INHALE || s->kind == VPR_STMT_ASSUME || s->kind == VPR_STMT_ASSERT ||
         s->kind == VPR_STMT_REFUTE;
}

static bool is_havoc (const vpr_stmt *s) {
  return s->kind == VPR_STMT_QUASIHAVOC || s->kind == VPR_STMT_QUASIHAVOCALL;
}

/* In a slice: a branch without statements says nothing. */
static bool is_empty_branch (const struct pruner *p, const vpr_stmt *s) {
  return p->how->slice && s->kind == VPR_STMT_IF && !s->body.len && !s->orelse.len &&
         is_off (p, s->value->span);
}

/* NULL: it is left out. */
static vpr_stmt *keep_stmt (struct pruner *p, vpr_stmt *s) {
  bool drops = keeps_value (p, s) || (is_assertion (s) && is_off (p, s->span));
  if (drops && s->kind != VPR_STMT_VAR) return NULL;
  if (p->how->slice && is_havoc (s)) return NULL;
  vpr_stmt *kept = WR_NEW (p->arena, vpr_stmt, 1);
  *kept = *s;
  if (drops) kept->value = NULL, kept->targets.len = 0;
  if (is_assertion (s)) kept->value = keep_conjuncts (p, s->value);
  if (is_assertion (s) && !kept->value) return NULL;
  kept->invariants = keep_clauses (p, s->invariants);
  kept->body = keep_stmts (p, s->body);
  kept->orelse = keep_stmts (p, s->orelse);
  if (is_empty_branch (p, kept)) return NULL;
  return kept;
}

static vpr_stmts keep_stmts (struct pruner *p, vpr_stmts stmts) {
  vpr_stmts kept = {WR_NEW (p->arena, vpr_stmt *, stmts.len), 0};
  for (uint32_t i = 0; i < stmts.len; i++) {
    vpr_stmt *s = keep_stmt (p, stmts.data[i]);
    if (s) kept.data[kept.len++] = s;
  }
  return kept;
}

/* -- declarations -------------------------------------------------------------------------------------------- */

static vpr_decl *keep_decl (struct pruner *p, const vpr_decl *decl) {
  vpr_decl *kept = WR_NEW (p->arena, vpr_decl, 1);
  *kept = *decl;
  kept->requires_ = keep_clauses (p, decl->requires_);
  kept->ensures = keep_clauses (p, decl->ensures);
  kept->body = keep_stmts (p, decl->body);
  kept->members.data = WR_NEW (p->arena, vpr_decl *, decl->members.len);
  kept->members.len = 0;
  for (uint32_t i = 0; i < decl->members.len; i++) {
    vpr_decl *part = decl->members.data[i];
    bool off =
        part->kind == VPR_DECL_AXIOM && (is_off (p, part->span) || is_off (p, part->value->span));
    if (!off) kept->members.data[kept->members.len++] = part;
  }
  return kept;
}

vpr_program *vpr_prune (const vpr_program *program, const struct wr_prune *how) {
  struct pruner p = {.how = how, .arena = program->arena};
  p.files = wr_sources_count (program->sources);
  p.spans = wr_alloc (p.files, sizeof (wr_map));
  read_labels (&p);
  vpr_program *pruned = WR_NEW (p.arena, vpr_program, 1);
  *pruned = *program;
  pruned->decls.data = WR_NEW (p.arena, vpr_decl *, program->decls.len);
  for (uint32_t i = 0; i < program->decls.len; i++)
    pruned->decls.data[i] = keep_decl (&p, program->decls.data[i]);
  if (how->tidy) vpr_prune_tidy (pruned, how);
  for (uint32_t i = 0; i < p.files; i++) wr_map_free (&p.spans[i]);
  free (p.spans);
  return pruned;
}
