// A goal in code that is inlined belongs to the caller.
procedure {:inline 1} In(x: int) returns (y: int)
{
  assert x > 0;
  y := x + 1;
}
procedure Out(k: int) requires k > 5; 
{
  var z: int;
  call z := In(k);
  assert z > 3;
}
procedure Other() { assert true; }
