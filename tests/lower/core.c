/* What small programs become in core: each case names a text that the dump of core must hold, or, with a
   leading '!', must not hold.  A case whose program cannot be lowered names the diagnostic. */
#include "core/text.h"
#include "front/boogie/lower.h"
#include "tap.h"

struct result {
  wr_arena *arena;
  wr_buf text; /* core, then one line per diagnostic */
};

static void lower (struct result *r, const char *program_text, bool fine) {
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (r->arena);
  wr_diags *diags = wr_diags_new (r->arena);
  wr_sources_add (sources, WR_LIT ("a.bpl"), wr_str_of (program_text));
  struct bpl_program *program = bpl_parse (r->arena, symbols, sources, diags);
  bool ok =
      !wr_diags_errors (diags) && bpl_resolve (program, diags) && bpl_typecheck (program, diags);
  wr_core *core = !ok ? NULL : fine ? bpl_lower_fine (program, diags) : bpl_lower (program, diags);
  if (core) wr_core_print (&r->text, core);
  for (uint32_t i = 0; i < wr_diags_count (diags); i++) {
    const wr_diag *d = wr_diags_at (diags, i);
    wr_buf_print (&r->text, "%s: %.*s\n", wr_code_info (d->code)->slug, WR_STR_ARGS (d->message));
  }
  wr_core_free (core);
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
}

static void check (struct tap *tap, const char *name, const char *program, const char *want,
                   bool fine) {
  struct result r = {.arena = wr_arena_new ()};
  lower (&r, program, fine);
  bool absent = want[0] == '!';
  bool found = strstr (wr_buf_text (&r.text), want + absent) != NULL;
  if (!OK (tap, found != absent, "%s", name)) {
    tap_show ("program", wr_str_of (program));
    tap_show ("wanted", wr_str_of (want));
    tap_show ("got", wr_buf_str (&r.text));
  }
  wr_buf_free (&r.text);
  wr_arena_free (r.arena);
}

static const struct {
  const char *name, *program, *want;
} cases[] = {
#include "cases.def"
};

/* With finer labels. */
static const struct {
  const char *name, *program, *want;
} fine_cases[] = {
    {"below an implication", "procedure P(a: bool, b: bool, c: bool); requires a ==> b && c;",
     "(requires L2 (implies a c))"},
    {"the place of a part is where it differs",
     "procedure P(a: bool, b: bool, c: bool); requires a ==> b && c;",
     "(label L2 requires explicit 1:60-61"},
    {"below a disjunction", "procedure P(a: bool, b: bool, c: bool); requires (b && c) || a;",
     "(requires L2 (or c a))"},
    {"below a quantifier, with its triggers",
     "function f(i: int): int; procedure P(); requires (forall i: int :: {f(i)} f(i) > 0 && f(i) < "
     "9);",
     "(forall ((i int 1:57-58)) (trigger (f i)) (lt (f i) 9))"},
    {"an equivalence stays whole",
     "procedure P(a: bool, b: bool, c: bool); requires a <==> b && c;",
     "(requires L1 (iff a (and b c)))"},
    {"is the left side ever true", "procedure P(a: bool, b: bool) requires a ==> b; { }",
     "forget (not a)"},
    {"does the right side hold alone", "procedure P(a: bool, b: bool) { assert a ==> b; }",
     "forget b)"},
    {"not of an assumption", "procedure P(a: bool, b: bool) { assume a ==> b; }", "!forget b)"},
    {"what is around a left side stays",
     "procedure P(a: bool, b: bool, c: bool) { assume a ==> b ==> c; }",
     "forget (implies a (not b))"},
    {"of all values",
     "procedure P(m: [int]bool, b: bool) { assume (forall i: int :: m[i] ==> b); }",
     "(not (select m i))"},
    {"sides of a disjunction", "procedure P(a: bool, b: bool) { assert a || b; }", "forget a)"},
    {"nothing is asked about free clauses",
     "procedure P(a: bool, b: bool) free requires a ==> b; { }", "!forget"},
    {"where an assertion may be the invariant of a loop, its left side",
     "procedure P(a: bool, b: bool) { L: assert a ==> b; goto L; }", "forget (not a)"},
    {"but not whether it is needed", "procedure P(a: bool, b: bool) { L: assert a ==> b; goto L; }",
     "!forget b)"},
    {"nor whether its sides are", "procedure P(a: bool, b: bool) { L: assert a || b; goto L; }",
     "!forget"},
};

int main (void) {
  struct tap tap = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    check (&tap, cases[i].name, cases[i].program, cases[i].want, false);
  }
  for (size_t i = 0; i < sizeof fine_cases / sizeof *fine_cases; i++) {
    check (&tap, fine_cases[i].name, fine_cases[i].program, fine_cases[i].want, true);
  }
  return tap_done (&tap);
}
