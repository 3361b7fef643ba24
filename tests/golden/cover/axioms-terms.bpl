function f(x: int): int;
axiom (forall x: int :: {f(x)} f(x) > 0);
axiom (forall x: int :: {f(x)} f(x) < 0);
procedure P(y: int) { var x: int; x := f(y); assert x == 3; }
procedure Q(y: int) requires f(y) != 7; { assert y == 3; }
