// Two entries into one loop.
procedure Both(b: bool) returns (x: int) {
start:
  x := 0;
  goto left, right;
left:
  assert x >= 0;
  x := x + 1;
  goto right, out;
right:
  x := x + 2;
  goto left, out;
out:
  assert x > 0;
  assert x != 4; // fails
}
