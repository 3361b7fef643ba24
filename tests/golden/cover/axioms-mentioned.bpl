// Axioms that contradict each other once there is a term for them.  The term comes from an assumption, a condition or a precondition, which excludes nothing.
function f(int): int;
axiom (forall x: int :: {f(x)} f(x) > 0);
axiom (forall x: int :: {f(x)} f(x) < 0);

procedure Assumption(x: int) {
  assume f(x) != 5;
  assert x > 5;
}

procedure Precondition(x: int)
  requires f(x) != 7;
{
  assert x > 6;
}

// Here one of the axioms and the assumption exclude each other, whatever the other axiom says.
function g(int): int;
axiom (forall x: int :: {g(x)} g(x) > 0);

procedure Clash(x: int) {
  assume g(x) == -1;
  assert x > 7;
}
