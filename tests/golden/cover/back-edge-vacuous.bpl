// One of the two back edges is never taken; the other reaches the goal.
procedure P(y: int) {
  var x: int;
  x := 0;
  while (*)
    invariant x >= 0;
  {
    if (*) {
      assume y > 0;
      assume y < 0;
      x := -1;
    } else {
      x := 1;
    }
  }
  assert x >= 0;
}
