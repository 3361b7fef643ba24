procedure A(x: int) {
  assert x > 0;
  assert x > 1;
  assert x > 2;
}
