// Without a budget for it, nothing is known about which facts are needed.
procedure P(x: int, y: int)
  requires x > 1;
  requires y > 1;
{
  assert x + y > 2;
}
