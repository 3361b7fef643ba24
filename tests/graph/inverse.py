#!/usr/bin/env python3
"""`why` and `impact` are inverse: `impact FILE:LINE` lists a goal exactly if `why GOAL` lists a fact on that line, for all lines and
goals of each program.  inverse.py WARRANT FOLDER..."""
import collections, glob, json, os, subprocess, sys, tempfile

RECURSION = """procedure Even(n: int) returns (r: int)
  requires n >= 0;
  requires n != -1;
  ensures r >= 0;
{
  r := 0;
  if (n > 0) { call r := Odd(n - 1); }
}
procedure Odd(n: int) returns (r: int)
  requires n >= 0;
  requires n != -2;
  ensures r >= 0;
{
  r := 1;
  if (n > 0) { call r := Even(n - 1); }
}
procedure Self(n: int) returns (r: int)
  requires n >= 0;
  ensures r >= 0;
{
  var i: int;
  r := n;
  i := 0;
  while (i < n) invariant i >= 0; { i := i + 1; }
  if (n > 0) { call r := Self(n - 1); }
  assert r + i >= 0;
}
var g: int where g > 5;
procedure Other(n: int) returns (r: int where r > 1);
  requires n > 0;
  modifies g;
procedure Where() modifies g;
{
  var r: int;
  call r := Other(3);
  assert r > 0;
  assert g > 4;
  havoc g;
  assert g > 3;
}
"""
warrant = os.path.abspath(sys.argv[1])
programs = {"recursion": RECURSION}
for folder in sys.argv[2:]:
    for path in sorted(glob.glob(os.path.join(folder, "*.bpl"))):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        if text not in programs.values():
            programs[os.path.basename(path)] = text


def ask(*args):
    done = subprocess.run([warrant, *args], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(done.stdout) if done.returncode == 0 else None


def in_program(node):
    return node.get("file") == "p.bpl"  # neither a library nor without a place


def lines_of(goal, aside):
    """The lines that `why` lists for a goal.  A contradiction beside a proof of the goal itself (`aside`) is no part of that proof."""
    listed = ask("why", "--json", "p.bpl", goal)["dependencies"]
    return {d["line"] for d in listed if in_program(d) and not (aside and d["part"] == "contradiction")}


def check(graph):
    """The differences as (line, goal, who lists it), and the number of pairs."""
    nodes = graph["nodes"]
    aside = {nodes[source]["id"] for source, _, kind in graph["edges"] if kind == "aside"}
    goals = [n["id"] for n in nodes if n["goal"] and n["class"] != "internal"]
    why = collections.defaultdict(set)
    for goal in goals:
        for line in lines_of(goal, goal in aside):
            why[line].add(goal)
    wrong, pairs = [], 0
    for line in sorted({n["line"] for n in nodes if in_program(n)} | set(why)):
        answer = ask("impact", "--json", "p.bpl:%d" % line)
        if not any(n["id"].startswith("f") and n["class"] != "internal" for n in answer["goals"]):
            continue  # goals or internal nodes alone, which `why` does not list
        impact = {d["id"] for d in answer["dependents"]}
        pairs += len(goals)
        wrong += [(line, goal, "impact" if goal in impact else "why") for goal in sorted(impact ^ why[line])]
    return wrong, pairs


tests = 0
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    os.environ["XDG_CACHE_HOME"] = folder
    for name, text in programs.items():
        with open("p.bpl", "w", encoding="utf-8") as f:
            f.write(text)
        graph = ask("graph", "--json", "p.bpl")
        if not graph or not graph["nodes"]:
            continue  # not a correct program
        wrong, pairs = check(graph)
        tests += 1
        print("%sok %d - %s: %d pairs" % ("not " if wrong else "", tests, name, pairs))
        for line, goal, who in wrong:
            print("# line %d, goal %s: only %s lists it" % (line, goal, who))
print("1..%d" % tests)
