/* Automatic triggers: which sets of terms a quantifier gets. */
#include "check.h"

static void print_term (wr_buf *out, const struct check_run *run, const vpr_expr *e) {
  wr_str text = wr_source_text (run->sources, 1);
  if (e->kind == VPR_EXPR_OLD) wr_buf_print (out, "old:");
  while (e->kind == VPR_EXPR_OLD) e = e->args.data[0];
  wr_buf_add (out, (wr_str){text.ptr + e->span.begin, e->span.end - e->span.begin});
}

static void print_triggers (wr_buf *out, const struct check_run *run, const vpr_expr *quantifier) {
  for (uint32_t i = 0; i < quantifier->triggers.len; i++) {
    const struct vpr_trigger *t = &quantifier->triggers.data[i];
    wr_buf_add_char (out, '{');
    for (uint32_t j = 0; j < t->exprs.len; j++) {
      if (j) wr_buf_print (out, ", ");
      print_term (out, run, t->exprs.data[j]);
    }
    wr_buf_add_char (out, '}');
  }
}

struct trigger_case {
  const char *name, *quantifier, *want;
};

static const struct trigger_case cases[] = {
    {"one term", "forall i: Int :: p(i)", "{p(i)}"},
    {"each term is a trigger", "forall i: Int :: p(i) ==> q(i, 1)", "{p(i)}{q(i, 1)}"},
    {"the smaller term", "forall i: Int :: p(f(i))", "{f(i)}"},
    {"two terms for two variables", "forall i: Int, j: Int :: p(i) ==> p(j)", "{p(i), p(j)}"},
    {"one term for two variables", "forall i: Int, j: Int :: q(i, j)", "{q(i, j)}"},
    {"minimal sets", "forall i: Int, j: Int :: q(i, j) ==> p(i)", "{q(i, j)}"},
    {"a term stands once", "forall i: Int :: p(i) ==> p(i)", "{p(i)}"},
    {"arithmetic is no part of a term", "forall i: Int :: p(i + 1) ==> p(i)", "{p(i)}"},
    {"collections", "forall i: Int :: i in Set(1) ==> Seq(1)[i] == 1", "{i in Set(1)}{Seq(1)[i]}"},
    {"variables of inner quantifiers", "forall i: Int :: (exists j: Int :: q(i, j)) ==> p(i)",
     "{p(i)}"},
    {"old", "forall i: Int :: old(p(i))", "{old:p(i)}"},
    {"given triggers stay", "forall i: Int :: {p(i)} f(i) == 1", "{p(i)}"},
};

int main (void) {
  struct tap tap = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    wr_buf text = {0}, got = {0};
    wr_buf_print (&text,
                  "function f(i: Int): Int function p(i: Int): Bool function q(i: Int, j: Int): "
                  "Bool method m() { assert %s }",
                  cases[i].quantifier);
    struct check_run run = check_start (wr_buf_str (&text));
    const vpr_decl *last = run.program->decls.data[run.program->decls.len - 1];
    if (run.ok)
      print_triggers (&got, &run, last->body.data[0]->value);
    else
      check_list (&got, &run);
    if (!SAME (&tap, wr_buf_str (&got), cases[i].want, cases[i].name))
      tap_show ("program", wr_buf_str (&text));
    check_end (&run);
    wr_buf_free (&got);
    wr_buf_free (&text);
  }
  static const struct check_case none[] = {
      {"no term", "method m() {\n assert forall i: Int :: i > 0 }", "no-trigger:2"}};
  CHECK_ALL (&tap, none);
  return tap_done (&tap);
}
