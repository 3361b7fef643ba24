// Goals that fail with a complete model: each counterexample is replayed by the evaluator.
datatype List { Nil(), Cons(head: int, tail: List) }
function f(int): int;
var g: int;

procedure Arithmetic(x: int) { assert x * 2 != 14; assert x div 3 != 4; assert x mod 5 != 2; }
procedure Maps(x: int, m: [int]int) { var n: [int]int; n := m; n[x] := 3; assert n[4] == m[4]; }
procedure Functions(x: int) { assert f(x) == f(x + 1); }
procedure Bits(a: bv8, b: bv8) { assert a ++ b != 513bv16; assert a[4:0] != 5bv4; }
procedure Reals(r: real) { assume r * 3.0 == 1.0; assert r > 1.0; }
procedure Data(l: List) { assume l is Cons; assert l->tail is Cons; }
procedure State() modifies g; { g := g + 1; if (*) { g := g * 2; } assert g != old(g) + 1; }
procedure Loop() { var i: int; i := 0; while (i < 10) invariant i <= 10; { i := i + 1; } assert i == 11; }
procedure Callee(x: int) returns (y: int); requires x > 0; ensures y > x;
procedure Caller(a: int) returns (b: int) ensures b > a + 1; { if (a > 0) { call b := Callee(a); } else { call b := Callee(a + 1); } }
