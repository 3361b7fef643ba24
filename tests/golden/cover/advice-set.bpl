// The precondition serves only the invariant, which nothing needs: both can go, but the precondition not alone.
procedure Count(n: int)
  requires 0 <= n;
{
  var i: int;
  i := 0;
  while (i < n)
    invariant i <= n;
  {
    i := i + 1;
  }
  assert n <= i;
}
