// Nobody calls it: its postconditions are what it is for, also the one that the next clause could use.
procedure P(x: int) returns (y: int)
  ensures y > x;
  ensures y != x + 2;
{
  y := x + 1;
}
