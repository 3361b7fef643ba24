/* Symbolic values beside the concrete ones: what a variable holds as an expression over unknowns. */
#include "exec/machine.h"

#include "core/build.h"

static bool same_point (struct wr_exec_point a, struct wr_exec_point b) {
  return a.body == b.body && a.block == b.block && a.cmd == b.cmd;
}

wr_var wr_x_unknown_of (wr_machine *m, wr_var var) {
  struct unknown made = {.var = var, .origin = m->point};
  for (uint32_t i = 1; i < m->cells.len; i++) {
    const struct cell *c = &m->cells.data[i];
    made.nth += c->var.ix == var.ix && same_point (c->origin, m->point);
  }
  for (uint32_t i = 0; i < m->unknowns.len; i++) {
    const struct unknown *u = &m->unknowns.data[i];
    if (u->var.ix == var.ix && u->nth == made.nth && same_point (u->origin, made.origin))
      return u->unknown;
  }
  struct wr_var_info info = *wr_var_info (m->core, var);
  made.unknown = wr_var_new (m->core, WR_VAR_INCARNATION, info.name, info.sort, info.span);
  struct wr_var_info *edit = wr_var_edit (m->core, made.unknown);
  edit->shown = info.shown;
  edit->origin = var;
  edit->version = m->unknowns.len + 1;
  WR_VEC_PUSH (&m->unknowns, made);
  const struct wr_watcher *w = m->options.watcher;
  struct wr_exec_point before = m->origin;
  m->origin = m->point;
  if (w->unknown) w->unknown (w->ctx, m, var, made.unknown);
  m->origin = before;
  return made.unknown;
}

wr_expr wr_value_literal (wr_machine *m, const wr_value *v) {
  wr_buf text = {0};
  wr_expr e = {0};
  switch (v->kind) {
  case VALUE_BOOL: return wr_mk_bool (m->core, v->truth);
  case VALUE_INT:
    wr_value_show (&text, m, v);
    e = wr_mk_int_text (m->core, wr_buf_str (&text));
    break;
  case VALUE_REAL:
    wr_value_show (&text, m, v);
    e = wr_mk_real_text (m->core, wr_buf_str (&text));
    break;
  case VALUE_BV: {
    char *digits = mpz_get_str (NULL, 10, v->z);
    e = wr_mk_bv_text (m->core, wr_str_of (digits), wr_sort_info (m->core, v->sort)->a);
    free (digits);
    break;
  }
  case VALUE_ELEMENT:
  case VALUE_TEXT:
  case VALUE_DATA:
  case VALUE_MAP:
  case VALUE_CLOSURE: break;
  }
  wr_buf_free (&text);
  return e;
}

static bool is_literal (const wr_core *core, wr_expr e) {
  switch (wr_expr_info (core, e)->op) {
  case WR_OP_TRUE:
  case WR_OP_FALSE:
  case WR_OP_INT:
  case WR_OP_REAL:
  case WR_OP_BV: return true;
  default: return false;
  }
}

/* What the slot holds; a variable that nothing was assigned to gets an arbitrary value. */
static wr_expr slot_shadow (wr_machine *m, struct slot *slot, wr_var var) {
  if (slot->shadow.ix) return slot->shadow;
  if (!slot->value && !slot->cell) *slot = wr_x_fresh_slot (m, var);
  if (slot->value) return wr_value_literal (m, slot->value);
  return wr_mk_var (m->core, m->cells.data[slot->cell].unknown);
}

/* Is there something inside whose value an execution is free to choose, besides variables? */
static bool may_divide_by_zero (const wr_core *core, wr_expr e) {
  wr_expr divisor = wr_expr_child (core, e, 1);
  const struct wr_expr_info *info = wr_expr_info (core, divisor);
  if (info->op != WR_OP_INT && info->op != WR_OP_REAL) return true;
  wr_str text = wr_symbol_text (core->symbols, (wr_symbol){info->data});
  return text.len && text.ptr[0] == '0';
}

static bool is_open (const wr_core *core, wr_expr e) {
  wr_u32s order = {0};
  bool open = false;
  wr_postorder (core, &e, 1, &order);
  for (uint32_t i = 0; i < order.len && !open; i++) {
    const struct wr_expr_info *info = wr_expr_info (core, (wr_expr){order.data[i]});
    switch (info->op) {
    case WR_OP_APP:
      open = wr_func_info (core, (wr_func){info->data})->kind != WR_FUNC_BUILTIN;
      break;
    case WR_OP_DIV:
    case WR_OP_MOD:
    case WR_OP_RDIV: open = may_divide_by_zero (core, (wr_expr){order.data[i]}); break;
    case WR_OP_POW:
    case WR_OP_FIELD: open = true; break;
    default: break;
    }
  }
  WR_VEC_FREE (&order);
  return open;
}

wr_expr wr_x_shadow (wr_machine *m, wr_expr e, const wr_value *value) {
  wr_u32s vars = {0};
  wr_map now = {0}, old = {0};
  bool known = true, constant = true;
  wr_free_vars (m->core, e, &vars);
  for (uint32_t i = 0; i < vars.len && known; i++) {
    wr_var var = {vars.data[i]};
    bool global = wr_var_info (m->core, var)->kind == WR_VAR_GLOBAL;
    wr_expr here = slot_shadow (m, wr_x_slot_of (m, var), var);
    wr_expr before = global ? slot_shadow (m, &m->olds[var.ix], var) : here;
    known = here.ix && before.ix;
    constant = constant && known && is_literal (m->core, here) && is_literal (m->core, before);
    wr_map_put (&now, var.ix, here.ix);
    wr_map_put (&old, var.ix, before.ix);
  }
  wr_expr out = {0};
  if (known && constant && value && !is_open (m->core, e)) out = wr_value_literal (m, value);
  if (known && !out.ix) out = wr_substitute (m->core, e, &now, &old);
  wr_map_free (&now);
  wr_map_free (&old);
  WR_VEC_FREE (&vars);
  return out;
}

/* `base` with the place at steps[at ..] replaced. */
static wr_expr replaced (wr_machine *m, wr_expr base, const struct wr_assign *a, uint32_t at,
                         wr_expr value) {
  if (at == a->step_count) return value;
  const struct wr_step *step = &a->steps[at];
  if (step->is_field) {
    wr_expr inner = wr_mk_field (m->core, step->field, base);
    wr_expr update = replaced (m, inner, a, at + 1, value);
    return update.ix ? wr_mk_field_update (m->core, step->field, base, update) : update;
  }
  wr_expr *parts = wr_alloc (step->index_count + 2u, sizeof *parts), out = {0};
  bool known = true;
  parts[0] = base;
  for (uint32_t i = 0; i < step->index_count; i++) {
    parts[i + 1] = wr_x_shadow (m, step->index[i], wr_x_eval (m, step->index[i]));
    known = known && parts[i + 1].ix;
  }
  if (known) {
    wr_expr inner = wr_mk (m->core, WR_OP_SELECT, parts, step->index_count + 1);
    parts[step->index_count + 1] = replaced (m, inner, a, at + 1, value);
    if (parts[step->index_count + 1].ix)
      out = wr_mk (m->core, WR_OP_STORE, parts, step->index_count + 2);
  }
  free (parts);
  return out;
}

wr_expr wr_x_shadow_assign (wr_machine *m, const struct wr_assign *a, const wr_value *value) {
  if (!a->step_count) return wr_x_shadow (m, a->value, value);
  wr_expr base = slot_shadow (m, wr_x_slot_of (m, a->var), a->var);
  wr_expr part = wr_x_shadow (m, a->value, wr_x_eval (m, a->value));
  return base.ix && part.ix ? replaced (m, base, a, 0, part) : (wr_expr){0};
}

/* -- what the watcher is told -------------------------------------------------------------------- */

void wr_x_watch_fact (wr_machine *m, wr_expr e, const wr_value *value) {
  const struct wr_watcher *w = m->options.watcher;
  if (w) w->fact (w->ctx, m, wr_x_shadow (m, e, value), !value || value->truth);
}

void wr_x_watch_goal (wr_machine *m, wr_label goal, wr_expr e, const wr_value *value) {
  const struct wr_watcher *w = m->options.watcher;
  if (w) w->goal (w->ctx, m, goal, wr_x_shadow (m, e, value), !value || value->truth);
}

/* The assumptions with which a block begins; those behind a loop head come after its invariants and do not count. */
static wr_expr entry_condition (wr_machine *m, const struct wr_block *b, bool head) {
  WR_VEC (wr_expr) all = {0};
  const char *why = m->why;
  bool known = true;
  for (uint32_t i = 0; !head && i < b->cmd_count && b->cmds[i].kind == WR_CMD_ASSUME; i++) {
    wr_expr cond = wr_x_shadow (m, b->cmds[i].expr, wr_x_eval (m, b->cmds[i].expr));
    known = known && cond.ix;
    WR_VEC_PUSH (&all, cond);
  }
  m->why = why;
  wr_expr out = known ? wr_mk_and (m->core, all.data, all.len) : (wr_expr){0};
  WR_VEC_FREE (&all);
  return out;
}

void wr_x_watch_branch (wr_machine *m, const struct wr_body *body, uint32_t block,
                        uint32_t chosen) {
  const struct wr_watcher *w = m->options.watcher;
  const struct wr_block *b = &body->blocks[block];
  if (!w) return;
  const struct loops *loops = wr_x_loops_of (m, m->point.body);
  wr_expr *conds = wr_alloc (b->succ_count, sizeof *conds);
  uint32_t at = UINT32_MAX;
  for (uint32_t i = 0; i < b->succ_count; i++) {
    uint32_t s = b->succs[i];
    conds[i] = entry_condition (m, &body->blocks[s], loops->of[s].head);
    if (s == chosen && at == UINT32_MAX) at = i;
  }
  w->branch (w->ctx, m, conds, b->succ_count, at);
  free (conds);
}
