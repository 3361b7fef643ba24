// A goal that uses up its resources is neither proved nor failed; the others go on.
procedure Pigeons(x: int, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9: int)
  requires 0 < p0 && p0 < 10;
  requires 0 < p1 && p1 < 10;
  requires 0 < p2 && p2 < 10;
  requires 0 < p3 && p3 < 10;
  requires 0 < p4 && p4 < 10;
  requires 0 < p5 && p5 < 10;
  requires 0 < p6 && p6 < 10;
  requires 0 < p7 && p7 < 10;
  requires 0 < p8 && p8 < 10;
  requires 0 < p9 && p9 < 10;
  requires p0 != p1 && p0 != p2 && p0 != p3 && p0 != p4 && p0 != p5 && p0 != p6 && p0 != p7 && p0 != p8 && p0 != p9;
  requires p1 != p2 && p1 != p3 && p1 != p4 && p1 != p5 && p1 != p6 && p1 != p7 && p1 != p8 && p1 != p9;
  requires p2 != p3 && p2 != p4 && p2 != p5 && p2 != p6 && p2 != p7 && p2 != p8 && p2 != p9;
  requires p3 != p4 && p3 != p5 && p3 != p6 && p3 != p7 && p3 != p8 && p3 != p9;
  requires p4 != p5 && p4 != p6 && p4 != p7 && p4 != p8 && p4 != p9;
  requires p5 != p6 && p5 != p7 && p5 != p8 && p5 != p9;
  requires p6 != p7 && p6 != p8 && p6 != p9;
  requires p7 != p8 && p7 != p9;
  requires p8 != p9;
{
  assert x + 1 > x;
  assert false;
}
procedure Q(x: int) {
  assert x + x == 2 * x;
}
