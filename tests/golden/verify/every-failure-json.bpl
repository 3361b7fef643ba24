procedure Callee(a: int);
  requires a > 0;
  requires a < 10 && a != 5;

procedure Calls(a: int)
{
  call Callee(a);
}
