#include "diagnose/explore.h"

#include "base/check.h"
#include "core/build.h"

const struct wr_scope wr_scopes[WR_SCOPE_COUNT] = {
    {1, 2, 1, 2, 3000, 3000000, 5000, 3, false},
    {2, 3, 2, 3, 20000, 20000000, 20000, 6, true},
    {4, 4, 2, 3, 40000, 40000000, 20000, 10, true},
};

struct choice {
  uint32_t chosen, count;
};

enum { MAX_LITERALS = 10, BODY_LITERALS = 6, FEW_AXIOMS = 30, MAX_DATA_DEPTH = 3 };

struct explorer {
  const wr_core *core;
  const struct wr_explore_options *options;
  const struct wr_scope *scope;
  wr_arena *arena;
  WR_VEC (struct choice) choices;
  uint32_t at;
  wr_map elements; /* sort -> elements used so far in this run */
  int64_t literals[MAX_LITERALS];
  uint32_t literal_count;
  struct wr_given given; /* the answers that are not varied */
  struct wr_oracle given_oracle;
  bool recording;
  wr_map rounds;   /* (body, block) -> arbitrary choices of a successor there in this run */
  bool cut;        /* this run ended at the bound on them */
  wr_bitset asked; /* functions without bodies */
  struct wr_recorder record;
  struct wr_exploration out;
};

/* -- choices ---------------------------------------------------------------------------------------------- */

static uint32_t choose (struct explorer *x, uint32_t count) {
  if (x->at == x->choices.len) WR_VEC_PUSH (&x->choices, ((struct choice){0, count}));
  struct choice *c = &x->choices.data[x->at++];
  WR_REQUIRE (c->count == count);
  return c->chosen;
}

static bool advance (struct explorer *x) {
  while (x->choices.len && WR_VEC_LAST (&x->choices).chosen + 1 == WR_VEC_LAST (&x->choices).count)
    x->choices.len--;
  if (!x->choices.len) return false;
  WR_VEC_LAST (&x->choices).chosen++;
  return true;
}

/* 0, 1, -1, 2, -2, ..., then the literals. */
static const wr_value *choose_int (struct explorer *x, wr_machine *m, bool inside) {
  int64_t most = inside ? x->scope->most_inside : x->scope->most;
  uint32_t near = (uint32_t)(2 * most + 1);
  uint32_t more = inside || !x->scope->literals ? 0 : x->literal_count;
  x->out.limited = true;
  uint32_t i = choose (x, near + more);
  if (i >= near) return wr_value_int (m, x->literals[i - near]);
  return wr_value_int (m, i % 2 ? (int64_t)(i + 1) / 2 : -(int64_t)(i / 2));
}

static const wr_value *choose_value (struct explorer *x, wr_machine *m, wr_sort sort,
                                     uint32_t depth);

static const wr_value *choose_bits (struct explorer *x, wr_machine *m, uint32_t width) {
  if (width <= 3) return wr_value_bv (m, width, choose (x, 1u << width));
  x->out.limited = true;
  uint32_t i = choose (x, 5);
  uint64_t top = width < 64 ? (UINT64_C (1) << (width - 1)) : UINT64_C (1) << 63;
  const uint64_t values[] = {0, 1, 2, top, (top - 1) | top};
  return wr_value_bv (m, width, values[i]);
}

static const wr_value *choose_element (struct explorer *x, wr_machine *m, wr_sort sort) {
  uint32_t used = (uint32_t)wr_map_or (&x->elements, sort.ix, 0);
  x->out.limited = true;
  uint32_t number = choose (x, used < x->scope->elements ? used + 1 : used);
  if (number == used) wr_map_put (&x->elements, sort.ix, used + 1);
  return wr_value_element (m, sort, number);
}

static const wr_value *choose_data (struct explorer *x, wr_machine *m,
                                    const struct wr_datatype *data, uint32_t depth) {
  const wr_core *core = wr_machine_core (m);
  wr_u32s able = {0};
  for (uint32_t i = 0; i < data->constructor_count; i++) {
    const struct wr_constructor *c = &core->constructors.data[data->first_constructor + i];
    if (depth < MAX_DATA_DEPTH || !c->field_count) WR_VEC_PUSH (&able, data->first_constructor + i);
  }
  uint32_t constructor = able.len ? able.data[choose (x, able.len)] : UINT32_MAX;
  if (able.len < data->constructor_count) x->out.limited = true;
  WR_VEC_FREE (&able);
  if (constructor == UINT32_MAX) return NULL;
  struct wr_constructor c = core->constructors.data[constructor];
  const wr_value **fields = WR_NEW (x->arena, const wr_value *, c.field_count);
  for (uint32_t i = 0; i < c.field_count; i++) {
    fields[i] = choose_value (x, m, core->fields.data[c.first_field + i].sort, depth + 1);
    if (!fields[i]) return NULL;
  }
  return wr_value_construct (m, constructor, fields, c.field_count);
}

/* The k-th index to try; NULL: there is none. */
static const wr_value *index_at (struct explorer *x, wr_machine *m, wr_sort sort, uint32_t k) {
  const struct wr_sort_info *info = wr_sort_info (wr_machine_core (m), sort);
  if (info->kind == WR_SORT_INT) return k < x->scope->cells ? wr_value_int (m, k) : NULL;
  if (info->kind == WR_SORT_NAMED)
    return k < x->scope->elements ? wr_value_element (m, sort, k) : NULL;
  if (info->kind == WR_SORT_BOOL || info->kind == WR_SORT_BV)
    return k < wr_sort_size (m, sort) && k < 4 ? wr_sort_value (m, sort, k) : NULL;
  return NULL;
}

/* Entries at small indices, and one value for all others.  Of several indices the first ones stay the same. */
static const wr_value *choose_map (struct explorer *x, wr_machine *m, wr_sort sort,
                                   uint32_t depth) {
  const wr_core *core = wr_machine_core (m);
  uint32_t arity = wr_sort_arity (core, sort);
  wr_sort range = wr_sort_range (core, sort);
  x->out.limited = true;
  const wr_value *base = wr_default_value (m, range);
  if (!base) base = choose_value (x, m, range, depth + 1);
  if (!base || arity != 1) return base ? wr_value_map (m, sort, base) : NULL;
  const wr_value *map = wr_value_map (m, sort, base), *index;
  for (uint32_t k = 0; (index = index_at (x, m, wr_sort_arg (core, sort, 0), k)); k++) {
    const wr_value *value = choose_value (x, m, range, depth + 1);
    if (!value) return NULL;
    map = wr_value_store (m, map, &index, 1, value);
  }
  return map;
}

static const wr_value *choose_real (struct explorer *x, wr_machine *m, wr_sort sort) {
  static const char *const texts[] = {"0", "1", "-1", "1/2"};
  x->out.limited = true;
  return wr_value_scan (m, sort, wr_str_of (texts[choose (x, 4)]));
}

static const wr_value *choose_value (struct explorer *x, wr_machine *m, wr_sort sort,
                                     uint32_t depth) {
  const struct wr_sort_info info = *wr_sort_info (wr_machine_core (m), sort);
  switch (info.kind) {
  case WR_SORT_BOOL: return wr_value_bool (m, choose (x, 2) != 0);
  case WR_SORT_INT: return choose_int (x, m, depth > 0);
  case WR_SORT_REAL: return choose_real (x, m, sort);
  case WR_SORT_BV: return choose_bits (x, m, info.a);
  case WR_SORT_NAMED: return choose_element (x, m, sort);
  case WR_SORT_DATA: return choose_data (x, m, &wr_machine_core (m)->datatypes.data[info.a], depth);
  case WR_SORT_MAP: return choose_map (x, m, sort, depth);
  case WR_SORT_NONE:
  case WR_SORT_FLOAT:
  case WR_SORT_RMODE:
  case WR_SORT_STRING:
  case WR_SORT_REGEX:
  case WR_SORT_SEQ:
  case WR_SORT_KIND_COUNT: break;
  }
  return NULL;
}

/* -- the oracle: what is given, then what is chosen --------------------------------------------------------- */

static const wr_value *on_havoc (void *ctx, wr_machine *m, wr_var var, wr_sort sort) {
  struct explorer *x = ctx;
  const wr_value *v = NULL;
  if (x->given.inputs) v = x->given_oracle.havoc (&x->given, m, var, sort);
  if (!v) v = choose_value (x, m, sort, 0);
  if (x->recording) wr_record_havoc (&x->record, m, var, v);
  return v;
}

static uint32_t on_branch (void *ctx, wr_machine *m, uint32_t block, uint32_t count) {
  struct explorer *x = ctx;
  uint64_t key = WR_KEY2 (wr_machine_point (m).body, block);
  uint64_t rounds = wr_map_or (&x->rounds, key, 0);
  wr_map_put (&x->rounds, key, rounds + 1);
  x->cut = rounds >= x->scope->rounds;
  if (x->cut) return UINT32_MAX;
  uint32_t i = choose (x, count);
  if (x->recording) wr_record_branch (&x->record, m, block, i);
  return i;
}

static const wr_value *on_function (void *ctx, wr_machine *m, wr_func func,
                                    const wr_value *const *args, uint32_t count) {
  struct explorer *x = ctx;
  const wr_value *v = NULL;
  wr_bitset_set (&x->asked, func.ix, true);
  if (x->given.inputs) v = x->given_oracle.function (&x->given, m, func, args, count);
  if (!v) v = choose_value (x, m, wr_func_info (wr_machine_core (m), func)->sort, 0);
  struct wr_application app = {func, args, count};
  if (x->recording) wr_record_function (&x->record, m, &app, v);
  return v;
}

static const wr_value *on_partial (void *ctx, wr_machine *m, enum wr_op op, uint32_t data,
                                   wr_sort sort, const wr_value *arg) {
  struct explorer *x = ctx;
  const wr_value *v = choose_value (x, m, sort, 0);
  struct wr_partial at = {op, data, arg};
  if (x->recording) wr_record_partial (&x->record, m, &at, v);
  return v;
}

/* -- executions --------------------------------------------------------------------------------------------- */

/* An assertion whose violation does not end the execution hides those that come after it. */
static void on_failed (void *ctx, wr_machine *m, wr_label goal, wr_span at) {
  struct explorer *x = ctx;
  (void)at;
  if (goal.ix == x->options->until.ix && wr_machine_has_failed (m)) x->out.behind = true;
}

static void on_head (void *ctx, wr_machine *m, uint32_t body, uint32_t block) {
  const struct wr_explore_options *options = ((struct explorer *)ctx)->options;
  if (options->at_head) options->at_head (options->ctx, m, body, block);
}

static struct wr_exec_result run_once (struct explorer *x, wr_machine *m, uint32_t body) {
  x->at = 0;
  wr_bitset_clear (&x->asked);
  wr_map_clear (&x->elements);
  wr_map_clear (&x->rounds);
  x->cut = false;
  wr_bitset_clear (&x->given.used);
  wr_machine_reset (m);
  return wr_machine_run (m, body, NULL);
}

static bool is_new (const struct explorer *x, wr_label goal) {
  for (uint32_t i = 0; i < x->out.violations.len; i++) {
    const struct wr_violation *v = &x->out.violations.data[i];
    if (v->goal.ix == goal.ix) return !v->certain;
  }
  return true;
}

/* The same execution again, with names and values of all its answers. */
static void keep_violation (struct explorer *x, wr_machine *m, uint32_t body) {
  x->recording = true;
  x->record = (struct wr_recorder){.arena = x->arena};
  struct wr_exec_result again = run_once (x, m, body);
  x->recording = false;
  WR_ASSERT (again.end == WR_EXEC_FAILED);
  bool certain = !x->core->bodies.data[body].by_contracts &&
                 wr_axioms_hold (m, x->core, &x->asked, again.infinite);
  struct wr_violation v = {again.goal, x->record.inputs, certain};
  for (uint32_t i = 0; i < x->out.violations.len; i++) {
    if (x->out.violations.data[i].goal.ix != again.goal.ix) continue;
    if (certain) {
      WR_VEC_FREE (&x->out.violations.data[i].inputs);
      x->out.violations.data[i] = v;
    } else
      WR_VEC_FREE (&v.inputs);
    return;
  }
  WR_VEC_PUSH (&x->out.violations, v);
}

static void count (struct explorer *x, const struct wr_exec_result *r) {
  struct wr_exploration *out = &x->out;
  out->runs++;
  out->steps += r->steps;
  out->limited |= r->infinite;
  if (r->end == WR_EXEC_FAILED && r->goal.ix != x->options->until.ix) out->others++;
  if (x->cut) {
    out->cut++;
    return;
  }
  switch (r->end) {
  case WR_EXEC_RETURNED: out->returned++; break;
  case WR_EXEC_FAILED: out->failed++; break;
  case WR_EXEC_BLOCKED: out->blocked++; break;
  case WR_EXEC_OUT_OF_STEPS: out->endless++; break;
  case WR_EXEC_CUT:
  case WR_EXEC_UNDECIDED:
    out->undecided++;
    if (!out->why.len) out->why = wr_str_keep (x->arena, r->why);
    break;
  }
}

/* A violation that is not certain is enough if there can be none that is. */
static bool is_found (const struct explorer *x, uint32_t body) {
  bool by_contracts = x->core->bodies.data[body].by_contracts;
  for (uint32_t i = 0; x->options->until.ix && i < x->out.violations.len; i++) {
    const struct wr_violation *v = &x->out.violations.data[i];
    if (v->goal.ix == x->options->until.ix && (v->certain || by_contracts)) return true;
  }
  return false;
}

static void run_all (struct explorer *x, wr_machine *m, uint32_t body) {
  const struct wr_scope *scope = x->scope;
  do {
    bool over = x->out.runs >= scope->max_runs || x->out.steps >= scope->max_steps;
    if (over || wr_cancelled (x->options->cancel)) return;
    struct wr_exec_result r = run_once (x, m, body);
    uint32_t used = x->choices.len = x->at;
    count (x, &r);
    if (x->options->ran && r.end != WR_EXEC_BLOCKED) x->options->ran (x->options->ctx, m, &r);
    x->choices.len = used; /* what was asked afterwards is not varied */
    if (r.end == WR_EXEC_FAILED && is_new (x, r.goal)) keep_violation (x, m, body);
    if (is_found (x, body)) return;
  } while (advance (x));
  x->out.complete = true;
}

static void take_literals (struct explorer *x, const wr_exprs *roots, uint32_t limit) {
  wr_u32s order = {0};
  wr_postorder (x->core, roots->data, roots->len, &order);
  for (uint32_t i = 0; i < order.len && x->literal_count + 2 <= limit; i++) {
    const struct wr_expr_info *info = wr_expr_info (x->core, (wr_expr){order.data[i]});
    wr_str text = info->op == WR_OP_INT ? wr_symbol_text (x->core->symbols, (wr_symbol){info->data})
                                        : (wr_str){0};
    if (!text.len || text.len > 15) continue;
    int64_t n = strtoll (text.ptr, NULL, 10);
    if (n >= -x->scope->most && n < x->scope->most) continue;
    x->literals[x->literal_count++] = n;
    x->literals[x->literal_count++] = n + 1;
  }
  WR_VEC_FREE (&order);
}

/* Those of the body, of what the caller asks about, and of the axioms if there are few. */
static void find_literals (struct explorer *x, uint32_t body) {
  const struct wr_body *b = &x->core->bodies.data[body];
  wr_exprs roots = {0};
  for (uint32_t i = 0; i < b->block_count; i++)
    for (uint32_t k = 0; k < b->blocks[i].cmd_count; k++) {
      const struct wr_cmd *cmd = &b->blocks[i].cmds[k];
      if (cmd->expr.ix) WR_VEC_PUSH (&roots, cmd->expr);
      for (uint32_t j = 0; j < cmd->assign_count; j++) WR_VEC_PUSH (&roots, cmd->assigns[j].value);
    }
  take_literals (x, &roots, BODY_LITERALS);
  if (x->options->about) take_literals (x, x->options->about, MAX_LITERALS);
  WR_VEC_CLEAR (&roots);
  for (uint32_t i = 0; x->core->axioms.len <= FEW_AXIOMS && i < x->core->axioms.len; i++)
    WR_VEC_PUSH (&roots, x->core->axioms.data[i].expr);
  take_literals (x, &roots, MAX_LITERALS);
  WR_VEC_FREE (&roots);
}

struct wr_exploration wr_explore (const wr_core *core, uint32_t body,
                                  const struct wr_explore_options *options, wr_arena *arena) {
  struct explorer x = {.core = core, .options = options, .scope = options->scope, .arena = arena};
  x.given = (struct wr_given){.inputs = options->given, .arena = arena};
  x.given_oracle = wr_given_oracle (&x.given);
  if (x.scope->literals) find_literals (&x, body);
  struct wr_exec_options how = {.oracle = {.ctx = &x,
                                           .havoc = on_havoc,
                                           .branch = on_branch,
                                           .function = on_function,
                                           .partial = on_partial,
                                           .at_head = on_head,
                                           .failed = on_failed},
                                .max_steps = x.scope->run_steps,
                                .modular = options->modular,
                                .lazy = true,
                                .look_ahead = true,
                                .trace = options->ran != NULL};
  wr_machine *m = wr_machine_new (core, &how);
  run_all (&x, m, body);
  wr_machine_free (m);
  wr_given_free (&x.given);
  wr_bitset_free (&x.asked);
  wr_map_free (&x.elements);
  wr_map_free (&x.rounds);
  WR_VEC_FREE (&x.choices);
  return x.out;
}

void wr_exploration_free (struct wr_exploration *x) {
  for (uint32_t i = 0; i < x->violations.len; i++) WR_VEC_FREE (&x->violations.data[i].inputs);
  WR_VEC_FREE (&x->violations);
}
