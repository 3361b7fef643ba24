/* Checking expressions: the table as a whole, and the scopes of each expression of the program. */
#include "core/checker.h"

#include "base/check.h"
#include "core/memo.h"

bool wr_check_bad (struct wr_checker *c, const char *fmt, ...) {
  va_list args;
  va_start (args, fmt);
  wr_buf_clear (c->why);
  wr_buf_add (c->why, wr_buf_str (&c->item));
  wr_buf_add (c->why, WR_LIT (": "));
  wr_buf_vprint (c->why, fmt, args);
  va_end (args);
  return false;
}

void wr_check_item (struct wr_checker *c, const char *fmt, ...) {
  va_list args;
  va_start (args, fmt);
  wr_buf_clear (&c->item);
  wr_buf_vprint (&c->item, fmt, args);
  va_end (args);
}

const char *wr_check_text (const struct wr_checker *c, wr_symbol name) {
  return name.ix ? wr_symbol_text (c->core->symbols, name).ptr : "(no name)";
}

/* -- the tables ---------------------------------------------------------------------------------- */

static bool check_app (struct wr_checker *c, const struct wr_expr_info *info, uint32_t ix) {
  if (!info->data || info->data >= c->core->funcs.len) return wr_check_bad (c, "no such function");
  const struct wr_func_info *func = &c->core->funcs.data[info->data];
  if (func->param_count != info->count) {
    return wr_check_bad (c, "%s has %u parameters, not %u", wr_check_text (c, func->name),
                         func->param_count, info->count);
  }
  for (uint32_t i = 0; i < info->count; i++) {
    wr_sort have = wr_expr_info (c->core, wr_expr_child (c->core, (wr_expr){ix}, i))->sort;
    if (have.ix == wr_func_param (c->core, (wr_func){info->data}, i).ix) continue;
    return wr_check_bad (c, "argument %u of %s has another sort", i + 1,
                         wr_check_text (c, func->name));
  }
  if (func->sort.ix == info->sort.ix) return true;
  return wr_check_bad (c, "the sort of the result of %s has changed",
                       wr_check_text (c, func->name));
}

static bool check_node (struct wr_checker *c, uint32_t ix) {
  const wr_core *core = c->core;
  const struct wr_expr_info *info = &core->exprs.data[ix];
  if (!info->op || info->op >= WR_OP_COUNT) return wr_check_bad (c, "no such operator");
  if (!wr_op_arity_fits ((enum wr_op)info->op, info->count)) return wr_check_bad (c, "wrong arity");
  if (!info->sort.ix || info->sort.ix >= core->sorts.len) return wr_check_bad (c, "no sort");
  for (uint32_t i = 0; i < info->count; i++) {
    uint32_t child = core->pool.data[info->first + i];
    if (!child || child >= ix) return wr_check_bad (c, "a child is not before its parent");
  }
  switch (wr_op_data ((enum wr_op)info->op)) {
  case WR_DATA_FUNC: return check_app (c, info, ix);
  case WR_DATA_VAR:
    if (info->data && info->data < core->vars.len) return true;
    return wr_check_bad (c, "no such variable");
  case WR_DATA_CONSTRUCTOR:
    if (info->data < core->constructors.len) return true;
    return wr_check_bad (c, "no such constructor");
  case WR_DATA_FIELD:
    return info->data < core->fields.len ? true : wr_check_bad (c, "no such field");
  case WR_DATA_BINDER:
    return info->data < core->binders.len ? true : wr_check_bad (c, "no such binder");
  case WR_DATA_NONE:
  case WR_DATA_SYMBOL:
  case WR_DATA_BOUNDS: return true;
  }
  WR_UNREACHABLE ();
}

bool wr_check_tables (struct wr_checker *c) {
  for (uint32_t i = 1; i < c->core->exprs.len; i++) {
    wr_check_item (c, "expression %u", i);
    if (!check_node (c, i)) return false;
  }
  return true;
}

/* -- bound variables ----------------------------------------------------------------------------- */

/* The free bound variables of each visited expression: increasing, [0] is their number. */
struct scopes {
  struct wr_checker *c;
  wr_memo at; /* expression -> position in sets; 0: none */
  wr_u32s sets, mix;
};

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void add_set (struct scopes *s, uint32_t e) {
  uint32_t at = wr_memo_get (&s->at, e), count = at ? s->sets.data[at] : 0;
  if (s->c->budget < count) {
    s->c->budget = 0;
    return;
  }
  s->c->budget -= count;
  for (uint32_t i = 0; i < count; i++) WR_VEC_PUSH (&s->mix, s->sets.data[at + 1 + i]);
}

static void sort_mix (struct scopes *s) {
  if (s->mix.len < 2) return;
  qsort (s->mix.data, s->mix.len, sizeof *s->mix.data, by_number);
  uint32_t kept = 1;
  for (uint32_t i = 1; i < s->mix.len; i++) {
    if (s->mix.data[i] != s->mix.data[kept - 1]) s->mix.data[kept++] = s->mix.data[i];
  }
  s->mix.len = kept;
}

static void remove_bound (struct scopes *s, const struct wr_binder *binder) {
  wr_memo bound = {0};
  for (uint32_t i = 0; i < binder->var_count; i++) {
    wr_memo_put (&bound, s->c->core->pool.data[binder->first_var + i], 1);
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < s->mix.len; i++) {
    if (!wr_memo_get (&bound, s->mix.data[i])) s->mix.data[kept++] = s->mix.data[i];
  }
  s->mix.len = kept;
  wr_memo_free (&bound);
}

static void collect (struct scopes *s, uint32_t ix) {
  const wr_core *core = s->c->core;
  const struct wr_expr_info *info = &core->exprs.data[ix];
  const uint32_t *pool = core->pool.data;
  s->mix.len = 0;
  if (info->op == WR_OP_VAR) {
    if (core->vars.data[info->data].kind == WR_VAR_BOUND) WR_VEC_PUSH (&s->mix, info->data);
    return;
  }
  bool is_let = info->op == WR_OP_LET;
  bool is_quantifier = info->op == WR_OP_FORALL || info->op == WR_OP_EXISTS;
  if (is_let) {
    add_set (s, pool[info->first + info->count - 1]);
    remove_bound (s, &core->binders.data[info->data]);
  }
  for (uint32_t i = 0; i + is_let < info->count; i++) add_set (s, pool[info->first + i]);
  if (is_quantifier) {
    const struct wr_binder *binder = &core->binders.data[info->data];
    for (uint32_t i = 0; i < binder->trigger_count; i++) {
      const uint32_t *pair = pool + binder->first_trigger + 2 * i;
      for (uint32_t j = 0; j < pair[1]; j++) add_set (s, pool[pair[0] + j]);
    }
    for (uint32_t i = 0; i < binder->nopat_count; i++) add_set (s, pool[binder->first_nopat + i]);
    remove_bound (s, binder);
  }
  sort_mix (s);
}

/* Leaves the free bound variables of the last expression in s->mix; false if the limit on work is reached. */
static bool free_bound (struct scopes *s, const wr_u32s *order) {
  WR_VEC_PUSH (&s->sets, 0);
  for (uint32_t i = 0; i < order->len; i++) {
    s->mix.len = 0;
    if (!s->c->core->exprs.data[order->data[i]].has_bound) continue;
    collect (s, order->data[i]);
    if (s->c->budget <= s->mix.len) return false;
    s->c->budget -= s->mix.len;
    if (!s->mix.len) continue;
    wr_memo_put (&s->at, order->data[i], s->sets.len);
    WR_VEC_PUSH (&s->sets, s->mix.len);
    for (uint32_t j = 0; j < s->mix.len; j++) WR_VEC_PUSH (&s->sets, s->mix.data[j]);
  }
  return true;
}

static bool check_bound (struct wr_checker *c, const wr_u32s *order) {
  struct scopes s = {.c = c};
  bool ok = true;
  if (free_bound (&s, order)) {
    for (uint32_t i = 0; ok && i < s.mix.len; i++) {
      if (c->owners.data[s.mix.data[i]] == c->scope && c->scope > 1) continue;
      ok = wr_check_bad (c, "bound variable %s is not bound",
                         wr_check_text (c, c->core->vars.data[s.mix.data[i]].name));
    }
  }
  wr_memo_free (&s.at);
  WR_VEC_FREE (&s.sets);
  WR_VEC_FREE (&s.mix);
  return ok;
}

/* -- expressions of the program ------------------------------------------------------------------ */

static bool check_var (struct wr_checker *c, uint32_t var, enum wr_scope_rule rule) {
  const struct wr_var_info *info = &c->core->vars.data[var];
  const char *name = wr_check_text (c, info->name);
  if (info->kind == WR_VAR_BOUND) return true;
  if (rule == WR_SCOPE_CLOSED) return wr_check_bad (c, "variable %s cannot stand here", name);
  uint32_t owner = c->owners.data[var];
  if (owner == 1) return true;
  if (rule == WR_SCOPE_GLOBALS || owner != c->scope) {
    return wr_check_bad (c, "variable %s is not in scope", name);
  }
  if (rule == WR_SCOPE_BEFORE && info->kind == WR_VAR_OUT) {
    return wr_check_bad (c, "out-parameter %s cannot stand here", name);
  }
  return true;
}

bool wr_check_expr (struct wr_checker *c, wr_expr e, wr_sort sort, enum wr_scope_rule rule) {
  if (!e.ix || e.ix >= c->core->exprs.len) return wr_check_bad (c, "an expression is missing");
  const struct wr_expr_info *info = wr_expr_info (c->core, e);
  if (sort.ix && info->sort.ix != sort.ix) return wr_check_bad (c, "an expression of another sort");
  if (info->has_old && rule != WR_SCOPE_AFTER) return wr_check_bad (c, "old cannot stand here");
  wr_u32s order = {0};
  wr_postorder (c->core, &e, 1, &order);
  bool ok = true;
  for (uint32_t i = 0; ok && i < order.len; i++) {
    const struct wr_expr_info *node = &c->core->exprs.data[order.data[i]];
    if (node->op == WR_OP_VAR) ok = check_var (c, node->data, rule);
  }
  ok = ok && (!info->has_bound || check_bound (c, &order));
  WR_VEC_FREE (&order);
  return ok;
}

bool wr_check_condition (struct wr_checker *c, wr_expr e, enum wr_scope_rule rule) {
  if (!wr_check_expr (c, e, (wr_sort){0}, rule)) return false;
  if (wr_sort_info (c->core, wr_expr_info (c->core, e)->sort)->kind == WR_SORT_BOOL) return true;
  return wr_check_bad (c, "a condition is not of sort bool");
}
