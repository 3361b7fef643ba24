// Where a postcondition that fails is reported: Boogie's positions.
procedure Q(x: int) returns (r: int)
  ensures r > 0;
{
  r := x;
  if (x > 3) {
    r := 2;
  } else {
    r := x - 1;
  }
}
procedure R(x: int) returns (r: int)
  ensures r > 0;
{
  r := x;
  if (x > 3) {
    r := 2;
  }
}
procedure S(x: int) returns (r: int)
  ensures r > 0;
{
  r := x;
  while (x > r) {
    r := r + 1;
  }
}
procedure XB() returns (r: int)
  ensures r > 0;
{
  r := 0;
  if (*) { return; }
}
var g: int;
procedure XC() modifies g;
  ensures g > 0;
{
  if (*) { return; }
  else if (*) { return; }
  else { }
}
procedure XD(x: int) returns (r: int)
  ensures r > 0;
{
  r := x;
  if (x > 0) { return; }
}
procedure YF(x: int) returns (r: int)
  ensures r > 0;
{
  r := x;
  while (*) { if (*) { return; } }
}
procedure YG(x: int) returns (r: int)
  ensures r > 0;
{
  r := x;
  goto L, M;
  L: return;
  M: }
procedure G4(x: int) returns (r: int)
  ensures r > 0;
{
  r := x + 1;
  if (*) { L: return; }
}
procedure G5(x: int) returns (r: int)
  ensures r > 0;
{
  r := x + 1;
  if (*) { L: return; } else { M: return; }
}
procedure G6(x: int) returns (r: int)
  ensures r > 0;
{
  r := x + 1;
  if (*) { if (*) { return; } else { return; } } else { return; }
}
procedure G7(x: int) returns (r: int)
  ensures r > 0;
{
  r := x + 1;
  if (*) { return; } else { return; }
}
