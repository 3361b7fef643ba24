// Calls, a loop, an assumption and what they are good for.
function Twice(x: int): int { x + x }
const limit: int;
axiom limit > 3;

procedure Read() returns (r: int);
  requires limit > 0;
  ensures r > 0;
  free ensures r < 1000;

procedure Add(a: int, n: int) returns (s: int)
  requires n >= 0;
  requires a > 1;
  ensures s >= a;
  ensures s == a + n;
{
  var i: int;
  s := a;
  i := n;
  while (i > 0)
    invariant i >= 0;
    invariant s == a + n - i;
  {
    s := s + 1;
    i := i - 1;
  }
}

procedure Main(k: int)
{
  var x, y, unused: int;
  assume {:id "bound"} k > 7;
  unused := k;
  call x := Read();
  call y := Add(k, Twice(x));
  assert y > 7;
  assert x < 900;
  assert x < 1000 && x < 950;
}
