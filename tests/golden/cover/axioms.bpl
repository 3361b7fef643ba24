// One finding for the program, although every goal is vacuous.
const c: int;
axiom c > 0;
axiom c < 0;
procedure P() { assert c == 7; }
procedure R() { assert c == 8; }
