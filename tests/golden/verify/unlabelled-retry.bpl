// The labelled query about the goal does not end; without labels the solver sees that both sides are the same term.
function f(i: int): int;
axiom (forall i: int :: {f(i)} f(i) > 0);
function {:bvbuiltin "bvmul"} mul(x: bv64, y: bv64) returns (bv64);
function {:bvbuiltin "bvudiv"} udiv(x: bv64, y: bv64) returns (bv64);

procedure Commutes(x: bv64, y: bv64)
{
  var a: bv64;
  a := x;
  assert y == 0bv64 || mul(udiv(x, y), y) == mul(y, udiv(a, y));
}

procedure Fails(x: bv8)
{
  assert x != 7bv8;
}
