procedure {:inline 1} Inc(x: int) returns (r: int)
  requires x >= 0;
{
  r := x + 1;
}
procedure P() {
  var r: int;
  call r := Inc(3);
  assert r == 4;
}
