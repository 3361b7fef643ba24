#include "analysis/replay.h"

#include "base/check.h"
#include "core/text.h"
#include "exec/exec.h"

struct replay {
  const wr_core *core;
  wr_map functions; /* wr_func.ix -> const wr_value * */
  wr_buf *why;
  bool open; /* something was undecided */
};

static const wr_value *function_value (void *ctx, wr_machine *m, wr_func func,
                                       const wr_value *const *args, uint32_t count) {
  const struct replay *r = ctx;
  uint64_t found;
  if (!wr_map_get (&r->functions, func.ix, &found)) return NULL;
  const wr_value *value = (const wr_value *)(uintptr_t)found;
  return count ? wr_value_select (m, value, args, count) : value;
}

static void take_values (struct replay *r, wr_machine *m, const struct wr_goal_result *result) {
  for (uint32_t i = 0; i < result->value_count; i++) {
    const struct wr_model_value *given = &result->values[i];
    if (given->var.ix) {
      const wr_value *value =
          wr_value_read (m, wr_var_info (r->core, given->var)->sort, given->text);
      if (value) wr_machine_set (m, given->var, value);
    } else if (given->func.ix) {
      const wr_value *value =
          wr_value_read (m, wr_machine_table_sort (m, given->func), given->text);
      if (value) wr_map_put (&r->functions, given->func.ix, (uintptr_t)value);
    }
  }
}

/* True unless the expression is known to be other than `wanted`. */
static bool may_be (struct replay *r, wr_machine *m, wr_expr e, bool wanted) {
  const wr_value *value = wr_machine_eval (m, e);
  if (!value) {
    if (!r->open) {
      wr_buf_add (r->why, wr_machine_why (m));
      r->open = true;
    }
    return true;
  }
  if (wr_value_is_true (value) == wanted) return true;
  wr_buf_clear (r->why);
  wr_buf_print (r->why, "the model makes this %s: ", wanted ? "false" : "true");
  wr_core_print_expr (r->why, r->core, e);
  return false;
}

/* An equation that gives a name its value: if it cannot be compared with the model's (a lambda), the name gets it here. */
static bool is_defined (struct replay *r, wr_machine *m, wr_expr e) {
  const struct wr_expr_info *info = wr_expr_info (r->core, e);
  if (info->op != WR_OP_EQ || wr_machine_eval (m, e)) return false;
  const struct wr_expr_info *name = wr_expr_info (r->core, wr_expr_child (r->core, e, 0));
  if (name->op != WR_OP_VAR ||
      wr_var_info (r->core, (wr_var){name->data})->kind != WR_VAR_INCARNATION)
    return false;
  const wr_value *value = wr_machine_eval (m, wr_expr_child (r->core, e, 1));
  if (!value) return false;
  wr_machine_set (m, (wr_var){name->data}, value);
  return true;
}

static bool path_holds (struct replay *r, wr_machine *m, const wr_passive *passive, uint32_t goal,
                        const struct wr_goal_result *result) {
  const struct wr_goal *failed = &passive->goals[goal];
  WR_ASSERT (goal < passive->goal_count);
  for (uint32_t p = 0; p < result->path_count; p++) {
    WR_ASSERT (result->path[p] < passive->block_count);
    const struct wr_pblock *block = &passive->blocks[result->path[p]];
    for (uint32_t i = 0; i < block->item_count; i++) {
      const struct wr_pitem *item = &block->items[i];
      if (item->kind == WR_PITEM_FACT && !is_defined (r, m, item->expr) &&
          !may_be (r, m, item->expr, true))
        return false;
      if (item->kind != WR_PITEM_GOAL) continue;
      if (item->goal == goal) return may_be (r, m, failed->cond, false);
      const struct wr_goal *other = &passive->goals[item->goal];
      if (other->assumed.ix && !may_be (r, m, other->cond, true)) return false;
    }
  }
  wr_buf_print (r->why, "the failing path does not reach the goal");
  return false;
}

enum wr_replay wr_replay_failure (const wr_core *core, const wr_passive *passive, uint32_t goal,
                                  const struct wr_goal_result *result, wr_buf *why) {
  bool sure = result->reason == WR_STATUS_SAT;
  if (result->verdict != WR_VERDICT_FAILED || (!sure && result->reason != WR_STATUS_INCOMPLETE) ||
      !result->path_count || (!sure && !result->value_count))
    return WR_REPLAY_NONE;
  struct replay r = {.core = core, .why = why};
  struct wr_exec_options options = {.oracle = {.ctx = &r, .function = function_value},
                                    .free_powers = true};
  wr_machine *m = wr_machine_new (core, &options);
  take_values (&r, m, result);
  bool holds = path_holds (&r, m, passive, goal, result);
  wr_machine_free (m);
  wr_map_free (&r.functions);
  if (!holds)
    return sure ? WR_REPLAY_WRONG : WR_REPLAY_UNDECIDED; /* the solver did not vouch for it */
  return r.open ? WR_REPLAY_UNDECIDED : WR_REPLAY_HOLDS;
}
