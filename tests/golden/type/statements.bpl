// Assignments, calls and the modifies clause.
var g: int;
const c: int;
procedure Q(x: int) returns (y: bool);
  modifies g;
procedure P(p: int)
{
  var x: int;
  x := true;
  p := 1;
  c := 1;
  g := 1;
  call x := Q(true);
  if (x) { }
  while (x) invariant x; { havoc p; }
}
procedure R();
  modifies c;
