#include "flow/scope.h"

#include "base/check.h"

static void add (wr_scope *scope, wr_var var, wr_var alias) {
  uint32_t slot = scope->vars.len;
  if (alias.ix == var.ix) alias.ix = 0;
  WR_VEC_PUSH (&scope->vars, var);
  WR_VEC_PUSH (&scope->alias, alias);
  wr_map_put (&scope->slots, var.ix, slot);
  if (alias.ix) wr_map_put (&scope->slots, alias.ix, slot);
}

void wr_scope_build (wr_scope *scope, const wr_core *core, uint32_t body) {
  *scope = (wr_scope){.core = core};
  const struct wr_body *b = &core->bodies.data[body];
  const struct wr_procedure *p = &core->procedures.data[b->procedure];
  WR_REQUIRE (b->ins.len == p->ins.len && b->outs.len == p->outs.len);
  for (uint32_t i = 0; i < core->globals.len; i++) add (scope, core->globals.data[i], (wr_var){0});
  scope->first_in = scope->vars.len;
  for (uint32_t i = 0; i < b->ins.len; i++) add (scope, b->ins.data[i], p->ins.data[i]);
  scope->first_out = scope->vars.len;
  for (uint32_t i = 0; i < b->outs.len; i++) add (scope, b->outs.data[i], p->outs.data[i]);
  scope->first_local = scope->vars.len;
  for (uint32_t i = 0; i < b->locals.len; i++) add (scope, b->locals.data[i], (wr_var){0});
}

void wr_scope_free (wr_scope *scope) {
  WR_VEC_FREE (&scope->vars);
  WR_VEC_FREE (&scope->alias);
  wr_map_free (&scope->slots);
}

uint32_t wr_scope_slot (const wr_scope *scope, wr_var var) {
  return (uint32_t)wr_map_or (&scope->slots, var.ix, UINT32_MAX);
}

const wr_clauses *wr_scope_where (const wr_scope *scope, uint32_t slot) {
  const wr_clauses *own = &wr_var_info (scope->core, scope->vars.data[slot])->where;
  wr_var alias = scope->alias.data[slot];
  return own->len || !alias.ix ? own : &wr_var_info (scope->core, alias)->where;
}
