procedure incr(a: int) returns (res: int)
  requires a >= 0;
  requires a < 10;
  ensures res > 0;
{
  res := a + 1;
}

procedure foo(n: int)
{
  var a: int;
  var b: bool;
  a := 1;                 // (I)
  if (b) {                // (D)
    call a := incr(a);    // (I)
  } else {
    b := true;            // (D)
  }
  assert a > 0;
  assert b == true;       // (Q)
}
