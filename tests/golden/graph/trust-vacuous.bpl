function bad(x: int): int { bad(x) + 1 }
procedure P1() { assert bad(0) == 7; }
const c: int;
axiom c > 0;
axiom c < 0;
procedure P2(y: int) { var x: int; x := y; assert x > 10; }
