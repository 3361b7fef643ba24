#include "diagnose/variant.h"

#include "core/build.h"

static wr_expr rebuild (wr_core *core, wr_expr e, const wr_map *terms,
                        wr_expr (*part) (wr_core *core, wr_expr e, const wr_map *terms)) {
  struct wr_expr_info info = *wr_expr_info (core, e);
  if (!info.count || info.op == WR_OP_LET || info.op == WR_OP_OLD) return e;
  bool quantifier = info.op == WR_OP_FORALL || info.op == WR_OP_EXISTS;
  wr_expr *parts = wr_alloc (info.count, sizeof *parts), out = e;
  bool changed = false;
  for (uint32_t i = 0; i < info.count; i++) {
    wr_expr child = wr_expr_child (core, e, i);
    parts[i] = part (core, child, terms);
    changed |= parts[i].ix != child.ix;
  }
  if (changed && quantifier) {
    const struct wr_binder *binder = &core->binders.data[info.data];
    struct wr_quantifier q = {.var_count = binder->var_count, .weight = -1};
    wr_var *vars = wr_alloc (binder->var_count, sizeof *vars);
    for (uint32_t i = 0; i < binder->var_count; i++)
      vars[i].ix = core->pool.data[binder->first_var + i];
    q.vars = vars;
    out = wr_mk_quantifier (core, (enum wr_op)info.op, &q, parts[0]); /* triggers may not fit */
    free (vars);
  } else if (changed)
    out = wr_mk_like (core, e, parts);
  free (parts);
  return out;
}

wr_expr wr_replace_terms (wr_core *core, wr_expr e, const wr_map *terms) {
  uint32_t other = (uint32_t)wr_map_or (terms, e.ix, 0);
  return other ? (wr_expr){other} : rebuild (core, e, terms, wr_replace_terms);
}

wr_expr wr_replace_in_ranges (wr_core *core, wr_expr e, const wr_map *terms) {
  const struct wr_expr_info *info = wr_expr_info (core, e);
  bool binds = info->op == WR_OP_FORALL;
  wr_expr body = binds ? wr_expr_child (core, e, 0) : e;
  if (!binds || wr_expr_info (core, body)->op != WR_OP_IMPLIES)
    return rebuild (core, e, terms, wr_replace_in_ranges);
  wr_expr range = wr_expr_child (core, body, 0), says = wr_expr_child (core, body, 1);
  wr_expr other = wr_mk2 (core, WR_OP_IMPLIES, wr_replace_terms (core, range, terms), says);
  wr_map one = {0};
  wr_map_put (&one, body.ix, other.ix);
  wr_expr out = wr_replace_terms (core, e, &one);
  wr_map_free (&one);
  return out;
}
