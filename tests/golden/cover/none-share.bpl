procedure P(x: int, y: int)
  requires x > 0;
  requires y > 0;
  requires !(x <= 0 || x + y <= 0);
  ensures x > 0;
  ensures x + y > 0;
  ensures y > 0;
{
}
