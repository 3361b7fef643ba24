#include "diagnose/words.h"

#include "core/build.h"

#include <string.h>

struct infix {
  enum wr_op op;
  const char *word;
  int strength; /* binds tighter if larger */
};

static const struct infix table[] = {
    {WR_OP_IFF, " <==> ", 1}, {WR_OP_IMPLIES, " ==> ", 2}, {WR_OP_OR, " || ", 3},
    {WR_OP_AND, " && ", 3},   {WR_OP_EQ, " == ", 5},       {WR_OP_LE, " <= ", 5},
    {WR_OP_LT, " < ", 5},     {WR_OP_ADD, " + ", 6},       {WR_OP_SUB, " - ", 6},
    {WR_OP_MUL, " * ", 7},    {WR_OP_DIV, " div ", 7},     {WR_OP_MOD, " mod ", 7}};
enum { ATOM = 9 };

/* An expression that is being written. */
struct writer {
  wr_buf *out;
  const wr_core *core;
  wr_map
      number; /* bound variable -> what its name ends with, because another variable has its name */
};

static bool put (struct writer *w, wr_expr e, int outer);

static const struct infix *infix_of (enum wr_op op) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].op == op) return &table[i];
  return NULL;
}

static wr_str text_of (const wr_core *core, wr_var var) {
  const struct wr_var_info *info = wr_var_info (core, var);
  return wr_symbol_text (core->symbols, info->shown.ix ? info->shown : info->name);
}

static void put_name (struct writer *w, wr_var var) {
  uint64_t number;
  wr_buf_add (w->out, text_of (w->core, var));
  if (wr_map_get (&w->number, var.ix, &number))
    wr_buf_print (w->out, "%llu", (unsigned long long)number);
}

static bool put_list (struct writer *w, wr_expr e, uint32_t from) {
  for (uint32_t i = from; i < wr_expr_info (w->core, e)->count; i++) {
    if (i > from) wr_buf_add (w->out, WR_LIT (", "));
    if (!put (w, wr_expr_child (w->core, e, i), 0)) return false;
  }
  return true;
}

/* May the operand be the same operation (of arithmetic: one as strong) without brackets?  Comparisons are not chained, and `&&` is not
   mixed with `||`. */
static bool may_chain (const struct writer *w, const struct infix *infix, wr_expr operand,
                       bool first, bool last) {
  bool same = wr_expr_info (w->core, operand)->op == infix->op;
  if (infix->op == WR_OP_IMPLIES) return same && last;
  if (infix->strength <= 3) return same && first;
  return first && infix->strength > 5;
}

static bool put_infix (struct writer *w, wr_expr e, const struct infix *infix, int outer) {
  uint32_t count = wr_expr_info (w->core, e)->count;
  bool brackets = infix->strength <= outer, good = true;
  if (brackets) wr_buf_add_char (w->out, '(');
  for (uint32_t i = 0; i < count && good; i++) {
    wr_expr operand = wr_expr_child (w->core, e, i);
    if (i) wr_buf_add (w->out, wr_str_of (infix->word));
    good =
        put (w, operand, infix->strength - may_chain (w, infix, operand, i == 0, i + 1 == count));
  }
  if (brackets) wr_buf_add_char (w->out, ')');
  return good;
}

/* False: a type that has no name in the program. */
static bool put_type (struct writer *w, wr_sort sort) {
  const struct wr_sort_info *info = wr_sort_info (w->core, sort);
  wr_str name = {0};
  if (info->kind == WR_SORT_INT) name = WR_LIT ("int");
  if (info->kind == WR_SORT_BOOL) name = WR_LIT ("bool");
  if (info->kind == WR_SORT_REAL) name = WR_LIT ("real");
  if (info->kind == WR_SORT_NAMED) name = wr_symbol_text (w->core->symbols, info->name);
  if (!name.len || memchr (name.ptr, '#', name.len)) return false;
  wr_buf_add (w->out, name);
  return true;
}

static bool put_quantifier (struct writer *w, wr_expr e, const char *word) {
  const struct wr_binder *binder = &w->core->binders.data[wr_expr_info (w->core, e)->data];
  const uint32_t *vars = WR_VEC_FROM (&w->core->pool, binder->first_var);
  bool good = true;
  wr_buf_print (w->out, "(%s ", word);
  for (uint32_t i = 0; i < binder->var_count && good; i++) {
    wr_sort sort = wr_var_info (w->core, (wr_var){vars[i]})->sort;
    bool last = i + 1 == binder->var_count;
    put_name (w, (wr_var){vars[i]});
    if (last || wr_var_info (w->core, (wr_var){vars[i + 1]})->sort.ix != sort.ix) {
      wr_buf_add (w->out, WR_LIT (": "));
      good = put_type (w, sort);
    }
    if (!last) wr_buf_add (w->out, WR_LIT (", "));
  }
  wr_buf_add (w->out, WR_LIT (" :: "));
  good = good && put (w, wr_expr_child (w->core, e, 0), 0);
  wr_buf_add_char (w->out, ')');
  return good;
}

static bool put_call (struct writer *w, wr_expr e, wr_str name) {
  wr_buf_add (w->out, name);
  wr_buf_add_char (w->out, '(');
  bool good = put_list (w, e, 0);
  wr_buf_add_char (w->out, ')');
  return good;
}

/* Not a < b: b <= a. */
static bool put_turned (struct writer *w, wr_expr e, int outer) {
  bool less = wr_expr_info (w->core, e)->op == WR_OP_LT, brackets = 5 <= outer;
  if (brackets) wr_buf_add_char (w->out, '(');
  bool good = put (w, wr_expr_child (w->core, e, 1), 5);
  wr_buf_add (w->out, less ? WR_LIT (" <= ") : WR_LIT (" < "));
  good = good && put (w, wr_expr_child (w->core, e, 0), 5);
  if (brackets) wr_buf_add_char (w->out, ')');
  return good;
}

static void put_symbol (struct writer *w, wr_symbol shown, wr_symbol name) {
  wr_buf_add (w->out, wr_symbol_text (w->core->symbols, shown.ix ? shown : name));
}

static bool put_choice (struct writer *w, wr_expr e) {
  wr_buf_add (w->out, WR_LIT ("(if "));
  bool good = put (w, wr_expr_child (w->core, e, 0), 0);
  wr_buf_add (w->out, WR_LIT (" then "));
  good = good && put (w, wr_expr_child (w->core, e, 1), 0);
  wr_buf_add (w->out, WR_LIT (" else "));
  good = good && put (w, wr_expr_child (w->core, e, 2), 0);
  wr_buf_add_char (w->out, ')');
  return good;
}

/* a[i := v] */
static bool put_store (struct writer *w, wr_expr e) {
  uint32_t count = wr_expr_info (w->core, e)->count;
  bool good = put (w, wr_expr_child (w->core, e, 0), ATOM - 1);
  for (uint32_t i = 1; i < count && good; i++) {
    wr_buf_add (w->out, i == 1 ? WR_LIT ("[") : i + 1 == count ? WR_LIT (" := ") : WR_LIT (", "));
    good = put (w, wr_expr_child (w->core, e, i), 0);
  }
  wr_buf_add_char (w->out, ']');
  return good;
}

static bool put (struct writer *w, wr_expr e, int outer) {
  const struct wr_expr_info *info = wr_expr_info (w->core, e);
  const struct infix *infix = infix_of ((enum wr_op)info->op);
  bool good;
  if (infix) return put_infix (w, e, infix, outer);
  switch (info->op) {
  case WR_OP_TRUE: wr_buf_add (w->out, WR_LIT ("true")); return true;
  case WR_OP_FALSE: wr_buf_add (w->out, WR_LIT ("false")); return true;
  case WR_OP_INT:
    wr_buf_add (w->out, wr_symbol_text (w->core->symbols, (wr_symbol){info->data}));
    return true;
  case WR_OP_VAR: put_name (w, (wr_var){info->data}); return true;
  case WR_OP_NOT: {
    wr_expr inner = wr_expr_child (w->core, e, 0);
    struct infix unequal = {WR_OP_EQ, " != ", 5};
    if (wr_expr_info (w->core, inner)->op == WR_OP_EQ) return put_infix (w, inner, &unequal, outer);
    if (wr_expr_info (w->core, inner)->op == WR_OP_LT ||
        wr_expr_info (w->core, inner)->op == WR_OP_LE)
      return put_turned (w, inner, outer);
    if (wr_expr_info (w->core, inner)->op == WR_OP_NOT)
      return put (w, wr_expr_child (w->core, inner, 0), outer);
    wr_buf_add_char (w->out, '!');
    return put (w, inner, ATOM);
  }
  case WR_OP_NEG:
    wr_buf_add_char (w->out, '-');
    return put (w, wr_expr_child (w->core, e, 0), ATOM);
  case WR_OP_REAL:
    wr_buf_add (w->out, wr_symbol_text (w->core->symbols, (wr_symbol){info->data}));
    return true;
  case WR_OP_BV:
    wr_buf_print (w->out, "%.*sbv%u",
                  WR_STR_ARGS (wr_symbol_text (w->core->symbols, (wr_symbol){info->data})),
                  wr_sort_info (w->core, info->sort)->a);
    return true;
  case WR_OP_ITE: return put_choice (w, e);
  case WR_OP_STORE: return put_store (w, e);
  case WR_OP_IS:
    good = put (w, wr_expr_child (w->core, e, 0), ATOM - 1);
    wr_buf_add (w->out, WR_LIT (" is "));
    put_symbol (w, w->core->constructors.data[info->data].shown,
                w->core->constructors.data[info->data].name);
    return good;
  case WR_OP_FIELD:
    good = put (w, wr_expr_child (w->core, e, 0), ATOM - 1);
    wr_buf_add (w->out, WR_LIT ("->"));
    put_symbol (w, w->core->fields.data[info->data].shown, w->core->fields.data[info->data].name);
    return good;
  case WR_OP_CONSTRUCT:
    put_symbol (w, w->core->constructors.data[info->data].shown,
                w->core->constructors.data[info->data].name);
    return put_call (w, e, (wr_str){0});
  case WR_OP_TO_REAL: return put_call (w, e, WR_LIT ("real"));
  case WR_OP_TO_INT: return put_call (w, e, WR_LIT ("int"));
  case WR_OP_OLD: return put_call (w, e, WR_LIT ("old"));
  case WR_OP_APP: {
    const struct wr_func_info *f = wr_func_info (w->core, (wr_func){info->data});
    wr_str name = wr_symbol_text (w->core->symbols, f->shown.ix ? f->shown : f->name);
    if (f->constant) wr_buf_add (w->out, name);
    return f->constant || put_call (w, e, name);
  }
  case WR_OP_SELECT:
    good = put (w, wr_expr_child (w->core, e, 0), ATOM - 1);
    wr_buf_add_char (w->out, '[');
    good = good && put_list (w, e, 1);
    wr_buf_add_char (w->out, ']');
    return good;
  case WR_OP_FORALL: return put_quantifier (w, e, "forall");
  case WR_OP_EXISTS: return put_quantifier (w, e, "exists");
  default: return false;
  }
}

/* Does another variable of the list have this name, with the number that it is written with? */
static bool is_taken (const struct writer *w, const wr_u32s *vars, uint32_t var) {
  struct writer mine = *w, other = *w;
  wr_buf name = {0}, text = {0};
  bool taken = false;
  mine.out = &name;
  other.out = &text;
  put_name (&mine, (wr_var){var});
  for (uint32_t i = 0; i < vars->len && !taken; i++) {
    wr_buf_clear (&text);
    put_name (&other, (wr_var){vars->data[i]});
    taken = vars->data[i] != var && wr_str_equal (wr_buf_str (&name), wr_buf_str (&text));
  }
  wr_buf_free (&name);
  wr_buf_free (&text);
  return taken;
}

/* A bound variable must not capture another one of the same name. */
static void number_bound (struct writer *w, wr_expr e) {
  wr_u32s order = {0}, vars = {0};
  wr_postorder (w->core, &e, 1, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    const struct wr_expr_info *info = wr_expr_info (w->core, (wr_expr){order.data[i]});
    if (info->op == WR_OP_VAR) WR_VEC_PUSH (&vars, info->data);
  }
  for (uint32_t i = 0; i < vars.len; i++) {
    bool bound = wr_var_info (w->core, (wr_var){vars.data[i]})->kind == WR_VAR_BOUND;
    for (uint64_t n = 1; bound && is_taken (w, &vars, vars.data[i]); n++)
      wr_map_put (&w->number, vars.data[i], n);
  }
  WR_VEC_FREE (&order);
  WR_VEC_FREE (&vars);
}

bool wr_expr_words (wr_buf *out, const wr_core *core, wr_expr e) {
  wr_buf text = {0};
  struct writer w = {.out = &text, .core = core};
  number_bound (&w, e);
  bool good = put (&w, e, 0);
  if (good) wr_buf_add (out, wr_buf_str (&text));
  wr_map_free (&w.number);
  wr_buf_free (&text);
  return good;
}
