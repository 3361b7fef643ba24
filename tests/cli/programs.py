"""Which programs the arguments are: directories, patterns of files and of procedures, names that match nothing; the glossary is one text.

programs.py WARRANT SOURCE-ROOT"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(sys.argv[2], "tests", "report"))
from tap import ok, done  # noqa: E402

warrant, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
GOOD = "procedure Max() { assert 1 < 2; }\nprocedure Min() { assert true; }\n"


def run(*args):
    return subprocess.run([warrant] + list(args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def paths(*args):
    got = run("verify", "--no-cache", "--json", *args)
    doc = json.loads(got.stdout)
    return [f["path"] for f in doc["files"]], got.returncode, doc["summary"]["verified"]


def expect(args, want, verified, what):
    got = paths(*args)
    ok(got == (want, 0, verified), what, repr(got))


def complains(args, code, text, what):
    got = run(*args)
    said = (got.stdout + got.stderr).decode()
    ok(got.returncode == code and text in said, what, "exit %d\n%s" % (got.returncode, said))


def test_directories():
    for path in ["d/a.bpl", "d/sub/b.bpl", "d/sub/deep/c.bpl", "d/.hidden/x.bpl", "d/.y.bpl"]:
        write(path, GOOD)
    write("d/notes.txt", "no program")
    write("e/readme.txt", "no program")
    write("one.bpl", "const k: int;\n")
    write("two.bpl", "axiom k > 0; procedure P() { assert k > 0; }\n")
    os.symlink("..", "d/sub/up")
    every = ["d/a.bpl", "d/sub/b.bpl", "d/sub/deep/c.bpl"]
    expect(["d"], every, 6, "each file below a directory is a program of its own")
    expect(["d/"], every, 6, "a slash at the end changes nothing")
    expect(["--include", "b.*", "d"], every[1:2], 2, "--include by the last name")
    expect(["--include", "sub/*", "d"], every[1:], 4, "--include by the path below the directory")
    expect(["--omit", "sub/*", "d/"], every[:1], 2, "--omit")
    expect(["--include", "*.bpl", "--omit", "a.bpl", "--omit", "c.bpl", "d"], every[1:2], 2, "both, repeated")
    expect(["one.bpl", "d/sub/deep", "two.bpl"], ["one.bpl", "two.bpl", "d/sub/deep/c.bpl"], 3, "files beside a directory are one program")
    got = run("cover", "--no-cache", "-q", "d")
    ok(got.returncode == 0, "cover takes a directory", got.stderr.decode())
    got = run("dump", "--after=parse", "d")
    ok(got.returncode == 0 and got.stdout.count(b"procedure Max") == 3, "dump takes a directory", got.stderr.decode())
    complains(["verify", "e"], 3, "'e' contains no program: no file below it matches *.bpl, *.vpr, *.sil", "a directory without programs")
    complains(["verify", "--omit", "*", "d"], 3, "matches *.bpl, *.vpr, *.sil, --include and --omit", "everything is omitted")
    complains(["trust", "d"], 3, "this is a directory: name the files of one program", "a query is about one program")


def test_procedures():
    expect(["-p", "M*", "d/a.bpl"], ["d/a.bpl"], 2, "a pattern selects procedures")
    expect(["-p", "M?x", "d/a.bpl"], ["d/a.bpl"], 1, "a question mark")
    expect(["-p", "P", "-p", "Max", "d", "one.bpl", "two.bpl"], ["one.bpl", "two.bpl", "d/a.bpl", "d/sub/b.bpl", "d/sub/deep/c.bpl"], 4,
           "a name has to match in one of the programs only")
    complains(["verify", "-p", "Mxa", "d/a.bpl"], 3, "no procedure with a body is called 'Mxa' (did you mean 'Max'?)", "the nearest name")
    complains(["verify", "-p", "Mxa", "d"], 3, "no procedure with a body is called 'Mxa'", "a name that matches in no program")
    complains(["verify", "-p", "Zzzzzz*", "d/a.bpl"], 3, "no procedure with a body is called 'Zzzzzz*'\n", "a pattern that matches nothing")
    complains(["verify", "-p", "Max", "-p", "Foo", "d/a.bpl"], 0, "warning: no procedure with a body is called 'Foo'", "one of two names")
    complains(["verify", "d/a.bpl:9"], 3, "no procedure with a body is around the line", "a line outside all procedures")


def test_glossary():
    made = run("--generate=glossary").stdout.decode()
    with open(os.path.join(root, "docs", "guide", "glossary.md")) as file:
        ok(file.read() == made, "the guide's glossary is generated")
    rows = [line.split(" | ") for line in made.split("\n") if line.startswith("| **")]
    ok(len(rows) == 12, "twelve words", str(len(rows)))
    said = " ".join(run("--help").stdout.decode().split())
    lost = [row[0] for row in rows if row[0].strip("| *") + " " + row[1].strip("| ") not in said]
    ok(not lost, "--help has the same text", str(lost))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    test_directories()
    test_procedures()
    test_glossary()
    os.chdir(root)
done()
