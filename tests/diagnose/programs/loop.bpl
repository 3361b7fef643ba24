// Two axioms feed each other: an instance of the first makes terms for the second, and the other way round.
type Tree;
function left(Tree): Tree;
function right(Tree): Tree;
function sorted(Tree): bool;
function balanced(Tree): bool;
axiom (forall t: Tree :: {sorted(t)} sorted(t) ==> balanced(left(t)) && balanced(right(t)));
axiom (forall t: Tree :: {balanced(t)} balanced(t) ==> sorted(t));
axiom (forall t: Tree :: {left(t)} left(t) != t);
procedure P(root: Tree, other: Tree)
  requires sorted(root) || sorted(left(root));
{
  assert sorted(root) ==> balanced(left(root));
  assert sorted(other);
}
