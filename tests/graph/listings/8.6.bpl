procedure nonUniqueUnsatCore()
{
  var i, res: int;
  i := 10;                // (I)
  res := 0;               // (D)
  while (i > 0)           // (D)
    invariant i >= 0;     // (I)
    invariant res >= 0;   // (D)
  {
    res := res + i;       // (D)
    i := i - 1;           // (I)
  }
  assert res >= 0;        // (Q)
}
