#!/usr/bin/env python3
"""`warrant diagnose` for goals that run out of budget: who is to blame, and the evidence.

Usage: timeouts.py WARRANT ROOT [--sample].  With --sample, for slow builds, without the two programs that take long.  Budgets are counted in steps of the solver, so that the answers do not depend on the machine; only the
program with nonlinear arithmetic needs the clock."""
import json
import os
import subprocess
import sys

WARRANT, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SAMPLE = "--sample" in sys.argv
count = failed = 0


def check(ok, what):
    global count, failed
    count += 1
    failed += not ok
    print(f"{'' if ok else 'not '}ok {count} - {what}", flush=True)


def run(*args):
    done = subprocess.run([WARRANT, "diagnose", "--no-cache", *args], capture_output=True, text=True)
    return done.returncode, done.stdout


def diagnose(name, *args, steps=20000, timeout=200):
    limits = [f"--rlimit={steps}", f"--timeout={timeout}", "--limit=50",
              "--budget=blame_trace_seconds=100", "--budget=blame_trace_steps=20000"]
    code, out = run("--json", *limits, *args, f"{ROOT}/tests/diagnose/programs/{name}.bpl")
    document = json.loads(out)
    check(code == 4, f"{name}: exit code 4")
    return document["timeouts"][0] if document["timeouts"] else {}


def lines(goals):
    return [goal["line"] for goal in goals]


loop = diagnose("loop")
check(lines(loop["blamed"]) == [14] and lines(loop["verified"]) == [13], "loop: one goal is blamed, the other is verified")
goal = loop["blamed"][0]
cycle = sorted(goal["quantifiers"][i]["line"] for i in goal["matching_loop"])
check(cycle == [7, 8], "loop: the two axioms that feed each other, and not the third one")
check(goal["loop_in_order"], "loop: they feed each other in turn")
triggers = {q["line"]: q["trigger"] for q in goal["quantifiers"]}
check(triggers[7] == "sorted(t)" and triggers[8] == "balanced(t)", "loop: triggers in the user's names")
check(goal["generation"] >= 12, "loop: the chain of instances is deep")
check("Break the cycle" in goal["explanation"], "loop: it says what to do")
check(goal["seeds"] == {"asked": 3, "proved": 0}, "loop: other seeds were tried")
check(not goal["larger_budget"]["proved"], "loop: a larger budget was tried")
check(goal["queries"] > 4 and goal["reason"] == "resource", "loop: queries are counted, and what was used up is known")

without = diagnose("without")["blamed"][0]
proofs = [f for f in without["fewer_facts"] if f["proved"] and f["set"] == "without-one"]
check([f["without"]["line"] for f in proofs] == [8], "without: proved without the axiom that the solver runs away with")
check(sorted({c["line"] for c in proofs[0]["core"]}) == [11, 12, 13, 14, 16], "without: the core is four preconditions and the goal")
check("Keep the axiom" in without["explanation"], "without: it says which axiom to keep away")

cases = diagnose("cases")
check(lines(cases["blamed"]) == [15] and lines(cases["verified"]) == [14], "cases: the goal about pigeons is blamed")
check(cases["blamed"][0]["instances"] == 0 and "cases" in cases["blamed"][0]["explanation"],
      "cases: no quantifiers, so cases")

if not SAMPLE:
    product = diagnose("product", "--budget=blame_seeds=1", steps=10**9, timeout=1)
    check(lines(product["blamed"]) == [6] and lines(product["verified"]) == [5], "product: the cubes are blamed")
    check(product["blamed"][0]["uncounted_steps"] and "multiply" in product["blamed"][0]["explanation"],
          "product: arithmetic is named")


quick = diagnose("loop", "--blame-only")
check(lines(quick["blamed"]) == [14] and "quantifiers" not in quick["blamed"][0], "--blame-only: no evidence")

code, text = run("--rlimit=20000", "--timeout=200", f"{ROOT}/tests/diagnose/programs/loop.bpl")
check("is to blame" in text and "suspected matching loop" in text and "what to do: " in text, "the text tells the same")
# The published example, if the corpus is there: only the last assertion is to blame, because of a postcondition and the axioms of sequences.
paper = f"{ROOT}/../shared/corpora/papers/FacUpTo-noAutoTriggers.bpl"
if not SAMPLE and os.path.exists(paper):
    budgets = ["--budget=blame_seeds=0", "--budget=blame_larger_percent=100", "--budget=blame_suspects=0",
               "--budget=blame_trace_seconds=100", "--budget=blame_trace_steps=100000"]
    code, out = run("--json", "--rlimit=100000", "--timeout=200", "--procedure=Impl$$_module.__default.Test", *budgets, paper)
    found = json.loads(out)["timeouts"]
    check(code == 4 and len(found) == 1 and lines(found[0]["blamed"]) == [2830], "FacUpTo: exactly the last assertion is blamed")
    check(len(found[0]["verified"]) == 14 and not found[0]["failed"], "FacUpTo: the other goals verify")
    rows = found[0]["blamed"][0]["quantifiers"]
    cycle = [rows[i] for i in found[0]["blamed"][0]["matching_loop"]]
    check([(q["role"], q["procedure"]) for q in cycle] == [("ensures", "Call$$_module.__default.FacUpTo")], "FacUpTo: its postcondition is the loop")
    check(any("TSeq" in q["text"] for q in rows[:6]), "FacUpTo: axioms of sequences are among the first")

code, text = run(f"{ROOT}/tests/diagnose/programs/none.bpl")
check(code == 3, "a file that does not exist is bad input")
print(f"1..{count}")
sys.exit(failed > 0)
