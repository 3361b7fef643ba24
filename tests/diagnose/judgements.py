"""`warrant diagnose` on small programs of many kinds: each failed goal has the judgement that a reader of the program would give, inputs of
genuine failures replay, and clauses that diagnosis proposes make the program verify when they are inserted.

judgements.py WARRANT SOURCE-ROOT [--sample]    (--sample: every third program, for slow builds)"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(sys.argv[2], "tests", "report"))
from tap import ok, done  # noqa: E402

warrant = os.path.abspath(sys.argv[1])
GENUINE, SPURIOUS, PROVED, UNDECIDED = "genuine", "spurious", "proved by execution", "undecided"

# name, program, {text of a goal: (judgement, a clause that is proposed or None)}
PROGRAMS = [
    ("recursion", """procedure Fact(n: int) returns (r: int) requires n >= 0; ensures r >= 1;
{ if (n == 0) { r := 1; } else { call r := Fact(n - 1); r := n * r; } }
procedure Fib(n: int) returns (f: int) requires n >= 0; ensures f >= n;
{ var a, b: int; if (n < 2) { f := n; } else { call a := Fib(n - 1); call b := Fib(n - 2); f := a + b; } }
procedure Use() { var x: int; call x := Fact(4); assert x == 24; }""", {
        "ensures f >= n": (GENUINE, None), "assert x == 24": (PROVED, None)}),
    ("datatypes", """datatype List { Nil(), Cons(head: int, tail: List) }
procedure Len(l: List) returns (n: int) ensures n >= 0;
{ if (l is Nil) { n := 0; } else { call n := Len(l->tail); n := n + 1; } }
procedure Two(x: int, y: int) { var n: int; call n := Len(Cons(x, Cons(y, Nil()))); assert n == 2; }
procedure Head(l: List) { assert l is Cons ==> l->head >= 0; }""", {
        "assert n == 2": (PROVED, None), "assert l is Cons ==> l->head >= 0": (GENUINE, None)}),
    ("bit vectors", """function {:bvbuiltin "bvadd"} add(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvult"} ult(x: bv8, y: bv8): bool;
function {:bvbuiltin "bvurem"} rem(x: bv8, y: bv8): bv8;
procedure P(x: bv8) { var y: bv8; y := add(x, 1bv8); assert ult(x, y); }
procedure Inc(x: bv8) returns (y: bv8) ensures ult(x, y) || y == 0bv8; { y := add(x, 1bv8); }
procedure Q(x: bv8) { var y: bv8; call y := Inc(x); assert y == add(x, 1bv8); }
procedure R(x: bv8, z: bv8) { assert ult(rem(x, z), z); }""", {
        "assert ult(x, y)": (GENUINE, None), "assert y == add(x, 1bv8)": (PROVED, "y == add(x, 1bv8)"), "assert ult(rem(x, z), z)": (GENUINE, None)}),
    ("old", """var g: int;
var h: [int]int;
procedure Inc() modifies g; ensures g > old(g); { g := g + 1; }
procedure Twice() modifies g; ensures g == old(g) + 2; { call Inc(); call Inc(); }
procedure SetH(i: int) modifies h; ensures h[i] == old(h)[i] + 1; { h[i] := h[i] + 1; }
procedure Frame(i: int, j: int) modifies h; requires i != j; ensures h[j] == old(h[j]); { call SetH(i); }
procedure Bad(i: int, j: int) modifies h; ensures old(h[j]) == h[j]; { call SetH(i); }""", {
        "ensures g == old(g) + 2": (PROVED, "g == old(g) + 1"),
        "ensures h[j] == old(h[j])": (PROVED, "(forall k: int :: k == i || h[k] == old(h)[k])"),
        "ensures old(h[j]) == h[j]": (GENUINE, None)}),
    ("free clauses", """procedure F(x: int) returns (r: int) free requires x > 0; free ensures r > 100; { r := x; }
procedure G() { var r: int; call r := F(-5); assert r > 100; assert r == -5; }
procedure H(x: int) free requires x > 10; { assert x > 9; assert x > 11; }""", {
        "assert r == -5": (UNDECIDED, None), "assert x > 11": (GENUINE, None)}),
    ("where clauses", """var g: int where g > 3;
procedure P() { var x: int where x > g; assert x > 4; assert x > 5; }
procedure Q() { var x: int where x >= 0; x := -1; havoc x; assert x >= 0; assert x > 0; }""", {
        "assert x > 5": (GENUINE, None), "assert x > 0": (GENUINE, None)}),
    ("goto", """procedure P(n: int) returns (r: int) ensures r >= 0;
{ var i: int;
  start: i := 0; r := 0; goto head;
  head: assert i >= 0; goto body, done;
  body: assume i < n; r := r + i; i := i + 1; goto head;
  done: assume i >= n; return; }
procedure Irreducible() { var x: int;
  a: x := 0; goto l1, l2;
  l1: x := x + 1; goto l2, e;
  l2: x := x + 2; goto l1, e;
  e: assert x < 5; }""", {
        "ensures r >= 0": (SPURIOUS, None), "assert x < 5": (GENUINE, None)}),
    ("functions without bodies", """function f(int): int;
procedure P(x: int) { assert f(x) == f(x + 0); assert f(x) >= 0; }
function g(int): int;
axiom (forall x: int :: g(x) >= 0);
procedure Q(x: int) { assert g(x) > 0; }
procedure Q2(x: int) { assert g(x) > -1; assert g(x) != 7; }
function h(int): int;
axiom h(3) == 4;
procedure R(x: int) { assert h(x) == 4; }
procedure R2() { assert h(3) == 5; }""", {
        "assert f(x) >= 0": (GENUINE, None), "assert g(x) > 0": (GENUINE, None), "assert g(x) != 7": (GENUINE, None),
        "assert h(x) == 4": (GENUINE, None), "assert h(3) == 5": (GENUINE, None)}),
    ("nested calls", """procedure Abs(x: int) returns (r: int) ensures r >= 0; { if (x < 0) { r := -x; } else { r := x; } }
procedure Dist(a: int, b: int) returns (d: int) ensures d >= 0; { call d := Abs(a - b); }
procedure Main2(a: int, b: int) { var d: int; call d := Dist(a, b); assert d == a - b; }
procedure Main3(a: int, b: int) { var d: int; call d := Dist(a, b); assert d == a - b || d == b - a; }""", {
        "assert d == a - b": (GENUINE, None), "assert d == a - b || d == b - a": (PROVED, "d == a - b || d == b - a")}),
    ("nested loops", """procedure Mul(a: int, b: int) returns (r: int) requires a >= 0 && b >= 0; ensures r == a * b;
{ var i, j: int; i := 0; r := 0;
  while (i < a) invariant i <= a; { j := 0; while (j < b) invariant j <= b; { r := r + 1; j := j + 1; } i := i + 1; } }
procedure MulBad(a: int, b: int) returns (r: int) requires a >= 0 && b >= 0; ensures a * b == r;
{ var i, j: int; i := 0; r := 0;
  while (i < a) invariant i <= a; { j := 0; while (j < b - 1) { r := r + 1; j := j + 1; } i := i + 1; } }""", {
        "ensures r == a * b": (SPURIOUS, None), "ensures a * b == r": (GENUINE, None)}),
    ("reals", """procedure P(x: real) { assert x * x >= x; }
procedure Half(x: real) returns (y: real) ensures y <= x || x < 0.0; { y := x / 2.0; }
procedure Q(x: real) { var y: real; call y := Half(x); assert y + y == x; }""", {
        "assert x * x >= x": (GENUINE, None), "assert y + y == x": (PROVED, "y + y == x")}),
    ("procedures without bodies", """procedure Ext(x: int) returns (r: int); ensures r >= x;
procedure P() { var r: int; call r := Ext(5); assert r > 5; }
procedure P2() { var r: int; call r := Ext(5); assert r >= 4; assert r != 77; }""", {
        "assert r > 5": (GENUINE, None), "assert r != 77": (GENUINE, None)}),
    ("constants", """const N: int; axiom N > 10;
const unique A: int; const unique B: int;
procedure P() { assert N > 11; }
procedure Q() { assert A != B; assert A < B; }
type T; const unique a: T; const unique b: T;
procedure R(t: T) { assert t == a || t == b; }""", {
        "assert N > 11": (GENUINE, None), "assert A < B": (GENUINE, None), "assert t == a || t == b": (GENUINE, None)}),
    ("names that a bound variable must not capture", """procedure Find(a: [int]int, n: int, k: int) returns (i: int)
  requires n >= 0;
  requires (exists j: int :: 0 <= j && j < n && a[j] == k);
  ensures i < n;
{
  i := 0;
  while (i < n && a[i] != k)
    invariant 0 <= i && i <= n;
  { i := i + 1; }
}""", {"ensures i < n": (SPURIOUS, "(forall k1: int :: 0 <= k1 && k1 < i ==> a[k1] != k)")}),
    ("quantified goal", """procedure Init(n: int) returns (a: [int]int)
  requires n >= 0;
  ensures (forall i: int :: 0 <= i && i < n ==> a[i] == i);
{
  var i: int; i := 0;
  while (i < n)
    invariant i <= n;
  { a[i] := i; i := i + 1; }
}""", {"ensures (forall i: int :: 0 <= i && i < n ==> a[i] == i)": (SPURIOUS, "(forall i1: int :: 0 <= i1 && i1 < i ==> a[i1] == i1)")}),
    ("arbitrary rounds", """procedure Nondet() { var x: int; x := 0; while (*) { x := x + 2; } assert x != 6; }
procedure Nondet1()
{
  var x: int; x := 0;
  while (*)
  { x := x + 2; }
  assert x >= 0;
}
procedure Nondet2() { var x: int; x := 0; while (*) invariant x >= 0; { x := x + 2; } assert x != 7; }""", {
        "assert x != 6": (GENUINE, None), "assert x >= 0": (SPURIOUS, "0 <= x"), "assert x != 7": (SPURIOUS, None)}),
    ("preconditions", """procedure Div(x: int, y: int) returns (r: int) requires y != 0; { r := x div y; }
procedure Get(x: int) returns (y: int) ensures y >= x; { y := x + 1; }
procedure D(x: int) { var y, r: int; call y := Get(x); call r := Div(10, y); }""", {"requires y != 0": (GENUINE, None)}),
    ("mutual recursion", """procedure Even(n: int) returns (b: bool) requires n >= 0; ensures n == 0 ==> b; { if (n == 0) { b := true; } else { call b := Odd(n - 1); } }
procedure Odd(n: int) returns (b: bool) requires n >= 0; ensures n == 0 ==> !b; { if (n == 0) { b := false; } else { call b := Even(n - 1); } }
procedure M() { var b: bool; call b := Even(6); assert b; }
procedure M2() { var c: bool; call c := Even(7); assert c; }
procedure M3(n: int) requires n >= 0; { var b: bool; call b := Even(n); assert b == (n mod 2 == 0); }""", {
        "assert b": (PROVED, None), "assert c": (GENUINE, None), "assert b == (n mod 2 == 0)": (SPURIOUS, "b == (n mod 2 == 0)")}),
    ("division", """procedure P(x: int, y: int) { assert x mod y >= 0; }
procedure Q(x: int) { assert x div 2 * 2 == x; }""", {"assert x mod y >= 0": (GENUINE, None), "assert x div 2 * 2 == x": (GENUINE, None)}),
    ("names that a shell would change", """procedure P$$'x(a'b: int) { assert a'b < 5; }""", {"assert a'b < 5": (GENUINE, None)}),
    ("swap", """procedure Swap(a: [int]int, i: int, j: int) returns (b: [int]int)
  ensures b[i] == a[j];
{ b := a; b[i] := a[j]; b[j] := a[i]; }
procedure P(a: [int]int) { var b: [int]int; call b := Swap(a, 0, 1); assert b[1] == a[0]; }
procedure Q(a: [int]int) { var b: [int]int; call b := Swap(a, 0, 1); assert b[7] == a[7]; }
procedure R(a: [int]int) { var b: [int]int; call b := Swap(a, 0, 1); assert b[1] == a[1]; }""", {
        "assert b[1] == a[0]": (PROVED, "b[j] == a[i]"),
        "assert b[7] == a[7]": (PROVED, "(forall k: int :: k == i || k == j || b[k] == a[k])"),
        "assert b[1] == a[1]": (GENUINE, None)}),
    ("maps over elements", """type Key;
procedure Put(m: [Key]int, k: Key, v: int) returns (m1: [Key]int) ensures m1[k] == v;
{ m1 := m[k := v]; }
procedure Two(m: [Key]int, k: Key, l: Key) { var m1: [Key]int; call m1 := Put(m, k, 3); call m1 := Put(m1, l, 4); assert k != l ==> m1[k] == 3; }""", {
        "assert k != l ==> m1[k] == 3": (PROVED, "(forall k1: Key :: k1 == k || m1[k1] == m[k1])")}),
    ("lists of nodes", """type Node;
var next: [Node]Node;
procedure Link(a: Node, b: Node) modifies next; ensures next[a] == b; { next[a] := b; }
procedure P(a: Node, b: Node, c: Node) modifies next; requires a != b; { call Link(a, b); call Link(b, c); assert next[a] == b; }
procedure Q(a: Node, b: Node, c: Node) modifies next; { call Link(a, b); call Link(b, c); assert next[b] != a; }""", {
        "assert next[a] == b": (PROVED, "(forall k: Node :: k == a || next[k] == old(next)[k])"), "assert next[b] != a": (GENUINE, None)}),
    ("a quantified goal whose range a loop has reached in part", """procedure Reverse(a: [int]int, n: int) returns (b: [int]int)
  requires n >= 0;
  ensures (forall k: int :: 0 <= k && k < n ==> b[k] == a[n - 1 - k]);
{ var i: int; i := 0;
  while (i < n)
    invariant 0 <= i && i <= n;
  { b[i] := a[n - i - 1]; i := i + 1; } }""", {
        "ensures (forall k: int :: 0 <= k && k < n ==> b[k] == a[n - 1 - k])": (SPURIOUS, "(forall k: int :: 0 <= k && k < i ==> b[k] == a[n - 1 - k])")}),
    ("a clause that holds under the precondition of the caller", """procedure Avg(x: real, y: real) returns (m: real) ensures x <= y ==> x <= m; { m := (x + y) / 2.0; }
procedure P(x: real, y: real) requires x <= y; { var m: real; call m := Avg(x, y); assert m <= y; }""", {
        "assert m <= y": (PROVED, "x <= y ==> m <= y")}),
    ("a recursive function, whose values no model has", """function fib(n: int): int { if n <= 1 then n else fib(n - 1) + fib(n - 2) }
procedure Fib(n: int) returns (r: int)
  requires n >= 0;
  ensures r == fib(n);
{ var i, s, t: int; i, r, s := 0, 0, 1;
  while (i < n)
    invariant 0 <= i && i <= n;
    invariant r == fib(i);
  { t := r + s; r := s; s := t; i := i + 1; } }""", {
        "invariant r == fib(i)": (SPURIOUS, "s == fib(i + 1)")}),
    ("axioms about elements", """type T;
function le(T, T): bool;
axiom (forall x: T :: le(x, x));
axiom (forall x, y, z: T :: le(x, y) && le(y, z) ==> le(x, z));
procedure P(x: T, y: T, z: T) requires le(x, y) && le(y, z); { assert le(x, z); assert le(z, x); }
procedure Q(x: T, y: T) requires le(x, y) && le(y, x); { assert x == y; }""", {
        "assert le(z, x)": (GENUINE, None), "assert x == y": (GENUINE, None)}),
    ("quantifiers that only a solver can judge", """type T;
procedure P() { assert (exists x: int :: x * x == 7); }
procedure Q() { assert (exists x, z: T :: x != z); }
procedure R() { assert (forall x: real :: x * x != 2.25); }
procedure S() { if ((exists x: int :: x * x * x == 27 + x - 3)) { assert false; } }""", {
        "assert (exists x: int :: x * x == 7)": (UNDECIDED, None), "assert (exists x, z: T :: x != z)": (UNDECIDED, None),
        "assert (forall x: real :: x * x != 2.25)": (UNDECIDED, None), "assert false": (GENUINE, None)}),
    ("assertions that are forgotten", """procedure P(x: int) { assert {:subsumption 0} x == 2; assert x == 2 + 0; }
procedure Q(x: int) { assert {:subsumption 0} x != 3; assert x != 4; }""", {
        "assert {:subsumption 0} x == 2": (GENUINE, None), "assert x == 2 + 0": (UNDECIDED, None),
        "assert {:subsumption 0} x != 3": (GENUINE, None), "assert x != 4": (GENUINE, None)}),
    ("types with few elements", """type T;
const a: T;
const b: T;
function f(T): int;
axiom (forall x: T :: x == a || x == b);
procedure P(y: T) { if (f(y) == 3) { assert (exists x, z: T :: x != z); } }""", {"assert (exists x, z: T :: x != z)": (UNDECIDED, None)}),
    ("axioms that say nothing about how many elements there are", """type T;
function g(T): T;
function p(T): bool;
axiom (forall x: T :: p(g(x)));
procedure P(m: [T]bool) { assert (exists x: T :: m[x]); }
procedure Q(x: T) { assert g(x) == x; }""", {"assert (exists x: T :: m[x])": (GENUINE, None), "assert g(x) == x": (GENUINE, None)}),
    ("axioms that do, in a function", """type T;
const a: T;
function only(x: T): bool { x == a }
axiom (forall x: T :: only(x));
procedure P(m: [T]bool) { assume m[a]; assert (forall x: T :: m[x]); }""", {"assert (forall x: T :: m[x])": (UNDECIDED, None)}),
    ("division by subtraction", """procedure Div(a: int, b: int) returns (q: int, r: int)
  requires a >= 0 && b > 0;
  ensures a == q * b + r;
{ q, r := 0, a;
  while (r >= b)
  { r := r - b; q := q + 1; } }
procedure Small() { var q, r: int; call q, r := Div(7, 2); assert q == 2; }""", {
        "ensures a == q * b + r": (SPURIOUS, "a == q * b + r"), "assert q == 2": (GENUINE, None)}),
]


def run(*args, **how):
    return subprocess.run([warrant] + list(args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600, **how)


def write(folder, text):
    with open(os.path.join(folder, "p q.bpl"), "w") as file:
        file.write(text)


def judged(failure):
    if failure["judgement"] == SPURIOUS and failure["proved_by_execution"]:
        return PROVED
    return failure["judgement"]


def replays(folder, failure):
    r = run(*shlex.split(failure["command"])[1:], "--json", cwd=folder)
    if r.returncode != 1:
        return False
    end = json.loads(r.stdout)
    return end["outcome"] == "failed" and end["goal"]["text"] == failure["goal"]["text"]


def with_clauses(text, weak):
    """The program with the clauses that diagnosis proposes."""
    if weak["kind"] == "call":
        start = re.search(r"procedure %s\(.*?(?=\{)" % re.escape(weak["procedure"]), text, re.S).end()
        return text[:start] + "".join(" ensures %s; " % c for c in weak["clauses"]) + text[start:]
    lines = text.split("\n")
    at = weak["state"]["line"]
    return "\n".join(lines[:at] + ["    invariant %s;" % c for c in weak["clauses"]] + lines[at:])


def failing(folder, text):
    """The texts of goals that fail, or None if the program is not accepted."""
    write(folder, text)
    r = run("verify", "--json", "--no-cache", "--no-values", "p q.bpl", cwd=folder)
    doc = json.loads(r.stdout)
    if r.returncode not in (0, 1):
        return None
    return {g["text"].rstrip(";") for f in doc["files"] for p in f["procedures"] for g in p["goals"] if g["verdict"] != "proved"}


with tempfile.TemporaryDirectory() as folder:
    for name, text, expected in PROGRAMS[::3 if "--sample" in sys.argv else 1]:
        write(folder, text)
        found = {f["goal"]["text"].rstrip(";"): f for f in json.loads(run("diagnose", "--json", "--no-cache", "p q.bpl", cwd=folder).stdout)["failures"]}
        ok(sorted(found) == sorted(expected), "%s: these goals fail: %s" % (name, sorted(found)))
        for goal, failure in found.items():
            judgement, clause = expected.get(goal, (None, None))
            ok(judged(failure) == judgement, "%s: %s: %s" % (name, goal, judged(failure)))
            if judgement == GENUINE:
                ok(replays(folder, failure), "%s: %s: replays" % (name, goal))
                ok(len(failure["inputs"]) < 20, "%s: %s: the execution is short" % (name, goal))
        for goal, failure in found.items():
            clause = expected.get(goal, (None, None))[1]
            clauses = failure.get("weak", {}).get("clauses", [])
            ok(not clause or clause in clauses, "%s: %s: the missing clause is among %s" % (name, goal, clauses))
            if clauses:
                left = failing(folder, with_clauses(text, failure["weak"]))
                ok(left is not None and goal not in left, "%s: %s: proved with %s" % (name, goal, clauses))
# A goal that runs out of budget but that an execution violates is not to blame for the timeout.
factorial = """function fact(n: int): int { if n <= 0 then 1 else n * fact(n - 1) }
procedure P(n: int) returns (r: int) requires n >= 0; ensures r == fact(n);
{ var i: int; i := 0; r := 1;
  while (i < n) invariant 0 <= i && i <= n; invariant r == fact(i); { r := r * i; i := i + 1; } }"""
with tempfile.TemporaryDirectory() as folder:
    write(folder, factorial)
    doc = json.loads(run("diagnose", "--json", "--no-cache", "--rlimit=10000", "p q.bpl", cwd=folder).stdout)
    genuine = {f["goal"]["name"] for f in doc["failures"] if f["judgement"] == GENUINE}
    ok(genuine, "a goal without a verdict: an execution violates it")
    blamed = {b["name"] for t in doc["timeouts"] for b in t["blamed"]}
    failed = {b["name"] for t in doc["timeouts"] for b in t["failed"] if b.get("violated") and not b["alone"]}
    ok(not genuine & blamed and all(f["goal"]["name"] in failed for f in doc["failures"] if f["judgement"] == GENUINE), "and it is not blamed")

# A translator's program: many axioms, and callees that are known by their contracts only.
papers = os.path.join(sys.argv[2], "..", "shared", "corpora", "papers")
for name in ("MainMax.bpl", "MainMaxFixedBody.bpl"):
    if not os.path.exists(os.path.join(papers, name)):
        continue
    failure = json.loads(run("diagnose", "--json", "--no-cache", name, cwd=papers).stdout)["failures"][0]
    ok(failure["judgement"] == UNDECIDED and failure["possible"], "%s: undecided, with possible inputs" % name)
    ok("Call$$_module.__default.Max" in failure["explanation"], "%s: the callee without a body is named" % name)
    r = run(*shlex.split(failure["command"])[1:], "--json", cwd=papers)
    ok(r.returncode == 1 and json.loads(r.stdout)["goal"]["text"] == failure["goal"]["text"], "%s: the possible inputs replay" % name)
    products = [(re.findall(r"-?\d+", n), v) for n, v in failure["inputs"].items() if n.startswith("Mul(")]
    products = [(a, b, v[0] if isinstance(v, list) else v) for (a, b), v in products]
    ok(products and all(int(a) * int(b) == int(v) for a, b, v in products), "%s: they do not contradict the axiom about products: %s" % (name, products))

# Calls and loops of Viper are lowered by their specifications, so that an execution may be one that the program does not have.
programs = os.path.join(sys.argv[2], "tests", "diagnose", "programs")
doc = json.loads(run("diagnose", "--json", "--no-cache", "abs.vpr", cwd=programs).stdout)
found = {f["goal"]["text"]: f for f in doc["failures"]}
ok(sorted(found) == ["i == n", "n != 5", "r == n || r == -n"], "Viper: these goals fail: %s" % sorted(found))
for goal in ("i == n", "r == n || r == -n"):
    ok(found[goal]["judgement"] == UNDECIDED and found[goal]["possible"], "Viper: %s is not called genuine" % goal)
ok(found["n != 5"]["judgement"] == GENUINE and replays(programs, found["n != 5"]), "Viper: a method without calls and loops")
ok([a["colour"] for a in doc["assertions"]].count("red") == 1, "Viper: one assertion is red")
done()
