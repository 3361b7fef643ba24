#!/usr/bin/env python3
"""What `cover` says about a procedure, and how many steps the solver takes for it, depends on this procedure and the axioms alone: an edit of
another procedure changes neither, and with a cache that the unedited program filled the answers are as without one.

Usage: elsewhere.py WARRANT FILE..."""
import json
import os
import subprocess
import sys
import tempfile

# Each adds labels or variables to the program, in a procedure that stands before all others.
EDITS = {
    "a procedure": "procedure Earlier(x: int) { }\n",
    "facts": "procedure Earlier(x: int) { assume true; assume x > 0; assume x < 9; }\n",
    "variables": "procedure Earlier(x: int) { var y, z: int; y := x; z := y; assert z == x; }\n",
}


def cover(warrant, path, cache):
    env = dict(os.environ, XDG_CACHE_HOME=cache or os.path.dirname(path))
    how = [] if cache else ["--no-cache"]
    run = subprocess.run([warrant, "cover", "--json", "--jobs", "1", *how, path], env=env, capture_output=True)
    return json.loads(run.stdout)


def answers(report, steps):
    """By procedure: goals with verdicts and explanations, and facts with their status; with `steps` also the counted work."""
    parts = ("id", "verdict", "vacuous", "minimal", "core", "needed", "undecided", "alternatives")
    said = {}
    for procedure in report["files"][0]["procedures"]:
        said[procedure["name"]] = [[goal.get(part) for part in parts] for goal in procedure["goals"]]
        if steps:
            cost = procedure["cost"]
            said[procedure["name"]] += [[cost[step]["resources"], cost[step]["queries"]] for step in ("prove", "explain")]
    for fact in report["files"][0]["facts"]:
        said.setdefault("facts of " + fact.get("procedure", "none"), []).append([fact["id"], fact["status"]])
    said["findings"] = [[finding["code"], finding["message"], finding["text"]] for finding in report["findings"]]
    return {name: what for name, what in said.items() if not name.endswith("Earlier")}


def first_difference(one, two):
    for name in sorted(set(one) | set(two)):
        for a, b in zip(one.get(name, [None]), two.get(name, [None])):
            if a != b:
                return f"{name}: {a} and {b}"
        if len(one.get(name, [])) != len(two.get(name, [])):
            return f"{name}: {len(one.get(name, []))} and {len(two.get(name, []))} entries"
    return ""


def main():
    warrant, paths = sys.argv[1], sys.argv[2:]
    count = failed = goals = 0

    def ok(difference, what):
        nonlocal count, failed
        count += 1
        failed += bool(difference)
        print(f"{'not ok' if difference else 'ok'} {count} - {what}")
        if difference:
            print(f"# {difference}")

    for path in paths:
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as file:
            text = file.read()
        name = os.path.basename(path)
        with tempfile.TemporaryDirectory() as folder:
            edited = os.path.join(folder, name)

            def cover_text(what, cache):
                with open(edited, "w", encoding="utf-8") as file:
                    file.write(what)
                return cover(warrant, edited, cache)

            base = cover_text(EDITS["a procedure"] + text, None)
            goals += sum(len(procedure["goals"]) for procedure in base["files"][0]["procedures"])
            cache = os.path.join(folder, "cache")
            cover_text(EDITS["a procedure"] + text, cache)
            for edit in ("facts", "variables"):
                fresh = cover_text(EDITS[edit] + text, None)
                ok(first_difference(answers(base, True), answers(fresh, True)), f"{name}: {edit} elsewhere change nothing")
                known = cover_text(EDITS[edit] + text, cache)
                ok(first_difference(answers(fresh, False), answers(known, False)), f"{name}: {edit} elsewhere, with a cache")
    ok("" if goals else "no goals", f"{goals} goals were compared")
    print(f"1..{count}")
    return 1 if failed else 0


sys.exit(main())
