// Datatypes: fields, tests, construction, unpacking.
type T;
datatype Tree<a> { Leaf(), Node(left: Tree a, value: a, right: Tree a) }
datatype Mixed { A(v: int), B(v: bool) }
procedure P(t: Tree int, u: T) returns (i: int)
{
  var l, r: Tree int;
  assert t->value;
  assert t->key == 1;
  assert t is Branch;
  assert u is Leaf && u->value == 1;
  Node(l, i, l) := t;
  Node(l, r, i) := t;
  Node(l, i) := t;
  l := Node(t, true, t);
  r := t->(value := false);
}
