procedure P(a: int, b: int)
{
  assume a > 0;           // (D)
  assume b > 0;           // (I)
  assert a >= 0 && b > 0; // (I)
  assert a >= 0;          // (Q)
}
