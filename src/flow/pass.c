#include "flow/pass.h"

#include "base/check.h"

/* Versions are counted per name, not per variable, so a global and a local of the same name get different ones. */
static wr_var fresh (wr_pass *p, wr_var of, wr_sort sort, const char *suffix) {
  wr_core *core = p->core;
  wr_symbol name = wr_var_info (core, of)->name;
  uint64_t version = wr_map_or (&p->versions, name.ix, 0);
  wr_map_put (&p->versions, name.ix, version + 1);
  wr_buf text = {0};
  wr_buf_add (&text, wr_symbol_text (core->symbols, name));
  wr_buf_print (&text, "%s@%u", suffix, (unsigned)version);
  wr_symbol full = wr_intern (core->symbols, wr_buf_str (&text));
  wr_buf_free (&text);
  wr_span span = wr_var_info (core, of)->span;
  wr_var var = wr_var_new (core, WR_VAR_INCARNATION, full, sort, span);
  struct wr_var_info *info = wr_var_edit (core, var);
  info->shown = wr_var_info (core, of)->shown;
  info->cls = wr_var_info (core, of)->cls;
  info->origin = of;
  info->version = (uint32_t)version;
  return var;
}

wr_var wr_pass_fresh (wr_pass *p, wr_var of) {
  return fresh (p, of, wr_var_info (p->core, of)->sort, "");
}

wr_var wr_pass_fresh_part (wr_pass *p, wr_var of, wr_sort part) {
  return fresh (p, of, part, ".at");
}

wr_expr wr_pass_here (wr_pass *p, wr_expr e) {
  wr_expr result = wr_substitute (p->core, e, &p->now, &p->old);
  WR_REQUIRE (result.ix);
  return result;
}

static void assign_value (wr_pass *p, uint32_t slot, uint32_t value) {
  wr_var var = p->scope->vars.data[slot], alias = p->scope->alias.data[slot];
  bool global = wr_var_info (p->core, var)->kind == WR_VAR_GLOBAL;
  p->values.data[slot] = value;
  wr_map_put (&p->now, var.ix, value);
  if (!global) wr_map_put (&p->old, var.ix, value);
  if (!alias.ix) return;
  wr_map_put (&p->now, alias.ix, value);
  wr_map_put (&p->old, alias.ix, value);
}

void wr_pass_set (wr_pass *p, uint32_t slot, wr_expr value) {
  WR_VEC_PUSH (&p->undo, ((struct wr_undo){slot, p->values.data[slot]}));
  assign_value (p, slot, value.ix);
}

wr_var wr_pass_renew (wr_pass *p, uint32_t slot) {
  wr_var var = wr_pass_fresh (p, p->scope->vars.data[slot]);
  wr_pass_set (p, slot, wr_mk_var (p->core, var));
  return var;
}

void wr_pass_back_to (wr_pass *p, uint32_t undo_length) {
  while (p->undo.len > undo_length) {
    struct wr_undo u = WR_VEC_POP (&p->undo);
    assign_value (p, u.slot, u.value);
  }
}

/* -- items ------------------------------------------------------------------------------------- */

static void push_item (wr_pass *p, struct wr_pitem item) {
  item.core_block = p->core_block;
  item.core_cmd = p->core_cmd;
  WR_VEC_PUSH (p->items, item);
}

wr_span wr_pass_report (const wr_pass *p, wr_label label) {
  return label.ix ? wr_label_info (&p->core->labels, label)->report : (wr_span){0};
}

void wr_pass_fact (wr_pass *p, wr_expr expr, wr_label label) {
  push_item (p, (struct wr_pitem){.kind = WR_PITEM_FACT, .label = label, .expr = expr});
}

void wr_pass_goal (wr_pass *p, const struct wr_goal *goal) {
  WR_VEC_PUSH (&p->goals, *goal);
  push_item (p, (struct wr_pitem){.kind = WR_PITEM_GOAL,
                                  .label = goal->label,
                                  .expr = goal->cond,
                                  .goal = p->goals.len - 1});
}

void wr_pass_choose (wr_pass *p, const wr_var *vars, uint32_t count) {
  if (!count) return;
  push_item (p, (struct wr_pitem){.kind = WR_PITEM_CHOOSE,
                                  .chosen = wr_arena_copy (p->arena, vars, count, sizeof *vars),
                                  .chosen_count = count});
}

void wr_pass_capture (wr_pass *p, wr_symbol name, wr_span at) {
  uint32_t count = 0, n = 0;
  for (uint32_t i = 0; i < p->values.len; i++) count += p->values.data[i] != 0;
  wr_var *vars = WR_NEW (p->arena, wr_var, count);
  wr_expr *values = WR_NEW (p->arena, wr_expr, count);
  for (uint32_t i = 0; i < p->values.len; i++) {
    if (!p->values.data[i]) continue;
    vars[n] = p->scope->vars.data[i];
    values[n++] = (wr_expr){p->values.data[i]};
  }
  struct wr_pstate state = {.name = name, .at = at, .vars = vars, .values = values, .count = count};
  WR_VEC_PUSH (&p->states, state);
  push_item (p, (struct wr_pitem){.kind = WR_PITEM_CAPTURE, .state = p->states.len - 1});
}

void wr_pass_where (wr_pass *p, uint32_t slot, wr_site site) {
  uint32_t count = wr_scope_where (p->scope, slot)->len;
  for (uint32_t i = 0; i < count; i++) {
    struct wr_clause clause = wr_scope_where (p->scope, slot)->data[i];
    wr_label label = wr_label_derive (&p->core->labels, clause.label, WR_ROLE_WHERE, site);
    wr_pass_fact (p, wr_pass_here (p, clause.expr), label);
  }
}
