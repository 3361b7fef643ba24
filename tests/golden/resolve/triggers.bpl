// What a trigger may hold.
function f(int): int;
axiom (forall x: int :: { f(x) == 1 } f(x) == 1);
axiom (forall x: int :: { f(x) > 0 && f(x) < 3 } f(x) == 1);
axiom (forall x: int, y: int :: { f(x) } f(x) == f(y));
axiom (forall x: int :: { x } f(x) == 1);
axiom (forall x: int :: { (exists y: int :: f(y) == x) } f(x) == 1);
