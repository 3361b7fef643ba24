/* Small Boogie programs with known verdicts, from their text to two solvers: where a wrong "verified" was found once, and
   what stands around it.  What is wanted is one letter per goal, P proved and F not, in the order of the passive graph,
   with a space between bodies; or the codes of the diagnostics: `!` before an error, `~` before a warning. */
#include "../vc/ask.h"
#include "flow/flow.h"
#include "front/boogie/lower.h"

struct test_case {
  const char *name, *want, *text;
};

static const struct test_case cases[] = {
#include "code.def"
#include "float.def"
#include "lines.def"
#include "measure.def"
#include "number.def"
#include "logic.def"
#include "map.def"
#include "control.def"
#include "contract.def"
};
enum { CASES = sizeof cases / sizeof *cases };

/* What is known before the solver is asked: diagnostics, and `.` for each goal. */
static void add_diags (wr_buf *shape, const wr_diags *diags) {
  for (uint32_t i = 0; i < wr_diags_count (diags); i++) {
    const struct wr_code_info *code = wr_code_info (wr_diags_at (diags, i)->code);
    wr_buf_print (shape, "%c%s ", code->severity == WR_ERROR ? '!' : '~', code->slug);
  }
}

static void ask_bodies (struct asker *a, wr_core *core, wr_arena *arena, wr_buf *shape) {
  ask_program (a, core, false);
  for (uint32_t i = 0; i < core->bodies.len; i++) {
    wr_passive *passive = wr_flow_run (core, i, NULL, arena);
    wr_vc *vc = wr_vc_build (core, passive, NULL, arena);
    ask_enter (a, vc);
    if (i) wr_buf_add_char (shape, ' ');
    for (uint32_t g = 0; g < passive->goal_count; g++) {
      wr_smtlib_check (&a->text, vc, &(struct wr_smtlib_query){.goal = g});
      wr_buf_add_char (shape, '.');
    }
    ask_leave (a);
  }
}

static void ask_case (struct asker *a, const char *text, wr_buf *shape) {
  wr_arena *arena = wr_arena_new ();
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  wr_sources_add (sources, WR_LIT ("a.bpl"), wr_str_of (text));
  struct bpl_program *program = bpl_parse (arena, symbols, sources, diags);
  bool ok =
      !wr_diags_errors (diags) && bpl_resolve (program, diags) && bpl_typecheck (program, diags);
  wr_core *core = ok ? bpl_lower (program, diags) : NULL;
  add_diags (shape, diags);
  if (core) ask_bodies (a, wr_core_extend (core, arena), arena, shape);
  wr_core_free (core);
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
}

static void test_solver (struct tap *t, struct asker *a, const char *name) {
  if (!asker_installed (a)) return;
  wr_buf shapes[CASES] = {0}, letters = {0};
  for (uint32_t i = 0; i < CASES; i++) ask_case (a, cases[i].text, &shapes[i]);
  OK (t, ask_run (a, &letters), "%s runs", name);
  size_t at = 0;
  for (uint32_t i = 0; i < CASES; i++) {
    wr_str shape = wr_buf_str (&shapes[i]);
    while (shape.len && shape.ptr[shape.len - 1] == ' ') shape.len--;
    wr_buf got = {0};
    for (size_t j = 0; j < shape.len; j++) {
      char c = shape.ptr[j];
      wr_buf_add_char (&got, c != '.' ? c : at < letters.len ? letters.data[at++] : '?');
    }
    wr_buf title = {0};
    wr_buf_print (&title, "%s: %s", name, cases[i].name);
    SAME (t, wr_buf_str (&got), cases[i].want, wr_buf_text (&title));
    wr_buf_free (&title);
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
