#!/usr/bin/env python3
"""What goals trust is the same in `trust`, `trust --json` and `cover --json`, and every id is described.  trusts.py WARRANT ROOT"""
import json, os, shutil, sys, tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import formats, tap
from tap import ok

warrant, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])

# Internal axioms of types and hidden functions, copies, a library, vacuous goals, what is not checked, permissions, several files.
PROGRAMS = """verify/all-types.bpl verify/hide.bpl cover/copies.bpl cover/library.bpl cover/vacuous.bpl graph/trust-cut.bpl
graph/trust-unchecked.bpl graph/viper-types.vpr verify/attributes.bpl verify/free.bpl""".split()


def document(*args):
    return json.loads(formats.run(warrant, [*args], ".").stdout)


def one(name, path):
    limit = "--rlimit=200000"
    cover, trust = document("cover", "--json", limit, path), document("trust", "--json", limit, path)
    text = formats.run(warrant, ["trust", limit, path], ".").stdout.decode()
    described = {leaf["id"] for file in cover["files"] for leaf in file["leaves"]}
    listed = {leaf["id"] for leaf in trust["leaves"]}
    ok(described <= listed, name + ": `cover` describes what `trust` lists", sorted(described - listed))
    by_cover = {goal["id"]: set(goal["trusts"]) for file in cover["files"] for procedure in file["procedures"]
                for goal in procedure["goals"] if "trusts" in goal}
    ok(all(ids <= described for ids in by_cover.values()), name + ": every id that a goal trusts is described")
    by_trust = {goal["id"]: set(goal["leaves"]) for goal in trust["goals"]}
    differ = {goal: sorted(by_trust[goal] ^ ids) for goal, ids in by_cover.items() if goal in by_trust and by_trust[goal] != ids}
    ok(not differ, name + ": goals trust the same in both documents", differ)
    printed = sum(line.startswith("  trusts ") for line in text.splitlines())
    ok(printed == sum(len(ids) for ids in by_trust.values()), name + ": and in the text", (printed, by_trust))
    return len(by_cover), len(described)


def main():
    folder = tempfile.mkdtemp(prefix="trusts-", dir=".")
    os.environ["XDG_CACHE_HOME"] = os.path.abspath(folder)
    try:
        found = [one(name, os.path.join(root, "tests/golden", name)) for name in PROGRAMS]
        ok(sum(f[0] for f in found) > 30 and sum(f[1] for f in found) > 20, "goals and trusted elements were compared", found)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


main()
tap.done()
