// specification: 2/3
// proof: 1/3
// progress: 2/9
// The measures are the same in Boogie.
procedure Read() returns (r: int);
  ensures r > 0;                       // quality 0  // rank 1

procedure Main() {
  var x, y, z: int;
  call x := Read();
  assume y == 2;                       // rank 2
  z := x + y;
  y := 0;                              // uncovered
  assert z > 2;                        // quality 1/2
  assert z > 0;                        // quality 1/2
}
