// Contradictions name what clashes, whatever it is, and are told once each.
const c: int;
axiom c > 10;
var g: int where g > 0;

procedure Where(n: int where n > 5)
{
  assume n < 3;
  assert n == 4;
}

procedure Assumes(n: int)
{
  assume n > 5;
  assume n < 5;
  assert n == 1;
  assert n == 2;
}

procedure AxiomAndRequires(n: int)
  requires c < 3;
  ensures n == 1;
{
}

procedure Invariants(n: int) returns (i: int)
{
  i := n;
  while (i > 0)
    invariant i > n;
    invariant i < n;
  {
    i := i - 1;
  }
}

procedure Havoc()
  modifies g;
{
  havoc g;
  assume g <= 0;
  assert false || g == 3;
}

procedure EarlierAssert(n: int) returns (r: int)
  requires n > 0;
{
  assert n >= 0;
  if (n < 0) {
    r := 1;
  }
}
