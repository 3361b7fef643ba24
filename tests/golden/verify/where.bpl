// where clauses hold after havoc and at entry, and are not kept by assignments.
var level: int where 0 <= level;
procedure Touch();
  modifies level;
procedure P(n: int where n > 5) returns (r: int where r != 3)
  modifies level;
{
  var x: int where x > n;
  assert n > 5 && x > 6 && r != 3;
  assert level >= 0;
  x := 0;
  assert x > n; // fails
  havoc x;
  assert x > n;
  level := -1;
  call Touch();
  assert level >= 0;
  while (*) { x := x; }
  assert x > 6; // a loop that assigns x forgets it; its where clause comes back
}
