/* Code expressions |{ .. return e; }|: true when every run returns true.  The weakest precondition is
   computed backwards over the acyclic blocks: an assumption is an implication, an assertion a
   conjunction, an assignment a substitution, a havoc (and a local without a value) a quantifier. */
#include "front/boogie/lowering.h"

struct code {
  bpl_lowering *lo;
  const bpl_expr *e;
  wr_expr *value; /* of each block; 0: not yet */
  bool *active;
};

/* The whole new value of the variable of an assignment. */
static wr_expr new_value (wr_core *core, const struct wr_assign *a, uint32_t from, wr_expr now) {
  if (from == a->step_count) return a->value;
  const struct wr_step *step = &a->steps[from];
  if (step->is_field) {
    wr_expr inner = new_value (core, a, from + 1, wr_mk_field (core, step->field, now));
    return wr_mk_field_update (core, step->field, now, inner);
  }
  WR_VEC (wr_expr) args = {0};
  WR_VEC_PUSH (&args, now);
  for (uint32_t i = 0; i < step->index_count; i++) WR_VEC_PUSH (&args, step->index[i]);
  wr_expr part = wr_mk (core, WR_OP_SELECT, args.data, args.len);
  wr_expr inner = new_value (core, a, from + 1, part);
  WR_VEC_PUSH (&args, inner);
  wr_expr result = wr_mk (core, WR_OP_STORE, args.data, args.len);
  WR_VEC_FREE (&args);
  return result;
}

static wr_expr before_assign (wr_core *core, const struct wr_cmd *cmd, wr_expr after) {
  wr_map map = {0};
  for (uint32_t i = 0; i < cmd->assign_count; i++) {
    const struct wr_assign *a = &cmd->assigns[i];
    wr_map_put (&map, a->var.ix, new_value (core, a, 0, wr_mk_var (core, a->var)).ix);
  }
  wr_expr result = wr_substitute (core, after, &map, NULL);
  wr_map_free (&map);
  return result;
}

/* For all values of the variables: they get new names, because they may be chosen more than once. */
static wr_expr for_all (wr_core *core, const wr_var *vars, uint32_t count, wr_expr e) {
  wr_map map = {0};
  WR_VEC (wr_var) fresh = {0};
  for (uint32_t i = 0; i < count; i++) {
    struct wr_var_info info = *wr_var_info (core, vars[i]);
    wr_var v = wr_var_new (core, WR_VAR_BOUND, info.name, info.sort, info.span);
    WR_VEC_PUSH (&fresh, v);
    wr_map_put (&map, vars[i].ix, wr_mk_var (core, v).ix);
  }
  wr_expr body = wr_substitute (core, e, &map, NULL);
  if (body.ix != e.ix) {
    struct wr_quantifier q = {.vars = fresh.data, .var_count = fresh.len, .weight = -1};
    e = wr_mk_quantifier (core, WR_OP_FORALL, &q, body);
  }
  WR_VEC_FREE (&fresh);
  wr_map_free (&map);
  return e;
}

static wr_expr before_cmd (struct code *c, const struct wr_cmd *cmd, wr_expr after) {
  wr_core *core = c->lo->core;
  switch (cmd->kind) {
  case WR_CMD_ASSUME: return wr_mk2 (core, WR_OP_IMPLIES, cmd->expr, after);
  case WR_CMD_ASSERT: return wr_mk2 (core, WR_OP_AND, cmd->expr, after);
  case WR_CMD_ASSIGN: return before_assign (core, cmd, after);
  case WR_CMD_HAVOC: return for_all (core, cmd->vars, cmd->var_count, after);
  case WR_CMD_CALL: break;
  }
  bpl_unsupported (c->lo, cmd->at, "a call in a code expression");
  return after;
}

static void finish_block (struct code *c, const struct bpl_block_draft *block) {
  wr_core *core = c->lo->core;
  wr_expr e = block->result.ix ? block->result : wr_mk_bool (core, true);
  if (block->succs.len) {
    WR_VEC (wr_expr) parts = {0};
    for (uint32_t i = 0; i < block->succs.len; i++) {
      WR_VEC_PUSH (&parts, c->value[block->succs.data[i]->index]);
    }
    e = wr_mk_and (core, parts.data, parts.len);
    WR_VEC_FREE (&parts);
  }
  for (uint32_t i = block->cmds.len; i-- > 0;) e = before_cmd (c, &block->cmds.data[i], e);
  c->value[block->index] = e;
}

/* Depth first, successors before a block. */
static wr_expr evaluate (struct code *c, struct bpl_block_draft *first) {
  WR_VEC (struct bpl_block_draft *) stack = {0};
  WR_VEC_PUSH (&stack, first);
  while (stack.len && !c->lo->failed) {
    struct bpl_block_draft *block = WR_VEC_LAST (&stack);
    if (c->value[block->index].ix) {
      stack.len--;
      continue;
    }
    uint32_t waiting = 0;
    for (uint32_t i = block->succs.len; i-- > 0;) {
      struct bpl_block_draft *to = block->succs.data[i];
      if (c->value[to->index].ix) continue;
      if (c->active[to->index] || to == block) {
        bpl_unsupported (c->lo, c->e->span, "a code expression with a loop");
        break;
      }
      WR_VEC_PUSH (&stack, to);
      waiting++;
    }
    c->active[block->index] = true;
    if (!waiting && !c->lo->failed) {
      finish_block (c, block);
      c->active[block->index] = false;
      stack.len--;
    }
  }
  WR_VEC_FREE (&stack);
  return c->lo->failed ? wr_mk_bool (c->lo->core, true) : c->value[first->index];
}

static wr_expr lower_blocks (bpl_lowering *lo, const bpl_expr *e) {
  WR_VEC (wr_var) locals = {0};
  for (uint32_t i = 0; i < e->u.code.locals.len; i++) {
    bpl_var *var = e->u.code.locals.data[i];
    wr_var v = bpl_new_var (lo, WR_VAR_BOUND, var, var->id.name);
    WR_VEC_PUSH (&locals, v);
    bpl_bind_var (var, v);
  }
  struct bpl_block_draft *first = bpl_lower_blocks (lo, e->u.code.body);
  struct code c = {.lo = lo, .e = e};
  c.value = wr_alloc (lo->draft->blocks.len + 1, sizeof *c.value);
  c.active = wr_alloc (lo->draft->blocks.len + 1, sizeof *c.active);
  wr_expr result = wr_mk_bool (lo->core, true);
  if (!lo->failed) result = for_all (lo->core, locals.data, locals.len, evaluate (&c, first));
  free (c.value);
  free (c.active);
  WR_VEC_FREE (&locals);
  return result;
}

wr_expr bpl_lower_code (bpl_lowering *lo, const bpl_expr *e) {
  struct bpl_body_draft draft = {0}, *outer_draft = lo->draft;
  struct bpl_frame frame = {.caller = lo->frame, .prefix = ""}, *outer_frame = lo->frame;
  if (outer_frame) {
    frame.decl = outer_frame->decl;
    frame.inlined = outer_frame->inlined;
    frame.depth = outer_frame->depth;
    frame.saved = outer_frame->saved;
  }
  bool outer_unlabelled = lo->unlabelled;
  lo->draft = &draft;
  lo->frame = &frame;
  lo->unlabelled = true;
  wr_expr result = lower_blocks (lo, e);
  lo->unlabelled = outer_unlabelled;
  lo->frame = outer_frame;
  lo->draft = outer_draft;
  wr_map_free (&frame.labels);
  bpl_draft_free (&draft);
  return result;
}
