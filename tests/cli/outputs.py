"""Nothing of the user's is lost: no command replaces a file that it reads, or another file that is not a report of the same format, and a
report that cannot be written leaves what was there.

outputs.py WARRANT SOURCE-ROOT"""
import os
import resource
import shutil
import stat
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.join(sys.argv[2], "tests", "report"))
from tap import ok, skip, done  # noqa: E402

warrant, root = os.path.abspath(sys.argv[1]), sys.argv[2]
PROGRAM = open(os.path.join(root, "examples", "max.bpl")).read()
# Every option that writes one file, with a command that has it.
WRITERS = [("verify", "--json="), ("verify", "--csv="), ("cover", "--csv="), ("cover", "--json="), ("cover", "--html="), ("cover", "--lcov="), ("cover", "--cobertura="), ("cover", "--sarif="),
           ("cover", "--junit="), ("cover", "--markdown="), ("verify", "--sarif="), ("verify", "--junit="), ("verify", "--markdown="), ("verify", "--html="),
           ("graph", "--dot="), ("graph", "--graphml="), ("graph", "--json="), ("why", "--json="), ("impact", "--json="), ("trust", "--json="),
           ("uncovered", "--json="), ("prune", "--json="), ("prune", "--output=")]


def run(*args, **how):
    return subprocess.run([warrant] + list(args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, **how)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def said(result):
    return "exit %d\n%s" % (result.returncode, result.stderr.decode("utf-8", "replace"))


def refused(result, words, paths, name):
    """Exit code 3 with a message, and every path holds what it held."""
    good = result.returncode == 3 and words in result.stderr.decode() and all(read(p).decode() == t for p, t in paths.items())
    ok(good, name, said(result) + "".join("\n%s: %r" % (p, read(p)[:80]) for p in paths))


def leftovers():
    return [name for name in os.listdir(".") if name.startswith(".") or name.endswith(".new")]


def inputs():
    os.link("a.bpl", "hard.bpl")
    os.symlink("a.bpl", "soft.bpl")
    for command, option in WRITERS:
        for path in "a.bpl", "./a.bpl", "hard.bpl", "soft.bpl":
            for force in ([], ["--force"]) if path == "soft.bpl" else ([],):
                refused(run(command, option + path, "a.bpl", *force), "which this command reads: name another file", {"a.bpl": PROGRAM},
                        " ".join([command, option + path] + force))
    refused(run("prune", "--advice", "-o", "a.bpl", "a.bpl"), "reads", {"a.bpl": PROGRAM}, "prune --advice -o")
    refused(run("why", "--json=a.bpl", "a.bpl:20"), "reads", {"a.bpl": PROGRAM}, "the file of an address")
    refused(run("why", "--json=a.bpl", "b.bpl:20:5,a.bpl:20"), "reads", {"a.bpl": PROGRAM}, "one of several addresses")
    refused(run("verify", "--json=a.bpl", "--lang=boogie", "-", stdin=open("a.bpl")), "reads", {"a.bpl": PROGRAM}, "a file on standard input")
    refused(run("verify", "--separate", "--json=b.bpl", "a.bpl", "b.bpl"), "reads", {"b.bpl": PROGRAM}, "the second of two files")
    run("cover", "--json=base.json", "a.bpl")
    base = read("base.json").decode()
    refused(run("cover", "--baseline=base.json", "--json=base.json", "a.bpl"), "reads", {"base.json": base}, "the baseline")
    refused(run("diff", "--json=base.json", "base.json", "base.json"), "reads", {"base.json": base}, "a document of diff")
    refused(run("diff", "--markdown=base.json", "base.json", "base.json"), "reads", {"base.json": base}, "a document of diff, as Markdown")
    # The program of the last `cover` is an input of a query that names no file.
    run("cover", "-q", "a.bpl")
    refused(run("trust", "--json=a.bpl", "Max"), "reads", {"a.bpl": PROGRAM}, "the program of the last run")
    with open("a.bpl", "a") as file:
        result = subprocess.run([warrant, "verify", "a.bpl"], stdout=file, stderr=subprocess.PIPE)
    refused(result, "standard output is a file that this command reads", {"a.bpl": PROGRAM}, "standard output is the input")
    os.remove("hard.bpl")
    os.remove("soft.bpl")


def foreign():
    for command, option in WRITERS:
        write("notes", "my notes\n")
        refused(run(command, option + "notes", "a.bpl"), "which is not a report that", {"notes": "my notes\n"}, command + " " + option + "notes")
        result = run(command, option + "notes", "--force", "a.bpl")
        ok(result.returncode in (0, 1) and read("notes") != b"my notes\n", command + " " + option + "notes --force", said(result))
        again = run(command, option + "notes", "a.bpl")
        if option == "--output=":
            ok(again.returncode == 3, "a pruned program has no mark", said(again))
        else:
            ok(again.returncode == result.returncode, "%s %s replaces its own report" % (command, option), said(again))
        os.remove("notes")
        os.close(os.open("notes", os.O_CREAT))
        result = run(command, option + "notes", "a.bpl")
        ok(result.returncode in (0, 1) and read("notes"), "%s %s fills an empty file" % (command, option), said(result))
    # What the user meant: the page of both files.
    refused(run("cover", "--html", "b.bpl", "a.bpl"), "--html would overwrite 'b.bpl'", {"b.bpl": PROGRAM}, "an option takes what was meant as a program")
    write("notes", "my notes\n")
    ok(b"add --force to replace it" in run("verify", "--json=notes", "a.bpl").stderr, "the message says what to do")
    run("explain", "--json=notes", "--force")
    ok(run("explain", "--json=notes").returncode == 0, "explain replaces its own document")
    run("cover", "--json=base.json", "a.bpl")
    for option in "--json=", "--markdown=":
        write("notes", "my notes\n")
        refused(run("diff", option + "notes", "base.json", "base.json"), "--force", {"notes": "my notes\n"}, "diff " + option)
        run("diff", option + "notes", "--force", "base.json", "base.json")
        ok(run("diff", option + "notes", "base.json", "base.json").returncode == 0, "diff replaces its own " + option)
    refused(run("cover", "--lcov=base.json", "a.bpl"), "--force", {"base.json": read("base.json").decode()}, "a report of another format")
    refused(run("verify", "--json=one", "--sarif=./one", "a.bpl"), "would both write to", {}, "two reports in one new file")


def folders():
    os.mkdir("csv")
    write("csv/edges.csv", "a,b\n")
    refused(run("graph", "--csv=csv", "a.bpl"), "--force", {"csv/edges.csv": "a,b\n"}, "graph --csv")
    ok(os.listdir("csv") == ["edges.csv"], "neither of the two files is written")
    ok(run("graph", "--csv=csv", "--force", "a.bpl").returncode == 0 and run("graph", "--csv=csv", "a.bpl").returncode == 0, "graph --csv replaces its own files")
    os.mkdir("smt")
    ok(run("verify", "--no-cache", "--dump-smt=smt", "a.bpl").returncode == 0 and len(os.listdir("smt")) > 5, "--dump-smt")
    ok(run("verify", "--no-cache", "--dump-smt=smt", "a.bpl").returncode == 0, "--dump-smt replaces its own files")
    victim = os.path.join("smt", sorted(os.listdir("smt"))[0])
    write(victim, "(check-sat)\n")
    refused(run("verify", "--no-cache", "--dump-smt=smt", "a.bpl"), "--force replaces it", {victim: "(check-sat)\n"}, "a query of the user's")
    os.remove(victim)
    os.link("a.bpl", victim)
    refused(run("verify", "--no-cache", "--force", "--dump-smt=smt", "a.bpl"), "it is an input", {"a.bpl": PROGRAM}, "--dump-smt onto an input")
    os.remove(victim)
    result = run("verify", "--no-cache", "--dump-smt=a.bpl/x", "a.bpl")
    ok(result.returncode == 3 and b"cannot create 'a.bpl/x'" in result.stderr, "--dump-smt below a file", said(result))


def places():
    """Permissions, links, pipes, devices."""
    run("verify", "--json=r.json", "a.bpl")
    os.chmod("r.json", 0o640)
    os.makedirs("deep/er")
    os.symlink("../../r.json", "deep/er/link")
    old = os.stat("r.json").st_ino
    result = run("verify", "--json=deep/er/link", "a.bpl")
    ok(result.returncode == 0 and os.path.islink("deep/er/link") and os.stat("r.json").st_ino != old, "a link stays, its target is replaced", said(result))
    ok(stat.S_IMODE(os.stat("r.json").st_mode) == 0o640, "permissions stay")
    os.symlink("made.json", "dangling")
    result = run("verify", "--json=dangling", "a.bpl")
    ok(result.returncode == 0 and os.path.islink("dangling") and b"warrant/1" in read("made.json"), "a link to a new file", said(result))
    result = run("verify", "--json=deep", "a.bpl")
    ok(result.returncode == 3 and b"Is a directory" in result.stderr, "a folder", said(result))
    os.mkfifo("fifo")
    got = []
    reader = threading.Thread(target=lambda: got.append(read("fifo")))
    reader.start()
    result = run("verify", "--json=fifo", "a.bpl")
    reader.join()
    ok(result.returncode == 0 and b"warrant/1" in got[0] and stat.S_ISFIFO(os.stat("fifo").st_mode), "a named pipe", said(result))
    ok(run("verify", "--json=/dev/null", "a.bpl").returncode == 0, "/dev/null")
    for path in "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
        result = run("cover", "--lcov", path, "a.bpl")
        ok(result.returncode == 0 and result.stdout.startswith(b"TN:warrant") and result.stdout.endswith(b"end_of_record\n"), "--lcov " + path, said(result))
        with open("to", "wb") as file:
            subprocess.run([warrant, "cover", "--lcov", path, "a.bpl"], stdout=file)
        ok(read("to") == result.stdout, "--lcov %s into a file" % path)
    result = run("prune", "-o", "-", "a.bpl:4")
    ok(result.returncode == 0 and result.stdout == run("prune", "a.bpl:4").stdout != b"", "prune -o -", said(result))
    result = run("prune", "-o", "small.bpl", "a.bpl:4")
    ok(result.returncode == 0 and not result.stdout and read("small.bpl") == run("prune", "a.bpl:4").stdout, "prune -o FILE", said(result))
    if os.getuid() == 0:
        skip("a file that is not the user's to write", "the superuser may write everything")
    else:
        os.chmod("r.json", 0o440)
        result = run("verify", "--json=r.json", "a.bpl")
        ok(result.returncode == 3 and b"Permission denied" in result.stderr, "a file without the permission to write", said(result))


def full_disk():
    """A file may not grow beyond 300 bytes."""
    small = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (300, resource.RLIM_INFINITY))
    for command, option in WRITERS:
        args = [command, "--no-cache", option + "full", "a.bpl"]
        run(*args)
        before = read("full")
        force = ["--force"] if option == "--output=" else []
        result = run(*args, *force, preexec_fn=small)
        if len(before) <= 300:
            ok(result.returncode == 0, "%s %s is small" % (command, option), said(result))
        else:
            ok(result.returncode == 5 and b"cannot write 'full'" in result.stderr and read("full") == before and not leftovers(),
               "%s %s on a full disk leaves the old file" % (command, option), said(result) + str(leftovers()))
        os.remove("full")
        if len(before) <= 300:
            continue
        result = run(*args, preexec_fn=small)
        ok(result.returncode == 5 and not os.path.exists("full") and not leftovers(), "%s %s on a full disk leaves no new file" % (command, option), said(result))
    result = run("verify", "--no-cache", "--dump-smt=part", "a.bpl", preexec_fn=small)
    ok(result.returncode == 5 and b"cannot write 'part/" in result.stderr and not os.listdir("part"), "--dump-smt on a full disk", said(result))
    result = run("verify", "--json=/dev/full", "a.bpl")
    ok(result.returncode == 5 and b"cannot write '/dev/full'" in result.stderr, "/dev/full", said(result))


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
        write("a.bpl", PROGRAM)
        shutil.copy("a.bpl", "b.bpl")
        for part in inputs, foreign, folders, places, full_disk:
            part()
        ok(read("a.bpl").decode() == PROGRAM and not leftovers(), "nothing is lost and nothing is left behind", leftovers())
        os.chdir("/")
    done()


main()
