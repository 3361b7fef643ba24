#include "core/founded.h"

#include "base/bitset.h"
#include "core/build.h"

enum { MAX_VISITS = 10000 }; /* of expressions in one body, each as often as it occurs */

/* A condition around an expression, and whether it holds there. */
struct guard {
  wr_expr cond;
  bool holds;
};

struct search {
  const wr_core *core;
  wr_func func;
  uint32_t param; /* the parameter that should become smaller */
  WR_VEC (struct guard) guards;
  uint32_t visits;
};

static wr_expr child (const wr_core *core, wr_expr e, uint32_t i) {
  return wr_expr_child (core, e, i);
}

static bool is_param (const struct search *s, wr_expr e) {
  const struct wr_expr_info *info = wr_expr_info (s->core, e);
  wr_var param = wr_func_info (s->core, s->func)->params.data[s->param];
  return info->op == WR_OP_VAR && info->data == param.ix;
}

static bool is_literal (const struct search *s, wr_expr e) {
  return wr_expr_info (s->core, e)->op == WR_OP_INT;
}

static bool is_positive (const struct search *s, wr_expr e) {
  if (!is_literal (s, e)) return false;
  wr_str text = wr_symbol_text (s->core->symbols, (wr_symbol){wr_expr_info (s->core, e)->data});
  return text.len && text.ptr[0] >= '1' && text.ptr[0] <= '9';
}

/* Does the condition say that the parameter is at least some literal? */
static bool bounds (const struct search *s, wr_expr cond, bool holds) {
  const struct wr_expr_info *e = wr_expr_info (s->core, cond);
  if (e->op == WR_OP_NOT) return bounds (s, child (s->core, cond, 0), !holds);
  if (e->op == (holds ? WR_OP_AND : WR_OP_OR)) {
    for (uint32_t i = 0; i < e->count; i++)
      if (bounds (s, child (s->core, cond, i), holds)) return true;
    return false;
  }
  if (e->op != WR_OP_LT && e->op != WR_OP_LE) return false;
  wr_expr low = child (s->core, cond, holds ? 0 : 1), high = child (s->core, cond, holds ? 1 : 0);
  return is_literal (s, low) && is_param (s, high);
}

/* Does the condition say that the parameter was made by this constructor? */
static bool tells (const struct search *s, wr_expr cond, bool holds, uint32_t constructor) {
  const struct wr_expr_info *e = wr_expr_info (s->core, cond);
  if (e->op == WR_OP_NOT) return tells (s, child (s->core, cond, 0), !holds, constructor);
  if (e->op == (holds ? WR_OP_AND : WR_OP_OR)) {
    for (uint32_t i = 0; i < e->count; i++)
      if (tells (s, child (s->core, cond, i), holds, constructor)) return true;
    return false;
  }
  if (e->op != WR_OP_IS || !is_param (s, child (s->core, cond, 0))) return false;
  if (holds) return e->data == constructor;
  for (uint32_t i = 0; i < s->core->datatypes.len; i++) { /* not the one: the other of two */
    const struct wr_datatype *d = &s->core->datatypes.data[i];
    uint32_t first = d->first_constructor;
    if (d->constructor_count == 2 && e->data >= first && e->data < first + 2)
      return constructor >= first && constructor < first + 2 && constructor != e->data;
  }
  return false;
}

static bool is_smaller (const struct search *s, wr_expr arg) {
  const struct wr_expr_info *e = wr_expr_info (s->core, arg);
  bool found = false;
  if (e->op == WR_OP_SUB) {
    if (!is_param (s, child (s->core, arg, 0)) || !is_positive (s, child (s->core, arg, 1)))
      return false;
    for (uint32_t i = 0; i < s->guards.len; i++)
      found |= bounds (s, s->guards.data[i].cond, s->guards.data[i].holds);
  }
  if (e->op == WR_OP_FIELD && is_param (s, child (s->core, arg, 0))) {
    uint32_t constructor = s->core->fields.data[e->data].constructor;
    for (uint32_t i = 0; i < s->guards.len; i++)
      found |= tells (s, s->guards.data[i].cond, s->guards.data[i].holds, constructor);
  }
  return found;
}

static bool ends (struct search *s, wr_expr e);

static bool ends_under (struct search *s, wr_expr e, wr_expr cond, bool holds) {
  WR_VEC_PUSH (&s->guards, ((struct guard){cond, holds}));
  bool good = ends (s, e);
  s->guards.len--;
  return good;
}

/* The later parts of a conjunction count only where the earlier ones hold. */
static bool ends_in_order (struct search *s, wr_expr e, bool holds) {
  uint32_t count = wr_expr_info (s->core, e)->count, before = s->guards.len;
  bool good = true;
  for (uint32_t i = 0; good && i < count; i++) {
    good = ends (s, child (s->core, e, i));
    WR_VEC_PUSH (&s->guards, ((struct guard){child (s->core, e, i), holds}));
  }
  s->guards.len = before;
  return good;
}

/* In each call below this expression the parameter becomes smaller. */
static bool ends (struct search *s, wr_expr e) {
  const struct wr_expr_info *info = wr_expr_info (s->core, e);
  if (s->visits++ >= MAX_VISITS) return false;
  if (info->op == WR_OP_ITE) {
    wr_expr cond = child (s->core, e, 0);
    return ends (s, cond) && ends_under (s, child (s->core, e, 1), cond, true) &&
           ends_under (s, child (s->core, e, 2), cond, false);
  }
  if (info->op == WR_OP_IMPLIES)
    return ends (s, child (s->core, e, 0)) &&
           ends_under (s, child (s->core, e, 1), child (s->core, e, 0), true);
  if (info->op == WR_OP_AND || info->op == WR_OP_OR)
    return ends_in_order (s, e, info->op == WR_OP_AND);
  if (info->op == WR_OP_APP && info->data == s->func.ix &&
      !is_smaller (s, child (s->core, e, s->param)))
    return false;
  for (uint32_t i = 0; i < info->count; i++)
    if (!ends (s, child (s->core, e, i))) return false;
  return true;
}

/* Adds the functions that an expression mentions. */
static void add_mentioned (const wr_core *core, wr_expr e, wr_bitset *seen, wr_u32s *work) {
  wr_u32s order = {0};
  wr_postorder (core, &e, 1, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    const struct wr_expr_info *info = &core->exprs.data[order.data[i]];
    if (info->op != WR_OP_APP || wr_bitset_has (seen, info->data)) continue;
    wr_bitset_set (seen, info->data, true);
    WR_VEC_PUSH (work, info->data);
  }
  WR_VEC_FREE (&order);
}

/* Does the function call itself through others? */
static bool is_mutual (const wr_core *core, wr_func func) {
  wr_bitset seen = {0};
  wr_u32s work = {0}, next = {0};
  bool found = false;
  add_mentioned (core, core->funcs.data[func.ix].body, &seen, &work);
  while (work.len && !found) {
    uint32_t f = WR_VEC_POP (&work);
    if (f == func.ix || !core->funcs.data[f].body.ix) continue;
    wr_bitset inner = {0};
    WR_VEC_CLEAR (&next);
    add_mentioned (core, core->funcs.data[f].body, &inner, &next);
    for (uint32_t i = 0; i < next.len; i++) {
      found |= next.data[i] == func.ix;
      if (wr_bitset_has (&seen, next.data[i])) continue;
      wr_bitset_set (&seen, next.data[i], true);
      WR_VEC_PUSH (&work, next.data[i]);
    }
    wr_bitset_free (&inner);
  }
  wr_bitset_free (&seen);
  WR_VEC_FREE (&work);
  WR_VEC_FREE (&next);
  return found;
}

bool wr_is_well_founded (const wr_core *core, wr_func func) {
  const struct wr_func_info *info = wr_func_info (core, func);
  if (!info->recursive) return true;
  if (is_mutual (core, func)) return false;
  bool good = false;
  for (uint32_t p = 0; p < info->params.len && !good; p++) {
    struct search s = {.core = core, .func = func, .param = p};
    good = ends (&s, info->body);
    WR_VEC_FREE (&s.guards);
  }
  return good;
}
