procedure P(x: int, y: int)
  requires x > 1 && y > 1;
  requires x > 2;
{
  assert x > 0 && y > 0;
}
procedure Q(x: int) {
  assert x > 0;
}
