procedure add(a: int, b: int) returns (res: int)
  requires a > 0 && b > 0;
  ensures res == a + b;   // (D)
{
  res := a + b;           // (D)
}

procedure client()
{
  var a, b, res: int;
  a := 10;                // (D)
  b := 10;                // (D)
  call res := add(a, b);  // (D)
  assert res == a + b;    // (Q)
}
