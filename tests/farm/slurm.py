"""slurm.py WARRANT [JOBS] -- --farm with workers that a Slurm cluster starts, on request: a controller and two nodes on this host, in a network of its own.

The factory of Work Queue submits the workers as jobs.  One of them is cancelled in the middle.  All results must be there, and be the bytes of a run without a farm.
The test needs the right to make a network namespace, and the packages slurmctld, slurmd, slurm-client and munge; nothing of them has to be configured or running."""
import os, shutil, subprocess, sys, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "report"))
from field import PORT, Field, enter, skip
from tap import done, ok

WARRANT = os.path.abspath(sys.argv[1])
JOBS = int(sys.argv[2]) if len(sys.argv) > 2 else 200
for program, package in [("slurmctld", "slurmctld"), ("slurmd", "slurmd"), ("sbatch", "slurm-client"), ("munged", "munge"), ("work_queue_factory", "coop-computing-tools")]:
    if not shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin:/sbin"):
        skip("there is no %s: %s is missing" % (program, package))
enter(WARRANT)
os.environ["PATH"] += ":/usr/sbin:/sbin"
subprocess.run(["ip", "address", "add", "192.0.2.1/32", "dev", "lo"])  # without an address that is not of loopback, names are not looked up
field = Field(WARRANT, JOBS)
place = os.path.join(field.folder, "slurm")
CONF = """ClusterName=loop
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={0}/munge.socket
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation={0}/state
SlurmdSpoolDir={0}/spool.%n
SlurmctldPidFile={0}/slurmctld.pid
SlurmdPidFile={0}/slurmd.%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
ReturnToService=2
JobRequeue=1
SchedulerParameters=sched_interval=2
NodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=17003 CPUs=1 RealMemory=2000
NodeName=n2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=17004 CPUs=1 RealMemory=2000
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
""".format(place)


def start(name, *words):
    with open(os.path.join(place, name + ".log"), "w") as log:
        child = subprocess.Popen(words, stdout=log, stderr=log)
    field.started.append((child, child.terminate))
    return child


def cluster():
    """Starts the cluster.  False: it is not there after half a minute."""
    for name in ("state", "spool.n1", "spool.n2"):
        os.makedirs(os.path.join(place, name))
    conf = os.path.join(place, "slurm.conf")
    with open(conf, "w") as file:
        file.write(CONF)
    os.environ["SLURM_CONF"] = conf
    at = lambda name: os.path.join(place, name)
    subprocess.run(["mungekey", "-c", "-k", at("key")], check=True)
    start("munged", "munged", "--force", "--foreground", "--key-file=" + at("key"), "--socket=" + at("munge.socket"), "--pid-file=" + at("munge.pid"),
          "--log-file=" + at("munge.log"), "--seed-file=" + at("munge.seed"))
    time.sleep(1)
    start("slurmctld", "slurmctld", "-D", "-f", conf)
    for node in ("n1", "n2"):
        start(node, "slurmd", "-D", "-N", node, "-f", conf)
    end = time.monotonic() + 30
    while time.monotonic() < end:
        nodes = subprocess.run(["sinfo", "-h", "-o", "%T %D"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        if nodes.split() == ["idle", "2"]:
            return True
        time.sleep(0.5)
    return False


def running():
    """The jobs that run, by number."""
    return subprocess.run(["squeue", "-h", "-t", "RUNNING", "-o", "%A"], stdout=subprocess.PIPE, text=True).stdout.split()


def wait_for_jobs(count, seconds):
    end = time.monotonic() + seconds
    while len(running()) < count and time.monotonic() < end:
        time.sleep(0.3)
    return running()


def show(name):
    with open(os.path.join(place, name + ".log")) as log:
        return "".join(log.readlines()[-12:])


try:
    code, reference, err = field.run("alone", "--jobs=2", "--json")
    ok(code == 0 and reference.count('"verdict": "') == JOBS, "the run without a farm", err)
    if not ok(cluster(), "a cluster of two nodes"):
        print("# " + "\n# ".join((show("slurmctld") + show("n1") + show("munged")).splitlines()))
    manager = field.begin("farmed", "--farm-unit=1", *field.farm)
    start("factory", "work_queue_factory", "-T", "slurm", "-w", "2", "-W", "2", "--cores", "1", "-P", os.path.abspath("password"), "-t", "30", "-S", place, "localhost", PORT)
    first = wait_for_jobs(2, 60)
    ok(len(first) == 2, "the factory submits two workers, which Slurm starts", show("factory"))
    ok(first and subprocess.run(["scancel", first[0]]).returncode == 0, "one of them is cancelled")
    out, err = manager.communicate(timeout=240)
    ok(manager.returncode == 0 and out == reference, "all results are there, and they are the same bytes", err)
    ok("have no result from a worker" not in err, "and all of them are from workers", err)
finally:
    subprocess.run(["scancel", "-u", "root"], stderr=subprocess.DEVNULL)
    time.sleep(2)
    field.close()
done()
