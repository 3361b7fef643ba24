// What cover calls unnecessary, taken out.
procedure P(x: int, y: int) returns (i: int)
  requires x > 0 && y > 3;
  requires y > 5;
  ensures i == x;
{
  assume x > 3;
  i := 0;
  while (i < x)
    invariant i <= x;
    invariant i >= 0;
  {
    i := i + 1;
  }
  assert x > 0;
}
