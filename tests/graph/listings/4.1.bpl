procedure P(a: int, c: int)
{
  var b, d: int;
  assume a > 10;          // (D)
  if (c >= 0) {           // (D)
    b := c;               // (D)
  } else {
    b := a;               // (D)
  }
  assert b >= 0;          // (Q)
  d := b + c;             // (I)
}
