"""What proofs cost: the table of -v, --slowest, --csv, the summary line and JSON say the same, and a run that takes its answers from the cache
reports what the analysis cost.

costs.py WARRANT SOURCE-ROOT"""
import csv
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(sys.argv[2], "tests", "report"))
from tap import ok, done  # noqa: E402

warrant, root = os.path.abspath(sys.argv[1]), sys.argv[2]
# More than 64 axioms, and maps: the goals of a procedure are proved by one query.
GROUPED = "".join("function f%d(int): int;\naxiom (forall i: int :: {f%d(i)} f%d(i) > i);\n" % (k, k, k) for k in range(70)) + """
var h: [int]int;
procedure Many(x: int)
{
  assert f1(x) > x;
  assert f2(f1(x)) > x;
  assert f3(x) >= x + 1;
  assert f4(h[x]) != h[x];
}
procedure One(x: int) { assert f5(x) > x; }
procedure None() { }
procedure Wrong(x: int) { assert f6(x) > x + 1; }
"""


def run(*args):
    return subprocess.run([warrant] + list(args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)


def document(*args):
    return json.loads(run(*args, "--json").stdout)


def procedures(doc):
    return {p["name"]: p for f in doc["files"] for p in f["procedures"]}


def rows_of(path):
    with open(path) as file:
        return list(csv.DictReader(file))


def groups():
    doc = document("verify", "--no-cache", "many.bpl")
    all_of = procedures(doc)
    shared = [g["group"] for g in all_of["Many"]["goals"] if "group" in g]
    ok(len(shared) == 4 and all(g == shared[0] for g in shared), "goals that one query proved name the same group", all_of["Many"]["goals"])
    ok(shared and shared[0]["first"] == all_of["Many"]["goals"][0]["id"] and shared[0]["goals"] == 4, "by its first goal", shared[:1])
    parts = sum(g["resources"] for g in all_of["Many"]["goals"])
    ok(shared and parts == shared[0]["resources"], "which has the cost of the query", "%s %s" % (parts, shared[:1]))
    ok("group" not in all_of["One"]["goals"][0], "a goal that was proved alone is in no group")
    ok(doc["summary"]["goals"] == 6 and doc["summary"]["procedures"] == 4 and doc["summary"]["cached"] == 0, "the summary counts goals and procedures", doc["summary"])
    ok(doc["summary"]["cost"]["resources"] == sum(p["cost"]["prove"]["resources"] for p in all_of.values()), "and sums up the cost", doc["summary"])


def texts():
    text = run("verify", "--no-cache", "-v", "--slowest", "2", "--csv", "costs.csv", "many.bpl").stdout.decode()
    table = re.findall(r"^(\w+) +(\d+)  (verified|failed) +([\d.]+) +(\d+) +(\d+)$", text, re.M)
    ok(re.search(r"^procedure +goals +verdict +seconds +resources +attempts$", text, re.M), "-v prints a table", text)
    ok([(n, g, v) for n, g, v, *_ in table] == [("Many", "4", "verified"), ("One", "1", "verified"), ("None", "0", "verified"), ("Wrong", "1", "failed")],
       "with a line for each procedure", text)
    ok(re.search(r"^6 goals in 4 procedures; \d+\.\d\d s\nwarrant: 3 verified, 1 error$", text, re.M), "a line with goals, procedures and time comes before the last", text)
    work = run("verify", "--no-cache", "-v", "-p", "One", "many.bpl").stderr.decode()
    ok(re.search(r"^work: 1 worker, 1 query, ", work, re.M), "one worker and one query are singular", work)
    ok("attempts" not in run("verify", "--no-cache", "many.bpl").stdout.decode(), "there is no table without -v")
    rows = rows_of("costs.csv")
    by_name = {r["procedure"]: r for r in rows if r["kind"] == "procedure"}
    ok(all(by_name[n]["resources"] == r and by_name[n]["attempts"] == a and by_name[n]["goals"] == g for n, g, v, s, r, a in table) and len(by_name) == 4,
       "--csv says the same", "%s\n%s" % (by_name, table))
    queries = [r for r in rows if r["kind"] == "query"]
    ok(sorted(int(r["goals"]) for r in queries) == [1, 1, 4], "and has one row for each query that decided goals", queries)
    slow = re.findall(r"^ *(\d+) +([\d.]+) +(\d+)  many.bpl:(\d+):\d+ (\w+): (\w+) `", text, re.M)
    dear = sorted(queries, key=lambda r: -int(r["resources"]))[:2]
    ok([(r, g, l, n) for r, s, g, l, n, v in slow] == [(r["resources"], r["goals"], r["line"], r["procedure"]) for r in dear], "--slowest 2 prints the two dearest", text)
    ok(len(re.findall(r"many.bpl:\d+:\d+ \w+: \w+ `", run("verify", "--no-cache", "--slowest=99", "many.bpl").stdout.decode())) == 3, "--slowest prints no more than there are")


def caches():
    for command in "verify", "cover":
        fresh, again = document(command, "many.bpl"), document(command, "many.bpl")
        new, old = procedures(fresh), procedures(again)
        ok(not new["Many"]["cost"]["cached"] and old["Many"]["cost"]["cached"], "%s: the second run has its answers from the cache" % command)
        ok(all(old[n]["cost"]["prove"] == new[n]["cost"]["prove"] for n in ("Many", "One")) and new["Many"]["cost"]["prove"]["queries"] > 0,
           "%s: and reports what the proofs cost" % command, "%s\n%s" % (new["Many"]["cost"], old["Many"]["cost"]))
        ok(again["summary"]["cached"] >= 5 and re.search(r", \d+ from the cache; ", run(command, "many.bpl").stdout.decode()), "%s: the summary counts cached goals" % command)
        if command == "cover":
            ok(all(abs(old[n]["cost"]["explain"]["cpu_seconds"] - new[n]["cost"]["explain"]["cpu_seconds"]) < 2e-6 and
                   old[n]["cost"]["explain"]["resources"] == new[n]["cost"]["explain"]["resources"] > 0 for n in ("Many", "One")), "cover: and what the explanations cost",
               "%s\n%s" % (new["Many"]["cost"], old["Many"]["cost"]))
            ok(old["Many"]["explained"]["resources"] == 0, "cover: `explained` is the cost of this run")
        with open("many.bpl", "a") as file:
            file.write("axiom f7(3) > 0;\n")  # other keys for the other command


# Each instance makes two terms that the trigger matches.  Without labels, Z3 makes them while it takes in the precondition, and counts no step.
LOOP = """function f(x: int): int;
function g(x: int): int;
function h(x: int): int;
axiom (forall x: int :: {f(x)} f(g(x)) + f(h(x)) > f(x));
procedure P(a: int)
  requires f(a) > 0;
{
  assert a > 0;
}
"""


def loop():
    with open("loop.bpl", "w") as file:
        file.write(LOOP)
    r = run("verify", "-v", "--no-cache", "--rlimit=3000", "--timeout=1000", "loop.bpl")
    text = (r.stdout + r.stderr).decode()
    memory = re.search(r"largest process (\d+) MB", text)
    ok("1 timeout" in text and "resource limit of 3000" in text, "a matching loop reaches a small --rlimit")
    ok(memory and int(memory[1]) < 1000, "and does not use up the memory first")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
        with open("many.bpl", "w") as file:
            file.write(GROUPED)
        groups()
        texts()
        caches()
        loop()
        help_text = " ".join(run("verify", "--help").stdout.decode().split())
        ok("resources (default 15000000)" in help_text and "wall-clock time (default 30)" in help_text, "--help states the defaults of --rlimit and --timeout")
        os.chdir("/")
    done()


main()
