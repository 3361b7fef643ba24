const c: int;
axiom c > 5;
function Mul(x: int, y: int): int;
axiom (forall x, y: int :: {Mul(x, y)} Mul(x, y) == x * y);
procedure Q(a: int) { assert Mul(a, a) == a; }
procedure P() { assert c == 7; }
