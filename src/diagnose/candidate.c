/* Candidates for a missing clause, from templates over the variables in scope and from the goal itself. */
#include "diagnose/clause.h"

#include "core/build.h"

enum { MOST_VARS = 8, MOST_MAPS = 2 };

struct making {
  wr_core *core;
  struct wr_candidates *out;
  wr_expr ints[MOST_VARS];
  bool changes[MOST_VARS]; /* an out-parameter, or a variable that the loop assigns */
  uint32_t int_count;
  wr_expr maps[MOST_MAPS];
  uint32_t map_count;
};

static void add (struct making *m, wr_expr e) {
  for (uint32_t i = 0; i < m->out->exprs.len; i++)
    if (m->out->exprs.data[i].ix == e.ix) return;
  WR_VEC_PUSH (&m->out->exprs, e);
}

static void take_var (struct making *m, wr_var var, bool changes) {
  wr_sort sort = wr_var_info (m->core, var)->sort;
  const struct wr_sort_info *info = wr_sort_info (m->core, sort);
  if (info->kind == WR_SORT_INT && m->int_count < MOST_VARS) {
    m->changes[m->int_count] = changes;
    m->ints[m->int_count++] = wr_mk_var (m->core, var);
  }
  if (info->kind != WR_SORT_MAP || m->map_count >= MOST_MAPS || info->count != 2) return;
  bool ints = wr_sort_info (m->core, wr_sort_arg (m->core, sort, 0))->kind == WR_SORT_INT &&
              wr_sort_info (m->core, wr_sort_range (m->core, sort))->kind == WR_SORT_INT;
  if (ints) m->maps[m->map_count++] = wr_mk_var (m->core, var);
}

static wr_expr le (struct making *m, wr_expr a, wr_expr b) {
  return wr_mk2 (m->core, WR_OP_LE, a, b);
}
static wr_expr lt (struct making *m, wr_expr a, wr_expr b) {
  return wr_mk2 (m->core, WR_OP_LT, a, b);
}

static void add_comparisons (struct making *m) {
  wr_expr zero = wr_mk_int (m->core, 0);
  for (uint32_t i = 0; i < m->int_count; i++) {
    if (m->changes[i]) add (m, le (m, zero, m->ints[i]));
    for (uint32_t k = 0; k < m->int_count; k++) {
      if (i == k || !(m->changes[i] || m->changes[k])) continue;
      add (m, le (m, m->ints[i], m->ints[k]));
      add (m, lt (m, m->ints[i], m->ints[k]));
      if (i < k) add (m, wr_mk2 (m->core, WR_OP_EQ, m->ints[i], m->ints[k]));
    }
  }
}

/* m == a || m == b */
static void add_choices (struct making *m) {
  for (uint32_t i = 0; i < m->int_count; i++)
    for (uint32_t a = 0; m->changes[i] && a < m->int_count; a++)
      for (uint32_t b = a + 1; b < m->int_count; b++)
        if (a != i && b != i)
          add (m, wr_mk2 (m->core, WR_OP_OR, wr_mk2 (m->core, WR_OP_EQ, m->ints[i], m->ints[a]),
                          wr_mk2 (m->core, WR_OP_EQ, m->ints[i], m->ints[b])));
}

/* For all k with lo <= k (or <) and k < hi: the comparison of an entry. */
static void add_forall (struct making *m, wr_expr lo, bool strict, wr_expr hi, wr_var k,
                        wr_expr says) {
  wr_expr at = wr_mk_var (m->core, k);
  wr_expr range =
      wr_mk2 (m->core, WR_OP_AND, strict ? lt (m, lo, at) : le (m, lo, at), lt (m, at, hi));
  struct wr_quantifier q = {.vars = &k, .var_count = 1, .weight = -1};
  add (m,
       wr_mk_quantifier (m->core, WR_OP_FORALL, &q, wr_mk2 (m->core, WR_OP_IMPLIES, range, says)));
}

static void add_entries_between (struct making *m, wr_expr map, wr_expr lo, bool strict,
                                 wr_expr hi) {
  wr_sort ints = wr_sort_simple (m->core, WR_SORT_INT);
  wr_symbol name = wr_intern (m->core->symbols, WR_LIT ("k"));
  for (uint32_t i = 0; i < m->int_count; i++) {
    wr_expr v = m->ints[i];
    if (v.ix == lo.ix || v.ix == hi.ix) continue;
    for (int form = 0; form < 4; form++) {
      wr_var k = wr_var_new (m->core, WR_VAR_BOUND, name, ints, (wr_span){0});
      wr_expr entry = wr_mk2 (m->core, WR_OP_SELECT, map, wr_mk_var (m->core, k));
      wr_expr says = form == 0   ? le (m, entry, v)
                     : form == 1 ? lt (m, entry, v)
                     : form == 2
                         ? lt (m, v, entry)
                         : wr_mk1 (m->core, WR_OP_NOT, wr_mk2 (m->core, WR_OP_EQ, entry, v));
      add_forall (m, lo, strict, hi, k, says);
    }
  }
  for (uint32_t i = 0; i < m->int_count; i++)
    for (uint32_t j = i; j < m->int_count; j++) { /* at most as large as one of two entries */
      if (!m->changes[i] || !m->changes[j]) continue;
      wr_var k = wr_var_new (m->core, WR_VAR_BOUND, name, ints, (wr_span){0});
      wr_expr entry = wr_mk2 (m->core, WR_OP_SELECT, map, wr_mk_var (m->core, k));
      wr_expr x = wr_mk2 (m->core, WR_OP_SELECT, map, m->ints[i]);
      wr_expr y = wr_mk2 (m->core, WR_OP_SELECT, map, m->ints[j]);
      wr_expr says = i == j ? le (m, entry, x)
                            : wr_mk2 (m->core, WR_OP_OR, le (m, entry, x), le (m, entry, y));
      add_forall (m, lo, strict, hi, k, says);
    }
}

static void add_entries (struct making *m) {
  wr_expr zero = wr_mk_int (m->core, 0);
  for (uint32_t a = 0; a < m->map_count; a++)
    for (uint32_t h = 0; h < m->int_count; h++) {
      add_entries_between (m, m->maps[a], zero, false, m->ints[h]);
      for (uint32_t l = 0; l < m->int_count; l++)
        if (l != h && m->changes[l] && !m->changes[h]) {
          add_entries_between (m, m->maps[a], m->ints[l], false, m->ints[h]);
          add_entries_between (m, m->maps[a], m->ints[l], true, m->ints[h]);
        }
    }
}

/* -- from the goal --------------------------------------------------------------------------------------- */

static wr_expr clause_of_goal (const struct wr_result *result, const struct wr_diagnosis *d) {
  const wr_passive *passive = result->bodies[d->body].passive;
  const struct wr_goal *goal = &passive->goals[d->goal];
  const struct wr_body *body = &result->core->bodies.data[d->body];
  const struct wr_procedure *p = &result->core->procedures.data[body->procedure];
  for (uint32_t i = 0; goal->role == WR_ROLE_ENSURES && i < p->ensures.len; i++)
    if (p->ensures.data[i].label.ix == goal->label.ix) return p->ensures.data[i].expr;
  const struct wr_pitem *item = &passive->blocks[goal->block].items[goal->item];
  if (goal->role != WR_ROLE_ASSERT || item->core_block >= body->block_count) return (wr_expr){0};
  const struct wr_block *block = &body->blocks[item->core_block];
  return item->core_cmd < block->cmd_count ? block->cmds[item->core_cmd].expr : (wr_expr){0};
}

/* The goal over the variables of the body, where a clause is over those of the procedure. */
static wr_expr own_goal (struct making *m, const struct wr_body *body, wr_expr goal) {
  const struct wr_procedure *p = &m->core->procedures.data[body->procedure];
  wr_map own = {0};
  for (uint32_t i = 0; i < body->ins.len; i++)
    wr_map_put (&own, p->ins.data[i].ix, wr_mk_var (m->core, body->ins.data[i]).ix);
  for (uint32_t i = 0; i < body->outs.len; i++)
    wr_map_put (&own, p->outs.data[i].ix, wr_mk_var (m->core, body->outs.data[i]).ix);
  goal = wr_substitute (m->core, goal, &own, NULL);
  wr_map_free (&own);
  return goal;
}

/* What the goal says, and the same with a variable of the loop in place of another. */
static void add_goal (struct making *m, wr_expr goal) {
  if (!goal.ix) return;
  add (m, goal);
  for (uint32_t i = 0; i < m->int_count; i++)
    for (uint32_t k = 0; k < m->int_count; k++) {
      if (i == k || m->changes[i] || !m->changes[k]) continue;
      wr_map one = {0};
      wr_map_put (&one, wr_expr_info (m->core, m->ints[i])->data, m->ints[k].ix);
      wr_expr other = wr_substitute (m->core, goal, &one, NULL);
      wr_map_free (&one);
      if (other.ix) add (m, other);
    }
}

/* Is it over formals of the procedure, globals and bound variables only? */
static bool is_over_formals (const struct making *m, const struct wr_procedure *p, wr_expr e) {
  wr_u32s order = {0};
  bool good = true;
  wr_postorder (m->core, &e, 1, &order);
  for (uint32_t i = 0; i < order.len && good; i++) {
    const struct wr_expr_info *info = wr_expr_info (m->core, (wr_expr){order.data[i]});
    if (info->op != WR_OP_VAR) continue;
    enum wr_var_kind kind = wr_var_info (m->core, (wr_var){info->data})->kind;
    good = kind == WR_VAR_GLOBAL || kind == WR_VAR_BOUND;
    for (uint32_t k = 0; k < p->ins.len && !good; k++) good = p->ins.data[k].ix == info->data;
    for (uint32_t k = 0; k < p->outs.len && !good; k++) good = p->outs.data[k].ix == info->data;
  }
  WR_VEC_FREE (&order);
  return good;
}

/* What the goal says about the results of a call, with the callee's formals in place of the variables of the call. */
static void add_goal_of_call (struct making *m, const struct wr_cmd *call, wr_expr goal) {
  const struct wr_procedure *p = &m->core->procedures.data[call->procedure];
  wr_map formals = {0};
  for (uint32_t i = 0; i < call->arg_count && i < p->ins.len; i++) {
    const struct wr_expr_info *info = wr_expr_info (m->core, call->args[i]);
    if (info->op == WR_OP_VAR)
      wr_map_put (&formals, info->data, wr_mk_var (m->core, p->ins.data[i]).ix);
  }
  for (uint32_t i = 0; i < call->var_count && i < p->outs.len; i++)
    wr_map_put (&formals, call->vars[i].ix, wr_mk_var (m->core, p->outs.data[i]).ix);
  wr_expr other = wr_substitute (m->core, goal, &formals, NULL);
  wr_map_free (&formals);
  if (other.ix && is_over_formals (m, p, other)) add (m, other);
}

/* v == e, v == e + 1, v == e - 1 */
static void add_steps (struct making *m, wr_expr v, wr_expr e) {
  wr_expr one = wr_mk_int (m->core, 1);
  add (m, wr_mk2 (m->core, WR_OP_EQ, v, e));
  add (m, wr_mk2 (m->core, WR_OP_EQ, v, wr_mk2 (m->core, WR_OP_ADD, e, one)));
  add (m, wr_mk2 (m->core, WR_OP_EQ, v, wr_mk2 (m->core, WR_OP_SUB, e, one)));
}

/* How results and globals follow from parameters and from the globals before; of a map: what stays as it was. */
static void add_changes (struct making *m) {
  wr_sort ints = wr_sort_simple (m->core, WR_SORT_INT);
  wr_symbol name = wr_intern (m->core->symbols, WR_LIT ("k"));
  for (uint32_t i = 0; i < m->int_count; i++) {
    uint32_t var = wr_expr_info (m->core, m->ints[i])->data;
    if (!m->changes[i]) continue;
    if (wr_var_info (m->core, (wr_var){var})->kind == WR_VAR_GLOBAL)
      add_steps (m, m->ints[i], wr_mk1 (m->core, WR_OP_OLD, m->ints[i]));
    for (uint32_t k = 0; k < m->int_count; k++)
      if (!m->changes[k]) add_steps (m, m->ints[i], m->ints[k]);
  }
  for (uint32_t a = 0; a < m->map_count; a++) {
    uint32_t var = wr_expr_info (m->core, m->maps[a])->data;
    if (wr_var_info (m->core, (wr_var){var})->kind != WR_VAR_GLOBAL) continue;
    wr_expr before = wr_mk1 (m->core, WR_OP_OLD, m->maps[a]);
    for (uint32_t i = 0; i < m->int_count; i++) {
      if (m->changes[i]) continue;
      wr_var k = wr_var_new (m->core, WR_VAR_BOUND, name, ints, (wr_span){0});
      wr_expr at = wr_mk_var (m->core, k);
      wr_expr same = wr_mk2 (m->core, WR_OP_EQ, wr_mk2 (m->core, WR_OP_SELECT, m->maps[a], at),
                             wr_mk2 (m->core, WR_OP_SELECT, before, at));
      struct wr_quantifier q = {.vars = &k, .var_count = 1, .weight = -1};
      wr_expr says = wr_mk2 (m->core, WR_OP_OR, wr_mk2 (m->core, WR_OP_EQ, at, m->ints[i]), same);
      add (m, wr_mk_quantifier (m->core, WR_OP_FORALL, &q, says));
    }
  }
}

/* -- scopes ------------------------------------------------------------------------------------------------ */

static void take_callee (struct making *m, const struct wr_procedure *p) {
  for (uint32_t i = 0; i < p->outs.len; i++) take_var (m, p->outs.data[i], true);
  for (uint32_t i = 0; i < p->modifies.len; i++) take_var (m, p->modifies.data[i], true);
  for (uint32_t i = 0; i < p->ins.len; i++) take_var (m, p->ins.data[i], false);
}

static bool is_assigned (const struct wr_body *body, wr_var var) {
  for (uint32_t b = 0; b < body->block_count; b++)
    for (uint32_t i = 0; i < body->blocks[b].cmd_count; i++) {
      const struct wr_cmd *cmd = &body->blocks[b].cmds[i];
      for (uint32_t k = 0; k < cmd->assign_count; k++)
        if (cmd->assigns[k].var.ix == var.ix) return true;
      for (uint32_t k = 0; k < cmd->var_count; k++)
        if (cmd->vars[k].ix == var.ix) return true;
    }
  return false;
}

static void take_body (struct making *m, const struct wr_body *body) {
  for (uint32_t i = 0; i < body->outs.len; i++)
    take_var (m, body->outs.data[i], is_assigned (body, body->outs.data[i]));
  for (uint32_t i = 0; i < body->ins.len; i++) take_var (m, body->ins.data[i], false);
  for (uint32_t i = 0; i < body->locals.len; i++)
    if (is_assigned (body, body->locals.data[i])) take_var (m, body->locals.data[i], true);
  const struct wr_procedure *p = &m->core->procedures.data[body->procedure];
  for (uint32_t i = 0; i < p->modifies.len; i++) take_var (m, p->modifies.data[i], true);
}

void wr_candidates_make (wr_core *core, const struct wr_result *result,
                         const struct wr_diagnosis *d, struct wr_candidates *out) {
  struct making m = {.core = core, .out = out};
  const struct wr_body *body = &core->bodies.data[d->body];
  wr_expr goal = clause_of_goal (result, d);
  if (goal.ix) goal = own_goal (&m, body, goal);
  if (d->weak.cause == WR_CAUSE_CALL) {
    take_callee (&m, &core->procedures.data[d->weak.procedure]);
    const struct wr_cmd *call = &body->blocks[d->weak.point.block].cmds[d->weak.point.cmd];
    if (goal.ix) add_goal_of_call (&m, call, goal);
    add_choices (&m);
    add_changes (&m);
  } else {
    take_body (&m, body);
    add_goal (&m, goal);
  }
  add_comparisons (&m);
  add_entries (&m);
}
