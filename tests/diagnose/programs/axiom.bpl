const c: int;
axiom c > 5;
procedure P() { assert c == 7; }
