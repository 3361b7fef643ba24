procedure A() { assert false; }
procedure B() {
  assert 1 == 2;
}
