"""key.py WARRANT -- `warrant axioms --key`: rules and stored proofs in the forms that KeY writes, all made for this test; malformed ones get an error
with a line."""
import gzip, json, os, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "report"))
from tap import done, ok

WARRANT = os.path.abspath(sys.argv[1])
RULES = r"""/* a rule base; \rules { inComment { } } is not one */
\schemaVariables { \formula b, c; \term int i; }
\rules {
  // a line with "a quote
  splitBoth { \find(==> b & c) \replacewith(==> b); \replacewith(==> c) \heuristics(split) };
  \lemma
  swapBoth { \find(b & c) \replacewith(c & b) };
}
\rules(programRules:Java, assertions:on) {
  stepProgram { \find(\modality{#m}{.. if (#e) { f("}"); } ...}\endmodality(b)) \replacewith(b) \displayname "a } brace" };
  stepCharacter (assertions:on) { \find(\<{ c = '"'; d = '{'; e = '\''; }\>b) \replacewith(b) };
}
\rules[assertions:off] { stepProgram { \find(b) \replacewith(b) }; neverUsed { \find(b) \replacewith(b) } }
\axioms { axiomOne { \find(i) \replacewith(i + 0) }; }
"""
MORE = r"\rules { other_1 { \find(b) \replacewith(b) }; other$2.x { \find(b) \replacewith(b) }; }"
HEADER = r"""\profile "Java Profile";
\settings {
"#Proof-Settings-Config-File
[Choice]DefaultChoices=assertions-assertions\\:on , programRules-programRules\\:Java
[Strategy]Text={unbalanced ( \" \\"
}
\problem { \<{ String s = "\proof { (rule \"neverUsed\") }"; }\> true & true }
"""
PROOF = HEADER + r"""
\proof {
(keyLog "0" (keyUser "somebody" ) (keyVersion "1.0"))
(autoModeTime "12")
(branch "dummy ID"
 (rule "splitBoth" (formula "1") (newnames "f_1,g"))
 (branch "left (first) \"case\""
   (rule "stepProgram" (formula "1") (term "0,1") (inst "x=a(\"(rule \\\"neverUsed\\\")\")"))
   (rule "stepProgram" (formula "1"))
   (builtin "One Step Simplification" (formula "1") (ifInst "" (formula "1")))
   (rule "swapBoth" (formula "2") (ifseqformula "1") (userinteraction)))
 (branch "right"
   (rule "replaceKnownSelect_taclet00_0" (formula "1"))
   (builtin "Use Dependency Contract" (formula "1") (contract "c"))))
}
"""
OPEN = HEADER + '\\proof { (branch "dummy ID" (rule "other_1" (formula "1")) (opengoal "  ==> b  ") ) }\n'

folder = tempfile.mkdtemp(prefix="axioms-key-")
os.chdir(folder)


def write(path, text, how=open):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with how(path, "wb") as file:
        file.write(text.encode())


def run(*words):
    return subprocess.run([WARRANT, "axioms"] + list(words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


write("suite/rules/base.key", RULES)
write("suite/rules/deep/more.key", MORE)
write("suite/rules/problem.key", "\\problem { true }\n")
write("suite/one.proof", PROOF)
write("suite/two.proof", OPEN)
packed = HEADER + '\\proof{(branch "dummy ID" (rule "axiomOne")(rule "splitBoth"))}'
write("suite/three.proof.gz", packed, gzip.open)

# Expected results count for proofs, too.
write("more/manifest", "proved two.proof\nproved one.proof\nfailed none.proof\n")
got = run("--key", "suite", "--expect", "more/manifest")
ok(got.returncode == 1 and "suite/two.proof: incomplete" in got.stdout and "2 completeness tests" in got.stdout and "manifest:3: no test fits" in got.stderr,
   "an expected proof has an open goal", (got.stdout, got.stderr))

# Only a whole is 100 percent.
write("many/rules.key", "\\rules {" + ";".join("rule%d { \\find(b) \\replacewith(b) }" % i for i in range(3000)) + "}")
write("many/one.proof", HEADER + "\\proof {(branch \"d\" " + "".join('(rule "rule%d")' % i for i in range(2999)) + ")}")
got = run("--key", "many")
ok("used: 2999 of 3000 axioms (99.9%)" in got.stdout, "one of 3000 is missing", got.stdout)

# A stored proof whose branches are empty proves nothing.
for text, expected in (("", "failed"), ('(branch "dummy ID")', "failed"), ('(branch "dummy ID" (rule "axiomOne") (branch "a" (rule "axiomOne")) (branch "b"))', "failed"),
                       ('(branch "dummy ID" (rule "axiomOne") (branch "a" (rule "axiomOne")) (branch "b" (builtin "SMTRule")))', "proved")):
    write("empty/rules.key", RULES)
    write("empty/one.proof", HEADER + "\\proof {" + text + "}")
    verdicts = [t["verdict"] for t in json.loads(run("--key", "empty", "--json").stdout)["tests"]]
    ok(verdicts == [expected], "%s: %s" % (text or "no steps", expected), verdicts)

got = run("--key", "suite", "--json")
doc = json.loads(got.stdout)
unpacks = "built without zlib" not in got.stdout
rules = {a["name"]: a for a in doc["axioms"]}
ok(sorted(rules) == sorted(["splitBoth", "swapBoth", "stepProgram", "stepCharacter", "neverUsed", "axiomOne", "other_1", "other$2.x"]),
   "all rules, and none of comments and strings", sorted(rules))
ok((rules["splitBoth"]["line"], rules["swapBoth"]["line"], rules["axiomOne"]["line"]) == (5, 7, 14), "their lines")
ok(rules["swapBoth"]["identified_by"] == "lemma" and doc["key"]["lemmas"] == 1, "lemmas are marked")
ok(doc["key"]["variants"] == 1 and rules["stepProgram"]["parts"] == 2, "variants of a name are one rule")
ok(rules["other_1"]["group"] == "more" and rules["axiomOne"]["group"] == "base", "a file is a group")
tests = {os.path.basename(t["path"]): t for t in doc["tests"]}


def used(name):
    names = {a["id"]: a["name"] for a in doc["axioms"]}
    return sorted(names[i] for i in tests[name]["used"])


ok(used("one.proof") == ["splitBoth", "stepProgram", "swapBoth"] and tests["one.proof"]["verdict"] == "proved", "a closed proof", tests["one.proof"])
ok(used("two.proof") == ["other_1"] and tests["two.proof"]["verdict"] == "failed", "an open goal: not proved")
if unpacks:
    ok(used("three.proof.gz") == ["axiomOne", "splitBoth"] and got.returncode == 0, "a proof that gzip packed")
ok(doc["key"]["unknown_rules"] == [{"name": "replaceKnownSelect_taclet00_0", "steps": 1, "proofs": 1}], "a rule that the base does not have")
ok(doc["key"]["simplifier_steps"] == 1 and doc["key"]["builtin_steps"] == 2 and doc["key"]["steps"] == (8 if unpacks else 6), "steps", doc["key"])
ok(doc["measure"] == "used" and all(not a["covered_by"] for a in doc["axioms"]), "nothing is called covered")
ok(tests["one.proof"]["selectivity"] == 3 and doc["selectivity"]["most"] == 3 and len(doc["dendrogram"]["leaves"]) == (3 if unpacks else 2),
   "selectivity and clusters are about the used rules")
text = run("--key", "suite").stdout
ok("whether a proof needs it (covered) only KeY's own prover could find out" in text and "\ncovered:" not in text, "the text says what is not known", text)
ok("One Step Simplification do not name the rules" in text and "1 rules of the proofs are not in the rule base" in text, "and the other limits", text)
ok("base" in text and "more" in text, "groups", text)
got = run("--key", "suite/rules", "--key", "suite", "--csv=a.csv", "--lcov=a.info")
trace = open("a.info").read()
ok("FNDA:0,neverUsed" in trace and "SF:suite/rules/base.key" in trace, "LCOV of the rule base", trace)

# -- malformed --
for name, text, line, why in [
        ("cut", HEADER + '\\proof {\n(branch "dummy ID"\n(rule "splitBoth")', 8, "the text ends inside it"),
        ("string", HEADER + '\\proof {\n(branch "dummy\n', 9, "this string does not end"),
        ("close", HEADER + '\\proof {\n(branch "a"))\n}', 9, "closes nothing"),
        ("brace", HEADER + '\\proof {\n(branch "a"\n}', 10, "is not closed"),
        ("nameless", HEADER + '\\proof {\n(branch "a" (rule (formula "1")))\n}', 9, "does not name its rule"),
        ("missing", HEADER + "\\chooseContract\n", 9, "there is no \\proof"),
        ("sign", HEADER + '\\proof {\n(branch "a" ;)\n}', 9, "has no meaning"),
        ("empty", "", 1, "there is no \\proof")]:
    write("bad/%s/r.key" % name, RULES)
    write("bad/%s/x.proof" % name, text)
    got = run("--key", "bad/" + name)
    ok(got.returncode == 3 and "x.proof:%d: error: " % line in got.stdout and why in got.stdout, "a malformed proof: " + name, got.stdout + got.stderr)
for name, text, line, why in [
        ("open", "\n\\rules {\n a { \\find(b)\n", 3, "this bracket is not closed"),
        ("nameless", "\\rules {\n { \\find(b) };\n}", 2, "the name of a rule"),
        ("bare", "\\rules {\n a ;\n}", 2, "no text between braces"),
        ("section", "\\rules a { }", 1, "not between braces"),
        ("comment", "\\rules { a { } }\n/* \\rules", 2, "this comment does not end")]:
    write("badrules/%s/r.key" % name, text)
    write("badrules/%s/x.proof" % name, PROOF)
    got = run("--key", "badrules/" + name)
    ok(got.returncode == 3 and "r.key:%d: error: " % line in got.stdout and why in got.stdout, "a malformed rule base: " + name, got.stdout + got.stderr)
if unpacks:
    write("bad/gzip/r.key", RULES)
    write("bad/gzip/x.proof.gz", "not packed")
    got = run("--key", "bad/gzip")
    ok(got.returncode == 3 and "x.proof.gz: error: is not a file that gzip packed" in got.stdout, "a damaged archive", got.stdout)
got = run("--key", "suite/rules")
ok(got.returncode == 3 and "no proofs" in got.stderr, "no proofs")
got = run("--key", "nowhere")
ok(got.returncode == 3 and "'nowhere' is not a directory" in got.stderr, "no directory")
got = run("--key", "suite", "suite")
ok(got.returncode == 3 and "does not go together" in got.stderr, "other tests beside it are refused")
got = run()
ok(got.returncode == 3 and "--key DIR" in got.stderr, "no tests at all")
subprocess.run(["rm", "-r", folder])
done()
