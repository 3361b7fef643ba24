// A condition with a side that is never taken, a loop, a call.
procedure Next(n: int) returns (r: int);
  requires n > 0 && n < 100;
  ensures r > n;

procedure Up(n: int) returns (r: int)
  requires n > 0;
  requires n < 10;
  ensures r > 0;
{
  var k: int;
  k := 3;
  if (n > 5) { call r := Next(n); } else { r := n; }
  if (n < 0) { r := 1; }
}

procedure Count(n: int) returns (i: int)
  requires n >= 0;
  ensures i == n;
{
  i := 0;
  while (i < n)
    invariant i <= n;
  {
    i := i + 1;
  }
}
