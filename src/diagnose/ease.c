#include "diagnose/ease.h"

#include "base/check.h"
#include "core/build.h"

/* -- quantified facts ------------------------------------------------------------------------------------- */

enum { LEAST_INSTANCE = -1, MOST_INSTANCE = 4 };

static bool is_int (const wr_core *core, wr_var var) {
  return wr_sort_info (core, wr_var_info (core, var)->sort)->kind == WR_SORT_INT;
}

/* The body of a quantifier over integers for all values near 0, one variable after another. */
static void add_instances (wr_core *core, wr_expr body, const wr_var *vars, uint32_t count,
                           wr_exprs *out) {
  if (count == 0) {
    WR_VEC_PUSH (out, body);
    return;
  }
  for (int64_t k = LEAST_INSTANCE; k <= MOST_INSTANCE; k++) {
    wr_map map = {0};
    wr_map_put (&map, vars[0].ix, wr_mk_int (core, k).ix);
    add_instances (core, wr_substitute (core, body, &map, NULL), vars + 1, count - 1, out);
    wr_map_free (&map);
  }
}

static bool is_instantiable (const wr_core *core, wr_expr e) {
  const struct wr_expr_info *info = wr_expr_info (core, e);
  if (info->op != WR_OP_FORALL) return false;
  const struct wr_binder *binder = &core->binders.data[info->data];
  for (uint32_t i = 0; i < binder->var_count; i++)
    if (!is_int (core, (wr_var){core->pool.data[binder->first_var + i]})) return false;
  return binder->var_count <= 2;
}

wr_expr wr_instantiate (wr_core *core, wr_expr e) {
  const struct wr_expr_info info = *wr_expr_info (core, e);
  wr_expr out = e;
  if (is_instantiable (core, e)) {
    struct wr_binder binder = core->binders.data[info.data];
    wr_var vars[2];
    for (uint32_t i = 0; i < binder.var_count; i++)
      vars[i].ix = core->pool.data[binder.first_var + i];
    wr_exprs all = {0};
    add_instances (core, wr_expr_child (core, e, 0), vars, binder.var_count, &all);
    out = wr_mk_and (core, all.data, all.len);
    WR_VEC_FREE (&all);
  } else if (info.op == WR_OP_AND) {
    wr_exprs all = {0};
    for (uint32_t i = 0; i < info.count; i++)
      WR_VEC_PUSH (&all, wr_instantiate (core, wr_expr_child (core, e, i)));
    out = wr_mk_and (core, all.data, all.len);
    WR_VEC_FREE (&all);
  } else if (info.op == WR_OP_IMPLIES)
    out = wr_mk2 (core, WR_OP_IMPLIES, wr_expr_child (core, e, 0),
                  wr_instantiate (core, wr_expr_child (core, e, 1)));
  return out;
}

/* -- axioms ------------------------------------------------------------------------------------------------ */

enum { MOST_INSTANCES = 300 };

static void add_instance (wr_core *core, wr_expr axiom, wr_expr pattern, wr_expr app,
                          wr_exprs *facts) {
  wr_map map = {0};
  for (uint32_t i = 0; i < wr_expr_info (core, app)->count; i++)
    wr_map_put (&map, wr_expr_info (core, wr_expr_child (core, pattern, i))->data,
                wr_expr_child (core, app, i).ix);
  wr_expr fact = wr_substitute (core, wr_expr_child (core, axiom, 0), &map, NULL);
  if (fact.ix && !wr_expr_info (core, fact)->has_binder) WR_VEC_PUSH (facts, fact);
  wr_map_free (&map);
}

void wr_add_instances (wr_core *core, const wr_exprs *axioms, wr_exprs *facts) {
  wr_u32s order = {0}, patterns = {0};
  uint32_t most = facts->len + MOST_INSTANCES;
  wr_postorder (core, facts->data, facts->len, &order);
  for (uint32_t i = 0; i < axioms->len; i++) {
    wr_expr axiom = axioms->data[i];
    if (!wr_expr_info (core, axiom)->has_binder) WR_VEC_PUSH (facts, axiom);
    WR_VEC_CLEAR (&patterns);
    wr_patterns_of (core, axiom, &patterns);
    for (uint32_t p = 0; p < patterns.len; p++)
      for (uint32_t k = 0; k < order.len && facts->len < most; k++) {
        wr_expr pattern = {patterns.data[p]}, app = {order.data[k]};
        const struct wr_expr_info *info = wr_expr_info (core, app);
        if (info->op == WR_OP_APP && info->data == wr_expr_info (core, pattern)->data &&
            !info->has_bound)
          add_instance (core, axiom, pattern, app, facts);
      }
  }
  WR_VEC_FREE (&order);
  WR_VEC_FREE (&patterns);
}

/* -- terms outside linear arithmetic ------------------------------------------------------------------------ */

struct easing {
  struct wr_path_runner *r;
  wr_core *core;
  wr_map made; /* expression -> what replaces it */
  wr_exprs *out;
  bool changed;
};

static wr_expr now (const struct easing *s, wr_expr e) {
  return (wr_expr){(uint32_t)wr_map_or (&s->made, e.ix, e.ix)};
}

static bool is_literal (const struct easing *s, wr_expr e) {
  uint8_t op = wr_expr_info (s->core, e)->op;
  return op == WR_OP_INT || op == WR_OP_REAL || op == WR_OP_BV || op == WR_OP_TRUE ||
         op == WR_OP_FALSE;
}

/* The literal that the term was; the term itself if it was none. */
static wr_expr pinned (struct easing *s, wr_expr e) {
  wr_expr simple = now (s, e);
  if (is_literal (s, simple)) return simple;
  const wr_value *value = wr_machine_glance (s->r->m, e);
  wr_expr literal = value ? wr_value_literal (s->r->m, value) : (wr_expr){0};
  if (!literal.ix) return simple;
  bool truth = wr_expr_info (s->core, literal)->op == WR_OP_TRUE ||
               wr_expr_info (s->core, literal)->op == WR_OP_FALSE;
  WR_VEC_PUSH (s->out, wr_mk2 (s->core, truth ? WR_OP_IFF : WR_OP_EQ, simple, literal));
  s->changed = true;
  return literal;
}

/* All factors but the first that is not a literal. */
static void pin_factors (struct easing *s, wr_expr e, wr_expr *args, uint32_t count) {
  bool first = true;
  for (uint32_t i = 0; i < count; i++) {
    if (is_literal (s, args[i])) continue;
    if (!first) args[i] = pinned (s, wr_expr_child (s->core, e, i));
    first = false;
  }
}

/* A function that the solver knows by a quantified equation: with fixed arguments it is a number. */
static wr_expr pin_application (struct easing *s, wr_expr e, uint32_t count) {
  const wr_value *value = wr_machine_glance (s->r->m, e);
  wr_expr literal = value ? wr_value_literal (s->r->m, value) : (wr_expr){0};
  if (!literal.ix) return (wr_expr){0};
  for (uint32_t i = 0; i < count; i++) (void)pinned (s, wr_expr_child (s->core, e, i));
  s->changed = true;
  return literal;
}

static bool is_hard (const struct easing *s, const struct wr_expr_info *info) {
  if (info->op == WR_OP_POW) return true;
  return info->op == WR_OP_APP &&
         wr_func_info (s->core, (wr_func){info->data})->kind == WR_FUNC_AXIOM;
}

static wr_expr eased (struct easing *s, wr_expr e) {
  struct wr_expr_info info = *wr_expr_info (s->core, e);
  if (!info.count || info.has_bound || info.has_binder) return e;
  wr_expr *args = wr_alloc (info.count, sizeof *args), out = {0};
  if (is_hard (s, &info)) out = pin_application (s, e, info.count);
  for (uint32_t i = 0; i < info.count; i++) args[i] = now (s, wr_expr_child (s->core, e, i));
  if (info.op == WR_OP_MUL) pin_factors (s, e, args, info.count);
  if (info.op == WR_OP_DIV || info.op == WR_OP_MOD || info.op == WR_OP_RDIV)
    args[1] = pinned (s, wr_expr_child (s->core, e, 1));
  if (!out.ix) out = wr_mk_like (s->core, e, args);
  free (args);
  return out;
}

bool wr_concretise (struct wr_path_runner *r, const struct wr_path *path, const wr_exprs *facts,
                    wr_exprs *out) {
  struct easing s = {.r = r, .core = wr_machine_extend (r->m), .out = out};
  wr_u32s order = {0};
  wr_path_recall (r, path);
  wr_postorder (s.core, facts->data, facts->len, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    wr_expr e = {order.data[i]}, simple = eased (&s, e);
    if (simple.ix != e.ix) wr_map_put (&s.made, e.ix, simple.ix);
  }
  for (uint32_t i = 0; i < facts->len; i++) WR_VEC_PUSH (out, now (&s, facts->data[i]));
  WR_VEC_FREE (&order);
  wr_map_free (&s.made);
  return s.changed;
}
