// Each assertion answers for itself; after a failed one its condition is assumed.
procedure Signs(x: int, y: int) {
  assert x > 0;            // fails
  assert x >= 1;           // follows from the failed one
  assert x + y > y && y > 0; // the second half fails
  assert y != 0;
}
