/* Assignment to places inside maps and datatype values. */
#include "exec/machine.h"

static const wr_value *replaced (wr_machine *m, const wr_value *base, const struct wr_assign *a,
                                 uint32_t at, const wr_value *value);

/* The field of a value of another constructor is what the oracle decides. */
static const wr_value *part_of (wr_machine *m, const wr_value *base, uint32_t field) {
  const struct wr_field *f = &m->core->fields.data[field];
  if (base->data.constructor == f->constructor) return base->data.fields[f->position];
  return wr_x_partial_value (m, WR_OP_FIELD, field, f->sort, base);
}

static const wr_value *with_field (wr_machine *m, const wr_value *base, const struct wr_assign *a,
                                   uint32_t at, const wr_value *value) {
  const struct wr_field *f = &m->core->fields.data[a->steps[at].field];
  const struct wr_constructor *c = &m->core->constructors.data[f->constructor];
  const wr_value **parts = wr_alloc (c->field_count + 1u, sizeof *parts), *out = NULL;
  bool open = false, last = at + 1 == a->step_count;
  for (uint32_t i = 0; i < c->field_count; i++) {
    bool here = i == f->position;
    parts[i] = here && last ? value : part_of (m, base, c->first_field + i);
    if (here && !last) parts[i] = replaced (m, parts[i], a, at + 1, value);
    open = open || !parts[i];
  }
  if (!open) out = wr_value_construct (m, f->constructor, parts, c->field_count);
  free (parts);
  return out;
}

static const wr_value *with_index (wr_machine *m, const wr_value *base, const struct wr_assign *a,
                                   uint32_t at, const wr_value *value) {
  const struct wr_step *step = &a->steps[at];
  const wr_value **index = wr_alloc (step->index_count + 1u, sizeof *index), *out = NULL;
  bool open = false, last = at + 1 == a->step_count;
  for (uint32_t i = 0; i < step->index_count; i++) {
    index[i] = wr_x_eval (m, step->index[i]);
    open = open || !index[i];
  }
  if (!open) {
    const wr_value *inner = last ? base : wr_value_select (m, base, index, step->index_count);
    const wr_value *update = replaced (m, inner, a, at + 1, value);
    if (update) out = wr_value_store (m, base, index, step->index_count, update);
  }
  free (index);
  return out;
}

/* `base` with the place at steps[at ..] replaced by `value`; NULL: undecided. */
static const wr_value *replaced (wr_machine *m, const wr_value *base, const struct wr_assign *a,
                                 uint32_t at, const wr_value *value) {
  if (at == a->step_count) return value;
  if (!base) return NULL;
  if (m->nesting >= WR_EXEC_MAX_NESTING) return wr_x_undecided (m, "a place nested too deeply");
  m->nesting++;
  const wr_value *v = a->steps[at].is_field ? with_field (m, base, a, at, value)
                                            : with_index (m, base, a, at, value);
  m->nesting--;
  return v;
}

/* All values are computed before any variable changes; each variable is the base of one target. */
bool wr_x_run_assign (wr_machine *m, const struct wr_cmd *cmd) {
  const wr_value **values = wr_alloc (cmd->assign_count + 1u, sizeof *values);
  wr_expr *shadows = wr_alloc (cmd->assign_count + 1u, sizeof *shadows);
  bool open = false;
  for (uint32_t i = 0; i < cmd->assign_count; i++) {
    const struct wr_assign *a = &cmd->assigns[i];
    values[i] = wr_x_eval (m, a->value);
    if (values[i] && a->step_count) {
      values[i] = replaced (m, wr_machine_get (m, a->var), a, 0, values[i]);
    }
    open = open || !values[i];
    if (m->options.watcher && values[i]) shadows[i] = wr_x_shadow_assign (m, a, values[i]);
  }
  for (uint32_t i = 0; !open && i < cmd->assign_count; i++) {
    *wr_x_slot_of (m, cmd->assigns[i].var) =
        (struct slot){.value = values[i], .shadow = shadows[i]};
  }
  free (shadows);
  free (values);
  return open ? wr_x_stop_open (m) : true;
}
