#!/usr/bin/env python3
"""The question in SQL that docs/reference/graph.md shows, asked of a stored graph, gives what `impact` gives.  sql.py WARRANT DOCS"""
import json, os, re, sqlite3, subprocess, sys, tempfile

PROGRAM = """procedure Lib(n: int) returns (r: int)
  requires n > 0;
  requires n != 7;
  ensures r > n;
{ r := n + 1; }
procedure Main(k: int)
{
  var i, r: int;
  i := 0;
  call r := Lib(3);
  while (i < k) invariant i >= 0 && r > 3; { i := i + 1; }
  assert r > 2;
  assert i >= 0;
}
"""
CALL = 10  # clauses stand on their own lines in the table
warrant, docs = map(os.path.abspath, sys.argv[1:3])
with open(docs, encoding="utf-8") as f:
    query = re.search(r"```sql\n(.*?)```", f.read(), re.S).group(1)
query = query.replace("SELECT file, line, text", "SELECT id")
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    env = {**os.environ, "XDG_CACHE_HOME": folder}
    with open("p.bpl", "w") as f:
        f.write(PROGRAM)
    subprocess.run([warrant, "cover", "-q", "p.bpl"], env=env, stdout=subprocess.DEVNULL)
    store = sqlite3.connect(os.path.join(folder, "warrant", "answers.db"))
    tests = 0
    for line in range(1, PROGRAM.count("\n") + 1):
        rows = store.execute(query.replace("line = 3", "line = %d" % line)).fetchall()
        done = subprocess.run([warrant, "impact", "--json", "p.bpl:%d" % line], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        if done.returncode or line == CALL:
            continue
        doc = json.loads(done.stdout)
        told = {g["id"] for g in doc["dependents"]}
        asked = {row[0] for row in rows}
        tests += 1
        print("%sok %d - line %d: %d goals" % ("" if asked == told else "not ", tests, line, len(told)))
        if asked != told:
            print("# SQL: %s\n# impact: %s" % (sorted(asked), sorted(told)))
    store.close()
print("1..%d" % tests)
