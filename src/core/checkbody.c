/* Checking bodies: blocks, commands, places, calls. */
#include "core/checker.h"

static bool is_assignable (const struct wr_checker *c, wr_var var) {
  enum wr_var_kind kind = wr_var_info (c->core, var)->kind;
  return kind == WR_VAR_GLOBAL || kind == WR_VAR_OUT || kind == WR_VAR_LOCAL;
}

/* Callers havoc only what a procedure modifies, so its body may change nothing else. */
static bool check_target (struct wr_checker *c, wr_var var) {
  if (!var.ix || var.ix >= c->core->vars.len) return wr_check_bad (c, "no such variable");
  const struct wr_var_info *info = wr_var_info (c->core, var);
  const char *name = wr_check_text (c, info->name);
  uint32_t owner = c->owners.data[var.ix];
  if (owner != 1 && owner != c->scope) return wr_check_bad (c, "variable %s is not in scope", name);
  if (!is_assignable (c, var)) return wr_check_bad (c, "variable %s cannot be assigned", name);
  if (owner != 1 || c->modified.data[var.ix] == c->scope) return true;
  return wr_check_bad (c, "global %s is assigned but not in modifies", name);
}

static bool check_index (struct wr_checker *c, const struct wr_step *step, wr_sort *sort) {
  if (wr_sort_info (c->core, *sort)->kind != WR_SORT_MAP ||
      wr_sort_arity (c->core, *sort) != step->index_count) {
    return wr_check_bad (c, "a place indexes something that is not a map of that arity");
  }
  for (uint32_t i = 0; i < step->index_count; i++) {
    if (!wr_check_expr (c, step->index[i], wr_sort_arg (c->core, *sort, i), WR_SCOPE_AFTER)) {
      return false;
    }
  }
  *sort = wr_sort_range (c->core, *sort);
  return true;
}

static bool check_assign (struct wr_checker *c, const struct wr_assign *assign) {
  if (!check_target (c, assign->var)) return false;
  wr_sort sort = wr_var_info (c->core, assign->var)->sort;
  for (uint32_t i = 0; i < assign->step_count; i++) {
    const struct wr_step *step = &assign->steps[i];
    if (!step->is_field) {
      if (!check_index (c, step, &sort)) return false;
      continue;
    }
    if (step->field >= c->core->fields.len) return wr_check_bad (c, "no such field");
    const struct wr_field *field = &c->core->fields.data[step->field];
    if (c->core->constructors.data[field->constructor].sort.ix != sort.ix) {
      return wr_check_bad (c, "a place takes a field of another sort");
    }
    sort = field->sort;
  }
  return wr_check_label (c, assign->label, WR_ROLE_ASSIGN) &&
         wr_check_expr (c, assign->value, sort, WR_SCOPE_AFTER);
}

/* Targets of one command are different variables. */
static bool check_once (struct wr_checker *c, const wr_u32s *vars) {
  wr_map seen = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < vars->len; i++) {
    if (wr_map_has (&seen, vars->data[i])) ok = wr_check_bad (c, "a variable is a target twice");
    wr_map_put (&seen, vars->data[i], 1);
  }
  wr_map_free (&seen);
  return ok;
}

static bool check_assigns (struct wr_checker *c, const struct wr_cmd *cmd) {
  wr_u32s targets = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < cmd->assign_count; i++) {
    ok = check_assign (c, &cmd->assigns[i]);
    WR_VEC_PUSH (&targets, cmd->assigns[i].var.ix);
  }
  ok = ok && check_once (c, &targets);
  WR_VEC_FREE (&targets);
  return ok;
}

static bool check_site (struct wr_checker *c, wr_site site, enum wr_site_kind kind) {
  if (site.ix >= c->core->labels.sites.len) return wr_check_bad (c, "no such site");
  if (!site.ix || wr_site_info (&c->core->labels, site)->kind == kind) return true;
  return wr_check_bad (c, "site S%u is of another kind", site.ix);
}

static bool check_targets (struct wr_checker *c, const struct wr_cmd *cmd) {
  wr_u32s targets = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < cmd->var_count; i++) {
    ok = check_target (c, cmd->vars[i]);
    WR_VEC_PUSH (&targets, cmd->vars[i].ix);
  }
  ok = ok && (cmd->kind != WR_CMD_CALL || check_once (c, &targets));
  WR_VEC_FREE (&targets);
  return ok;
}

static bool check_call (struct wr_checker *c, const struct wr_cmd *cmd) {
  const wr_core *core = c->core;
  if (cmd->procedure >= core->procedures.len) return wr_check_bad (c, "no such procedure");
  const struct wr_procedure *callee = &core->procedures.data[cmd->procedure];
  if (cmd->arg_count != callee->ins.len || cmd->var_count != callee->outs.len) {
    return wr_check_bad (c, "wrong number of arguments or targets");
  }
  if (!check_site (c, cmd->site, WR_SITE_CALL) || !check_targets (c, cmd)) return false;
  for (uint32_t i = 0; i < cmd->arg_count; i++) {
    wr_sort sort = wr_var_info (core, callee->ins.data[i])->sort;
    if (!wr_check_expr (c, cmd->args[i], sort, WR_SCOPE_AFTER)) return false;
  }
  for (uint32_t i = 0; i < cmd->var_count; i++) {
    if (wr_var_info (core, cmd->vars[i])->sort.ix !=
        wr_var_info (core, callee->outs.data[i])->sort.ix) {
      return wr_check_bad (c, "target %u has another sort", i + 1);
    }
  }
  for (uint32_t i = 0; i < callee->modifies.len; i++) {
    if (!check_target (c, callee->modifies.data[i])) return false;
  }
  return true;
}

/* Any fact may be assumed and any goal asserted, because lowering may have replaced a call by its parts. */
static bool check_claim (struct wr_checker *c, const struct wr_cmd *cmd) {
  const wr_labels *labels = &c->core->labels;
  if (cmd->label.ix >= labels->infos.len) return wr_check_bad (c, "no such label");
  bool is_goal = cmd->kind == WR_CMD_ASSERT;
  if (cmd->label.ix && wr_role_is_goal (wr_label_info (labels, cmd->label)->role) != is_goal) {
    return wr_check_bad (c, "label L%u has role %s", cmd->label.ix,
                         wr_role_name (wr_label_info (labels, cmd->label)->role));
  }
  return wr_check_condition (c, cmd->expr, WR_SCOPE_AFTER);
}

static bool check_cmd (struct wr_checker *c, const struct wr_cmd *cmd) {
  switch (cmd->kind) {
  case WR_CMD_ASSUME:
  case WR_CMD_ASSERT: return check_claim (c, cmd);
  case WR_CMD_ASSIGN: return check_assigns (c, cmd);
  case WR_CMD_HAVOC: return check_site (c, cmd->site, WR_SITE_HAVOC) && check_targets (c, cmd);
  case WR_CMD_CALL: return check_call (c, cmd);
  }
  return wr_check_bad (c, "no such command");
}

static bool check_block (struct wr_checker *c, const struct wr_body *body,
                         const struct wr_block *block) {
  const char *name = wr_check_text (c, block->name), *owner = wr_check_text (c, body->name);
  wr_check_item (c, "body %s, block %s", owner, name);
  if (!block->name.ix) return wr_check_bad (c, "it has no name");
  if (!check_site (c, block->loop_site, WR_SITE_LOOP)) return false;
  for (uint32_t i = 0; i < block->succ_count; i++) {
    if (block->succs[i] >= body->block_count) return wr_check_bad (c, "it goes to no block");
  }
  for (uint32_t i = 0; i < block->invariant_count; i++) {
    wr_check_item (c, "body %s, block %s, invariant %u", owner, name, i + 1);
    if (!wr_check_label (c, block->invariants[i].label, WR_ROLE_INVARIANT_ASSUMED) ||
        !wr_check_condition (c, block->invariants[i].expr, WR_SCOPE_AFTER) ||
        (block->invariants[i].checked.ix &&
         !wr_check_condition (c, block->invariants[i].checked, WR_SCOPE_AFTER))) {
      return false;
    }
  }
  for (uint32_t i = 0; i < block->cmd_count; i++) {
    wr_check_item (c, "body %s, block %s, command %u", owner, name, i + 1);
    if (!check_cmd (c, &block->cmds[i])) return false;
  }
  return true;
}

static bool check_formals (struct wr_checker *c, const wr_var *vars, uint32_t count,
                           const wr_var *own, uint32_t own_count) {
  if (count != own_count) return wr_check_bad (c, "it has other parameters than its procedure");
  for (uint32_t i = 0; i < count; i++) {
    if (wr_var_info (c->core, vars[i])->sort.ix != wr_var_info (c->core, own[i])->sort.ix) {
      return wr_check_bad (c, "parameter %u has another sort than the procedure's", i + 1);
    }
  }
  return true;
}

static bool check_block_names (struct wr_checker *c, const struct wr_body *body) {
  wr_map seen = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < body->block_count; i++) {
    if (wr_map_has (&seen, body->blocks[i].name.ix)) {
      ok = wr_check_bad (c, "two blocks are called %s", wr_check_text (c, body->blocks[i].name));
    }
    wr_map_put (&seen, body->blocks[i].name.ix, 1);
  }
  wr_map_free (&seen);
  return ok;
}

bool wr_check_body (struct wr_checker *c, const struct wr_body *body) {
  wr_check_item (c, "body %s", wr_check_text (c, body->name));
  if (body->procedure >= c->core->procedures.len) return wr_check_bad (c, "no such procedure");
  const struct wr_procedure *procedure = &c->core->procedures.data[body->procedure];
  if (!wr_check_declare (c, body->ins.data, body->ins.len, WR_VAR_IN) ||
      !wr_check_declare (c, body->outs.data, body->outs.len, WR_VAR_OUT) ||
      !wr_check_declare (c, body->locals.data, body->locals.len, WR_VAR_LOCAL) ||
      !check_formals (c, body->ins.data, body->ins.len, procedure->ins.data, procedure->ins.len) ||
      !check_formals (c, body->outs.data, body->outs.len, procedure->outs.data,
                      procedure->outs.len)) {
    return false;
  }
  if (!wr_check_wheres (c, body->ins.data, body->ins.len, WR_SCOPE_AFTER) ||
      !wr_check_wheres (c, body->outs.data, body->outs.len, WR_SCOPE_AFTER) ||
      !wr_check_wheres (c, body->locals.data, body->locals.len, WR_SCOPE_AFTER)) {
    return false;
  }
  for (uint32_t i = 0; i < procedure->modifies.len; i++) {
    c->modified.data[procedure->modifies.data[i].ix] = c->scope;
  }
  if (!procedure->has_body && (procedure->requires_.len || procedure->ensures.len))
    return wr_check_bad (c, "its procedure is said to have none");
  if (!body->block_count) return wr_check_bad (c, "it has no blocks");
  if (!check_site (c, body->entry_site, WR_SITE_ENTRY) ||
      !check_site (c, body->exit_site, WR_SITE_EXIT) || !check_block_names (c, body)) {
    return false;
  }
  for (uint32_t i = 0; i < body->block_count; i++) {
    if (!check_block (c, body, &body->blocks[i])) return false;
  }
  return true;
}
