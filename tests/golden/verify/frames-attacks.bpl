// Statements about fields of all types do not prove too much: each procedure fails at its last assertion, some before.
type Ref; type Field _; type C _ _;
type Heap = <a>[Ref, Field a]a;
const unique x: Field int; const unique y: Field int; const unique b: Field bool;
var H: Heap;
function F<a>(f: Field a): bool;
function G<a>(v: a): int;
function K<a>(f: Field a): a;
function L<a,c>(f: Field a, g: Field c): bool;
procedure S1() { assume (forall<a> f: Field a :: F(f) <==> f == x); assert F(x); assert !F(y); assert !F(b); assert false; } // error
procedure S2() { assume (exists<a> f: Field a :: F(f)); assume !F(x); assume !F(y); assume !F(b); assert false; } // error
procedure S3(f: Field int) { assume (forall<a> g: Field a :: F(g) ==> g == x || g == b); assume F(f); assert f == x; assert f == y; } // error
procedure S4<t>(f: Field t) { assume (forall<a> g: Field a :: F(g) ==> g == x || g == b); assume F(f); assert f == x || f == b; assert f == x; } // error
procedure S5<t>(f: Field t) { assume f == x; assert f != y; assert f != b; assert false; } // error
procedure S6<t,u>(f: Field t, g: Field u) { assume f == x; assume g == b; assert f != g; assert false; } // error
procedure S7<t,u>(f: Field t, g: Field u) { assume f == x; assume g == x; assert f == g; assert H[null, f] == H[null, g]; assert false; } // error
const null: Ref;
procedure S8<t>(f: Field t, v: t) modifies H; { H[null, f] := v; assert H[null, f] == v; assume f == x; assert H[null, x] == v; assert false; } // error
procedure S9(v: int) modifies H; { H[null, x] := v; assert (exists<a> f: Field a :: H[null, f] == v); assert (forall<a> f: Field a :: H[null, f] == v); } // error
procedure S10() { assume (forall<a> f: Field a :: G(f) > 0); assert G(x) > 0; assert G(b) > 0; assert G(3) > 0; } // error
procedure S11() { assume (forall<a> v: a :: G(v) > 0); assert G(3) > 0; assert G(x) > 0; assert G(null) > 0; assert (forall<a> f: Field a :: G(f) > 0); assert G(3) > 1; } // error
procedure S12() { assume (forall<a> f: Field a :: K(f) == K(f)); assume (exists<a> f: Field a :: K(f) == 3); assume (forall f: Field int :: K(f) != 3); assert false; }
procedure S13() { assume (exists<a> f: Field a :: K(f) == 3 && F(f)); assert (exists f: Field int :: K(f) == 3); }
procedure S14() { assume (exists<a> f: Field a :: F(f) && L(f, x)); assume (forall f: Field int :: !L(f, x)); assert false; } // error
procedure S15<t>(f: Field t) { assume L(f, x); assume (forall ff: Field int :: !L(ff, x)); assert f != x; assert false; } // error
procedure S16() { assume (forall<a> f: Field a :: L(f, f)); assert L(x, x); assert L(b, b); assert L(x, y); } // error
procedure S17<t>(v: t, w: int) { assume v == w; assert G(v) == G(w); assert v == w + 0; assert false; } // error
procedure S18<t>(v: t) { assume v == 3; assert v != 4; assert v != true; assert false; } // error
procedure S19(h: Heap, k: Heap) { assume (forall<a> o: Ref, f: Field a :: h[o, f] == k[o, f]); assert h == k; } // error
procedure S20(h: Heap) { var k: Heap; k := h[null, x := 1]; assert (forall<a> f: Field a :: f != x ==> k[null, f] == h[null, f]); assert (forall<a> f: Field a :: F(f) ==> k[null, f] == h[null, f]); } // error
procedure S21(h: Heap) { var k: Heap; k := h[null, x := 1][null, b := true]; assert (forall<a> f: Field a :: k[null, f] == h[null, f] || f == x || f == b); assert (forall<a> f: Field a :: k[null, f] == h[null, f] || f == x); } // error
procedure S22(m: <a>[Field a]bool) { assume (forall<a> f: Field a :: m[f] == (f == x)); assert m[x]; assert !m[y] && !m[b]; assert (forall<a> f: Field a :: m[f] ==> f == x); assert m[b]; } // error
procedure S23(m: <a>[Field a]bool) { var n: <a>[Field a]bool; n := m[x := true]; assert (forall<a> f: Field a :: m[f] ==> n[f]); assert (forall<a> f: Field a :: n[f] ==> m[f]); } // error
procedure S24<t>(m: <a>[Field a]bool, g: Field t) { var n: <a>[Field a]bool; n := m[g := true]; assert (forall<a> f: Field a :: m[f] ==> n[f]); assert n[g]; assert n[x] == m[x] || g == x; assert n[x] == m[x]; } // error
procedure S25(m: <a>[Field a]a) { var n: <a>[Field a]a; n := (lambda<a> f: Field a :: m[f]); assert (forall<a> f: Field a :: n[f] == m[f]); assert n[x] == m[x]; assert n[x] == n[y]; } // error
