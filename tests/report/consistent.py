#!/usr/bin/env python3
"""Every format says the same about the same program: over all examples, all golden programs that are verified, and 30 programs of the
corpora; and a difference that is planted in the output of any one writer is noticed.  consistent.py WARRANT ROOT"""
import copy, json, os, re, shutil, sys, tempfile, traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import formats, tap
from tap import ok, skip

warrant, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
corpora = os.path.join(root, "..", "shared", "corpora")

CORPUS = """papers/BinSearch papers/FacUpTo papers/Find-2.3 papers/MainMax papers/MainMaxFixedBody papers/MaxArray papers/BinarySearch-VSI-b2
boogie/coverage/duplicateIds boogie/coverage/unnecessaryassumes1 boogie/coverage/verificationCoverage
boogie/coverage/verificationCoverageCounterexample boogie/Test/textbook/Bubble boogie/Test/textbook/DivMod boogie/Test/textbook/DutchFlag
boogie/Test/textbook/Find boogie/Test/textbook/McCarthy-91 boogie/Test/test2/shadow1 boogie/Test/test2/False boogie/Test/test2/LoopInvAssume
boogie/Test/test2/Axioms boogie/Test/test2/IfThenElse1 boogie/Test/test2/CutBackEdge boogie/Test/test2/CallVerifiedUnder0
boogie/Test/test2/SelectiveChecking boogie/Test/test2/AssumptionVariables0 boogie/Test/test2/FormulaTerm2 boogie/Test/test2/Call
boogie/Test/test2/Ensures boogie/Test/test2/Implies boogie/Test/datatypes/is-cons""".split()


def golden():
    for area in ("verify", "cover", "graph", "prune", "report"):
        folder = os.path.join(root, "tests", "golden", area)
        for name in sorted(os.listdir(folder)):
            if name.endswith(".bpl"):
                yield "golden/%s/%s" % (area, name), os.path.join(folder, name)


SAMPLE = "--sample" in sys.argv  # every third golden program, for slow builds


def programs():
    examples = os.path.join(root, "examples")
    for name in sorted(os.listdir(examples)):
        if name.endswith(".bpl"):
            yield "examples/" + name, os.path.join(examples, name)
    yield from list(golden())[::3 if SAMPLE else 1]
    for name in CORPUS[::3 if SAMPLE else 1]:
        path = os.path.join(corpora, name + ".bpl")
        if os.path.exists(path):
            yield name, path


# -- one program ---------------------------------------------------------------------------------------

LIMIT = ["--rlimit=40000"]  # some golden programs are there to reach a limit


class Run:
    """What all writers print about a program."""

    def __init__(self, out, path):
        self.out, env = out, dict(os.environ, XDG_CACHE_HOME=os.path.join(out, "cache"))
        name = "p.bpl"
        shutil.copy(path, os.path.join(out, name))
        done = formats.cover(warrant, [name], out, LIMIT, cache=env)
        self.code, self.error = done.returncode, done.stderr.decode("utf-8", "replace")
        if self.code in (3, 5):
            return
        run = lambda *args: formats.run(warrant, list(args), out, env=env).stdout.decode("utf-8", "replace")
        self.texts = {"text": done.stdout.decode("utf-8", "replace"), "github": run("cover", "--format=github", *LIMIT, name),
                      "uncovered": run("uncovered", *LIMIT, name), "diff": run("diff", "--json", "all.json", "all.json")}

    def said(self):
        said = formats.sayings(self.out, self.texts["text"], self.texts["github"])
        said["diff"] = formats.from_diff(json.loads(self.texts["diff"]))
        said["uncovered"] = formats.from_uncovered(self.texts["uncovered"])
        return said

    def problems(self):
        """What does not agree; a reader that finds a report at odds with itself raises."""
        try:
            return formats.disagreements(self.said())
        except Exception:
            return [traceback.format_exc()]


def each_program():
    checked = 0
    for name, path in programs():
        out = tempfile.mkdtemp()
        try:
            one = Run(out, path)
            if one.code == 3:
                continue  # refused: nothing is counted
            wrong = one.problems() if one.code != 5 else [one.error]
            ok(not wrong, "%s: every format says the same" % name, "\n".join(wrong))
            checked += 1
        finally:
            shutil.rmtree(out)
    ok(checked > (25 if SAMPLE else 80), "%d programs" % checked)
    if not os.path.isdir(corpora):
        skip("programs of the corpora", "they are not here")


# -- planted differences -------------------------------------------------------------------------------

PLANT = """axiom (forall i: int :: f(i) > i);
function f(i: int): int;
procedure Q(x: int) returns (r: int);
  requires x > 0;
  ensures r > x;
procedure P(x: int, y: int) returns (r: int)
  requires x > 3 && y > 4;
  ensures r > 3;
{
  call r := Q(x);
  assert r != 0;
  if (x < 0) { r := 1; assert r == 2; }
}
procedure Bad(x: int) requires x > 0; requires x < 0; { assert x == 7; }
procedure Fails(x: int) requires x > 9; { assume x < 50; assert x > 10; assert x > 5; }
"""

# a format, what is replaced in its output, and by what
EDITS = [
    ("text", r"^covered: (\d+) of", "covered: 0 of"), ("text", r"of (\d+) elements", "of 999 elements"), ("text", r"(\d+) vacuous", "77 vacuous"),
    ("text", r"(\d+) failed", "8 failed"), ("text", r"(\d+) not explained", "66 not explained"), ("text", r"\(([\d.]+)%\)", "(99.0%)"),
    ("text", r"^warrant: (\d+) verified", "warrant: 9 verified"), ("text", r"verified, (\d+) errors?", "verified, 5 errors"),
    ("text", r"^P +verified +(\d+)", "P          verified     99"), ("text", r"^(Bad +verified +\d+ +)(\d+)", r"\g<1>0"),
    ("text", r": warning: ", ": info: "),
    ("github", r"^covered: (\d+) of", "covered: 0 of"), ("github", r"^::warning ", "::notice "),
    ("uncovered", r"^covered: (\d+) of", "covered: 0 of"), ("uncovered", r"^(\d+) elements? (is|are) not needed", "55 elements are not needed"),
    ("diff", r'"covered": (\d+),\n( +)"coverable"', r'"covered": 0,\n\2"coverable"'), ("diff", r'"vacuous": (\d+)', '"vacuous": 44'),
    ("diff", r'"proved": (\d+)', '"proved": 99'), ("diff", r'"failed": (\d+)', '"failed": 3'), ("diff", r'"findings": (\d+)', '"findings": 99'),
    ("json", r'"coverable": (\d+)', '"coverable": 999'), ("json", r'"state": "vacuous"', '"state": "covered"'),
    ("json", r'"state": "uncovered"', '"state": "unexplained"'), ("json", r'"verdict": "failed"', '"verdict": "proved"'),
    ("json", r'"vacuous": true', '"vacuous": false'), ("json", r'"severity": "warning"', '"severity": "error"'),
    ("html", r'"state":"vacuous"', '"state":"covered"'), ("html", r'"vacuous":true', '"vacuous":false'),
    ("html", r'"verdict":"failed"', '"verdict":"proved"'), ("html", r'"severity":"warning"', '"severity":"info"'),
    ("html", r'"coverable":(\d+)', '"coverable":999'),
    ("lcov", r"^BRDA:(\d+),(\d+),(\d+),0$", r"BRDA:\1,\2,\3,1"), ("lcov", r"^BRH:(\d+)", "BRH:1"), ("lcov", r"^BRDA:.*\n", ""), ("lcov", r"^DA:(\d+),0", r"DA:\1,1"),
    ("lcov", r"^FNDA:(\d)", r"FNDA:9\1"), ("markdown", r"^\| warning \| .*\n", ""), ("markdown", r"^\| warning \| [a-z-]+ ", "| warning | vacuous-proof "),
    ("markdown", r"\| (\d+)/(\d+) \| [\d.]+% \|$", r"| \2/\2 | 100.0% |"), ("text", r"^(P +verified +\d+ +\d+ +)\d+/(\d+) +[\d.]+%", r"\g<1>\2/\2    100.0%"),
    ("text", r"\[vacuous-proof\]$", "[unnecessary-assume]"),
    ("cobertura", r'branches-covered="(\d+)"', 'branches-covered="1"'), ("cobertura", r'branch-rate="([\d.]+)"', 'branch-rate="1.0000"'),
    ("cobertura", r'coverage="0%"', 'coverage="100%"'), ("cobertura", r'hits="0"', 'hits="1"'),
    ("markdown", r"^Covered: (\d+) of", "Covered: 0 of"), ("markdown", r"\| (\d+) of (\d+) \(", r"| \2 of \2 ("), ("markdown", r"(\d+) warnings?", "99 warnings"),
    ("markdown", r", (\d+) vacuous", ", 99 vacuous"),
    ("junit", r'"elements.covered" value="(\d+)"', '"elements.covered" value="99"'), ("junit", r'"elements.vacuous" value="(\d+)"', '"elements.vacuous" value="99"'),
    ("junit", r'name="vacuous" value="(\d+)"', 'name="vacuous" value="55"'), ("junit", r"<failure", "<error"), ("junit", r'tests="(\d+)"', 'tests="99"'),
    ("sarif", r'("ruleIndex": \d+,\s+"level": )"warning"', r'\1"note"'),
]


def plant(one, form, old, new):
    """The problems after one replacement in one writer's output; None: it says nothing like that."""
    if form in one.texts:
        whole = one.texts[form]
    else:
        path = os.path.join(one.out, formats.FILES[form])
        whole = open(path, encoding="utf-8").read()
    changed, count = re.subn(old, new, whole, count=1, flags=re.M)
    if not count or changed == whole:
        return None
    try:
        if form in one.texts:
            one.texts[form] = changed
        else:
            open(path, "w", encoding="utf-8").write(changed)
        return one.problems()
    finally:
        if form in one.texts:
            one.texts[form] = whole
        else:
            open(path, "w", encoding="utf-8").write(whole)


def planted():
    out = tempfile.mkdtemp()
    try:
        with open(os.path.join(out, "plant.bpl"), "w") as f:
            f.write(PLANT)
        one = Run(out, os.path.join(out, "plant.bpl"))
        ok(one.code == 1 and not one.problems(), "the program to plant differences in", "\n".join(one.problems()))
        for form, old, new in EDITS:
            found = plant(one, form, old, new)
            ok(found, "%s: %s" % (form, old), "nothing to replace" if found is None else "not noticed")
        ok(not one.problems(), "and nothing else is left of it", "\n".join(one.problems()))
        # Every number that a format says is said by another one: no difference in it can pass.
        said = one.said()
        for form in sorted(said):
            for key in sorted(said[form]):
                changed = copy.deepcopy(said)
                changed[form][key] = "planted"
                ok(formats.disagreements(changed), "%s: %s" % (form, key), "no other format says it")
    finally:
        shutil.rmtree(out)


planted()
each_program()
tap.done()
