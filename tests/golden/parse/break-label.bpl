// A label belongs to the statement that follows it: a `break` may name it if that is an enclosing `if` or `while`.
procedure Apart(e: bool) {
  B: assert e || !e;
  while (*) { break B; }                     // error
}
procedure ApartByHide() {
  B: hide *;
  if (*) { break B; }                        // error
}
procedure NotEnclosing() {
  B: while (*) { }
  while (*) { break B; }                     // error
}
procedure AfterReturn() {
  B: return;
  while (*) { break B; }                     // error
}
procedure Simple() {
  A: assert true;
  while (*) { A1: while (*) { break A; } }   // error
}
procedure Unlabelled() {
  if (*) { break; }                          // error
}
procedure Right(e: bool) {
  B: while (*) { break B; }
  C: if (*) { break C; } else if (*) { break C; } else { break C; }
  D: while (*) { E: if (*) { while (*) { break E; } break D; } }
  assert e || !e;
  F: while (*) { assert e || !e; break F; }
  assert e || !e;
  while (*) { assert e || !e; break; }
  goto G;
  G: if (*) { assert true; break G; }
}
