// A misspelt name.
procedure Sum(n: int) returns (total: int)
  requires 0 <= n;
{
  var i: int;

  i := 0;
  totl := 0;
  while (i < n)
    invariant i >= 0;
  {
    total := total + i;
    i := i + 1;
  }
}
