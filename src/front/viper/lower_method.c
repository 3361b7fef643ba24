/* front/viper/lower_method.c -- methods: contracts and bodies. */
#include "front/viper/lower_termination.h"

void vpr_method_declare (vpr_lowering *lo, vpr_decl *decl) {
  struct vpr_method_info *m = WR_NEW (lo->arena, struct vpr_method_info, 1);
  m->procedure = vpr_procedure_new (lo, decl, vpr_text (lo, decl->id.name));
  lo->procedure = m->procedure + 1;
  vpr_clauses_of (lo, &decl->requires_, WR_ROLE_REQUIRES, &m->requires_);
  vpr_clauses_of (lo, &decl->ensures, WR_ROLE_ENSURES, &m->ensures);
  lo->procedure = 0;
  vpr_note (lo, &decl->lowered, m);
}

static bool has_sides (const vpr_expr *e) {
  if (e->kind == VPR_EXPR_INHALE_EXHALE) return true;
  for (uint32_t i = 0; i < e->args.len; i++)
    if (has_sides (e->args.data[i])) return true;
  return false;
}

static bool clauses_have_sides (const vpr_clauses *list) {
  for (uint32_t i = 0; i < list->len; i++)
    if (has_sides (list->data[i].conjunct)) return true;
  return false;
}

static void inhale_pre (vpr_lowering *lo, const struct vpr_method_info *m, bool exhale_side) {
  for (uint32_t i = 0; i < m->requires_.len; i++) {
    const struct vpr_clause *c = &m->requires_.data[i];
    struct vpr_cause cause =
        vpr_cause_of (lo, c, "not.wellformed", c->whole->span, lo->body->entry_site);
    cause.fact = WR_ROLE_REQUIRES;
    struct vpr_transfer t = {.ctx = vpr_here (lo),
                             .cause = &cause,
                             .guard = vpr_true (lo),
                             .checked = true,
                             .exhale_side = exhale_side};
    vpr_inhale (lo, c->conjunct, &t);
  }
}

/* A branch of its own in front of the code here: the caller fills it, then vpr_side_end. */
struct vpr_block *vpr_side_begin (vpr_lowering *lo, const char *name) {
  struct vpr_block *from = lo->body->at, *side = vpr_block_new (lo, name, (wr_span){0}),
                   *main = vpr_block_new (lo, "main", (wr_span){0});
  if (from) {
    WR_VEC_PUSH (&from->succs, side);
    WR_VEC_PUSH (&from->succs, main);
  }
  vpr_block_enter (lo, side);
  return main;
}

void vpr_side_end (vpr_lowering *lo, struct vpr_block *main) { vpr_block_enter (lo, main); }

/* The postcondition in a state of which nothing is known but the old one. */
static void check_post (vpr_lowering *lo, const struct vpr_method_info *m, bool exhale_side) {
  struct vpr_block *main = vpr_side_begin (lo, "postcondition");
  vpr_masks_clear (lo);
  for (uint32_t i = 0; i < lo->resources.len; i++) vpr_havoc (lo, lo->body->heap[i]);
  for (uint32_t i = 0; i < m->ensures.len; i++) {
    const struct vpr_clause *c = &m->ensures.data[i];
    struct vpr_cause cause =
        vpr_cause_new (lo, "not.wellformed", c->whole->span, c->conjunct->span);
    cause.element = wr_label_info (&lo->core->labels, c->label)->element;
    cause.cls = WR_CLASS_INTERNAL;
    struct vpr_transfer t = {.ctx = vpr_here (lo),
                             .cause = &cause,
                             .guard = vpr_true (lo),
                             .checked = true,
                             .exhale_side = exhale_side};
    vpr_inhale (lo, c->conjunct, &t);
  }
  vpr_side_end (lo, main);
}

static void exhale_post (vpr_lowering *lo, const struct vpr_method_info *m) {
  struct vpr_mark *mark = vpr_mark_new (lo, "end");
  vpr_mark_set (lo, mark);
  for (uint32_t i = 0; i < m->ensures.len; i++) {
    const struct vpr_clause *c = &m->ensures.data[i];
    struct vpr_cause cause =
        vpr_cause_of (lo, c, "postcondition.violated", c->whole->span, lo->body->exit_site);
    cause.goal = WR_ROLE_ENSURES;
    struct vpr_transfer t = {.ctx = vpr_here (lo), .cause = &cause, .guard = vpr_true (lo)};
    t.ctx.here = mark->state;
    vpr_exhale (lo, c->conjunct, &t);
  }
}

void vpr_method (vpr_lowering *lo, const vpr_decl *decl) {
  const struct vpr_method_info *m = decl->lowered;
  struct vpr_body body;
  if (!decl->has_body && !m->requires_.len && !m->ensures.len) return;
  vpr_body_begin (lo, &body, decl, "");
  vpr_height (lo, -1);
  vpr_declare (lo, &decl->formals);
  vpr_declare (lo, &decl->returns);
  vpr_labels_declare (lo, decl);
  if (clauses_have_sides (&m->requires_)) {
    struct vpr_block *main = vpr_side_begin (lo, "precondition");
    inhale_pre (lo, m, true);
    vpr_side_end (lo, main);
  }
  inhale_pre (lo, m, false);
  body.entry = vpr_mark_new (lo, "old");
  vpr_mark_set (lo, body.entry);
  if (m->ensures.len) check_post (lo, m, false);
  if (clauses_have_sides (&m->ensures)) check_post (lo, m, true);
  if (decl->has_body) {
    vpr_termination_begin (lo, decl);
    vpr_termination_entered (lo);
    vpr_stmts_lower (lo, &decl->body);
    if (body.at) exhale_post (lo, m);
  }
  vpr_body_end (lo);
}
