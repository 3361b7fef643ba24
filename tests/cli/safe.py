"""What a program or a path contains cannot control a terminal, the runner of a workflow or a spreadsheet, and a fault ends with exit code 5.

safe.py WARRANT SOURCE-ROOT"""
import csv
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(sys.argv[2], "tests", "report"))
from tap import ok, done  # noqa: E402

warrant = os.path.abspath(sys.argv[1])
CONTROLS = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]")
COLORS = re.compile(rb"\x1b\[(0|1|2|1;3[1256])m")
EVIL = b"\x1b]0;t\x07\x1b[8m\x7f\xc2\x9b\xe2\x80\xae"
PROGRAM = (b'procedure {:note "' + EVIL + b'"} P(n: int) requires {:id "i' + EVIL + b'"} n > 0; {\n'
           b'  assert {:msg "m' + EVIL + b'"} n >= 0;\n  assert {:msg "w' + EVIL + b'"} n > 5; // ' + EVIL + b"\n}\n")


def is_text(data):
    """Nothing but text in UTF-8, without control characters."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return not CONTROLS.search(data)


def run(*args, workflow=False, service=None, **how):
    env = {k: v for k, v in os.environ.items() if k not in ("GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION")}
    if service:
        env[service] = "1"
    if workflow:
        env["GITHUB_ACTIONS"] = "true"
    return subprocess.run([warrant] + list(args), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, env=env, **how)


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def on_terminal(*args):
    master, slave = pty.openpty()
    child = subprocess.Popen([warrant] + list(args), stdin=subprocess.DEVNULL, stdout=slave, stderr=subprocess.DEVNULL)
    os.close(slave)
    data = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        data += part
    child.wait()
    os.close(master)
    return data.replace(b"\r\n", b"\n")


def controls():
    write("a.bpl", PROGRAM)
    paths = [b"a.bpl", b"p\x1b[8m\x07\x7f.bpl", b"c\xc2\x9b31m\x9b31m.bpl", b"line\n::stop-commands::x.bpl"]
    for path in paths[1:]:
        write(path, PROGRAM)
    for stage in "parse", "type", "core", "flow", "vc", "smt":
        for path in paths:
            got = run("dump", "--after=" + stage, path)
            ok(got.returncode == 0 and is_text(got.stdout), "dump after %s of %r" % (stage, path), got)
    got = run("dump", "--after=parse", "a.bpl").stdout
    ok(b"\\u001b]0;t\\u0007\\u001b[8m\\u007f\\u009b\\u202e" in got, "dump shows escapes", got)
    commands = [["verify"], ["verify", "-v", "--slowest=3"], ["cover"], ["cover", "-v", "--annotate"], ["why", "-v"], ["trust"], ["uncovered"], ["impact"], ["graph", "--json"],
                ["verify", "--format=github"], ["verify", "--json"], ["cover", "--json"], ["dump", "missing\x1b[8m"], ["verify", "missing\x1b[8m"]]
    for words in commands:
        for path in paths:
            got = run(words[0], "--no-cache", *words[1:], path)
            ok(is_text(got.stdout) and is_text(got.stderr), "%s of %r" % (" ".join(words), path), got)
    got = run("verify", "--color=always", "a.bpl").stdout
    ok(b"\x1b[1;31m" in got and is_text(COLORS.sub(b"", got)), "colours pass, and nothing else", got)


def prune():
    write("b.bpl", PROGRAM.replace(b"n > 5", b"n > -5"))
    got = run("prune", "--no-cache", "b.bpl:2")
    ok(EVIL in got.stdout and is_text(got.stderr), "prune writes the program unchanged", got)
    got = on_terminal("prune", "--no-cache", "--color=never", "b.bpl:2")
    ok(b"procedure" in got and is_text(got), "but not on a terminal", got)


def commands_of(data):
    """The lines that a runner of workflows takes for commands."""
    return [line for line in data.split(b"\n") if line.lstrip().startswith(b"::") or b"##[" in line]


def workflows():
    write("w.bpl", b'procedure P(n: int) {\n#line 7 ::stop-commands::abc\n  assert n > 0;\n#line 9 x##[error]y\n  assert {:msg "##[group]g"} n > 1;\n}\n')
    write("::add-mask::x.bpl", b"procedure P(n: int) { assert n > 0; }\nprocedure Q() { undeclared := 1; }\n")
    plain = run("verify", "--no-cache", "w.bpl").stdout
    ok(b"\n::stop-commands::abc:7:3: error: " in b"\n" + plain, "without a workflow paths are as they are", plain)
    for words in ["verify"], ["cover"], ["why"], ["trust"], ["verify", "-q"], ["dump", "--after=parse"], ["prune"], ["verify", "--json"]:
        for path in "w.bpl", "::add-mask::x.bpl":
            got = run(words[0], "--no-cache", *words[1:], path, workflow=True)
            ok(not commands_of(got.stdout + b"\n" + got.stderr), "%s of %s has no commands" % (" ".join(words), path), got)
    got = run("verify", "--no-cache", "w.bpl", workflow=True).stdout
    ok(b"\\u003a:stop-commands::abc:7:3: error: " in got, "they are shown as escapes", got)
    write("v.bpl", b"procedure P(n: int) { assert n > 0; // ##vso[task.setvariable variable=x]1 ##teamcity[x] ##[group]\n}\n")
    for service in "TF_BUILD", "TEAMCITY_VERSION":
        for words in ["verify"], ["cover", "--annotate"], ["verify", "--format=github"], ["dump", "--after=parse"], ["verify", "--json"]:
            got = run(words[0], "--no-cache", *words[1:], "v.bpl", service=service)
            text = got.stdout + got.stderr
            ok(b"##vso[" not in text and b"##teamcity[" not in text and b"##[" not in text, "%s has no commands with %s" % (" ".join(words), service), got)
    ok(b"##vso[" in run("verify", "--no-cache", "v.bpl").stdout, "without such a service the text is as it is")
    for workflow in False, True:
        got = run("verify", "--no-cache", "--format=github", "w.bpl", workflow=workflow)
        lines = commands_of(got.stdout)
        good = all(line.startswith(b"::error file=") and b"::" not in line[2:line.index(b",title=")] for line in lines)
        ok(len(lines) == 2 and good, "only annotations are commands", got)


def sheets():
    for line in b"=cmd()", b"\t=cmd()", b" @x", b"+1", b"-1":
        write("s.bpl", b"procedure P(n: int) requires n > 0; {\n#line 1 " + line + b"\n  assert n >= 0;\n}\n")
        run("verify", "--no-cache", "--csv=costs.csv", "--force", "s.bpl")
        run("graph", "--no-cache", "--csv=sheets", "--force", "s.bpl")
        for name in "costs.csv", "sheets/nodes.csv", "sheets/edges.csv":
            with open(name, newline="") as file:
                cells = [cell for row in csv.reader(file) for cell in row]
            bad = [cell for cell in cells if re.match(r"[\s]*[=+@-]", cell)]
            ok(cells and not bad, "%s has no formula for %r" % (name, line), bad)


def faults():
    for number in signal.SIGSEGV, signal.SIGBUS:
        read_end, write_end = os.pipe()
        child = subprocess.Popen([warrant, "verify", "--lang=boogie", "-"], stdin=read_end, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        os.close(read_end)
        for _ in range(20000):  # more than a pipe holds: when it is written, the child reads
            os.write(write_end, b"// a line\n")
        child.send_signal(number)
        out, err = child.communicate(timeout=300)
        os.close(write_end)
        told = b"internal error" in err or b"Sanitizer" in err
        ok(child.returncode == 5 and told or b"Sanitizer" in err, "%s ends with 5 and a message" % number.name, (child.returncode, err))


folder = tempfile.mkdtemp()
os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
os.chdir(folder)
controls()
prune()
workflows()
sheets()
faults()
os.chdir("/")
shutil.rmtree(folder)
done()
