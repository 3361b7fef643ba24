// Axioms with triggers, nested quantifiers, a function with a body, and one that the solver must give up on.
function f(int): int;
function even(n: int): bool { n mod 2 == 0 }
axiom (forall x: int :: { f(x) } f(x) > x);
procedure Q(a: [int]int, n: int)
  requires (forall i: int, j: int :: 0 <= i && i < j && j < n ==> a[i] <= a[j]);
{
  assert f(f(3)) > 4;
  assert 2 < n ==> a[0] <= a[2];
  assert even(4) && !even(7);
  assert (exists x: int :: f(x) > 10); // fails: no term to try
  assert (forall x: int :: f(x) > x + 1); // fails
}
