// Failed, not asked after the first failure.
procedure P(x: int)
{
  assert x == x;
  assert x > 1;
  assert x > 0;
}
