#include "vc/smttheory.h"

#include "base/bitset.h"
#include "core/build.h"

/* -- builtin functions ------------------------------------------------------------------------- */

/* Operators taken pointwise.  `form`: how the sorts of the operator are written: "" not at all, otherwise
   letters for its arguments and its result, R the range of the map. */
static const struct {
  const char *name, *op, *form;
} pointwise[] = {
    {"MapAdd", "+", "III"},   {"MapSub", "-", "III"},   {"MapMul", "*", "III"},
    {"MapDiv", "div", "III"}, {"MapMod", "mod", "III"}, {"MapGt", ">", "IIB"},
    {"MapGe", ">=", "IIB"},   {"MapLt", "<", "IIB"},    {"MapLe", "<=", "IIB"},
    {"MapEq", "=", "RRB"},    {"MapIff", "=", "BBB"},   {"MapIte", "ite", "BRRR"},
    {"MapImp", "=>", ""},     {"MapAnd", "and", ""},    {"MapOr", "or", ""},
    {"MapNot", "not", ""},
};

static void add_operator (wr_buf *out, const wr_core *core, wr_sort map, uint32_t i,
                          wr_sort_writer *sort, void *ctx) {
  const char *form = pointwise[i].form;
  if (!*form) {
    wr_buf_print (out, "(_ map %s)", pointwise[i].op);
    return;
  }
  wr_buf_print (out, "(_ map (%s (", pointwise[i].op);
  for (; *form; form++) {
    if (!form[1]) wr_buf_print (out, ") ");
    if (*form == 'I') wr_buf_print (out, "Int");
    if (*form == 'B') wr_buf_print (out, "Bool");
    if (*form == 'R') sort (ctx, out, wr_sort_range (core, map));
    if (form[1]) wr_buf_add_char (out, ' ');
  }
  wr_buf_print (out, "))");
}

void wr_smt_builtin (wr_buf *out, const wr_core *core, wr_func func, wr_sort_writer *sort,
                     void *ctx) {
  const struct wr_func_info *f = wr_func_info (core, func);
  wr_str name = wr_symbol_text (core->symbols, f->builtin);
  bool is_const = wr_str_equal (name, WR_LIT ("MapConst"));
  bool is_empty = !f->param_count && wr_sort_info (core, f->sort)->kind == WR_SORT_SEQ &&
                  !wr_str_starts (name, WR_LIT ("("));
  if (is_const || is_empty) {
    wr_buf_print (out, "(as %.*s ", WR_STR_ARGS (is_const ? WR_LIT ("const") : name));
    sort (ctx, out, f->sort);
    wr_buf_add_char (out, ')');
    return;
  }
  /* The last argument is a map over the range for every operator. */
  wr_sort last = f->param_count ? wr_func_param (core, func, f->param_count - 1) : (wr_sort){0};
  bool maps = last.ix && wr_sort_info (core, last)->kind == WR_SORT_MAP;
  for (uint32_t i = 0; maps && i < sizeof pointwise / sizeof *pointwise; i++) {
    if (!wr_str_equal (name, wr_str_of (pointwise[i].name))) continue;
    add_operator (out, core, last, i, sort, ctx);
    return;
  }
  wr_buf_add (out, name);
}

wr_str wr_smt_standard_name (wr_str builtin) {
  static const char *const names[][2] = {
      {"int.to.str", "str.from_int"}, {"str.to.int", "str.to_int"}, {"str.in.re", "str.in_re"},
      {"str.to.re", "str.to_re"},     {"re.nostr", "re.none"},      {"re.empty", "re.none"},
      {"re.full", "re.all"},          {"re.complement", "re.comp"}, {"re.intersect", "re.inter"},
      {"seq.in.re", "str.in_re"},     {"seq.to.re", "str.to_re"},
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (wr_str_equal (builtin, wr_str_of (names[i][0]))) return wr_str_of (names[i][1]);
  return builtin;
}

/* -- groups of datatypes ----------------------------------------------------------------------- */

struct groups {
  const wr_core *core;
  uint32_t *number, *low, *next; /* per datatype; next: the place in `uses` */
  wr_u32s *uses;                 /* per datatype: datatypes that its fields mention */
  wr_u32s path, stack;
  wr_bitset on_stack;
  uint32_t count;
};

/* Datatypes inside a sort, through maps and sequences. */
static void find_uses (const wr_core *core, wr_sort sort, wr_u32s *out) {
  wr_u32s todo = {0};
  wr_bitset seen = {0};
  WR_VEC_PUSH (&todo, sort.ix);
  while (todo.len) {
    uint32_t ix = WR_VEC_POP (&todo);
    if (wr_bitset_has (&seen, ix)) continue;
    wr_bitset_set (&seen, ix, true);
    const struct wr_sort_info *info = wr_sort_info (core, (wr_sort){ix});
    if (info->kind == WR_SORT_DATA) WR_VEC_PUSH (out, info->a);
    for (uint32_t i = 0; i < info->count; i++)
      WR_VEC_PUSH (&todo, core->pool.data[info->first + i]);
  }
  WR_VEC_FREE (&todo);
  wr_bitset_free (&seen);
}

static void open_datatype (struct groups *g, uint32_t d) {
  g->number[d] = g->low[d] = ++g->count;
  wr_bitset_set (&g->on_stack, d, true);
  WR_VEC_PUSH (&g->stack, d);
  WR_VEC_PUSH (&g->path, d);
}

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void close_group (struct groups *g, uint32_t d, wr_u32s *members, wr_u32s *ends) {
  uint32_t first = members->len, member;
  do {
    member = WR_VEC_POP (&g->stack);
    wr_bitset_set (&g->on_stack, member, false);
    WR_VEC_PUSH (members, member);
  } while (member != d);
  qsort (members->data + first, members->len - first, sizeof (uint32_t), by_number);
  WR_VEC_PUSH (ends, members->len);
}

static void search (struct groups *g, uint32_t root, wr_u32s *members, wr_u32s *ends) {
  open_datatype (g, root);
  while (g->path.len) {
    uint32_t d = WR_VEC_LAST (&g->path);
    if (g->next[d] < g->uses[d].len) {
      uint32_t to = g->uses[d].data[g->next[d]++];
      if (!g->number[to]) {
        open_datatype (g, to);
      } else if (wr_bitset_has (&g->on_stack, to) && g->number[to] < g->low[d]) {
        g->low[d] = g->number[to];
      }
      continue;
    }
    g->path.len--;
    if (g->path.len && g->low[d] < g->low[WR_VEC_LAST (&g->path)]) {
      g->low[WR_VEC_LAST (&g->path)] = g->low[d];
    }
    if (g->low[d] == g->number[d]) close_group (g, d, members, ends);
  }
}

void wr_smt_datatype_groups (const wr_core *core, wr_u32s *members, wr_u32s *ends) {
  uint32_t n = core->datatypes.len;
  struct groups g = {.core = core};
  g.number = wr_alloc (n, sizeof *g.number);
  g.low = wr_alloc (n, sizeof *g.low);
  g.next = wr_alloc (n, sizeof *g.next);
  g.uses = wr_alloc (n, sizeof *g.uses);
  for (uint32_t i = 0; i < n; i++) {
    const struct wr_datatype *d = &core->datatypes.data[i];
    for (uint32_t j = 0; j < d->constructor_count; j++) {
      const struct wr_constructor *c = &core->constructors.data[d->first_constructor + j];
      for (uint32_t k = 0; k < c->field_count; k++) {
        find_uses (core, core->fields.data[c->first_field + k].sort, &g.uses[i]);
      }
    }
  }
  for (uint32_t i = 0; i < n; i++) {
    if (!g.number[i]) search (&g, i, members, ends);
  }
  for (uint32_t i = 0; i < n; i++) WR_VEC_FREE (&g.uses[i]);
  free (g.number);
  free (g.low);
  free (g.next);
  free (g.uses);
  WR_VEC_FREE (&g.path);
  WR_VEC_FREE (&g.stack);
  wr_bitset_free (&g.on_stack);
}
