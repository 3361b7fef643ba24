procedure First(x int) { var y: int; y := x; }
const c: int where c > 0;
procedure Second() {
  x = 1;
  if (x == 1 { assert true; }
  assert a && b || c;
  while (x < ) { x := x + 1; }
  call P;
  y := 3
}
function f(x: int): int { x + }
axiom (forall int x :: true);
procedure Third() { goto Nowhere; break; }
axiom "unterminated;
const done: int;
