// old() in specifications, bodies and loops speaks of the entry of the procedure.
var g: int;
var a: [int]int;
procedure Bump(i: int)
  modifies g, a;
  ensures g == old(g) + 1;
  ensures a[old(g)] == old(a)[old(g)] + 1;
  ensures (forall k: int :: k != old(g) ==> a[k] == old(a[k]));
{
  a[g] := a[g] + 1;
  g := g + 1;
  assert old(g) == g - 1;
}
procedure Twice()
  modifies g, a;
  ensures g == old(g) + 2;
  ensures a[g] == old(a)[g];
  ensures a[old(g)] == old(a[g]); // fails
{
  call Bump(0);
  assert g == old(g) + 1;
  call Bump(1);
}
