procedure foo(a: int)
  requires a > 0;         // (I)
{
  var n: int;
  n := 0;                 // (I)
  if (a < 10) {           // (I)
    n := 1;               // (D)
  } else {
    n := 2;               // (D)
  }
  assert n >= 0;          // (Q)
}
