type T, S a = [int]a, M _ b;
type {:attr "s", 1} U;
const unique a, b: int;
const c: bool uses { axiom c; hideable axiom {:id "x"} !c; }
function f(int, bool) returns (int);
function {:inline true} g<a>(x, y: a, {:z} n: S a): bool { x == y && n == n }
revealed function h(x: int): int { x + 1 } uses { axiom h(0) == 1; }
axiom (forall <a> x: a, i: int :: {:qid "q"} {g(x, x, n)} {:nopats i} g(x, x, n));
datatype {:d} List<a> { Nil(), Cons(head: a, tail: List a) }
var {:m} v, w: int where v > 0, u: <a>[a][]int;
