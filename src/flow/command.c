/* Commands as facts.  An assignment constrains a fresh name under its label; what surrounds an assigned
   place is frame and carries no label (DESIGN, section 2). */
#include "flow/pass.h"

#include "base/check.h"

/* -- assignment -------------------------------------------------------------------------------- */

/* The value of `base` with `value` at the place; indices are in the state before the assignment. */
static wr_expr place_updated (wr_pass *p, const struct wr_assign *a, wr_expr *const *indices,
                              wr_expr base, wr_expr value) {
  wr_core *core = p->core;
  wr_expr *inner = wr_alloc (a->step_count, sizeof *inner); /* the value that each step goes into */
  WR_VEC (wr_expr) args = {0};
  for (uint32_t i = 0; i < a->step_count; i++) {
    const struct wr_step *step = &a->steps[i];
    inner[i] = base;
    if (i + 1 == a->step_count) break;
    args.len = 0;
    WR_VEC_PUSH (&args, base);
    for (uint32_t j = 0; j < step->index_count; j++) WR_VEC_PUSH (&args, indices[i][j]);
    base = step->is_field ? wr_mk_field (core, step->field, base)
                          : wr_mk (core, WR_OP_SELECT, args.data, args.len);
  }
  for (uint32_t i = a->step_count; i-- > 0;) {
    const struct wr_step *step = &a->steps[i];
    args.len = 0;
    WR_VEC_PUSH (&args, inner[i]);
    for (uint32_t j = 0; j < step->index_count; j++) WR_VEC_PUSH (&args, indices[i][j]);
    WR_VEC_PUSH (&args, value);
    value = step->is_field ? wr_mk_field_update (core, step->field, inner[i], value)
                           : wr_mk (core, WR_OP_STORE, args.data, args.len);
  }
  WR_VEC_FREE (&args);
  free (inner);
  return value;
}

struct ready {
  wr_expr value;
  wr_expr **indices; /* per step */
};

static void make_ready (wr_pass *p, const struct wr_assign *a, struct ready *r) {
  r->value = wr_pass_here (p, a->value);
  r->indices = wr_alloc (a->step_count, sizeof *r->indices);
  for (uint32_t i = 0; i < a->step_count; i++) {
    r->indices[i] = wr_alloc (a->steps[i].index_count, sizeof **r->indices);
    for (uint32_t j = 0; j < a->steps[i].index_count; j++) {
      r->indices[i][j] = wr_pass_here (p, a->steps[i].index[j]);
    }
  }
}

static void define (wr_pass *p, wr_expr name, wr_expr value, wr_label label) {
  wr_pass_fact (p, wr_mk2 (p->core, WR_OP_EQ, name, value), label);
}

static void apply (wr_pass *p, const struct wr_assign *a, const struct ready *r) {
  wr_core *core = p->core;
  uint32_t slot = wr_scope_slot (p->scope, a->var);
  wr_expr base = {p->values.data[slot]}, value = r->value;
  if (!a->step_count) {
    if (!a->label.ix && !wr_expr_info (core, value)->count) {
      wr_pass_set (p, slot, value);
    } else {
      define (p, wr_mk_var (core, wr_pass_renew (p, slot)), value, a->label);
    }
    return;
  }
  if (a->label.ix) {
    wr_sort sort = wr_expr_info (core, value)->sort;
    wr_expr part = wr_mk_var (core, wr_pass_fresh_part (p, a->var, sort));
    define (p, part, value, a->label);
    value = part;
  }
  wr_expr whole = place_updated (p, a, r->indices, base, value);
  define (p, wr_mk_var (core, wr_pass_renew (p, slot)), whole, (wr_label){0});
}

/* All right-hand sides and indices are evaluated before any variable changes. */
static void pass_assign (wr_pass *p, const struct wr_cmd *cmd) {
  struct ready *ready = wr_alloc (cmd->assign_count, sizeof *ready);
  for (uint32_t i = 0; i < cmd->assign_count; i++) make_ready (p, &cmd->assigns[i], &ready[i]);
  for (uint32_t i = 0; i < cmd->assign_count; i++) apply (p, &cmd->assigns[i], &ready[i]);
  for (uint32_t i = 0; i < cmd->assign_count; i++) {
    for (uint32_t j = 0; j < cmd->assigns[i].step_count; j++) free (ready[i].indices[j]);
    free (ready[i].indices);
  }
  free (ready);
}

/* -- the other commands ------------------------------------------------------------------------ */

void wr_pass_havoc (wr_pass *p, const wr_var *vars, uint32_t count, wr_site site) {
  wr_var *chosen = wr_alloc (count, sizeof *chosen);
  for (uint32_t i = 0; i < count; i++) {
    chosen[i] = wr_pass_renew (p, wr_scope_slot (p->scope, vars[i]));
  }
  wr_pass_choose (p, chosen, count);
  free (chosen);
  for (uint32_t i = 0; i < count; i++) {
    wr_pass_where (p, wr_scope_slot (p->scope, vars[i]), site);
  }
}

static void pass_assert (wr_pass *p, const struct wr_cmd *cmd) {
  wr_labels *labels = &p->core->labels;
  enum wr_role role = cmd->label.ix ? wr_label_info (labels, cmd->label)->role : WR_ROLE_ASSERT;
  struct wr_goal goal = {
      .role = role, .label = cmd->label, .cond = wr_pass_here (p, cmd->expr), .at = cmd->at};
  if (!cmd->forget && !wr_role_info (role)->refutes) {
    goal.assumed = wr_label_derive (labels, cmd->label, wr_role_info (role)->later, (wr_site){0});
  }
  wr_pass_goal (p, &goal);
}

void wr_pass_cmd (wr_pass *p, const struct wr_cmd *cmd) {
  switch (cmd->kind) {
  case WR_CMD_ASSUME:
    wr_pass_fact (p, wr_pass_here (p, cmd->expr), cmd->label);
    if (cmd->capture.ix) wr_pass_capture (p, cmd->capture, cmd->at);
    return;
  case WR_CMD_ASSERT: pass_assert (p, cmd); return;
  case WR_CMD_ASSIGN: pass_assign (p, cmd); return;
  case WR_CMD_HAVOC: wr_pass_havoc (p, cmd->vars, cmd->var_count, cmd->site); return;
  case WR_CMD_CALL: wr_pass_call (p, cmd); return;
  }
  WR_UNREACHABLE ();
}

/* -- loops ------------------------------------------------------------------------------------- */

void wr_pass_loop_head (wr_pass *p, uint32_t loop) {
  const struct wr_wloop *l = &p->g->loops.data[loop];
  const struct wr_block *code = wr_wblock_code (p->g, l->head);
  WR_VEC (wr_var) targets = {0};
  for (uint32_t i = 0; i < l->targets.len; i++) {
    WR_VEC_PUSH (&targets, (wr_var){l->targets.data[i]});
  }
  wr_pass_havoc (p, targets.data, targets.len, l->site);
  WR_VEC_FREE (&targets);
  for (uint32_t i = 0; i < l->invariants.len; i++) {
    const struct wr_winvariant *inv = &l->invariants.data[i];
    p->core_cmd = inv->core_cmd;
    wr_pass_fact (p, wr_pass_here (p, inv->expr), inv->assumed);
    if (inv->core_cmd != WR_NO_BLOCK && code->cmds[inv->core_cmd].capture.ix) {
      wr_pass_capture (p, code->cmds[inv->core_cmd].capture, inv->at);
    }
  }
  p->core_cmd = WR_NO_BLOCK;
  wr_pass_capture (p, (wr_symbol){0}, code->at);
}

void wr_pass_check (wr_pass *p, uint32_t loop, bool maintained) {
  const struct wr_wloop *l = &p->g->loops.data[loop];
  for (uint32_t i = 0; i < l->invariants.len; i++) {
    const struct wr_winvariant *inv = &l->invariants.data[i];
    if (inv->free) continue;
    struct wr_goal goal = {.role = maintained ? WR_ROLE_INVARIANT_MAINTAINED
                                              : WR_ROLE_INVARIANT_ESTABLISHED,
                           .label = maintained ? inv->maintained : inv->established,
                           .cond = wr_pass_here (p, inv->checked),
                           .at = inv->at,
                           .clause = inv->at};
    goal.assumed = wr_label_derive (&p->core->labels, goal.label, WR_ROLE_ASSERT_ASSUMED, l->site);
    wr_pass_goal (p, &goal);
  }
}
