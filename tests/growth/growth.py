#!/usr/bin/env python3
"""How counted work grows with the size of a program: growth.py WARRANT ROOT

Each family of bench/growth_programs.py is verified in three sizes, n, 2n and 4n.  `verify -v` counts workers, queries, solver steps, expressions, nodes of
formulas and kilobytes of the program's memory; none of them depends on the machine or its load.  The exponent of a count is the slope of the line through
the three points on logarithmic scales.  It may be 1.2 unless the family's row says otherwise.  Small numbers count as FLOOR: a constant part hides there.
"""
import math, os, re, subprocess, sys, tempfile

WARRANT, ROOT = sys.argv[1:3]
sys.path.insert(0, os.path.join(ROOT, "bench"))
import growth_programs  # noqa: E402

COUNTS = ("workers", "queries", "steps", "expressions", "nodes", "KB")
FLOOR = {"workers": 30, "queries": 30, "steps": 10000, "KB": 1024}
MOST = 1.2
# family, n, goals that are proved at size n, exponents that may be larger.  An input of the family gotos has n * n jumps.  The goals
# of a part are refuted one by one by the solver, each after the loops before it: these steps are quadratic, with a small factor.
FAMILIES = [("statements", 200, lambda n: 1, {}),
            ("failing", 1250, lambda n: 0, {}),
            ("body", 200, lambda n: 3, {}),
            ("goals", 250, lambda n: n, {}),
            ("conjuncts", 250, lambda n: n, {}),
            ("calls", 200, lambda n: n + 2, {}),
            ("loops", 50, lambda n: 6 * n + 1, {"steps": 2}),
            ("procedures", 100, lambda n: n, {}),
            ("branches", 50, lambda n: 1, {}),
            ("gotos", 16, lambda n: 0, {count: 2 * MOST for count in COUNTS}),
            ("chain", 20000, lambda n: n, {}),
            ("hidden", 100, lambda n: n, {}),
            ("viper_functions", 200, lambda n: 1, {}),
            ("viper_predicates", 50, lambda n: 3 * n, {})]

number = failures = 0


def ok(good, name, detail=""):
    global number, failures
    number += 1
    failures += not good
    print(f"{'ok' if good else 'not ok'} {number} - {name}{detail}")


def command(program, language, *words):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "growth." + language)
        with open(path, "w") as file:
            file.write(program)
        return subprocess.run([WARRANT, *words, path], capture_output=True, text=True, timeout=600)


def run(program, *words, language="bpl"):
    return command(program, language, "verify", "-v", "--no-cache", "--jobs", "1", *words)


def count(program, language="bpl"):
    """The counts of one run, and how many goals are proved; None: something was not decided, or a process ended with an internal error."""
    done = run(program, "--json", language=language)
    if "internal error" in done.stderr:
        return None, done.stderr.splitlines()[0]
    found = re.search(r"^work: (.*)$", done.stderr, re.M)
    if done.returncode not in (0, 1) or not found:
        return None, 0
    counts = dict(zip(("workers", "queries", "steps", "expressions", "nodes", "KB"), map(int, re.findall(r"\d+", found[1]))))
    proved = done.stdout.count('"verdict": "proved"') + done.stdout.count('"verdict":"proved"')
    return counts, proved


def slope(points):
    logs = [(math.log(x), math.log(y)) for x, y in points]
    mean_x, mean_y = (sum(column) / len(logs) for column in zip(*logs))
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)


def check_family(name, n, goals, larger):
    sizes = [n, 2 * n, 4 * n]
    runs = [count(getattr(growth_programs, name)(size), "vpr" if name in growth_programs.VIPER else "bpl") for size in sizes]
    for size, (counts, proved) in zip(sizes, runs):
        ok(counts is not None and proved == goals(size), f"{name} {size}: {goals(size)} goals are proved", f" ({proved})")
    if any(counts is None for counts, _ in runs):
        return
    for what in COUNTS:
        points = [(size, max(counts[what], FLOOR.get(what, 1))) for size, (counts, _) in zip(sizes, runs)]
        exponent = slope(points)
        ok(exponent <= larger.get(what, MOST), f"{name}: {what}", f": exponent {exponent:.2f}, {', '.join(str(y) for _, y in points)}")


def check_limits():
    dense = run(growth_programs.gotos(260))
    ok(dense.returncode == 3 and re.search(r":1:11: error: .*jumps between the 261 blocks", dense.stdout + dense.stderr), "too many jumps are an error with a position")
    counts, proved = count(growth_programs.chain(70000))
    ok(counts is not None and proved == 70000, "70,000 conjuncts are 70,000 goals", f" ({proved})")
    many = command(growth_programs.viper_functions(20000), "vpr", "dump", "--after=core", "--max-memory=300")
    ok(many.returncode == 0, "20,000 Viper functions need no square of memory", f" (exit {many.returncode})")
    hidden = command(growth_programs.hidden(8000), "bpl", "dump", "--after=core", "--max-memory=200")
    ok(hidden.returncode == 0, "what is hidden in 8,000 blocks needs little memory", f" (exit {hidden.returncode})")


for row in FAMILIES:
    check_family(*row)
check_limits()
print(f"1..{number}")
sys.exit(failures > 0)
