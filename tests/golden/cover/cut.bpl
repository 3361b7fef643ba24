// Recursion that inlining cuts is no finding, and what follows is vacuous.
procedure {:inline 1} R(n: int) returns (r: int) {
  if (n <= 0) {
    r := 0;
  } else {
    call r := R(n - 1);
  }
}
procedure P(n: int) {
  var r: int;
  assume n > 1;
  call r := R(n);
  assert r == 0;
}
