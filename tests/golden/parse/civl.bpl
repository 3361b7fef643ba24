var {:layer 0,1} x: int;
yield invariant {:layer 1} Inv(); preserves x >= 0;
yield procedure {:layer 1} P() requires call Inv(); { call A() | B(); async call P(); }
atomic action {:layer 1} A() modifies x; { x := x + 1; }
procedure Plain() { x := 1; }
