// Where a measure that fails is reported: its bound at the expression, a decrease at the block that leads back or at the call.
procedure Stuck(n: int)
  requires n >= 0;
{
  var i: int;
  i := n;
  while (i > 0)
    measure i;
  {
    i := i + 0;
  }
}
procedure Neg(n: int)
{
  var i: int;
  i := n;
  while (i != 0)
    invariant true;
    measure i - 1,
      i;
  {
    if (*) {
      i := i - 1;
    } else {
      i := i;
    }
  }
}
procedure Rec(n: int, b: bool)
  measure n + 1, b;
{
  call Rec(n, b);
}
procedure Out(n: int) { call Rec(n, true); }
procedure Impl(n: int) returns (r: int)
  ensures r > 0;
{
  if (n > 0) {
    r := n;
  }
}
procedure Impl2(n: int) returns (r: int)
  ensures r > 0;
{
  while (*) { r := 0; }
}
