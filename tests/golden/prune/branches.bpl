// Conditions: one side on, the other, both, none; a loop that is left by `break`.
procedure Goal(n: int) returns (i: int, j: int)
  ensures i >= 10;
{
  i := 10;
  j := 0;
  while (i < n)
    invariant i >= 10;
    invariant j >= 0;
  {
    if (j > 5) {
      j := 0;
    } else {
      j := j + 1;
    }
    if (n < 100) {
      i := i + 1;
    } else if (n > 200) {
      break;
    }
    if (i > 3) {
      i := i + 2;
    } else {
      i := 4;
    }
  }
  while (j < n) { j := j + 1; }
  assert j >= n;
}
