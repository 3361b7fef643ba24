"""What other programs can do to a run: a cache that several processes use first at the same time, another solver under the same name, a solver that does not
start, a limit on the size of files, and a process that is stopped.

  sturdy.py WARRANT SOURCE"""
import json, os, pathlib, resource, shutil, signal, subprocess, sys, tempfile, time

warrant, count, failed = os.path.abspath(sys.argv[1]), 0, 0
PROGRAM = """procedure P(x: int) requires x > 0; { assert x >= 0; assert x > 5; }
procedure Q(x: int) requires x > 7; { assert x >= 0; }
"""


def ok(good, name, detail=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good and detail:
        print("\n".join("# " + line for line in str(detail).splitlines()[:30]))


def start(folder, *args, **more):
    env = dict(os.environ, XDG_CACHE_HOME=str(folder / "cache"), TMPDIR=str(folder))
    return subprocess.Popen([warrant, *args], cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


def run(folder, *args, **more):
    child = start(folder, *args, **more)
    child.out, child.err = child.communicate()
    return child


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def first_use(folder):
    """Eight processes make the cache at the same time; nobody is warned, and all of them can use it."""
    for again in range(3):
        shutil.rmtree(folder / "cache", ignore_errors=True)
        children = [start(folder, "verify", "--json", "a.bpl") for _ in range(8)]
        ends = [(*child.communicate(), child.returncode) for child in children]
        ok(all(err == "" and code == 1 for _, err, code in ends), f"first use by eight processes, {again}: no warning", [end[1:] for end in ends])
        ok(len({json.dumps([(p["name"], p["verdict"]) for p in json.loads(out)["files"][0]["procedures"]]) for out, _, _ in ends}) == 1, "equal answers")
        last = run(folder, "verify", "--json", "a.bpl")
        ok(json.loads(last.out)["summary"]["cached"] == 2, "the cache has both proofs", last.out[-400:])


def other_solver(folder):
    """A digest of the executable is part of the key: another program under the same name, with the same version, is asked again."""
    solver = folder / "solver"
    text = '#!/bin/sh\n[ "$1" = --version ] && { echo "Solver 1.0"; exit 0; }\nexec z3 -in\n'

    def cached():
        child = run(folder, "verify", "--json", f"--solver=smtlib:{solver}", "a.bpl")
        summary = json.loads(child.out)["summary"]
        return summary["verified"], summary["errors"], summary["cached"]

    solver.write_text(text)
    solver.chmod(0o755)
    first = cached()
    ok(first == (1, 1, 0), "a solver behind a script answers", first)
    ok(cached()[2] == 2, "its answers are cached")
    solver.write_text(text + "# another\n")
    ok(cached() == (1, 1, 0), "a changed executable is asked again", cached())
    solver.write_text(text)
    ok(cached()[2] == 2, "the first one has its answers again")


def failing_solver(folder):
    """A solver that cannot be started is named, and costs its goals, not the run."""
    for command, code, text in (("/nonexistent/solver", 5, "cannot run '/nonexistent/solver': No such file or directory"), (str(folder / "a.bpl"), 5, "Permission denied"),
                                ("false", 4, "the solver crashed"), ("echo hello", 4, "unexpected reply 'hello'")):
        child = run(folder, "verify", "--json", "--cache=off", f"--solver=smtlib:{command}", "a.bpl")
        document = json.loads(child.out)
        said = child.err + json.dumps(document["files"][0]["diagnostics"])
        verdicts = {goal["verdict"] for procedure in document["files"][0]["procedures"] for goal in procedure["goals"]}
        ok(child.returncode == code and verdicts == {"unknown"}, f"smtlib:{command}: exit {child.returncode}, every goal is unknown", verdicts)
        ok(text in said, f"smtlib:{command}: the message", said)


def small_files(folder):
    """No file of more than 4 KB may be written: the report is reported as not written, and nothing is left of it."""
    many = folder / "many.bpl"
    many.write_text("".join(f"procedure P{i}(x: int) requires x > 0; {{ assert x >= 0; }}\n" for i in range(60)))
    before = files(folder)
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    for option in "--json", "--html", "--junit", "--csv":
        child = run(folder, "verify", "--cache=off", f"{option}=report", "many.bpl", preexec_fn=limit)
        ok(child.returncode == 5 and "cannot write 'report'" in child.err, f"{option}: exit {child.returncode}", child.err)
        ok(files(folder) == before, f"{option}: nothing is left", files(folder))
    child = run(folder, "verify", "many.bpl", preexec_fn=limit)
    left = [name for name in files(folder) if name not in before and not name.startswith("cache/warrant/answers.db")]
    ok(child.returncode == 0 and not left, "a cache that cannot be written costs nothing", (child.returncode, child.err, left))


def children(process):
    try:
        return [int(word) for word in pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def below(process):
    return [process] + [lower for child in children(process) for lower in below(child)]


def stopped_measurement(folder):
    """`axioms` measures several programs in processes of its own, whose work has no deadline.  One that somebody stops, or whose template is stopped, is noticed, and another one
    takes its place."""
    axioms = "".join(f"function f{i}(int): int;\naxiom (forall x: int :: {{f{i}(x)}} f{i}(x) > x);\n" for i in range(20))
    goals = "".join(f"procedure P{i}(x: int) {{ assert f{i % 20}(f{i % 20}(x)) > x; }}\n" for i in range(30))
    for name in "abc":
        (folder / f"{name}.bpl").write_text(axioms + goals)
    for level, what in (3, "a process"), (2, "the template"):
        child = start(folder, "axioms", "--json", "-j2", "--cache=off", "--budget=start_seconds=1", "a.bpl", "b.bpl", "c.bpl")
        chain, until = [child.pid], time.monotonic() + 60
        while len(chain) < 4 and time.monotonic() < until:
            chain = [child.pid]
            while more := children(chain[-1]):
                chain.append(more[0])
        if len(chain) < 4:
            ok(False, f"{what}: there is one")
            continue
        os.kill(chain[level], signal.SIGSTOP)
        others = below(child.pid)[1:]
        try:
            out, err = child.communicate(timeout=300)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGINT)
            out, err = child.communicate()
            ok(False, f"{what} is stopped: the run ends", err)
            continue
        tests = json.loads(out)["tests"]
        ok(True, f"{what} is stopped: the run ends")
        ok([test["verdict"] for test in tests] == ["proved"] * 3, "all programs have an answer", tests)
        ok(not any(os.path.exists(f"/proc/{process}") for process in others), "no process is left")


def lost_measurement(folder):
    """With too little memory the goals are decided, and the search for axioms ends without an answer: that is neither a success nor a set that proves the
    goals again.  How much is too little depends on the solver, so several limits are tried."""
    axiom, proved = "function f(int): int; axiom (forall x: int :: f(x) > x); ", "procedure P() { assert f(3) > 2; assert f(f(1)) > 1; }"
    (folder / "a.bpl").write_text(axiom + proved)
    (folder / "b.bpl").write_text(axiom + proved + " procedure Q(n: int) { var i: int; while (i < n) invariant i <= n; { i := i + 1; } assert f(n) > i + 1; }")
    lost = short = silent = wrong = 0
    for file in "a.bpl", "b.bpl":
        for megabytes in range(50, 90, 3):
            limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
            child = run(folder, "axioms", "--json", "--cache=off", "-j1", file, preexec_fn=limit)
            if child.returncode not in (0, 4):
                continue  # the program itself does not start, or the solver does not
            for test in json.loads(child.out)["tests"]:
                ended = "ended without an answer about the axioms" in test.get("problem", "")
                missing = not ended and test["verdict"] == "proved" and test["axioms"] != ["a1"]
                lost, short = lost + ended, short + missing
                silent += ended and child.returncode == 0
                wrong += missing and (test["complete"] or test["confirmed"])
    ok(not silent, f"a test whose axioms nobody told is no success ({lost} times)")
    ok(not wrong, f"axioms that do not prove their test are not confirmed ({short} times)")
    child = run(folder, "axioms", "--json", "--cache=off", "a.bpl")
    test = json.loads(child.out)["tests"][0]
    ok(child.returncode == 0 and test["axioms"] == ["a1"] and test["confirmed"], "with enough memory there is an answer", child.out)


def abort_from_outside(folder):
    """A signal that is not an error of Warrant is told too."""
    child = subprocess.Popen([warrant, "verify", "--cache=off", "-"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(0.3)  # it waits for the text
    child.send_signal(signal.SIGABRT)
    out, err = child.communicate()
    ok(child.returncode == 5 and "another process sent SIGABRT" in err, "who aborts it is told", (child.returncode, err))


with tempfile.TemporaryDirectory() as top:
    tests = [abort_from_outside, first_use, failing_solver, small_files, stopped_measurement, lost_measurement] + ([other_solver] if shutil.which("z3") else [])
    for test in tests:
        folder = pathlib.Path(top, test.__name__)
        folder.mkdir()
        (folder / "a.bpl").write_text(PROGRAM)
        test(folder)
print(f"1..{count}")
sys.exit(failed > 0)
