/* What the later stages rely on: after type checking every expression has a type without inference
   variables, instances are filled in, and the instances are the right ones.  Also: the example of each code
   triggers that code and no other, and every program of the corpora (if they are there) that Boogie accepts. */
#include "check.h"
#include "front/boogie/library.h"
#include "front/boogie/types.h"
#include "walk.h"

#include <ftw.h>
#include <stdlib.h>

/* -- solved types ------------------------------------------------------------------------------------------ */

struct audit {
  uint32_t exprs, bad;
};

static bool solved (const bpl_type *type, int depth) {
  if (!type || type->has_proxy || type->kind == BPL_TYPE_PROXY || type->kind == BPL_TYPE_NAME ||
      type->kind == BPL_TYPE_ERROR || depth > 500)
    return false;
  if (type->kind == BPL_TYPE_SYNONYM) return solved (type->expansion, depth + 1);
  for (uint32_t i = 0; i < type->args.len; i++)
    if (!solved (type->args.data[i], depth + 1)) return false;
  return !type->result || solved (type->result, depth + 1);
}

static bool instances (const bpl_types *types, uint32_t count) {
  for (uint32_t i = 0; i < types->len; i++)
    if (!solved (types->data[i], 0)) return false;
  return types->len == count;
}

static bool is_complete (const bpl_expr *e) {
  if (!solved (e->type, 0)) return false;
  switch (e->kind) {
  case BPL_EXPR_NAME: return e->u.name.var && bpl_type_equal (e->u.name.var->type, e->type);
  case BPL_EXPR_CALL:
    return e->u.call.decl && instances (&e->u.call.type_args, e->u.call.decl->params.len);
  case BPL_EXPR_SELECT:
  case BPL_EXPR_STORE:
    return instances (&e->u.select.type_args, bpl_type_head (e->args.data[0]->type)->params.len);
  case BPL_EXPR_IS: return e->u.data.constructor;
  case BPL_EXPR_FIELD:
  case BPL_EXPR_FIELD_UPDATE:
    return e->u.data.constructor && e->u.data.field < e->u.data.constructor->fields.len;
  default: return true;
  }
}

static void audit_expr (void *ctx, bpl_expr *e) {
  struct audit *a = ctx;
  a->exprs++;
  a->bad += !is_complete (e);
}

static const char *const complete_programs[] = {
    "function box<a>(): a; axiom box() == box() && box()[1] && box()[true, box()] == box();",
    "function box<a>(): a; axiom box() ++ box() ++ 1bv3 == box() && box()[9:3] == box();",
    "function box<a>(): a; axiom (var m := box(); m[1] == m[true]);",
    "type F a; function g<a>(F a): a; axiom (forall<b> f: F b :: {:x g(f)} { g(f) } g(f) == g(f));",
    "procedure P<a>(x: a) returns (y: [a]a) { var z: [a]a; call {:x x} z := P(x); y[x] := z[x]; }",
    "type H = <a>[a]a; procedure P(h: H) returns (i: H) { i := h[1 := 2][true := false]; assert "
    "i[3] == h[4]; }",
    "datatype D<a> { C(x: a, y: [a]D a), N() } procedure P(d: D int) { var e: D int; e := d->(x := "
    "1); "
    "e->y[e->x] := d; assert e is N && e->y[1] == N() && C(1, e->y)->x == 2; }",
    "procedure P() { assert |{ var b: bool; A: b := true; goto B; B: return b; }|; }",
    "axiom (lambda<a> x: a :: (lambda y: int :: x))[true][1];",
    "var g: int where g > 0; procedure P(x: int where x > g) returns (y: int where y > x); "
    "requires x > 0;"
    "ensures y == old(g); implementation P(a: int) returns (b: int) { var c: int where c > a; "
    "while (c > 0)"
    " invariant {:y c} c > 0; measure c; { havoc c; } b := if a > b then a else b; }",
    "const c: int uses { axiom c > 0; } function f(x: int): int uses { axiom f(c) == c; }",
    "axiom int(real(1)) / 2.0 == 1e1 && RNE == RTZ && 0x1.8e3f24e8 == 0NaN24e8 && \"a\" == \"b\";",
};

static void test_complete (struct tap *tap) {
  for (size_t i = 0; i < sizeof complete_programs / sizeof *complete_programs; i++) {
    struct check_run run = check_start (wr_str_of (complete_programs[i]));
    struct audit a = {0, 0};
    wr_buf got = {0};
    check_list (&got, &run);
    if (!got.len) walk_program (run.program, audit_expr, &a);
    if (!OK (tap, a.exprs && !a.bad, "every expression of program %zu is typed", i))
      tap_show (complete_programs[i], wr_buf_str (&got));
    wr_buf_free (&got);
    check_end (&run);
  }
}

/* -- which types ---------------------------------------------------------------------------------------------- */

struct listing {
  wr_buf out;
  const wr_interner *symbols;
};

static void list_types (struct listing *l, const bpl_types *types) {
  for (uint32_t i = 0; i < types->len; i++) {
    wr_buf_add (&l->out, i ? WR_LIT (", ") : WR_LIT ("<"));
    bpl_print_type (&l->out, l->symbols, types->data[i]);
  }
  if (types->len) wr_buf_add (&l->out, WR_LIT ("> "));
}

static void list_expr (void *ctx, bpl_expr *e) {
  struct listing *l = ctx;
  if (e->kind == BPL_EXPR_CALL) {
    wr_buf_add (&l->out, wr_symbol_text (l->symbols, e->ident.name));
    list_types (l, &e->u.call.type_args);
  }
  if (e->kind == BPL_EXPR_SELECT || e->kind == BPL_EXPR_STORE)
    list_types (l, &e->u.select.type_args);
}

static void test_instances (struct tap *tap) {
  static const struct check_case cases[] = {
      {"the result decides", "function f<a>(): a; axiom f() == 1;", "f<int> "},
      {"the argument decides", "function f<a>(a): int; axiom f(true) == 1;", "f<bool> "},
      {"nothing decides", "function f<a>(): a; axiom f() == f();", "f<int> f<int> "},
      {"two parameters", "function f<a, b>(a, b): b; axiom f(1, true);", "f<int, bool> "},
      {"a compound type",
       "type F a; function f<a>(F a): a; axiom (forall x: F [int]bool :: f(x)[1]);",
       "f<[int]bool> "},
      {"a rigid parameter", "function f<a>(a): a; axiom (forall<t> x: t :: f(x) == x);", "f<t> "},
      {"its own parameter", "function f<a>(x: a): a { f(x) }", "f<a> "},
      {"a constructor", "datatype P<a> { P(x: a) } axiom P(P(1))->x == P(2);",
       "P<int> P<P int> P<int> "},
      {"a polymorphic map", "axiom (forall m: <a>[a]a :: m[1] == 2 && m[true := false] == m);",
       "<bool> <int> "},
      {"a least width", "function f<a>(): a; axiom f()[5:2] == 1bv3;", "f<bv5> "},
      {"the rest of a width", "function f<a>(): a; axiom 1bv8 ++ f() == 1bv20;", "f<bv12> "},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct check_run run = check_start (wr_str_of (cases[i].text));
    struct listing l = {.symbols = run.symbols};
    check_list (&l.out, &run);
    if (!l.out.len) walk_program (run.program, list_expr, &l);
    SAME (tap, wr_buf_str (&l.out), cases[i].want, cases[i].name);
    wr_buf_free (&l.out);
    check_end (&run);
  }
}

/* -- the examples of the codes ---------------------------------------------------------------------------------- */

static void test_examples (struct tap *tap) {
  static const enum wr_code codes[] = {
#define X(name, slug, phase, severity, title, text, example, fix) WR_CODE_##name,
#include "source/codes/resolve.def"
#include "source/codes/type.def"
#undef X
  };
  for (size_t k = 0; k < sizeof codes / sizeof *codes; k++) {
    const struct wr_code_info *info = wr_code_info (codes[k]);
    struct check_run run = check_start (wr_str_of (info->example));
    bool ok = wr_diags_count (run.diags) > 0;
    for (uint32_t i = 0; i < wr_diags_count (run.diags); i++)
      ok = ok && wr_diags_at (run.diags, i)->code == codes[k];
    OK (tap, ok, "the example of %s triggers it and nothing else", info->slug);
    check_end (&run);
  }
}

/* -- the library ----------------------------------------------------------------------------------------------------- */

static void add_word (wr_buf *out, wr_str word) {
  if (out->len) wr_buf_add_char (out, ' ');
  wr_buf_add (out, word);
}

static bool has_word (const char *words, wr_str word) {
  for (const char *at = words; *at; at += strspn (at, " ")) {
    size_t len = strcspn (at, " ");
    if (wr_str_equal ((wr_str){at, len}, word)) return true;
    at += len;
  }
  return false;
}

/* Uses one name of the group; says whether the group came, with these declarations and no errors. */
static void test_group (struct tap *tap, const struct bpl_library_group *group) {
  struct check_run run = check_start (wr_str_of (group->text));
  uint32_t declared = 0, listed = 1;
  bool ok = !wr_diags_count (run.diags);
  for (const char *at = group->names; *at; at++) listed += *at == ' ';
  for (uint32_t i = 0; ok && i < run.program->decls.len; i++) {
    const bpl_decl *d = run.program->decls.data[i];
    if (d->library || !d->id.name.ix) continue;
    wr_str name = wr_symbol_text (run.symbols, d->id.name);
    declared++;
    ok = has_word (group->names, name);
    for (uint32_t k = 0; k < d->constructors.len; k++) {
      wr_str constructor = wr_symbol_text (run.symbols, d->constructors.data[k].id.name);
      declared += !wr_str_equal (constructor, name);
      ok = ok && has_word (group->names, constructor);
    }
  }
  wr_buf errors = {0};
  check_list (&errors, &run);
  if (!OK (tap, ok && declared == listed, "library group %s declares the names it lists",
           group->name))
    tap_show ("errors", wr_buf_str (&errors));
  wr_buf_free (&errors);
  check_end (&run);
}

static void test_library (struct tap *tap) {
  uint32_t count;
  const struct bpl_library_group *groups = bpl_library_groups (&count);
  OK (tap, count <= 64, "a word has a bit for each group");
  for (uint32_t i = 0; i < count; i++) test_group (tap, &groups[i]);
  static const struct check_case cases[] = {
      {"a program without names of the library", "procedure P() { }", ""},
      {"a function of the library", "procedure P(s: [int]bool) { assert Set_Add(s, 1)[1]; }",
       "maps set"},
      {"a type of the library", "var x: Option int;", "option"},
      {"a procedure of the library", "procedure P() { var x: int; call x := Copy(1); }", "copy"},
      {"what a group needs comes with it", "var x: Node int;", "maps option set map one loc node"},
      {"a procedure that changes its argument",
       "procedure P() { var m: Map int bool; var b: bool; call b := Map_Get(m, 1); call Map_Put(m, "
       "2, b); }",
       "maps set map map-linear"},
      {"a procedure that changes its argument, which is none",
       "procedure P() { var b: bool; call b := Map_Get(Map_Empty(), 1); }",
       "call-count:1 maps set map map-linear"},
      {"a declared name keeps its group out", "type Option a; var x: Option int;", ""},
      {"a variable's name is no use",
       "var Option: int; procedure P() { var Map: int; Map := Option; }", ""},
      {"a type parameter's name keeps its group out", "function f<Loc>(x: Loc): int;", ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct check_run run = check_start (wr_str_of (cases[i].text));
    wr_buf got = {0};
    check_list (&got, &run);
    for (uint32_t file = 2; file <= wr_sources_count (run.sources); file++) {
      wr_str path = wr_source_path (run.sources, file); /* <library: NAME> */
      if (wr_source_hidden (run.sources, file))
        add_word (&got, (wr_str){path.ptr + 10, path.len - 11});
    }
    SAME (tap, wr_buf_str (&got), cases[i].want, cases[i].name);
    wr_buf_free (&got);
    check_end (&run);
  }
}

/* -- the corpora --------------------------------------------------------------------------------------------------- */

static WR_VEC (char *) corpus; /* nftw has no context */

static int collect (const char *path, const struct stat *info, int kind, struct FTW *at) {
  (void)info, (void)at;
  if (kind == FTW_F && wr_str_ends (wr_str_of (path), WR_LIT (".bpl"))) {
    char *copy = strdup (path);
    WR_VEC_PUSH (&corpus, copy);
  }
  return 0;
}

static void audit_file (const char *path, uint32_t *programs, struct audit *audit) {
  struct check_run run = {wr_arena_new (), wr_interner_new (), NULL, NULL, NULL};
  uint32_t file;
  run.sources = wr_sources_new (run.arena);
  run.diags = wr_diags_new (run.arena);
  if (wr_sources_load (run.sources, path, &file) == WR_LOAD_OK) {
    run.program = bpl_parse (run.arena, run.symbols, run.sources, run.diags);
    if (!wr_diags_errors (run.diags) && bpl_resolve (run.program, run.diags) &&
        bpl_typecheck (run.program, run.diags)) {
      walk_program (run.program, audit_expr, audit);
      ++*programs;
    }
  }
  check_end (&run);
}

static void test_corpora (struct tap *tap, const char *root) {
  static const char *const folders[] = {"boogie/Test", "boogie/coverage", "dafny-bpl", "papers"};
  char path[4096];
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    snprintf (path, sizeof path, "%s/../shared/corpora/%s", root, folders[i]);
    nftw (path, collect, 16, FTW_PHYS);
  }
  struct audit audit = {0, 0};
  uint32_t programs = 0;
  for (uint32_t i = 0; i < corpus.len; i++) {
    audit_file (corpus.data[i], &programs, &audit);
    free (corpus.data[i]);
  }
  OK (tap, !audit.bad, "%u expressions of %u programs in %u files are typed", audit.exprs, programs,
      corpus.len);
  WR_VEC_FREE (&corpus);
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  test_complete (&tap);
  test_instances (&tap);
  test_examples (&tap);
  test_library (&tap);
  if (argc > 1) test_corpora (&tap, argv[1]);
  return tap_done (&tap);
}
