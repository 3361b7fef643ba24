"""The families of programs of bench/growth: each function gives the text of a program of a given size, in Boogie unless VIPER names it."""

VIPER = {"viper_functions", "viper_predicates"}


def statements(n):
    """A straight-line procedure of n assignments, with one assertion at its end."""
    lines = ["procedure P(a: int) {", "  var x, y: int;", "  x := a;", "  y := 0;"]
    for i in range(n // 2):
        lines += ["  x := x + 1;", f"  y := y + {i % 7};"]
    return "\n".join(lines + [f"  assert x == a + {n // 2};", "}\n"])


def failing(n):
    """The same, with an assertion that fails: a counterexample is looked for."""
    return statements(n).rpartition("  assert")[0] + "  assert x > a + 1000000;\n}\n"


def body(n):
    """A loop whose body has n assignments, and an invariant that they keep."""
    lines = ["procedure P(a: int) {", "  var x, y: int;", "  x := a;", "  y := 0;", "  while (*)", "    invariant x >= a;", "  {"]
    for i in range(n // 2):
        lines += ["    x := x + 1;", f"    y := y + {i % 7};"]
    return "\n".join(lines + ["  }", "  assert x >= a;", "}\n"])


def goals(n):
    """One procedure with n assertions."""
    lines = ["procedure P(a: int, x: int)", "  requires x > a;", "{"]
    return "\n".join(lines + [f"  assert x + {i} > a;" for i in range(n)] + ["}\n"])


def conjuncts(n):
    """A precondition and a postcondition of n conjuncts each."""
    clause = " && ".join(f"f({i}) > 0" for i in range(n))
    return f"function f(i: int): int;\nprocedure P()\n  requires {clause};\n  ensures {clause};\n{{\n}}\n"


def calls(n):
    """n calls of one procedure, each with a precondition that the call before it establishes."""
    lines = ["procedure Inc(i: int) returns (r: int)", "  requires i >= 0;", "  ensures r == i + 1;", "{", "  r := i + 1;", "}",
             "procedure P() {", "  var x: int;", "  x := 0;"]
    return "\n".join(lines + ["  call x := Inc(x);"] * n + [f"  assert x == {n};", "}\n"])


def loops(n):
    """n loops, one after the other."""
    lines = ["procedure P(a: int)", "  requires a >= 0;", "{", "  var i, s: int;", "  s := 0;"]
    for _ in range(n):
        lines += ["  i := 0;", "  while (i < a)", "    invariant 0 <= i && i <= a;", "    invariant s >= 0;", "  {", "    i := i + 1;", "    s := s + i;", "  }"]
    return "\n".join(lines + ["  assert s >= 0;", "}\n"])


def procedures(n):
    """n procedures with one precondition, one assignment and one postcondition each."""
    return "".join(f"procedure P{i}(x: int) returns (y: int)\n  requires x > {i};\n  ensures y > {i + 1};\n{{\n  y := x + 1;\n}}\n" for i in range(n))


def branches(n):
    """n conditional statements, one after the other, of which the last one matters."""
    lines = ["procedure P(a: int) {", "  var x: int;", "  x := 0;"]
    for i in range(n):
        lines += [f"  if (a > {i}) {{", f"    x := {i};", "  } else {", f"    x := {i + 1};", "  }"]
    return "\n".join(lines + [f"  assert x >= {n - 1};", "}\n"])


def changes(n):
    """n conditional statements, each of which keeps a variable or sets it, and an assertion about what they have in common."""
    lines = ["procedure P(b: [int]bool) {", "  var x: int;", "  x := 1;"]
    for i in range(n):
        lines += [f"  if (b[{i}]) {{", f"    x := {i + 1};", "  }"]
    return "\n".join(lines + ["  assert x > 0;", "}\n"])


def sums(n):
    """n conditional statements that count, and an assertion about the sum: every path is another sum."""
    lines = ["procedure P(b: [int]bool) {", "  var x, y: int;", "  x := 0;", "  y := 0;"]
    for i in range(n):
        lines += [f"  if (b[{i}]) {{", "    x := x + 1;", "  } else {", "    y := y + 1;", "  }"]
    return "\n".join(lines + ["  assert x >= 0;", "}\n"])


def gotos(n):
    """n labels, each with a jump to all of them."""
    everywhere = ", ".join(f"L{i}" for i in range(n))
    lines = ["procedure P() {", "  var x: int;", f"  goto {everywhere};"]
    for i in range(n):
        lines += [f"  L{i}:", f"    x := {i};", f"    goto {everywhere};"]
    return "\n".join(lines + ["}\n"])


def conditions(n):
    """n conditional statements, each followed by an assertion that the next one needs."""
    lines = ["procedure P(b: [int]bool) {", "  var x: int;", "  x := 0;"]
    for i in range(n):
        lines += [f"  if (b[{i}]) {{", "    x := x + 1;", "  }", "  assert x >= 0;"]
    return "\n".join(lines + ["}\n"])


def chain(n):
    """One assertion of n conjuncts that are all `true`."""
    return "procedure P() {\n  assert " + " && ".join(["true"] * n) + ";\n}\n"


def viper_functions(n):
    """n functions, each of which calls the one before it, and one method."""
    lines = ["function f0(x: Int): Int { x }"] + [f"function f{i}(x: Int): Int {{ f{i - 1}(x) + 1 }}" for i in range(1, n)]
    return "\n".join(lines + ["method M() {", "  assert f1(0) == 1", "}\n"])


def hidden(n):
    """n functions whose axioms can be hidden, all hidden but one, in a procedure of n branches."""
    lines = [f"function f{i}(x: int): int uses {{ hideable axiom (forall x: int :: {{f{i}(x)}} f{i}(x) == x + {i}); }}" for i in range(n)]
    lines += ["procedure P(a: int) {"] + [f"  hide f{i};" for i in range(1, n)]
    return "\n".join(lines + [f"  if (a == {i}) {{ assert f0(a) == a; }}" for i in range(n)] + ["}\n"])


def viper_predicates(n):
    """n predicates, each with a method that looks into it."""
    lines = ["field f: Int"]
    for i in range(n):
        lines += [f"predicate p{i}(x: Ref) {{ acc(x.f) }}", f"method M{i}(x: Ref)", f"  requires p{i}(x)", "{", f"  unfold p{i}(x)", f"  x.f := {i}", f"  fold p{i}(x)", "}"]
    return "\n".join(lines) + "\n"
