/* tests/viper/samples.h -- a text for every production of the grammar. */
#ifndef WR_TESTS_VIPER_SAMPLES_H
#define WR_TESTS_VIPER_SAMPLES_H

/* Printed text; NULL: it is the text itself. */
struct sample {
  const char *name, *text, *printed;
};

static const struct sample declarations[] = {
    {"fields", "field f: Int, g: Seq[Ref]; field h: Map[Int, Set[Bool]]",
     "field f: Int\nfield g: Seq[Ref]\nfield h: Map[Int, Set[Bool]]\n"},
    {"another name of a type", "field f: Rational", "field f: Perm\n"},
    {"type arguments", "field f: D[Int, E[Multiset[Perm]]]",
     "field f: D[Int, E[Multiset[Perm]]]\n"},
    {"a method without a body", "method m()", "method m()\n"},
    {"a method",
     "method m(x: Int, y: Ref) returns (a: Int, b: D) requires x > 0; decreases x requires true "
     "ensures a == 1 ensures b == b; decreases _ if x < 0 { }",
     "method m(x: Int, y: Ref) returns (a: Int, b: D)\n  requires x > 0\n  requires true\n  "
     "ensures "
     "a == 1\n  ensures b == b\n  decreases x\n  decreases _ if x < 0\n{\n}\n"},
    {"measures", "method m() decreases method n() decreases * method o() decreases 1, x if c {}",
     "method m()\n  decreases\n\nmethod n()\n  decreases *\n\nmethod o()\n  decreases 1, x if "
     "c\n{\n}\n"},
    {"an annotation behind a measure", "function f(): Int decreases @opaque() function g(): Int",
     "function f(): Int\n  decreases\n\n@opaque() function g(): Int\n"},
    {"a function", "function f(x: Int): Int requires x > 0 ensures result > 0 { x + 1 }",
     "function f(x: Int): Int\n  requires x > 0\n  ensures result > 0\n{\n  x + 1\n}\n"},
    {"predicates", "predicate P(x: Ref) predicate Q(x: Ref) { acc(x.f) && P(x) }",
     "predicate P(x: Ref)\n\npredicate Q(x: Ref) {\n  acc(x.f) && P(x)\n}\n"},
    {"a domain",
     "domain D[A, B] { function f(Int, x: A): B; unique function c(): D[A, B] axiom { true }; "
     "@a() axiom n { f(1, c()) == 2 } }",
     "domain D[A, B] {\n  function f(Int, x: A): B\n  unique function c(): D[A, B]\n  axiom {\n    "
     "true\n  }\n  @a() axiom n {\n    f(1, c()) == 2\n  }\n}\n"},
    {"an empty domain", "domain D {}", "domain D {\n}\n"},
    {"an interpretation",
     "domain D interpretation (SMTLIB: \"(_ BitVec 32)\", Boogie: \"bv32\") { function "
     "and(a: D, b: D): D interpretation \"bvand\" }",
     "domain D interpretation (SMTLIB: \"(_ BitVec 32)\", Boogie: \"bv32\") {\n  function and(a: "
     "D, "
     "b: D): D interpretation \"bvand\"\n}\n"},
    {"a data type",
     "adt L[T] { Nil() @a(\"x\", \"y\") Cons(h: T, t: L[T]); } derives { contains[T] without h, t; "
     "other }",
     "adt L[T] {\n  Nil()\n  @a(\"x\", \"y\") Cons(h: T, t: L[T])\n} derives {\n  contains[T] "
     "without h, t\n  other\n}\n"},
    {"annotations of members", "@a.b.method(\"1\") @c() method m()",
     "@a.b.method(\"1\") @c() method m()\n"},
    {"a built-in import", "import <decreases/int.vpr> field f: Int",
     "import <decreases/int.vpr>\nfield f: Int\n"},
    {"comments", "/* a /* b */ field f: Int // c\n//d", "field f: Int\n"},
};

/* Inside `method m() {...}`. */
static const struct sample statements[] = {
    {"variables", "var x: Int, y: Ref; var z: Int := 1", "var x: Int, y: Ref\nvar z: Int := 1"},
    {"two variables of a call", "var x: Int, y: Int := m(1)", NULL},
    {"assignments", "x := 1 x.f := 2; (x).f.g := y.h", "x := 1\nx.f := 2\nx.f.g := y.h"},
    {"calls", "m() x := m(1, 2) x, y.f := m()", "m()\nx := m(1, 2)\nx, y.f := m()"},
    {"new objects", "x := new() x := new(*) x := new(f, g)",
     "x := new()\nx := new(*)\nx := new(f, g)"},
    {"assertions", "inhale a exhale b; assert c assume d refute e",
     "inhale a\nexhale b\nassert c\nassume d\nrefute e"},
    {"fold", "fold P(x) unfold acc(P(x), 1/2)", "fold P(x)\nunfold acc(P(x), 1 / 2)"},
    {"if", "if (a) { b := 1 } elseif (c) { } else { d := 2 }",
     "if (a) {\n  b := 1\n} elseif (c) {\n} else {\n  d := 2\n}"},
    {"an empty else", "if (a) { } else { }", "if (a) {\n} else {\n}"},
    {"while", "while (a) invariant b; decreases c invariant d { }",
     "while (a)\n  invariant b\n  invariant d\n  decreases c\n{\n}"},
    {"labels", "label l invariant a invariant b; goto l",
     "label l\n  invariant a\n  invariant b\ngoto l"},
    {"blocks", "{ { x := 1 } }", "{\n  {\n    x := 1\n  }\n}"},
    {"wands", "package a --* b { fold P() } package a --* b; { } apply (a --* b)",
     "package a --* b {\n  fold P()\n}\npackage a --* b;\n{\n}\napply a --* b"},
    {"a wand reaches to the end", "package a --* b ==> c; apply a && b --* c ? d : e",
     "package a --* b ==> c;\napply a && b --* c ? d : e"},
    {"quasihavoc", "quasihavoc x.f quasihavoc a --* b quasihavoc c ==> P(x)",
     "quasihavoc x.f\nquasihavoc a --* b\nquasihavoc c ==> P(x)"},
    {"quasihavocall", "quasihavocall x: Ref, i: Int :: a && b ==> P(x, i)",
     "quasihavocall x: Ref, i: Int :: a && b ==> P(x, i)"},
    {"annotated statements", "@a(\"x\") x := 1 @b() @c() { }", "@a(\"x\") x := 1\n@b() @c() {\n}"},
    {"a name and a parenthesis on the next line", "x := y\n(z).f := 1", "x := y\nz.f := 1"},
};

/* Inside `method m() { assert ... }`. */
static const struct sample expressions[] = {
    {"literals", "f(true, false, null, result, none, write, wildcard, epsilon, 007)", NULL},
    {"conditionals", "a ? b : c ? d : e", NULL},
    {"a conditional as condition", "(a ? b : c) ? d : e", NULL},
    {"levels", "a <==> b ==> c || d && e == f < g + h * i", NULL},
    {"needless parentheses", "((a * b) + c) < (d)", "a * b + c < d"},
    {"right associativity", "a ==> b ==> c", NULL},
    {"right associativity undone", "(a ==> b) ==> c", NULL},
    {"equality associates to the right", "a == b != c", NULL},
    {"left associativity", "a - b + c - (d - e)", NULL},
    {"products", "a * b / c \\ d % e", NULL},
    {"a quotient of quotients", "a / (b / c)", NULL},
    {"sets", "a union b intersection c setminus d subset e ++ f", NULL},
    {"chains", "a < b <= c > d", "a < b && b <= c && c > d"},
    {"no chain", "(a < b) < (c in d)", NULL},
    {"membership", "a in b in c", "a in b && b in c"},
    {"unary", "-a.f + --b - !(!c) - (-d).f", "-a.f + --b - !!c - (-d).f"},
    {"a sum under a sign", "-(a + b)", NULL},
    {"wands", "(a --* b) && (c --* d --* e)", "(a --* b) && (c --* d --* e)"},
    {"a wand on the right", "c ==> a --* b ==> d", "c ==> (a --* b ==> d)"},
    {"suffixes", "a.b[1][2 := 3][..4][5..].c", NULL},
    {"slices", "a[1..2]", "a[..2][1..]"},
    {"lengths", "|a| + |b ++ c| + ||d|| + |e[|f|..]|", "|a| + |(b ++ c)| + |(|d|)| + |e[|f|..]|"},
    {"a length before or", "|a| == 1 || |b| == 2", NULL},
    {"a length inside a length", "|a ++ |b|| == 1", "|(a ++ |b|)| == 1"},
    {"inhale-exhale and ranges", "[a, b] && [1..2) == [c..d + 1)", NULL},
    {"old", "old(a) == old[l](b) && old[lhs](c)", NULL},
    {"accessibility", "acc(a.f) && acc(P(x), 1 / 2) && acc(a --* b) && P(x)", NULL},
    {"permissions", "perm(a.f) + perm(P(x)) + perm(a --* b)", NULL},
    {"let", "let x == (a) in let y == (x) in x + y", NULL},
    {"quantifiers", "forall x: Int, y: Ref :: {f(x), y.f} {g(y)} exists z: Int :: x + z > 0", NULL},
    {"a quantifier as operand", "(forall x: Int :: a) && b ==> (exists x: Int :: c)",
     "(forall x: Int :: a) && b ==> (exists x: Int :: c)"},
    {"forperm", "forperm x: Ref, i: Int [P(x, i)] :: x != null", NULL},
    {"forperm over a data type",
     "forperm x: D [P(x)] :: forperm y: D[Int], z: E[Int] [z.f] :: x == y", NULL},
    {"forperm over a field", "[true, forperm x: Ref [x.f] :: false]", NULL},
    {"unfolding", "unfolding P(x) in unfolding acc(Q(x), wildcard) in x.f > 0", NULL},
    {"applying and asserting", "applying (a --* b) in asserting (c) in d", NULL},
    {"calls", "f() + g(1, a.b)", NULL},
    {"a call with its type", "(f() : Seq[Int]) == g((h(1) : D[Int, Ref]))", NULL},
    {"predicate instances", "#P(x, 1) == #Q()", NULL},
    {"collections", "f(Seq(1, 2), Seq[Int](), Set(a), Set[D[Int]](), Multiset(1), Multiset[Ref]())",
     NULL},
    {"maps", "Map(1 := a, 2 := b)[3 := c] == Map[Int, Bool]() && domain(m) == range(m)", NULL},
    {"empty collections", "Seq() == Multiset() && Map() == m", NULL},
    {"annotations", "@a() x + @b(\"c\") (y + z) == @weight(\"1\") f(1)", NULL},
    {"an annotated quantifier", "@weight(\"5\") forall x: Int :: true", NULL},
    {"an annotated quantifier as operand", "a && (@weight(\"5\") forall x: Int :: true)",
     "a && @weight(\"5\") (forall x: Int :: true)"},
};

#define COUNT(samples) (sizeof (samples) / sizeof *(samples))

#endif
