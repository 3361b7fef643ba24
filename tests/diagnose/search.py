"""The search for paths of `warrant diagnose`: failing inputs outside small scopes are found and replay, correct programs are proved by
execution, bounds are kept and said, and the list of tests is true: every test is executed again.

search.py WARRANT SOURCE-ROOT"""
import json
import os
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(sys.argv[2], "tests", "report"))
from tap import ok, done  # noqa: E402

warrant = os.path.abspath(sys.argv[1])

# Each has an assertion that fails only for inputs that no small scope has.
GENUINE = {
    "constant": "procedure P(x: int) { if (x == 123456) { assert false; } }",
    "relation": "procedure P(x: int, y: int) { if (y == 3 * x + 1000) { if (x > 777) { assert y < 5000; } } }",
    "map": "procedure P(m: [int]int, i: int) requires i > 100000; { if (m[i] == m[i + 1] + 17) { assert m[i] != 99999; } }",
    "calls": """procedure P(x: int) { var t: int; call t := E(x + 5); call t := E(t); assert t != 987654; }
procedure E(a: int) returns (b: int) { if (a > 500) { call b := F(a); } else { b := a; } }
procedure F(a: int) returns (b: int) { b := 2 * a + 2; }""",
    "loop": "procedure P(n: int, k: int) requires k > 5000; { var i: int, s: int; i := 0; s := k; while (i < n) { s := s + k; i := i + 1; } assert s != 35000; }",
    "datatype": """datatype List { Nil(), Cons(head: int, tail: List) }
procedure P(l: List) { if (l is Cons && l->tail is Cons && l->tail->head == 4711) { assert l->head != 815; } }""",
    "bits": "procedure P(b: bv32) { if (b == 4660bv32) { assert false; } }",
    "real": "procedure P(x: real) { if (x * 4.0 == 4711.0) { assert false; } }",
    "choice": "procedure P(x: int) { var r, z: int; havoc z; if (*) { r := x + z; } else { r := x - z; } assert r != 31415; }",
    "recursion": "procedure P(n: int) returns (r: int) ensures r != 4 * 123; { if (n <= 120) { r := 0; } else { call r := P(n - 1); r := r + 123; } }",
    "contract": "procedure Any() returns (v: int); ensures v > 40000;\nprocedure P(x: int) { var v: int; call v := Any(); assert v != x + 41000; }",
    "global": "var g: int;\nprocedure P(x: int) modifies g; ensures g != old(g) + 2 * 54321; { g := g + x; g := g + x; }",
    "sorted": """procedure P(a: [int]int, n: int) requires n > 2; requires (forall i, j: int :: 0 <= i && i < j && j < n ==> a[i] < a[j]);
{ assert a[2] != 5000; }""",
    "refs": "type Ref;\nprocedure P(h: [Ref]int, r, s: Ref) { if (h[r] == 1000 && h[s] == 1001) { assert r == s; } }",
    "product": "procedure P(x, y: int) requires x > 1000; requires y > 1000; { if (x == y) { assert x * y != 1234 * 1234; } }",
    "behind another failure": "procedure P(x: int) { assert x != 5; if (x == 70707) { assert false; } }",
    "callee's loop": """procedure P(x: int) requires x >= 1000; { var y: int; call y := Count(x - 1000); assert y != 3; }
procedure Count(n: int) returns (i: int) { i := 0; while (i < n) { i := i + 1; } }""",
    "unused axiom": """function f(x: int): int;
axiom (forall x: int :: f(x) > x);
procedure P(x: int) { if (x > 9000) { assert x != 9999; } }""",
}
# Each is correct, but not modularly; the search sees all paths.
PROVED = {
    "absolute value": """procedure P(x: int) { var y: int; call y := Abs(x); assert y >= 0; }
procedure Abs(x: int) returns (y: int) { y := x; if (y < 0) { y := -y; } }""",
    "fixed loop": "procedure P(x: int) { var i, s: int; i := 0; s := x; while (i < 4) { s := s + 2; i := i + 1; } assert s == x + 8; }",
    "linear": """procedure P(x: int) { var y: int; call y := F(x); assert y == 3 * x + 7; }
procedure F(x: int) returns (y: int) { y := 3 * x; y := y + 7; }""",
}
# Nothing may be called genuine or proved here, for the stated reason.
OPEN = {
    "iterations": ("procedure P(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } assert n > 0 ==> i == n; }", "iterations"),
}


# With loops by their invariants (--thorough) all paths can be seen, whatever the number of rounds.
SUMMARIES = """procedure Inc(x: int) returns (y: int) ensures y >= x; { y := x + 1; }
procedure P(n: int) requires n >= 0; { var i: int; i := 0; while (i < n) invariant i <= n; { call i := Inc(i); } assert i == n; }
procedure Q(n: int) requires n >= 0; { var i, s: int; i := 0; s := 0; while (i < n) invariant s >= 0; { i := i + 1; s := s + 2; } assert s != 5; }
procedure R(n: int) requires n >= 0; { var k: int; k := 0; while (k < n) invariant k <= n; { k := k + 2; } assert k == n; }
procedure S(n: int) requires n >= 0; { var j: int; call j := Loop(n); assert j < 5; }
procedure Loop(n: int) returns (j: int) { j := 0; while (j < n) invariant j < 5; { j := j + 1; } }"""


def run(*args, **how):
    return subprocess.run([warrant] + list(args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600, **how)


def diagnose(folder, text, *more):
    with open(os.path.join(folder, "p.bpl"), "w") as file:
        file.write(text)
    return json.loads(run("diagnose", "--json", "--no-cache", "p.bpl", *more, cwd=folder).stdout)


def outcome(folder, command):
    return json.loads(run(*shlex.split(command)[1:], "--json", cwd=folder).stdout)["outcome"]


def tests_are_true(folder, doc):
    """Every failed test fails and every successful one returns; the counts are those of the list."""
    for body in doc["tests"]:
        for kind, count in body["counts"].items():
            if count != sum(t["kind"] == kind for t in body["tests"]):
                return False
        for test in body["tests"]:
            if test["kind"] == "failed" and outcome(folder, test["command"]) != "failed":
                return False
            if test["kind"] == "successful" and outcome(folder, test["command"]) != "returned":
                return False
    return True


with tempfile.TemporaryDirectory() as folder:
    for name, text in GENUINE.items():
        doc = diagnose(folder, text)
        last = doc["failures"][-1]
        ok(last["judgement"] == "genuine" and outcome(folder, last["command"]) == "failed", "%s: found" % name)
        ok(tests_are_true(folder, doc), "%s: the tests are true" % name)
        colours = {a["colour"] for a in doc["assertions"] if a["verdict"] == "failed"}
        ok(colours == {"red"}, "%s: red" % name)
    for name, text in PROVED.items():
        doc = diagnose(folder, text)
        f = doc["failures"][0]
        ok(f["judgement"] == "spurious" and f["certain"] and f["proved_by_execution"], "%s: proved by execution" % name)
        ok({a["colour"] for a in doc["assertions"]} == {"green"} and "failed" in {a["verdict"] for a in doc["assertions"]}, "%s: green, and the verdict is kept" % name)
        ok(doc["tests"][0]["complete"] and tests_are_true(folder, doc), "%s: all paths" % name)
    for name, (text, word) in OPEN.items():
        doc = diagnose(folder, text, "--iterations=2")
        f = doc["failures"][0]
        ok(not f["certain"] and not f["proved_by_execution"] and word in doc["tests"][0]["reason"], "%s: the bound is said" % name)
        ok({a["colour"] for a in doc["assertions"] if a["verdict"] == "failed"} == {"orange"}, "%s: orange" % name)
    doc = diagnose(folder, GENUINE["calls"], "--paths=1")
    ok(doc["tests"][0]["executions"] == 1 and "paths" in doc["tests"][0]["reason"], "the bound on paths is kept")
    doc = diagnose(folder, GENUINE["recursion"], "--depth=2")
    ok(all(f["judgement"] != "spurious" or not f["certain"] for f in doc["failures"]), "the bound on calls is kept")
    with open(os.path.join(folder, "p.bpl"), "w") as file:
        file.write(GENUINE["relation"])
    text = run("diagnose", "--tests", "--no-cache", "p.bpl", cwd=folder).stdout.decode()
    ok("failed at p.bpl:1: " in text and "successful:" in text and "y == 3 * x + 1000" in text and "1 red" in text, "text lists tests with conditions")
    # Two invariants are missing: each edit that adds one changes what the former run is compared with.
    sums = ["procedure Sum(n: int) returns (s: int) requires n >= 0; ensures s >= 0; ensures s == 2 * n;\n{ var i: int; i := 0; s := 0;\n"
            "  while (i < n)\n%s  { i := i + 1; s := s + 2; }\n}\n" % lines
            for lines in ("", "  // a comment\n", "  invariant s == 2 * i;\n", "  invariant s == 2 * i; invariant i <= n;\n")]
    found = []
    for text in sums:
        more = ["--since=old.json"] if found else []
        doc = diagnose(folder, text, *more)
        with open(os.path.join(folder, "old.json"), "w") as file:
            json.dump(doc, file)
        found.append([entry["state"] for entry in doc.get("since", [])])
    ok(found == [[], ["same", "same"], ["proved", "changed"], ["proved"]], "progress between runs: %s" % found)
    r = run("diagnose", "--since=p.bpl", "p.bpl", cwd=folder)
    ok(r.returncode == 3 and b"--since" in r.stderr, "a former run that is none")
    twice = [json.dumps(diagnose(folder, GENUINE["calls"])["tests"]) for _ in range(2)]
    ok(twice[0] == twice[1], "the same program gives the same tests")
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "p.bpl"), "w") as file:
        file.write(SUMMARIES)
    found = {}
    for how in ("--thorough", "--summaries"):
        doc = json.loads(run("diagnose", "--json", "--no-cache", how, "p.bpl", cwd=folder).stdout)
        found[how] = {f["goal"]["name"].split("/")[0] + " " + f["goal"]["text"].rstrip(";"): f for f in doc["failures"]}
        ok(any(t.get("by_invariants") and "command" not in t for b in doc["tests"] for t in b["tests"]), "%s: tests that begin at a loop have no command" % how)
    maintained, assertion, broken, callee = "P invariant i <= n", "Q assert s != 5", "R invariant k <= n", "S assert j < 5"
    ok(found["--thorough"][maintained].get("proved_by_execution"), "--thorough: every round maintains the invariant")
    ok(not found["--summaries"][maintained].get("proved_by_execution"), "--summaries: rounds were not checked")
    ok(all(f[assertion]["judgement"] == "spurious" and not f[assertion]["certain"] for f in found.values()), "a state that the invariants allow is not an execution")
    ok(all(f[broken]["judgement"] == "genuine" for f in found.values()), "an invariant that fails is genuine")
    ok(not any(f[callee].get("proved_by_execution") for f in found.values()), "invariants of callees are not relied on")
done()
