procedure P(x: int) requires x > 0; { assert x >= 0; assert x != -7; }
procedure Q(n: int)
{
  var i: int;
  i := 0;
  while (i < n) invariant i >= 0; invariant i < 99; { i := i + 1; }
  assert i > -1;
}
