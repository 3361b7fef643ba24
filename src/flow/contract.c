/* What a body may assume when it starts, and must prove when it returns. */
#include "flow/pass.h"

/* Globals on entry are also what `old` means. */
static void begin_slot (wr_pass *p, uint32_t slot) {
  wr_var var = p->scope->vars.data[slot];
  wr_expr value = wr_mk_var (p->core, wr_pass_renew (p, slot));
  p->entry.data[slot] = value.ix;
  if (wr_var_info (p->core, var)->kind == WR_VAR_GLOBAL) wr_map_put (&p->old, var.ix, value.ix);
}

void wr_pass_entry (wr_pass *p, const uint64_t *used) {
  const struct wr_body *body = wr_wgraph_body (p->g);
  WR_VEC (wr_var) chosen = {0};
  for (uint32_t i = 0; i < p->scope->vars.len; i++) {
    if (!wr_row_has (used, i)) continue;
    begin_slot (p, i);
    uint32_t value = p->entry.data[i];
    WR_VEC_PUSH (&chosen, (wr_var){p->core->exprs.data[value].data});
  }
  wr_pass_choose (p, chosen.data, chosen.len);
  WR_VEC_FREE (&chosen);
  for (uint32_t i = 0; i < p->scope->vars.len; i++) wr_pass_where (p, i, body->entry_site);
  uint32_t count = p->core->procedures.data[body->procedure].requires_.len;
  for (uint32_t i = 0; i < count; i++) {
    struct wr_clause clause = p->core->procedures.data[body->procedure].requires_.data[i];
    wr_pass_fact (p, wr_pass_here (p, clause.expr), clause.label);
  }
  wr_pass_capture (p, (wr_symbol){0}, body->at);
}

/* In contracts, parameters denote their values on entry, whatever the body assigns to its own variables for them. */
static void restore_ins (wr_pass *p) {
  for (uint32_t i = p->scope->first_in; i < p->scope->first_out; i++) {
    if (p->entry.data[i]) wr_pass_set (p, i, (wr_expr){p->entry.data[i]});
  }
}

void wr_pass_exit (wr_pass *p) {
  const struct wr_body *body = wr_wgraph_body (p->g);
  wr_labels *labels = &p->core->labels;
  restore_ins (p);
  uint32_t count = p->core->procedures.data[body->procedure].ensures.len;
  for (uint32_t i = 0; i < count; i++) {
    struct wr_clause clause = p->core->procedures.data[body->procedure].ensures.data[i];
    if (clause.free && !clause.always_assume) continue;
    wr_expr cond = wr_pass_here (p, clause.free ? clause.expr : wr_clause_checked (&clause));
    wr_label assumed = {0};
    if (!clause.probe)
      assumed = wr_label_derive (labels, clause.label, WR_ROLE_ASSERT_ASSUMED, body->exit_site);
    if (clause.free) {
      wr_pass_fact (p, cond, assumed);
      continue;
    }
    wr_span report = wr_pass_report (p, clause.label);
    struct wr_goal goal = {.role = WR_ROLE_ENSURES,
                           .label = clause.label,
                           .assumed = assumed,
                           .cond = cond,
                           .at_return = wr_role_info (WR_ROLE_ENSURES)->at_return,
                           .at = report,
                           .clause = report};
    wr_pass_goal (p, &goal);
  }
}
