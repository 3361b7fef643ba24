procedure redundantAssumption(a: int, b: bool)
{
  if (b) {                // (I)
    assume a >= 0;        // (I)
  }
  assume a >= 0;          // (D)
  assert a >= 0;          // (Q)
}
