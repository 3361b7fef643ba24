// Operators and what they apply to.
const i: int;
const r: real;
const b: bv8;
axiom i + r == 0.0;
axiom i / r == 0.0 && r / i == 0.0;
axiom i && true;
axiom -true == 1;
axiom b ++ b == 0bv15;
axiom b[9:1] == 0bv8;
axiom b + b == b;
axiom i == r;
axiom int(i) == i;
axiom (i: real) == r;
axiom (if i then i else r) == i;
