// A postcondition is reported at the return that violates it.
procedure Abs(x: int) returns (r: int)
  ensures r >= 0;
  ensures r == x || r == -x;
{
  if (x < 0) {
    r := -x;
    return;
  } else if (x == 17) {
    r := 16;
    return;
  }
  r := x;
}
procedure Sign(x: int) returns (r: int)
  ensures r == 0 ==> x == 0;
  ensures x > 0 ==> r == 1;
{
  r := 0;
  if (x > 0) { r := 1; return; }
  if (x < -5) { return; }
  r := -1;
}
