// Calls without a body, call forall over outs, parallel outs and the same variable read and written.
procedure Divide(a: int, b: int) returns (q: int, r: int);
  requires b > 0;
  ensures a == q * b + r;
  ensures 0 <= r && r < b;
procedure Client() {
  var x: int, y: int;
  x := 17;
  y := 5;
  call x, y := Divide(x, y);
  assert x == 3 && y == 2;
  call x, y := Divide(x, y);
  assert x == 1 && y == 1;
  call x, y := Divide(y, x - 1); // fails
}
