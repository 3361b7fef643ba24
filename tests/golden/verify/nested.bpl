// An outer loop forgets what its inner loop changes, and nothing else.
procedure Grid(w: int, h: int) returns (cells: int)
  requires w >= 0 && h >= 0;
{
  var x: int, y: int, kept: int;
  kept := 7;
  y := 0;
  while (y < h)
    invariant 0 <= y && y <= h;
  {
    x := 0;
    while (x < w)
      invariant 0 <= x && x <= w;
      invariant y < h;
    {
      cells := cells + 1;
      x := x + 1;
    }
    assert x == w;
    assert kept == 7;
    y := y + 1;
  }
  assert y == h;
  assert x == w; // fails: the outer loop may not have been entered
}
