#!/usr/bin/env python3
"""What counts in the percentage (docs/guide/coverage.md), and what no format may say.  percentage.py WARRANT ROOT"""
import json, os, re, sys, tempfile, shutil

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import formats, tap
from tap import ok

warrant, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])


def write(name, text):
    with open(name, "w") as f:
        f.write(text)


def run(*args):
    return formats.run(warrant, list(args), ".")


def states(text, *options, name="p.bpl", files=None):
    """{(line, text): state} and the summary."""
    if text is not None:
        write(name, text)
    doc = json.loads(run("cover", "--no-cache", "--json", *options, *(files or [name])).stdout)
    formats.check_document(doc)
    return {e["text"]: e["state"] for f in doc["files"] for e in f["element_states"]}, doc["summary"]["elements"], doc


def example(name):
    return open(os.path.join(root, "examples", name)).read()


# -- the definition ----------------------------------------------------------------------------------

def definition():
    found, counts, _ = states(example("max.bpl"))
    ok([t for t, s in found.items() if s != "covered"] == ["k <= n"] and (counts["covered"], counts["coverable"]) == (16, 17),
       "max.bpl lacks one conjunct", found)
    text = run("cover", "p.bpl").stdout.decode()
    ok("covered: 16 of 17 elements (94.1%)\n" in text and "55.2" not in text, "and says so", text)
    text = run("uncovered", "p.bpl").stdout.decode()
    ok("1 element is not needed by any goal\n" in text and "covered: 16 of 17 elements (94.1%)\n" in text and "100" not in text, "as `uncovered` does", text)

    found, counts, _ = states("""procedure P(n: int) requires n >= 0;
{
  var i: int; var j: int;
  i := 0; j := 0;
  while (i < n)
    invariant i <= 7 * j;
    invariant 7 * j <= i + 7 * i;
    invariant j >= 0;
  { i := i + 1; j := j + 1; }
}
""")
    ok(not counts["covered"] and counts["coverable"] == 9, "invariants that support only each other cover nothing", found)

    found, counts, _ = states("""procedure P(x: int) returns (r: int) requires x > 0; ensures r > 1;
{ r := x + 1; assert r > x; }
procedure Q() { var r: int; call r := P(1); assert r > 1; call r := P(2); }
""")
    ok(found == {"requires x > 0;": "covered", "ensures r > 1;": "covered", "r := x + 1;": "covered", "assert r > x;": "covered",
                 "call r := P(1);": "covered", "call r := P(2);": "uncovered", "assert r > 1;": "covered"}, "checks and calls", found)

    found, counts, _ = states("""procedure {:inline 1} F(x: int) returns (r: int) { r := x + 1; assert r > x; }
procedure P() { var a: int; call a := F(1); assert a == 2; call a := F(2); assert a == 3; }
""")
    ok(counts["coverable"] == 4 == counts["covered"], "an inlined text counts once", found)

    found, counts, _ = states("""procedure P(x: int) requires x >= 0; {
  var i: int;
  i := 0;
  while (true) invariant i >= 0; { i := i + 1; if (i > 9) { break; } }
  if (x < 0) { assert false; i := 5; }
  assert true;
  assert i >= 0;
}
""")
    ok(found["true"] == "exempt" and found["assert false;"] == "exempt" and found["i := 5;"] == "exempt" and found["assert true;"] == "exempt" and
       found["requires x >= 0;"] == "covered" and found["x < 0"] == "covered", "what is constant or intended is not counted", found)


def apart():
    found, counts, _ = states("""procedure P(x: int, y: int) requires x > 0; requires y > 0; { assert y > 0; assert x > 3; }
procedure Q(x: int) requires x > 0; { assert x > 0; }
""")
    ok(found["assert x > 3;"] == "failed" and found["assert y > 0;"] == "covered" and counts["failed"] == 1, "what failed is apart", found)
    doc = states(None)[2]
    rows = {(e["procedure"], e["text"]): e for f in doc["files"] for e in f["element_states"]}
    one = rows[("P", "requires x > 0;")]
    ok((one["state"], one["reason"]) == ("unexplained", "not-proved") and rows[("Q", "requires x > 0;")]["state"] == "covered",
       "what a failed goal might use is undecided, not uncovered", one)
    text = run("cover", "p.bpl").stdout.decode()
    ok("; not counted: 1 failed, 1 not explained\n" in text and "not explained: 1 element, because a goal that might use them is not proved" in text,
       "both are told", text)
    _, counts, _ = states("procedure P(x: int) requires x > 0; { assert x > 0; }\n", "--cores=fast")
    ok(counts["covered"] == 2 and counts["unexplained"] == 0, "--cores=fast", counts)

    write("prelude.bpl", "function f(x: int): int;\naxiom (forall x: int :: {f(x)} f(x) > x);\naxiom (forall x: int :: {f(x)} f(x) > x - 9);\n")
    write("user.bpl", "procedure P(x: int) { assert f(x) > x; }\n")
    _, counts, doc = states(None, files=["prelude.bpl", "user.bpl"])
    ok(doc["summary"]["axioms"] == {"covered": 1, "total": 2} and counts["coverable"] == 1, "axioms of a file of declarations are apart", doc["summary"])
    text = run("cover", "prelude.bpl", "user.bpl").stdout.decode()
    ok("axioms of the prelude: proofs use 1 of 2\n" in text, "in a line of their own", text)
    _, counts, doc = states(None, files=["prelude.bpl"])
    ok(doc["summary"]["axioms"]["total"] == 0, "but not if there is nothing else", doc["summary"])


# -- contradictions ----------------------------------------------------------------------------------

CONTRADICTIONS = {
    "preconditions": example("contradiction.bpl"),
    "assume false": "procedure P(x: int) returns (r: int) requires x > 0; ensures r > 0; {\n  r := x;\n  assert r > 0;\n  assume false;\n}\n",
    "axioms": "const c: int;\naxiom c > 0;\naxiom c < 0;\nprocedure P() { assert c == 5; }\n",
    "unique": "const unique a: bool; const unique b: bool; const unique c: bool;\nprocedure P(x: int)\n{ assert x == 1; }\n",
    "ensures false": "procedure P(x: int)\n  requires x > 0;\n  requires x < 0;\n  ensures false;\n{ }\n",
    "where": "procedure P() {\n  var x: int where x > 1 && x < 1;\n  assert x == 9;\n}\n",
}


def contradictions():
    for name, text in CONTRADICTIONS.items():
        write("c.bpl", text)
        done = formats.cover(warrant, ["c.bpl"], ".")
        said = formats.sayings(".", done.stdout.decode())
        wrong = formats.disagreements(said)
        below = [s["percent"] != "100.0%" and s["element vacuous"] > 0 for s in said.values() if "element vacuous" in s]
        ok(not wrong and len(below) >= 4 and all(below), "%s: below 100 %% and vacuous, in every format" % name, "%s %s" % (wrong, said))
        rows = formats.read_lcov(formats.FILES["lcov"])["c.bpl"]["sums"]
        ok(rows["BRH"] < rows["BRF"] and rows["LH"] < rows["LF"], "%s: not 100 %% in LCOV" % name, rows)
        xml = open(formats.FILES["cobertura"]).read()
        ok('rate="1.0000"' not in re.search(r"<coverage[^>]*>", xml)[0], "%s: not 100 %% in Cobertura" % name, xml[:400])
        ok("Everything is proved" not in open(formats.FILES["markdown"]).read(), "%s: Markdown does not call it proved" % name)
        ok(run("cover", "-q", "--fail-under=100", "c.bpl").returncode == 2, "%s: --fail-under" % name)
    ok(run("cover", "-q", "--fail-under=94", os.path.join(root, "examples/max.bpl")).returncode == 0 and
       run("cover", "-q", "--fail-under=95", os.path.join(root, "examples/max.bpl")).returncode == 2, "--fail-under works on the percentage")


def functions():
    write("t.bpl", example("transfer.bpl"))
    run("cover", "--lcov", "t.info", "--force", "t.bpl")
    rows = formats.read_lcov("t.info")["t.bpl"]
    ok(rows["functions"]["Refund"] == 0 and rows["functions"]["Transfer"] > 0, "a function that failed is not hit", rows["functions"])
    ok(rows["lines"][9] > 0 and rows["lines"][10] > 0, "a proved postcondition is hit", rows["lines"])
    ok(rows["lines"][20] == 0, "a call that failed is not", rows["lines"])


def inserted():
    """A contradiction is never a rise."""
    programs = {"max": (example("max.bpl"), "  requires 0 < n;\n"), "search": (example("binary-search.bpl"), "  requires 0 <= n;\n"),
                "unused": ("procedure P(x: int, y: int)\n  requires x > 0;\n  requires y > 0;\n{ assert x > 0; }\n", "  requires x > 0;\n")}
    for name, (text, line) in programs.items():
        var = "n" if " n" in line else "x"
        for what, new in (("requires", line + "  requires %s < -5;\n  requires %s > 5;\n" % (var, var)), ("false", line + "  requires false;\n")):
            write("d.bpl", text)
            run("cover", "--no-cache", "--json=old.json", "d.bpl")
            write("d.bpl", text.replace(line, new, 1))
            run("cover", "--no-cache", "--json=new.json", "d.bpl")
            doc = json.loads(run("diff", "--json", "old.json", "new.json").stdout)
            share = lambda side: doc[side]["elements"]["covered"] / doc[side]["elements"]["coverable"]
            ok(share("after") < share("before") and not doc["summary"]["fact-covered"] and doc["summary"]["worse"], "%s, %s: no rise" % (name, what),
               {k: doc[k] for k in ("before", "after", "summary")})


home = os.getcwd()
for part in (definition, apart, contradictions, functions, inserted):
    out = tempfile.mkdtemp()
    os.chdir(out)
    try:
        part()
    finally:
        os.chdir(home)
        shutil.rmtree(out)
tap.done()
