"""outputs.py WARRANT -- the reports of `warrant axioms` about a suite whose figures are known: CSV, groups, statistics, LCOV and the comparison of two
runs.  What one report says must be what the JSON document says."""
import csv, io, json, os, re, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "report"))
from tap import done, ok

WARRANT = os.path.abspath(sys.argv[1])
PRELUDE = """function p(int): bool; function q(int): bool; function r(int): bool;
// ------------------------------------------------------
// -- Chains --------------------------------------------
// ------------------------------------------------------
axiom {:id "pq"} {:kind "first"} (forall x: int :: {p(x)} p(x) ==> q(x));
axiom {:id "qr"}
  {:kind "second"}
  (forall x: int :: {q(x)} q(x) ==> r(x));
// an ordinary comment
// =====
// Others
// =====
axiom {:id "=idle()"} (forall x: int :: {r(x)} r(x) ==> r(x + 0));
axiom {:id "two"} p(1) && p(2);
"""
ONE = "procedure One(x: int) requires p(x); { assert q(x); }\n"
BOTH = "procedure Both(x: int) requires p(x); { assert q(x); assert r(x); }\n"
GROUND = "procedure Ground() { assert p(2); }\n"

folder = tempfile.mkdtemp(prefix="axioms-outputs-")
os.chdir(folder)
os.environ["XDG_CACHE_HOME"] = folder


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def run(*words, code=0):
    got = subprocess.run([WARRANT, "axioms", "--no-cache"] + list(words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if code is not None and got.returncode != code:
        print("# exit code %d of %s: %s%s" % (got.returncode, words, got.stdout, got.stderr))
    return got


def document(*words):
    return json.loads(run("--json", *words).stdout)


write("suite.bpl", PRELUDE + ONE + BOTH + GROUND)
whole = ["--test=procedure", "--strong"]

# -- statistics --
doc = document(*whole, "suite.bpl")
names = {a["id"]: a["name"] for a in doc["axioms"]}
ok([n for n in names.values()] == ["pq", "qr", "=idle()", "two"], "the axioms by their names", names)
ok(doc["tests_per_axiom"] == [{"tests": 0, "axioms": 1}, {"tests": 1, "axioms": 2}, {"tests": 2, "axioms": 1}],
   "tests per axiom", doc["tests_per_axiom"])
s = doc["selectivity"]
ok((s["tests"], s["least"], s["median"], s["most"]) == (3, 1, 1, 2) and abs(s["mean"] - 4 / 3) < 1e-4, "selectivity of the tests", s)
pq = doc["axioms"][0]["selectivity"]
ok(pq == {"mean": 1.5, "deviation": 0.5}, "mean and deviation of an axiom", pq)
apart = doc["never_together"]
ok(apart["pairs"] == 3 and apart["apart"] == 2 and [[names[a], names[b]] for a, b in apart["shown"]] == [["pq", "two"], ["qr", "two"]],
   "axioms that no test covers together, those with many tests first", apart)
ok(doc["measure"] == "covered" and len({a["identity"] for a in doc["axioms"]}) == 4, "identities")


# -- groups --
def groups(*words):
    return {g["name"]: (g["covered"], g["total"]) for g in document(*whole, *words, "suite.bpl")["groups"]}


ok(groups("--group=section") == {"Chains": (2, 2), "Others": (1, 2)}, "groups by heading", groups("--group=section"))
ok(groups("--group=file") == {"suite.bpl": (3, 4)}, "groups by file")
ok(groups("--group=attribute:kind") == {"first": (1, 1), "second": (1, 1), "": (1, 2)}, "groups by attribute")
write("map", "# a comment\np*\tarrows of p\nq*   arrows of q\n* rest\n")
ok(groups("--group=map:map") == {"arrows of p": (1, 1), "arrows of q": (1, 1), "rest": (1, 2)}, "groups by a map")
got = run("--group=colour", "suite.bpl", code=3)
ok(got.returncode == 3 and "--group is one of" in got.stderr, "an unknown grouping is refused")
got = run("--group=map:missing", "suite.bpl", code=3)
ok(got.returncode == 3 and "'missing' cannot be read" in got.stderr, "a map that is missing")

# -- CSV --
run(*whole, "--csv=a.csv", "suite.bpl")
text = open("a.csv").read()
rows = list(csv.DictReader(io.StringIO(text)))
ok(all(None not in r and None not in r.values() for r in rows), "every row has as many cells as the header")
axioms = [r for r in rows if r["kind"] == "axiom"]
ok([(r["id"], int(r["used"]), int(r["covered"]), int(r["strongly_covered"])) for r in axioms] ==
   [(a["id"], len(a["used_by"]), len(a["covered_by"]), len(a["strongly_covered_by"])) for a in doc["axioms"]], "axioms as in JSON")
ok([r["name"] for r in axioms][2] == "'=idle()", "a name that a spreadsheet would run is neutralised")
tests = [r for r in rows if r["kind"] == "test"]
ok([(r["name"], r["state"], int(r["selectivity"])) for r in tests] ==
   [(t["procedure"], t["verdict"], t["selectivity"]) for t in doc["tests"]], "tests as in JSON")
cells = {(r["id"], r["other"]): r["state"] for r in rows if r["kind"] == "cell"}
want = {}
for t in doc["tests"]:
    for state, key in (("used", "used"), ("covered", "axioms"), ("strong", "strong")):
        want.update({(a, t["id"]): state for a in t[key]})
ok(cells == want and len(cells) >= 4, "cells are the matrix of JSON", cells)
ok([[r["id"], r["other"]] for r in rows if r["kind"] == "apart"] == apart["shown"], "pairs as in JSON")
run(*whole, "--csv=a.csv", "suite.bpl")
ok(open("a.csv").read() == text, "the table is replaced by itself")
write("notes.csv", "mine\n")
ok(run("--csv=notes.csv", "suite.bpl", code=3).returncode == 3 and open("notes.csv").read() == "mine\n", "another table is not")

# -- LCOV --
run(*whole, "--lcov=a.info", "suite.bpl")
trace = open("a.info").read().split("\n")
ok("SF:suite.bpl" in trace and "DA:5,2" in trace and "DA:6,1" in trace and "DA:13,0" in trace and "DA:14,1" in trace, "lines of axioms", trace)
ok("FNDA:2,pq" in trace and "FNDA:0,=idle()" in trace and "FNF:4" in trace and "FNH:3" in trace and "LF:4" in trace and "LH:3" in trace,
   "axioms as functions", trace)
log = ("(declare-fun p (Int) Bool)\n(declare-fun q (Int) Bool)\n"
       "(assert (forall ((x Int)) (! (=> (p x) (q x)) :pattern ((p x)) :qid |suitebpl.5:35|)))\n"
       "(assert (forall ((x Int)) (! (=> (q x) (p (+ x 1))) :pattern ((q x)) :qid |suitebpl.6:3|)))\n"
       "(push 1)\n(assert (not (=> (p 7) (q 7))))\n(check-sat)\n(pop 1)\n")
write("a.smt2", log)
write("marked.smt2", "\ufeff" + log.replace("\n", "\r\n"))
ok(json.loads(run("--json", "marked.smt2").stdout)["tests"][0]["verdict"] == "proved", "a log with a byte order mark and CRLF")
run("--prelude=suite.bpl", "--lcov=b.info", "--group=section", "a.smt2")
trace = open("b.info").read().split("\n")
ok("SF:suite.bpl" in trace and "DA:5,1" in trace and "DA:6,0" in trace, "a log names lines of its prelude", trace)

# -- the prelude fixes the axioms of programs --
write("prelude.bpl", PRELUDE)
write("own.bpl", PRELUDE.replace("axiom {:id \"two\"} p(1) && p(2);", "") + "function s(int): bool; axiom (forall x: int :: {r(x)} r(x) ==> s(x));\n"
      "procedure Own(x: int) requires q(x); { assert s(x); }\n")
fixed = json.loads(run("--prelude=prelude.bpl", "--strong", "--json", "own.bpl").stdout)
ok([(a["name"], len(a["covered_by"])) for a in fixed["axioms"]] == [("pq", 0), ("qr", 1), ("=idle()", 0), ("two", 0)],
   "only axioms of the prelude count, also those that no program has", fixed["axioms"])
ok(fixed["tests"][0]["verdict"] == "proved" and fixed["axioms"][1]["strongly_covered_by"], "and the program's own axioms hold", fixed["tests"])
write("bad.bpl", "axiom nothing;\n")
got = run("--prelude=bad.bpl", "own.bpl", code=3)
ok(got.returncode == 3 and "--prelude: bad.bpl:1:" in got.stderr, "a prelude that is no program of its own is refused", got.stderr)
write("domain.vpr", """domain D {
  function plus(x: Int, y: Int): Int
  function twice(x: Int): Int
  axiom ax_plus { forall x: Int, y: Int :: { plus(x, y) } plus(x, y) == x + y }
  axiom ax_twice { forall x: Int :: { twice(x) } twice(x) == plus(x, x) }
}
method both(x: Int) { assert twice(x) == 2 * x }
method one(x: Int) { assert plus(x, 1) > x }
""")
viper = json.loads(run("--test=procedure", "--strong", "--json", "domain.vpr").stdout)
ok([[t["procedure"] for t in viper["tests"] if t["id"] in a["strongly_covered_by"]] for a in viper["axioms"]] == [["both", "one"], ["both"]],
   "axioms of a program in another language", viper["axioms"])

# -- equal bodies of two functions are two axioms --
for name, text in (("bodies.bpl", "function one(x: int): int { x + 1 }\nfunction two(y: int, x: int): int { x + 1 }\nprocedure P() { assert one(2) == 3; }\n"),
                   ("bodies.vpr", "function one(x: Int): Int { x + 1 }\nfunction two(y: Int, x: Int): Int { x + 1 }\nmethod p() { assert one(2) == 3 }\n")):
    write(name, text)
    bodies = json.loads(run("--json", name).stdout)["axioms"]
    ok([(a["line"], len(a["covered_by"])) for a in bodies] == [(1, 1), (2, 0)], "equal bodies of two functions in " + name, bodies)

# -- two runs --
write("old.json", run("--json", *whole, "suite.bpl").stdout)
write("suite.bpl", PRELUDE.replace("p(1) && p(2);", "p(1) && p(2) && p(3);\naxiom {:id \"fresh\"} r(9);") + ONE + GROUND)
write("new.json", run("--json", *whole, "suite.bpl").stdout)
got = run("--diff", "old.json", "new.json", code=1)
ok(got.returncode == 1 and "axioms that lost their last test: 1\n  qr (it had suite.bpl Both)" in got.stdout, "the axiom that lost its last test", got.stdout)
ok("new axioms without a test: 1\n  fresh" in got.stdout and "tests that are gone: 1" in got.stdout and "axioms that are gone" not in got.stdout,
   "a renamed text is the same axiom by its name", got.stdout)
changes = json.loads(run("--diff", "--json", "old.json", "new.json", code=1).stdout)
ok([(c["kind"], c["name"]) for c in changes["changes"]] == [("lost", "qr"), ("new-uncovered", "fresh"), ("test-gone", "suite.bpl Both")],
   "the changes as JSON", changes)
got = run("--diff", "old.json", "old.json")
ok(got.returncode == 0 and "no axiom gained or lost its tests" in got.stdout, "nothing changed")
got = run("--diff", "new.json", "old.json")
ok("axioms that have a test now: 1\n  qr" in got.stdout, "the other way round", got.stdout)
got = run("--diff", "old.json", "a.smt2", code=3)
ok(got.returncode == 3 and "the second document was not written by" in got.stderr, "a file of another kind is refused")
ok(run("--diff", "old.json", code=3).returncode == 3, "one document is not two")

# -- lines of a manifest that fit no test are told --
write("ends.bpl", "procedure A() { assert false; }\nprocedure B() { assert true; }\n")
write("manifest", "failed ends.bpl A\nproved *.bpl B\nfailed ends.bpl\nproved other.bpl\n")
got = run("--expect=manifest", "ends.bpl")
ok(re.findall("manifest:(\\d+): no test fits", got.stderr) == ["1", "2", "4"] and "with --test=procedure" in got.stderr, "procedures of a manifest where files are tests", got.stderr)
got = run("--expect=manifest", "--test=procedure", "ends.bpl", code=1)
ok(re.findall("manifest:(\\d+): no test fits", got.stderr) == ["4"], "a line that another one overrides fits", got.stderr)

# -- axioms that only moved, or have another name --
def documents(name, old, new):
    for side, texts in (("old", old), ("new", new)):
        for path, text in texts.items():
            write(path, text)
        write("%s-%s.json" % (name, side), run("--json", *texts).stdout)
    plain = run("--diff", "%s-old.json" % name, "%s-new.json" % name, code=None)
    changes = json.loads(run("--diff", "--json", "%s-old.json" % name, "%s-new.json" % name, code=None).stdout)["changes"]
    return plain, [(c["kind"], c["name"], c.get("old_name", "")) for c in changes]


FUNCTIONS = "function p(int): bool;\nfunction q(int): bool;\n"
PQ = "(forall x: int :: {p(x)} p(x) ==> q(x));\n"
P3 = "p(3);\n"
CALL = "procedure P() { assert q(3); }\n"
got, changes = documents("moved", {"moved.bpl": FUNCTIONS + "axiom " + PQ + "axiom " + P3 + CALL},
                         {"moved.bpl": "// a line\n\n" + FUNCTIONS + "axiom {:id \"three\"} /* new */ " + P3 + "axiom\n  " + PQ + CALL})
ok(got.returncode == 0 and changes == [("renamed", "three", "moved.bpl:4")], "axioms that moved are the same, and one has a name now", (got.stdout, changes))
got, changes = documents("lost", {"lost.bpl": FUNCTIONS + "axiom {:id \"one\"} " + PQ + "axiom " + P3 + CALL},
                         {"lost.bpl": "\n" + FUNCTIONS + "axiom {:id \"two\"} " + PQ + "axiom " + P3 + "procedure P() { assert p(3); }\n"})
ok(got.returncode == 1 and changes == [("lost", "two", ""), ("renamed", "two", "one")], "an axiom with another name lost its last test", (got.stdout, changes))


def placed(line, names):
    texts = {"pq": "(forall ((x Int)) (! (=> (p x) (q x)) :pattern ((p x)) :qid |%s|))", "p3": "(forall ((x Int)) (! (=> (r x) (p x)) :pattern ((r x)) :qid |%s|))",
             "far": "(forall ((x Int)) (! (=> (q x) (r (+ x 1))) :pattern ((q x)) :qid |%s|))"}
    return ("".join("(declare-fun %s (Int) Bool)\n" % f for f in "pqr") +
            "".join("(assert %s)\n" % (texts[n] % ("preludebpl.%d:12" % (line + i))) for i, n in enumerate(names)) +
            "(push 1)\n(assert (not (=> (r 1) (q 1))))\n(check-sat)\n(pop 1)\n")


got, changes = documents("placed", {"placed.smt2": placed(10, ["pq", "p3", "far"])}, {"placed.smt2": placed(11, ["far", "pq", "p3"])})
ok(got.returncode == 0 and changes == [], "a place in a prelude is not the axiom that stands there", (got.stdout, changes))
write("used.json", open("lost-new.json").read().replace('"measure": "covered"', '"measure": "used"').replace('"measure":"covered"', '"measure":"used"'))
got = run("--diff", "lost-old.json", "used.json", code=3)
ok(got.returncode == 3 and "cannot be compared" in got.stderr, "used and covered are not compared", got.stderr)

# Files outside the current folder that only #line names are not published.
SECRET = "/home/secret/made.bpl"
AXIOM = "axiom (forall x: int :: {p(x)} p(x) ==> q(x));"
write("made.bpl", f"#line 7 {SECRET}\nfunction p(int): bool; function q(int): bool;\n{AXIOM}\n#line 2 inside.bpl\n{AXIOM.replace('q(x)', 'q(x + 0)')}\n{ONE}")
for options in [], ["--outside-paths"]:
    run("--force", "--lcov=t.lcov", "--html=t.html", "--json=t.json", *options, "made.bpl")
    trace, page, exact = (open(f"t.{form}").read() for form in ("lcov", "html", "json"))
    ok((f"SF:{SECRET}\n" in trace) == bool(options) and "SF:inside.bpl\n" in trace, f"LCOV names files outside only if asked: {options}", trace)
    ok(("secret" in trace) == bool(options), "and nothing else in it does", trace)
    ok(("secret" in page) == bool(options) and ("*" * len(SECRET) + ":8" in page) != bool(options), "the page has asterisks instead")
    ok(f'"{SECRET}"' in exact, "JSON is for this machine")
subprocess.run(["rm", "-r", folder])
done()
