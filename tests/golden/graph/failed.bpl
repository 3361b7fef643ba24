procedure P(a: int)
{
  assert a > 0;
  assert a >= 0;
}
