"""`warrant diagnose` on the programs of variants.py: correct programs have nothing to diagnose, genuine errors are reproduced by a command
that replays, spurious ones name the specification that is too weak, with a state.

diagnose.py WARRANT SOURCE-ROOT [--sample]

Every third variant; with --sample, for slow builds, every sixth; with WARRANT_TESTS=all in the environment, all."""
import json
import os
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(sys.argv[2], "tests", "report"))
sys.path.insert(0, os.path.join(sys.argv[2], "tests", "diagnose"))
from tap import ok, done  # noqa: E402
import variants  # noqa: E402

warrant, root = os.path.abspath(sys.argv[1]), sys.argv[2]
EVERY = 1 if os.environ.get("WARRANT_TESTS") == "all" else 6 if "--sample" in sys.argv else 3


def run(*args, **how):
    return subprocess.run([warrant] + list(args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600, **how)


def diagnose(folder, text, *more):
    with open(os.path.join(folder, "p.bpl"), "w") as file:
        file.write(text)
    r = run("diagnose", "--json", "--no-cache", "p.bpl", *more, cwd=folder)
    return r.returncode, json.loads(r.stdout)["failures"]


def replays(folder, failure):
    words = shlex.split(failure["command"])
    r = run(*words[1:], "--json", cwd=folder)
    end = json.loads(r.stdout)
    return r.returncode == 1 and end["outcome"] == "failed" and end["goal"]["text"] == failure["goal"]["text"]


def with_clauses(text, weak):
    """The program with the clauses that diagnosis proposes."""
    if weak["kind"] == "call":
        start = text.index("{", text.index("procedure " + weak["procedure"]))
        return text[:start] + "".join("  ensures %s;\n" % c for c in weak["clauses"]) + text[start:]
    lines = text.split("\n")
    at = weak["state"]["line"]
    return "\n".join(lines[:at] + ["    invariant %s;" % c for c in weak["clauses"]] + lines[at:])


def verifies(folder, text):
    with open(os.path.join(folder, "p.bpl"), "w") as file:
        file.write(text)
    return run("verify", "--no-cache", "p.bpl", cwd=folder).returncode == 0


with tempfile.TemporaryDirectory() as folder:
    for name, text in variants.CORRECT.items():
        code, failures = diagnose(folder, text)
        ok(code == 0 and failures == [], "%s: nothing to diagnose" % name)
    stated = explained = spurious = 0
    for variant in variants.VARIANTS[::EVERY]:
        name, program, old, new, expected = variant
        code, failures = diagnose(folder, variants.text_of(variant))
        judgements = [f["judgement"] for f in failures]
        genuine = [f for f in failures if f["judgement"] == "genuine"]
        if expected == variants.GENUINE:
            ok(code == 1 and genuine and "undecided" not in judgements, "%s: genuine" % name)
            ok(all(replays(folder, f) for f in genuine), "%s: the inputs replay" % name)
        else:
            ok(code == 1 and judgements and set(judgements) == {"spurious"}, "%s: spurious" % name)
            spurious += 1
            stated += all("weak" in f and f["weak"]["state"]["values"] for f in failures)
            clauses = [f["weak"] for f in failures if f.get("weak", {}).get("clauses")]
            explained += len(clauses) == len(failures)
            if len(clauses) == len(failures) == 1 and clauses[0]["clauses_proved"]:
                ok(verifies(folder, with_clauses(variants.text_of(variant), clauses[0])), "%s: verified with %s" % (name, clauses[0]["clauses"]))
    print("# %d spurious variants, %d with a state, %d with a clause" % (spurious, stated, explained))
    ok(stated == spurious, "spurious failures come with a state that execution does not reach")
    ok(explained >= spurious * 3 // 4, "most spurious failures come with the missing clause")
    code, failures = diagnose(folder, variants.text_of([v for v in variants.VARIANTS if v[0] == "max-no-choice"][0]))
    weak = failures[0]["weak"]
    ok(weak["kind"] == "call" and weak["procedure"] == "Max" and "m" in weak["state"]["values"] and weak["reached"], "a weak postcondition is named")
    ok(weak["clauses"] == ["m == a || m == b"] and weak["clauses_proved"], "and a clause that would do")
    loop = "procedure P(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } assert i != 1000; }"
    code, failures = diagnose(folder, loop)
    ok(failures[0]["judgement"] == "genuine" and replays(folder, failures[0]), "a large constant is found in the literals of the program")
    code, failures = diagnose(folder, "function f(x: int): int; axiom (forall x: int :: f(x) > x * x); procedure P() { assert f(3) > 100; }")
    ok(failures[0]["judgement"] == "undecided", "a failure that depends on axiomatised functions is not called genuine")
    code, failures = diagnose(folder, "procedure P(x: int) { assert x < 5; }\nprocedure Q(x: int) { assert x < 7; }", "-p", "Q")
    ok(len(failures) == 1 and failures[0]["goal"]["line"] == 2 and failures[0]["judgement"] == "genuine", "a procedure is selected")
    text = "procedure P(b: bool) { var c: bool; call c := N(b); assert c != b; }\nprocedure N(b: bool) returns (c: bool) { c := !b; }"
    code, failures = diagnose(folder, text)
    ok(failures[0]["judgement"] == "spurious" and failures[0]["certain"], "all executions were tried: certainly spurious")
done()
