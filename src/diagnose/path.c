#include "diagnose/path.h"

#include "base/check.h"
#include "core/build.h"

enum { MAX_ENTRIES = 4000 };

/* -- what the execution is given ------------------------------------------------------------------------- */

static const wr_value *from_map (const wr_map *map, uint32_t key) {
  uint64_t found;
  return wr_map_get (map, key, &found) ? (const wr_value *)(uintptr_t)found : NULL;
}

static bool is_number (const wr_machine *m, wr_sort sort) {
  enum wr_sort_kind kind = wr_sort_info (wr_machine_core (m), sort)->kind;
  return kind == WR_SORT_BOOL || kind == WR_SORT_INT || kind == WR_SORT_REAL || kind == WR_SORT_BV;
}

static const wr_value *on_havoc (void *ctx, wr_machine *m, wr_var var, wr_sort sort) {
  struct wr_path_runner *r = ctx;
  wr_var unknown = wr_machine_unknown (m);
  const wr_value *v = from_map (&r->given, unknown.ix);
  if (!v) {
    v = wr_default_value (m, sort);
    r->vouched &= is_number (m, sort); /* an element that the model need not have */
  }
  wr_record_havoc (&r->record, m, var, v);
  WR_VEC_PUSH (&r->path->values, ((struct wr_path_value){unknown, v}));
  return v;
}

/* The forced successor if it is offered, otherwise the first one. */
static uint32_t on_branch (void *ctx, wr_machine *m, uint32_t block, uint32_t count) {
  struct wr_path_runner *r = ctx;
  const struct wr_block *b =
      &wr_machine_core (m)->bodies.data[wr_machine_point (m).body].blocks[block];
  uint32_t chosen = 0;
  if (r->forced && r->branches < r->forced->len)
    for (uint32_t i = 0; i < count; i++)
      if (wr_machine_offered (m, i) == b->succs[r->forced->data[r->branches]]) chosen = i;
  wr_record_branch (&r->record, m, block, chosen);
  return chosen;
}

static const wr_value *on_function (void *ctx, wr_machine *m, wr_func func,
                                    const wr_value *const *args, uint32_t count) {
  struct wr_path_runner *r = ctx;
  const wr_value *table = from_map (&r->tables, func.ix), *v = NULL;
  if (table) v = count ? wr_value_select (m, table, args, count) : table;
  wr_bitset_set (&r->asked, func.ix, true);
  if (!v) {
    r->vouched = false;
    v = wr_default_value (m, wr_func_info (wr_machine_core (m), func)->sort);
  }
  wr_record_function (&r->record, m, &(struct wr_application){func, args, count}, v);
  return v;
}

static const wr_value *on_partial (void *ctx, wr_machine *m, enum wr_op op, uint32_t data,
                                   wr_sort sort, const wr_value *arg) {
  struct wr_path_runner *r = ctx;
  const wr_value *v = wr_default_value (m, sort);
  wr_record_partial (&r->record, m, &(struct wr_partial){op, data, arg}, v);
  return v;
}

/* -- what the execution does ------------------------------------------------------------------------------ */

static void on_unknown (void *ctx, wr_machine *m, wr_var var, wr_var unknown) {
  (void)ctx;
  wr_core *core = wr_machine_extend (m);
  wr_buf name = {0};
  wr_input_name_havoc (&name, m, var);
  wr_var_edit (core, unknown)->shown = wr_intern (core->symbols, wr_buf_str (&name));
  wr_buf_free (&name);
}

static bool may_add (struct wr_path_runner *r, wr_machine *m, wr_expr cond) {
  if (!wr_machine_depth (m)) r->block = wr_machine_point (m).block;
  if (!cond.ix || r->path->entries.len >= MAX_ENTRIES) r->path->opaque = true;
  return r->path->entries.len < MAX_ENTRIES;
}

static struct wr_path_entry entry_at (const struct wr_path_runner *r, const wr_machine *m,
                                      enum wr_path_kind kind) {
  return (struct wr_path_entry){.kind = kind, .block = r->block, .depth = wr_machine_depth (m)};
}

static void on_fact (void *ctx, wr_machine *m, wr_expr cond, bool truth) {
  struct wr_path_runner *r = ctx;
  if (!may_add (r, m, cond)) return;
  struct wr_path_entry e = entry_at (r, m, WR_PATH_FACT);
  e.cond = cond;
  e.truth = truth;
  WR_VEC_PUSH (&r->path->entries, e);
}

static void on_goal (void *ctx, wr_machine *m, wr_label goal, wr_expr cond, bool truth) {
  struct wr_path_runner *r = ctx;
  if (!may_add (r, m, cond)) return;
  struct wr_path_entry e = entry_at (r, m, WR_PATH_GOAL);
  e.cond = cond;
  e.truth = truth;
  e.goal = goal;
  WR_VEC_PUSH (&r->path->entries, e);
}

static void on_chosen (void *ctx, wr_machine *m, const wr_expr *conds, uint32_t count,
                       uint32_t chosen) {
  struct wr_path_runner *r = ctx;
  struct wr_exec_point point = wr_machine_point (m);
  uint64_t key = wr_hash_mix (wr_hash_mix (point.body, point.block), wr_machine_depth (m));
  r->branches++;
  if (!may_add (r, m, conds[chosen])) return;
  struct wr_path_entry e = entry_at (r, m, WR_PATH_BRANCH);
  e.first = r->path->conds.len;
  e.count = count;
  e.chosen = chosen;
  e.visits = (uint32_t)wr_map_or (&r->visits, key, 0);
  wr_map_put (&r->visits, key, e.visits + 1);
  for (uint32_t i = 0; i < count; i++) {
    WR_VEC_PUSH (&r->path->conds, conds[i]);
    if (!conds[i].ix) r->path->opaque = true;
  }
  WR_VEC_PUSH (&r->path->entries, e);
}

/* -- running --------------------------------------------------------------------------------------------- */

void wr_path_runner_init (struct wr_path_runner *r, const wr_core *core, uint32_t body,
                          const struct wr_path_bounds *bounds, wr_arena *arena) {
  *r = (struct wr_path_runner){.core = core, .body = body, .arena = arena};
  r->watcher = (struct wr_watcher){
      .ctx = r, .unknown = on_unknown, .fact = on_fact, .goal = on_goal, .branch = on_chosen};
  struct wr_exec_options how = {.oracle = {.ctx = r,
                                           .havoc = on_havoc,
                                           .branch = on_branch,
                                           .function = on_function,
                                           .partial = on_partial},
                                .watcher = &r->watcher,
                                .max_steps = bounds->run_steps,
                                .max_depth = bounds->max_depth,
                                .summaries = bounds->summaries,
                                .thorough = bounds->thorough,
                                .lazy = true,
                                .look_ahead = true,
                                .trusting = true};
  r->m = wr_machine_new (core, &how);
  wr_core *own = wr_machine_extend (r->m);
  own->axioms.len = own->distinct.len = 0;
}

void wr_path_runner_free (struct wr_path_runner *r) {
  wr_machine_free (r->m);
  wr_map_free (&r->given);
  wr_map_free (&r->tables);
  wr_map_free (&r->visits);
  wr_bitset_free (&r->asked);
  wr_bitset_free (&r->modelled);
}

void wr_path_take_model (struct wr_path_runner *r, const struct wr_path *base,
                         const struct wr_answer *model) {
  const wr_core *core = wr_machine_core (r->m);
  wr_map_clear (&r->given);
  wr_bitset_clear (&r->modelled);
  wr_map_free (&r->tables);
  r->tables = base ? wr_map_copy (&base->functions) : (wr_map){0};
  for (uint32_t i = 0; base && i < base->values.len; i++) {
    const struct wr_path_value *v = &base->values.data[i];
    if (v->value) wr_map_put (&r->given, v->unknown.ix, (uintptr_t)v->value);
  }
  for (uint32_t i = 0; i < model->value_count; i++) {
    const struct wr_model_value *given = &model->values[i];
    wr_sort sort = given->var.ix ? wr_var_info (core, given->var)->sort
                                 : wr_machine_table_sort (r->m, given->func);
    const wr_value *value = wr_value_read (r->m, sort, given->text);
    if (!value) continue;
    if (given->var.ix)
      wr_map_put (&r->given, given->var.ix, (uintptr_t)value);
    else
      wr_map_put (&r->tables, given->func.ix, (uintptr_t)value);
    if (given->func.ix) wr_bitset_set (&r->modelled, given->func.ix, true);
  }
}

struct wr_path *wr_path_run (struct wr_path_runner *r, const wr_u32s *forced) {
  struct wr_path *path = WR_NEW (r->arena, struct wr_path, 1);
  r->path = path;
  r->forced = forced;
  r->branches = r->block = 0;
  r->record = (struct wr_recorder){.arena = r->arena};
  wr_bitset_clear (&r->asked);
  wr_map_clear (&r->visits);
  wr_machine_reset (r->m);
  path->result = wr_machine_run (r->m, r->body, NULL);
  path->functions = wr_map_copy (&r->tables);
  path->inputs = r->record.inputs;
  r->record.inputs = (wr_inputs){0};
  bool infinite = path->result.infinite; /* the solver's model may have few elements */
  bool vouched = r->vouched && wr_bitset_within (&r->asked, &r->modelled);
  bool real = !wr_machine_core (r->m)->bodies.data[r->body].by_contracts;
  path->certain = real && !path->result.trusted &&
                  ((vouched && !infinite) || wr_axioms_hold (r->m, r->core, &r->asked, infinite));
  WR_VEC_FREE (&r->record.inputs); /* what only the axioms asked for */
  return path;
}

void wr_path_free (struct wr_path *path) {
  WR_VEC_FREE (&path->entries);
  WR_VEC_FREE (&path->conds);
  WR_VEC_FREE (&path->values);
  WR_VEC_FREE (&path->inputs);
  wr_map_free (&path->functions);
}

void wr_path_recall (struct wr_path_runner *r, const struct wr_path *path) {
  wr_machine_reset (r->m);
  for (uint32_t i = 0; i < path->values.len; i++)
    if (path->values.data[i].value)
      wr_machine_set (r->m, path->values.data[i].unknown, path->values.data[i].value);
}

/* A quantifier may be one that only the solver can judge: a product, or a type with any number of elements. */
bool wr_path_is_fixed (wr_machine *m, wr_expr cond) {
  const wr_core *core = wr_machine_core (m);
  wr_u32s order = {0};
  bool fixed = true;
  wr_postorder (core, &cond, 1, &order);
  for (uint32_t i = 0; i < order.len && fixed; i++) {
    uint8_t op = wr_expr_info (core, (wr_expr){order.data[i]})->op;
    fixed = op != WR_OP_APP && op != WR_OP_DIV && op != WR_OP_MOD && op != WR_OP_RDIV &&
            op != WR_OP_FIELD && op != WR_OP_POW && op != WR_OP_VAR;
  }
  WR_VEC_FREE (&order);
  return fixed && wr_machine_glance (m, cond);
}
