#!/usr/bin/env python3
"""`warrant diff`: edits of a program and what is said about them; documents that are none.  diff.py WARRANT"""
import json, os, shutil, subprocess, sys, tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tap
from tap import ok

warrant = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))

BASE = """const c: int;
axiom c > 3;
procedure Inner(n: int) returns (r: int)
  requires n > 0;
  ensures r > n;
{
  r := n + 1;
}
procedure Outer(n: int) returns (r: int)
  requires n > 5;
  ensures r > 6;
{
  var k: int;
  k := 2;
  call r := Inner(n);
  assert r > 0;
  assert k == 2;
}
procedure Alone(x: int) requires x > c; { assert x > 2; }
"""


def run(*args):
    return subprocess.run([warrant] + list(args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)


def cover(text, to, path="a.bpl", command="cover"):
    with open(path, "w") as f:
        f.write(text)
    run(command, "--no-cache", "--json=" + to, path)


def compare(new, path="a.bpl"):
    """The kinds of changes with the names of rows, and the exit code."""
    cover(new, "new.json", path)
    done = run("diff", "--json", "old.json", "new.json")
    doc = json.loads(done.stdout)
    kinds = {}
    for c in doc["changes"]:
        kinds.setdefault(c["kind"], []).append(c["name"])
    assert all(doc["summary"][k] == len(v) for k, v in kinds.items())
    assert doc["summary"]["worse"] == sum(c["worse"] for c in doc["changes"])
    assert (done.returncode == 1) == (doc["summary"]["worse"] > 0), done.returncode
    return kinds, done.returncode, doc


def only(kinds, **expected):
    """These kinds and no others; a value is a part of each name, and how many there are."""
    want = {k.replace("_", "-"): v for k, v in expected.items()}
    return set(kinds) == set(want) and all(len(kinds[k]) == n and all(part in name for name in kinds[k]) for k, (part, n) in want.items())


def edits():
    cover(BASE, "old.json")
    kinds, code, _ = compare("// moved\n\n\n" + BASE.replace("  k := 2;", "\n     k  :=  2;"))
    ok(code == 0 and not kinds, "other lines and layout: nothing changed", kinds)
    kinds, code, _ = compare(BASE, "elsewhere.bpl")
    ok(code == 0 and not kinds, "another file name: nothing changed", kinds)
    loop = BASE + "procedure Loop() { var i: int; i := 0; while (i < 9) invariant i < 99; invariant i < 100; { i := i + 1; } }\n"
    cover(loop, "old.json")
    kinds, code, _ = compare(loop, "elsewhere.bpl")
    ok(code == 0 and not kinds, "another file name, and several elements of one name: nothing changed", kinds)
    cover(BASE, "old.json")
    kinds, code, _ = compare(BASE.replace("Alone", "Single"))
    ok(code == 0 and not kinds, "another procedure name: nothing changed", kinds)
    kinds, code, _ = compare(BASE.replace("Inner", "Inmost"))
    ok(code == 0 and not kinds, "another name of a procedure that is called: nothing changed", kinds)
    kinds, code, _ = compare(BASE.replace("r := n + 1", "r := n"))
    ok(code == 1 and kinds.get("goal-broke", [""])[0].startswith("Inner/ensures/"), "a goal broke", kinds)
    ok(any(n.startswith("Outer/") for n in kinds.get("trust-grew", [])), "and its caller rests on a goal that is not proved", kinds)
    kinds, code, doc = compare(BASE.replace("  r := n + 1;", "  r := n + 1;\n  assume r == 99;"))
    grew = [c for c in doc["changes"] if c["kind"] == "trust-grew"]
    ok(code == 1 and only(kinds, finding_new=("Inner/unnecessary-assume/", 1), fact_idle=("Inner/assume/", 1)), "an assumption that no proof needs", kinds)
    found = [c for c in doc["changes"] if c["kind"] == "finding-new"][0]
    ok(not grew and found["code"] == "unnecessary-assume" and found["text"] == "assume r == 99;" and found["line"] == 8 and found["after"] == "warning" and found["message"].startswith("no proof"), "the finding in JSON", found)
    kinds, code, doc = compare(BASE.replace("  r := n + 1;", "  assume r > n;"))
    grew = {c["name"].split("/")[0]: [leaf["kind"] for leaf in c["leaves"]] for c in doc["changes"] if c["kind"] == "trust-grew"}
    ok(code == 1 and grew == {"Inner": ["assume"], "Outer": ["assume"]}, "trust grew, also through a call", doc["changes"])
    kinds, code, doc = compare(BASE.replace("{\n  r := n + 1;\n}", "").replace("(r: int)\n  requires n > 0", "(r: int);\n  requires n > 0"))
    grew = [[leaf["kind"] for leaf in c["leaves"]] for c in doc["changes"] if c["kind"] == "trust-grew"]
    ok(code == 1 and ["bodyless"] in grew, "a body is gone", doc["changes"])
    kinds, code, _ = compare(BASE.replace("  assert k == 2;\n", ""))
    ok(code == 1 and only(kinds, goal_vanished=("Outer/assert/", 1), fact_uncovered=("Outer/assign/", 1), finding_new=("Outer/unconstrained-code/", 1), finding_gone=("Outer/unnecessary-assert/", 1)), "without a goal a value is not needed", kinds)
    kinds, code, _ = compare(BASE.replace("  assert r > 0;\n", ""))
    ok(code == 0 and only(kinds, goal_vanished=("Outer/assert/", 1), finding_gone=("Outer/unnecessary-assert/", 1)), "a goal is gone, and that alone is not worse", kinds)
    kinds, code, _ = compare(BASE + "procedure More(x: int) requires x > 1; requires x < 99; { assert x > 0; }\n")
    ok(code == 1 and only(kinds, goal_appeared=("More/assert/", 1), fact_idle=("More/requires/", 1), finding_new=("More/unnecessary-requires/", 1)), "a new procedure", kinds)
    kinds, code, _ = compare(BASE + "axiom c > 2;\n")
    ok(code == 0 and only(kinds, fact_idle=("axiom/", 1), finding_info=("unused-axiom/", 1)), "a new finding of severity info is not worse", kinds)
    with open("new.json") as f:
        doc = json.load(f)
    for finding in doc["findings"]:
        finding["severity"] = "warning"
    with open("worse.json", "w") as f:
        json.dump(doc, f)
    doc = json.loads(run("diff", "--json", "new.json", "worse.json").stdout)
    ok([c["before"] for c in doc["changes"] if c["kind"] == "finding-new"].count("info") == 3, "a finding that is no longer for information only", doc["changes"])
    twice = BASE.replace("requires x > c;", "requires x > c; requires x != 70; requires x != 71;")
    cover(twice, "old.json")
    kinds, code, _ = compare("\n\n" + twice.replace("requires x != 70;", "requires  x\n  !=  70;").replace("Alone", "Single"))
    ok(code == 0 and not kinds, "findings are known again on other lines, with other blanks, in a procedure of another name", kinds)
    kinds, code, _ = compare(twice.replace("requires x != 71;", ""))
    ok(code == 0 and "finding-new" not in kinds and len(kinds["finding-gone"]) == 1, "one of two findings of a kind is gone", kinds)
    cover(BASE, "old.json")
    kinds, code, _ = compare(BASE + "procedure More(x: int) { assert x > 0; }\n")
    ok(code == 1 and only(kinds, goal_open=("More/assert/", 1)), "a new goal that fails", kinds)
    kinds, code, _ = compare(BASE.replace("requires n > 5;", "requires n > 5;\n  requires n < 5;"))
    ok(code == 1 and len(kinds.get("goal-vacuous", [])) >= 2, "contradictory preconditions", kinds)
    kinds, code, _ = compare(BASE + "procedure !")
    ok(code == 1 and kinds.get("file-refused") == ["program"], "a file that is refused", kinds)
    cover(BASE.replace("r := n + 1", "r := n"), "old.json")
    kinds, code, _ = compare(BASE)
    ok(len(kinds.get("goal-mended", [])) == 1 and "trust-shrank" in kinds, "mended", kinds)
    ok(code == 1 and kinds["finding-new"][0].startswith("Inner/unnecessary-requires/"), "what is found now that the goal is proved", kinds)
    for name, text in (("b.bpl", BASE), ("c.bpl", BASE)):
        with open(name, "w") as f:
            f.write(text)
    run("cover", "--no-cache", "--separate", "--json=old.json", "b.bpl", "c.bpl")
    with open("c.bpl", "w") as f:
        f.write(BASE.replace("  r := n + 1;", "  assume r > n;"))
    run("cover", "--no-cache", "--separate", "--json=new.json", "b.bpl", "c.bpl")
    doc = json.loads(run("diff", "--json", "old.json", "new.json").stdout)
    ok(doc["summary"]["trust-grew"] == 3 and all(c["file"] == "c.bpl" for c in doc["changes"]), "--separate: each file is compared with itself", doc["changes"])
    doc = json.loads(run("diff", "--json", "new.json", "new.json").stdout)
    ok(not doc["changes"], "--separate: nothing changed", doc["changes"])
    cover(BASE, "old.json", command="verify")
    cover(BASE.replace("r := n + 1", "r := n"), "new.json", command="verify")
    done = run("diff", "old.json", "new.json")
    ok(done.returncode == 1 and b"goals that are no longer proved: 1\n" in done.stdout and b"covered" not in done.stdout, "documents of verify", done.stdout)


def same(text, name):
    """As the gold file says; `diff.py WARRANT --bless` rewrites it."""
    path = os.path.join(HERE, name)
    if "--bless" in sys.argv:
        with open(path, "w") as f:
            f.write(text)
    with open(path) as f:
        ok(text == f.read(), name, text)


def forms():
    cover(BASE, "old.json")
    cover(BASE.replace("  r := n + 1;", "  assume r > n;").replace("  assert k == 2;\n", ""), "new.json")
    done = run("diff", "old.json", "new.json")
    lines = done.stdout.decode()
    same(lines, "diff.text.gold")
    page = run("diff", "--markdown", "-", "old.json", "new.json").stdout.decode()
    same(page, "diff.md.gold")
    done = run("diff", "--markdown", "d.md", "--json=d.json", "old.json", "new.json")
    doc = json.load(open("d.json"))
    ok(done.stdout.decode() == lines and open("d.md").read() == page and doc["summary"]["worse"] == 5, "all forms at once", doc["summary"])
    done = run("diff", "--json=/dev/full", "old.json", "new.json")
    ok(done.returncode == 5, "a full disk", done.stderr)
    many = BASE + "procedure Many() {\n" + "".join("  assume c > %d;\n" % -i for i in range(60)) + "}\n"
    kinds, code, doc = compare(many)
    ok(len(kinds["fact-idle"]) == 60, "many rows in JSON", kinds)
    text = run("diff", "old.json", "new.json").stdout.decode()
    ok("new elements that no proof needs: 60\n" in text and "  and 10 more\n" in text, "rows for people are counted, not all shown", text)


def bad_documents():
    good = json.load(open("old.json"))

    def expect(text, words, name):
        with open("bad.json", "wb") as f:
            f.write(text if isinstance(text, bytes) else text.encode())
        for order in (("bad.json", "old.json"), ("old.json", "bad.json")):
            done = run("diff", *order)
            ok(done.returncode == 3 and words in done.stderr.decode() and not done.stdout, name, "%d %s" % (done.returncode, done.stderr.decode()))

    def broken(path, value, words):
        doc = json.loads(json.dumps(good))
        at = doc
        for key in path[:-1]:
            at = at[key]
        if value is None:
            del at[path[-1]]
        else:
            at[path[-1]] = value
        expect(json.dumps(doc), words, "%s: %r" % (".".join(map(str, path)), value))

    goal = ["files", 0, "procedures", 0, "goals", 0]
    expect("", "not JSON", "empty")
    expect("{", "not JSON: line 1", "cut off")
    expect(b"\x00\xff\xfe", "not JSON", "binary")
    expect("[" * 100000, "not JSON", "deeply nested")
    expect("[]", "not a report of Warrant", "a list")
    expect('{"format": "warrant/2"}', "not a report of Warrant", "another format")
    expect('{"format": "warrant/1", "command": "explain"}', "neither", "another command")
    broken(["files"], 7, '"files" is not a list')
    broken(["files", 0], "x", "files[0] is not an object")
    broken(["files", 0, "path"], None, "files[0].path is missing")
    broken(["files", 0, "procedures"], None, "files[0].procedures is missing")
    broken(["files", 0, "procedures", 0], [], "files[0].procedures contains an item")
    broken(goal + ["verdict"], "maybe", "files[0].procedures[0].verdict has an unknown value")
    broken(goal + ["name"], 3, "name is not a string")
    broken(goal + ["line"], -3, "line is not a line number")
    broken(goal + ["line"], 1 << 40, "line is not a line number")
    broken(goal + ["trusts"], "f1", "trusts is not a list")
    broken(["files", 0, "facts", 0, "status"], "good", "files[0].facts[0].status has an unknown value")
    broken(["findings"], {}, '"findings" is not a list')
    broken(["findings", 0], 3, "findings contains an item")
    broken(["findings", 0, "code"], None, "findings[0].code is missing")
    broken(["findings", 0, "severity"], 1, "findings[0].severity is not a string")
    broken(["files", 0, "leaves", 0, "kind"], None, "files[0].leaves[0].kind is missing")
    for args, words in ((["old.json"], "takes"), (["old.json"] * 3, "two documents"), (["old.json", "none.json"], "no such file"), ([".", "old.json"], "directory")):
        done = run("diff", *args)
        ok(done.returncode == 3 and (words in done.stderr.decode() or words == "takes"), " ".join(args), done.stderr.decode())


out = tempfile.mkdtemp()
os.chdir(out)
try:
    edits()
    forms()
    cover(BASE, "old.json")
    bad_documents()
finally:
    os.chdir("/")
    shutil.rmtree(out)
tap.done()
