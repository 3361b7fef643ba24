#include "explore.h"

#include "base/check.h"
#include "core/build.h"

static uint32_t choose (struct explorer *x, uint32_t count) {
  if (x->at == x->choices.len) WR_VEC_PUSH (&x->choices, ((struct choice){0, count}));
  struct choice *c = &x->choices.data[x->at++];
  WR_REQUIRE (c->count == count);
  return c->chosen;
}

/* The next path of the tree of choices; false when there is none. */
static bool advance (struct explorer *x) {
  while (x->choices.len &&
         WR_VEC_LAST (&x->choices).chosen + 1 == WR_VEC_LAST (&x->choices).count) {
    x->choices.len--;
  }
  if (!x->choices.len) return false;
  WR_VEC_LAST (&x->choices).chosen++;
  return true;
}

static const wr_value *choose_value (struct explorer *x, wr_machine *m, wr_sort sort);

static const wr_value *choose_element (struct explorer *x, wr_machine *m, wr_sort sort) {
  uint64_t used = wr_map_or (&x->elements, sort.ix, 0);
  uint32_t number = choose (x, (uint32_t)used + 1);
  if (number == used) wr_map_put (&x->elements, sort.ix, used + 1);
  return wr_value_element (m, sort, number);
}

static const wr_value *choose_data (struct explorer *x, wr_machine *m,
                                    const struct wr_datatype *data) {
  uint32_t constructor = data->first_constructor + choose (x, data->constructor_count);
  struct wr_constructor c = x->core->constructors.data[constructor];
  const wr_value *fields[8];
  WR_REQUIRE (c.field_count <= 8);
  for (uint32_t i = 0; i < c.field_count; i++) {
    fields[i] = choose_value (x, m, x->core->fields.data[c.first_field + i].sort);
  }
  return wr_value_construct (m, constructor, fields, c.field_count);
}

/* Maps of one finite index. */
static const wr_value *choose_map (struct explorer *x, wr_machine *m, wr_sort sort) {
  wr_sort domain = wr_sort_arg (x->core, sort, 0), range = wr_sort_range (x->core, sort);
  uint64_t size = wr_sort_size (m, domain);
  WR_REQUIRE (wr_sort_arity (x->core, sort) == 1 && size <= 8);
  const wr_value *map = wr_value_map (m, sort, choose_value (x, m, range));
  for (uint32_t i = 1; i < size; i++) {
    const wr_value *index = wr_sort_value (m, domain, i), *value = choose_value (x, m, range);
    map = wr_value_store (m, map, &index, 1, value);
  }
  return map;
}

static const wr_value *choose_value (struct explorer *x, wr_machine *m, wr_sort sort) {
  const struct wr_sort_info info = *wr_sort_info (x->core, sort);
  switch ((int)info.kind) {
  case WR_SORT_BOOL: return wr_value_bool (m, choose (x, 2) != 0);
  case WR_SORT_INT: return wr_value_int (m, x->lo + choose (x, (uint32_t)(x->hi - x->lo + 1)));
  case WR_SORT_BV: return wr_value_bv (m, info.a, choose (x, 1u << info.a));
  case WR_SORT_NAMED: return choose_element (x, m, sort);
  case WR_SORT_DATA: return choose_data (x, m, &x->core->datatypes.data[info.a]);
  case WR_SORT_MAP: return choose_map (x, m, sort);
  default: return NULL;
  }
}

static const wr_value *on_havoc (void *ctx, wr_machine *m, wr_var var, wr_sort sort) {
  (void)var;
  return choose_value (ctx, m, sort);
}

static uint32_t on_branch (void *ctx, wr_machine *m, uint32_t block, uint32_t count) {
  (void)m, (void)block;
  return choose (ctx, count);
}

static const wr_value *on_function (void *ctx, wr_machine *m, wr_func func,
                                    const wr_value *const *args, uint32_t count) {
  struct explorer *x = ctx;
  (void)args, (void)count;
  return choose_value (x, m, wr_func_info (x->core, func)->sort);
}

static const wr_value *on_partial (void *ctx, wr_machine *m, enum wr_op op, uint32_t data,
                                   wr_sort sort, const wr_value *arg) {
  (void)data, (void)arg;
  return op == WR_OP_FIELD ? choose_value (ctx, m, sort) : NULL;
}

static void on_failed (void *ctx, wr_machine *m, wr_label goal, wr_span at) {
  struct explorer *x = ctx;
  (void)m, (void)at;
  WR_VEC_PUSH (&x->now, goal.ix);
}

struct wr_exec_options explorer_options (struct explorer *x) {
  struct wr_exec_options options = {.modular = true, .lazy = true};
  options.oracle = (struct wr_oracle){.ctx = x,
                                      .havoc = on_havoc,
                                      .branch = on_branch,
                                      .function = on_function,
                                      .partial = on_partial,
                                      .failed = on_failed};
  return options;
}

/* A failure counts only in a world where the axioms hold; they are asked about as late as this. */
static void keep_failures (struct explorer *x, wr_machine *m) {
  bool news = false;
  for (uint32_t i = 0; i < x->now.len; i++) news |= !wr_bitset_has (&x->failed, x->now.data[i]);
  if (!news) return;
  const wr_value *axioms = wr_machine_axioms (m);
  if (!axioms) x->undecided = wr_machine_why (m);
  for (uint32_t i = 0; wr_value_is_true (axioms) && i < x->now.len; i++) {
    wr_bitset_set (&x->failed, x->now.data[i], true);
  }
}

void explore (struct explorer *x, wr_machine *m, uint32_t body) {
  wr_bitset_clear (&x->failed);
  x->runs = 0;
  x->unfinished = false;
  x->undecided = (wr_str){0};
  WR_VEC_CLEAR (&x->choices);
  do {
    if (x->runs == x->max_runs) {
      x->unfinished = true;
      return;
    }
    x->runs++;
    x->at = 0;
    wr_map_clear (&x->elements);
    WR_VEC_CLEAR (&x->now);
    wr_machine_reset (m);
    struct wr_exec_result r = wr_machine_run (m, body, NULL);
    if (r.end == WR_EXEC_UNDECIDED || r.end == WR_EXEC_OUT_OF_STEPS) x->undecided = r.why;
    if (x->now.len) keep_failures (x, m);
    x->choices.len = x->at;
  } while (advance (x));
}

void explorer_free (struct explorer *x) {
  wr_bitset_free (&x->failed);
  WR_VEC_FREE (&x->choices);
  WR_VEC_FREE (&x->now);
  wr_map_free (&x->elements);
}
