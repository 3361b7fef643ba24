"""programs.py WARRANT -- `warrant axioms` on suites of programs of which it is known what each test needs."""
import json, os, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "report"))
from tap import done, ok

WARRANT = os.path.abspath(sys.argv[1])
folder = tempfile.mkdtemp(prefix="axioms-programs-")
os.chdir(folder)
os.environ["XDG_CACHE_HOME"] = folder


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def run(*words):
    return subprocess.run([WARRANT, "axioms"] + list(words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def document(*words):
    got = run("--no-cache", "--json", *words)
    if not got.stdout:
        print("# no document: %s" % got.stderr)
    return json.loads(got.stdout)


def sets(doc, key="axioms"):
    """Per test: the lines or names of the axioms in a set."""
    shown = {a["id"]: a["name"].split("/")[-1] for a in doc["axioms"]}
    return {(t["path"].split("/")[-1] + " " + t["procedure"]).strip(): [shown[a] for a in t[key]] for t in doc["tests"]}


# -- which axioms are the same --
DECLARED = "function p(int): bool; function q(int): bool;\n"
write("same/a.bpl", DECLARED + 'axiom {:id "pq"} (forall x: int :: {p(x)} p(x) ==> q(x));\nprocedure A(x: int) requires p(x); { assert q(x); }\n')
write("same/b.bpl", DECLARED + "axiom  ( forall x:int::{ p( x ) }\n  // a comment\n  p(x)\n  ==> /* another */ q(x) ) ;\n"
      "procedure B(x: int) requires p(x); { assert q(x); }\n")
write("same/c.bpl", DECLARED + 'axiom {:other "name}"} {:group "x"} (forall x: int :: {:qid "c.bpl.3:7"} {p(x)} p(x) ==> q(x));\n'
      "procedure C(x: int) requires p(x); { assert q(x); }\n")
doc = document("same")
ok(len(doc["axioms"]) == 1 and doc["axioms"][0]["name"] == "pq", "blanks, comments, names and places do not make another axiom",
   [a["text"] for a in doc["axioms"]])
ok(all(s == ["pq"] for s in sets(doc).values()), "each file needs it", sets(doc))
write("apart/a.bpl", DECLARED + "axiom (forall x: int :: {p(x)} p(x) ==> q(x));\naxiom (forall x: int :: {q(x)} p(x) ==> q(x));\n"
      "axiom (forall x: int :: p(x) ==> q(x));\nconst ab: int; const a: int; const b: int;\naxiom p(ab);\naxiom p(a);\naxiom p(a - b);\n"
      "axiom p(a-b);\nprocedure A() { assert true; }\n")
doc = document("--no-contradictions", "apart")
ok(len(doc["axioms"]) == 6, "other triggers and other words are another axiom", [a["text"] for a in doc["axioms"]])

done()
