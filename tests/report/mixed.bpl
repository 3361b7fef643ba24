// One of each: needed, interchangeable and unnecessary facts, a dead branch, a vacuous proof, calls, a loop, a failure.
const limit: int;
axiom limit == 100;
axiom limit > 50;
var g: int;

procedure Next(n: int) returns (r: int);
  requires n > 0 && n < limit;
  ensures r > n;

procedure Up(n: int) returns (r: int)
  requires n > 0;
  requires n < 10;
  requires {:id "z"} n != 77 && n > -5;
  ensures r > 0;
{
  var k: int;
  k := 3;
  if (n > 5) { call r := Next(n); } else { r := n; }
  if (n < 0) { r := 1; }
  assume n < 1000;
  assert r > -1;
}

procedure Count(n: int) returns (i: int)
  requires n >= 0;
  ensures i == n;
{
  i := 0;
  while (i < n)
    invariant i <= n;
    invariant i >= 0;
  {
    i := i + 1;
  }
}

procedure Never(n: int)
  requires n > 0;
  requires n < 0;
{
  assert n == 7;
}

procedure Wrong(n: int)
{
  assert n > 0;
  assert n > -1;
}
