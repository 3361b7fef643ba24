procedure Read() returns (r: int);
  ensures r > 0;

procedure Main() {
  var x, y, z: int;
  call x := Read();
  assume y == 2;
  z := x + y;
  y := 0;
  assert z > 2;
  assert z > 0;
  assert z > 100;
  assert x > 0;
}
