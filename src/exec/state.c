/* The machine and what its variables hold. */
#include "exec/machine.h"

#include "core/build.h"

#include <string.h>

enum { DEFAULT_STEPS = 10000000, DEFAULT_DEPTH = 500 };

wr_machine *wr_machine_new (const wr_core *core, const struct wr_exec_options *options) {
  wr_machine *m = wr_alloc (1, sizeof *m);
  m->options = *options;
  if (!m->options.max_steps) m->options.max_steps = DEFAULT_STEPS;
  if (!m->options.max_depth) m->options.max_depth = DEFAULT_DEPTH;
  WR_REQUIRE (!options->watcher || options->lazy);
  m->arena = wr_arena_new ();
  m->core = wr_core_extend (core, m->arena);
  m->int_sort = wr_sort_simple (m->core, WR_SORT_INT);
  wr_value truth = {.kind = VALUE_BOOL, .sort = wr_sort_simple (m->core, WR_SORT_BOOL)};
  m->no = wr_x_value_intern (m, &truth);
  truth.truth = true;
  m->yes = wr_x_value_intern (m, &truth);
  wr_machine_reset (m);
  return m;
}

const wr_core *wr_machine_core (const wr_machine *m) { return m->core; }
wr_core *wr_machine_extend (wr_machine *m) { return m->core; }
wr_var wr_machine_unknown (const wr_machine *m) { return m->asked; }

wr_sort wr_machine_table_sort (wr_machine *m, wr_func func) {
  const struct wr_func_info *info = wr_func_info (m->core, func);
  if (!info->param_count) return info->sort;
  wr_sort *domain = wr_alloc (info->param_count, sizeof *domain);
  for (uint32_t i = 0; i < info->param_count; i++) domain[i] = wr_func_param (m->core, func, i);
  wr_sort sort = wr_sort_map (m->core, domain, info->param_count, info->sort);
  free (domain);
  return sort;
}

static void forget_memos (wr_machine *m) {
  for (uint32_t i = 0; i < m->memos.len; i++) free (m->memos.data[i].args);
  WR_VEC_CLEAR (&m->memos);
}

void wr_machine_free (wr_machine *m) {
  if (!m) return;
  for (uint32_t i = 0; i < m->values.len; i++) {
    wr_value *v = m->values.data[i];
    if (v->kind == VALUE_INT || v->kind == VALUE_BV) mpz_clear (v->z);
    if (v->kind == VALUE_REAL) mpq_clear (v->q);
  }
  for (uint32_t i = 0; i < m->loops_count; i++) wr_x_loops_free (m->loops[i]);
  free (m->loops);
  forget_memos (m);
  WR_VEC_FREE (&m->memos);
  WR_VEC_FREE (&m->values);
  WR_VEC_FREE (&m->cells);
  WR_VEC_FREE (&m->offered);
  WR_VEC_FREE (&m->unknowns);
  WR_VEC_FREE (&m->trace);
  WR_VEC_FREE (&m->changes);
  wr_index_free (&m->value_index);
  wr_index_free (&m->memo_index);
  wr_map_free (&m->literals);
  wr_map_free (&m->sizes);
  wr_map_free (&m->enumerated);
  free (m->slots);
  free (m->olds);
  wr_arena_free (m->arena);
  free (m);
}

void wr_machine_reset (wr_machine *m) {
  forget_memos (m);
  wr_index_clear (&m->memo_index);
  if (m->slot_count) memset (m->slots, 0, m->slot_count * sizeof *m->slots);
  if (m->slot_count) memset (m->olds, 0, m->slot_count * sizeof *m->olds);
  WR_VEC_CLEAR (&m->cells);
  WR_VEC_PUSH (&m->cells, ((struct cell){0}));
  WR_VEC_CLEAR (&m->trace);
  WR_VEC_CLEAR (&m->changes);
  m->why = NULL;
  m->steps = 0;
  m->exhausted = false;
}

/* -- slots ------------------------------------------------------------------------------------- */

static void grow_slots (wr_machine *m) {
  uint32_t count = m->core->vars.len;
  WR_ASSERT (count >= m->slot_count);
  m->slots = wr_realloc (m->slots, count, sizeof *m->slots);
  m->olds = wr_realloc (m->olds, count, sizeof *m->olds);
  size_t more = (count - m->slot_count) * sizeof *m->slots;
  memset (m->slots + m->slot_count, 0, more);
  memset (m->olds + m->slot_count, 0, more);
  m->slot_count = count;
}

struct slot *wr_x_slot_of (wr_machine *m, wr_var var) {
  if (var.ix >= m->slot_count) grow_slots (m);
  WR_REQUIRE (var.ix < m->slot_count);
  return &m->slots[var.ix];
}

static const wr_value *ask_value (wr_machine *m, wr_var var, struct wr_exec_point origin) {
  m->origin = origin;
  if (m->quiet) return NULL;
  const struct wr_oracle *oracle = &m->options.oracle;
  wr_sort sort = wr_var_info (m->core, var)->sort;
  const wr_value *v = oracle->havoc ? oracle->havoc (oracle->ctx, m, var, sort) : NULL;
  return v ? v : wr_x_undecided (m, "an arbitrary value");
}

/* An arbitrary value for the variable; the oracle is asked now or at the first reading. */
struct slot wr_x_fresh_slot (wr_machine *m, wr_var var) {
  const wr_value *value = m->options.lazy ? NULL : ask_value (m, var, m->point);
  struct slot slot = {value, m->cells.len, {0}};
  if (value) return slot;
  struct cell cell = {.var = var, .origin = m->point};
  if (m->options.watcher) cell.unknown = wr_x_unknown_of (m, var);
  WR_VEC_PUSH (&m->cells, cell);
  return slot;
}

const wr_value *wr_x_read_slot (wr_machine *m, struct slot *slot, wr_var var) {
  if (slot->value) return slot->value;
  if (slot->cell == 0) {
    bool bound = wr_var_info (m->core, var)->kind == WR_VAR_BOUND;
    if (bound) return wr_x_undecided (m, "a variable without a value");
    *slot = wr_x_fresh_slot (m, var);
    if (slot->value) return slot->value;
  }
  uint32_t at = slot->cell;
  WR_ASSERT (at > 0 && at < m->cells.len);
  if (!m->cells.data[at].value) {
    m->asked = m->cells.data[at].unknown;
    const wr_value *v = ask_value (m, m->cells.data[at].var, m->cells.data[at].origin);
    m->cells.data[at].value = v;
  }
  return m->cells.data[at].value;
}

void wr_x_bind (wr_machine *m, struct saved *saved, const wr_var *vars,
                const wr_value *const *values, uint32_t count) {
  saved->slots = count > 6 ? wr_alloc (count, sizeof *saved->slots) : saved->few;
  for (uint32_t i = 0; i < count; i++) {
    struct slot *slot = wr_x_slot_of (m, vars[i]);
    saved->slots[i] = *slot;
    *slot = (struct slot){.value = values ? values[i] : NULL};
  }
}

void wr_x_unbind (wr_machine *m, struct saved *saved, const wr_var *vars, uint32_t count) {
  for (uint32_t i = count; i-- > 0;) *wr_x_slot_of (m, vars[i]) = saved->slots[i];
  if (saved->slots != saved->few) free (saved->slots);
}

/* -- the outside ------------------------------------------------------------------------------- */

void wr_machine_set (wr_machine *m, wr_var var, const wr_value *value) {
  wr_x_slot_of (m, var);
  WR_ASSERT (!value || value->sort.ix == wr_var_info (m->core, var)->sort.ix);
  m->slots[var.ix] = m->olds[var.ix] = (struct slot){.value = value};
}

const wr_value *wr_machine_get (wr_machine *m, wr_var var) {
  return wr_x_read_slot (m, wr_x_slot_of (m, var), var);
}

const wr_value *wr_machine_peek (wr_machine *m, wr_var var) {
  const struct slot *slot = wr_x_slot_of (m, var);
  return slot->value ? slot->value : m->cells.data[slot->cell].value;
}

const wr_value *wr_machine_eval (wr_machine *m, wr_expr e) { return wr_x_eval (m, e); }

const wr_value *wr_machine_glance (wr_machine *m, wr_expr e) {
  WR_ASSERT (!m->quiet);
  uint64_t steps = m->steps;
  const char *why = m->why;
  bool exhausted = m->exhausted;
  m->quiet = true;
  m->steps = 0;
  m->exhausted = false;
  const wr_value *v = wr_x_eval (m, e);
  m->quiet = false;
  m->steps = steps;
  m->exhausted = exhausted;
  m->why = why;
  return v;
}
wr_str wr_machine_why (const wr_machine *m) { return m->why ? wr_str_of (m->why) : (wr_str){0}; }
struct wr_exec_point wr_machine_origin (const wr_machine *m) {
  return m->origin;
}
struct wr_exec_point wr_machine_point (const wr_machine *m) {
  return m->point;
}

const wr_value *wr_machine_axioms (wr_machine *m) {
  bool open = false;
  for (uint32_t i = 0; i < m->core->axioms.len + m->core->distinct.len; i++) {
    bool is_axiom = i < m->core->axioms.len;
    if (is_axiom && m->core->axioms.data[i].func.ix) continue;
    wr_expr e =
        is_axiom ? m->core->axioms.data[i].expr : m->core->distinct.data[i - m->core->axioms.len];
    const wr_value *v = wr_x_eval (m, e);
    if (v && !v->truth) return v;
    open = open || !v;
  }
  return open ? NULL : m->yes;
}
