procedure P(x int) { x := ; y = 3; var z: int; if x { } goto; break; }
const x: int where x > 0;
yield procedure Q(); refines A; atomic action A() { } procedure R() { async call P(); call P() | Q(); }
function {:inline} {:define} f<a>([a]int: int, y: int) : int { x[y:1] + x[(1:2)] && a || b < c < d }
axiom {1} (lambda int x :: {x} ==> <== @ "open
