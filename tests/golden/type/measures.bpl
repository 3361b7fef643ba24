// One measure each, at the head.
procedure P(n: int)
  measure n;
  measure n + 1;
{
  var i: int;
  measure i;
  while (i < n)
    measure n - i;
    measure n;
  {
    i := i + 1;
    measure i;
  }
}
