#!/usr/bin/env python3
"""Advice agrees with itself.  again.py WARRANT ROOT

For each program: what `cover` calls unnecessary is not covered (JSON, `uncovered`), and the program that `prune --advice` prints gets no advice of
the same kind."""
import glob, json, os, subprocess, sys, tempfile

warrant, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, os.path.join(root, "tests/report"))
import tap
from tap import ok

KINDS = ("unnecessary-requires", "unnecessary-assert", "unnecessary-assume", "unnecessary-invariant", "unused-axiom")
PROGRAMS = ["examples/binary-search.bpl", "examples/max.bpl", "examples/transfer.bpl"] + [
    "tests/golden/cover/%s.bpl" % name for name in ("advice-set", "kept", "one-of", "quiet", "silenced", "unnecessary")]


def run(*args):
    got = subprocess.run([warrant, *args], capture_output=True, text=True)
    return got.stdout


def advice(path):
    """Findings about what can go, without those that leave a choice."""
    found = json.loads(run("cover", "--no-cache", "--json", path))["findings"]
    return [f for f in found if f["code"] in KINDS and "one of two" not in f["message"]]


with tempfile.TemporaryDirectory() as folder:
    for name in PROGRAMS:
        path = os.path.join(root, name)
        first = advice(path)
        lists = json.loads(run("uncovered", "--no-cache", "--json", path))
        told = {(e["line"], e["column"]) for kind in ("uncovered", "vacuous") for e in lists[kind]}
        missing = [f for f in first if f["code"] != "unnecessary-assert" and (f["line"], f["column"]) not in told]
        ok(not missing, "%s: `uncovered` lists what `cover` calls unnecessary" % name, missing)
        pruned = os.path.join(folder, os.path.basename(name))
        with open(pruned, "w") as file:
            file.write(run("prune", "--advice", "--no-cache", "-q", path))
        again = advice(pruned)
        ok(not again, "%s: after following the advice there is none" % name, again)
tap.done()
