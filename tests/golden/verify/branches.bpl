// A trace names the blocks on the failing path.
procedure Branches(a: bool, b: bool) returns (x: int) {
  x := 0;
  if (a) {
    x := x + 1;
  }
  if (b) {
    x := x + 2;
  } else if (a) {
    x := x + 4;
  }
  assert x != 5;            // a and not b
  assert x == 0 ==> !a && !b;
  if (x == 3) {
    assert a && b;
    assert false;           // a and b
  }
}
