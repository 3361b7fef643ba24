"""routes.py WARRANT BENCH -- programs and their SMT-LIB files have the same strongly covered axioms, and the set of one route proves the queries of the other (bench/axiom-routes)."""
import json, os, shutil, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "report"))
from tap import done, ok

WARRANT, BENCH = map(os.path.abspath, sys.argv[1:3])
if not shutil.which("z3"):
    print("1..0 # skip the program z3 is missing")
    sys.exit(0)
folder = tempfile.mkdtemp(prefix="axiom-routes-test-")
os.chdir(folder)
PROGRAMS = {
    "lengths.bpl": """type Ref;
function Len(r: Ref): int;
axiom (forall r: Ref :: { Len(r) } 0 <= Len(r));
function Cat(a: Ref, b: Ref): Ref;
axiom (forall a, b: Ref :: { Cat(a, b) } Len(Cat(a, b)) == Len(a) + Len(b));
axiom (forall a, b: Ref :: { Cat(a, b) } Len(Cat(a, b)) >= Len(a));
function Rev(a: Ref): Ref;
axiom (forall a: Ref :: { Rev(a) } Len(Rev(a)) == Len(a) && Rev(Rev(a)) == a);
procedure P(a: Ref, b: Ref) { assert Len(Rev(Cat(a, b))) == Len(Cat(b, a)); assert 0 <= Len(a); }
procedure Q(a: Ref, b: Ref) { assert Len(Cat(a, b)) >= Len(a); assert Rev(Rev(a)) == a; }
""",
    "bodies.bpl": """function twice(x: int): int { x + x }
function {:inline false} next(x: int): int { twice(x) + 1 }
const unique A: int;
const unique B: int;
axiom 0 < A;
axiom A < 10;
axiom 0 <= A && B != 5;
procedure P(x: int) returns (y: int) ensures 0 < x ==> 3 <= y; { y := next(x); assert 0 <= A; }
procedure R() { var m: [int]int; m[A] := 1; m[B] := 2; assert m[A] == 1; assert B != 5; }
""",
    "maps.bpl": """type Field a;
type Heap = <a>[int, Field a]a;
function alive(h: Heap, o: int): bool;
function size(h: Heap, o: int): int;
axiom (forall h: Heap, o: int :: { size(h, o) } alive(h, o) ==> 1 <= size(h, o));
axiom (forall h: Heap, o: int, p: int :: { alive(h, o), alive(h, p) } alive(h, o) && o < p ==> alive(h, p));
procedure S(h: Heap, o: int) requires alive(h, o); { var i: int; i := o;
  while (i < o + 5) invariant o <= i; invariant alive(h, i); { i := i + 1; assert 1 <= size(h, i); assert alive(h, i); } }
""",
}
for name, text in PROGRAMS.items():
    open(name, "w").write(text)
run = lambda *words: subprocess.run([sys.executable, BENCH, WARRANT, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
done_all = run(*PROGRAMS)
ok(done_all.returncode == 0 and "5 procedures of 3 programs; 0 differences" in done_all.stdout, "the routes agree", done_all.stdout)

# The comparison notices a result that is not true: an axiom that is not strong, a set that does not prove.
subprocess.run([WARRANT, "axioms", "--strong", "--no-cache", "--test=procedure", "--json=true.json", "lengths.bpl"], stdout=subprocess.DEVNULL)
for kind, change in (("strong", lambda test: test["axioms"]), ("axioms", lambda test: test["axioms"][:1])):
    document = json.load(open("true.json"))
    for test in document["tests"]:
        test[kind] = change(test)
    json.dump(document, open("false.json", "w"))
    wrong = run("--axioms", "false.json", "lengths.bpl")
    ok(wrong.returncode == 1, "a wrong set is noticed (%s)" % kind, wrong.stdout)
shutil.rmtree(folder)
done()
