procedure P(x: int) {
  assume false;
  assert x > 0;
  assert x < 0;
}
procedure Q(x: int) {
  if (x > 0) {
    assume false;
  }
  assert x <= 0;
}
