// What no proof needs.
const c: int;
axiom c > 0;
axiom c < 100;

procedure Preconditions(n: int) returns (r: int)
  requires n > 4;
  requires n > 3;
  requires n < 100 && n != 7;
  ensures r > 2;
{
  r := n;
}

// `n >= 0` is only used to prove itself; `b` and `d` only support each other.
procedure Invariants(n: int) returns (i: int)
  requires n >= 0;
  ensures i == n;
{
  var b: bool, d: bool;
  i := 0;
  b := true;
  d := true;
  while (i < n)
    invariant i <= n;
    invariant n >= 0;
    invariant b;
    invariant d;
  {
    i := i + 1;
    if (b) { d := d && b; } else { d := false; }
    b := d;
  }
}

procedure Q() returns (r: int);
  ensures r > 0;
  ensures r < 9;

procedure Calls() returns (r: int)
  ensures r > 0;
{
  call r := Q();
}

procedure Unconstrained(x: int) returns (a: int, b: int)
  ensures a > x;
{
  a := x + 1;
  b := x - 1;
}

procedure Hint(n: int)
  requires n > 4;
{
  assume n < 1000;
  assert n > 3;
  assert n > 2;
  assert c >= 0;
}
