/* Tiny behind the interface of languages: the checks after parsing, and the user's words. */
#include "tiny.h"

static void *parse (const struct wr_front_input *in) { return tiny_parse (in); }

struct tiny_task *tiny_find (const struct tiny_program *program, wr_str name) {
  for (struct tiny_task *t = program->tasks; t; t = t->next)
    if (wr_str_equal (t->name, name)) return t;
  return NULL;
}

/* -- names and numbers of arguments ------------------------------------------------------------- */

struct checker {
  const struct tiny_program *program;
  const struct tiny_task *task;
  wr_diags *diags;
  bool types; /* the second phase */
};

static bool is_assigned (const struct tiny_line *line, wr_str name) {
  for (; line; line = line->next)
    if (wr_str_equal (line->target, name) || is_assigned (line->body, name) ||
        is_assigned (line->other, name))
      return true;
  return false;
}

static bool is_parameter (const struct tiny_task *task, wr_str name) {
  for (const struct tiny_expr *e = task->params; e; e = e->next)
    if (wr_str_equal (e->text, name)) return true;
  return false;
}

static void check_expr (const struct checker *c, const struct tiny_expr *e) {
  for (; e && !c->types; e = e->next) {
    if (e->left) check_expr (c, e->left);
    if (e->right) check_expr (c, e->right);
    bool known = e->op != TINY_NAME || wr_str_equal (e->text, WR_LIT ("result")) ||
                 is_parameter (c->task, e->text) || is_assigned (c->task->body, e->text);
    if (!known)
      wr_diag_add (c->diags, WR_CODE_UNDECLARED, e->span, "nothing is called %.*s here",
                   WR_STR_ARGS (e->text));
  }
}

static uint32_t length (const struct tiny_expr *e) { return e ? 1 + length (e->next) : 0; }

static void check_run (const struct checker *c, const struct tiny_line *line) {
  const struct tiny_task *callee = tiny_find (c->program, line->callee);
  if (!callee && !c->types)
    wr_diag_add (c->diags, WR_CODE_UNDECLARED_PROCEDURE, line->callee_span,
                 "no task is called %.*s", WR_STR_ARGS (line->callee));
  if (callee && c->types && length (callee->params) != length (line->expr))
    wr_diag_add (c->diags, WR_CODE_ARGUMENT_COUNT, line->span, "%.*s takes %u values",
                 WR_STR_ARGS (line->callee), length (callee->params));
}

static void check_lines (const struct checker *c, const struct tiny_line *line) {
  for (; line; line = line->next) {
    check_expr (c, line->expr);
    if (line->kind == TINY_RUN) check_run (c, line);
    if (c->types && line->target.len && is_parameter (c->task, line->target))
      wr_diag_add (c->diags, WR_CODE_ASSIGN_IMMUTABLE, line->target_span, "%.*s cannot change",
                   WR_STR_ARGS (line->target));
    check_lines (c, line->keeps);
    check_lines (c, line->body);
    check_lines (c, line->other);
  }
}

static bool check (const struct tiny_program *program, wr_diags *diags, bool types) {
  for (const struct tiny_task *task = program->tasks; task; task = task->next) {
    struct checker c = {program, task, diags, types};
    if (!types && tiny_find (program, task->name) != task)
      wr_diag_add (diags, WR_CODE_DUPLICATE, task->at, "another task has this name");
    check_lines (&c, task->clauses);
    check_lines (&c, task->body);
  }
  return wr_diags_errors (diags) == 0;
}

static bool resolve (void *tree, wr_diags *diags) { return check (tree, diags, false); }
static bool type (void *tree, wr_diags *diags) { return check (tree, diags, true); }

/* Conjuncts are the finest parts that Tiny has. */
static wr_core *lower (void *tree, enum wr_detail detail, wr_diags *diags) {
  (void)detail;
  (void)diags;
  return tiny_lower (tree);
}

static void dump (wr_buf *out, const void *tree, enum wr_load_phase after) {
  (void)after;
  tiny_print (out, tree, NULL);
}

static void prune (wr_buf *out, const void *tree, const struct wr_prune *how) {
  tiny_print (out, tree, how);
}

static wr_str procedure_at (const void *tree, wr_span at) {
  for (const struct tiny_task *t = ((const struct tiny_program *)tree)->tasks; t; t = t->next)
    if (t->span.file == at.file && t->span.begin <= at.begin && at.begin < t->span.end)
      return t->name;
  return WR_LIT ("");
}

/* -- words ------------------------------------------------------------------------------------- */

static const char *noun (enum wr_role role) {
  if (role == WR_ROLE_REQUIRES) return "need";
  if (role == WR_ROLE_INVARIANT_ASSUMED) return "keeps line";
  return NULL;
}

static const char *example (enum wr_code code) {
  return code == WR_CODE_UNNECESSARY_ASSUME ? "task P(n)\n  suppose n > 3\n  check n == n\nend"
                                            : NULL;
}

static bool removal (const wr_core *core, wr_label label, struct wr_edit *edit) {
  const struct wr_label_info *info = wr_label_info (&core->labels, label);
  *edit = info->conjuncts > 1 ? (struct wr_edit){info->span, "0 == 0", "Make this part empty"}
                              : (struct wr_edit){info->span, "", "Remove this line"};
  return true;
}

static const char *const extensions[] = {".tiny", NULL};

const struct wr_front tiny_front = {
    .name = "tiny",
    .title = "Tiny",
    .fence = "tiny",
    .extensions = extensions,
    .parse = parse,
    .resolve = resolve,
    .type = type,
    .lower = lower,
    .dump = dump,
    .prune = prune,
    .procedure_at = procedure_at,
    .silencer = "ok CODE",
    .contradiction = "absurd",
    .dead = "check 0 == 1",
    .noun = noun,
    .example = example,
    .removal = removal,
};
