/* Expressions in core's text form. */
#include "core/printer.h"

#include "base/check.h"
#include "core/memo.h"

#include <string.h>

static void put (struct wr_printer *p, const char *text) { wr_buf_add (p->out, wr_str_of (text)); }

static void print_node (struct wr_printer *p, wr_expr e);

static bool is_binder (const struct wr_expr_info *info) {
  return info->op == WR_OP_FORALL || info->op == WR_OP_EXISTS || info->op == WR_OP_LET;
}

static uint64_t var_key (const struct wr_printer *p, uint32_t var, uint32_t suffix) {
  return WR_KEY2 (p->core->vars.data[var].name.ix, suffix);
}

/* A suffix under which a bound variable does not hide anything that the expression mentions. */
static void enter (struct wr_printer *p, uint32_t var) {
  uint32_t suffix = 0;
  for (uint32_t i = 0; i < p->bound.len; i++) {
    if (p->core->vars.data[p->bound.data[i].var].name.ix != p->core->vars.data[var].name.ix)
      continue;
    if (p->bound.data[i].suffix >= suffix) suffix = p->bound.data[i].suffix + 1;
  }
  if (suffix == 1) suffix = 2;
  while (wr_map_has (&p->used, var_key (p, var, suffix))) suffix = suffix ? suffix + 1 : 2;
  WR_VEC_PUSH (&p->bound, ((struct wr_scope_entry){var, suffix}));
}

static void declare_bound (struct wr_printer *p, wr_var var) {
  put (p, "(");
  wr_printer_var (p, var);
  put (p, " ");
  wr_printer_sort (p, wr_var_info (p->core, var)->sort);
  wr_printer_var_notes (p, var);
  put (p, ")");
}

static void print_args (struct wr_printer *p, wr_expr e) {
  for (uint32_t i = 0; i < wr_expr_info (p->core, e)->count; i++) {
    put (p, " ");
    print_node (p, wr_expr_child (p->core, e, i));
  }
  put (p, ")");
}

static void print_list (struct wr_printer *p, const char *head, uint32_t first, uint32_t count) {
  put (p, head);
  for (uint32_t i = 0; i < count; i++) {
    put (p, " ");
    print_node (p, (wr_expr){p->core->pool.data[first + i]});
  }
  put (p, ")");
}

static void print_quantifier (struct wr_printer *p, wr_expr e) {
  const struct wr_expr_info *info = wr_expr_info (p->core, e);
  const struct wr_binder *binder = &p->core->binders.data[info->data];
  const uint32_t *pool = p->core->pool.data;
  uint32_t outer = p->bound.len;
  put (p, info->op == WR_OP_FORALL ? "(forall (" : "(exists (");
  for (uint32_t i = 0; i < binder->var_count; i++) {
    wr_var var = {pool[binder->first_var + i]};
    if (i) put (p, " ");
    if (p->sharing) {
      wr_printer_var (p, var);
    } else {
      enter (p, var.ix);
      declare_bound (p, var);
    }
  }
  put (p, ")");
  for (uint32_t i = 0; i < binder->trigger_count; i++) {
    const uint32_t *pair = pool + binder->first_trigger + 2 * i;
    print_list (p, " (trigger", pair[0], pair[1]);
  }
  for (uint32_t i = 0; i < binder->nopat_count; i++) {
    print_list (p, " (nopat", binder->first_nopat + i, 1);
  }
  if (binder->qid.ix) {
    put (p, " (qid ");
    wr_printer_string (p, binder->qid);
    put (p, ")");
  }
  if (binder->weight != -1) wr_buf_print (p->out, " (weight %d)", binder->weight);
  print_args (p, e);
  p->bound.len = outer;
}

/* The values are outside the scope of the variables, whose names are chosen before. */
static void print_let (struct wr_printer *p, wr_expr e) {
  const struct wr_expr_info *info = wr_expr_info (p->core, e);
  const struct wr_binder *binder = &p->core->binders.data[info->data];
  uint32_t outer = p->bound.len, count = binder->var_count;
  WR_VEC (struct wr_scope_entry) entries = {0};
  for (uint32_t i = 0; !p->sharing && i < count; i++) {
    enter (p, p->core->pool.data[binder->first_var + i]);
    WR_VEC_PUSH (&entries, WR_VEC_LAST (&p->bound));
  }
  p->bound.len = outer;
  put (p, "(let (");
  for (uint32_t i = 0; i < count; i++) {
    wr_var var = {p->core->pool.data[binder->first_var + i]};
    put (p, i ? " (" : "(");
    if (p->sharing) {
      put (p, "set ");
      wr_printer_var (p, var);
    } else {
      wr_printer_name (p, wr_var_info (p->core, var)->name);
      if (entries.data[i].suffix) wr_buf_print (p->out, "%%%u", entries.data[i].suffix);
    }
    put (p, " ");
    print_node (p, wr_expr_child (p->core, e, i));
    if (!p->sharing) wr_printer_var_notes (p, var);
    put (p, ")");
  }
  for (uint32_t i = 0; i < entries.len; i++) WR_VEC_PUSH (&p->bound, entries.data[i]);
  put (p, ") ");
  print_node (p, wr_expr_child (p->core, e, count));
  put (p, ")");
  p->bound.len = outer;
  WR_VEC_FREE (&entries);
}

static void print_literal (struct wr_printer *p, const struct wr_expr_info *info) {
  wr_symbol symbol = {info->data};
  wr_str text = wr_symbol_text (p->core->symbols, symbol);
  const struct wr_sort_info *sort = wr_sort_info (p->core, info->sort);
  if (info->op == WR_OP_STRING) {
    wr_printer_string (p, symbol);
  } else if (info->op == WR_OP_RMODE) {
    wr_buf_print (p->out, "(rmode %.*s)", WR_STR_ARGS (text));
  } else {
    wr_buf_add (p->out, text);
  }
  if (info->op == WR_OP_REAL && !memchr (text.ptr, '/', text.len)) put (p, "/1");
  if (info->op == WR_OP_BV) wr_buf_print (p->out, "bv%u", sort->a);
  if (info->op == WR_OP_FLOAT) wr_buf_print (p->out, "f%ue%u", sort->a, sort->b);
}

static void print_named (struct wr_printer *p, wr_expr e, const char *head, wr_symbol name) {
  put (p, head);
  wr_printer_name (p, name);
  print_args (p, e);
}

/* One node; its children may be abbreviated. */
static void print_composite (struct wr_printer *p, wr_expr e) {
  const struct wr_expr_info *info = wr_expr_info (p->core, e);
  const wr_core *core = p->core;
  enum wr_op op = (enum wr_op)info->op;
  switch (wr_op_data (op)) {
  case WR_DATA_SYMBOL: print_literal (p, info); return;
  case WR_DATA_VAR: wr_printer_var (p, (wr_var){info->data}); return;
  case WR_DATA_FUNC: print_named (p, e, "(", core->funcs.data[info->data].name); return;
  case WR_DATA_BOUNDS:
    wr_buf_print (p->out, "(extract %u %u", info->data >> 16, info->data & 0xFFFF);
    print_args (p, e);
    return;
  case WR_DATA_CONSTRUCTOR:
    print_named (p, e, op == WR_OP_IS ? "(is " : "(construct ",
                 core->constructors.data[info->data].name);
    return;
  case WR_DATA_FIELD: print_named (p, e, "(field ", core->fields.data[info->data].name); return;
  case WR_DATA_BINDER:
    if (op == WR_OP_LET)
      print_let (p, e);
    else
      print_quantifier (p, e);
    return;
  case WR_DATA_NONE:
    if (op == WR_OP_TRUE || op == WR_OP_FALSE) {
      put (p, wr_op_name (op));
      return;
    }
    wr_buf_print (p->out, "(%s", wr_op_name (op));
    print_args (p, e);
    return;
  }
  WR_UNREACHABLE ();
}

/* Recursion is bounded by WR_PRINT_TREE_DEPTH, or by the abbreviations. */
static void print_node (struct wr_printer *p, wr_expr e) {
  uint64_t number;
  if (wr_map_get (&p->shared, e.ix, &number)) {
    wr_buf_print (p->out, "%%%u", (uint32_t)number);
  } else {
    print_composite (p, e);
  }
}

/* -- the shape of an expression ------------------------------------------------------------------ */

typedef void visit (void *ctx, uint32_t part);

static void each_part (const wr_core *core, const struct wr_expr_info *info, visit *f, void *ctx) {
  const uint32_t *pool = core->pool.data;
  for (uint32_t i = 0; i < info->count; i++) f (ctx, pool[info->first + i]);
  if (info->op != WR_OP_FORALL && info->op != WR_OP_EXISTS) return;
  const struct wr_binder *binder = &core->binders.data[info->data];
  for (uint32_t i = 0; i < binder->trigger_count; i++) {
    const uint32_t *pair = pool + binder->first_trigger + 2 * i;
    for (uint32_t j = 0; j < pair[1]; j++) f (ctx, pool[pair[0] + j]);
  }
  for (uint32_t i = 0; i < binder->nopat_count; i++) f (ctx, pool[binder->first_nopat + i]);
}

struct measure {
  wr_memo sizes, depths; /* of the trees that are written out */
  uint32_t size, depth;
};

static void add_measure (void *ctx, uint32_t part) {
  struct measure *m = ctx;
  uint32_t size = wr_memo_get (&m->sizes, part), depth = wr_memo_get (&m->depths, part);
  m->size += size;
  if (m->size > WR_PRINT_TREE_SIZE) m->size = WR_PRINT_TREE_SIZE + 1;
  if (depth > m->depth) m->depth = depth;
}

static bool is_small (const wr_core *core, const wr_u32s *order) {
  struct measure m = {0};
  for (uint32_t i = 0; i < order->len; i++) {
    m.size = 1;
    m.depth = 0;
    each_part (core, &core->exprs.data[order->data[i]], add_measure, &m);
    wr_memo_put (&m.sizes, order->data[i], m.size);
    wr_memo_put (&m.depths, order->data[i], m.depth + 1);
  }
  wr_memo_free (&m.sizes);
  wr_memo_free (&m.depths);
  return m.size <= WR_PRINT_TREE_SIZE && m.depth < WR_PRINT_TREE_DEPTH;
}

/* The names that refer to something outside, which bound variables must not use. */
static void collect_used (struct wr_printer *p, const wr_u32s *order, wr_u32s *bound) {
  const wr_core *core = p->core;
  wr_memo is_bound = {0};
  for (uint32_t i = 0; i < order->len; i++) {
    const struct wr_expr_info *info = &core->exprs.data[order->data[i]];
    if (!is_binder (info)) continue;
    const struct wr_binder *binder = &core->binders.data[info->data];
    for (uint32_t j = 0; j < binder->var_count; j++) {
      uint32_t var = core->pool.data[binder->first_var + j];
      if (wr_memo_put (&is_bound, var, 1)) WR_VEC_PUSH (bound, var);
    }
  }
  for (uint32_t i = 0; i < order->len; i++) {
    const struct wr_expr_info *info = &core->exprs.data[order->data[i]];
    if (info->op != WR_OP_VAR || wr_memo_get (&is_bound, info->data)) continue;
    uint32_t suffix = (uint32_t)wr_map_or (&p->suffixes, info->data, 0);
    wr_map_put (&p->used, var_key (p, info->data, suffix), 1);
  }
  wr_memo_free (&is_bound);
}

struct sharing {
  wr_memo parents, depths;
  uint32_t depth;
};

static void add_parent (void *ctx, uint32_t part) {
  struct sharing *s = ctx;
  wr_memo_put (&s->parents, part, wr_memo_get (&s->parents, part) + 1);
}

static void add_depth (void *ctx, uint32_t part) {
  struct sharing *s = ctx;
  uint32_t depth = wr_memo_get (&s->depths, part);
  if (depth > s->depth) s->depth = depth;
}

static void print_definitions (struct wr_printer *p, const wr_u32s *order) {
  const wr_core *core = p->core;
  struct sharing s = {0};
  uint32_t number = 0;
  for (uint32_t i = 0; i < order->len; i++) {
    each_part (core, &core->exprs.data[order->data[i]], add_parent, &s);
  }
  for (uint32_t i = 0; i + 1 < order->len; i++) {
    uint32_t ix = order->data[i];
    const struct wr_expr_info *info = &core->exprs.data[ix];
    s.depth = 0;
    each_part (core, info, add_depth, &s);
    bool abbreviated =
        info->count && (wr_memo_get (&s.parents, ix) > 1 || s.depth >= WR_PRINT_CHUNK_DEPTH);
    wr_memo_put (&s.depths, ix, abbreviated ? 1 : s.depth + 1);
    if (!abbreviated) continue;
    wr_buf_print (p->out, number ? " (%%%u " : "(%%%u ", number + 1);
    print_composite (p, (wr_expr){ix});
    put (p, ")");
    wr_map_put (&p->shared, ix, ++number);
  }
  wr_memo_free (&s.parents);
  wr_memo_free (&s.depths);
}

/* In the whole expression, no two of its bound variables have one name. */
static void declare_shared (struct wr_printer *p, uint32_t var) {
  uint32_t suffix = (uint32_t)wr_map_or (&p->used, var_key (p, var, 1), 0);
  while (wr_map_has (&p->used, var_key (p, var, suffix))) suffix = suffix ? suffix + 1 : 2;
  wr_map_put (&p->used, var_key (p, var, 1), suffix ? suffix + 1 : 2);
  wr_map_put (&p->suffixes, var, suffix);
  declare_bound (p, (wr_var){var});
}

static void print_shared (struct wr_printer *p, wr_expr e, const wr_u32s *order,
                          const wr_u32s *bound) {
  put (p, "(share (");
  for (uint32_t i = 0; i < bound->len; i++) {
    if (i) put (p, " ");
    declare_shared (p, bound->data[i]);
  }
  put (p, ") (");
  p->sharing = true;
  print_definitions (p, order);
  put (p, ") ");
  print_composite (p, e);
  put (p, ")");
  p->sharing = false;
}

void wr_printer_expr (struct wr_printer *p, wr_expr e) {
  if (!e.ix) {
    put (p, "-");
    return;
  }
  wr_u32s order = {0}, bound = {0};
  wr_postorder (p->core, &e, 1, &order);
  bool small = is_small (p->core, &order);
  if (wr_expr_info (p->core, e)->has_binder) collect_used (p, &order, &bound);
  if (small) {
    print_node (p, e);
  } else {
    print_shared (p, e, &order, &bound);
  }
  p->bound.len = 0;
  if (p->used.count) wr_map_clear (&p->used);
  if (p->shared.count) wr_map_free (&p->shared);
  WR_VEC_FREE (&order);
  WR_VEC_FREE (&bound);
}
