procedure {:verify false} Q() returns (r: int)
  ensures r == 1;
{ r := 2; }
procedure P() { var r: int; call r := Q(); assert r == 1; }
procedure V(x: int) { assert {:verified_under true} x > 0; }
procedure U(x: int, u: bool) requires u; { assert {:verified_under u} x > 0; }
procedure L(x: int) { while (*) invariant {:verified_under true} x > 0; { } assert x > 0; }
procedure R(x: int); requires x > 0;
procedure C() { call {:verified_under true} R(-1); }
procedure F() { free call R(-1); }
