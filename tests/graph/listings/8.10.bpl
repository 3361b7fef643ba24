procedure P(a: int, b: int)
{
  var c: int;
  assume a >= 0;          // (I)
  assert a > 0;           // (D) fails
  assert a != 0;          // (Q) c := b / a
  c := b div a;           // (I)
}
