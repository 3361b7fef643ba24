"""Random programs: judgements agree with executions.

- A genuine failure replays, and so does every failed or successful test.
- No test violates a goal that is proved.
- In code without loops and calls with linear arithmetic every failure is genuine.
- What is proved by execution, or called spurious for certain, no execution on a grid of inputs violates.
- An input that is changed by hand is noticed: the values of the trace are those that were given.

random_programs.py WARRANT SOURCE-ROOT [--sample] [--seeds N]"""
import json
import os
import random
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(sys.argv[2], "tests", "report"))
from tap import ok, done  # noqa: E402

warrant = os.path.abspath(sys.argv[1])
SEEDS = int(sys.argv[sys.argv.index("--seeds") + 1]) if "--seeds" in sys.argv else 4 if "--sample" in sys.argv else 16


def term(r, names):
    return "%d * %s + %d" % (r.choice([1, 1, 2, -1, 3]), r.choice(names), r.choice([0, 1, -1, 5, 100, 12345]))


def condition(r, names):
    return "%s %s %s" % (term(r, names), r.choice(["<", "<=", "==", "!=", ">"]), r.choice([term(r, names), str(r.choice([0, 7, 4000]))]))


def block(r, names, depth, calls, indent):
    out = []
    for _ in range(r.randint(1, 3)):
        kind = r.choice(["assign", "assign", "if", "assert", "havoc"] + (["call", "loop"] if calls else []))
        if kind == "assign":
            out.append("%s := %s;" % (r.choice(["z", "r"]), term(r, names)))
        elif kind == "havoc":
            out.append("havoc z;")
        elif kind == "assert":
            out.append("assert %s;" % condition(r, names))
        elif kind == "if" and depth:
            out.append("if (%s) {" % condition(r, names))
            out += block(r, names, depth - 1, calls, indent)
            out += ["} else {"] + block(r, names, depth - 1, calls, indent) + ["}"]
        elif kind == "call":
            out.append("call z := Q(%s);" % term(r, names))
        elif kind == "loop" and depth:
            out += ["i := 0;", "while (i < %d)" % r.randint(1, 3), "{", "i := i + 1;", "r := r + z;", "}"]
    return ["  " + line for line in out]


def program(seed):
    """The text, and whether it has calls or loops."""
    r = random.Random(seed)
    calls = seed % 2 == 1
    body = block(r, ["x", "y", "z", "r"], 2, calls, 1)
    text = "procedure P(x: int, y: int) returns (r: int)\n{\n  var z, i: int;\n  r := 0;\n  z := x;\n%s\n  assert %s;\n}\n" % (
        "\n".join(body), condition(r, ["x", "z", "r"]))
    clause = r.choice(["", "  ensures b >= 0 - 1000000;\n"])
    text += "procedure Q(a: int) returns (b: int)\n%s{\n  if (a > 300) { b := a - 300; } else { b := 300 - a; }\n}\n" % clause
    return text, calls


def run(folder, *args):
    r = subprocess.run([warrant] + list(args) + ["--json"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
    return json.loads(r.stdout)


def violates(end, goal):
    return end["outcome"] == "failed" and (end["goal"]["line"], end["goal"]["column"]) == (goal["line"], goal["column"])


def grid(folder, goal):
    """Does an execution on a grid of inputs violate the goal?  What else is asked for is 0."""
    for x in (-2, 0, 1, 301):
        for y in (0, 7):
            end = run(folder, "run", "p.bpl", "P", "x=%d" % x, "y=%d" % y)
            if violates(end, goal):
                return True
    return False


def check(folder, seed):
    text, calls = program(seed)
    with open(os.path.join(folder, "p.bpl"), "w") as file:
        file.write(text)
    doc = run(folder, "diagnose", "--no-cache", "--timeout=5", "p.bpl")
    proved = {a["name"] for a in doc["assertions"] if a["verdict"] == "proved"}
    for f in doc["failures"]:
        if f["judgement"] == "genuine":
            if not violates(run(folder, *shlex.split(f["command"])[1:]), f["goal"]):
                return "a genuine failure does not replay: " + f["command"]
        elif not calls and f["judgement"] == "spurious":
            return "spurious without loops and calls: line %d" % f["goal"]["line"]
        if f["judgement"] == "spurious" and f["certain"] and grid(folder, f["goal"]):
            return "violated, but spurious for certain: line %d" % f["goal"]["line"]
    for body in doc["tests"]:
        for t in body["tests"]:
            if t["kind"] not in ("failed", "successful"):
                continue
            end = run(folder, *shlex.split(t["command"])[1:])
            if end["outcome"] != {"failed": "failed", "successful": "returned"}[t["kind"]]:
                return "a test has another outcome: " + t["command"]
            if t["kind"] == "failed" and t["goal"] in proved:
                return "a test violates a goal that is proved: " + t["command"]
    return ""


def planted(folder):
    """A wrong value changes what the execution shows."""
    with open(os.path.join(folder, "p.bpl"), "w") as file:
        file.write("procedure P(x: int) { var y: int; y := x + 1; assert y != 50000; }\n")
    f = run(folder, "diagnose", "--no-cache", "p.bpl")["failures"][0]
    words = shlex.split(f["command"])[1:]
    wrong = [w.replace("49999", "49998") for w in words]
    return wrong != words and violates(run(folder, *words), f["goal"]) and run(folder, *wrong)["outcome"] == "returned"


with tempfile.TemporaryDirectory() as folder:
    for seed in range(SEEDS):
        problem = check(folder, seed)
        ok(not problem, "program %d%s" % (seed, ": " + problem if problem else ""))
    ok(planted(folder), "a planted value is noticed")
done()
