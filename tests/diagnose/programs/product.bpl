// Nonlinear arithmetic: the solver makes steps that it does not count.
procedure N(x: int, y: int, z: int)
  requires x > 0 && y > 0 && z > 0;
{
  assert x + y > 0;
  assert x * x * x + y * y * y != z * z * z;
}
