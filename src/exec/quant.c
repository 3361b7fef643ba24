/* Quantifiers over sorts that can be enumerated: by the oracle, or because they are finite. */
#include "exec/machine.h"

static uint64_t range_size (wr_machine *m, wr_sort sort, bool *asked) {
  const struct wr_oracle *oracle = &m->options.oracle;
  const wr_value *ignored;
  uint32_t count = oracle->domain ? oracle->domain (oracle->ctx, m, sort, 0, &ignored) : 0;
  *asked = count > 0;
  return count ? count : wr_sort_size (m, sort);
}

static const wr_value *range_value (wr_machine *m, wr_sort sort, bool asked, uint32_t i) {
  const struct wr_oracle *oracle = &m->options.oracle;
  const wr_value *value = NULL;
  if (asked)
    oracle->domain (oracle->ctx, m, sort, i, &value);
  else
    value = wr_sort_value (m, sort, i);
  return value;
}

struct ranges {
  wr_var *vars;
  uint64_t *sizes;
  bool *asked;
  uint32_t count;
  uint64_t product;
};

static void find_ranges (wr_machine *m, const struct wr_binder *binder, struct ranges *r) {
  r->count = binder->var_count;
  r->vars = wr_alloc (r->count + 1u, sizeof *r->vars);
  r->sizes = wr_alloc (r->count + 1u, sizeof *r->sizes);
  r->asked = wr_alloc (r->count + 1u, sizeof *r->asked);
  r->product = 1;
  for (uint32_t i = 0; i < r->count; i++) {
    r->vars[i].ix = m->core->pool.data[binder->first_var + i];
    r->sizes[i] = range_size (m, wr_var_info (m->core, r->vars[i])->sort, &r->asked[i]);
    if (__builtin_mul_overflow (r->product, r->sizes[i], &r->product)) r->product = UINT64_MAX;
  }
}

static const wr_value *enumerate (wr_machine *m, const struct ranges *r, wr_expr body,
                                  bool decides) {
  const wr_value **values = wr_alloc (r->count + 1u, sizeof *values), *found = NULL;
  bool open = false;
  for (uint64_t at = 0; at < r->product && !found && !m->exhausted; at++) {
    uint64_t rest = at;
    for (uint32_t i = 0; i < r->count; i++) {
      wr_sort sort = wr_var_info (m->core, r->vars[i])->sort;
      values[i] = range_value (m, sort, r->asked[i], (uint32_t)(rest % r->sizes[i]));
      rest /= r->sizes[i];
    }
    struct saved saved;
    wr_x_bind (m, &saved, r->vars, values, r->count);
    const wr_value *v = wr_x_eval (m, body);
    wr_x_unbind (m, &saved, r->vars, r->count);
    open = open || !v;
    if (v && v->truth == decides) found = v;
  }
  free (values);
  if (found) return found;
  return open || m->exhausted ? NULL : wr_value_bool (m, !decides);
}

const wr_value *wr_x_eval_quantifier (wr_machine *m, wr_expr e) {
  struct wr_expr_info info = *wr_expr_info (m->core, e);
  struct wr_binder binder = m->core->binders.data[info.data];
  struct ranges r;
  find_ranges (m, &binder, &r);
  const wr_value *v = NULL;
  if (r.product > WR_EXEC_MAX_DOMAIN)
    wr_x_undecided (m, "a quantifier over too many values");
  else
    v = enumerate (m, &r, wr_expr_child (m->core, e, 0), info.op == WR_OP_EXISTS);
  free (r.vars);
  free (r.sizes);
  free (r.asked);
  return v;
}
