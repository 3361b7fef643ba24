"""advice.py WARRANT -- `warrant axioms --advice`: sketches are tried before they are shown, redundant axioms are found with their partners, and axioms with
broad or narrow tests only are told."""
import json, os, re, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "report"))
from tap import done, ok

WARRANT = os.path.abspath(sys.argv[1])
HEAD = "(set-option :smt.mbqi false)\n(set-option :auto_config false)\n"
DECLARED = "".join("(declare-fun %s (Int) Bool)\n" % f for f in "pqrstuv") + "(declare-fun x () Int)\n"
AXIOMS = {
    "prelude_pq": "(forall ((x Int)) (! (=> (p x) (q x)) :pattern ((p x)) :qid prelude_pq))",
    "prelude_qr": "(forall ((x Int)) (! (=> (q x) (r x)) :pattern ((q x)) :qid prelude_qr))",
    "prelude_pr": "(forall ((y Int)) (! (=> (p y) (r y)) :pattern ((p y)) :qid prelude_pr))",
    "prelude_st": "(forall ((a Int) (b Int)) (! (=> (and (s a) (s b)) (t (+ a b)))\n   :pattern ((s a)\n (s b)) :qid prelude_st))",
    "prelude_true": "(forall ((y Int)) (! (=> (v y) (or (u y) (not (u y)))) :pattern ((v y)) :qid prelude_true))",
    "prelude_far": "(forall ((y Int)) (! (=> (u y) (v (+ y 1))) :pattern ((v (* 2 y))) :qid prelude_far))",
}
folder = tempfile.mkdtemp(prefix="axioms-advice-")
os.chdir(folder)
os.environ["XDG_CACHE_HOME"] = folder
os.environ["TMPDIR"] = folder


def log(name, goals, axioms=AXIOMS):
    with open(name, "w") as file:
        file.write(HEAD + DECLARED + "".join("(assert %s)\n" % a for a in axioms.values()) +
                   "".join("(push 1)\n(assert (not %s))\n(check-sat)\n(pop 1)\n" % g for g in goals))


def run(*words):
    return subprocess.run([WARRANT, "axioms", "--no-cache"] + list(words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


log("one.smt2", ["(=> (p 1) (q 1))"])
doc = json.loads(run("--advice", "--json", "one.smt2").stdout)
names = {a["id"]: a["name"] for a in doc["axioms"]}
advice = {}
for a in doc["advice"]:
    advice.setdefault(a["kind"], {})[names[a["axiom"]]] = a
ok(sorted(advice["uncovered"]) == ["prelude_far", "prelude_pr", "prelude_qr", "prelude_st", "prelude_true"], "axioms without a test", advice)
sketched = {n: a["sketch"] for n, a in advice["uncovered"].items() if "sketch" in a}
ok(sorted(sketched) == ["prelude_qr", "prelude_st"], "sketches for those that a test can need", sketched)
ok("; trigger terms: ((s a) (s b))\n" in sketched["prelude_st"] and "(assert (and (s a) (s b)))" in sketched["prelude_st"], "trigger terms and premiss", sketched)
ok("constant!0" in sketched["prelude_qr"], "a variable whose name is taken gets another", sketched)
ok("sketch" not in advice["uncovered"]["prelude_far"], "no sketch where the trigger terms are not in the axiom's instance")
partners = {n: [names[p] for p in a["partners"]] for n, a in advice["redundant"].items()}
ok(partners == {"prelude_pr": ["prelude_pq", "prelude_qr"], "prelude_true": []}, "redundant axioms with their partners", partners)

# A sketch is what it says: it is proved with the axiom, and not without it.
for name, sketch in sketched.items():
    for kept, expected in ((AXIOMS, "proved"), ({n: a for n, a in AXIOMS.items() if n != name}, "failed")):
        with open("try.smt2", "w") as file:
            file.write(HEAD + DECLARED + "".join("(assert %s)\n" % a for a in kept.values()) + "(push 1)\n" + sketch + "(check-sat)\n(pop 1)\n")
        got = json.loads(run("--json", "try.smt2").stdout)["tests"]
        ok(len(got) == 1 and got[0]["verdict"] == expected, "%s with %d axioms: %s" % (name, len(kept), expected), got)

text = run("--advice", "one.smt2").stdout
ok("prelude_pr: it is redundant: it follows from prelude_pq, prelude_qr" in text and "prelude_qr: no test covers it; this test needs it (tried)" in text,
   "the advice as text", text)
ok("prelude_true: it is redundant: it holds without any axiom" in text, "an axiom that says nothing", text)

# If the axioms contradict each other where they are tried, nothing is called redundant.
log("false.smt2", ["(=> (p 1) (q 1))"], dict(AXIOMS, prelude_no="(not (p 7))", prelude_yes="(p 7)"))
doc = json.loads(run("--advice", "--json", "false.smt2").stdout)
ok(not [a for a in doc["advice"] if a["kind"] == "redundant" or "sketch" in a], "nothing is said where false follows from the axioms", doc["advice"])

# What rests on a contradiction that no test shows is not said, whether the search for contradictions has found it or not.
HIDDEN = {
    "prelude_above": "(forall ((x Int)) (! (> (f x) x) :pattern ((f x)) :qid prelude_above))",
    "prelude_below": "(forall ((x Int)) (! (< (f x) 0) :pattern ((f x)) :qid prelude_below))",
    "prelude_late": "(forall ((x Int)) (! (=> (and (>= x 0) (q (f x))) (r x)) :pattern ((f x)) :qid prelude_late))",
}
plain, DECLARED = DECLARED, DECLARED + "(declare-fun f (Int) Int)\n"
log("hidden.smt2", ["(=> (p 1) (q 1))"], dict(AXIOMS, **HIDDEN))
log("instances.smt2", ["(=> (p 1) (q 1))"], dict(AXIOMS, other="(forall ((y Int)) (! (=> (t y) (v y)) :pattern ((t y)) :qid prelude_pr))"))
DECLARED = plain
for words in ([], ["--no-contradictions"]):
    doc = json.loads(run("--advice", "--json", *words, "hidden.smt2").stdout)
    names = {a["id"]: a["name"] for a in doc["axioms"]}
    said = sorted(names[a["axiom"]] for a in doc["advice"] if a["kind"] == "redundant")
    ok(said == ["prelude_pr", "prelude_true"], "a proof that rests on a contradiction makes nothing redundant", (words, doc["advice"]))

# What is true of one instance of an axiom need not be true of the axiom.
doc = json.loads(run("--advice", "--json", "instances.smt2").stdout)
names = {a["id"]: a["name"] for a in doc["axioms"]}
said = sorted(names[a["axiom"]] for a in doc["advice"] if a["kind"] == "redundant")
ok(said == ["prelude_true"], "an axiom of two instances is not redundant because one of them is", doc["advice"])

# A sketch is a test where it says: also in a log that takes everything back at its end, and with facts behind the axioms.
with open("one.smt2") as file:
    text = file.read()
with open("reset.smt2", "w") as file:
    file.write(text.replace("(push 1)", "(push 1)\n(declare-fun late () Int)\n(assert (q late))\n(push 1)") + "(pop 1)\n(reset)\n")
doc = json.loads(run("--advice", "--json", "reset.smt2").stdout)
identities = {a["id"]: a["identity"] for a in doc["axioms"]}
placed = [a for a in doc["advice"] if "sketch" in a]
ok(len(placed) == 2, "sketches for a log with reset", placed)
for a in placed:
    lines = open(a.get("sketch_file", "reset.smt2")).read().split("\n")
    at = a.get("sketch_line", len(lines) + 1) - 1
    with open("placed.smt2", "w") as file:
        file.write("\n".join(lines[:at] + ["(push 1)", a["sketch"], "(check-sat)", "(pop 1)"] + lines[at:]))
    after = json.loads(run("--json", "placed.smt2").stdout)
    ok([len(b["covered_by"]) for b in after["axioms"] if b["identity"] == identities[a["axiom"]]] == [1], "the sketch at its place covers the axiom", after["tests"])

# Axioms of programs: sketches in the language of the solver, with the names of --dump-smt.
with open("lengths.bpl", "w") as file:
    file.write("""type Ref;
function Len(r: Ref): int;
axiom (forall r: Ref :: { Len(r) } 0 <= Len(r));
function Cat(a: Ref, b: Ref): Ref;
axiom (forall a, b: Ref :: { Cat(a, b) } Len(Cat(a, b)) == Len(a) + Len(b));
axiom (forall a, b: Ref :: { Cat(a, b) } Len(Cat(a, b)) >= Len(a));
function Rev(a: Ref): Ref;
axiom (forall a: Ref :: { Rev(a) } Len(a) > 0 ==> Len(Rev(a)) == Len(a));
procedure P(a: Ref) { assert 0 <= Len(a); }
""")
doc = json.loads(run("--advice", "--json", "lengths.bpl").stdout)
lines = {a["id"]: a["line"] for a in doc["axioms"]}
sketched = {lines[a["axiom"]]: a["sketch"] for a in doc["advice"] if "sketch" in a}
partners = {lines[a["axiom"]]: [lines[p] for p in a["partners"]] for a in doc["advice"] if a["kind"] == "redundant"}
ok(sorted(sketched) == [5, 8], "sketches for axioms of a program", doc["advice"])
ok(partners == {6: [3, 5]}, "a redundant axiom of a program with its partners", doc["advice"])
subprocess.run([WARRANT, "verify", "-q", "--no-cache", "--dump-smt=dumped", "lengths.bpl"], stdout=subprocess.DEVNULL)
dumped = open("dumped/1-P-1.smt2").read()
prelude = dumped[:dumped.index("; procedure")]
for line, sketch in sketched.items():
    without = re.sub(r"; axiom %d:\d+\n\(assert .*\n" % line, "", prelude)
    ok(without != prelude, "the axiom of line %d stands in the prelude" % line, prelude)
    for text, expected in ((prelude, "proved"), (without, "failed")):
        with open("try.smt2", "w") as file:
            file.write(text + "(push 1)\n" + sketch + "(check-sat)\n(pop 1)\n")
        got = json.loads(run("--json", "try.smt2").stdout)["tests"]
        ok(len(got) == 1 and got[0]["verdict"] == expected, "the sketch for line %d: %s" % (line, expected), got)

# Broad and narrow: eight tests, of which one covers much.
os.mkdir("suite")
for i in range(6):
    log("suite/%d.smt2" % i, ["(=> (p 1) (q 1))", "(=> (q 2) (r 2))"])
log("suite/narrow.smt2", ["(=> (s 1) (t 2))"])
WIDE = dict(AXIOMS, prelude_uq="(forall ((y Int)) (! (=> (u y) (q y)) :pattern ((u y)) :qid prelude_uq))")
log("suite/wide.smt2", ["(=> (p 1) (q 1))", "(=> (q 2) (r 2))", "(=> (u 2) (q 2))"], WIDE)
doc = json.loads(run("--advice", "--json", "suite").stdout)
names = {a["id"]: a["name"] for a in doc["axioms"]}
kinds = sorted((a["kind"], names[a["axiom"]]) for a in doc["advice"] if a["kind"] in ("broad", "narrow"))
ok(kinds == [("broad", "prelude_uq"), ("narrow", "prelude_st")], "broad and narrow tests", kinds)
ok(not [n for n in os.listdir(folder) if n.startswith("warrant-sketch")], "nothing is left behind")
subprocess.run(["rm", "-r", folder])
done()
