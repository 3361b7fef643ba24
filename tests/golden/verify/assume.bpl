// Assumptions cut paths; after assume false everything is proved.
procedure Cut(x: int) {
  if (x > 0) {
    assume false;
    assert x == 0;
  }
  assert x <= 0;
  assume x > -3;
  assert x > -2; // fails at -2
}
