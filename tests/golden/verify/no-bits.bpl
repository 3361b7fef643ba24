// bv0 has one value: concatenation drops it, slices of no bits are it, maps and datatypes take it.
datatype Two { One(a: int), Other(b: bv0, c: [bv0]int) }
var g: [bv0]int;
const p: <a>[]a;
axiom p[] ++ 7bv8 == 7bv8;
procedure Same(x: bv0, y: bv0, z: bv8, t: Two) returns (r: bv8)
  modifies g;
  ensures r == z;
{
  assert x == y && x == 0bv0;
  assert x ++ z == z && z ++ x == z && x ++ y == y;
  assert z[3:3] == x && x[0:0] == y;
  g[x] := 3;
  assert g[y] == 3 && g == g[y := 3];
  assert (forall b: bv0 :: b == x) && !(exists b: bv0 :: b != y);
  assert t is Other ==> t->b == x && Other(y, t->c) == t;
  r := z[8:8] ++ z ++ z[0:0];
}
procedure Wrong(m: [bv0]int, x: bv0) {
  assert m[x] == 0; // fails
  assert x != 0bv0; // fails
}
