/* Code expressions |{ .. return e; }|, as in Boogie (VCGen's CodeExprConversionClosure).  Where it is checked, a code
   expression says that no run fails and all runs return true; where it is assumed, that some run fails or returns
   true.  Both are computed backwards over the acyclic blocks:

                         all runs           some run
     goto A, B           A and B            A or B
     assume e; rest      e implies rest     e and rest
     assert e; rest      e and rest         not e, or rest
     havoc, locals       for all values     for some values

   and an assignment is a substitution.  An equivalence is two implications, so both meanings of its operands occur in it; likewise
   a conditional of type bool and an assigned value.  If an expression is neither checked nor assumed (an argument, for instance), both
   meanings must be the same.  What is assumed inside is always about some run, what is asserted inside
   about all runs.  Code expressions inside code expressions are not supported: Boogie takes the assertions of one
   that is checked to be about some run, which proves too much. */
#include "front/boogie/lowering.h"

struct code {
  bpl_lowering *lo;
  bool all; /* all runs; else some run */
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

/* For all (some) values of the variables: they get new names, because they may be chosen more than once. */
static wr_expr choose (const struct code *c, const wr_var *vars, uint32_t count, wr_expr e) {
  wr_core *core = c->lo->core;
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
    e = wr_mk_quantifier (core, c->all ? WR_OP_FORALL : WR_OP_EXISTS, &q, body);
  }
  WR_VEC_FREE (&fresh);
  wr_map_free (&map);
  return e;
}

static wr_expr before_cmd (struct code *c, const struct wr_cmd *cmd, wr_expr after) {
  wr_core *core = c->lo->core;
  switch (cmd->kind) {
  case WR_CMD_ASSUME: return wr_mk2 (core, c->all ? WR_OP_IMPLIES : WR_OP_AND, cmd->expr, after);
  case WR_CMD_ASSERT: return wr_mk2 (core, c->all ? WR_OP_AND : WR_OP_IMPLIES, cmd->expr, after);
  case WR_CMD_ASSIGN: return before_assign (core, cmd, after);
  case WR_CMD_HAVOC: return choose (c, cmd->vars, cmd->var_count, after);
  case WR_CMD_CALL: break;
  }
  bpl_unsupported (c->lo, cmd->at, "a call in a code expression");
  return after;
}

static void finish_block (struct code *c, const struct bpl_block_draft *block) {
  wr_core *core = c->lo->core;
  wr_expr e = block->result.ix ? block->result : wr_mk_bool (core, c->all);
  if (block->succs.len) {
    WR_VEC (wr_expr) parts = {0};
    for (uint32_t i = 0; i < block->succs.len; i++) {
      WR_VEC_PUSH (&parts, c->value[block->succs.data[i]->index]);
    }
    e = parts.len == 1 ? parts.data[0]
                       : wr_mk (core, c->all ? WR_OP_AND : WR_OP_OR, parts.data, parts.len);
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

static wr_expr lower_blocks (bpl_lowering *lo, const bpl_expr *e, bool all) {
  WR_VEC (wr_var) locals = {0};
  for (uint32_t i = 0; i < e->u.code.locals.len; i++) {
    bpl_var *var = e->u.code.locals.data[i];
    wr_var v = bpl_new_var (lo, WR_VAR_BOUND, var, var->id.name);
    WR_VEC_PUSH (&locals, v);
    bpl_bind_var (var, v);
  }
  struct bpl_block_draft *first = bpl_lower_blocks (lo, e->u.code.body);
  struct code c = {.lo = lo, .all = all, .e = e};
  c.value = wr_alloc (lo->draft->blocks.len + 1, sizeof *c.value);
  c.active = wr_alloc (lo->draft->blocks.len + 1, sizeof *c.active);
  wr_expr result = wr_mk_bool (lo->core, true);
  if (!lo->failed) result = choose (&c, locals.data, locals.len, evaluate (&c, first));
  free (c.value);
  free (c.active);
  WR_VEC_FREE (&locals);
  return result;
}

static wr_expr lower_meaning (bpl_lowering *lo, const bpl_expr *e, bool all) {
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
  lo->no_code = "a code expression";
  wr_expr result = lower_blocks (lo, e, all);
  lo->no_code = NULL;
  lo->unlabelled = outer_unlabelled;
  lo->frame = outer_frame;
  lo->draft = outer_draft;
  wr_map_free (&frame.labels);
  bpl_draft_free (&draft);
  return result;
}

wr_expr bpl_lower_code (bpl_lowering *lo, const bpl_expr *e) {
  lo->saw_code = true;
  if (lo->no_code) {
    bpl_unsupported (lo, e->span, "a code expression in %s", lo->no_code);
    return bpl_dummy (lo, wr_sort_simple (lo->core, WR_SORT_BOOL));
  }
  wr_expr result = lower_meaning (lo, e, lo->asserted);
  if (lo->polarity == 0 && !lo->failed && lower_meaning (lo, e, !lo->asserted).ix != result.ix)
    bpl_unsupported (lo, e->span,
                     "a code expression with several runs that is neither checked nor assumed");
  return result;
}

/* -- operands on both sides of implications ------------------------------------------------------------- */

static bool has_code (const bpl_expr *const *exprs, uint32_t count) {
  WR_VEC (const bpl_expr *) work = {0};
  bool found = false;
  for (uint32_t i = 0; i < count; i++) WR_VEC_PUSH (&work, exprs[i]);
  while (work.len && !found) {
    const bpl_expr *e = work.data[--work.len];
    found = e->kind == BPL_EXPR_CODE;
    for (uint32_t i = 0; i < e->args.len; i++) WR_VEC_PUSH (&work, e->args.data[i]);
  }
  WR_VEC_FREE (&work);
  return found;
}

bool bpl_is_split (const bpl_lowering *lo, const bpl_expr *e) {
  bool conditional = e->kind == BPL_EXPR_ITE;
  if (!lo->program->has_code || (!conditional && e->kind != BPL_EXPR_BINARY)) return false;
  enum bpl_op op = conditional ? BPL_OP_IFF : (enum bpl_op)e->op;
  if (op != BPL_OP_IFF && op != BPL_OP_EQ && op != BPL_OP_NE) return false;
  if (bpl_type_head (e->args.data[1]->type)->kind != BPL_TYPE_BOOL) return false;
  return has_code ((const bpl_expr *const *)e->args.data, conditional ? 1 : 2);
}

/* The meaning of `e` here (or, `turned`, on the left side of an implication here). */
static wr_expr lower_side (bpl_lowering *lo, const bpl_expr *e, bool turned) {
  bool outer = lo->asserted;
  lo->asserted = outer != turned;
  wr_expr result = bpl_lower_at (lo, e, turned ? -lo->polarity : lo->polarity);
  lo->asserted = outer;
  return result;
}

static wr_expr implies (bpl_lowering *lo, const bpl_expr *a, const bpl_expr *b, bool turned) {
  wr_expr left = lower_side (lo, a, !turned), right = lower_side (lo, b, turned);
  return wr_mk2 (lo->core, WR_OP_IMPLIES, left, right);
}

wr_expr bpl_lower_split (bpl_lowering *lo, const bpl_expr *e) {
  const bpl_expr *a = e->args.data[0], *b = e->args.data[1];
  if (e->kind == BPL_EXPR_ITE) {
    wr_expr then = implies (lo, a, b, false);
    wr_expr otherwise = wr_mk2 (lo->core, WR_OP_OR, lower_side (lo, a, false),
                                lower_side (lo, e->args.data[2], false));
    return wr_mk2 (lo->core, WR_OP_AND, then, otherwise);
  }
  bool differ = (enum bpl_op)e->op == BPL_OP_NE;
  wr_expr there = implies (lo, a, b, differ), back = implies (lo, b, a, differ);
  wr_expr same = wr_mk2 (lo->core, WR_OP_AND, there, back);
  return differ ? wr_mk1 (lo->core, WR_OP_NOT, same) : same;
}

wr_expr bpl_lower_value (bpl_lowering *lo, struct bpl_block_draft *block, bpl_expr *e) {
  const bpl_expr *whole = e;
  if (!lo->program->has_code || bpl_type_head (e->type)->kind != BPL_TYPE_BOOL ||
      !has_code (&whole, 1))
    return bpl_lower_at (lo, e, 0);
  wr_core *core = lo->core;
  wr_var *var = WR_NEW (lo->arena, wr_var, 1);
  *var = bpl_new_local (lo, bpl_sym (lo, "$code"), wr_sort_simple (core, WR_SORT_BOOL), e->span);
  bpl_expr not = {.kind = BPL_EXPR_UNARY, .op = BPL_OP_NOT, .type = e->type, .span = e->span};
  not .args.data = &e;
  not .args.len = 1;
  wr_expr value = wr_mk_var (core, *var), unless = wr_mk1 (core, WR_OP_NOT, value);
  wr_expr if_true = wr_mk2 (core, WR_OP_IMPLIES, value, bpl_lower_expr (lo, e));
  wr_expr if_false = wr_mk2 (core, WR_OP_IMPLIES, unless, bpl_lower_expr (lo, &not ));
  bpl_add_cmd (block,
               (struct wr_cmd){.kind = WR_CMD_HAVOC, .at = e->span, .vars = var, .var_count = 1});
  bpl_add_assume (lo, block, wr_mk2 (core, WR_OP_AND, if_true, if_false), e->span);
  return value;
}
