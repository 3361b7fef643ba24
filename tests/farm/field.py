"""field.py -- what the tests of --farm share: a network of its own, a suite of logs, workers and runs of `warrant axioms`.  A test makes one Field and closes it."""
import os, random, shutil, signal, subprocess, sys, tempfile

PORT = "9123"
AXIOMS = 14
SILENCE = 4
PRELUDE = """(set-option :smt.mbqi false)
(set-option :auto_config false)
(declare-fun f (Int Int) Bool)
""" + "".join("(assert (forall ((x Int)) (! (=> (f %d x) (f %d x)) :pattern ((f %d x)) :qid prelude_%d)))\n" % (i, i + 1, i, i) for i in range(AXIOMS))


def skip(why):
    print("1..0 # SKIP " + why)
    sys.exit(0)


def enter(warrant):
    """Goes on in a network of its own, or skips the test.  The host is called localhost there: a worker of Work Queue 9.9 whose host has no address says
    bytes of its memory for its name, and in one of 16 runs they hold the end of a line, so that no manager takes it."""
    if not os.path.exists(os.path.join(os.path.dirname(warrant), "warrant-farm")):
        skip("warrant-farm was not built: coop-computing-tools-dev is missing")
    if not shutil.which("work_queue_worker"):
        skip("there is no work_queue_worker: coop-computing-tools is missing")
    if not os.environ.get("WARRANT_FARM_INSIDE"):
        if subprocess.run(["unshare", "-n", "-u", "true"], stderr=subprocess.DEVNULL).returncode:
            skip("no network namespace can be made here")
        os.environ["WARRANT_FARM_INSIDE"] = "yes"
        os.execvp("unshare", ["unshare", "-n", "-u", "--", sys.executable] + sys.argv)
    subprocess.run(["ip", "link", "set", "lo", "up"])
    subprocess.run(["hostname", "localhost"])


class Field:
    def __init__(self, warrant, jobs):
        self.warrant, self.jobs, self.started = warrant, jobs, []
        self.folder = tempfile.mkdtemp(prefix="farm-")
        os.chdir(self.folder)
        random.seed(1)
        os.mkdir("suite")
        for n in range(jobs):
            goals = "".join("(push 1)\n(assert (not (=> (f %d %d) (f %d %d))))\n(check-sat)\n(pop 1)\n" % (a, n, a + random.randrange(6), n)
                            for a in (random.randrange(AXIOMS - 6) for _ in range(3)))
            with open("suite/%03d.smt2" % n, "w") as file:
                file.write(PRELUDE + goals)
        with open("password", "w") as file:
            file.write("only for this test\n")
        os.chmod("password", 0o600)
        self.farm = ["--farm=" + PORT, "--farm-password=password", "--farm-silence=%d" % SILENCE, "--json"]

    def begin(self, cache, *words):
        env = dict(os.environ, XDG_CACHE_HOME=os.path.join(self.folder, cache), TMPDIR=self.folder)
        child = subprocess.Popen([self.warrant, "axioms", "--strong"] + list(words) + ["suite"], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.started.append((child, child.kill))
        return child

    def run(self, cache, *words):
        child = self.begin(cache, *words)
        out, err = child.communicate(timeout=240)
        return child.returncode, out, err

    def worker(self, name, **env):
        os.makedirs(name)
        with open(name + ".log", "w") as log:
            child = subprocess.Popen(["work_queue_worker", "-P", "password", "-t", "200", "-i", "1", "-b", "2", "--cores", "1", "-s", name, "127.0.0.1", PORT],
                                     env=dict(os.environ, **env), stdout=log, stderr=log, start_new_session=True)
        self.started.append((child, lambda: os.killpg(child.pid, signal.SIGKILL)))
        return child

    def close(self):
        for child, end in self.started:
            if child.poll() is None:
                try:
                    end()
                except OSError:
                    pass
        for child, _ in self.started:
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def state(pid):
    """As in `ps`; "": there is no such process."""
    try:
        return open("/proc/%d/stat" % pid).read().rsplit(")", 1)[1].split()[0]
    except OSError:
        return ""


def children_of(pid):
    return [int(p) for p in open("/proc/%d/task/%d/children" % (pid, pid)).read().split()]
