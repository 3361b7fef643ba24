// Slips of people who know other languages: a note says what to write.
procedure A(x: int) { assert x = 1; }
procedure B(x: int) { assert x % 2 == 0; }
procedure C(x: bool, y: bool) { assert x and y; }
procedure D(x: bool, y: bool) { assert not y; }
method E() { }
procedure F(x: bool, y: bool) { assert x & y; }
procedure G(x: bool, y: bool) { assert x | y; }
procedure H(x: int) { assert x !== 1; }
procedure I(x: int) { assert (let y := x; y == x); }
procedure J(x: int)
{
  var y: int = 3;
  y := x
  assert y == x;
  y += 1;
  Q(x);
  if x > 0 { }
  return x;
}
axiom forall x: int :: x == x;
procedure K(x: bool, y: bool) { assert x => y; }
procedure L(int x) { }
procedure M(x: int): int { }
function f(x: int): int = x + 1;
procedure N(x: int) requires x > 0 // the semicolon is missing here
  ensures x > 1;
{ }
procedure O(x: int, y: int) { assert x <> y; }
procedure P(x: int) { assert x > 0 ? true : false; }
