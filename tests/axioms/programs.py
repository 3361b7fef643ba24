"""programs.py WARRANT -- `warrant axioms` on suites of programs of which it is known what each test needs."""
import json, os, shutil, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "report"))
from tap import done, ok, skip

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


# -- advice --
def advice(*words):
    doc = document("--no-contradictions", "--advice", *words)
    names = {a["id"]: a["name"] for a in doc["axioms"]}
    rows = {"uncovered": {}, "redundant": {}}
    for a in doc["advice"]:
        rows.setdefault(a["kind"], {})[names[a["axiom"]]] = [names[p] for p in a["partners"]] if a["kind"] == "redundant" else "sketch" in a
    return rows["uncovered"], rows["redundant"]


THREE = "function p(int): bool; function q(int): bool; function r(int): bool;\n"
write("twins.bpl", THREE + """axiom {:id "first"} (forall x: int :: {p(x)} p(x) ==> q(x));
axiom {:id "twice"} (forall x: int :: {p(x)} p(x) ==> q(x) && q(x));
axiom {:id "idle"} (forall x: int :: {r(x)} r(x) ==> p(x));
axiom {:id "twin"} (forall y: int :: {p(y)} p(y) ==> q(y));
procedure A(x: int) requires p(x); { assert q(x); }
""")
uncovered, redundant = advice("twins.bpl")
ok(len(redundant.get("twice", [])) == 1 and redundant["twice"][0] in ("first", "twin"),
   "what follows from an axiom of which there are two is not said to hold without any", redundant)
ok(redundant.get("first") == ["twin"] or redundant.get("twin") == ["first"], "of two axioms that differ in names of variables one is redundant", redundant)
ok(uncovered.get("idle") is True and not uncovered.get("first") and not uncovered.get("twin"), "no test needs one of them", uncovered)
CHAIN = THREE + 'axiom {:id "pq"} (forall x: int :: {p(x)} p(x) ==> q(x));\naxiom {:id "qr"} (forall x: int :: {q(x)} q(x) ==> r(x));\n'
write("prelude.bpl", CHAIN)
write("chain.bpl", CHAIN + "axiom {:id \"own\"} (forall x: int :: {r(x)} r(x) ==> x > 0);\nprocedure A(x: int) requires p(x); { assert q(x); }\n")
uncovered, redundant = advice("--prelude=prelude.bpl", "chain.bpl")
ok(uncovered == {"qr": True} and not redundant, "a sketch for an axiom of --prelude", (uncovered, redundant))

# -- another solver --
write("path.bpl", THREE + """axiom {:id "pq"} (forall x: int :: {p(x)} p(x) ==> q(x));
axiom {:id "qr"} (forall x: int :: {q(x)} q(x) ==> r(x));
axiom {:id "idle"} (forall x: int :: {r(x)} r(x) ==> x > 0);
procedure A(x: int) requires p(x); { assert q(x); }
procedure B(x: int) requires p(x); { assert r(x); }
procedure C(x: int) requires p(x); { assert p(x); }
""")
solver = shutil.which("z3")
if solver:
    for unit in ["file", "procedure"]:
        one, other = document("--strong", "--test=" + unit, "path.bpl"), document("--strong", "--test=" + unit, "--solver=smtlib:z3 -in", "path.bpl")
        ok(sets(one) == sets(other) and sets(one, "strong") == sets(other, "strong") and "pq" in str(sets(one)),
           "a solver as a process finds the same sets (%s)" % unit, (sets(one), sets(other)))
    ok(other["solver"].startswith("smtlib:z3 -in for programs, else Z3 "), "the solver is named", other["solver"])
else:
    skip("another solver", "there is no program z3")

# -- generic domains of Viper --
DOMAIN = """domain Arr[T] {
  function len(a: Arr[T]): Int
  function get(a: Arr[T], i: Int): T
  axiom nonneg { forall a: Arr[T] :: {len(a)} len(a) >= 0 }
  axiom { forall a: Arr[T] :: {get(a, 0)} len(a) > 0 ==> get(a, 0) == get(a, len(a)) }
}
"""
write("domain.vpr", DOMAIN)
write("unused.vpr", DOMAIN + "method M() { assert true }\n")
write("used.vpr", DOMAIN + "method M(a: Arr[Int], b: Arr[Bool]) { assert len(a) >= 0 && len(b) >= 0 }\n")
doc = document("unused.vpr")
ok([a["name"] for a in doc["axioms"]] == ["nonneg", "unused.vpr:5"] and sets(doc) == {"unused.vpr": []},
   "axioms of a domain without an instance are axioms that no test covers", doc["axioms"])
doc = document("unused.vpr", "used.vpr")
ok(len(doc["axioms"]) == 2 and sets(doc) == {"unused.vpr": [], "used.vpr": ["nonneg"]}, "they are the same with one", sets(doc))
doc = document("--prelude=domain.vpr", "used.vpr")
ok(len(doc["axioms"]) == 2 and sets(doc) == {"used.vpr": ["nonneg"]}, "--prelude with a generic domain", sets(doc))

done()
