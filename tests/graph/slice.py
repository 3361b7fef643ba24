"""`why` and `why --slice`: slice.py WARRANT FOLDER

In each program (Q) marks the goal, (D) what both report, (L) what only `why` reports, and (I) what neither does.  The text of the slice is
proved, and has no line marked (L) or (I).
"""
import json, os, re, subprocess, sys, tempfile

warrant, folder = sys.argv[1:3]
count = failed = 0


def ok(good, what, detail=""):
    global count, failed
    count += 1
    failed += not good
    print("%sok %d - %s" % ("" if good else "not ", count, what))
    if not good:
        print("# %s" % (detail,))


def ask(cache, *args):
    run = subprocess.run([warrant, *args], capture_output=True, text=True, env=dict(os.environ, XDG_CACHE_HOME=cache))
    return run.returncode, json.loads(run.stdout) if run.stdout.startswith("{") else run.stderr


def lines_of(document):
    return {d["line"] for d in document["dependencies"]}


for name in sorted(os.listdir(folder)):
    path = os.path.join(folder, name)
    marks = {}
    for number, line in enumerate(open(path), 1):
        found = re.search(r"// \(([QDLI])\)", line)
        if found:
            marks.setdefault(found.group(1), {})[number] = line.split("//")[0].strip()
    with tempfile.TemporaryDirectory() as cache:
        address = "%s:%d" % (path, min(marks["Q"]))
        _, why = ask(cache, "why", "--json", address)
        code, sliced = ask(cache, "why", "--slice", "--json", address)
        wanted = set(marks["D"])
        ok(lines_of(why) == wanted | set(marks.get("L", ())), "%s: why" % name, lines_of(why))
        ok(code == 0 and lines_of(sliced) == wanted, "%s: why --slice" % name, sliced)
        text = os.path.join(cache, name)
        with open(text, "w") as out:
            out.write(sliced["slice"]["text"])
        ok(sliced["slice"]["verified"] and ask(cache, "verify", "--json", text)[0] == 0, "%s: the text is proved" % name)
        kept = [t for mark in "LI" for t in marks.get(mark, {}).values() if t.rstrip(";{ ") in sliced["slice"]["text"]]
        ok(not kept, "%s: the text has no other statement" % name, kept)
with tempfile.TemporaryDirectory() as cache:
    path = os.path.join(cache, "fails.bpl")
    with open(path, "w") as out:
        out.write("procedure P(x: int) {\n  assert x > 0;\n}\n")
    code, _ = ask(cache, "why", "--slice", path + ":2")
    ok(code == 1, "a goal that is not proved has no slice", code)
print("1..%d" % count)
sys.exit(failed > 0)
