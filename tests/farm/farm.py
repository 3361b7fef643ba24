"""farm.py WARRANT OTHER LIAR [JOBS] -- --farm in a network of its own with two workers that do their work, one that is killed, one that is stopped, one
with another version of the solver and two that lie; the manager is killed once.  All results must be there, and be the bytes of a run without a farm."""
import os, shutil, signal, sqlite3, sys, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "report"))
from field import PORT, Field, children_of, enter, state
from tap import done, ok

WARRANT, OTHER, LIAR = (os.path.abspath(p) for p in sys.argv[1:4])
JOBS = int(sys.argv[4]) if len(sys.argv) > 4 else 200
enter(WARRANT)
field = Field(WARRANT, JOBS)
farm = field.farm


def entries():
    try:
        with sqlite3.connect("file:farmed/warrant/answers.db?mode=ro", uri=True) as db:
            return db.execute("SELECT count(*) FROM answers").fetchone()[0]
    except sqlite3.Error:
        return 0


def wait_for_entries(least):
    end = time.monotonic() + 120
    while entries() < least and time.monotonic() < end:
        time.sleep(0.05)
    return entries() >= least


def is_alive(pid):
    return state(pid) not in ("", "Z")


try:
    os.chmod("password", 0o644)
    code, out, err = field.run("farmed", "--farm=" + PORT)
    ok(code == 3 and "--farm needs --farm-password" in err, "no farm without a password", err)
    code, out, err = field.run("farmed", "--farm=" + PORT, "--farm-password=password")
    ok(code == 3 and "others may read 'password'" in err, "a password that others may read is refused", err)
    os.chmod("password", 0o600)
    code, out, err = field.run("farmed", "--farm=" + PORT, "--farm-password=password", "--no-cache")
    ok(code == 3 and "--farm needs the cache" in err, "no farm without a cache", err)

    code, reference, err = field.run("alone", "--jobs=2", "--json")
    ok(code == 0 and reference.count('"verdict": "') == JOBS, "the run without a farm", err)

    first = field.worker("first")
    liar = field.worker("liar", LD_PRELOAD=LIAR)
    swapper = field.worker("swapper", LD_PRELOAD=LIAR, LIAR_SAVED=os.path.join(field.folder, "saved"))
    other = field.worker("other", LD_PRELOAD=OTHER)
    manager = field.begin("farmed", "--farm-unit=1", *farm)
    ok(wait_for_entries(JOBS // 4), "results arrive")
    helpers = children_of(manager.pid)
    manager.kill()
    manager.communicate()
    end = time.monotonic() + 30
    while any(map(is_alive, helpers)) and time.monotonic() < end:
        time.sleep(0.05)
    ok(helpers and not any(map(is_alive, helpers)), "when the manager is killed, warrant-farm ends too")
    kept = entries()
    ok(JOBS // 4 <= kept < 2 * JOBS, "what had arrived is kept", kept)

    second = field.worker("second")
    third = field.worker("third")
    manager = field.begin("farmed", "--farm-unit=1", *farm)
    ok(wait_for_entries(kept + JOBS // 8), "the next manager goes on")
    os.killpg(first.pid, signal.SIGKILL)
    os.killpg(second.pid, signal.SIGSTOP)
    out, err = manager.communicate(timeout=240)
    ok(manager.returncode == 0 and out == reference, "all results are there, and they are the same bytes", err)
    ok("units have no result from a worker" not in err, "and all of them are from workers", err)
    os.killpg(second.pid, signal.SIGCONT)
    code, out, err = field.run("farmed", "--farm-unit=1", *farm)
    ok(code == 0 and out == reference, "when all is done, no worker is needed", err)

    shutil.rmtree("farmed")
    for child in (third, second):
        os.killpg(child.pid, signal.SIGKILL)
    manager = field.begin("farmed", "--farm-unit=5", *farm)
    told = ""
    while told.count("is sent away") < 2 and manager.poll() is None:
        told += manager.stderr.readline()
    fourth = field.worker("fourth")
    out, err = manager.communicate(timeout=240)
    err = told + err
    ok(manager.returncode == 0 and out == reference, "bad workers, and one good one that comes late", err)
    ok("is sent away: it has another version of Warrant or of the solver" in err, "the one with another solver is sent away", err)
    ok("is sent away: its result is damaged, or that of another unit" in err, "and those that lie", err)
finally:
    field.close()
done()
