// An inlined callee is judged at its call; it is not a procedure of its own.
var g: int;
procedure {:inline 1} Inc(n: int) returns (r: int)
  modifies g;
{
  assert n > 0;
  g := g + n;
  r := g;
}
procedure Good()
  modifies g;
  ensures g == old(g) + 3;
{
  var r: int;
  call r := Inc(1);
  call r := Inc(2);
  assert r == g;
}
procedure Bad()
  modifies g;
{
  var r: int;
  call r := Inc(0); // its assertion fails
}
