/* Candidates for a missing clause, from templates over the variables in scope and from the goal itself. */
#include "diagnose/clause.h"

#include "core/build.h"
#include "diagnose/record.h"
#include "diagnose/variant.h"

enum { MOST_VARS = 8, MOST_MAPS = 2, MOST_TERMS = 300 };

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
    if (m->changes[i]) {
      add (m, le (m, zero, m->ints[i]));
      add (m, lt (m, zero, m->ints[i]));
    }
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
  bool of_loop =
      goal->role == WR_ROLE_INVARIANT_ESTABLISHED || goal->role == WR_ROLE_INVARIANT_MAINTAINED;
  for (uint32_t b = 0; of_loop && b < body->block_count; b++)
    for (uint32_t i = 0; i < body->blocks[b].invariant_count; i++) {
      const struct wr_invariant *inv = &body->blocks[b].invariants[i];
      if (inv->label.ix == wr_label_root (&result->core->labels, goal->label).ix) return inv->expr;
    }
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

static bool is_small (const struct making *m, wr_expr e) {
  wr_u32s order = {0};
  wr_postorder (m->core, &e, 1, &order);
  bool small = order.len <= MOST_TERMS;
  WR_VEC_FREE (&order);
  return small;
}

/* The goal for the part that a loop has done: a range ends at a variable of the loop instead of where it ends at last. */
static void add_ranges (struct making *m, wr_expr goal) {
  for (uint32_t i = 0; i < m->int_count; i++)
    for (uint32_t k = 0; k < m->int_count; k++) {
      if (i == k || m->changes[i] || !m->changes[k]) continue;
      wr_map one = {0};
      wr_map_put (&one, m->ints[i].ix, m->ints[k].ix);
      wr_expr other = wr_replace_in_ranges (m->core, goal, &one);
      wr_map_free (&one);
      if (other.ix != goal.ix) add (m, other);
    }
}

/* What an equation says of one variable of the loop, said of another one a round later or earlier: `r == f(i)`, so `s == f(i + 1)`. */
static void add_neighbours (struct making *m, wr_expr goal) {
  wr_expr one = wr_mk_int (m->core, 1);
  if (wr_expr_info (m->core, goal)->op != WR_OP_EQ) return;
  for (uint32_t r = 0; r < m->int_count; r++)
    for (uint32_t s = 0; s < m->int_count; s++)
      for (uint32_t i = 0; i < m->int_count; i++) {
        if (r == s || i == r || i == s || !m->changes[r] || !m->changes[s] || !m->changes[i])
          continue;
        wr_map both = {0};
        wr_map_put (&both, m->ints[r].ix, m->ints[s].ix);
        wr_expr same = wr_replace_terms (m->core, goal, &both);
        for (int later = 0; later < 2 && same.ix != goal.ix; later++) {
          enum wr_op op = later ? WR_OP_ADD : WR_OP_SUB;
          wr_map_put (&both, m->ints[i].ix, wr_mk2 (m->core, op, m->ints[i], one).ix);
          wr_expr other = wr_replace_terms (m->core, goal, &both);
          if (other.ix != same.ix) add (m, other);
        }
        wr_map_free (&both);
      }
}

/* What the goal says, and the same with a variable of the loop in place of another. */
static void add_goal (struct making *m, wr_expr goal) {
  if (!goal.ix) return;
  add (m, goal);
  if (is_small (m, goal)) {
    add_ranges (m, goal);
    add_neighbours (m, goal);
  }
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

/* The formals of the callee, in place of what the call gives them; ix 0: the expression is about something else too. */
static wr_expr over_formals (struct making *m, const struct wr_cmd *call, wr_expr e) {
  const struct wr_procedure *p = &m->core->procedures.data[call->procedure];
  wr_map formals = {0};
  for (uint32_t i = 0; i < call->arg_count && i < p->ins.len; i++)
    wr_map_put (&formals, call->args[i].ix, wr_mk_var (m->core, p->ins.data[i]).ix);
  for (uint32_t i = 0; i < call->var_count && i < p->outs.len; i++)
    wr_map_put (&formals, wr_mk_var (m->core, call->vars[i]).ix,
                wr_mk_var (m->core, p->outs.data[i]).ix);
  wr_expr other = wr_replace_terms (m->core, e, &formals);
  wr_map_free (&formals);
  return is_over_formals (m, p, other) ? other : (wr_expr){0};
}

/* What the goal says about the results of a call, also where the caller's preconditions hold for its arguments. */
static void add_goal_of_call (struct making *m, const struct wr_body *body,
                              const struct wr_cmd *call, wr_expr goal) {
  const struct wr_procedure *caller = &m->core->procedures.data[body->procedure];
  if (!is_small (m, goal)) return;
  wr_expr says = over_formals (m, call, goal);
  if (!says.ix) return;
  add (m, says);
  for (uint32_t i = 0; i < caller->requires_.len; i++) {
    wr_expr given = own_goal (m, body, caller->requires_.data[i].expr);
    if (is_small (m, given)) given = over_formals (m, call, given);
    if (given.ix) add (m, wr_mk2 (m->core, WR_OP_IMPLIES, given, says));
  }
}

/* v == e, v == e + 1, v == e - 1 */
static void add_steps (struct making *m, wr_expr v, wr_expr e) {
  wr_expr one = wr_mk_int (m->core, 1);
  add (m, wr_mk2 (m->core, WR_OP_EQ, v, e));
  add (m, wr_mk2 (m->core, WR_OP_EQ, v, wr_mk2 (m->core, WR_OP_ADD, e, one)));
  add (m, wr_mk2 (m->core, WR_OP_EQ, v, wr_mk2 (m->core, WR_OP_SUB, e, one)));
}

/* How results and globals follow from parameters and from the globals before. */
static void add_changes (struct making *m) {
  for (uint32_t i = 0; i < m->int_count; i++) {
    uint32_t var = wr_expr_info (m->core, m->ints[i])->data;
    if (!m->changes[i]) continue;
    if (wr_var_info (m->core, (wr_var){var})->kind == WR_VAR_GLOBAL)
      add_steps (m, m->ints[i], wr_mk1 (m->core, WR_OP_OLD, m->ints[i]));
    for (uint32_t k = 0; k < m->int_count; k++)
      if (!m->changes[k]) add_steps (m, m->ints[i], m->ints[k]);
  }
}

/* (forall k :: k == i || k == j || after[k] == before[k]), for one index and for two */
static void add_frame (struct making *m, wr_expr after, wr_expr before, const wr_exprs *indices) {
  wr_sort sort = wr_expr_info (m->core, after)->sort, index = wr_sort_arg (m->core, sort, 0);
  wr_symbol name = wr_intern (m->core->symbols, WR_LIT ("k"));
  for (uint32_t i = 0; i < indices->len; i++)
    for (uint32_t j = i; j < indices->len; j++) {
      wr_var k = wr_var_new (m->core, WR_VAR_BOUND, name, index, (wr_span){0});
      wr_expr at = wr_mk_var (m->core, k), parts[3];
      uint32_t count = 0;
      parts[count++] = wr_mk2 (m->core, WR_OP_EQ, at, indices->data[i]);
      if (i != j) parts[count++] = wr_mk2 (m->core, WR_OP_EQ, at, indices->data[j]);
      parts[count++] = wr_mk2 (m->core, WR_OP_EQ, wr_mk2 (m->core, WR_OP_SELECT, after, at),
                               wr_mk2 (m->core, WR_OP_SELECT, before, at));
      struct wr_quantifier q = {.vars = &k, .var_count = 1, .weight = -1};
      add (m, wr_mk_quantifier (m->core, WR_OP_FORALL, &q, wr_mk_or (m->core, parts, count)));
    }
}

/* What stays as it was from one map to another, apart from entries at parameters. */
static void add_frames_of (struct making *m, const struct wr_procedure *p, wr_expr after,
                           wr_expr before) {
  wr_sort sort = wr_expr_info (m->core, after)->sort;
  wr_exprs indices = {0};
  if (wr_expr_info (m->core, before)->sort.ix != sort.ix ||
      wr_sort_info (m->core, sort)->kind != WR_SORT_MAP || wr_sort_arity (m->core, sort) != 1)
    return;
  for (uint32_t k = 0; k < p->ins.len; k++)
    if (wr_var_info (m->core, p->ins.data[k])->sort.ix == wr_sort_arg (m->core, sort, 0).ix)
      WR_VEC_PUSH (&indices, wr_mk_var (m->core, p->ins.data[k]));
  add_frame (m, after, before, &indices);
  WR_VEC_FREE (&indices);
}

/* In maps that the callee changes, and in those that it makes of others. */
static void add_frames (struct making *m, const struct wr_procedure *p) {
  for (uint32_t i = 0; i < p->modifies.len; i++) {
    wr_expr global = wr_mk_var (m->core, p->modifies.data[i]);
    add_frames_of (m, p, global, wr_mk1 (m->core, WR_OP_OLD, global));
  }
  for (uint32_t o = 0; o < p->outs.len; o++)
    for (uint32_t i = 0; i < p->ins.len; i++)
      add_frames_of (m, p, wr_mk_var (m->core, p->outs.data[o]),
                     wr_mk_var (m->core, p->ins.data[i]));
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
    if (goal.ix) add_goal_of_call (&m, body, call, goal);
    add_choices (&m);
    add_changes (&m);
    add_frames (&m, &core->procedures.data[d->weak.procedure]);
  } else {
    take_body (&m, body);
    add_goal (&m, goal);
  }
  add_comparisons (&m);
  add_entries (&m);
}
