procedure infeasibility(n: int)
  requires n >= 0;        // (I)
{
  var a: int;
  if (n < 0) {            // (I)
    a := 1;               // (I)
  }
  a := 0;                 // (D)
  assert a >= 0;          // (Q)
}
