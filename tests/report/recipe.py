#!/usr/bin/env python3
"""Every command of docs/guide/ci.md runs and does what the page says.  recipe.py WARRANT ROOT"""
import os, re, shutil, subprocess, sys, tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tap
from tap import ok

warrant, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])


def blocks(page):
    """Scripts of `run: |`, `script:` and ```sh blocks, in order, with the language they stand in."""
    for language, text in re.findall(r"^```(\w+)\n(.*?)^```$", page, re.M | re.S):
        if language == "sh":
            yield text
            continue
        lines = text.split("\n")
        for i, line in enumerate(lines):
            start = re.match(r"( *)run: (?:\|$|(.*))", line) or re.match(r"( *)script:$", line)
            if not start:
                continue
            body = [start[2]] if start.lastindex and start.lastindex > 1 and start[2] else []
            for more in lines[i + 1:] if not body else []:
                if more.strip() and len(more) - len(more.lstrip()) <= len(start[1]):
                    break
                body.append(re.sub(r"^ *- ", "", more) if "script" in line else more.strip())
            yield "\n".join(body) + "\n"


def main():
    page = open(os.path.join(root, "docs", "guide", "ci.md"), encoding="utf-8").read()
    scripts = [s for s in blocks(page) if re.search(r"\bwarrant (cover|diff|verify)\b|GITHUB_STEP_SUMMARY", s)]
    told = len(re.findall(r"^ *(?:- |\()?.*?\bwarrant (?:cover|diff) .*\.(?:bpl|json)", "\n".join(re.findall(r"^```\w+\n(.*?)^```$", page, re.M | re.S)), re.M))
    ran = sum(len(re.findall(r"\bwarrant (?:cover|diff) ", s)) for s in scripts)
    ok(ran >= 5 and ran == told, "all %d commands of the page are found" % told, "%d\n%s" % (ran, scripts))
    for command in re.findall(r"\bwarrant (\w+)", "".join(scripts)):
        ok(command in ("cover", "diff", "verify"), "warrant %s is a command" % command)

    out = tempfile.mkdtemp()
    try:
        os.makedirs(os.path.join(out, "bin"))
        os.symlink(warrant, os.path.join(out, "bin", "warrant"))
        os.makedirs(os.path.join(out, "work", "src"))
        for name in ("max.bpl", "binary-search.bpl"):
            shutil.copy(os.path.join(root, "examples", name), os.path.join(out, "work", "src"))
        env = dict(os.environ, PATH=os.path.join(out, "bin") + ":" + os.environ["PATH"], GITHUB_STEP_SUMMARY=os.path.join(out, "page.md"),
                   GITHUB_BASE_REF="main", HOME=out, XDG_CACHE_HOME=os.path.join(out, "cache"))
        work = os.path.join(out, "work")

        def run(script):
            return subprocess.run(["bash", "-e", "-c", script], cwd=work, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)

        done = run("git init -q -b main . && git add -A && git -c user.name=a -c user.email=a@b commit -qm one && git update-ref refs/remotes/origin/main HEAD")
        ok(done.returncode == 0, "a repository to work in", done.stdout.decode())
        for script in scripts:
            if "genhtml" in script and not shutil.which("genhtml"):
                script = re.sub(r"^genhtml.*$", "", script, flags=re.M)
            done = run(script)
            ok(done.returncode == 0, "runs: %s" % script.strip().split("\n")[0], done.stdout.decode("utf-8", "replace"))
        for name in re.findall(r"--(?:sarif|lcov|junit|markdown|cobertura|html) (\S+)", "".join(scripts)) + ["new.json", "old.json"]:
            path = os.path.join(work, name)
            ok(os.path.exists(path) and os.path.getsize(path) > 0, "%s is written" % name)
        text = open(os.path.join(out, "page.md"), encoding="utf-8").read()
        ok("## Warrant: cover" in text and "nothing changed" in text, "the page of the job", text)

        prove = next(s for s in scripts if "--fail-under" in s)
        done = run(prove.replace("--fail-under 60", "--fail-under 100"))
        ok(done.returncode == 2, "below the threshold the step fails", done.returncode)
        ok("below the threshold of 100%" in open(os.path.join(work, "summary.md"), encoding="utf-8").read(), "and the summary says so")
        share = re.search(r"coverage: '/(.*)/'", page)[1]
        done = run("warrant cover src/max.bpl")
        ok(re.search(share, done.stdout.decode(), re.M), "the pattern of GitLab finds the percentage", done.stdout.decode())

        with open(os.path.join(work, "src", "max.bpl"), "a") as f:
            f.write("procedure Broken(x: int) { assert x > 0; }\n")
        done = run(prove)
        ok(done.returncode == 1 and b"::error file=src/max.bpl" in done.stdout, "a failed goal fails the step", done.stdout.decode())
        compare = next(s for s in scripts if "warrant diff" in s)
        run("git worktree remove --force base")
        done = run(compare)
        ok(done.returncode == 1 and "new goals that are not proved" in open(os.path.join(work, "diff.md")).read(), "and the comparison", done.stdout.decode())
    finally:
        shutil.rmtree(out)
    tap.done()


main()
