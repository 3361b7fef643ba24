procedure P()
{
  var a, b: int;
  a := 0;                 // (I)
  if (a > 0) {            // (I)
    b := 0;               // (D)
    assert b == 0;        // (Q)
  }
}
