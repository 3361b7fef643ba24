// An axiom that contradicts the others for one type only does not prove anything where that type has no value in play.
function even(x: int): bool;
axiom (forall x: int :: {even(x)} even(x) <==> x mod 2 == 0);
procedure Even(x: int)
{
  assert even(4) && !even(5);
  assert even(x + x);
  assert even(x) ==> !even(x + 1);
  assert even(x); // fails
  assume even(x) && even(x + 1);
  assert false;
}
