procedure P(a: int, b: int)
{
  var c, d: int;
  if (a > 0) {            // (I)
    d := 1;               // (I)
  }
  if (a > 0) {            // (D)
    assert a != 0;        // (Q) c := b / a
    c := b div a;         // (I)
  }
}
