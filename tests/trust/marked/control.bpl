// Loops, jumps and ways that meet.
procedure Outer(n: int) requires n >= 0;
{
  var i: int, j: int;
  i := 0;
  outer: while (i < n) invariant 0 <= i; invariant i <= n;
  {
    j := 0;
    while (true) invariant 0 <= j;
    {
      if (j == 5) { break; }
      if (j == 7) { break outer; }
      j := j + 1;
    }
    assert j == 5;
    i := i + 1;
  }
  assert i == n; // fails
  assert i <= n;
}

procedure JumpOver(b: bool)
{
  var x: int;
  x := 0;
  if (b) { goto In; }
  x := 1;
  goto In, Out;
In:
  assert b ==> x == 0;
  assert x == 0; // fails
  goto Out;
Out:
  assert x == 0 || x == 1;
}

procedure IntoLoop(n: int)
{
  var x: int;
  x := 3;
  goto Body;
Head:
  assert x > 3;
  goto Body, Done;
Body:
  assert x >= 3;
  x := x + 1;
  assume x > 3;
  goto Head;
Done:
  assert x > 3;
  assert x == 4; // fails
}

procedure Unreachable()
{
  var x: int;
  while (true) invariant x == x;
  {
    if (*) { assume false; assert x == 1; }
    x := x + 1;
  }
  assert false;
}

procedure TwoEnds(b: bool) returns (r: int) ensures r > 0;
{
  if (b) {
    r := 1;
    return;
  }
  r := 0;
  return; // fails
}

procedure Entry(n: int)
{
  var i: int;
  i := n;
  while (i < 10)
    invariant i <= 10; // fails
    invariant i >= n;
  { i := i + 1; }
  assert i == 10;
}

procedure Kept(n: int) requires n < 10;
{
  var i: int;
  i := n;
  while (i < 10)
    invariant i <= 10; // fails
  { i := i + 2; }
  assert i == 10;
}

procedure Nothing()
{
  var i: int;
  while (*) { i := i + 1; assume i == 7; }
  assert i == 7; // fails
}
