const \type, \forall, left, right, both, atomic, push, pop: int;
const $a.b#c'd`e^f~g?, _, .x, #: int;
type \int'; function \old(\real: int): int; axiom \old(\type) == left+right; procedure \call(\var: int) { \while: goto \while; }
