#include "diagnose/record.h"

#include "core/build.h"

static void keep (struct wr_recorder *r, const wr_machine *m, wr_buf *name, const wr_value *value) {
  wr_buf text = {0};
  if (value) {
    wr_value_show (&text, m, value);
    struct wr_input input = {wr_str_keep (r->arena, wr_buf_str (name)),
                             wr_str_keep (r->arena, wr_buf_str (&text))};
    WR_VEC_PUSH (&r->inputs, input);
  }
  wr_buf_free (&text);
  wr_buf_free (name);
}

void wr_record_havoc (struct wr_recorder *r, const wr_machine *m, wr_var var,
                      const wr_value *value) {
  wr_buf name = {0};
  wr_input_name_havoc (&name, m, var);
  keep (r, m, &name, value);
}

void wr_record_branch (struct wr_recorder *r, wr_machine *m, uint32_t block, uint32_t i) {
  const struct wr_block *b =
      &wr_machine_core (m)->bodies.data[wr_machine_point (m).body].blocks[block];
  uint32_t number = 0;
  wr_buf name = {0};
  while (number < b->succ_count && b->succs[number] != wr_machine_offered (m, i)) number++;
  wr_input_name_branch (&name, m, block);
  keep (r, m, &name, wr_value_int (m, (int64_t)number + 1));
}

void wr_record_function (struct wr_recorder *r, const wr_machine *m,
                         const struct wr_application *app, const wr_value *value) {
  wr_buf name = {0};
  wr_input_name_function (&name, m, app->func, app->args, app->count);
  keep (r, m, &name, value);
}

void wr_record_partial (struct wr_recorder *r, const wr_machine *m, const struct wr_partial *at,
                        const wr_value *value) {
  wr_buf name = {0};
  wr_input_name_partial (&name, m, at->op, at->data, at->arg);
  keep (r, m, &name, value);
}

/* Does the axiom speak about one of the functions?  Adds the others that it speaks about. */
static bool speaks_about (const wr_core *core, wr_expr axiom, wr_bitset *functions) {
  wr_u32s order = {0};
  bool found = false;
  wr_postorder (core, &axiom, 1, &order);
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < order.len; i++) {
      const struct wr_expr_info *info = wr_expr_info (core, (wr_expr){order.data[i]});
      if (info->op != WR_OP_APP) continue;
      if (pass == 0)
        found |= wr_bitset_has (functions, info->data);
      else if (found)
        wr_bitset_set (functions, info->data, true);
    }
  WR_VEC_FREE (&order);
  return found;
}

void wr_axioms_about (const wr_core *core, const wr_bitset *functions, wr_exprs *out) {
  wr_bitset reached = {0}, done = {0};
  wr_bitset_copy (&reached, functions);
  for (bool more = wr_bitset_size (&reached) > 0; more;) {
    more = false;
    for (uint32_t i = 0; i < core->axioms.len + core->distinct.len; i++) {
      bool axiom = i < core->axioms.len;
      wr_expr e = axiom ? core->axioms.data[i].expr : core->distinct.data[i - core->axioms.len];
      if (wr_bitset_has (&done, i) || !speaks_about (core, e, &reached)) continue;
      wr_bitset_set (&done, i, true);
      more = true;
      WR_VEC_PUSH (out, e);
    }
  }
  wr_bitset_free (&reached);
  wr_bitset_free (&done);
}

/* Is it the equation of a function that is evaluated by its body? */
static bool is_definition (const wr_core *core, wr_expr axiom) {
  for (uint32_t i = 0; i < core->axioms.len; i++)
    if (core->axioms.data[i].expr.ix == axiom.ix) return core->axioms.data[i].func.ix != 0;
  return false;
}

/* Only what compares elements can say how many there are of a type: without that, every model has larger ones. */
static bool compares_elements (const wr_core *core, wr_expr e) {
  wr_u32s order = {0};
  bool found = false;
  if (e.ix) wr_postorder (core, &e, 1, &order);
  for (uint32_t i = 0; i < order.len && !found; i++) {
    const struct wr_expr_info *info = wr_expr_info (core, (wr_expr){order.data[i]});
    found = info->op == WR_OP_STORE || info->op == WR_OP_DISTINCT;
    if (info->op != WR_OP_EQ) continue;
    wr_sort sort = wr_expr_info (core, wr_expr_child (core, (wr_expr){order.data[i]}, 0))->sort;
    enum wr_sort_kind kind = wr_sort_info (core, sort)->kind;
    found |= kind != WR_SORT_INT && kind != WR_SORT_REAL && kind != WR_SORT_BV;
  }
  WR_VEC_FREE (&order);
  return found;
}

static bool may_limit_types (const wr_core *core) {
  bool found = false;
  for (uint32_t i = 0; i < core->axioms.len && !found; i++)
    found = compares_elements (core, core->axioms.data[i].expr);
  for (uint32_t i = 0; i < core->funcs.len && !found; i++)
    found = compares_elements (core, core->funcs.data[i].body);
  return found;
}

bool wr_axioms_hold (wr_machine *m, const wr_core *core, const wr_bitset *asked, bool infinite) {
  wr_exprs axioms = {0};
  bool good = true;
  if (infinite && core->axioms.len && may_limit_types (core))
    for (uint32_t i = 0; i < core->axioms.len; i++)
      WR_VEC_PUSH (&axioms, core->axioms.data[i].expr);
  else
    wr_axioms_about (core, asked, &axioms);
  for (uint32_t i = 0; i < axioms.len && good; i++)
    good = is_definition (core, axioms.data[i]) ||
           wr_value_is_true (wr_machine_eval (m, axioms.data[i]));
  WR_VEC_FREE (&axioms);
  return good;
}
