/* A call is replaced by its contract: preconditions are goals, everything that may change is havocked,
   postconditions are facts. Arguments are evaluated once; an argument that is not a name or a literal gets a name. */
#include "flow/pass.h"

#include "base/check.h"

struct call {
  wr_pass *p;
  const struct wr_cmd *cmd;
  wr_map now, old; /* for the callee's clauses: its formals, and the globals before and after */
};

static bool is_atomic (const wr_core *core, wr_expr e) {
  enum wr_op op = (enum wr_op)wr_expr_info (core, e)->op;
  return op == WR_OP_VAR || wr_expr_info (core, e)->count == 0;
}

static void bind (struct call *c, wr_var formal, wr_expr value) {
  wr_map_put (&c->now, formal.ix, value.ix);
  wr_map_put (&c->old, formal.ix, value.ix);
}

static void bind_args (struct call *c) {
  wr_core *core = c->p->core;
  for (uint32_t i = 0; i < c->cmd->arg_count; i++) {
    wr_var formal = core->procedures.data[c->cmd->procedure].ins.data[i];
    wr_expr value = wr_pass_here (c->p, c->cmd->args[i]);
    if (!is_atomic (core, value)) {
      wr_expr name = wr_mk_var (core, wr_pass_fresh (c->p, formal));
      wr_pass_fact (c->p, wr_mk2 (core, WR_OP_EQ, name, value), (wr_label){0});
      value = name;
    }
    bind (c, formal, value);
  }
}

/* The current values of the globals in `e`. */
static void bind_globals (struct call *c, wr_expr e, wr_map *map) {
  wr_u32s vars = {0};
  wr_free_vars (c->p->core, e, &vars);
  for (uint32_t i = 0; i < vars.len; i++) {
    if (wr_var_info (c->p->core, (wr_var){vars.data[i]})->kind != WR_VAR_GLOBAL) continue;
    uint32_t slot = wr_scope_slot (c->p->scope, (wr_var){vars.data[i]});
    WR_REQUIRE (slot != UINT32_MAX);
    wr_map_put (map, vars.data[i], c->p->values.data[slot]);
  }
  WR_VEC_FREE (&vars);
}

static wr_expr in_callee (struct call *c, wr_expr e) {
  bind_globals (c, e, &c->now);
  wr_expr result = wr_substitute (c->p->core, e, &c->now, &c->old);
  WR_REQUIRE (result.ix);
  return result;
}

static void check_requires (struct call *c) {
  wr_pass *p = c->p;
  wr_labels *labels = &p->core->labels;
  uint32_t count = p->core->procedures.data[c->cmd->procedure].requires_.len;
  for (uint32_t i = 0; i < count; i++) {
    struct wr_clause clause = p->core->procedures.data[c->cmd->procedure].requires_.data[i];
    wr_site site = c->cmd->site;
    bool checked = !clause.free && !c->cmd->free;
    if (!clause.free &&
        !checked) /* what rests on the call knows by this label that nothing checks the clause */
      wr_label_derive (labels, clause.label, WR_ROLE_REQUIRES_AT_CALL, site);
    if (!checked && !(clause.free && clause.always_assume)) continue;
    wr_expr cond = in_callee (c, checked ? wr_clause_checked (&clause) : clause.expr);
    wr_label own = {0};
    if (checked) own = wr_label_derive (labels, clause.label, WR_ROLE_REQUIRES_AT_CALL, site);
    wr_label assumed =
        wr_label_derive (labels, clause.label, WR_ROLE_REQUIRES_AT_CALL_ASSUMED, site);
    if (!checked) {
      wr_pass_fact (p, cond, assumed);
      continue;
    }
    struct wr_goal goal = {.role = WR_ROLE_REQUIRES_AT_CALL,
                           .label = own,
                           .assumed = assumed,
                           .cond = cond,
                           .at = c->cmd->at,
                           .clause = wr_pass_report (p, clause.label)};
    wr_pass_goal (p, &goal);
  }
}

/* The globals in postconditions as they are before the call. */
static void keep_old (struct call *c) {
  const wr_clauses *ensures = &c->p->core->procedures.data[c->cmd->procedure].ensures;
  for (uint32_t i = 0; i < ensures->len; i++) {
    if (wr_expr_info (c->p->core, ensures->data[i].expr)->has_old) {
      bind_globals (c, ensures->data[i].expr, &c->old);
    }
  }
}

static void change_state (struct call *c, wr_var *results) {
  wr_pass *p = c->p;
  wr_core *core = p->core;
  uint32_t changed = core->procedures.data[c->cmd->procedure].modifies.len;
  uint32_t outs = core->procedures.data[c->cmd->procedure].outs.len;
  WR_VEC (wr_var) chosen = {0};
  for (uint32_t i = 0; i < changed; i++) {
    wr_var var = core->procedures.data[c->cmd->procedure].modifies.data[i];
    WR_VEC_PUSH (&chosen, wr_pass_renew (p, wr_scope_slot (p->scope, var)));
  }
  for (uint32_t i = 0; i < outs; i++) {
    wr_var formal = core->procedures.data[c->cmd->procedure].outs.data[i];
    results[i] = wr_pass_fresh (p, formal);
    bind (c, formal, wr_mk_var (core, results[i]));
    WR_VEC_PUSH (&chosen, results[i]);
  }
  wr_pass_choose (p, chosen.data, chosen.len);
  WR_VEC_FREE (&chosen);
  for (uint32_t i = 0; i < changed; i++) {
    wr_var var = core->procedures.data[c->cmd->procedure].modifies.data[i];
    wr_pass_where (p, wr_scope_slot (p->scope, var), c->cmd->site);
  }
}

static void assume_results (struct call *c) {
  wr_pass *p = c->p;
  wr_core *core = p->core;
  uint32_t outs = core->procedures.data[c->cmd->procedure].outs.len;
  for (uint32_t i = 0; i < outs; i++) {
    wr_var formal = core->procedures.data[c->cmd->procedure].outs.data[i];
    for (uint32_t j = 0; j < wr_var_info (core, formal)->where.len; j++) {
      struct wr_clause clause = wr_var_info (core, formal)->where.data[j];
      wr_label label = wr_label_derive (&core->labels, clause.label, WR_ROLE_WHERE, c->cmd->site);
      wr_pass_fact (p, in_callee (c, clause.expr), label);
    }
  }
  uint32_t count = core->procedures.data[c->cmd->procedure].ensures.len;
  for (uint32_t i = 0; i < count; i++) {
    struct wr_clause clause = core->procedures.data[c->cmd->procedure].ensures.data[i];
    if (clause.probe) continue;
    wr_label label =
        wr_label_derive (&core->labels, clause.label, WR_ROLE_ENSURES_OF_CALL, c->cmd->site);
    wr_pass_fact (p, in_callee (c, clause.expr), label);
  }
}

void wr_pass_call (wr_pass *p, const struct wr_cmd *cmd) {
  struct call c = {.p = p, .cmd = cmd};
  const struct wr_procedure *callee = &p->core->procedures.data[cmd->procedure];
  WR_REQUIRE (cmd->arg_count == callee->ins.len && cmd->var_count == callee->outs.len);
  wr_var *results = wr_alloc (cmd->var_count, sizeof *results);
  bind_args (&c);
  check_requires (&c);
  keep_old (&c);
  change_state (&c, results);
  assume_results (&c);
  for (uint32_t i = 0; i < cmd->var_count; i++) {
    wr_pass_set (p, wr_scope_slot (p->scope, cmd->vars[i]), wr_mk_var (p->core, results[i]));
  }
  free (results);
  wr_map_free (&c.now);
  wr_map_free (&c.old);
}
