// Each failed goal is reported: at one return, at one call, of one clause.  The conjunct that failed is underlined.
procedure Returns(x: int) returns (r: int)
  ensures r > 0;
  ensures r > 1;
  ensures r > 2 && r < 10;
{
  r := x;
  return;
}

procedure Callee(a: int, b: int);
  requires a > 0;
  requires b < 10 &&
           b > 3;

procedure Calls(a: int, b: int)
{
  call Callee(a, b);
}

procedure Loop(n: int)
{
  var k: int;
  while (*)
    invariant 0 <= k && k <= n;
  {
    k := k + 1;
  }
  assert 1 < 2 && k < n && 3 > 1;
}
