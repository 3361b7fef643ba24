"""`warrant run`: outcomes, exit codes, inputs of every kind, traces.

run.py WARRANT SOURCE-ROOT"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(sys.argv[2], "tests", "report"))
from tap import ok, done  # noqa: E402

warrant, root = os.path.abspath(sys.argv[1]), sys.argv[2]
programs = os.path.join(root, "tests", "diagnose", "programs")
MAX, ALL = "main-max.bpl", "everything.bpl"


def run(*args):
    r = subprocess.run([warrant, "run"] + list(args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=programs, timeout=300)
    return r.returncode, r.stdout.decode(), r.stderr.decode()


def doc(*args):
    code, out, _ = run("--json", *args)
    return code, json.loads(out)


code, out, _ = run(MAX, "Main", "a=-2")
ok(code == 1 and "main-max.bpl:15:3: error: this assertion is violated: `assert m == a || m == 0 - a`" in out, "a violated assertion: exit code 1")
ok("main-max.bpl:11: start, a = -2\n" in out and "  main-max.bpl:7: m = 0\n" in out and "\nmain-max.bpl:14: m = 0\n" in out, "the trace has values by line, callees indented")
code, out, _ = run(MAX, "Main", "a=2")
ok(code == 0 and "the procedure returned" in out, "all checks hold: exit code 0")
code, out, _ = run(MAX, "Main")
ok(code == 4 and "add 'a=VALUE'" in out, "an input that is missing is named: exit code 4")
code, out, _ = run(MAX, "Main", "a=1", "b=1")
ok(code == 0 and "the input b was not asked for" in out, "an input that nothing asks for")
code, out, _ = run(MAX, "Main", "a=true")
ok(code == 3 and "a=true" in out, "a value of another type: exit code 3")
code, _, err = run(MAX, "Mian", "a=1")
ok(code == 3 and "did you mean 'Main'?" in err, "an unknown procedure")
code, _, err = run(MAX, "a=1")
ok(code == 3 and "run takes" in err, "no procedure")
code, out, _ = run(ALL, "Q", "n=5")
ok(code == 4 and "an assumption is false" in out, "a precondition that blocks")
code, out, _ = run("--steps=2000", ALL, "Q", "n=-1")
ok(code == 4 and "did not end within" in out, "an execution that does not end")
code, d = doc(ALL, "Q", "n=3")
loops = [s for s in d["steps"] if s["kind"] == "loop"]
ok(code == 0 and d["outcome"] == "returned" and d["outputs"] == {"k": "3"} and len(loops) == 4, "loops go round")

GIVEN = {"x": "2", "a": "[2 := 5, else 0]", "a[7]": None, "r": "Ref#0", "l": "Cons(1, Nil())", "q": "1.5", "w": "255bv8", "g": "10", "c": "1",
         "y@15": "4", "r@22": "2", "y@23": "6", "branch@16": "2", "div(2, 0)": "3"}


def inputs(**change):
    all_of = dict(GIVEN, **{})
    all_of.update(change)
    return ["%s=%s" % (k, v) for k, v in all_of.items() if v is not None]


code, d = doc(ALL, "P", *inputs())
ok(code == 0 and d["outputs"] == {"s": "5", "g": "14"}, "inputs of every kind: maps, datatypes, reals, bitvectors, choices, division by zero")
code, d = doc(ALL, "P", *inputs(**{"a": None, "a[2]": "1", "a[7]": "4", "y@23": "5"}))
ok(code == 1 and d["goal"]["line"] == 24 and d["goal"]["role"] == "assert", "entries of a map, and the goal that fails")
code, d = doc(ALL, "P", *inputs(**{"branch@16": "1", "f(2, true)": "6"}))
ok(code == 1 and d["goal"]["line"] == 24, "a function without a body")
code, d = doc(ALL, "P", *inputs(**{"r@22": "1"}))
ok(code == 4 and d["outcome"] == "blocked" and d["at"]["line"] == 22, "a callee without a body gives what its contract allows")
code, d = doc(ALL, "P", *inputs(**{"div(2, 0)": None}))
ok(code == 4 and d["missing"] == "div(2, 0)", "what is missing has a name that can be given")
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "inputs.json")
    with open(path, "w") as file:
        json.dump({"inputs": {k: [v] for k, v in GIVEN.items() if v is not None}}, file)
    code, d = doc("--input=" + path, ALL, "P")
    ok(code == 0 and d["outputs"] == {"s": "5", "g": "14"}, "inputs from a JSON document")
    with open(path, "w") as file:
        file.write("[1")
    code, _, err = run("--input=" + path, ALL, "P")
    ok(code == 3 and "--input" in err, "a document that is none")
code, out, _ = run("abs.vpr", "abs", "n=-4")
ok(code == 0 and "n = -4" in out and "r = 4" in out, "a Viper method: its parameters have their names")
code, out, _ = run("abs.vpr", "use", "n=3", "r@9=4")
ok(code == 1 and "abs.vpr:10:10: error: this assertion is violated: `r == n || r == -n`" in out and "executed by their specifications" in out, "a call of Viper is executed by its contract, and this is said")
code, out, _ = run("abs.vpr", "use", "n=3")
ok(code == 4 and "add 'r@9=VALUE'" in out, "what the call gives is missing")
code, out, _ = run("axiom.bpl", "P", "c=1")
ok(code == 4 and "contradict `axiom c > 5`" in out, "values that contradict an axiom")
code, out, _ = run("axiom.bpl", "P", "c=6")
ok(code == 1, "values that do not")
code, out, _ = run("axiom.bpl", "Q", "a=2", "Mul(2, 2)=3")
ok(code == 4 and "contradict `axiom (forall x, y: int" in out, "a value that contradicts an instance of an axiom")
code, out, _ = run("axiom.bpl", "Q", "a=2", "Mul(2, 2)=4")
ok(code == 1 and "contradict" not in out, "one that does not")
done()
