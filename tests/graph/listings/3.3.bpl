procedure P(a: int)
{
  assume a > 0;         // (D) one of these two:
  assume a > 10;        // (I) the earlier one is chosen
  assert a >= 0;        // (Q)
}
