/* Disturbed programs: the same declarations in another order, unique new names, and programs that are still well formed. */
#include "core/disturb.h"

#include "base/bitset.h"
#include "core/text.h"
#include "front/boogie/lower.h"
#include "tap.h"

static const char text[] =
    "type T; datatype List { Nil(), Cons(head: T, tail: List) }\n"
    "const unique a: T; const unique b: T; const unique c: T;\n"
    "function f(T): int; function {:bvbuiltin \"bvadd\"} add(bv8, bv8): bv8;\n"
    "axiom f(a) == 1; axiom f(b) == 2; axiom f(c) == 3; axiom f(a) > 0; axiom f(b) > 1;\n"
    "axiom (forall x: T :: {f(x)} f(x) > 0);\n"
    "var g: int where g > 0; var h: [T]int; var k: List;\n"
    "procedure P(l: List) modifies g, h, k; { var i: int where i > g; var j: bv8; var m: T;\n"
    "  g := f(a); h[m] := g; k := Cons(m, l); assert k->head == m; j := add(j, j); }\n";

struct program {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  wr_core *core;
};

static struct program load (const struct wr_disturb *how) {
  struct program p = {.arena = wr_arena_new (), .symbols = wr_interner_new ()};
  p.sources = wr_sources_new (p.arena);
  p.diags = wr_diags_new (p.arena);
  wr_sources_add (p.sources, WR_LIT ("disturb.bpl"), wr_str_of (text));
  struct bpl_program *tree = bpl_parse (p.arena, p.symbols, p.sources, p.diags);
  if (bpl_resolve (tree, p.diags) && bpl_typecheck (tree, p.diags))
    p.core = bpl_lower (tree, p.diags);
  if (p.core) wr_core_disturb (p.core, how);
  return p;
}

static void unload (struct program *p) {
  wr_core_free (p->core);
  wr_diags_free (p->diags);
  wr_sources_free (p->sources);
  wr_interner_free (p->symbols);
  wr_arena_free (p->arena);
}

static void test_shuffle (struct tap *tap) {
  struct program same = load (&(struct wr_disturb){0});
  uint32_t different = 0;
  bool complete = true;
  for (uint32_t seed = 1; seed <= 8; seed++) {
    struct program p = load (&(struct wr_disturb){.shuffle = seed});
    struct program again = load (&(struct wr_disturb){.shuffle = seed});
    wr_bitset seen = {0};
    bool moved = false;
    for (uint32_t i = 0; i < p.core->axioms.len; i++) {
      wr_bitset_set (&seen, p.core->axioms.data[i].label.ix, true);
      moved |= p.core->axioms.data[i].label.ix != same.core->axioms.data[i].label.ix;
      complete &= p.core->axioms.data[i].label.ix == again.core->axioms.data[i].label.ix;
    }
    for (uint32_t i = 0; i < same.core->axioms.len; i++)
      complete &= wr_bitset_has (&seen, same.core->axioms.data[i].label.ix);
    complete &= p.core->axioms.len == same.core->axioms.len;
    complete &= p.core->globals.len == same.core->globals.len;
    different += moved;
    wr_bitset_free (&seen);
    unload (&p);
    unload (&again);
  }
  OK (tap, complete, "every order has the same axioms, and a number selects one order");
  OK (tap, different >= 7, "most orders differ from that of the text");
  unload (&same);
}

static void test_rename (struct tap *tap) {
  struct program same = load (&(struct wr_disturb){0}),
                 p = load (&(struct wr_disturb){.rename = 3});
  bool fresh = true, unique = true, kept = true;
  for (uint32_t i = 1; i < p.core->funcs.len; i++) {
    wr_str now = wr_symbol_text (p.core->symbols, p.core->funcs.data[i].name);
    wr_str old = wr_symbol_text (same.core->symbols, same.core->funcs.data[i].name);
    bool builtin = p.core->funcs.data[i].kind == WR_FUNC_BUILTIN;
    if (builtin) kept &= wr_str_equal (now, old);
    if (!builtin) fresh &= !wr_str_equal (now, old);
    for (uint32_t k = 1; k < i; k++)
      unique &= p.core->funcs.data[i].name.ix != p.core->funcs.data[k].name.ix;
  }
  kept &= wr_str_equal (wr_symbol_text (p.core->symbols, p.core->procedures.data[0].name),
                        WR_LIT ("P"));
  OK (tap, fresh && unique, "functions have new names, each its own");
  OK (tap, kept, "functions of theories and procedures keep theirs");
  unload (&same);
  unload (&p);
}

static void test_formed (struct tap *tap) {
  for (uint32_t seed = 1; seed <= 3; seed++) {
    struct program p = load (&(struct wr_disturb){seed, seed});
    wr_buf why = {0};
    OK (tap, !wr_core_problem (p.core, &why),
        "a program that is disturbed in both ways is well formed");
    if (why.len) tap_show ("problem", wr_buf_str (&why));
    wr_buf_free (&why);
    unload (&p);
  }
}

int main (void) {
  struct tap tap = {0};
  test_shuffle (&tap);
  test_rename (&tap);
  test_formed (&tap);
  return tap_done (&tap);
}
