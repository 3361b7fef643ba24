"""logs.py WARRANT -- `warrant axioms` on SMT-LIB logs whose first core is not enough: a covered set proves its test again in a fresh solver."""
import json, os, re, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "report"))
from tap import done, ok

WARRANT = os.path.abspath(sys.argv[1])
folder = tempfile.mkdtemp(prefix="axioms-logs-")
os.chdir(folder)
os.environ["XDG_CACHE_HOME"] = folder


def run(text, *words):
    with open("a.smt2", "w") as file:
        file.write(text)
    got = subprocess.run([WARRANT, "axioms", "--no-cache", "-j1", "--json=a.json", *words, "a.smt2"], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True)
    with open("a.json") as file:
        return got.stdout + got.stderr, json.load(file)


# The core of the first proof does not have the axioms whose instances only brought the terms that triggers wait for.
DECLARED = "(set-option :auto_config false)\n(set-option :smt.mbqi false)\n" + "".join(
    "(declare-fun %s (Int) %s)\n" % (name, sort) for name, sort in
    [("f", "Int"), ("g", "Int"), ("h", "Int"), ("k", "Int"), ("p", "Bool"), ("q", "Bool"), ("r", "Bool"), ("s", "Bool")]) + "(declare-const c Int)\n"
TERMS = DECLARED + """(assert (forall ((x Int)) (! (=> (q x) (s (f x))) :pattern ((s x)) :qid ax0)))
(assert (forall ((x Int)) (! (q (k 0)) :pattern ((q x)) :qid ax1)))
(assert (forall ((x Int)) (! (=> (s x) (= (k (+ 3 1)) (g x))) :pattern ((q x)) :qid ax2)))
(assert (forall ((x Int)) (! (=> (q x) (r (+ 2 1))) :pattern ((f x)) :qid ax3)))
(assert (forall ((x Int)) (! (q (f 1)) :pattern ((r x)) :qid ax4)))
(assert (forall ((x Int)) (! (=> (r x) (< (f (h x)) (f 3))) :pattern ((r x)) :qid ax5)))
(assert (forall ((x Int)) (! (=> (r x) (= x (h 1))) :pattern ((f x)) :qid ax6)))
(assert (forall ((x Int)) (! (s (+ 3 1)) :pattern ((s x)) :qid ax7)))
(push 1)
(assert (and (r (+ 0 1)) (not (p (g 3)))))
(check-sat)
(pop 1)
(push 1)
(assert (and (r 1) (not (<= (h (+ 1 1)) (k c)))))
(check-sat)
(pop 1)
"""
text, doc = run(TERMS, "--strong")
test = doc["tests"][0]
ok(test["verdict"] == "proved" and test["confirmed"] and test["complete"], "the covered set proves the test again", test)
ok("do not prove" not in text and "limit" not in text, "no doubt is told", text)
ok(set(test["strong"]) <= set(test["axioms"]) and len(test["axioms"]) > len(test["used"]), "axioms that bring terms are covered", test)

# Without its quantifier, an axiom must not bring terms either.
texts = {a["id"]: a["text"] for a in doc["axioms"]}
strong = {re.search(r":qid (\w+)", texts[a]).group(1) for a in test["strong"]}
without = {}
for name in ["ax%d" % i for i in range(8)]:
    rest = "".join(line for line in TERMS.splitlines(True) if name + ")" not in line)
    without[name] = run(rest)[1]["tests"][0]["verdict"] == "proved"
ok(strong == {name for name in without if not without[name]}, "strongly covered are those without which the log is not proved", [strong, without])

# -- a log without a question --
for log, why in [("", "the text has no check-sat"), ("(declare-const a Bool)\n(assert a)\n(push)\n(check-sat)\n(pop)\n", "no check has a goal")]:
    text, doc = run(log)
    ok("note: " + why in text and "tests: 0, of which 0 proved" in text, "it is told and is no test", text)
    ok("limit" not in text and doc["tests"][0]["verdict"] == "undecided", "no query hit a limit", text)

# -- guards change the search: without them, the other axioms prove (q c), so the second axiom is not strongly covered --
GUARDS = """(set-option :auto_config false)
(set-option :smt.mbqi false)
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(declare-fun r (Int) Bool)
(declare-fun s (Int) Bool)
(declare-fun t (Int) Bool)
(declare-fun f (Int) Int)
(declare-const c Int)
(declare-const d Int)
(assert (! (forall ((x Int)) (! (=> (and (r x) (r (f x))) (and (r c) (p c))) :pattern ((r x)) :qid ax0)) :named first))
(assert (! (forall ((x Int)) (! (q x) :pattern ((q x)) :qid ax0)) :named second))
(assert (! (forall ((x Int)) (! (=> (r x) (q (f x))) :pattern ((r x)) :qid ax2)) :named ax2_12))
(assert (! (forall ((x Int)) (! (=> (and (t x) (t c)) (= (f x) x)) :pattern ((t x)) :qid ax3)) :named ax3_13))
(assert (! (forall ((x Int)) (! (=> (and (t x) (s c)) (p c)) :pattern ((f x)) :qid ax4)) :named ax4_14))
(assert (! (forall ((x Int)) (! (=> (and (r x) (s c)) (and (p c) (p (f x)))) :pattern ((r x)) :qid ax5)) :named ax5_15))
(assert (! (forall ((x Int)) (! (t x) :pattern ((t x)) :qid ax6)) :named ax6))
(push 1)
(assert (r d))
(assert (! (not (q c)) :named @query0))
(check-sat)
(pop 1)
(push 1)
(assert (! (not (t d)) :named @query1))
(check-sat)
(pop 1)
"""
text, doc = run(GUARDS, "--strong")
names = {a["id"]: a["name"] for a in doc["axioms"]}
ok([names[a] for a in doc["tests"][0]["strong"]] == ["ax6"], "strong is what all other axioms, as the log has them, do not replace", doc["tests"])

# -- checks without a goal, beside others --
SOME = DECLARED + """(assert (forall ((x Int)) (! (p x) :pattern ((p x)) :qid a)))
(push)
(check-sat)
(assert (not (p 1)))
(check-sat)
(pop)
(check-sat)
"""
FOUND = {"file": [("", "proved", 1, 2)], "query": [("line 14", "undecided", 0, 1), ("line 16", "proved", 1, 0), ("line 18", "undecided", 0, 1)],
         "procedure": [("", "proved", 1, 2)]}
for unit, want in FOUND.items():
    text, doc = run(SOME, "--test=" + unit)
    got = [(t["procedure"], t["verdict"], t["goals"], t.get("without_goal", 0)) for t in doc["tests"]]
    ok(got == want and doc["summary"]["tests"] == 1 and doc["axioms"][0]["tests"] == 1, "no check is lost, with --test=" + unit, [got, text])
    ok("checks without a goal: 2 of 3" in text and "note:" not in text and "tests: 1," in text, "their number is told", text)
with open("expected", "w") as file:
    file.write("proved a.smt2\n")
text, doc = run(SOME, "--test=query", "--expect=expected")
ok(["expected" in t for t in doc["tests"]] == [False, True, False], "nothing is expected of a check without a goal", text)

# -- axioms that are chosen --
CHOSEN = DECLARED + """(assert (! (forall ((x Int)) (! (p x) :pattern ((p x)) :qid |lib.3:4|)) :named lib_p))
(assert (forall ((x Int)) (! (q x) :pattern ((q x)) :qid |libbpl.5:1|)))
(assert (forall ((x Int)) (! (=> (q x) (r x)) :pattern ((r x)) :qid mine)))
(push 1)
(assert (forall ((x Int)) (! (=> (r x) (s x)) :pattern ((s x)) :qid lib_s)))
(assert (not (and (p 1) (s 2))))
(check-sat)
(pop 1)
"""
for words, want in [([], "lib.3:4 libbpl.5:1 mine"), (["--axiom=lib*"], "lib.3:4 libbpl.5:1 lib_s"),
                    (["--axiom=libbpl.*", "--axiom=mine"], "libbpl.5:1 mine"), (["--axiom=none"], "")]:
    text, doc = run(CHOSEN, *words)
    got = [re.search(r":qid \|?([\w.:]+)", a["text"]).group(1) for a in doc["axioms"]]
    test = doc["tests"][0]
    ok(got == want.split() and test["verdict"] == "proved" and len(test["axioms"]) == len(got), "axioms chosen by %s" % words, [got, text])

# -- exit --
text, doc = run(DECLARED + "(assert (forall ((x Int)) (! (p x) :pattern ((p x)) :qid a)))\n(push)\n(assert (not (p 1)))\n(check-sat)\n(exit)\n)\n")
ok([t["verdict"] for t in doc["tests"]] == ["proved"], "what stands after exit is not read", text)

# -- options stay at (reset): what models of quantifiers would prove is not proved --
RESET = """(set-option :auto_config false)
(set-option :smt.mbqi false)
(reset)
(declare-fun f (Int) Int)
(assert (forall ((x Int)) (! (> (f x) x) :pattern ((f x)))))
(push)
(assert (forall ((x Int)) (! (< (f x) 5) :pattern ((f (f x))))))
(check-sat)
"""
ok([run(log)[1]["tests"][0]["verdict"] for log in (RESET, RESET.replace("mbqi false", "mbqi true"))] == ["failed", "proved"], "options stay at (reset)")

# -- of several errors, the first one is told --
text, doc = run("(declare-fun p (Int) Bool)\n(assert (forall ((x Int)) (p (g x))))\n(push)\n(assert (not (p h)))\n(check-sat)\n")
ok(doc["tests"][0]["problem"] == "unknown constant g (Int)" and "(error" not in text, "no words of the solver beside the first error", text)

# -- contradictory axioms that many files of a large suite have, behind files with axioms of their own --
OWN = "".join("(assert (forall ((x Int)) (! (= (f x) (f x)) :pattern ((f x)) :qid own%%d_of_%d)))\n" % n for n in range(8))
FALSE = "(assert (forall ((x Int)) (! (= (f x) x) :pattern ((f x)) :qid same)))\n(assert (forall ((x Int)) (! (> (f x) x) :pattern ((f x)) :qid more)))\n"
os.mkdir("suite")
for n in range(36):
    own = OWN % tuple([n] * 8) if n < 30 else FALSE
    with open("suite/%02d.smt2" % n, "w") as file:
        file.write(DECLARED + own + "(push 1)\n(assert (not (= c c)))\n(check-sat)\n(pop 1)\n")
got = subprocess.run([WARRANT, "axioms", "--no-cache", "suite"], stdout=subprocess.PIPE, text=True).stdout
ok(got.startswith("suite/30.smt2: warning: the axioms contradict each other"), "what most files have is searched first", got)
done()
