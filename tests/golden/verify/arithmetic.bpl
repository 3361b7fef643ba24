// Division and remainder round as in SMT-LIB; reals are exact.
procedure Numbers(x: int, r: real) {
  assert 7 div 2 == 3 && 7 mod 2 == 1;
  assert -7 div 2 == -4 && -7 mod 2 == 1;
  assert 7 div -2 == -3 && 7 mod -2 == 1;
  assert x mod 5 >= 0 && x mod 5 < 5;
  assert 5 * (x div 5) + x mod 5 == x;
  assert 1.0 / 3.0 * 3.0 == 1.0;
  assert real(2) + 0.5 == 2.5;
  assert int(2.7) == 2 && int(-2.7) == -3;
  assert r < r + 1.0;
  assert r * 2.0 > r; // fails unless r is positive
}
