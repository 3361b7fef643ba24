/* What the labels of a program that Dafny printed record: who wrote an element, and of what it is a copy. */
#include "front/boogie/lower.h"
#include "tap.h"

static const char method[] =
    "type ref; const null: ref; function f#canCall(x: int): bool; function f(x: int): bool;\n"
    "var $Heap: int where f($Heap);\n"
    "procedure $Prelude(); ensures $Heap == 0;\n"
    "procedure CheckWellFormed$$_module.M(n: int);\n"
    "free requires f(n);\n"
    "procedure Impl$$_module.M(n: int) returns (r: int, $rhs: int);\n"
    "requires f(n);\n"
    "implementation Impl$$_module.M(n: int) returns (r: int, $rhs: int)\n{\n"
    "  // ----- assume statement ----- M.dfy(3,5)\n"
    "  assume true;\n"
    "  assume n > 1;\n"
    "  // ----- assignment statement ----- M.dfy(4,5)\n"
    "  assume true;\n"
    "  r := n;\n"
    "  $rhs := n;\n"
    "  // ----- assume lhs ----- M.dfy(5,5)\n"
    "  assume n > 2;\n"
    "  // ----- assert statement ----- M.dfy(6,5)\n"
    "  assume f#canCall(n);\n"
    "  assert n > 3;\n"
    "  assert n != 4;\n"
    "}\n"
    "procedure Call$$K(n: int) returns (r: int); requires f(n); ensures r > n; free ensures f(r);\n"
    "procedure Impl$$K(n: int) returns (r: int); free requires n == 7; requires f(n); ensures r > "
    "n;\n"
    "implementation Impl$$K(n: int) returns (r: int) { r := n + 1; }\n"
    "procedure Call$$More(n: int) returns (r: int); requires f(n); ensures r > n;\n"
    "procedure Impl$$More(n: int) returns (r: int); requires f(n); requires n > 5; ensures r > n;\n"
    "implementation Impl$$More(n: int) returns (r: int) { r := n + 1; }\n"
    "procedure Call$$Other(n: int) returns (r: int); ensures r > n;\n"
    "procedure Impl$$Other(n: int) returns (r: int); ensures r >= n; free ensures r > n;\n"
    "implementation Impl$$Other(n: int) returns (r: int) { r := n + 1; }\n"
    "procedure Call$$Open(n: int) returns (r: int); ensures r > n;\n"
    "procedure Impl$$Open(n: int) returns (r: int); ensures r > n;\n";

struct program {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  wr_core *core;
};

/* With a prelude of so many axioms. */
static struct program load (uint32_t axioms) {
  struct program p = {.arena = wr_arena_new (), .symbols = wr_interner_new ()};
  wr_buf text = {0};
  wr_buf_add (&text, wr_str_of (method));
  for (uint32_t i = 0; i < axioms; i++) wr_buf_print (&text, "axiom %u < %u;\n", i, i + 1);
  p.sources = wr_sources_new (p.arena);
  p.diags = wr_diags_new (p.arena);
  wr_sources_add (p.sources, WR_LIT ("M.bpl"), wr_str_keep (p.arena, wr_buf_str (&text)));
  struct bpl_program *program = bpl_parse (p.arena, p.symbols, p.sources, p.diags);
  if (!wr_diags_errors (p.diags) && bpl_resolve (program, p.diags) &&
      bpl_typecheck (program, p.diags))
    p.core = bpl_lower (program, p.diags);
  wr_buf_free (&text);
  return p;
}

static void drop (struct program *p) {
  wr_core_free (p->core);
  wr_diags_free (p->diags);
  wr_sources_free (p->sources);
  wr_interner_free (p->symbols);
  wr_arena_free (p->arena);
}

/* The label of the text; `free` tells clauses with the same text apart. */
static wr_label find (const struct program *p, const char *text, bool free) {
  wr_str all = wr_source_text (p->sources, 1);
  for (uint32_t i = 1; i < p->core->labels.infos.len; i++) {
    const struct wr_label_info *info = &p->core->labels.infos.data[i];
    wr_str own = {all.ptr + info->span.begin, info->span.end - info->span.begin};
    if (info->free == free && wr_str_equal (own, wr_str_of (text))) return (wr_label){i};
  }
  return (wr_label){0};
}

static bool is_by (const struct program *p, const char *text, enum wr_author author) {
  wr_label label = find (p, text, false);
  return label.ix && wr_label_info (&p->core->labels, label)->author == author;
}

/* The procedure whose body proves a postcondition of this one; "": none. */
static wr_str prover (const struct program *p, const char *name, uint32_t clause) {
  const wr_core *core = p->core;
  for (uint32_t i = 0; i < core->procedures.len; i++) {
    const struct wr_procedure *procedure = &core->procedures.data[i];
    if (!wr_str_equal (wr_symbol_text (p->symbols, procedure->name), wr_str_of (name))) continue;
    wr_label proof =
        wr_label_info (&core->labels, procedure->ensures.data[clause].label)->proved_as;
    if (!proof.ix) return WR_LIT ("");
    uint32_t owner = wr_label_info (&core->labels, proof)->procedure;
    return wr_symbol_text (p->symbols, core->procedures.data[owner - 1].name);
  }
  return WR_LIT ("there is no such procedure");
}

static void test_proofs (struct tap *t, const struct program *p, const struct program *small) {
  OK (t, wr_str_equal (prover (p, "Call$$K", 0), WR_LIT ("Impl$$K")),
      "what callers see is proved by the procedure with the body");
  OK (t, !prover (p, "Call$$K", 1).len, "but not what is free");
  OK (t, !prover (p, "Call$$More", 0).len, "not if the body assumes more than callers prove");
  OK (t, !prover (p, "Call$$Other", 0).len, "not if the body proves something else");
  OK (t, !prover (p, "Call$$Open", 0).len, "not if there is no body");
  OK (t, !prover (small, "Call$$K", 0).len, "not in a program that nobody generated");
}

int main (void) {
  struct tap t = {0};
  struct program p = load (51), small = load (50);
  if (!OK (&t, p.core && small.core, "the programs are lowered")) return tap_done (&t);
  OK (&t, is_by (&p, "assume n > 1;", WR_AUTHOR_USER), "an assumption of the user");
  OK (&t, is_by (&p, "assume f#canCall(n);", WR_AUTHOR_TOOL), "an assumption about a function");
  OK (&t, is_by (&p, "assume n > 2;", WR_AUTHOR_TRANSLATED), "a step of a calculation");
  OK (&t, is_by (&p, "assert n > 3;", WR_AUTHOR_USER), "an assertion of the user");
  OK (&t, is_by (&p, "r := n;", WR_AUTHOR_USER), "an assignment of the user");
  OK (&t, is_by (&p, "$rhs := n;", WR_AUTHOR_TOOL), "an assignment to a variable of Dafny");
  OK (&t, is_by (&p, "axiom 1 < 2;", WR_AUTHOR_TOOL), "an axiom of the prelude");
  OK (&t, is_by (&p, "ensures $Heap == 0;", WR_AUTHOR_TOOL), "a contract of the prelude");
  OK (&t, is_by (&p, "f($Heap)", WR_AUTHOR_TOOL), "a where clause of a global variable");
  wr_label clause = find (&p, "requires f(n);", false),
           copy = find (&p, "free requires f(n);", true);
  const struct wr_label_info *info = wr_label_info (&p.core->labels, copy);
  OK (&t, clause.ix && copy.ix && info->copy_count == 1 && info->copy_of[0].ix == clause.ix,
      "a free clause repeats one that is checked");
  OK (&t, is_by (&small, "axiom 1 < 2;", WR_AUTHOR_USER), "a few axioms are no prelude");
  OK (&t, is_by (&small, "$rhs := n;", WR_AUTHOR_USER), "and then everything is the user's");
  info = wr_label_info (&small.core->labels, find (&small, "free requires f(n);", true));
  OK (&t, info->copy_count == 0, "and there are no copies");
  test_proofs (&t, &p, &small);
  drop (&p);
  drop (&small);
  return tap_done (&t);
}
