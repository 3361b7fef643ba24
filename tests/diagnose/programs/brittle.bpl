// The cost of the second goal depends on luck: pigeons and holes, in an order that names and seeds change.
procedure S(p0: int, p1: int, p2: int, p3: int, p4: int, p5: int)
  requires p0 == 0 || p0 == 100 || p0 == 200 || p0 == 300 || p0 == 400;
  requires p1 == 0 || p1 == 100 || p1 == 200 || p1 == 300 || p1 == 400;
  requires p2 == 0 || p2 == 100 || p2 == 200 || p2 == 300 || p2 == 400;
  requires p3 == 0 || p3 == 100 || p3 == 200 || p3 == 300 || p3 == 400;
  requires p4 == 0 || p4 == 100 || p4 == 200 || p4 == 300 || p4 == 400;
  requires p5 == 0 || p5 == 100 || p5 == 200 || p5 == 300 || p5 == 400;
{
  assert p0 >= 0;
  assert p0 == p1 || p0 == p2 || p0 == p3 || p0 == p4 || p0 == p5 ||
    p1 == p2 || p1 == p3 || p1 == p4 || p1 == p5 ||
    p2 == p3 || p2 == p4 || p2 == p5 ||
    p3 == p4 || p3 == p5 ||
    p4 == p5;
}
