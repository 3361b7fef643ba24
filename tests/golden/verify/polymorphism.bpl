// Type parameters of functions, maps and procedures.
type Box a;
function unbox<a>(Box a): a;
function box<a>(a): Box a;
axiom (forall<a> x: a :: { box(x) } unbox(box(x)) == x);
procedure Id<a>(x: a) returns (y: a)
  ensures y == x;
{
  y := x;
}
procedure Use(m: <a>[Box a]a) {
  var i: int, b: bool;
  call i := Id(3);
  call b := Id(true);
  assert i == 3 && b;
  assert unbox(box(i)) == 3;
  assert m[box(1) := 5][box(1)] == 5;
  assert m[box(1) := 5][box(true)] == m[box(true)];
  assert box(i) == box(4); // fails
}
