// Free clauses are assumed and never checked.
procedure Sqrt(n: int) returns (r: int)
  free requires n >= 0;
  requires n < 1000;
  free ensures r * r <= n;
  ensures r >= 0;
{
  assert n >= 0;
  r := 0;
}
procedure Client() {
  var r: int;
  call r := Sqrt(1000); // fails
  call r := Sqrt(-4);
  assert r * r <= -4; // the free clause says so
}
