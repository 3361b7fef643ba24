// Axioms that contradict each other once there are terms for them, which come from two assumptions together.
function f(x: int): int;
function g(x: int): int;
function p(x: int): bool;
axiom (forall x, y: int :: {f(x), g(y)} f(x) + g(y) > 0);
axiom (forall x, y: int :: {f(x), g(y)} f(x) + g(y) < 0);

procedure Terms(a: int, b: int)
{
  assume p(f(a));
  assume p(g(b));
  assert a > b;
}

// Here each assumption gives a term, and each says that `on` holds: of one of them only the term is needed, but not of both.
function h(x: int): int;
function k(x: int): int;
function q(x: int): bool;
const on: bool;
axiom (forall x: int :: {q(x)} q(x) ==> on);
axiom (forall x, y: int :: {h(x), k(y)} h(x) + k(y) > 0);
axiom (forall x, y: int :: {h(x), k(y)} on ==> h(x) + k(y) < 0);

procedure Facts(a: int, b: int)
{
  assume q(h(a));
  assume q(k(b));
  assert a > b;
}
