/* Programs whose goals are known to hold (P) or not (F), through flow, vc and both dialects of the text to
   solvers.  Goals in the order of the passive graph; a space between bodies. */
#include "../flow/little.h"
#include "ask.h"

struct test_case {
  const char *name, *want, *text;
};

static const struct test_case cases[] = {
#include "cases.def"
};
enum { CASES = sizeof cases / sizeof *cases };

static void ask_case (struct asker *a, struct little *l, wr_buf *shape) {
  ask_program (a, l->core, false);
  for (uint32_t i = 0; i < l->core->bodies.len; i++) {
    wr_passive *passive = wr_flow_run (l->core, i, NULL, l->arena);
    wr_vc *vc = wr_vc_build (l->core, passive, NULL, l->arena);
    ask_enter (a, vc);
    if (i && shape) wr_buf_add_char (shape, ' ');
    for (uint32_t g = 0; g < passive->goal_count; g++) {
      wr_smtlib_check (&a->text, vc, &(struct wr_smtlib_query){.goal = g});
      if (shape) wr_buf_add_char (shape, wr_vc_goal_is_trivial (vc, g) ? 'T' : '.');
    }
    ask_leave (a);
  }
}

static void test_solver (struct tap *t, struct asker *a, const char *name) {
  if (!asker_installed (a)) return;
  wr_buf shapes[CASES] = {0}, letters = {0};
  for (uint32_t i = 0; i < CASES; i++) {
    struct little l = little_read (cases[i].text);
    ask_case (a, &l, &shapes[i]);
    little_free (&l);
  }
  OK (t, ask_run (a, &letters), "%s runs", name);
  size_t at = 0;
  for (uint32_t i = 0; i < CASES; i++) {
    wr_buf got = {0};
    bool trivial_ok = true;
    for (size_t j = 0; j < shapes[i].len; j++) {
      char c = ' ';
      if (shapes[i].data[j] != ' ') c = at < letters.len ? letters.data[at++] : '?';
      wr_buf_add_char (&got, c);
      trivial_ok &= shapes[i].data[j] != 'T' || c == 'P';
    }
    SAME (t, wr_buf_str (&got), cases[i].want, cases[i].name);
    if (!trivial_ok) OK (t, false, "%s: a trivial goal is not proved", cases[i].name);
    wr_buf_free (&got);
    wr_buf_free (&shapes[i]);
  }
  OK (t, at == letters.len, "%s: an answer for every question", name);
  wr_buf_free (&letters);
  wr_buf_free (&a->text);
}

int main (void) {
  struct tap tap = {0};
  struct asker z3 = asker_z3 (), cvc5 = asker_cvc5 ();
  test_solver (&tap, &z3, "z3");
  test_solver (&tap, &cvc5, "cvc5");
  return tap_done (&tap);
}
