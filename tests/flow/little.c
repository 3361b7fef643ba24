#include "little.h"

#include "base/check.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct node {
  wr_str atom; /* len 0: a list */
  struct node *first, *next;
  uint32_t begin, end;
};

struct reader {
  struct little *l;
  wr_core *core;
  const char *text;
  size_t at;
  uint32_t file, procedure;
  WR_VEC (wr_var) scope; /* innermost last */
};

static struct node *read_node (struct reader *r) {
  for (; r->text[r->at] && (isspace ((unsigned char)r->text[r->at]));) r->at++;
  if (!r->text[r->at] || r->text[r->at] == ')') return NULL;
  struct node *n = WR_NEW (r->l->arena, struct node, 1);
  n->begin = (uint32_t)r->at;
  if (r->text[r->at] == '(') {
    r->at++;
    struct node **end = &n->first;
    while ((*end = read_node (r))) end = &(*end)->next;
    WR_REQUIRE (r->text[r->at] == ')');
    r->at++;
  } else {
    size_t from = r->at;
    while (r->text[r->at] && !isspace ((unsigned char)r->text[r->at]) &&
           !strchr ("()", r->text[r->at])) {
      r->at++;
    }
    n->atom = (wr_str){r->text + from, r->at - from};
  }
  n->end = (uint32_t)r->at;
  return n;
}

static bool is (const struct node *n, const char *word) {
  return n && n->atom.len && wr_str_equal (n->atom, wr_str_of (word));
}
static bool begins (const struct node *n, const char *word) { return n && is (n->first, word); }
static wr_symbol sym (struct reader *r, const struct node *n) {
  WR_REQUIRE (n && n->atom.len);
  return wr_intern (r->l->symbols, n->atom);
}
static wr_span span (struct reader *r, const struct node *n) {
  return (wr_span){r->file, n->begin, n->end};
}
static uint32_t count (const struct node *n) {
  uint32_t c = 0;
  for (; n; n = n->next) c++;
  return c;
}
static uint32_t number (const struct node *n) { return (uint32_t)atoi (n->atom.ptr); }

static wr_label label (struct reader *r, enum wr_role role, const struct node *n) {
  struct wr_label_info info = {.role = role,
                               .span = span (r, n),
                               .report = span (r, n),
                               .procedure = r->procedure,
                               .element = wr_element_new (&r->core->labels)};
  return wr_label_new (&r->core->labels, &info);
}
static wr_site site (struct reader *r, enum wr_site_kind kind, const struct node *n) {
  struct wr_site_info info = {.kind = kind, .span = span (r, n), .procedure = r->procedure};
  return wr_site_new (&r->core->labels, &info);
}

/* -- sorts and expressions --------------------------------------------------------------------- */

static wr_sort read_sort (struct reader *r, const struct node *n) {
  wr_core *core = r->core;
  if (is (n, "int")) return wr_sort_simple (core, WR_SORT_INT);
  if (is (n, "bool")) return wr_sort_simple (core, WR_SORT_BOOL);
  if (is (n, "real")) return wr_sort_simple (core, WR_SORT_REAL);
  if (is (n, "string")) return wr_sort_simple (core, WR_SORT_STRING);
  if (is (n, "rmode")) return wr_sort_simple (core, WR_SORT_RMODE);
  if (begins (n, "bv")) return wr_sort_bv (core, number (n->first->next));
  if (begins (n, "float")) {
    return wr_sort_float (core, number (n->first->next), number (n->first->next->next));
  }
  if (begins (n, "map")) {
    WR_VEC (wr_sort) sorts = {0};
    for (const struct node *a = n->first->next; a; a = a->next) {
      WR_VEC_PUSH (&sorts, read_sort (r, a));
    }
    wr_sort map = wr_sort_map (core, sorts.data, sorts.len - 1, sorts.data[sorts.len - 1]);
    WR_VEC_FREE (&sorts);
    return map;
  }
  wr_symbol name = sym (r, n);
  for (uint32_t i = 0; i < core->datatypes.len; i++) {
    if (core->datatypes.data[i].name.ix == name.ix) return core->datatypes.data[i].sort;
  }
  return wr_sort_named (core, name);
}

static wr_expr read_expr (struct reader *r, const struct node *n);

static wr_expr read_atom (struct reader *r, const struct node *n) {
  wr_core *core = r->core;
  if (is (n, "true") || is (n, "false")) return wr_mk_bool (core, is (n, "true"));
  const char *dot = memchr (n->atom.ptr, '.', n->atom.len);
  const char *bv = memmem (n->atom.ptr, n->atom.len, "bv", 2);
  bool digit =
      isdigit ((unsigned char)n->atom.ptr[0]) || (n->atom.ptr[0] == '-' && n->atom.len > 1);
  if (digit && bv) {
    size_t digits = (size_t)(bv - n->atom.ptr);
    return wr_mk_bv_text (core, (wr_str){n->atom.ptr, digits}, (uint32_t)atoi (bv + 2));
  }
  if (digit) return dot ? wr_mk_real_text (core, n->atom) : wr_mk_int_text (core, n->atom);
  if (n->atom.ptr[0] == '"') {
    wr_str inner = {n->atom.ptr + 1, n->atom.len - 2};
    return wr_mk_literal (core, WR_OP_STRING, wr_intern (r->l->symbols, inner),
                          wr_sort_simple (core, WR_SORT_STRING));
  }
  wr_symbol name = sym (r, n);
  for (uint32_t i = r->scope.len; i-- > 0;) {
    if (wr_var_info (core, r->scope.data[i])->name.ix == name.ix) {
      return wr_mk_var (core, r->scope.data[i]);
    }
  }
  for (uint32_t i = 1; i < core->funcs.len; i++) {
    if (core->funcs.data[i].name.ix == name.ix) return wr_mk_app (core, (wr_func){i}, NULL, 0);
  }
  for (uint32_t i = 0; i < core->constructors.len; i++) {
    if (core->constructors.data[i].name.ix == name.ix) return wr_mk_construct (core, i, NULL, 0);
  }
  fprintf (stderr, "little: unknown name %.*s\n", WR_STR_ARGS (n->atom));
  abort ();
}

static wr_var bind_var (struct reader *r, const struct node *n, wr_sort sort) {
  wr_var var = wr_var_new (r->core, WR_VAR_BOUND, sym (r, n), sort, span (r, n));
  WR_VEC_PUSH (&r->scope, var);
  return var;
}

static wr_expr read_quantifier (struct reader *r, const struct node *n, enum wr_op op) {
  uint32_t mark = r->scope.len;
  WR_VEC (wr_var) vars = {0};
  WR_VEC (wr_expr) trigger = {0};
  const struct node *part = n->first->next;
  for (const struct node *v = part->first; v; v = v->next) {
    WR_VEC_PUSH (&vars, bind_var (r, v->first, read_sort (r, v->first->next)));
  }
  part = part->next;
  if (begins (part, "trigger")) {
    for (const struct node *e = part->first->next; e; e = e->next) {
      WR_VEC_PUSH (&trigger, read_expr (r, e));
    }
    part = part->next;
  }
  wr_expr body = read_expr (r, part);
  struct wr_trigger one = {trigger.data, trigger.len};
  struct wr_quantifier q = {.vars = vars.data,
                            .var_count = vars.len,
                            .triggers = &one,
                            .trigger_count = trigger.len > 0,
                            .qid = wr_intern (r->l->symbols, WR_LIT ("my qid")),
                            .weight = trigger.len ? 3 : -1};
  wr_expr e = wr_mk_quantifier (r->core, op, &q, body);
  r->scope.len = mark;
  WR_VEC_FREE (&vars);
  WR_VEC_FREE (&trigger);
  return e;
}

static wr_expr read_let (struct reader *r, const struct node *n) {
  uint32_t mark = r->scope.len;
  WR_VEC (wr_var) vars = {0};
  WR_VEC (wr_expr) values = {0};
  for (const struct node *v = n->first->next->first; v; v = v->next) {
    WR_VEC_PUSH (&values, read_expr (r, v->first->next));
  }
  uint32_t i = 0;
  for (const struct node *v = n->first->next->first; v; v = v->next) {
    wr_sort sort = wr_expr_info (r->core, values.data[i++])->sort;
    WR_VEC_PUSH (&vars, bind_var (r, v->first, sort));
  }
  wr_expr body = read_expr (r, n->first->next->next);
  wr_expr e = wr_mk_let (r->core, vars.data, values.data, vars.len, body);
  r->scope.len = mark;
  WR_VEC_FREE (&vars);
  WR_VEC_FREE (&values);
  return e;
}

static bool read_operator (const struct node *n, enum wr_op *op) {
  static const char *const texts[WR_OP_COUNT] = {
#define X(name, text, least, most, data) [WR_OP_##name] = text,
#include "core/ops.def"
#undef X
  };
  for (unsigned i = WR_OP_NOT; i < WR_OP_COUNT; i++) {
    if (is (n, texts[i])) {
      *op = (enum wr_op)i;
      return true;
    }
  }
  return false;
}

static uint32_t find_field (const struct reader *r, wr_symbol name) {
  for (uint32_t i = 0; i < r->core->fields.len; i++) {
    if (r->core->fields.data[i].name.ix == name.ix) return i;
  }
  WR_UNREACHABLE ();
}

static bool is_function (const struct reader *r, const struct node *n) {
  for (uint32_t i = 1; i < r->core->funcs.len; i++) {
    wr_symbol name = r->core->funcs.data[i].name;
    if (wr_str_equal (wr_symbol_text (r->l->symbols, name), n->atom)) return true;
  }
  return false;
}

static wr_expr apply_name (struct reader *r, wr_symbol name, const wr_expr *args, uint32_t n) {
  wr_core *core = r->core;
  for (uint32_t i = 1; i < core->funcs.len; i++) {
    if (core->funcs.data[i].name.ix == name.ix) return wr_mk_app (core, (wr_func){i}, args, n);
  }
  for (uint32_t i = 0; i < core->constructors.len; i++) {
    if (core->constructors.data[i].name.ix == name.ix) return wr_mk_construct (core, i, args, n);
  }
  fprintf (stderr, "little: unknown function\n");
  abort ();
}

static wr_expr read_expr (struct reader *r, const struct node *n) {
  WR_REQUIRE (n);
  wr_core *core = r->core;
  if (n->atom.len) return read_atom (r, n);
  if (begins (n, "forall")) return read_quantifier (r, n, WR_OP_FORALL);
  if (begins (n, "exists")) return read_quantifier (r, n, WR_OP_EXISTS);
  if (begins (n, "let")) return read_let (r, n);
  const struct node *rest = n->first->next;
  if (begins (n, "field")) {
    return wr_mk_field (core, find_field (r, sym (r, rest)), read_expr (r, rest->next));
  }
  if (begins (n, "extract")) {
    return wr_mk_extract (core, read_expr (r, rest->next->next), number (rest),
                          number (rest->next));
  }
  if (begins (n, "is")) {
    wr_symbol name = sym (r, rest);
    for (uint32_t i = 0; i < core->constructors.len; i++) {
      if (core->constructors.data[i].name.ix == name.ix) {
        return wr_mk_is (core, i, read_expr (r, rest->next));
      }
    }
  }
  WR_VEC (wr_expr) args = {0};
  for (; rest; rest = rest->next) WR_VEC_PUSH (&args, read_expr (r, rest));
  enum wr_op op;
  wr_expr e = !is_function (r, n->first) && read_operator (n->first, &op)
                  ? wr_mk (core, op, args.data, args.len)
                  : apply_name (r, sym (r, n->first), args.data, args.len);
  WR_VEC_FREE (&args);
  return e;
}

/* -- declarations ------------------------------------------------------------------------------ */

/* NAME SORT (where e)...: the clauses are read later, when all variables are in scope. */
static wr_var declare (struct reader *r, enum wr_var_kind kind, const struct node *name) {
  return wr_var_new (r->core, kind, sym (r, name), read_sort (r, name->next), span (r, name));
}
static void read_wheres (struct reader *r, wr_var var, const struct node *name) {
  for (const struct node *w = name->next->next; w; w = w->next) {
    wr_expr e = read_expr (r, w->first->next);
    struct wr_clause clause = {.expr = e, .label = label (r, WR_ROLE_WHERE, w)};
    WR_VEC_PUSH (&wr_var_edit (r->core, var)->where, clause);
  }
}

static wr_func declare_func (struct reader *r, wr_symbol name, const struct node *params,
                             bool named, wr_sort result) {
  WR_VEC (wr_sort) sorts = {0};
  for (const struct node *p = params; p; p = p->next) {
    WR_VEC_PUSH (&sorts, read_sort (r, named ? p->first->next : p));
  }
  wr_func f = wr_func_new (r->core, name, sorts.data, sorts.len, result);
  WR_VEC_FREE (&sorts);
  return f;
}

static void read_function (struct reader *r, const struct node *n) {
  const struct node *name = n->first->next;
  if (begins (n, "const")) {
    declare_func (r, sym (r, name), NULL, false, read_sort (r, name->next));
    return;
  }
  if (begins (n, "builtin")) {
    wr_func f =
        declare_func (r, sym (r, name), name->next->first, false, read_sort (r, name->next->next));
    wr_func_edit (r->core, f)->kind = WR_FUNC_BUILTIN;
    wr_func_edit (r->core, f)->builtin = sym (r, name);
    return;
  }
  if (begins (n, "function")) {
    declare_func (r, sym (r, name), name->next->first, false, read_sort (r, name->next->next));
    return;
  }
  bool lambda = begins (n, "lambda");
  const struct node *params = name->next, *after = lambda ? params->next->next : params->next;
  wr_func f = declare_func (r, sym (r, name), params->first, true, read_sort (r, after));
  uint32_t mark = r->scope.len;
  for (const struct node *p = params->first; p; p = p->next) {
    wr_var v = bind_var (r, p->first, read_sort (r, p->first->next));
    WR_VEC_PUSH (&wr_func_edit (r->core, f)->params, v);
  }
  for (const struct node *p = lambda ? params->next->first : NULL; p; p = p->next) {
    wr_var v = bind_var (r, p->first, read_sort (r, p->first->next));
    WR_VEC_PUSH (&wr_func_edit (r->core, f)->indices, v);
  }
  wr_expr body = read_expr (r, after->next);
  struct wr_func_info *info = wr_func_edit (r->core, f);
  info->body = body;
  info->kind = lambda ? WR_FUNC_LAMBDA : WR_FUNC_DEFINED;
  if (lambda) info->label = label (r, WR_ROLE_FUNCTION_BODY, n);
  r->scope.len = mark;
}

static void read_datatype (struct reader *r, const struct node *n) {
  wr_sort sort = read_sort (r, n->first->next);
  for (const struct node *c = n->first->next->next; c; c = c->next) {
    WR_VEC (wr_symbol) names = {0};
    WR_VEC (wr_sort) sorts = {0};
    for (const struct node *f = c->first->next; f; f = f->next) {
      WR_VEC_PUSH (&names, sym (r, f->first));
      WR_VEC_PUSH (&sorts, read_sort (r, f->first->next));
    }
    wr_constructor_add (r->core, sort, sym (r, c->first), sym (r, c->first), names.data, names.data,
                        sorts.data, names.len);
    WR_VEC_FREE (&names);
    WR_VEC_FREE (&sorts);
  }
}

static void read_procedure (struct reader *r, const struct node *n) {
  struct wr_procedure p = {.name = sym (r, n->first->next), .span = span (r, n), .at = span (r, n)};
  uint32_t mark = r->scope.len;
  r->procedure = r->core->procedures.len + 1;
  for (const struct node *c = n->first->next->next; c; c = c->next) {
    if (begins (c, "in")) {
      wr_var v = declare (r, WR_VAR_IN, c->first->next);
      WR_VEC_PUSH (&p.ins, v);
      WR_VEC_PUSH (&r->scope, v);
    } else if (begins (c, "out")) {
      wr_var v = declare (r, WR_VAR_OUT, c->first->next);
      WR_VEC_PUSH (&p.outs, v);
      WR_VEC_PUSH (&r->scope, v);
    }
  }
  uint32_t in = 0, out = 0;
  for (const struct node *c = n->first->next->next; c; c = c->next) {
    const struct node *arg = c->first->next;
    if (begins (c, "in")) {
      read_wheres (r, p.ins.data[in++], arg);
    } else if (begins (c, "out")) {
      read_wheres (r, p.outs.data[out++], arg);
    } else if (begins (c, "modifies")) {
      for (; arg; arg = arg->next) {
        WR_VEC_PUSH (&p.modifies, (wr_var){wr_expr_info (r->core, read_expr (r, arg))->data});
      }
    } else {
      bool ensures = begins (c, "ensures") || begins (c, "free-ensures");
      struct wr_clause clause = {.expr = read_expr (r, arg),
                                 .free = !begins (c, "requires") && !begins (c, "ensures"),
                                 .always_assume = begins (c, "always-requires")};
      clause.label = label (r, ensures ? WR_ROLE_ENSURES : WR_ROLE_REQUIRES, c);
      if (ensures) {
        WR_VEC_PUSH (&p.ensures, clause);
      } else {
        WR_VEC_PUSH (&p.requires_, clause);
      }
    }
  }
  r->scope.len = mark;
  r->procedure = 0;
  WR_VEC_PUSH (&r->core->procedures, p);
}

static uint32_t find_procedure (const struct reader *r, wr_symbol name) {
  for (uint32_t i = 0; i < r->core->procedures.len; i++) {
    if (r->core->procedures.data[i].name.ix == name.ix) return i;
  }
  WR_UNREACHABLE ();
}

/* -- bodies ------------------------------------------------------------------------------------ */

static wr_var read_var (struct reader *r, const struct node *n) {
  return (wr_var){wr_expr_info (r->core, read_expr (r, n))->data};
}

static void read_target (struct reader *r, const struct node *n, struct wr_assign *a) {
  if (n->atom.len) {
    a->var = read_var (r, n);
    return;
  }
  const struct node *step = n->first->next;
  a->var = read_var (r, step);
  a->step_count = count (step->next);
  a->steps = WR_NEW (r->l->arena, struct wr_step, a->step_count);
  uint32_t i = 0;
  for (step = step->next; step; step = step->next, i++) {
    a->steps[i].is_field = begins (step, "field");
    if (a->steps[i].is_field) {
      a->steps[i].field = find_field (r, sym (r, step->first->next));
      continue;
    }
    const struct node *index = begins (step, "index") ? step->first->next : step;
    uint32_t n_index = begins (step, "index") ? count (index) : 1;
    a->steps[i].index = WR_NEW (r->l->arena, wr_expr, n_index);
    for (uint32_t j = 0; j < n_index; j++, index = index->next) {
      a->steps[i].index[a->steps[i].index_count++] = read_expr (r, index);
    }
  }
}

static void read_assign (struct reader *r, const struct node *n, struct wr_cmd *cmd, bool frame) {
  cmd->kind = WR_CMD_ASSIGN;
  cmd->assign_count = count (n->first->next) / 2;
  cmd->assigns = WR_NEW (r->l->arena, struct wr_assign, cmd->assign_count);
  const struct node *part = n->first->next;
  for (uint32_t i = 0; i < cmd->assign_count; i++, part = part->next->next) {
    read_target (r, part, &cmd->assigns[i]);
    cmd->assigns[i].value = read_expr (r, part->next);
    if (!frame) cmd->assigns[i].label = label (r, WR_ROLE_ASSIGN, part);
  }
}

static void read_vars (struct reader *r, const struct node *n, struct wr_cmd *cmd) {
  cmd->vars = WR_NEW (r->l->arena, wr_var, count (n));
  for (; n; n = n->next) cmd->vars[cmd->var_count++] = read_var (r, n);
}

static void read_call (struct reader *r, const struct node *n, struct wr_cmd *cmd) {
  const struct node *part = n->first->next;
  cmd->kind = WR_CMD_CALL;
  cmd->site = site (r, WR_SITE_CALL, n);
  read_vars (r, part->first, cmd);
  cmd->procedure = find_procedure (r, sym (r, part->next));
  cmd->args = WR_NEW (r->l->arena, wr_expr, count (part->next->next));
  for (part = part->next->next; part; part = part->next) {
    cmd->args[cmd->arg_count++] = read_expr (r, part);
  }
}

static struct wr_cmd read_cmd (struct reader *r, const struct node *n) {
  struct wr_cmd cmd = {.at = span (r, n)};
  const struct node *arg = n->first->next;
  if (begins (n, "assume") || begins (n, "capture")) {
    cmd.kind = WR_CMD_ASSUME;
    cmd.label = label (r, WR_ROLE_ASSUME, n);
    cmd.expr = begins (n, "capture") ? wr_mk_bool (r->core, true) : read_expr (r, arg);
    if (begins (n, "capture")) cmd.capture = sym (r, arg);
  } else if (begins (n, "assert") || begins (n, "check") || begins (n, "forget")) {
    cmd.kind = WR_CMD_ASSERT;
    cmd.label = label (r, begins (n, "check") ? WR_ROLE_WELL_FORMED : WR_ROLE_ASSERT, n);
    cmd.expr = read_expr (r, arg);
    cmd.forget = begins (n, "forget");
  } else if (begins (n, "set") || begins (n, "frame")) {
    read_assign (r, n, &cmd, begins (n, "frame"));
  } else if (begins (n, "havoc")) {
    cmd.kind = WR_CMD_HAVOC;
    cmd.site = site (r, WR_SITE_HAVOC, n);
    read_vars (r, arg, &cmd);
  } else {
    WR_REQUIRE (begins (n, "call") || begins (n, "free-call"));
    read_call (r, n, &cmd);
    cmd.free = begins (n, "free-call");
  }
  return cmd;
}

static void read_loop (struct reader *r, const struct node *n, struct wr_block *b) {
  b->loop_head = true;
  b->loop_site = site (r, WR_SITE_LOOP, n);
  b->invariants = WR_NEW (r->l->arena, struct wr_invariant, count (n->first->next));
  for (const struct node *i = n->first->next; i; i = i->next) {
    struct wr_invariant inv = {.expr = read_expr (r, i->first->next),
                               .label = label (r, WR_ROLE_INVARIANT_ASSUMED, i),
                               .free = begins (i, "free"),
                               .at = span (r, i)};
    b->invariants[b->invariant_count++] = inv;
  }
}

static uint32_t find_block (const struct node *blocks, const struct node *name) {
  uint32_t i = 0;
  for (const struct node *b = blocks; b; b = b->next) {
    if (!begins (b, "block")) continue;
    if (wr_str_equal (b->first->next->atom, name->atom)) return i;
    i++;
  }
  WR_UNREACHABLE ();
}

static void read_block (struct reader *r, const struct node *all, const struct node *n,
                        struct wr_block *b) {
  WR_VEC (struct wr_cmd) cmds = {0};
  b->name = sym (r, n->first->next);
  b->at = span (r, n);
  for (const struct node *c = n->first->next->next; c; c = c->next) {
    if (begins (c, "loop")) {
      read_loop (r, c, b);
    } else if (begins (c, "goto")) {
      b->succs = WR_NEW (r->l->arena, uint32_t, count (c->first->next));
      for (const struct node *to = c->first->next; to; to = to->next) {
        b->succs[b->succ_count++] = find_block (all, to);
      }
    } else if (begins (c, "return")) {
      b->return_at = span (r, c);
    } else {
      WR_VEC_PUSH (&cmds, read_cmd (r, c));
    }
  }
  if (!b->succ_count && !b->return_at.file) b->return_at = span (r, n);
  b->cmds = WR_VEC_KEEP (r->l->arena, &cmds);
  b->cmd_count = cmds.len;
  WR_VEC_FREE (&cmds);
}

/* The body's own variable for a formal of the procedure; where clauses stay with the formal. */
static wr_var own_formal (struct reader *r, wr_var formal) {
  struct wr_var_info info = *wr_var_info (r->core, formal);
  wr_var v = wr_var_new (r->core, info.kind, info.name, info.sort, info.span);
  WR_VEC_PUSH (&r->scope, v);
  return v;
}

static void read_body (struct reader *r, const struct node *n) {
  struct wr_body b = {
      .name = sym (r, n->first->next), .span = span (r, n), .at = span (r, n), .verify = true};
  uint32_t mark = r->scope.len, i = 0;
  b.procedure = find_procedure (r, b.name);
  r->procedure = b.procedure + 1;
  b.entry_site = site (r, WR_SITE_ENTRY, n);
  b.exit_site = site (r, WR_SITE_EXIT, n);
  const struct wr_procedure p = r->core->procedures.data[b.procedure];
  for (uint32_t j = 0; j < p.ins.len; j++) WR_VEC_PUSH (&b.ins, own_formal (r, p.ins.data[j]));
  for (uint32_t j = 0; j < p.outs.len; j++) WR_VEC_PUSH (&b.outs, own_formal (r, p.outs.data[j]));
  const struct node *parts = n->first->next->next;
  for (const struct node *c = parts; c; c = c->next) {
    if (begins (c, "block")) b.block_count++;
    if (!begins (c, "local")) continue;
    wr_var v = declare (r, WR_VAR_LOCAL, c->first->next);
    WR_VEC_PUSH (&b.locals, v);
    WR_VEC_PUSH (&r->scope, v);
    read_wheres (r, v, c->first->next);
  }
  b.blocks = WR_NEW (r->l->arena, struct wr_block, b.block_count);
  for (const struct node *c = parts; c; c = c->next) {
    if (begins (c, "block")) read_block (r, parts, c, &b.blocks[i++]);
  }
  r->scope.len = mark;
  r->procedure = 0;
  r->core->procedures.data[b.procedure].has_body = true;
  WR_VEC_PUSH (&r->core->bodies, b);
}

static void read_form (struct reader *r, const struct node *n) {
  if (begins (n, "sort")) {
    wr_sort_named (r->core, sym (r, n->first->next));
  } else if (begins (n, "datatype")) {
    read_datatype (r, n);
  } else if (begins (n, "global")) {
    wr_var v = declare (r, WR_VAR_GLOBAL, n->first->next);
    WR_VEC_PUSH (&r->core->globals, v);
    WR_VEC_PUSH (&r->scope, v);
    read_wheres (r, v, n->first->next);
  } else if (begins (n, "axiom")) {
    struct wr_axiom a = {.expr = read_expr (r, n->first->next),
                         .label = label (r, WR_ROLE_AXIOM, n)};
    WR_VEC_PUSH (&r->core->axioms, a);
  } else if (begins (n, "unique")) {
    WR_VEC_PUSH (&r->core->distinct, read_expr (r, n->first->next));
  } else if (begins (n, "procedure")) {
    read_procedure (r, n);
  } else if (begins (n, "body")) {
    read_body (r, n);
  } else {
    read_function (r, n);
  }
}

struct little little_read (const char *text) {
  struct little l = {.arena = wr_arena_new (), .symbols = wr_interner_new ()};
  l.sources = wr_sources_new (l.arena);
  l.base = wr_core_new (l.arena, l.symbols, l.sources);
  l.core = wr_core_extend (l.base, l.arena);
  struct reader r = {.l = &l, .core = l.core, .text = text};
  r.file = wr_sources_add (l.sources, WR_LIT ("little"), wr_str_of (text));
  struct node *forms = NULL, **end = &forms;
  while ((*end = read_node (&r))) end = &(*end)->next;
  WR_REQUIRE (!text[r.at]);
  for (struct node *n = forms; n; n = n->next) {
    if (begins (n, "datatype")) wr_datatype_declare (l.core, sym (&r, n->first->next));
  }
  for (struct node *n = forms; n; n = n->next) read_form (&r, n);
  WR_VEC_FREE (&r.scope);
  return l;
}

void little_free (struct little *l) {
  wr_core_free (l->base);
  wr_sources_free (l->sources);
  wr_interner_free (l->symbols);
  wr_arena_free (l->arena);
}
