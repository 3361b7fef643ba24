#!/usr/bin/env python3
"""The reports of a run agree with each other, and other tools accept them.  agree.py WARRANT ROOT [SCHEMA]"""
import json, os, re, resource, shutil, subprocess, sys, tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import formats, tap
from tap import ok, skip

warrant, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
schema = sys.argv[3] if len(sys.argv) > 3 else os.path.join(root, "build", "sarif-schema.json")
check_sarif = formats.sarif_checker(schema)


def write(path, text):
    with open(path, "wb") as f:
        f.write(text if isinstance(text, bytes) else text.encode())


def accepted(out, name):
    """xmllint, genhtml and the SARIF schema."""
    for what, said in (("xmllint", formats.check_xml(out)), ("genhtml", formats.check_genhtml(out))):
        if said is None:
            skip("%s: %s" % (name, what), "it is not installed")
        else:
            ok(said == "", "%s: %s accepts it" % (name, what), said)
    if check_sarif:
        said = check_sarif(os.path.join(out, formats.FILES["sarif"]))
        ok(said == "", "%s: valid by the schema of SARIF" % name, said)
    else:
        skip("%s: SARIF" % name, "the schema or python3-jsonschema is missing")


def element_lines(out):
    """The lines as the elements of the JSON document tell them: is something on them covered, and how many elements can be?"""
    lines = {}
    for f in json.load(open(os.path.join(out, formats.FILES["json"]), encoding="utf-8"))["files"]:
        for e in f.get("element_states", []):
            if e["state"] in ("covered", "uncovered", "vacuous", "failed") and not e.get("prelude"):
                row = lines.setdefault((f["path"], e["line"]), [False, 0])
                row[0] |= e["state"] == "covered"
                row[1] += e["state"] != "failed"
    return {at: tuple(row) for at, row in lines.items()}


def same_numbers(out, files, name, options=(), command="cover"):
    done = formats.cover(warrant, files, out, options, command)
    again = formats.run(warrant, [command, "--no-cache", "--format=github"] + list(options) + list(files), out)
    ok(done.returncode == again.returncode and done.returncode != 5, "%s: exit %d" % (name, done.returncode), done.stderr.decode())
    try:
        said = formats.sayings(out, done.stdout.decode("utf-8", "replace"), again.stdout.decode("utf-8", "replace"))
        wrong = formats.disagreements(said)
    except Exception as e:
        import traceback
        said, wrong = {}, [traceback.format_exc()]
    ok(not wrong, "%s: the numbers agree in all formats" % name, "\n".join(wrong))
    if command == "cover" and said:
        lcov = formats.read_lcov(os.path.join(out, formats.FILES["lcov"]))
        lcov_lines = {(f, n): h for f, rows in lcov.items() for n, h in rows["lines"].items()}
        xml_lines = {(f, n): h for f, rows in formats.cobertura_lines(os.path.join(out, formats.FILES["cobertura"])).items()
                     for n, h in rows.items()}
        ok(lcov_lines == xml_lines, "%s: LCOV and Cobertura have the same lines" % name)
        branches = [(f, int(b[0])) for f, rows in lcov.items() for b in rows["branches"]]
        shown = {at: (hits > 0, branches.count(at)) for at, hits in lcov_lines.items()}
        ok(shown == element_lines(out), "%s: a line is hit if one of its elements is covered" % name,
           "%s\n%s" % (sorted(shown.items()), sorted(element_lines(out).items())))
        doc = json.load(open(os.path.join(out, formats.FILES["json"]), encoding="utf-8"))
        good = {p["name"] for f in doc["files"] for p in f["procedures"] if p["verdict"] == "verified" and not all(g["vacuous"] for g in p["goals"])}
        hit = {name for rows in lcov.values() for name, count in rows["functions"].items() if count}
        ok(hit <= good, "%s: a function with a goal that is not proved is not hit" % name, "%s %s" % (hit, good))
    return said


# -- programs ----------------------------------------------------------------------------------------

def programs(out):
    for path in ["tests/report/mixed.bpl", "tests/golden/cover/vacuous.bpl", "tests/golden/verify/loop.bpl", "examples/misspelt.bpl",
                 "tests/golden/verify/errorlimit.bpl", "tests/golden/cover/translated.bpl"]:
        name = os.path.basename(path)
        shutil.copy(os.path.join(root, path), out)
        options = ["--error-limit=1"] if "errorlimit" in name else []
        said = same_numbers(out, [name], name, options)
        accepted(out, name)
        if name == "mixed.bpl" and said:
            ok(said["lcov"]["element coverable"] > 3 and said["sarif"]["warning"] > 3 and said["junit"]["failed"] == 1,
               "mixed.bpl has something to compare", said)
    same_numbers(out, ["mixed.bpl"], "verify", command="verify")
    same_numbers(out, ["mixed.bpl", "loop.bpl", "vacuous.bpl"], "--separate", ["--separate"])
    write(os.path.join(out, "slow.bpl"), "procedure P(x: int, y: int, z: int) { assert x*x*x + y*y*y != z*z*z + 3 || x == 4; assert x == x; }")
    said = same_numbers(out, ["slow.bpl"], "timeouts", ["--rlimit=2000"])
    many = "procedure P(a: int) {\n" + "".join("  assert a > %d;\n  assume a != %d;\n" % (i, 99 - i) for i in range(14)) + "}\n"
    write(os.path.join(out, "many.bpl"), many)
    said = same_numbers(out, ["many.bpl"], "more than ten")
    text = formats.run(warrant, ["cover", "--format=github", "many.bpl"], out).stdout.decode()
    ok("not shown as annotations: 4 more errors" in text, "what is not annotated is counted", text)


def odd_names(out):
    odd = "a b,\u00e9&<1>\"':2.bpl"
    text = 'procedure {:msg_if_verifies "x"} P(n: int)\n  requires n > 0; // \x01\x7f \udcff \u202e\n{\n  assert {:msg "a \x02 <b> & \udcfe | `c`"} n > 5;\n}\n'
    write(os.path.join(out, odd), text.encode("utf-8", "surrogateescape"))
    same_numbers(out, [odd], "an odd name")
    accepted(out, "an odd name")
    sarif = json.load(open(os.path.join(out, formats.FILES["sarif"])))
    uri = sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    ok(re.match(r"^[A-Za-z0-9%._~/-]+$", uri) and "%C3%A9" in uri, "the path is a reference", uri)
    bad = "b\udcff.bpl"
    write(os.path.join(out.encode(), bad.encode("utf-8", "surrogateescape")), "procedure P(n: int) requires n > 0; { assert n > 0; }")
    done = formats.cover(warrant, [bad], out)
    ok(done.returncode == 0, "a name that is no UTF-8", done.stderr)
    accepted(out, "a name that is no UTF-8")


def line_directives(out):
    for name in ("one.src", "two.src"):
        write(os.path.join(out, name), "\n" * 40)
    write(os.path.join(out, "made.bpl"), "procedure P(n: int) returns (r: int) requires n != 3;\n#line 10 one.src\n  requires n > 0;\n  requires n < 9;\n#line 20 two.src\n"
          "  ensures r > 0;\n{\n#line 30 one.src\n  r := n;\n}\n")
    done = formats.cover(warrant, ["made.bpl"], out)
    files = formats.read_lcov(os.path.join(out, formats.FILES["lcov"]))
    ok(files["one.src"]["lines"] == {10: 1, 11: 0, 30: 1}, "#line: lines of the file that it names", files)
    ok("P" in files["made.bpl"]["functions"], "#line: the procedure stands before it", files)
    accepted(out, "#line")
    result = results(out)[1]
    at = result["locations"][0]["physicalLocation"]
    ok((at["artifactLocation"]["uri"], at["region"]["startLine"]) == ("one.src", 11), "#line: a finding", at)
    ok("fixes" not in result, "#line: no fix for a text that stands elsewhere", result)


def page_texts(path):
    data = re.search(r'id="data">(.*?)</script>', open(path, encoding="utf-8").read(), re.S).group(1)
    return json.loads(data)["programs"][0]["texts"]


def outside_paths(out):
    """Reports name files outside the current folder only if asked."""
    inside = ["inside/x.src", "a/../b.src", "./c.src", os.path.join(os.path.realpath(out), "d.src"), "..e/f..", "gg:h.src"]
    secret = ["/home/secret/x.src", "../secret/y.src", "a/../../secret/z.src", "C:\\secret\\v.src", "c:secret", "~/secret", "file:///secret/w.src", os.path.realpath(out) + "/../secret",
              os.path.realpath(out) + "-secret/u.src", "..\\secret", "../secret/\u00e9\U0001f600.src"]
    for path in inside + secret:
        write(os.path.join(out, "made.bpl"), "procedure P(n: int) returns (r: int)\n#line 70 %s\n  requires n > 0;\n  requires n < 9;\n  ensures r > 0;\n{\n  r := n;\n  assert n > 50;\n}\n" % path)
        for options in [], ["--outside-paths"]:
            formats.cover(warrant, ["made.bpl"], out, options)
            trace = open(os.path.join(out, formats.FILES["lcov"])).read()
            named = path in inside or bool(options)
            lines = "SF:%s\n" % path in trace and "DA:75," in trace if named else "SF:made.bpl\n" in trace and "DA:8," in trace and "DA:75," not in trace
            ok(lines, "#line %s %s: LCOV" % (path, options), trace)
            for form in "lcov", "cobertura", "sarif", "junit", "markdown", "html":
                text = open(os.path.join(out, formats.FILES[form])).read()
                ok(named or "secret" not in text, "#line %s: %s names no file outside" % (path, form), text)
            if not named:
                accepted(out, "#line outside")
            before, after = [page_texts(os.path.join(out, formats.FILES["html"]))[0], open(os.path.join(out, "made.bpl")).read()]
            masked = before == after if named else before == after.replace(path, "*" * len(path.encode("utf-16-le")[::2]))
            ok(masked, "#line %s %s: the text of the page" % (path, options), before)
            ok(path in open(os.path.join(out, formats.FILES["json"]), encoding="utf-8").read().replace("\\\\", "\\"), "#line %s: JSON is for this machine" % path)


# -- fixes and fingerprints --------------------------------------------------------------------------

def results(out):
    return json.load(open(os.path.join(out, formats.FILES["sarif"])))["runs"][0]["results"]


def fixes(out):
    for path in ["tests/report/mixed.bpl", "tests/golden/cover/unnecessary.bpl"]:
        text = "// \u00e9\u00e9\n" + open(os.path.join(root, path)).read().replace("requires n > 0;", "/* \u00e9\U0001f600 */ requires n > 0;", 1)
        write(os.path.join(out, "fix.bpl"), text)
        said = lambda d: re.search(r"^warrant: .*", d.stdout.decode(), re.M)[0]
        before = formats.cover(warrant, ["fix.bpl"], out)
        found = results(out)
        # An assertion is a goal too: with it goes what only it needs, so there may be more advice then.
        for what, some in (("all", found), ("but assertions", [r for r in found if r["ruleId"] != "unnecessary-assert"])):
            after, edits = formats.apply_fixes(text, some)
            write(os.path.join(out, "fix.bpl"), after)
            done = formats.cover(warrant, ["fix.bpl"], out)
            ok(edits > 1 and said(before) == said(done), "%s: %d fixes at once (%s) keep every verdict" % (os.path.basename(path), edits, what),
               "%s\n%s\n%s" % (said(before), said(done), after))
        left = [r["ruleId"] for r in results(out) if r.get("fixes") and r["ruleId"] != "unnecessary-assert"]
        ok(not left, "%s: nothing is left to fix" % os.path.basename(path), left)


def fingerprints(out):
    text = open(os.path.join(root, "tests/report/mixed.bpl")).read()
    prints = lambda: [(r["ruleId"], r["partialFingerprints"]["primaryLocationLineHash"]) for r in results(out)]
    write(os.path.join(out, "p.bpl"), text)
    formats.cover(warrant, ["p.bpl"], out)
    before = prints()
    write(os.path.join(out, "p.bpl"), "// new\n\nprocedure New(n: int) requires n > 3; { assert n > 2; }\n" + text.replace("  k := 3;", "\n    k  :=  3;"))
    formats.cover(warrant, ["p.bpl"], out)
    ok(len(set(before)) == len(before) > 5 and prints() == before, "fingerprints survive edits elsewhere", "%s\n%s" % (before, prints()))
    write(os.path.join(out, "p.bpl"), text.replace("requires n < 10", "requires n < 11").replace("k := 3", "k := 4"))
    formats.cover(warrant, ["p.bpl"], out)
    ok(len(set(prints()) - set(before)) == 1, "an edited statement has another one", "%s\n%s" % (before, prints()))


# -- output that fails --------------------------------------------------------------------------------

def faults(out):
    shutil.copy(os.path.join(root, "examples/max.bpl"), out)

    def expect(args, code, words, name):
        done = formats.run(warrant, args + ["max.bpl"], out)
        ok(done.returncode == code and words in done.stderr.decode(), name, "exit %d\n%s" % (done.returncode, done.stderr.decode()))
        return done.stdout.decode()

    for form in formats.FILES:
        if form == "json":
            continue
        expect(["cover", "--%s" % form, "/dev/full"], 5, "cannot write '/dev/full'", "--%s: a full disk" % form)
        expect(["cover", "--%s" % form, "no/such/folder/x"], 3, "cannot create 'no/such/folder/x'", "--%s: no folder" % form)
        text = expect(["cover", "--%s" % form, "-"], 0, "", "--%s -" % form)
        ok("warrant: " not in text and text.startswith(("TN:", "<?xml", "{", "## ", "<!doctype html>")), "--%s - prints nothing else" % form, text[:300])
    ok(json.loads(expect(["cover", "--json=-"], 0, "", "--json=-"))["command"] == "cover", "--json=- prints JSON")
    expect(["cover", "--html", "-", "--sarif", "-"], 3, "would both write to '-'", "a report and the page on standard output")
    expect(["cover", "--lcov", "-", "--sarif", "-"], 3, "would both write to '-'", "two reports on standard output")
    expect(["cover", "--lcov", "x", "--json=x"], 3, "would both write to 'x'", "two reports in one file")
    expect(["cover", "--lcov", "x", "--html", "x"], 3, "would both write to 'x'", "a report and the page in one file")
    expect(["cover", "--lcov", "-", "--json"], 3, "standard output", "JSON and another report on standard output")
    expect(["verify", "--lcov", "x"], 3, "--lcov", "verify has no coverage to write")
    # A file may not grow beyond 512 bytes: what was there before stays, and nothing else.
    write(os.path.join(out, "kept"), "kept\n")
    os.chmod(os.path.join(out, "kept"), 0o640)
    small = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (512, resource.RLIM_INFINITY))
    done = formats.run(warrant, ["cover", "--no-cache", "--force", "--sarif", "kept", "max.bpl"], out, preexec_fn=small, restore_signals=False)
    there = sorted(os.listdir(out))
    ok(done.returncode == 5 and b"cannot write 'kept'" in done.stderr and there == ["kept", "max.bpl"] and
       open(os.path.join(out, "kept")).read() == "kept\n", "a report that does not fit leaves the old file", "%s %s" % (done.stderr, there))
    expect(["cover", "--force", "--sarif", "kept"], 0, "", "an old file is replaced")
    ok(os.stat(os.path.join(out, "kept")).st_mode & 0o777 == 0o640 and os.path.getsize(os.path.join(out, "kept")) > 100, "and keeps its mode")
    os.symlink("kept", os.path.join(out, "link"))
    expect(["cover", "--force", "--markdown", "link"], 0, "", "through a link")
    ok(os.path.islink(os.path.join(out, "link")) and open(os.path.join(out, "kept")).read().startswith("## Warrant"), "the link stays")
    expect(["cover", "--lcov", "first", "--sarif", "no/x", "--junit", "last"], 3, "cannot create 'no/x'", "one of three fails")
    ok(not os.path.exists(os.path.join(out, "first")) and not os.path.exists(os.path.join(out, "last")), "this is said before the work begins")
    one, two = [formats.run(warrant, ["cover", "--no-cache", "--sarif", "-", "--jobs", n, os.path.join(root, "tests/report/mixed.bpl")], out).stdout for n in "12"]
    ok(one == two and len(one) > 1000, "the same whatever the number of workers")


def limits(out):
    """A page has 200 rows of a table, a SARIF run 25,000 results."""
    write(os.path.join(out, "wide.bpl"), "".join("procedure P%d(x: int) { assert x == x; }\n" % i for i in range(210)))
    page = formats.run(warrant, ["verify", "--no-cache", "--markdown", "-", "wide.bpl"], out).stdout.decode()
    ok(page.count("\n| <code>") == 200 and "\n10 more are not shown.\n" in page and "210 of 210" in page, "200 rows of a table", page[-300:])
    for i in range(26):
        write(os.path.join(out, "e%d.bpl" % i), "procedure P() {\n" + "".join("x%d:=1;\n" % k for k in range(999)) + "}\n")
    args = ["verify", "-q", "--separate", "--sarif", "many.sarif"] + ["e%d.bpl" % i for i in range(26)]
    formats.run(warrant, args, out)
    found = open(os.path.join(out, "many.sarif")).read().count('"ruleId"')
    ok(found == 25000, "25,000 results", found)


for part in (programs, odd_names, line_directives, outside_paths, fixes, fingerprints, faults, limits):
    out = tempfile.mkdtemp()
    try:
        part(out)
    finally:
        shutil.rmtree(out)
tap.done()
