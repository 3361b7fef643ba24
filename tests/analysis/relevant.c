/* Which axioms a procedure can use, by their triggers. */
#include "analysis/relevant.h"
#include "base/str.h"
#include "front/boogie/lower.h"
#include "tap.h"

/* Axioms have names in the order of the text: a, b, ... */
static const char *const programs[][3] = {
    {"function f(int): int; axiom (forall i: int :: {f(i)} f(i) > i); procedure P() { assert f(1) "
     "> 0; }",
     "a", "its trigger is there"},
    {"function f(int): int; axiom (forall i: int :: {f(i)} f(i) > i); procedure P() { assert 1 > "
     "0; }",
     "", "it is not"},
    {"function f(int): int; function g(int): int; axiom (forall i: int :: {f(i)} f(i) == g(i));\n"
     "axiom (forall i: int :: {g(i)} g(i) > 0); procedure P() { assert f(1) > 0; }",
     "ab", "one brings what another waits for"},
    {"function f(int): int; function g(int): int; axiom (forall i: int :: {f(i), g(i)} f(i) == "
     "g(i));\n"
     "procedure P() { assert f(1) > 0; }",
     "", "a part of a trigger is not enough"},
    {"function f(int): int; function g(int): int; axiom (forall i: int :: {f(i)} {g(i)} f(i) == "
     "g(i));\n"
     "procedure P() { assert f(1) > 0; }",
     "a", "one of two triggers is"},
    {"const c: int; axiom c > 0; procedure P() { assert 1 > 0; }", "a",
     "what has no trigger is always in"},
    {"axiom true; axiom 1 < 2 && true; procedure P() { assert 1 > 0; }", "b", "true is no fact"},
    {"const c: int; function f(int): int; function g(int): int; axiom c > 0 ==> (forall i: int :: "
     "{f(i)} f(i) == g(i));\n"
     "axiom (forall i: int :: {g(i)} g(i) > 0); procedure P() { assert c > 0; }",
     "", "under a condition it waits for its trigger too"},
    {"const c: int; function f(int): int; function g(int): int; axiom g(c) > 0 ==> c < 9 ==> "
     "(forall i: int :: {f(i)} f(i) > 0);\n"
     "axiom (forall i: int :: {g(i)} g(i) > 0); procedure P() { assert f(1) > 0; }",
     "ab", "and brings the condition"},
    {"const c: int; function f(int): int; axiom c > 0 || (forall i: int :: {f(i)} f(i) > 0);\n"
     "procedure P() { assert c > 0; }",
     "a", "other connectives are not looked into"},
    {"function f(int): int; function g(int): int; function h(int): int;\n"
     "axiom (forall i: int :: {f(i)} f(i) > 0) && (forall i: int :: {g(i)} g(i) > h(i));\n"
     "axiom (forall i: int :: {h(i)} h(i) > 0); procedure P() { assert f(1) > 0; } procedure Q() { "
     "assert g(1) > 0; }",
     "a ab", "each conjunct brings its own"},
    {"const c: int; function f(int): int; function g(int): int; function h(int): int;\n"
     "axiom c > 0 ==> (forall i: int :: {f(i)} f(i) > 0) && (h(c) > 0 ==> (forall i: int :: {g(i)} "
     "g(i) > 0));\n"
     "axiom (forall i: int :: {h(i)} h(i) > 0); procedure P() { assert f(1) > 0; } procedure Q() { "
     "assert g(1) > 0; }",
     "a ab", "and its own conditions"},
    {"type Set _; function Size<T>(Set T): int; function Of<T>(T): Set T; function k(int): bool;\n"
     "axiom (forall<T> x: T :: {Of(x)} Size(Of(x)) == 1 && (k(1) ==> k(Size(Of(x)))));\n"
     "axiom (forall i: int :: {k(i)} k(i)); procedure P() { assert k(1); } procedure Q() { assert "
     "Size(Of(true)) > 0; }",
     "b ab", "an instance for a type that is not used brings nothing"},
};

static void run (struct tap *tap, const char *const *row) {
  wr_arena *arena = wr_arena_new ();
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  wr_buf got = {0};
  wr_sources_add (sources, WR_LIT ("relevant.bpl"), wr_str_of (row[0]));
  struct bpl_program *program = bpl_parse (arena, symbols, sources, diags);
  wr_core *core = bpl_resolve (program, diags) && bpl_typecheck (program, diags)
                      ? bpl_lower (program, diags)
                      : NULL;
  if (OK (tap, core, "lowered")) {
    wr_core *extension = wr_core_extend (core, arena);
    wr_relevance *relevance = wr_relevance_new (extension, arena);
    for (uint32_t b = 0; b < core->bodies.len; b++) {
      wr_bitset in = {0};
      if (b) wr_buf_add_char (&got, ' ');
      wr_relevant_axioms (relevance, wr_flow_run (extension, b, NULL, arena), &in);
      for (uint32_t i = 0; i < core->axioms.len; i++)
        if (wr_bitset_has (&in, core->axioms.data[i].label.ix))
          wr_buf_add_char (&got, (char)('a' + i));
      wr_bitset_free (&in);
    }
    wr_relevance_free (relevance);
    SAME (tap, wr_buf_str (&got), row[1], row[2]);
    wr_core_free (core);
  }
  wr_buf_free (&got);
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
}

int main (void) {
  struct tap tap = {0};
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) run (&tap, programs[i]);
  return tap_done (&tap);
}
