// Implementations apart from their procedure, with other names for parameters.
procedure Max(a: int, b: int) returns (m: int);
  ensures m >= a && m >= b;
  ensures m == a || m == b;
implementation Max(x: int, y: int) returns (z: int) {
  z := x;
  if (y > x) { z := y; }
}
implementation Max(x: int, y: int) returns (z: int) {
  z := x; // the second implementation is wrong
}
