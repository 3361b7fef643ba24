/* The program as text, with labels off where a reduced program is asked for.  An assignment that is off assigns `any`; a test that is off
   on one side becomes `any`, with a `suppose` on the other side. */
#include "tiny.h"

struct printer {
  wr_buf *out;
  const struct tiny_program *program;
  const struct wr_prune *how; /* NULL: everything is on */
  uint32_t indent;
};

static const char *const op_words[] = {"", "", "+", "-", "<", "<=", "==", "!=", ">=", ">"};

enum tiny_op tiny_negated (enum tiny_op op) {
  switch (op) {
  case TINY_LT: return TINY_GE;
  case TINY_LE: return TINY_GT;
  case TINY_EQ: return TINY_NE;
  case TINY_NE: return TINY_EQ;
  case TINY_GE: return TINY_LT;
  case TINY_GT: return TINY_LE;
  case TINY_NUMBER:
  case TINY_NAME:
  case TINY_ADD:
  case TINY_SUB: break;
  }
  return op;
}

/* Is something of this text on?  `goal`: as a goal, else as a fact; `negative`: the side of a test. */
static bool is_on (const struct printer *p, wr_span span, bool goal, bool negative) {
  if (!p->how) return true;
  const wr_labels *labels = &p->how->core->labels;
  for (uint32_t i = 1; i < labels->infos.len; i++) {
    const struct wr_label_info *info = &labels->infos.data[i];
    if (info->span.file == span.file && info->span.begin == span.begin &&
        info->span.end == span.end && wr_role_is_goal (info->role) == goal &&
        info->negative == negative && !wr_bitset_has (p->how->off, i))
      return true;
  }
  return false;
}

static void expr (struct printer *p, const struct tiny_expr *e, enum tiny_op op) {
  if (op == TINY_NUMBER || op == TINY_NAME) {
    wr_buf_add (p->out, e->text);
    return;
  }
  expr (p, e->left, e->left->op);
  wr_buf_print (p->out, " %s ", op_words[op]);
  expr (p, e->right, e->right->op);
}

static void start (struct printer *p, const char *word) {
  for (uint32_t i = 0; i < p->indent; i++) wr_buf_add (p->out, WR_LIT ("  "));
  wr_buf_add (p->out, wr_str_of (word));
}

/* The conjuncts that are on, as goals, facts or either; nothing where none is. */
static void condition (struct printer *p, const struct tiny_line *line, const char *word,
                       bool goals, bool facts) {
  bool any = false;
  for (const struct tiny_expr *e = line->expr; e; e = e->next) {
    wr_span span = line->expr->next ? e->span : line->span;
    bool goal = is_on (p, span, true, false), fact = is_on (p, span, false, false);
    if (!((goals && goal) || (facts && fact && (goals || !goal || !p->how)))) continue;
    if (any) wr_buf_add (p->out, WR_LIT (" and "));
    if (!any) start (p, word);
    if (!any) wr_buf_add_char (p->out, ' ');
    expr (p, e, e->op);
    any = true;
  }
  if (any && line->ok.len && !p->how) wr_buf_print (p->out, " ok %.*s", WR_STR_ARGS (line->ok));
  if (any && line->absurd && !p->how) wr_buf_add (p->out, WR_LIT (" absurd"));
  if (any) wr_buf_add_char (p->out, '\n');
}

static void lines (struct printer *p, const struct tiny_line *line);

/* The side of a test that became `any`. */
static void side (struct printer *p, const struct tiny_line *line, bool open, bool negative) {
  if (!open || !line->expr || !is_on (p, line->span, false, negative)) return;
  start (p, "suppose ");
  expr (p, line->expr, negative ? tiny_negated (line->expr->op) : line->expr->op);
  wr_buf_add_char (p->out, '\n');
}

static void block (struct printer *p, const struct tiny_line *line) {
  bool open =
      !line->expr || !is_on (p, line->span, false, false) || !is_on (p, line->span, false, true);
  start (p, line->kind == TINY_IF ? "if " : "repeat ");
  if (open)
    wr_buf_add (p->out, WR_LIT ("any"));
  else
    expr (p, line->expr, line->expr->op);
  wr_buf_add_char (p->out, '\n');
  p->indent++;
  for (const struct tiny_line *k = line->keeps; k; k = k->next)
    condition (p, k, "keeps", true, true);
  side (p, line, open, false);
  lines (p, line->body);
  p->indent--;
  if (line->kind == TINY_IF && (line->has_other || open)) {
    start (p, "else\n");
    p->indent++;
    side (p, line, open, true);
    lines (p, line->other);
    p->indent--;
  }
  start (p, "end\n");
  if (line->kind == TINY_REPEAT) side (p, line, open, true);
}

static void assignment (struct printer *p, const struct tiny_line *line) {
  start (p, "");
  wr_buf_print (p->out, "%.*s = ", WR_STR_ARGS (line->target));
  if (line->kind == TINY_RUN) {
    wr_buf_print (p->out, "run %.*s(", WR_STR_ARGS (line->callee));
    for (const struct tiny_expr *e = line->expr; e; e = e->next) {
      expr (p, e, e->op);
      if (e->next) wr_buf_add (p->out, WR_LIT (", "));
    }
    wr_buf_add_char (p->out, ')');
  } else if (line->expr && is_on (p, line->span, false, false)) {
    expr (p, line->expr, line->expr->op);
  } else {
    wr_buf_add (p->out, WR_LIT ("any"));
  }
  wr_buf_add_char (p->out, '\n');
}

static void lines (struct printer *p, const struct tiny_line *line) {
  for (; line; line = line->next) {
    switch (line->kind) {
    case TINY_SUPPOSE: condition (p, line, "suppose", false, true); break;
    case TINY_CHECK:
      condition (p, line, "check", true, false);
      if (p->how) condition (p, line, "suppose", false, true);
      break;
    case TINY_IF:
    case TINY_REPEAT: block (p, line); break;
    case TINY_ASSIGN:
    case TINY_RUN: assignment (p, line); break;
    case TINY_NEEDS:
    case TINY_GIVES:
    case TINY_KEEPS: break;
    }
  }
}

/* Is a goal of the body on? */
static bool has_goals (const struct printer *p, uint32_t procedure) {
  if (!p->how) return true;
  const wr_labels *labels = &p->how->core->labels;
  for (uint32_t i = 1; i < labels->infos.len; i++)
    if (labels->infos.data[i].procedure == procedure &&
        wr_role_is_goal (labels->infos.data[i].role) && !wr_bitset_has (p->how->off, i))
      return true;
  return false;
}

/* Does a task that is printed run this one? */
static bool is_run (const struct tiny_line *line, wr_str name) {
  for (; line; line = line->next)
    if ((line->kind == TINY_RUN && wr_str_equal (line->callee, name)) ||
        is_run (line->body, name) || is_run (line->other, name))
      return true;
  return false;
}

static bool is_mentioned (const struct printer *p, wr_str name) {
  uint32_t procedure = 1;
  for (const struct tiny_task *t = p->program->tasks; t; t = t->next, procedure++)
    if (has_goals (p, procedure) && is_run (t->body, name)) return true;
  return false;
}

void tiny_print (wr_buf *out, const struct tiny_program *program, const struct wr_prune *how) {
  struct printer p = {.out = out, .program = program, .how = how};
  uint32_t procedure = 1;
  for (const struct tiny_task *task = program->tasks; task; task = task->next, procedure++) {
    bool whole = !task->outside && (!how || !how->tidy || has_goals (&p, procedure));
    if (how && how->tidy && !whole && !is_mentioned (&p, task->name)) continue;
    wr_buf_print (out, "task %.*s(", WR_STR_ARGS (task->name));
    for (const struct tiny_expr *e = task->params; e; e = e->next)
      wr_buf_print (out, "%.*s%s", WR_STR_ARGS (e->text), e->next ? ", " : "");
    wr_buf_add (out, WR_LIT (")\n"));
    p.indent = 1;
    for (const struct tiny_line *c = task->clauses; c; c = c->next)
      condition (&p, c, c->kind == TINY_NEEDS ? "needs" : "gives", true, true);
    if (whole) lines (&p, task->body);
    p.indent = 0;
    start (&p, whole ? "end\n" : "outside\n");
  }
}
