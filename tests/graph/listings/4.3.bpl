procedure P()
{
  var a: int;
  a := 0;                 // (D)
  if (a > 0) {            // (D)
    assert false;         // (Q)
  }
}
