procedure {:inline 1} R(n: int) returns (r: int)
{ if (n <= 0) { r := 0; } else { call r := R(n - 1); } }
procedure P() { var r: int; call r := R(5); assert r == 0; assert false; }
