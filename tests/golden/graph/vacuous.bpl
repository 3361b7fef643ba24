procedure P(n: int)
  requires n > 0;
{
  var m: int;
  if (n < 0) {
    m := 1;
    assert m == 1;
    assert n > 5;
  }
}
