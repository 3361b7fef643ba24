procedure foo(a: int) returns (res: int)
  requires a > 0;         // (D)
  ensures res > 0;        // (D)
  ensures res < 50;       // (I)
{
  res := 1;               // (D)
  if (a < 50) {           // (I)
    res := a;             // (D)
  }
}

procedure client()
{
  var a, res: int;
  a := 10;                // (D)
  res := 0;               // (I)
  call res := foo(a);     // (D)
  assert res >= 0;        // (Q)
}
