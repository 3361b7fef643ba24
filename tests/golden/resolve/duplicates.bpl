// Each name space by itself; the note shows the earlier declaration.
const limit: int;
var limit: int;
function limit(): int;
procedure limit();
procedure limit();
datatype Shape { Circle(r: int), Square(r: int) }
function Circle(r: int): Shape;
procedure P(a: int, b: int, a: bool) returns (b: int)
{
  var c, c: int;
}
axiom (forall x: int, x: int :: x == x);
