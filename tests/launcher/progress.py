"""The progress line of ./check: on a terminal one line that grows, elsewhere nothing; the log is copied either way.

progress.py PROGRESS"""
import os
import pty
import subprocess
import sys
import tempfile

LINES = (b"ninja: no work to do.\n"
         b" 1/12 warrant:front / limits        OK               2.02s   120 subtests passed\n"
         b"10/12 warrant:cli / cli             FAIL             1.00s   1/2 subtests passed\n"
         b"11/12 warrant:web / page            TIMEOUT         30.00s   killed\n"
         b"12/12 readme                        OK               0.10s\n")
count = 0


def ok(good, name, why=""):
    global count
    count += 1
    print("%sok %d - %s" % ("" if good else "not ", count, name))
    if not good:
        print("# %r" % why)


def run(terminal):
    """What it prints on standard error, and the log."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        ours, theirs = pty.openpty() if terminal else os.pipe()
        subprocess.run([sys.executable, sys.argv[1], "0", log], input=LINES, stderr=theirs, check=True, env=dict(os.environ, COLUMNS="79"))
        os.close(theirs)
        shown = b""
        try:
            while True:
                block = os.read(ours, 4096)
                if not block:
                    break
                shown += block
        except OSError:  # the end of a terminal
            pass
        os.close(ours)
        with open(log, "rb") as file:
            return shown, file.read()


shown, log = run(True)
ok(log == LINES, "the log has every line", log)
ok(b"1 of 12 tests done, 0 s  limits" in shown, "a test is done", shown)
ok(b"4 of 12 tests done, 2 failed, " in shown, "failures are counted", shown)
ok(shown.endswith(b"\r\033[K") and b"\n" not in shown, "it is one line, which is gone at the end", shown)
shown, log = run(False)
ok(not shown and log == LINES, "without a terminal the log is all", shown)
print("1..%d" % count)
