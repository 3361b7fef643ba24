#include "vc/smtterm.h"

#include "base/check.h"
#include "core/build.h"
#include "vc/smtname.h"
#include "vc/smttheory.h"

enum {
  MAX_PATTERN = 20000 /* parts of a pattern written out; larger patterns are left to the solver */
};

static bool is_quantifier (const struct wr_expr_info *info) {
  return info->op == WR_OP_FORALL || info->op == WR_OP_EXISTS;
}

/* What is left to print, last first. */
enum task_kind {
  TASK_TEXT,
  TASK_PART,        /* by its name if it has one */
  TASK_WRITTEN_OUT, /* a part even if it has a name */
  TASK_NAME,        /* of a part */
  TASK_BOUND,       /* variable */
  TASK_ATTRIBUTES   /* of a quantifier: what is no term */
};
struct task {
  enum task_kind kind;
  bool pattern; /* inside a pattern: names made by let are not in scope */
  const char *text;
  uint32_t ix;
};
struct printer {
  wr_smt *t;
  wr_buf *out;
  WR_VEC (struct task) tasks, next; /* `next`: what a part consists of, in order */
};

static void say (struct printer *p, const char *text) {
  WR_VEC_PUSH (&p->next, ((struct task){.kind = TASK_TEXT, .text = text}));
}
static void say_part (struct printer *p, uint32_t ix, bool pattern) {
  WR_VEC_PUSH (&p->next, ((struct task){.kind = TASK_PART, .ix = ix, .pattern = pattern}));
}

void wr_smt_bound_var (wr_smt *t, wr_buf *out, wr_var var) {
  uint32_t number = wr_memo_get (&t->bound, var.ix);
  if (!number) wr_memo_put (&t->bound, var.ix, number = ++t->bound_count);
  wr_symbol name = wr_var_info (t->core, var)->name;
  wr_smt_bound (out, wr_symbol_text (t->core->symbols, name), number);
}

void wr_smtlib_var (wr_buf *out, const wr_core *core, wr_var var) {
  wr_smt_incarnation (out, wr_symbol_text (core->symbols, wr_var_info (core, var)->name));
}

static void write_sort (void *ctx, wr_buf *out, wr_sort sort) {
  const struct printer *p = ctx;
  wr_smt_sort (out, p->t->core, p->t->dialect, sort);
}

static void print_func (struct printer *p, wr_func func) {
  const wr_core *core = p->t->core;
  const struct wr_func_info *f = wr_func_info (core, func);
  if (f->kind == WR_FUNC_BUILTIN) {
    wr_buf head = {0};
    wr_smt_builtin (&head, core, func, write_sort, p);
    bool standard = p->t->dialect == WR_DIALECT_STANDARD;
    wr_buf_add (p->out, standard ? wr_smt_standard_name (wr_buf_str (&head)) : wr_buf_str (&head));
    wr_buf_free (&head);
  } else {
    wr_smt_name (p->out, wr_symbol_text (core->symbols, f->name));
  }
}

static void print_head (struct printer *p, const struct wr_expr_info *info) {
  const wr_core *core = p->t->core;
  const wr_interner *symbols = core->symbols;
  switch ((enum wr_op)info->op) {
  case WR_OP_APP: print_func (p, (wr_func){info->data}); return;
  case WR_OP_CONSTRUCT:
    wr_smt_constructor (p->out, wr_symbol_text (symbols, core->constructors.data[info->data].name));
    return;
  case WR_OP_FIELD:
    wr_smt_name (p->out, wr_symbol_text (symbols, core->fields.data[info->data].name));
    return;
  case WR_OP_IS:
    wr_buf_print (p->out, "(_ is ");
    wr_smt_constructor (p->out, wr_symbol_text (symbols, core->constructors.data[info->data].name));
    wr_buf_add_char (p->out, ')');
    return;
  case WR_OP_EXTRACT:
    wr_buf_print (p->out, "(_ extract %u %u)", (unsigned)(info->data >> 16) - 1,
                  (unsigned)(info->data & 0xffff));
    return;
  case WR_OP_NOT: wr_buf_print (p->out, "not"); return;
  case WR_OP_AND: wr_buf_print (p->out, "and"); return;
  case WR_OP_OR: wr_buf_print (p->out, "or"); return;
  case WR_OP_IMPLIES: wr_buf_print (p->out, "=>"); return;
  case WR_OP_IFF:
  case WR_OP_EQ: wr_buf_print (p->out, "="); return;
  case WR_OP_DISTINCT: wr_buf_print (p->out, "distinct"); return;
  case WR_OP_ITE: wr_buf_print (p->out, "ite"); return;
  case WR_OP_NEG:
  case WR_OP_SUB: wr_buf_print (p->out, "-"); return;
  case WR_OP_ADD: wr_buf_print (p->out, "+"); return;
  case WR_OP_MUL: wr_buf_print (p->out, "*"); return;
  case WR_OP_DIV: wr_buf_print (p->out, "div"); return;
  case WR_OP_MOD: wr_buf_print (p->out, "mod"); return;
  case WR_OP_RDIV: wr_buf_print (p->out, "/"); return;
  case WR_OP_POW: wr_buf_print (p->out, "pow@real"); return;
  case WR_OP_LT: wr_buf_print (p->out, "<"); return;
  case WR_OP_LE: wr_buf_print (p->out, "<="); return;
  case WR_OP_TO_REAL: wr_buf_print (p->out, "to_real"); return;
  case WR_OP_TO_INT: wr_buf_print (p->out, "to_int"); return;
  case WR_OP_CONCAT: wr_buf_print (p->out, "concat"); return;
  case WR_OP_SELECT: wr_buf_print (p->out, "select"); return;
  case WR_OP_STORE: wr_buf_print (p->out, "store"); return;
  case WR_OP_NONE:
  case WR_OP_TRUE:
  case WR_OP_FALSE:
  case WR_OP_INT:
  case WR_OP_REAL:
  case WR_OP_BV:
  case WR_OP_FLOAT:
  case WR_OP_STRING:
  case WR_OP_RMODE:
  case WR_OP_VAR:
  case WR_OP_FORALL:
  case WR_OP_EXISTS:
  case WR_OP_LET:
  case WR_OP_OLD:
  case WR_OP_COUNT: break;
  }
  WR_UNREACHABLE ();
}

/* Maps without indices are their values. */
static bool print_nullary_map (struct printer *p, const struct wr_expr_info *info,
                               const uint32_t *parts, bool pattern) {
  if (info->op == WR_OP_SELECT && info->count == 1) {
    say_part (p, parts[0], pattern);
  } else if (info->op == WR_OP_STORE && info->count == 2) {
    say_part (p, parts[1], pattern);
  } else {
    return false;
  }
  return true;
}

/* m[i, j] as a map of maps; `count` indices. */
static void say_curried_select (struct printer *p, const uint32_t *parts, uint32_t count,
                                bool pattern) {
  for (uint32_t i = 0; i < count; i++) say (p, "(select ");
  say_part (p, parts[0], pattern);
  for (uint32_t i = 0; i < count; i++) {
    say (p, " ");
    say_part (p, parts[i + 1], pattern);
    say (p, ")");
  }
}

static void say_curried_store (struct printer *p, const uint32_t *parts, uint32_t count,
                               bool pattern) {
  for (uint32_t i = 0; i < count; i++) {
    say (p, "(store ");
    say_curried_select (p, parts, i, pattern);
    say (p, " ");
    say_part (p, parts[i + 1], pattern);
    say (p, " ");
  }
  say_part (p, parts[count + 1], pattern);
  for (uint32_t i = 0; i < count; i++) say (p, ")");
}

/* The shared parts below a binder that mention its variables and none bound further in. */
static void find_let_parts (struct printer *p, uint32_t body, uint32_t depth, wr_u32s *found) {
  wr_smt *t = p->t;
  wr_u32s order = {0};
  if (depth < WR_SMT_TOO_DEEP) {
    wr_expr root = {body};
    wr_postorder (t->core, &root, 1, &order);
  }
  for (uint32_t i = 0; i < order.len; i++) {
    struct wr_smt_part *part = wr_smt_part_of (t, order.data[i]);
    if (part->open >> depth == 1 && wr_smt_is_worth_naming (part)) {
      part->name = ++t->name_count;
      WR_VEC_PUSH (found, part->ix);
    }
  }
  WR_VEC_FREE (&order);
}

static void say_with_lets (struct printer *p, const wr_u32s *lets, uint32_t body) {
  for (uint32_t i = 0; i < lets->len; i++) {
    say (p, "(let ((");
    WR_VEC_PUSH (&p->next, ((struct task){.kind = TASK_NAME, .ix = lets->data[i]}));
    say (p, " ");
    WR_VEC_PUSH (&p->next, ((struct task){.kind = TASK_WRITTEN_OUT, .ix = lets->data[i]}));
    say (p, ")) ");
  }
  say_part (p, body, false);
  for (uint32_t i = 0; i < lets->len; i++) say (p, ")");
}

static void say_patterns (struct printer *p, const struct wr_binder *b) {
  const uint32_t *pool = p->t->core->pool.data;
  for (uint32_t i = 0; i < b->trigger_count; i++) {
    const uint32_t *pair = pool + b->first_trigger + 2 * i;
    uint64_t size = 0;
    for (uint32_t j = 0; j < pair[1]; j++)
      size = wr_smt_plus (size, wr_smt_part_of (p->t, pool[pair[0] + j])->in_pattern);
    if (size > MAX_PATTERN) continue;
    wr_u32s terms = {0};
    if (p->t->dialect == WR_DIALECT_Z3)
      wr_smt_trigger (p->t->core, pool + pair[0], pair[1], &terms);
    else
      for (uint32_t j = 0; j < pair[1]; j++) WR_VEC_PUSH (&terms, pool[pair[0] + j]);
    say (p, " :pattern (");
    for (uint32_t j = 0; j < terms.len; j++) {
      if (j) say (p, " ");
      say_part (p, terms.data[j], true);
    }
    say (p, ")");
    WR_VEC_FREE (&terms);
  }
  if (p->t->dialect != WR_DIALECT_Z3) return;
  for (uint32_t i = 0; i < b->nopat_count; i++) {
    say (p, " :no-pattern ");
    say_part (p, pool[b->first_nopat + i], true);
  }
}

static void print_bound_list (struct printer *p, const struct wr_binder *b) {
  const wr_core *core = p->t->core;
  for (uint32_t i = 0; i < b->var_count; i++) {
    wr_var var = {core->pool.data[b->first_var + i]};
    wr_buf_print (p->out, i ? " (" : "(");
    wr_smt_bound_var (p->t, p->out, var);
    wr_buf_add_char (p->out, ' ');
    wr_smt_sort (p->out, core, p->t->dialect, wr_var_info (core, var)->sort);
    wr_buf_add_char (p->out, ')');
  }
}

static void print_quantifier (struct printer *p, uint32_t ix, bool pattern) {
  const wr_core *core = p->t->core;
  const struct wr_expr_info *info = &core->exprs.data[ix];
  const struct wr_binder *b = &core->binders.data[info->data];
  uint32_t body = core->pool.data[info->first];
  bool z3 = p->t->dialect == WR_DIALECT_Z3;
  bool annotated = b->trigger_count || (z3 && (b->nopat_count || b->qid.ix || b->weight >= 0));
  wr_buf_print (p->out, info->op == WR_OP_FORALL ? "(forall (" : "(exists (");
  print_bound_list (p, b);
  wr_buf_print (p->out, annotated ? ") (! " : ") ");
  wr_u32s lets = {0};
  if (!pattern) find_let_parts (p, body, wr_smt_part_of (p->t, ix)->depth, &lets);
  say_with_lets (p, &lets, body);
  WR_VEC_FREE (&lets);
  say_patterns (p, b);
  if (z3 && annotated) {
    WR_VEC_PUSH (&p->next, ((struct task){.kind = TASK_ATTRIBUTES, .ix = ix}));
  }
  say (p, annotated ? "))" : ")");
}

static void print_attributes (struct printer *p, uint32_t ix) {
  const wr_core *core = p->t->core;
  const struct wr_binder *b = &core->binders.data[core->exprs.data[ix].data];
  if (b->qid.ix) {
    wr_buf_print (p->out, " :qid ");
    wr_smt_name (p->out, wr_symbol_text (core->symbols, b->qid));
  }
  if (b->weight >= 0) wr_buf_print (p->out, " :weight %d", (int)b->weight);
}

static void print_let (struct printer *p, uint32_t ix, bool pattern) {
  const wr_core *core = p->t->core;
  const struct wr_expr_info *info = &core->exprs.data[ix];
  const struct wr_binder *b = &core->binders.data[info->data];
  const uint32_t *parts = WR_VEC_FROM (&core->pool, info->first);
  wr_buf_print (p->out, "(let (");
  for (uint32_t i = 0; i < b->var_count; i++) {
    say (p, i ? " (" : "(");
    uint32_t var = core->pool.data[b->first_var + i];
    WR_VEC_PUSH (&p->next, ((struct task){.kind = TASK_BOUND, .ix = var}));
    say (p, " ");
    say_part (p, parts[i], pattern);
    say (p, ")");
  }
  say (p, ") ");
  wr_u32s lets = {0};
  if (!pattern) find_let_parts (p, parts[b->var_count], wr_smt_part_of (p->t, ix)->depth, &lets);
  say_with_lets (p, &lets, parts[b->var_count]);
  WR_VEC_FREE (&lets);
  say (p, ")");
}

/* Functions that the standard has with other arguments than Z3. */
static bool print_standard (struct printer *p, const struct wr_expr_info *info,
                            const uint32_t *parts, bool pattern) {
  const wr_core *core = p->t->core;
  if (p->t->dialect != WR_DIALECT_STANDARD || info->op != WR_OP_APP) return false;
  const struct wr_func_info *f = wr_func_info (core, (wr_func){info->data});
  if (f->kind != WR_FUNC_BUILTIN) return false;
  wr_str name = wr_symbol_text (core->symbols, f->builtin);
  if (info->count == 3 && wr_str_equal (name, WR_LIT ("re.loop"))) {
    say (p, "((_ re.loop ");
    say_part (p, parts[1], pattern);
    say (p, " ");
    say_part (p, parts[2], pattern);
    say (p, ") ");
    say_part (p, parts[0], pattern);
    say (p, ")");
    return true;
  }
  bool index = info->count == 2 && wr_str_equal (name, WR_LIT ("str.indexof"));
  uint32_t last = info->count - 1;
  bool from_int = wr_str_starts (name, WR_LIT ("(_ to_fp ")) &&
                  wr_sort_info (core, core->exprs.data[parts[last]].sort)->kind == WR_SORT_INT;
  if (!index && !from_int) return false;
  wr_buf_add_char (p->out, '(');
  print_head (p, info);
  for (uint32_t i = 0; i <= last; i++) {
    say (p, from_int && i == last ? " (to_real " : " ");
    say_part (p, parts[i], pattern);
  }
  say (p, from_int ? "))" : " 0)");
  return true;
}

static bool print_leaf (struct printer *p, uint32_t ix) {
  const wr_core *core = p->t->core;
  const struct wr_expr_info *info = &core->exprs.data[ix];
  switch ((int)info->op) {
  case WR_OP_TRUE: wr_buf_print (p->out, "true"); return true;
  case WR_OP_FALSE: wr_buf_print (p->out, "false"); return true;
  case WR_OP_INT:
  case WR_OP_REAL:
  case WR_OP_BV:
  case WR_OP_FLOAT:
  case WR_OP_STRING:
  case WR_OP_RMODE: wr_smt_literal (p->out, core, (wr_expr){ix}); return true;
  case WR_OP_VAR:
    if (wr_var_info (core, (wr_var){info->data})->kind == WR_VAR_BOUND) {
      wr_smt_bound_var (p->t, p->out, (wr_var){info->data});
    } else {
      wr_smtlib_var (p->out, core, (wr_var){info->data});
    }
    return true;
  default: break;
  }
  if (info->count) return false;
  print_head (p, info);
  return true;
}

/* Writes the beginning of a part and leaves the rest in p->next. */
static void print_part (struct printer *p, uint32_t ix, bool pattern) {
  const wr_core *core = p->t->core;
  const struct wr_expr_info *info = &core->exprs.data[ix];
  const uint32_t *parts = WR_VEC_FROM (&core->pool, info->first);
  bool curried = p->t->dialect == WR_DIALECT_STANDARD;
  if (print_leaf (p, ix) || print_nullary_map (p, info, parts, pattern)) return;
  if (print_standard (p, info, parts, pattern)) return;
  if (is_quantifier (info)) {
    print_quantifier (p, ix, pattern);
  } else if (info->op == WR_OP_LET) {
    print_let (p, ix, pattern);
  } else if (curried && info->op == WR_OP_SELECT) {
    say_curried_select (p, parts, info->count - 1, pattern);
  } else if (curried && info->op == WR_OP_STORE) {
    say_curried_store (p, parts, info->count - 2, pattern);
  } else {
    wr_buf_add_char (p->out, '(');
    print_head (p, info);
    for (uint32_t i = 0; i < info->count; i++) {
      say (p, " ");
      say_part (p, parts[i], pattern);
    }
    say (p, ")");
  }
}

static void print_task (struct printer *p, struct task task) {
  wr_smt *t = p->t;
  switch (task.kind) {
  case TASK_TEXT: wr_buf_add (p->out, wr_str_of (task.text)); return;
  case TASK_ATTRIBUTES: print_attributes (p, task.ix); return;
  case TASK_BOUND: wr_smt_bound_var (t, p->out, (wr_var){task.ix}); return;
  case TASK_NAME:
    wr_buf_print (p->out, "e!%u", (unsigned)wr_smt_part_of (t, task.ix)->name);
    return;
  case TASK_PART: {
    const struct wr_smt_part *part = wr_smt_part_of (t, task.ix);
    if (part->name && !(task.pattern && part->open)) {
      wr_buf_print (p->out, "e!%u", (unsigned)part->name);
      return;
    }
    print_part (p, task.ix, task.pattern);
    return;
  }
  case TASK_WRITTEN_OUT: print_part (p, task.ix, false); return;
  }
}

static void print_all (wr_smt *t, wr_buf *out, struct task first) {
  struct printer p = {.t = t, .out = out};
  WR_VEC_PUSH (&p.tasks, first);
  while (p.tasks.len) {
    struct task task = WR_VEC_POP (&p.tasks);
    p.next.len = 0;
    print_task (&p, task);
    for (uint32_t i = p.next.len; i-- > 0;) WR_VEC_PUSH (&p.tasks, p.next.data[i]);
  }
  WR_VEC_FREE (&p.tasks);
  WR_VEC_FREE (&p.next);
}

void wr_smt_term (wr_smt *t, wr_buf *out, wr_expr e) {
  print_all (t, out, (struct task){.kind = TASK_PART, .ix = e.ix});
}

void wr_smt_define_shared (wr_smt *t, wr_buf *out) {
  for (uint32_t i = 0; i < t->parts.len; i++) {
    struct wr_smt_part *part = &t->parts.data[i];
    if (part->open || !wr_smt_is_worth_naming (part)) continue;
    uint32_t name = ++t->name_count;
    wr_buf_print (out, "(define-fun e!%u () ", (unsigned)name);
    wr_smt_sort (out, t->core, t->dialect, t->core->exprs.data[part->ix].sort);
    wr_buf_add_char (out, ' ');
    print_all (t, out, (struct task){.kind = TASK_WRITTEN_OUT, .ix = part->ix});
    wr_buf_print (out, ")\n");
    part->name = name;
  }
}

void wr_smt_whole_term (wr_smt *t, wr_buf *out, wr_expr e) {
  uint32_t lets = 0;
  wr_smt_take (t, &e, 1);
  for (uint32_t i = 0; i < t->parts.len; i++) {
    struct wr_smt_part *part = &t->parts.data[i];
    if (part->open || !wr_smt_is_worth_naming (part)) continue;
    uint32_t name = ++t->name_count;
    wr_buf_print (out, "(let ((e!%u ", (unsigned)name);
    print_all (t, out, (struct task){.kind = TASK_WRITTEN_OUT, .ix = part->ix});
    wr_buf_print (out, ")) ");
    part->name = name;
    lets++;
  }
  wr_smt_term (t, out, e);
  while (lets--) wr_buf_add_char (out, ')');
}
