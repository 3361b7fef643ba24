procedure Goal(x: int) returns (y: int)
  requires x > 0;
  requires x < 9;
  ensures y > 0;
{
  y := x;
}
