// Statements about all types: what holds of every type is proved, and nothing that holds only of the types in sight.
procedure P<T>(x: T, y: int) { assert !(x == y); }
procedure Q<T>(x: T, y: T) { assert x == y; }
type Field a;
type Heap = <a>[ref, Field a]a; type ref;
const unique f: Field int; const unique g: Field bool;
var H: Heap;
procedure R(o: ref) modifies H; ensures (forall<a> p: ref, h: Field a :: H[p,h] == old(H)[p,h]); { H[o,f] := 3; }
procedure S(o: ref) modifies H; ensures (forall<a> p: ref, h: Field a :: p != o ==> H[p,h] == old(H)[p,h]); { H[o,f] := 3; H[o,g] := true; }
procedure T(o: ref) modifies H; ensures (forall<a> p: ref, h: Field a :: h != f ==> H[p,h] == old(H)[p,h]); { H[o,f] := 3; }
procedure U(o: ref) modifies H; ensures (forall<a> p: ref, h: Field a :: h == g ==> H[p,h] == old(H)[p,h]); { H[o,f] := 3; }
procedure V(o: ref) modifies H; ensures (forall<a> p: ref, h: Field a :: h == f ==> H[p,h] == old(H)[p,h]); { H[o,f] := 3; }
procedure W() { assert (forall<a> x: a, y: a :: x == y); }
procedure X() { assume !(forall<a> x: a :: x == x); assert false; }
procedure Y() { assume (exists<a> x: a, y: int :: x == y); assert false; }
procedure Z() { assert (exists<a> x: a, y: int :: x == y); }
function F<a>(x: a): bool;
procedure A1() { assume (forall<a> x: a :: F(x)); assert F(3); assert F(true); assert (forall<b> y: b :: F(y)); }
procedure A2() { assume F(3); assume F(true); assert (forall<b> y: b :: F(y)); }
procedure A3() { assume (exists<b> y: b :: F(y)); assert F(3); }
procedure A4() { assume !(forall<b> y: b :: F(y)); assert (exists<c> z: c :: !F(z)); }
