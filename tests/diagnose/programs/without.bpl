// The goal does not need the axiom that the solver runs away with.
type Tree;
type Weight;
function left(Tree): Tree;
function right(Tree): Tree;
function weight(Tree): Weight;
function sum(Weight, Weight): Weight;
axiom (forall t: Tree :: {weight(t)} weight(t) == sum(weight(left(t)), weight(right(t))));
procedure Q(t: Tree, u: Tree, a: int, b: int, c: int, d: int)
  requires a == 300 || weight(t) == weight(u);
  requires a == 1 || a == 100 || a == 200;
  requires b == 1 || b == 100 || b == 200;
  requires c == 1 || c == 100 || c == 200;
  requires d == 1 || d == 100 || d == 200;
{
  assert a == b || a == c || a == d || b == c || b == d || c == d;
}
