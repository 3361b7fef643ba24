// Inlined procedures, free clauses, implementations apart, loops by goto.
var g: int;

procedure {:inline 1} Step(d: int)
  modifies g;
{
  g := g + d;
  assert d > 0;
}

procedure Goal(n: int) returns (k: int);
  free requires n > 7;
  requires n > 2;
  modifies g;
  ensures k > 6;

implementation Goal(m: int) returns (l: int)
{
  g := 0;
  call Step(2);
  l := m;
head:
  assert l > 7;
  assume {:id "kept"} l > 5 && g == 2;
  goto again, done;
again:
  assume l < 10;
  g := g + 1;
  l := l + 1;
  goto head;
done:
  return;
}
