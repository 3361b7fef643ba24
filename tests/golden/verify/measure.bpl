// Measures decrease, and are bounded from below.
procedure Down(n: int)
  requires n >= 0;
{
  var i: int;
  i := n;
  while (i > 0)
    measure i;
  {
    i := i - 1;
  }
}
procedure Stuck(n: int)
  requires n >= 0;
{
  var i: int;
  i := n;
  while (i > 0)
    measure i;
  {
    i := i + 0;
  }
}
