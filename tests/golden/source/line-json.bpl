const c: int;
#line 7 other.dfy
axiom c;
#line 20
axiom c;
