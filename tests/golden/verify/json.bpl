procedure P(x: int) returns (y: int)
  requires {:id "positive"} x > 0;
  ensures {:id "more"} y > x;
{
  y := x + 1;
  assert {:id "two"} y > 2;
}
