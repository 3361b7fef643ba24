procedure P()
{
  var a, i: int;
  a := 0;                 // (D)
  i := 10;                // (D)
  while (i > 0)           // (D)
    invariant i >= 0;     // (D)
    invariant a == 5 * (10 - i); // (D)
  {
    i := i - 1;           // (D)
    a := a + 5;           // (D)
  }
  assert a == 50;         // (Q)
}
