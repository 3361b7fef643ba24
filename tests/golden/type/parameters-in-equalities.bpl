// In an equality a parameter may stand for the map or the bitvector that an expression must be.
procedure P(p: <a>[]a, q: <a,b>[a]b) {
  var i: int;
  assert (exists<a> x: a :: p[][:= 5][:= true] == x) || true;
  assert (forall<a> x: a :: x != p[][:= 5][:= true]) || true;
  assert (forall<a> x: a :: x == p[] ++ p[] ++ 1bv3) || true;
  assert (forall<a> x: a :: p[][:= x] == x) || true;
  assert (forall<a> x: a :: p[][3 := x] == q) || true;
  assert (forall<a, b> x: a, y: b :: p[][3 := false][true := 7] == y || p[][3 := 7] == x) || true;
  assert (forall<a> x: a, y: a :: x == y || p[][3 := false] == y) || true;
}
procedure Q<c>(p: <a>[]a, x: c) {
  assert p[][:= 5][:= true] == x || true;
  assert x == p[][:= 5] || true;
  assert x == p[] ++ 1bv3 || true;
}
