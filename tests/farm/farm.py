"""farm.py WARRANT OTHER LIAR [JOBS] -- --farm in a network of its own with two workers that do their work, one that is killed, one that is stopped, one
with another version of the solver and two that lie; the manager is killed once.  All results must be there, and be the bytes of a run without a farm."""
import os, random, re, shutil, signal, sqlite3, subprocess, sys, tempfile, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "report"))
from tap import done, ok

WARRANT, OTHER, LIAR = (os.path.abspath(p) for p in sys.argv[1:4])
JOBS = int(sys.argv[4]) if len(sys.argv) > 4 else 200
PORT = "9123"


def skip(why):
    print("1..0 # SKIP " + why)
    sys.exit(0)


if not os.path.exists(os.path.join(os.path.dirname(WARRANT), "warrant-farm")):
    skip("warrant-farm was not built: coop-computing-tools-dev is missing")
if not shutil.which("work_queue_worker"):
    skip("there is no work_queue_worker: coop-computing-tools is missing")
if not os.environ.get("WARRANT_FARM_INSIDE"):
    if subprocess.run(["unshare", "-n", "-u", "true"], stderr=subprocess.DEVNULL).returncode:
        skip("no network namespace can be made here")
    os.environ["WARRANT_FARM_INSIDE"] = "yes"
    os.execvp("unshare", ["unshare", "-n", "-u", "--", sys.executable] + sys.argv)
subprocess.run(["ip", "link", "set", "lo", "up"])

folder = tempfile.mkdtemp(prefix="farm-")
os.chdir(folder)
random.seed(1)
PRELUDE = """(set-option :smt.mbqi false)
(set-option :auto_config false)
(declare-fun f (Int Int) Bool)
""" + "".join("(assert (forall ((x Int)) (! (=> (f %d x) (f %d x)) :pattern ((f %d x)) :qid prelude_%d)))\n" % (i, i + 1, i, i) for i in range(40))
os.mkdir("suite")
for n in range(JOBS):
    goals = "".join("(push 1)\n(assert (not (=> (f %d %d) (f %d %d))))\n(check-sat)\n(pop 1)\n" % (a, n, a + random.randrange(12), n)
                    for a in (random.randrange(28) for _ in range(3)))
    with open("suite/%03d.smt2" % n, "w") as file:
        file.write(PRELUDE + goals)
with open("password", "w") as file:
    file.write("only for this test\n")
started = []


def warrant(cache, *words, wait=True):
    env = dict(os.environ, XDG_CACHE_HOME=os.path.join(folder, cache), TMPDIR=folder)
    child = subprocess.Popen([WARRANT, "axioms", "--strong"] + list(words) + ["suite"], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    started.append(child)
    if not wait:
        return child
    out, err = child.communicate(timeout=240)
    return child.returncode, out, err


def worker(host, **env):
    """In a namespace for its name, so that it can be told from the others."""
    os.makedirs(host)
    script = "hostname %s; exec work_queue_worker -P password -t 200 --cores 1 -s %s 127.0.0.1 %s >%s.log 2>&1" % (host, host, PORT, host)
    child = subprocess.Popen(["unshare", "-u", "sh", "-c", script], env=dict(os.environ, **env), start_new_session=True)
    started.append(child)
    return child


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


def children_of(pid):
    return [int(p) for p in open("/proc/%d/task/%d/children" % (pid, pid)).read().split()]


def is_alive(pid):
    try:
        return open("/proc/%d/stat" % pid).read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


try:
    os.chmod("password", 0o644)
    code, out, err = warrant("farmed", "--farm=" + PORT)
    ok(code == 3 and "--farm needs --farm-password" in err, "no farm without a password", err)
    code, out, err = warrant("farmed", "--farm=" + PORT, "--farm-password=password")
    ok(code == 3 and "others may read 'password'" in err, "a password that others may read is refused", err)
    os.chmod("password", 0o600)
    code, out, err = warrant("farmed", "--farm=" + PORT, "--farm-password=password", "--no-cache")
    ok(code == 3 and "--farm needs the cache" in err, "no farm without a cache", err)

    code, reference, err = warrant("alone", "--jobs=2", "--json")
    ok(code == 0 and reference.count('"verdict": "') == JOBS, "the run without a farm", err)

    farm = ["--farm=" + PORT, "--farm-password=password", "--farm-unit=1", "--json"]
    first = worker("first")
    liar = worker("liar", LD_PRELOAD=LIAR)
    swapper = worker("swapper", LD_PRELOAD=LIAR, LIAR_SAVED=os.path.join(folder, "saved"))
    other = worker("other", LD_PRELOAD=OTHER)
    manager = warrant("farmed", *farm, wait=False)
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

    second = worker("second")
    third = worker("third")
    manager = warrant("farmed", *farm, wait=False)
    ok(wait_for_entries(kept + JOBS // 8), "the next manager goes on")
    os.killpg(first.pid, signal.SIGKILL)
    os.killpg(second.pid, signal.SIGSTOP)
    out, err = manager.communicate(timeout=240)
    ok(manager.returncode == 0 and out == reference, "all results are there, and they are the same bytes", err)
    ok("units have no result from a worker" not in err, "and all of them are from workers", err)
    os.killpg(second.pid, signal.SIGCONT)
    code, out, err = warrant("farmed", *farm)
    ok(code == 0 and out == reference, "when all is done, no worker is needed", err)

    shutil.rmtree("farmed")
    for child in (third, second):
        os.killpg(child.pid, signal.SIGKILL)
    manager = warrant("farmed", *farm, wait=False)
    told = ""
    while told.count("is sent away") < 2 and manager.poll() is None:
        told += manager.stderr.readline()
    fourth = worker("fourth")
    out, err = manager.communicate(timeout=240)
    err = told + err
    ok(manager.returncode == 0 and out == reference, "bad workers, and one good one that comes late", err)
    ok("is sent away: it has another version of Warrant or of the solver" in err, "the one with another solver is sent away", err)
    ok("is sent away: its result is damaged, or that of another unit" in err, "and those that lie", err)
finally:
    for child in started:
        if child.poll() is None:
            try:
                os.killpg(child.pid, signal.SIGKILL) if child.args[0] == "unshare" else child.kill()
            except OSError:
                pass
    shutil.rmtree(folder, ignore_errors=True)
done()
