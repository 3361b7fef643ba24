/* From lines to a tree. */
#include "tiny.h"

#include <ctype.h>
#include <string.h>

struct parser {
  struct tiny_program *program;
  wr_diags *diags;
  uint32_t file, at, begin, end,
      last;           /* begin, end: the token; last: the end of the one before it */
  wr_str text, token; /* empty: the end of a line, or of the file */
  bool done, failed;
};

static void advance (struct parser *p) {
  const char *text = p->text.ptr;
  size_t len = p->text.len;
  p->last = p->end;
  while (p->at < len && (text[p->at] == ' ' || text[p->at] == '\t')) p->at++;
  if (p->at < len && text[p->at] == '#')
    while (p->at < len && text[p->at] != '\n') p->at++;
  if (p->failed) p->at = (uint32_t)len;
  p->begin = p->at;
  p->done = p->at >= len;
  if (p->done || text[p->at] == '\n') {
    if (!p->done) p->at++;
    p->token = (wr_str){0};
    p->end = p->begin;
    return;
  }
  if (isalnum ((unsigned char)text[p->at]))
    while (p->at < len && (isalnum ((unsigned char)text[p->at]) || text[p->at] == '_')) p->at++;
  else
    p->at += p->at + 1 < len && text[p->at + 1] == '=' && strchr ("<>=!", text[p->at]) ? 2 : 1;
  p->end = p->at;
  p->token = (wr_str){text + p->begin, p->end - p->begin};
}

static bool is (const struct parser *p, const char *word) {
  return wr_str_equal (p->token, wr_str_of (word));
}

static wr_span here (const struct parser *p) { return (wr_span){p->file, p->begin, p->end}; }

static void fail (struct parser *p, const char *wanted) {
  if (!p->failed) wr_diag_add (p->diags, WR_CODE_SYNTAX, here (p), "expected %s", wanted);
  p->failed = p->done = true;
  p->token = (wr_str){0};
}

static bool accept (struct parser *p, const char *word) {
  if (!is (p, word)) return false;
  advance (p);
  return true;
}

static void expect (struct parser *p, const char *word) {
  if (!accept (p, word)) fail (p, word);
}

static void skip_empty (struct parser *p) {
  while (!p->done && !p->token.len) advance (p);
}

static void end_line (struct parser *p) {
  if (p->token.len) fail (p, "the end of the line");
  skip_empty (p);
}

static wr_str name (struct parser *p, wr_span *span) {
  wr_str token = p->token;
  *span = here (p);
  if (!token.len || !isalpha ((unsigned char)token.ptr[0])) fail (p, "a name");
  advance (p);
  return token;
}

/* -- expressions ------------------------------------------------------------------------------- */

static struct tiny_expr *make (struct parser *p, enum tiny_op op, struct tiny_expr *left,
                               struct tiny_expr *right) {
  struct tiny_expr *e = WR_NEW (p->program->arena, struct tiny_expr, 1);
  *e = (struct tiny_expr){.op = op, .left = left, .right = right};
  if (left) e->span = (wr_span){p->file, left->span.begin, right->span.end};
  return e;
}

static struct tiny_expr *atom (struct parser *p) {
  bool number = p->token.len && isdigit ((unsigned char)p->token.ptr[0]);
  struct tiny_expr *e = make (p, number ? TINY_NUMBER : TINY_NAME, NULL, NULL);
  e->text = p->token;
  e->span = here (p);
  if (number)
    advance (p);
  else
    e->text = name (p, &e->span);
  return e;
}

static struct tiny_expr *sum (struct parser *p) {
  struct tiny_expr *e = atom (p);
  while (is (p, "+") || is (p, "-")) {
    enum tiny_op op = is (p, "+") ? TINY_ADD : TINY_SUB;
    advance (p);
    e = make (p, op, e, atom (p));
  }
  return e;
}

static struct tiny_expr *relation (struct parser *p) {
  static const char *const words[] = {"<", "<=", "==", "!=", ">=", ">"};
  struct tiny_expr *left = sum (p);
  for (uint32_t i = 0; i < 6; i++)
    if (accept (p, words[i])) return make (p, TINY_LT + i, left, sum (p));
  fail (p, "a comparison");
  return left;
}

static struct tiny_expr *list (struct parser *p, struct tiny_expr *(*one) (struct parser *p)) {
  struct tiny_expr *first = NULL, **end = &first;
  expect (p, "(");
  while (!p->done && !is (p, ")")) {
    *end = one (p);
    end = &(*end)->next;
    if (!is (p, ")")) expect (p, ",");
  }
  expect (p, ")");
  return first;
}

/* -- lines ------------------------------------------------------------------------------------- */

static void condition (struct parser *p, struct tiny_line *line) {
  struct tiny_expr **end = &line->expr;
  do {
    *end = relation (p);
    end = &(*end)->next;
  } while (accept (p, "and"));
  line->span.end = p->last;
  line->mark = here (p);
  if (accept (p, "absurd")) line->absurd = true;
  if (is (p, "ok")) { /* a code is everything up to the end of the line */
    uint32_t begin = p->end + 1;
    while (p->token.len) advance (p);
    line->mark.end = p->last;
    line->ok = (wr_str){p->text.ptr + begin, p->last - begin};
  }
}

static struct tiny_line *lines (struct parser *p);

static void block (struct parser *p, struct tiny_line *line) {
  if (!accept (p, "any")) line->expr = relation (p);
  line->span.end = p->last;
  end_line (p);
  struct tiny_line **end = &line->keeps;
  while (line->kind == TINY_REPEAT && is (p, "keeps")) {
    *end = WR_NEW (p->program->arena, struct tiny_line, 1);
    **end = (struct tiny_line){.kind = TINY_KEEPS, .span = here (p)};
    advance (p);
    condition (p, *end);
    end_line (p);
    end = &(*end)->next;
  }
  line->body = lines (p);
  line->has_other = line->kind == TINY_IF && accept (p, "else");
  if (line->has_other) {
    end_line (p);
    line->other = lines (p);
  }
  expect (p, "end");
}

static void assignment (struct parser *p, struct tiny_line *line) {
  line->target = name (p, &line->target_span);
  expect (p, "=");
  line->kind = TINY_ASSIGN;
  if (accept (p, "run")) {
    line->kind = TINY_RUN;
    line->callee = name (p, &line->callee_span);
    line->expr = list (p, sum);
  } else if (!accept (p, "any")) {
    line->expr = sum (p);
  }
  line->span.end = p->last;
}

static struct tiny_line *line_of (struct parser *p) {
  static const struct {
    const char *word;
    enum tiny_kind kind;
  } words[] = {{"suppose", TINY_SUPPOSE}, {"check", TINY_CHECK}, {"if", TINY_IF},
               {"repeat", TINY_REPEAT},   {"needs", TINY_NEEDS}, {"gives", TINY_GIVES}};
  struct tiny_line *line = WR_NEW (p->program->arena, struct tiny_line, 1);
  *line = (struct tiny_line){.kind = TINY_ASSIGN, .span = here (p)};
  for (uint32_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (!accept (p, words[i].word)) continue;
    line->kind = words[i].kind;
    if (line->kind == TINY_IF || line->kind == TINY_REPEAT)
      block (p, line);
    else
      condition (p, line);
    end_line (p);
    return line;
  }
  assignment (p, line);
  end_line (p);
  return line;
}

static struct tiny_line *lines (struct parser *p) {
  struct tiny_line *first = NULL, **end = &first;
  while (!p->done && !is (p, "end") && !is (p, "else")) {
    *end = line_of (p);
    end = &(*end)->next;
  }
  return first;
}

static struct tiny_task *task (struct parser *p) {
  struct tiny_task *task = WR_NEW (p->program->arena, struct tiny_task, 1);
  *task = (struct tiny_task){.span = here (p)};
  expect (p, "task");
  task->name = name (p, &task->at);
  task->params = list (p, atom);
  end_line (p);
  struct tiny_line **end = &task->clauses;
  while (is (p, "needs") || is (p, "gives")) {
    *end = line_of (p);
    end = &(*end)->next;
  }
  task->end = here (p);
  task->outside = accept (p, "outside");
  if (!task->outside) {
    task->body = lines (p);
    task->end = here (p);
    expect (p, "end");
  }
  task->span.end = p->last;
  end_line (p);
  return task;
}

struct tiny_program *tiny_parse (const struct wr_front_input *in) {
  struct tiny_program *program = WR_NEW (in->arena, struct tiny_program, 1);
  *program = (struct tiny_program){in->arena, in->symbols, in->sources, NULL};
  struct tiny_task **end = &program->tasks;
  for (uint32_t file = 1; file <= wr_sources_count (in->sources); file++) {
    struct parser p = {.program = program, .diags = in->diags, .file = file};
    p.text = wr_source_text (in->sources, file);
    advance (&p);
    skip_empty (&p);
    while (!p.done) {
      *end = task (&p);
      end = &(*end)->next;
    }
  }
  return program;
}
