procedure Sum(n: int) returns (s: int)
  requires 0 <= n; ensures s * 2 == n * (n + 1);
{ var i: int; i, s := 0, 0;
  while (i < n) invariant 0 <= i && i <= n; free invariant true; invariant s * 2 == i * (i + 1); measure n - i;
  { i := i + 1; if (i == 7) { s := s + 7; } else if (*) { s := s + i; } else { s := i + s; } }
  Outer: while (*) { while (*) { if (s > 0) { break Outer; } break; } }
  goto A, B; A: assert {:id "a"} s >= 0; goto End; B: assume {:b} s == 0; End: return; }
