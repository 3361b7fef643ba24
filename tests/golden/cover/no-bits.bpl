// bv0 has one value, also for the axioms that `cover` labels.
function {:bvbuiltin "bvadd"} add(bv0, bv0): bv0;
axiom (forall x, y: bv0 :: {add(x, y)} add(x, y) == add(y, x));
const p: <a>[]a;
axiom p[] ++ 7bv8 == 7bv8;
procedure Same(x: bv0, y: bv0, z: bv8) returns (r: bv8)
  requires z != 0bv8;
  ensures r != 0bv8;
{
  assert add(x, y) == y;
  r := z[8:8] ++ z ++ x;
}
