// Preconditions, postconditions and bodies that the goal does not depend on are gone.
const c: int;
axiom c > 3;
axiom c != 9;
function Twice(x: int): int { x + x }
function Thrice(x: int): int { x + x + x }

procedure Inc(x: int) returns (y: int)
  requires x >= 0;
  requires x < 1000;
  ensures y == x + 1;
  ensures y <= 1000;
{
  y := x + 1;
}

procedure Other(x: int) returns (y: int)
  requires x > 0;
  ensures y > 0;
{
  y := Thrice(x);
}

procedure Goal() returns (r: int)
  ensures r > 4;
  ensures Twice(r) == r + r;
{
  var t: int;
  call t := Other(5);
  assume c < 500;
  call r := Inc(c);
}
