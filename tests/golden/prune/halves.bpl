// One goal of an invariant or of a call fails: what depends on it rests on an assumption, and the text is proved all the same.
procedure Half(n: int)
{
  var i, j: int;
  i := 1;
  j := 5;
  while (i < n)
    invariant i >= 1;
    invariant j == 5;
  {
    i := i + 1;
    if (i > 100) { j := i; }
  }
  assert i + j > 5;
}
procedure Callee(a: int, b: int) returns (r: int)
  requires a > 0;
  requires b > 0;
  ensures r > a;
{ r := a + b; }
procedure Caller(k: int)
{
  var x, y: int;
  call x := Callee(3, k);
  call y := Callee(4, 4);
  assert x + y > 8;
}
