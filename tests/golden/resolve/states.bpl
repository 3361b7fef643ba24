// Globals and old values, where there is no state or no earlier one.
var g: int;
axiom g == 0;
function f(): int { g }
procedure P();
  requires old(g) == 0;
  ensures old(g) == g;
pure procedure Q() { assert g == 0; call P(); }
