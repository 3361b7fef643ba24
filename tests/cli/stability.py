#!/usr/bin/env python3
"""`warrant stability`: three axes, distinct inputs, the gate, equal bytes, the picture.

Usage: stability.py WARRANT ROOT [--sample].  With --sample, for slow builds, few of the golden programs.  Costs are counted in steps of the solver, so nothing depends on the machine."""
import glob
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

WARRANT, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
PROGRAMS = f"{ROOT}/tests/diagnose/programs"
count = failed = 0


def check(ok, what):
    global count, failed
    count += 1
    failed += not ok
    print(f"{'' if ok else 'not '}ok {count} - {what}", flush=True)


def run(*args, cache=None):
    environment = dict(os.environ, XDG_CACHE_HOME=cache) if cache else os.environ
    args = args if cache else ("--no-cache", *args)
    done = subprocess.run([WARRANT, "stability", *args], capture_output=True, text=True, env=environment)
    return done.returncode, done.stdout


def document(*args):
    code, out = run("--json", *args)
    return code, json.loads(out)


# A program with axioms: each axis changes what the solver sees, and nothing changes the verdicts.
code, steady = document("--runs=3", f"{PROGRAMS}/pigeons.bpl")
program = steady["programs"][0]
check(code == 0 and program["unsteady"] == 0, "a steady program")
check(all(program["axes"][a]["distinct_inputs"] > 1 for a in ("declarations", "names", "seeds")),
      "every axis changes what the solver sees")
check([len(g["axes"]["seeds"]["costs"]) for g in program["goals"]] == [3, 3], "a cost for each goal and run")
check(all(g["axes"]["names"]["core"] == {"intersection": 1, "union": 1} for g in program["goals"]),
      "the cores of all runs agree")
check(all("needed" in g["axes"]["seeds"] for g in program["goals"]), "needed facts are compared")

# A budget that the undisturbed program just meets, and other seeds do not.
brittle = [f"{PROGRAMS}/brittle.bpl", "--cores=none", "--rlimit=9000"]
code, got = document(*brittle)
goals = {g["line"]: g for g in got["programs"][0]["goals"]}
check(code == 0 and got["summary"] == {"goals": 2, "unsteady": 1}, "one of two goals is brittle")
check(goals[10]["steady"] and not goals[11]["steady"], "it is the one about pigeons")
seeds = goals[11]["axes"]["seeds"]
check(seeds["proved"] < 5 and seeds["runs"] == 5 and goals[11]["verdict"] == "proved", "seeds lose its proof")
check(goals[11]["axes"]["names"]["proved"] == 5, "names do not: the axes are told apart")
check(got["programs"][0]["axes"]["declarations"]["distinct_inputs"] == 1, "there is nothing to shuffle, and it says so")
check(run(*brittle, "--fail-over=0")[0] == 1, "--fail-over=0 fails")
check(run(*brittle, "--fail-over=49.9")[0] == 1, "so does a share that is a little too small")
check(run(*brittle, "--fail-over=50")[0] == 0, "a larger share is allowed")
check(run(*brittle, "--fail-over=x")[0] == 3 and run(*brittle, "--fail-over=101")[0] == 3, "other values are bad usage")
code, text = run(*brittle)
check("changes nothing that the solver sees" in text and "\n! " in text, "the text marks the goal and the idle axis")
code, one = document(*brittle, "--axis=seeds", "--runs=2")
check(list(one["programs"][0]["axes"]) == ["seeds"], "a single axis")

# Equal bytes: again, with a cache that is empty, and with one that is full.
with tempfile.TemporaryDirectory() as folder:
    args = ["--runs=2", f"{PROGRAMS}/pigeons.bpl", "--html", f"{folder}/page.html", "--force"]
    texts, pages = [], []
    for cache in (None, None, folder, folder):
        texts.append(run(*args, cache=cache)[1])
        with open(f"{folder}/page.html") as page:
            pages.append(page.read())
    check(len(set(texts)) == 1, "the same command prints the same bytes, with and without a cache")
    check(len(set(pages)) == 1, "and draws the same page")
    svg = tree.fromstring(pages[0][pages[0].index("<svg"):pages[0].index("</svg>") + 6])
    marks = [e for e in svg.iter() if "proved" in e.get("class", "") or "open" in e.get("class", "")]
    check(len(marks) == 12, "the picture has a mark for each goal, axis and run")
    check("http" not in pages[0], "the page needs nothing else")

# Changes that should not matter do not: every program of the golden tests keeps its verdicts.
lost = []
for path in sorted(glob.glob(f"{ROOT}/tests/golden/verify/*.bpl"))[::12 if "--sample" in sys.argv else 3]:
    code, got = document("--runs=1", "--cores=none", "--rlimit=200000", path)
    if got["summary"]["unsteady"]:
        lost.append(os.path.basename(path))
check(not lost, f"verdicts of other programs are kept: {lost}")

# A file outside the current folder that only #line names is not on the page.
with tempfile.TemporaryDirectory() as folder:
    source, page = os.path.join(folder, "made.bpl"), os.path.join(folder, "made.html")
    with open(source, "w") as file:
        file.write("#line 7 /home/secret/made.bpl\nprocedure P(x: int) requires x > 1; { assert x > 0; }\n")
    for options in [], ["--outside-paths"]:
        code, out = run("--runs=1", "--force", f"--html={page}", *options, source)
        text = open(page).read()
        check(code == 0 and ("/home/secret/made.bpl:7:" in text) == bool(options) and (f"{source}:2:" in text) != bool(options),
              f"the page names the file that contains the text, if not asked for more: {options}")
        check("/home/secret/made.bpl:7:" in out, "the terminal always names it")

code, _ = run(f"{PROGRAMS}/none.bpl")
check(code == 3, "a file that does not exist is bad input")
print(f"1..{count}")
sys.exit(failed > 0)
