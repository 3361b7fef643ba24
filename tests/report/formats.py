"""Reads the reports of one run, each with nothing but its own format in mind, and compares what they say.

Used by tests/report/agree.py on small programs and by bench/reports on the corpora."""
import json, os, re, shutil, subprocess, sys, xml.etree.ElementTree as xml

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = {"json": "all.json", "lcov": "trace.info", "cobertura": "cobertura.xml", "sarif": "log.sarif",
         "junit": "junit.xml", "markdown": "page.md", "html": "page.html"}


def run(warrant, args, cwd, **kw):
    return subprocess.run([warrant] + args, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **kw)


def cover(warrant, files, out, options=(), command="cover", cache=None):
    """Runs one command with every report; paths of reports by format.  `files` are relative to `out`.  `cache`: an environment whose
    cache is used."""
    args = [command, "-v"] + ([] if cache else ["--no-cache"]) + list(options)  # -v: all findings in the text
    for form, name in FILES.items():
        if command == "cover" or form not in ("lcov", "cobertura"):
            args.append("--%s=%s" % (form, name))
    for name in FILES.values():
        if os.path.exists(os.path.join(out, name)):
            os.remove(os.path.join(out, name))
    return run(warrant, args + list(files), out, env=cache)


# -- what each format says: a dictionary of numbers ------------------------------------------------

def percent(part, whole):
    if not whole:
        return "-"
    return "%.1f%%" % (min(100.0 * part / whole, 99.9) if part < whole else 100.0)


def from_html(path):
    """What the page is given; tests/web looks at what it makes of it."""
    data = re.search(r'id="data">(.*?)</script>', open(path, encoding="utf-8").read(), re.S).group(1)
    return from_document(json.loads(data)["report"])


def from_json(path):
    return from_document(json.load(open(path, encoding="utf-8")))


def from_document(doc):
    goals = [g for f in doc["files"] for p in f["procedures"] for g in p["goals"]]
    diags = [d for f in doc["files"] for d in f["diagnostics"]] + doc["findings"]
    said = {"goals": len(goals), "procedures": sum(len(f["procedures"]) for f in doc["files"]),
            "verified": doc["summary"]["verified"], "summary errors": doc["summary"]["errors"],
            "input errors": doc["summary"]["input_errors"],
            "failed": sum(g["verdict"] == "failed" for g in goals),
            "timeouts": doc["summary"]["timeouts"], "unknown": doc["summary"]["unknown"], "findings": len(doc["findings"])}
    for p in [p for f in doc["files"] for p in f["procedures"]]:
        worst = [v for v in ("failed", "unknown", "timeout") if v in [g["verdict"] for g in p["goals"]]]
        assert p["verdict"] == (worst + ["verified"])[0], "%s: %s" % (p["name"], p["verdict"])
    for word in ("error", "warning", "info"):
        said[word] = sum(d["severity"] == word for d in diags)
    said["proved"] = sum(g["verdict"] == "proved" for g in goals)
    if "elements" in doc["summary"]:
        said.update(counts(doc["summary"]["elements"]))
        said["vacuous goals"] = sum(g["vacuous"] for g in goals)
        said["axioms"] = "%d of %d" % (doc["summary"]["axioms"]["covered"], doc["summary"]["axioms"]["total"])
        said["functions"] = function_hits(doc)
        said["rows"] = sorted(row(p["verdict"], len(p["goals"]), sum(g["vacuous"] for g in p["goals"]), p["elements"]["covered"],
                                  p["elements"]["coverable"]) for f in doc["files"] for p in f["procedures"])
        said["row counts"] = sorted(r[1:] for r in said["rows"])
        check_document(doc)
    said["codes"] = sorted(d["code"] for d in diags)
    return said


def row(verdict, goals, vacuous, covered, coverable):
    """What formats say about a procedure; its name may be shortened in them."""
    return (verdict, int(goals), int(vacuous), int(covered), int(coverable))


def function_hits(doc):
    """The goals that are proved and not vacuous, of each procedure all of whose goals are proved; procedures of one name are one."""
    hits = {}
    for f in doc["files"]:
        for p in f["procedures"]:
            good = sum(g["verdict"] == "proved" and not g["vacuous"] for g in p["goals"])
            hits[f["path"], p["name"]] = hits.get((f["path"], p["name"]), 0) + (good if p["verdict"] == "verified" else 0)
    return sorted(hits.values())


def counts(elements):
    """The counts of elements under the names that all formats share here."""
    said = {"element " + key: int(elements[key]) for key in ("covered", "coverable", "unexplained", "failed", "vacuous")}
    said["percent"] = percent(elements["covered"], elements["coverable"])
    return said


def check_document(doc):
    """The counts are those of the elements that are listed, for the document, its files and its procedures."""
    def of(listed):
        states = [e["state"] for e in listed if not e.get("prelude")]
        n = {s: states.count(s) for s in ("covered", "uncovered", "vacuous", "failed", "unexplained", "exempt")}
        assert sum(n.values()) == len(states), states
        return {"covered": n["covered"], "coverable": n["covered"] + n["uncovered"] + n["vacuous"], "vacuous": n["vacuous"],
                "failed": n["failed"], "unexplained": n["unexplained"]}
    listed = [e for f in doc["files"] for e in f.get("element_states", [])]
    assert of(listed) == doc["summary"]["elements"], "%s %s" % (of(listed), doc["summary"]["elements"])
    for f in doc["files"]:
        if "elements" not in f:
            continue
        assert of(f["element_states"]) == f["elements"], f["elements"]
        rows = [p["elements"] for p in f["procedures"]]
        assert all(sum(r[key] for r in rows) <= f["elements"][key] for key in f["elements"]), rows
    # What was proved vacuously covers nothing: no element with vacuous goals alone is covered.
    goals = {g["id"]: g for f in doc["files"] for p in f["procedures"] for g in p["goals"]}
    for e in listed:
        own = [goals[g] for g in e["goals"] if g in goals]
        if e["role"] in ("assert", "ensures") and own and all(g["vacuous"] for g in own):
            assert e["state"] != "covered", e


LINE = re.compile(r"^(?:covered|Covered): (\d+) of (\d+) elements? \((.*?)\)(?:, (\d+) vacuous)?"
                  r"(?:; not counted: (?:(\d+) failed)?(?:, )?(?:(\d+) not explained)?)?(?:; from the solver's own .*)?\.?$", re.M)


def coverage_lines(text):
    """The lines `covered: ...`, one per program, as one."""
    lines = LINE.findall(text)
    if not lines:
        return {}
    keys = ("covered", "coverable", None, "vacuous", "failed", "unexplained")
    sums = {key: sum(int(line[i] or 0) for line in lines) for i, key in enumerate(keys) if key}
    said = counts(sums)
    if len(lines) == 1:
        said["percent"] = lines[0][2]
    axioms = re.findall(r"^(?:axioms of the prelude: proofs use|Axioms of the prelude that proofs use:) (\d+) of (\d+)\.?$", text, re.M)
    said["axioms"] = "%d of %d" % (sum(int(a[0]) for a in axioms), sum(int(a[1]) for a in axioms))
    return said


def from_text(text):
    said = {}
    last = re.search(r"^warrant: (\d+) verified, (\d+) errors?(?:, (\d+) timeouts?)?(?:, (\d+) unknown)?(?:, (\d+) input errors?)?$", text, re.M)
    if last:
        said.update(zip(("verified", "summary errors", "timeouts", "unknown", "input errors"), (int(n or 0) for n in last.groups())))
    rows = re.findall(r"^\S.*?  (verified|failed|timeout|unknown) +(\d+) +(\d+) +(\d+)/(\d+) +([\d.]+%|-)$", text, re.M)
    if rows:
        said["goals"], said["vacuous goals"], said["procedures"] = sum(int(r[1]) for r in rows), sum(int(r[2]) for r in rows), len(rows)
        said["rows"] = sorted(row(*r[:5]) for r in rows)
        assert all(r[5] == percent(int(r[3]), int(r[4])) for r in rows), rows
    said.update(coverage_lines(text))
    for word in ("error", "warning", "info"):
        said[word] = len(re.findall(r"^(?:.*:\d+:\d+|[^\n]*?): %s: .*\[[a-z-]+\]$" % word, text, re.M))
    said["codes"] = sorted(re.findall(r"^(?:.*:\d+:\d+|[^\n]*?): (?:error|warning|info): .*\[([a-z-]+)\]$", text, re.M))
    return said


def read_lcov(path):
    """{file: {"lines": {n: hits}, "functions": {name: count}, "branches": [...]}}, sums checked."""
    files, here = {}, None
    for line in open(path, "rb").read().decode("utf-8", "surrogateescape").split("\n"):
        word, _, rest = line.partition(":")
        if word == "SF":
            assert rest not in files, "a file has one record"
            here = files[rest] = {"lines": {}, "functions": {}, "branches": [], "sums": {}}
        elif word == "DA":
            n, hits = map(int, rest.split(","))
            assert n not in here["lines"], "a line is told once"
            here["lines"][n] = hits
        elif word == "FN":
            here["functions"].setdefault(rest.split(",", 1)[1], None)
        elif word == "FNDA":
            count, name = rest.split(",", 1)
            assert name in here["functions"]
            here["functions"][name] = int(count)
        elif word == "BRDA":
            here["branches"].append(rest.split(","))
        elif word in ("LF", "LH", "FNF", "FNH", "BRF", "BRH"):
            here["sums"][word] = int(rest)
        else:
            assert word in ("TN", "end_of_record", ""), line
    for f in files.values():
        taken = [b for b in f["branches"] if b[3] not in ("-", "0")]
        assert f["sums"] == {"LF": len(f["lines"]), "LH": sum(h > 0 for h in f["lines"].values()),
                             "FNF": len(f["functions"]), "FNH": sum(c > 0 for c in f["functions"].values()),
                             "BRF": len(f["branches"]), "BRH": len(taken)}, f["sums"]
        assert all(int(b[0]) in f["lines"] for b in f["branches"]), "a branch stands on a line of the report"
    return files


def from_lcov(path):
    sums, functions = {}, []
    for f in read_lcov(path).values():
        functions += f["functions"].values()
        for key, n in f["sums"].items():
            sums[key] = sums.get(key, 0) + n
    # a file without a line that counts has no record
    said = {"functions": sorted(functions)} if functions else {}
    return {**said, "lines": sums.get("LF", 0), "lines hit": sums.get("LH", 0), "element coverable": sums.get("BRF", 0),
            "element covered": sums.get("BRH", 0), "percent": percent(sums.get("BRH", 0), sums.get("BRF", 0))}


def from_cobertura(path):
    root = xml.parse(path).getroot()
    said = {"lines": int(root.get("lines-valid")), "lines hit": int(root.get("lines-covered")),
            "element coverable": int(root.get("branches-valid")), "element covered": int(root.get("branches-covered"))}
    lines = [l for c in root.iter("class") for l in c.find("lines")]
    for c in root.iter("class"):
        same = {l.get("number"): xml.tostring(l).split() for l in c.find("lines")}
        assert all(same[l.get("number")] == xml.tostring(l).split() for m in c.iter("method") for l in m.find("lines")), c.get("name")
    assert said["lines"] == len(lines) and said["lines hit"] == sum(int(l.get("hits")) > 0 for l in lines)
    sides = [re.match(r"(\d+)% \((\d+)/(\d+)\)$", l.get("condition-coverage")) for l in lines if l.get("branch") == "true"]
    assert said["element coverable"] == sum(int(m[3]) for m in sides) and said["element covered"] == sum(int(m[2]) for m in sides)
    taken = [c.get("coverage") for l in lines for c in l.iter("condition")]
    assert len(taken) == said["element coverable"] and taken.count("100%") == said["element covered"]
    assert abs(float(root.get("branch-rate")) - (said["element covered"] / said["element coverable"] if taken else 1)) <= 1e-4
    said["percent"] = percent(said["element covered"], said["element coverable"])
    assert abs(float(root.get("line-rate")) - (said["lines hit"] / said["lines"] if said["lines"] else 1)) < 1e-4
    said["procedures"] = len(list(root.iter("method")))
    return said


def cobertura_lines(path):
    return {c.get("filename"): {int(l.get("number")): int(l.get("hits")) for l in c.find("lines")}
            for c in xml.parse(path).getroot().iter("class")}


def from_sarif(path):
    run_ = json.load(open(path, encoding="utf-8"))["runs"][0]
    rules = run_["tool"]["driver"]["rules"]
    for r in run_["results"]:
        assert rules[r["ruleIndex"]]["id"] == r["ruleId"]
    said = {}
    for word, level in (("error", "error"), ("warning", "warning"), ("info", "note")):
        said[word] = sum(r["level"] == level for r in run_["results"])
    said["codes"] = sorted(r["ruleId"] for r in run_["results"])
    return said


def junit_row(suite):
    of = {p.get("name"): p.get("value") for p in suite.iter("property")}
    return row("", suite.get("tests"), of["vacuous"], of["elements.covered"], of["elements.coverable"])[1:]


def from_junit(path):
    root = xml.parse(path).getroot()
    cases = list(root.iter("testcase"))
    refused = [c for c in cases if c.get("name") == "program"]
    suites = [s for s in root.iter("testsuite") if s.get("name") != "declarations" or s.get("tests") != "0"]
    said = {"goals": len(cases) - len(refused), "failed": len(list(root.iter("failure"))), "procedures": len(suites) - len(refused)}
    said["proved"] = sum(not c.findall("failure") and not c.findall("error") and not c.findall("skipped") for c in cases)
    sums = {}
    for p in root.iter("property"):
        sums[p.get("name")] = sums.get(p.get("name"), 0) + int(p.get("value"))
    if sums:
        said.update(counts({k[len("elements."):]: n for k, n in sums.items() if k.startswith("elements.")}))
        said["vacuous goals"] = sums["vacuous"]
        said["row counts"] = sorted(junit_row(s) for s in suites if s.get("name") != "declarations" and s.find("properties") is not None)
        assert sums["vacuous"] == sum("vacuous" in (c.findtext("system-out") or "") for c in cases)
    assert int(root.get("tests")) == len(cases) and int(root.get("failures")) == said["failed"]
    assert int(root.get("errors")) == len(list(root.iter("error")))
    said["undecided"] = int(root.get("errors")) - len(refused)
    for suite in root.iter("testsuite"):
        for key, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.get(key)) == len(list(suite.iter(tag))), key
    return said


def from_markdown(path):
    text = open(path, encoding="utf-8").read()
    columns = re.search(r"^\|--:.*\n\| (.*) \|$", text, re.M)[1].split(" | ")
    verified, procedures = map(int, re.match(r"(\d+) of (\d+)", columns[0]).groups())
    said = {"verified": verified, "procedures": procedures, "goals": int(columns[1]), "summary errors": int(columns[2]),
            "timeouts": int(columns[3]), "unknown": int(columns[4])}
    refused = re.search(r"^\*\*(\d+) errors? in the input\.\*\*", text, re.M)
    said["input errors"] = int(refused[1]) if refused else 0
    counts = re.search(r"^(\d+) errors?, (\d+) warnings?, (\d+) notes?\.$", text, re.M)
    said.update(zip(("error", "warning", "info"), map(int, counts.groups()) if counts else (0, 0, 0)))
    listed = re.findall(r"^\| (error|warning|note) \| ([a-z-]+) \| ", text, re.M)
    more = re.search(r"^(\d+) more (?:is|are) not shown\.$", text, re.M)
    everything = ["error"] * said["error"] + ["warning"] * said["warning"] + ["note"] * said["info"]
    assert [kind for kind, _ in listed] == everything[:len(listed)], "the most severe are listed first"
    assert len(listed) + int(more[1] if more else 0) == len(everything), "every error and finding is listed or counted"
    if not more:
        said["codes"] = sorted(code for _, code in listed)
    if len(columns) > 5:
        said.update(coverage_lines(text))
        covered, total, share = re.match(r"(\d+) of (\d+) \((.*)\)", columns[6]).groups()
        hit, lines, _ = re.match(r"(\d+) of (\d+) \((.*)\)", columns[7]).groups()
        assert (said["element covered"], said["element coverable"], said["percent"]) == (int(covered), int(total), share), columns
        said.update({"vacuous goals": int(columns[5]), "lines": int(lines), "lines hit": int(hit)})
        table = re.findall(r"^\| <code>.* \| (verified|failed|timeout|unknown) \| (\d+) \| (\d+) \| (\d+)/(\d+) \| ([\d.]+%|-) \|$", text, re.M)
        assert all(r[5] == percent(int(r[3]), int(r[4])) for r in table), table
        if len(table) == procedures:  # a long table is cut
            said["rows"] = sorted(row(*r[:5]) for r in table)
        for verified in re.findall(r"^\*\*Everything is proved", text, re.M):
            assert not said["element vacuous"], "vacuous, and everything is proved"
    return said


def from_github(text):
    said = {}
    more = re.search(r"^not shown as annotations:(.*)\(", text, re.M)
    for word, kind in (("error", "error"), ("warning", "warning"), ("info", "notice")):
        shown = len(re.findall(r"^::%s " % kind, text, re.M))
        assert shown <= 10
        left = re.search(r"(\d+) more %ss?" % kind, more[1]) if more else None
        assert not left or shown == 10
        said[word] = shown + int(left[1] if left else 0)
    said.update(coverage_lines(text))
    said.pop("axioms", None)  # not told
    kinds = re.findall(r"^::(error|warning|notice) ", text, re.M)
    assert kinds == sorted(kinds, key=["error", "warning", "notice"].index), "the most severe come first"
    return said


def from_diff(document):
    """What `diff --json` says about a document that is compared with itself."""
    assert not document["changes"] and document["before"] == document["after"], document
    side = document["after"]
    said = {key: side[key] for key in ("goals", "proved", "failed")}
    # a goal that was not checked is listed as unknown
    said["open"] = side["failed"] + side["timeouts"] + side["unknown"]
    if "elements" in side:
        said.update(counts(side["elements"]))
        said["vacuous goals"], said["findings"] = side["vacuous"], side["findings"]
    return said


def from_uncovered(text):
    said = coverage_lines(text)
    listed = re.search(r"^(\d+) elements? (?:is|are) not needed by any goal$", text, re.M)
    if listed:
        assert int(listed[1]) == said["element coverable"] - said["element covered"] - said["element vacuous"], text
    return said


def sayings(out, text, github=None):
    """Every format's numbers."""
    path = lambda form: os.path.join(out, FILES[form])
    said = {"text": from_text(text), "json": from_json(path("json")), "sarif": from_sarif(path("sarif")),
            "junit": from_junit(path("junit")), "markdown": from_markdown(path("markdown")), "html": from_html(path("html"))}
    if os.path.exists(path("lcov")):
        said["lcov"], said["cobertura"] = from_lcov(path("lcov")), from_cobertura(path("cobertura"))
    if github is not None:
        said["github"] = from_github(github)
    said["json"]["undecided"] = said["json"]["timeouts"] + said["json"]["unknown"]
    for form in ("json", "html"):
        said[form]["open"] = said[form]["goals"] - said[form]["proved"]
    return said


def disagreements(said):
    """What two formats both tell, and tell differently."""
    names = sorted(said)
    return ["%s: %s says %s, %s says %s" % (key, a, said[a][key], b, said[b][key])
            for i, a in enumerate(names) for b in names[i + 1:] for key in sorted(set(said[a]) & set(said[b]))
            if said[a][key] != said[b][key]]


# -- fixes -------------------------------------------------------------------------------------------

def apply_fixes(text, found):
    """The text after all fixes of these SARIF results, and how many there were."""
    lines = text.split("\n")
    edits = []
    for r in found:
        for fix in r.get("fixes", []):
            for part in fix["artifactChanges"][0]["replacements"]:
                edits.append((part["deletedRegion"], part.get("insertedContent", {}).get("text", "")))
    offset = lambda line, column: sum(len(l) + 1 for l in lines[:line - 1]) + column - 1
    for region, new in sorted(edits, key=lambda e: (-e[0]["startLine"], -e[0]["startColumn"])):
        begin, end = offset(region["startLine"], region["startColumn"]), offset(region["endLine"], region["endColumn"])
        text = text[:begin] + new + text[end:]
    return text, len(edits)


# -- what other tools say --------------------------------------------------------------------------

def tool(args, cwd, env=None):
    done = subprocess.run(args, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode("utf-8", "replace")


def check_xml(out):
    """Complaints of xmllint, or None when it is not installed.  Cobertura's document names its DTD: a catalog says where it is."""
    if not shutil.which("xmllint"):
        return None
    env = dict(os.environ, XML_CATALOG_FILES=os.path.join(HERE, "catalog.xml"))
    how = {"junit": ["--dtdvalid", os.path.join(HERE, "junit.dtd")], "cobertura": ["--valid"]}
    text = ""
    for form, options in how.items():
        if os.path.exists(os.path.join(out, FILES[form])):
            code, said = tool(["xmllint", "--nonet", "--noout"] + options + [FILES[form]], out, env)
            text += said or ("exit %d" % code if code else "")
    return text


def check_genhtml(out):
    """Complaints of genhtml, or None when it is not installed.  A trace without a record is refused by it."""
    if not shutil.which("genhtml"):
        return None
    trace = os.path.join(out, FILES["lcov"])
    if not os.path.exists(trace) or not os.path.getsize(trace):
        return ""
    code, said = tool(["genhtml", "--branch-coverage", "-o", "pages", FILES["lcov"]], out)
    shutil.rmtree(os.path.join(out, "pages"), ignore_errors=True)
    bad = [l for l in said.split("\n") if re.search(r"^genhtml: |\b(WARNING|ERROR)\b", l)]
    return said if code or bad else ""


def sarif_checker(schema):
    """A function from a path to complaints, or None: no schema, or no library to check it with."""
    try:
        import warnings
        warnings.simplefilter("ignore")
        import jsonschema
        rules = json.load(open(schema, encoding="utf-8"))
    except (ImportError, OSError):
        return None
    checker = jsonschema.validators.validator_for(rules)(rules, format_checker=jsonschema.FormatChecker())
    return lambda path: "\n".join("%s at %s" % (e.message[:300], list(e.absolute_path))
                                  for e in checker.iter_errors(json.load(open(path, encoding="utf-8"))))
