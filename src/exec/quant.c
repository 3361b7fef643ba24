/* Quantifiers over values that can be enumerated: the oracle lists them, there are finitely many, or the body says which integers
   matter.  Variables get their values one after another, those first whose values are known. */
#include "exec/machine.h"

struct quantifier {
  wr_machine *m;
  wr_expr body;
  bool decides; /* the truth value that settles it */
  wr_var *vars;
  bool *given;
  uint32_t count, left; /* without a value yet */
  uint64_t instances;
  bool open; /* an instance is undecided, or there are too many */
  const wr_value *found;
};

/* The values of one variable. */
struct range {
  uint64_t size;
  wr_x_integers integers;
  bool asked, listed;
};

static bool find_range (struct quantifier *q, wr_var var, struct range *r) {
  wr_machine *m = q->m;
  const struct wr_oracle *oracle = &m->options.oracle;
  wr_sort sort = wr_var_info (m->core, var)->sort;
  const wr_value *ignored;
  r->size = oracle->domain ? oracle->domain (oracle->ctx, m, sort, 0, &ignored) : 0;
  r->asked = r->size > 0;
  if (r->asked) return true;
  r->size = wr_sort_size (m, sort);
  if (r->size <= WR_EXEC_MAX_DOMAIN) return true;
  if (wr_sort_info (m->core, sort)->kind == WR_SORT_NAMED) {
    r->listed = wr_x_elements_of (m, q->body, var, &r->integers);
    r->size = r->integers.len;
    return r->listed;
  }
  if (wr_sort_info (m->core, sort)->kind != WR_SORT_INT) return false;
  wr_var *open = wr_alloc (q->count, sizeof *open);
  uint32_t count = 0;
  open[count++] = var;
  for (uint32_t i = 0; i < q->count; i++)
    if (!q->given[i] && q->vars[i].ix != var.ix) open[count++] = q->vars[i];
  r->listed = wr_x_integers_of (m, q->body, open, count, q->decides, &r->integers);
  free (open);
  r->size = r->integers.len;
  return r->listed;
}

static const wr_value *value_in (struct quantifier *q, wr_var var, const struct range *r,
                                 uint32_t i) {
  wr_machine *m = q->m;
  const struct wr_oracle *oracle = &m->options.oracle;
  wr_sort sort = wr_var_info (m->core, var)->sort;
  const wr_value *value = NULL;
  if (r->listed) return r->integers.data[i];
  if (r->asked)
    oracle->domain (oracle->ctx, m, sort, i, &value);
  else
    value = wr_sort_value (m, sort, i);
  return value;
}

/* The variable to go on with; UINT32_MAX: the values of none are known. */
static uint32_t choose_variable (struct quantifier *q, struct range *r) {
  for (uint32_t i = 0; i < q->count; i++) {
    if (q->given[i]) continue;
    *r = (struct range){.integers = r->integers};
    if (find_range (q, q->vars[i], r)) return i;
  }
  return UINT32_MAX;
}

/* Some integers: one of them may settle a quantifier that ranges over too many values. */
static uint32_t first_integer (struct quantifier *q, struct range *r) {
  enum { LEAST = -2, MOST = 4 };
  for (uint32_t i = 0; i < q->count; i++) {
    wr_sort sort = wr_var_info (q->m->core, q->vars[i])->sort;
    if (q->given[i] || wr_sort_info (q->m->core, sort)->kind != WR_SORT_INT) continue;
    WR_VEC_CLEAR (&r->integers);
    for (int64_t k = LEAST; k <= MOST; k++) WR_VEC_PUSH (&r->integers, wr_value_int (q->m, k));
    r->listed = true;
    r->size = r->integers.len;
    return i;
  }
  return UINT32_MAX;
}

static void instance (struct quantifier *q) {
  const wr_value *v = wr_x_eval (q->m, q->body);
  q->open = q->open || !v;
  if (v && v->truth == q->decides) q->found = v;
}

static void enumerate (struct quantifier *q) {
  wr_machine *m = q->m;
  struct range r = {0};
  if (q->left == 0) {
    instance (q);
    return;
  }
  uint32_t at = choose_variable (q, &r);
  if (at == UINT32_MAX) {
    wr_x_undecided (m, "a quantifier over too many values");
    q->open = true;
    at = first_integer (q, &r);
  }
  if (at != UINT32_MAX) {
    q->given[at] = true;
    q->left--;
    for (uint64_t i = 0; i < r.size && !q->found && !m->exhausted; i++) {
      if (++q->instances > WR_EXEC_MAX_DOMAIN) {
        wr_x_undecided (m, "a quantifier over too many values");
        q->open = true;
        break;
      }
      *wr_x_slot_of (m, q->vars[at]) =
          (struct slot){.value = value_in (q, q->vars[at], &r, (uint32_t)i)};
      enumerate (q);
    }
    *wr_x_slot_of (m, q->vars[at]) = (struct slot){0};
    q->given[at] = false;
    q->left++;
  }
  WR_VEC_FREE (&r.integers);
}

const wr_value *wr_x_eval_quantifier (wr_machine *m, wr_expr e) {
  struct wr_expr_info info = *wr_expr_info (m->core, e);
  struct wr_binder binder = m->core->binders.data[info.data];
  struct quantifier q = {.m = m,
                         .body = wr_expr_child (m->core, e, 0),
                         .decides = info.op == WR_OP_EXISTS,
                         .count = binder.var_count,
                         .left = binder.var_count};
  q.vars = wr_alloc (q.count + 1u, sizeof *q.vars);
  q.given = wr_alloc (q.count + 1u, sizeof *q.given);
  for (uint32_t i = 0; i < q.count; i++) q.vars[i].ix = m->core->pool.data[binder.first_var + i];
  struct saved saved;
  wr_x_bind (m, &saved, q.vars, NULL, q.count);
  enumerate (&q);
  wr_x_unbind (m, &saved, q.vars, q.count);
  free (q.vars);
  free (q.given);
  if (q.found) return q.found;
  return q.open || m->exhausted ? NULL : wr_value_bool (m, !q.decides);
}
