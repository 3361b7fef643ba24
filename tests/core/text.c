/* The text form: printing and reading back is the identity; errors have positions. */
#include "core/text.h"
#include "fixture.h"

struct reading {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  wr_core *core;
};

/* File 1 is a text for spans to point into; file 2 is read. */
static struct reading reading_new (wr_str text) {
  struct reading r = {.arena = wr_arena_new (), .symbols = wr_interner_new ()};
  r.sources = wr_sources_new (r.arena);
  r.diags = wr_diags_new (r.arena);
  char user[400];
  memset (user, 'x', sizeof user);
  wr_sources_add (r.sources, WR_LIT ("a.bpl"), (wr_str){user, sizeof user});
  wr_sources_add (r.sources, WR_LIT ("text"), text);
  r.core = wr_core_read (r.arena, r.symbols, r.sources, 2, r.diags);
  return r;
}

static void reading_free (struct reading *r) {
  wr_core_free (r->core);
  wr_diags_free (r->diags);
  wr_sources_free (r->sources);
  wr_interner_free (r->symbols);
  wr_arena_free (r->arena);
}

static void show_errors (const struct reading *r) {
  for (uint32_t i = 0; i < wr_diags_count (r->diags); i++) {
    const wr_diag *diag = wr_diags_at (r->diags, i);
    printf ("# %u-%u: %.*s\n", diag->at.begin, diag->at.end, WR_STR_ARGS (diag->message));
  }
}

/* The text is what the printer writes. */
static void same (struct tap *t, wr_str text, const char *name) {
  struct reading r = reading_new (text);
  if (!OK (t, r.core != NULL, "%s is read", name)) {
    show_errors (&r);
  } else {
    wr_buf out = {0};
    wr_core_print (&out, r.core);
    tap_same (t, wr_buf_str (&out), text, __FILE__, __LINE__, name);
    wr_buf_free (&out);
    wr_core_check (r.core);
  }
  reading_free (&r);
}

/* After printing once, the text stays. */
static void stable (struct tap *t, const char *text, const char *name) {
  struct reading r = reading_new (wr_str_of (text));
  if (!OK (t, r.core != NULL, "%s is read", name)) {
    show_errors (&r);
  } else {
    wr_buf out = {0};
    wr_core_print (&out, r.core);
    same (t, wr_buf_str (&out), name);
    wr_buf_free (&out);
  }
  reading_free (&r);
}

static void test_whole (struct tap *t, const char *path) {
  wr_arena *arena = wr_arena_new ();
  wr_sources *sources = wr_sources_new (arena);
  uint32_t file;
  if (OK (t, wr_sources_load (sources, path, &file) == WR_LOAD_OK, "the example is there")) {
    same (t, wr_source_text (sources, file), "every construct");
  }
  wr_sources_free (sources);
  wr_arena_free (arena);
  same (t, WR_LIT (""), "the empty program");
}

static void test_order (struct tap *t) {
  stable (
      t,
      "; a comment\n"
      "(body P P - - (block a - (goto a)) (local y int) (in x))"
      "(procedure P - - (requires L1 (lt x (f x))) (in x int) body)"
      "(label L1 requires explicit - (in P)) (function f (int) int (define ((z int)) (add z 1)))",
      "any order");
  stable (t, "(file 7 \"gone.bpl\") (sort S) (function f () S 7:1-2)", "a file that is not loaded");
  stable (t, "(file 9 \"a.bpl\") (function f () int 9:1-2)", "a file under another number");
  stable (t, "(axiom - (forall ((x int)) (share () ((%1 (add x x))) (eq %1 %1))))", "share inside");
  stable (t,
          "(axiom - (share ((x int) (x%2 int)) ((%7 (lt x 1)) (%8 (forall (x) %7)))"
          " (and %8 (let ((set x%2 3)) (eq x%2 3)))))",
          "variables of a share");
}

/* x + x, squared n times: a tree of 2^n nodes; and a chain that is deep. */
static void test_large (struct tap *t) {
  struct fixture f = fixture_new ();
  wr_core *c = f.core;
  wr_var b = new_var (&f, WR_VAR_BOUND, "b", int_sort (&f)),
         o = new_var (&f, WR_VAR_BOUND, "b", int_sort (&f));
  wr_expr e = var_expr (&f, b), deep = var_expr (&f, o);
  for (int i = 0; i < 100; i++) e = wr_mk2 (c, WR_OP_ADD, e, e);
  for (int i = 0; i < 5000; i++) deep = wr_mk2 (c, WR_OP_SUB, deep, wr_mk_int (c, 1));
  struct wr_quantifier inner = {.vars = &o, .var_count = 1, .weight = -1},
                       outer = {.vars = &b, .var_count = 1, .weight = -1};
  wr_expr q = wr_mk_quantifier (c, WR_OP_EXISTS, &inner, wr_mk2 (c, WR_OP_LT, e, deep));
  q = wr_mk_quantifier (c, WR_OP_FORALL, &outer,
                        wr_mk2 (c, WR_OP_OR, q, wr_mk2 (c, WR_OP_LE, e, e)));
  WR_VEC_PUSH (&c->axioms, ((struct wr_axiom){.expr = q}));
  wr_core_check (c);
  wr_buf out = {0};
  wr_core_print (&out, c);
  OK (t, out.len < 200000, "the text follows the graph, not the tree: %zu bytes", out.len);
  same (t, wr_buf_str (&out), "a large expression");
  wr_buf_free (&out);
  fixture_free (&f);
}

/* The same name in one scope. */
static void test_names (struct tap *t) {
  struct fixture f = fixture_new ();
  wr_core *c = f.core;
  wr_var g = new_var (&f, WR_VAR_GLOBAL, "x", int_sort (&f)),
         h = new_var (&f, WR_VAR_GLOBAL, "x", int_sort (&f));
  wr_var a = new_var (&f, WR_VAR_IN, "x", int_sort (&f)),
         b = new_var (&f, WR_VAR_BOUND, "x", int_sort (&f));
  WR_VEC_PUSH (&c->globals, g);
  WR_VEC_PUSH (&c->globals, h);
  struct wr_procedure p = {.name = sym (&f, "P")};
  WR_VEC_PUSH (&p.ins, a);
  struct wr_quantifier q = {.vars = &b, .var_count = 1, .weight = -1};
  wr_expr args[] = {var_expr (&f, g), var_expr (&f, h), var_expr (&f, a), var_expr (&f, b)};
  wr_expr e = wr_mk_quantifier (c, WR_OP_FORALL, &q, wr_mk (c, WR_OP_DISTINCT, args, 4));
  WR_VEC_PUSH (&p.requires_, ((struct wr_clause){.expr = e}));
  wr_expr only = wr_mk_quantifier (c, WR_OP_FORALL, &q, wr_mk2 (c, WR_OP_LT, args[3], args[2]));
  WR_VEC_PUSH (&p.requires_, ((struct wr_clause){.expr = only}));
  WR_VEC_PUSH (&c->procedures, p);
  wr_buf out = {0};
  wr_core_print (&out, c);
  SAME (t, wr_buf_str (&out),
        "(global x int)\n(global x%2 int)\n(procedure P - -\n  (in x%3 int)\n"
        "  (requires - (forall ((x%4 int)) (distinct x x%2 x%3 x%4)))\n"
        "  (requires - (forall ((x int)) (lt x x%3))))\n",
        "names with numbers");
  same (t, wr_buf_str (&out), "names with numbers");
  wr_buf_clear (&out);
  wr_core_print_expr (&out, c, only);
  wr_buf_add_char (&out, ' ');
  wr_core_print_sort (&out, c, wr_sort_map (c, &(wr_sort){int_sort (&f).ix}, 1, wr_sort_bv (c, 4)));
  SAME (t, wr_buf_str (&out), "(forall ((x%2 int)) (lt x%2 x)) (map (int) (bv 4))", "pieces");
  wr_buf_free (&out);
  fixture_free (&f);
}

static void rejected (struct tap *t, wr_str text, const char *slug, uint32_t begin,
                      const char *name) {
  struct reading r = reading_new (text);
  const wr_diag *diag = wr_diags_count (r.diags) ? wr_diags_at (r.diags, 0) : NULL;
  bool ok = !r.core && diag && diag->at.file == 2 &&
            !strcmp (wr_code_info (diag->code)->slug, slug) && diag->at.begin == begin;
  if (!OK (t, ok, "%s: %s", slug, name)) show_errors (&r);
  reading_free (&r);
}

#define REJECTED(text, slug, begin) rejected (t, WR_LIT (text), slug, begin, text)

static void test_errors (struct tap *t) {
  REJECTED ("(sort", "core-syntax", 0);
  REJECTED ("(sort S))", "core-syntax", 8);
  REJECTED ("(sort \"S)", "core-syntax", 6);
  REJECTED ("(sort |S\\q|)", "core-syntax", 6);
  REJECTED ("(sort |S|%1)", "core-syntax", 6);
  REJECTED ("(sort \x01)", "core-syntax", 6);
  REJECTED ("(sort S\0)", "core-syntax", 7);
  REJECTED ("(sort and)", "core-syntax", 6);
  REJECTED ("(sort 1S)", "core-syntax", 6);
  REJECTED ("(sort S%2)", "core-syntax", 6);
  REJECTED ("word", "core-syntax", 0);
  REJECTED ("(what)", "core-syntax", 0);
  REJECTED ("()", "core-syntax", 0);
  REJECTED ("(sort A B)", "core-syntax", 0);
  REJECTED ("(sort A) (sort A)", "core-name", 15);
  REJECTED ("(datatype D (C))", "core-syntax", 12);
  REJECTED ("(datatype D)", "core-ill-formed", 0);
  REJECTED ("(datatype D (constructor C (f D)) (constructor E (f D)))", "core-name", 50);
  REJECTED ("(function f (T) int)", "core-name", 13);
  REJECTED ("(function f () (bv 65536))", "core-limit", 19);
  REJECTED ("(function f () (map int int))", "core-syntax", 20);
  REJECTED ("(function f () int (define () true))", "core-ill-formed", 0);
  REJECTED ("(function f (int) int (define ((x int)) (f x)))", "core-ill-formed", 0);
  REJECTED ("(function f () int (define () 1) (builtin \"g\"))", "core-syntax", 33);
  REJECTED ("(function f () int what)", "core-syntax", 19);
  REJECTED ("(axiom L1 true)", "core-name", 7);
  REJECTED ("(axiom - x)", "core-name", 9);
  REJECTED ("(axiom - 1)", "core-sort", 9);
  REJECTED ("(axiom - (f))", "core-name", 10);
  REJECTED ("(axiom - (not 1))", "core-sort", 9);
  REJECTED ("(axiom - (not))", "core-sort", 9);
  REJECTED ("(axiom - (variable))", "core-sort", 9);
  REJECTED ("(axiom - ())", "core-syntax", 9);
  REJECTED ("(axiom - (eq 1 1/0))", "core-syntax", 15);
  REJECTED ("(axiom - (eq 1 1x))", "core-syntax", 15);
  REJECTED ("(axiom - (eq 1 256bv8))", "core-limit", 15);
  REJECTED ("(axiom - (eq 1 1bv99999))", "core-limit", 15);
  REJECTED ("(axiom - (eq 1 1bv))", "core-syntax", 15);
  REJECTED ("(axiom - (eq 1 1f24))", "core-syntax", 15);
  REJECTED ("(axiom - (eq 1 (rmode UP)))", "core-syntax", 15);
  REJECTED ("(axiom - (eq 1 (extract 2 1 1)))", "core-sort", 15);
  REJECTED ("(axiom - (eq 1bv1 (extract 9 8 1bv8)))", "core-sort", 18);
  REJECTED ("(axiom - (forall () true))", "core-syntax", 9);
  REJECTED ("(axiom - (forall ((x int) (x int)) true))", "core-name", 26);
  REJECTED ("(axiom - (forall ((x int)) (odd) true))", "core-syntax", 27);
  REJECTED ("(axiom - (forall ((x int)) x))", "core-sort", 27);
  REJECTED ("(axiom - (forall (x) true))", "core-name", 18);
  REJECTED ("(axiom - (let ((a 1) (a 2)) true))", "core-name", 14);
  REJECTED ("(axiom - (eq %1 1))", "core-name", 13);
  REJECTED ("(axiom - (share () ((%1 %1)) true))", "core-name", 24);
  REJECTED ("(axiom - (share ((x int)) () (lt x x)))", "core-ill-formed", 0);
  REJECTED ("(axiom - (share () () (share () () true)))", "core-syntax", 22);
  REJECTED ("(axiom - true f)", "core-name", 14);
  REJECTED ("(axiom - (old true))", "core-ill-formed", 0);
  REJECTED ("(global x int) (axiom - (lt x x))", "core-ill-formed", 0);
  REJECTED ("(global x int) (global x int)", "core-name", 15);
  REJECTED ("(global x int 3:1-2)", "core-name", 14);
  REJECTED ("(file 1 \"a.bpl\") (global x int 1:1-401)", "core-name", 31);
  REJECTED ("(file 1 \"a.bpl\") (global x int 1:2-1)", "core-syntax", 31);
  REJECTED ("(file 1 \"a.bpl\") (file 1 \"a.bpl\")", "core-name", 17);
  REJECTED ("(global x int (class odd))", "core-syntax", 21);
  REJECTED ("(global x int (where - 1))", "core-sort", 23);
  REJECTED ("(site S2 call -)", "core-name", 6);
  REJECTED ("(site S1 odd -)", "core-syntax", 9);
  REJECTED ("(label L1 odd explicit -)", "core-syntax", 0);
  REJECTED ("(label L1 assert explicit - (clause L1))", "core-name", 0);
  REJECTED ("(label L1 assert explicit - (element 1))", "core-name", 0);
  REJECTED ("(label L1 assert explicit - (conjunct 2 2))", "core-syntax", 28);
  REJECTED ("(label L1 assert explicit - (in P))", "core-name", 32);
  REJECTED ("(label L1 assert explicit - odd)", "core-syntax", 28);
  REJECTED ("(elements x)", "core-syntax", 10);
  REJECTED ("(procedure P - - odd)", "core-syntax", 17);
  REJECTED ("(procedure P - - (in x int) (out x int))", "core-name", 28);
  REJECTED ("(procedure P - - (modifies x))", "core-name", 27);
  REJECTED ("(procedure P - - (requires - odd true))", "core-syntax", 29);
  REJECTED ("(body P P - -)", "core-name", 8);
#define BODY "(procedure P - - body) (body P P - - "
  REJECTED (BODY ")", "core-ill-formed", 0);
  REJECTED (BODY "(odd x))", "core-syntax", 37);
  REJECTED (BODY "(in x))", "core-name", 37);
  REJECTED (BODY "(rlimit x))", "core-syntax", 45);
  REJECTED (BODY "(time-limit -1))", "core-syntax", 49);
  REJECTED (BODY "(time-limit nan))", "core-syntax", 49);
  REJECTED (BODY "(block a -))", "core-syntax", 37);
  REJECTED (BODY "(block a - (goto b)))", "core-name", 54);
  REJECTED (BODY "(block a - (goto)))", "core-syntax", 48);
  REJECTED (BODY "(block a - (odd) (return -)))", "core-syntax", 48);
  REJECTED (BODY "(block a - (return -)) (block a - (return -)))", "core-name", 60);
  REJECTED (BODY "(block a - (call - - Q () ()) (return -)))", "core-name", 58);
  REJECTED (BODY "(block a - (assume - - odd true) (return -)))", "core-syntax", 60);
  REJECTED (BODY "(block a - (assign - (odd)) (return -)))", "core-syntax", 58);
  REJECTED (BODY "(block a - (assign - (set - (at x (odd)) 1)) (return -)))", "core-name", 69);
}

/* A body in which each block jumps to all blocks. */
static void add_dense (wr_buf *text, int blocks) {
  wr_buf_add (text, WR_LIT ("(procedure P - - body)\n(body P P - -\n"));
  for (int i = 0; i < blocks; i++) {
    wr_buf_print (text, "  (block b%d - (goto", i);
    for (int k = 0; k < blocks; k++) wr_buf_print (text, " b%d", k);
    wr_buf_add (text, WR_LIT ("))\n"));
  }
  wr_buf_add (text, WR_LIT (")\n"));
}

static void test_limits (struct tap *t) {
  wr_buf text = {0};
  wr_buf_add (&text, WR_LIT ("(axiom - "));
  for (int i = 0; i < 2000; i++) wr_buf_add (&text, WR_LIT ("(not "));
  rejected (t, wr_buf_str (&text), "core-limit", 9 + 999 * 5, "nesting beyond the limit");
  wr_buf_clear (&text);
  wr_buf_add (&text, WR_LIT ("(axiom - "));
  for (int i = 0; i < 900; i++) wr_buf_add (&text, WR_LIT ("(not "));
  wr_buf_add (&text, WR_LIT ("true"));
  for (int i = 0; i < 901; i++) wr_buf_add_char (&text, ')');
  stable (t, wr_buf_text (&text), "nesting below the limit");
  wr_buf_clear (&text);
  wr_buf_add (&text, WR_LIT ("(axiom - (eq 0 "));
  for (int i = 0; i < (1 << 20) + 1; i++) wr_buf_add_char (&text, '1');
  wr_buf_add (&text, WR_LIT ("))"));
  rejected (t, wr_buf_str (&text), "core-limit", 15, "too many digits");
  wr_buf_clear (&text);
  add_dense (&text, 256); /* 65,536 jumps */
  stable (t, wr_buf_text (&text), "jumps below the limit");
  wr_buf_clear (&text);
  add_dense (&text, 260); /* 67,600 jumps; the limit is 65,536 and 4 for each block */
  rejected (t, wr_buf_str (&text), "core-limit", 23, "too many jumps");
  wr_buf_free (&text);
}

int main (int argc, char **argv) {
  struct tap t = {0};
  if (argc > 1) test_whole (&t, argv[1]);
  test_order (&t);
  test_large (&t);
  test_names (&t);
  test_errors (&t);
  test_limits (&t);
  return tap_done (&t);
}
