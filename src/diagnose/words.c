#include "diagnose/words.h"

#include "core/build.h"

struct infix {
  enum wr_op op;
  const char *word;
  int strength; /* binds tighter if larger */
};

static const struct infix table[] = {
    {WR_OP_IFF, " <==> ", 1}, {WR_OP_IMPLIES, " ==> ", 2}, {WR_OP_OR, " || ", 3},
    {WR_OP_AND, " && ", 4},   {WR_OP_EQ, " == ", 5},       {WR_OP_LE, " <= ", 5},
    {WR_OP_LT, " < ", 5},     {WR_OP_ADD, " + ", 6},       {WR_OP_SUB, " - ", 6},
    {WR_OP_MUL, " * ", 7},    {WR_OP_DIV, " div ", 7},     {WR_OP_MOD, " mod ", 7}};
enum { ATOM = 9 };

static bool put (wr_buf *out, const wr_core *core, wr_expr e, int outer);

static const struct infix *infix_of (enum wr_op op) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].op == op) return &table[i];
  return NULL;
}

static void put_name (wr_buf *out, const wr_core *core, wr_var var) {
  const struct wr_var_info *info = wr_var_info (core, var);
  wr_buf_add (out, wr_symbol_text (core->symbols, info->shown.ix ? info->shown : info->name));
}

static bool put_list (wr_buf *out, const wr_core *core, wr_expr e, uint32_t from) {
  for (uint32_t i = from; i < wr_expr_info (core, e)->count; i++) {
    if (i > from) wr_buf_add (out, WR_LIT (", "));
    if (!put (out, core, wr_expr_child (core, e, i), 0)) return false;
  }
  return true;
}

static bool put_infix (wr_buf *out, const wr_core *core, wr_expr e, const struct infix *infix,
                       int outer) {
  bool brackets = infix->strength <= outer, good = true;
  if (brackets) wr_buf_add_char (out, '(');
  for (uint32_t i = 0; i < wr_expr_info (core, e)->count && good; i++) {
    if (i) wr_buf_add (out, wr_str_of (infix->word));
    /* Chains of one operator need no brackets on the left. */
    good = put (out, core, wr_expr_child (core, e, i), infix->strength - (i == 0));
  }
  if (brackets) wr_buf_add_char (out, ')');
  return good;
}

static bool put_quantifier (wr_buf *out, const wr_core *core, wr_expr e, const char *word) {
  const struct wr_binder *binder = &core->binders.data[wr_expr_info (core, e)->data];
  wr_buf_print (out, "(%s ", word);
  for (uint32_t i = 0; i < binder->var_count; i++) {
    wr_var var = {core->pool.data[binder->first_var + i]};
    if (wr_sort_info (core, wr_var_info (core, var)->sort)->kind != WR_SORT_INT) return false;
    if (i) wr_buf_add (out, WR_LIT (", "));
    put_name (out, core, var);
  }
  wr_buf_add (out, WR_LIT (": int :: "));
  bool good = put (out, core, wr_expr_child (core, e, 0), 0);
  wr_buf_add_char (out, ')');
  return good;
}

static bool put_call (wr_buf *out, const wr_core *core, wr_expr e, wr_str name) {
  wr_buf_add (out, name);
  wr_buf_add_char (out, '(');
  bool good = put_list (out, core, e, 0);
  wr_buf_add_char (out, ')');
  return good;
}

/* Not a < b: b <= a. */
static bool put_turned (wr_buf *out, const wr_core *core, wr_expr e, int outer) {
  bool less = wr_expr_info (core, e)->op == WR_OP_LT, brackets = 5 <= outer;
  if (brackets) wr_buf_add_char (out, '(');
  bool good = put (out, core, wr_expr_child (core, e, 1), 5);
  wr_buf_add (out, less ? WR_LIT (" <= ") : WR_LIT (" < "));
  good = good && put (out, core, wr_expr_child (core, e, 0), 5);
  if (brackets) wr_buf_add_char (out, ')');
  return good;
}

static void put_symbol (wr_buf *out, const wr_core *core, wr_symbol shown, wr_symbol name) {
  wr_buf_add (out, wr_symbol_text (core->symbols, shown.ix ? shown : name));
}

static bool put_choice (wr_buf *out, const wr_core *core, wr_expr e) {
  wr_buf_add (out, WR_LIT ("(if "));
  bool good = put (out, core, wr_expr_child (core, e, 0), 0);
  wr_buf_add (out, WR_LIT (" then "));
  good = good && put (out, core, wr_expr_child (core, e, 1), 0);
  wr_buf_add (out, WR_LIT (" else "));
  good = good && put (out, core, wr_expr_child (core, e, 2), 0);
  wr_buf_add_char (out, ')');
  return good;
}

/* a[i := v] */
static bool put_store (wr_buf *out, const wr_core *core, wr_expr e) {
  uint32_t count = wr_expr_info (core, e)->count;
  bool good = put (out, core, wr_expr_child (core, e, 0), ATOM - 1);
  for (uint32_t i = 1; i < count && good; i++) {
    wr_buf_add (out, i == 1 ? WR_LIT ("[") : i + 1 == count ? WR_LIT (" := ") : WR_LIT (", "));
    good = put (out, core, wr_expr_child (core, e, i), 0);
  }
  wr_buf_add_char (out, ']');
  return good;
}

static bool put (wr_buf *out, const wr_core *core, wr_expr e, int outer) {
  const struct wr_expr_info *info = wr_expr_info (core, e);
  const struct infix *infix = infix_of ((enum wr_op)info->op);
  bool good;
  if (infix) return put_infix (out, core, e, infix, outer);
  switch (info->op) {
  case WR_OP_TRUE: wr_buf_add (out, WR_LIT ("true")); return true;
  case WR_OP_FALSE: wr_buf_add (out, WR_LIT ("false")); return true;
  case WR_OP_INT:
    wr_buf_add (out, wr_symbol_text (core->symbols, (wr_symbol){info->data}));
    return true;
  case WR_OP_VAR: put_name (out, core, (wr_var){info->data}); return true;
  case WR_OP_NOT: {
    wr_expr inner = wr_expr_child (core, e, 0);
    struct infix unequal = {WR_OP_EQ, " != ", 5};
    if (wr_expr_info (core, inner)->op == WR_OP_EQ)
      return put_infix (out, core, inner, &unequal, outer);
    if (wr_expr_info (core, inner)->op == WR_OP_LT || wr_expr_info (core, inner)->op == WR_OP_LE)
      return put_turned (out, core, inner, outer);
    if (wr_expr_info (core, inner)->op == WR_OP_NOT)
      return put (out, core, wr_expr_child (core, inner, 0), outer);
    wr_buf_add_char (out, '!');
    return put (out, core, inner, ATOM);
  }
  case WR_OP_NEG:
    wr_buf_add_char (out, '-');
    return put (out, core, wr_expr_child (core, e, 0), ATOM);
  case WR_OP_REAL:
    wr_buf_add (out, wr_symbol_text (core->symbols, (wr_symbol){info->data}));
    return true;
  case WR_OP_BV:
    wr_buf_print (out, "%.*sbv%u",
                  WR_STR_ARGS (wr_symbol_text (core->symbols, (wr_symbol){info->data})),
                  wr_sort_info (core, info->sort)->a);
    return true;
  case WR_OP_ITE: return put_choice (out, core, e);
  case WR_OP_STORE: return put_store (out, core, e);
  case WR_OP_IS:
    good = put (out, core, wr_expr_child (core, e, 0), ATOM - 1);
    wr_buf_add (out, WR_LIT (" is "));
    put_symbol (out, core, core->constructors.data[info->data].shown,
                core->constructors.data[info->data].name);
    return good;
  case WR_OP_FIELD:
    good = put (out, core, wr_expr_child (core, e, 0), ATOM - 1);
    wr_buf_add (out, WR_LIT ("->"));
    put_symbol (out, core, core->fields.data[info->data].shown, core->fields.data[info->data].name);
    return good;
  case WR_OP_CONSTRUCT:
    put_symbol (out, core, core->constructors.data[info->data].shown,
                core->constructors.data[info->data].name);
    return put_call (out, core, e, (wr_str){0});
  case WR_OP_TO_REAL: return put_call (out, core, e, WR_LIT ("real"));
  case WR_OP_TO_INT: return put_call (out, core, e, WR_LIT ("int"));
  case WR_OP_OLD: return put_call (out, core, e, WR_LIT ("old"));
  case WR_OP_APP: {
    const struct wr_func_info *f = wr_func_info (core, (wr_func){info->data});
    wr_str name = wr_symbol_text (core->symbols, f->shown.ix ? f->shown : f->name);
    if (f->constant) wr_buf_add (out, name);
    return f->constant || put_call (out, core, e, name);
  }
  case WR_OP_SELECT:
    good = put (out, core, wr_expr_child (core, e, 0), ATOM - 1);
    wr_buf_add_char (out, '[');
    good = good && put_list (out, core, e, 1);
    wr_buf_add_char (out, ']');
    return good;
  case WR_OP_FORALL: return put_quantifier (out, core, e, "forall");
  case WR_OP_EXISTS: return put_quantifier (out, core, e, "exists");
  default: return false;
  }
}

bool wr_expr_words (wr_buf *out, const wr_core *core, wr_expr e) {
  wr_buf text = {0};
  bool good = put (&text, core, e, 0);
  if (good) wr_buf_add (out, wr_buf_str (&text));
  wr_buf_free (&text);
  return good;
}
