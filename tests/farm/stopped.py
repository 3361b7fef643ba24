"""stopped.py WARRANT OTHER STOPPER -- --farm with workers that stop themselves at the worst moments: while they get the program, and while they send a result.
Each costs its unit and a bounded time.  Then there is no worker but a bad one, and the run ends all the same."""
import os, sys, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "report"))
from field import SILENCE, Field, enter, state
from tap import done, ok

WARRANT, OTHER, STOPPER = (os.path.abspath(p) for p in sys.argv[1:4])
MOST = 10 * SILENCE  # a stop costs SILENCE; without a bound it was 60 seconds at least
enter(WARRANT)
field = Field(WARRANT, 6)


def seconds_with_stopped(moment):
    """The time from the moment when a worker has stopped to the end of the run."""
    manager = field.begin(moment, "--farm-unit=1", *field.farm)
    stuck = field.worker("stuck-" + moment, LD_PRELOAD=STOPPER, STOP_AT=moment)
    end = time.monotonic() + 60
    while state(stuck.pid) != "T" and time.monotonic() < end:
        time.sleep(0.02)
    ok(state(stuck.pid) == "T", "a worker has stopped (%s)" % moment)
    begin = time.monotonic()
    good = field.worker("good-" + moment)
    out, err = manager.communicate(timeout=240)
    seconds = time.monotonic() - begin
    good.kill()
    stuck.kill()
    ok(manager.returncode == 0 and out == reference and "units have no result" not in err, "and another one does all (%s)" % moment, err)
    return seconds


try:
    code, reference, err = field.run("alone", "--jobs=2", "--json")
    ok(code == 0, "the run without a farm", err)
    for moment in ("program", "result"):
        seconds = seconds_with_stopped(moment)
        ok(seconds < MOST, "a stopped worker costs a bounded time (%s)" % moment, "%.1f s" % seconds)

    field.worker("other", LD_PRELOAD=OTHER)
    begin = time.monotonic()
    code, out, err = field.run("bad", *field.farm, "--farm-unit=1")
    seconds = time.monotonic() - begin
    ok(code == 0 and out == reference and "6 of 6 units have no result from a worker; they are done here" in err, "if no worker is of use, all is done here", err)
    ok(seconds < 12 * SILENCE, "soon", "%.1f s" % seconds)
finally:
    field.close()
done()
