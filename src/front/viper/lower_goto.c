/* front/viper/lower_goto.c -- labels, jumps, and loops made by jumps.

   A jump forward is an edge.  A label to which a later statement jumps is the head of a loop, which reaches to the end of the last
   statement beside the label from which a jump comes back.  What a loop does not get from its invariants is put aside at its head and
   added again wherever the loop is left. */
#include "front/viper/lowering.h"

void vpr_labels_declare (vpr_lowering *lo, const vpr_decl *decl) {
  for (uint32_t i = 0; i < decl->labels.len; i++) {
    vpr_label *label = decl->labels.data[i];
    char text[200];
    snprintf (text, sizeof text, "old[%.100s]", vpr_text (lo, label->id.name));
    struct vpr_mark *mark = vpr_mark_new (lo, text);
    snprintf (text, sizeof text, "reached(%.100s)", vpr_text (lo, label->id.name));
    mark->reached = vpr_local (lo, text, vpr_bool_sort (lo));
    vpr_assign (lo, mark->reached, wr_mk_bool (lo->core, false), (wr_label){0});
    vpr_note (lo, &label->lowered, mark);
  }
}

/* -- leaving a loop -------------------------------------------------------------------------------- */

static void add_back (vpr_lowering *lo, const struct vpr_resource *r,
                      const struct vpr_mark *aside) {
  wr_expr mask = vpr_fresh (lo, "perm", r->mask), heap = vpr_fresh (lo, r->name, r->heap);
  wr_expr zero = vpr_real (lo, "0");
  for (int side = 0; side < 2; side++) {
    wr_var *vars = WR_NEW (lo->arena, wr_var, r->arity);
    wr_expr *at = WR_NEW (lo->arena, wr_expr, r->arity), fact;
    for (uint32_t i = 0; i < r->arity; i++) {
      vars[i] = vpr_bound (lo, "o", r->index[i]);
      at[i] = wr_mk_var (lo->core, vars[i]);
    }
    wr_expr here = vpr_mask_at (lo, lo->body->now, r, at);
    wr_expr there = vpr_mask_at (lo, aside->state, r, at);
    wr_expr now = vpr_select (lo, side ? heap : mask, at, r->arity);
    if (side) {
      wr_expr own = vpr_eq (lo, now, vpr_heap_at (lo, lo->body->now, r, at));
      wr_expr other = vpr_eq (lo, now, vpr_heap_at (lo, aside->state, r, at));
      fact = vpr_and (lo, vpr_implies (lo, vpr_lt (lo, zero, here), own),
                      vpr_implies (lo, vpr_lt (lo, zero, there), other));
    } else {
      fact = vpr_eq (lo, now, vpr_add (lo, here, there));
    }
    struct vpr_triggers t = {0};
    vpr_trigger1 (lo, &t, now);
    vpr_frame (lo, vpr_forall (lo, vars, r->arity, &t, fact));
    vpr_triggers_free (&t);
  }
  vpr_assign (lo, lo->body->heap[r->number], heap, (wr_label){0});
  vpr_assign (lo, lo->body->mask[r->number], mask, (wr_label){0});
}

static void leave (vpr_lowering *lo, const struct vpr_loop *loop) {
  for (uint32_t i = 0; i < lo->resources.len; i++)
    add_back (lo, lo->resources.data[i], loop->aside);
}

static bool is_inside (const struct vpr_loop *loop, wr_span at) {
  return at.begin >= loop->range.begin && at.end <= loop->range.end;
}

static uint32_t depth_of (const struct vpr_loop *loop) {
  uint32_t depth = 0;
  for (; loop; loop = loop->outer) depth++;
  return depth;
}

/* -- finding loops --------------------------------------------------------------------------------- */

bool vpr_has_goto (const vpr_stmts *list) {
  for (uint32_t i = 0; i < list->len; i++) {
    const vpr_stmt *s = list->data[i];
    if (s->kind == VPR_STMT_GOTO || vpr_has_goto (&s->body) || vpr_has_goto (&s->orelse))
      return true;
  }
  return false;
}

/* A jump to the label in the statement. */
static bool jumps_to (const vpr_stmt *s, const vpr_label *label) {
  if (s->kind == VPR_STMT_GOTO && s->label == label) return true;
  for (uint32_t i = 0; i < s->body.len; i++)
    if (jumps_to (s->body.data[i], label)) return true;
  for (uint32_t i = 0; i < s->orelse.len; i++)
    if (jumps_to (s->orelse.data[i], label)) return true;
  return false;
}

void vpr_loops_find (vpr_lowering *lo, const vpr_stmts *list) {
  (void)lo;
  for (uint32_t i = 0; i < list->len; i++) {
    const vpr_stmt *s = list->data[i];
    if (s->kind != VPR_STMT_LABEL || !s->label->lowered) continue;
    struct vpr_mark *mark = s->label->lowered;
    for (uint32_t k = i + 1; k < list->len; k++)
      if (jumps_to (list->data[k], s->label)) {
        mark->loop = (wr_span){s->span.file, s->span.begin, list->data[k]->span.end};
        mark->rest.data = list->data + i + 1;
        mark->rest.len = k - i;
      }
  }
}

/* -- statements ------------------------------------------------------------------------------------ */

static void begin_loop (vpr_lowering *lo, const vpr_stmt *s, struct vpr_mark *mark) {
  struct vpr_loop *loop = WR_NEW (lo->arena, struct vpr_loop, 1);
  struct wr_site_info info = {.kind = WR_SITE_LOOP, .span = s->span, .procedure = lo->procedure};
  lo->body->by_contracts = true;
  *loop = (struct vpr_loop){.outer = lo->body->loop, .range = mark->loop, .by_goto = true};
  loop->site = wr_site_new (&lo->core->labels, &info);
  vpr_clauses_of (lo, &s->invariants, WR_ROLE_INVARIANT_ASSUMED, &loop->invariants);
  vpr_invariants_exhale (lo, &loop->invariants, loop->site, false);
  vpr_havoc_assigned (lo, &mark->rest, mark->loop);
  loop->aside = vpr_mark_new (lo, "aside");
  vpr_mark_set (lo, loop->aside);
  vpr_masks_clear (lo);
  vpr_invariants_inhale (lo, &loop->invariants, loop->site, true);
  mark->head = loop;
  lo->body->loop = loop;
}

void vpr_loops_end (vpr_lowering *lo, const struct vpr_loop *outer, uint32_t before) {
  struct vpr_body *body = lo->body;
  while (body->loop != outer && body->loop->by_goto && body->loop->range.end <= before) {
    if (body->at) leave (lo, body->loop);
    body->loop = body->loop->outer;
  }
}

void vpr_label_stmt (vpr_lowering *lo, const vpr_stmt *s) {
  struct vpr_mark *mark = s->label->lowered;
  if (!lo->body->at && !mark->block) return;
  if (mark->block) {
    if (mark->depth != depth_of (lo->body->loop))
      vpr_unsupported (lo, s->span, "a jump into a loop is not supported");
    vpr_block_go (lo, mark->block);
    vpr_block_enter (lo, mark->block);
  }
  mark->passed = true;
  if (mark->loop.file) begin_loop (lo, s, mark);
  vpr_mark_set (lo, mark);
  vpr_assign (lo, mark->reached, vpr_true (lo), (wr_label){0});
}

void vpr_goto (vpr_lowering *lo, const vpr_stmt *s) {
  struct vpr_mark *mark = s->label->lowered;
  wr_span to = s->label->stmt ? s->label->stmt->span : s->label->id.span;
  const struct vpr_loop *loop = lo->body->loop;
  for (; loop && !is_inside (loop, to); loop = loop->outer) leave (lo, loop);
  if (mark->passed) {
    if (loop && loop == mark->head)
      vpr_invariants_exhale (lo, &loop->invariants, loop->site, true);
    else
      vpr_unsupported (lo, s->span, "a loop with this jump is not supported");
    lo->body->at = NULL;
    return;
  }
  uint32_t depth = depth_of (loop);
  if (mark->block && mark->depth != depth)
    vpr_unsupported (lo, s->span, "a jump into a loop is not supported");
  if (!mark->block) mark->block = vpr_block_new (lo, "label", s->label->id.span);
  mark->depth = depth;
  vpr_block_go (lo, mark->block);
}
