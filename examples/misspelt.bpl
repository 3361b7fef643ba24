// Three mistakes that are found before anything is proved.
procedure Sum(n: int) returns (total: int)
  requires 0 <= n;
{
  var i: int;

  i := 0;
  totl := 0;
  while (i < n)
    invariant i;
  {
    total := total + true;
    i := i + 1;
  }
}
