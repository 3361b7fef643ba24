// Two mistakes of type.
procedure Sum(n: int) returns (total: int)
  requires 0 <= n;
{
  var i: int;

  i := 0;
  total := 0;
  while (i < n)
    invariant i;
  {
    total := total + true;
    i := i + 1;
  }
}
