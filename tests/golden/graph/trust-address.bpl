// Only of the goals that are asked about.
procedure Read() returns (r: int);
  ensures r > 0;
procedure Main(k: int)
{
  var x: int;
  assume k > 7;
  call x := Read();
  assert x >= 0;
  assert k > 6;
}
procedure Other(k: int) { assume k > 0; assert k != 0; }
