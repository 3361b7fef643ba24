// The three ways in which a loop can go wrong, and one loop that is right.
procedure Sum(n: int) returns (s: int)
  requires n >= 0;
  ensures 2 * s == n * (n + 1);
{
  var i: int;
  i := 0;
  s := 0;
  while (i < n)
    invariant i <= n;
    invariant 2 * s == i * (i + 1);
  {
    i := i + 1;
    s := s + i;
  }
}
procedure Wrong(k: int, n: int) returns (i: int)
  ensures i == n; // fails when n is less than k
{
  i := k;
  while (i < n)
    invariant i > 0;  // not established when k is not positive
    invariant i < 10; // neither established nor maintained
  {
    i := i + 1;
  }
}
