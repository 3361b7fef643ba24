// The body of Max ignores b, and its postcondition does not say what the result is.
procedure Max(a: int, b: int) returns (m: int)
  ensures m >= a;
{
  m := a;
  if (m < 0) {
    m := 0;
  }
}

procedure Main(a: int)
{
  var m: int;
  call m := Max(a, 0 - a);
  assert m == a || m == 0 - a;
}
