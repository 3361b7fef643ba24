// Frames by sets, allocation, functions over heaps.
type Ref;
type Field _;
type Heap = <a>[Ref, Field a]a;
type Set = [Ref]bool;
const unique alloc: Field bool;
const unique x: Field int;
const unique y: Field int;
const unique next: Field Ref;
const unique elems: Field [int]int;
const null: Ref;
var H: Heap;
function Frame(h: Heap, k: Heap, s: Set): bool;
axiom (forall h: Heap, k: Heap, s: Set :: {Frame(h, k, s)}
  Frame(h, k, s) <==> (forall<a> o: Ref, f: Field a :: {k[o, f]} h[o, alloc] && !s[o] ==> k[o, f] == h[o, f]));
function Succ(h: Heap, k: Heap): bool;
axiom (forall h: Heap, k: Heap :: {Succ(h, k)} Succ(h, k) ==> (forall o: Ref :: {k[o, alloc]} h[o, alloc] ==> k[o, alloc]));
axiom (forall<a> h: Heap, o: Ref, f: Field a, v: a :: {h[o, f := v]} h[o, alloc] && h[o, f := v][o, alloc] ==> Succ(h, h[o, f := v]));

procedure P1(s: Set, r: Ref) modifies H;
  requires s[r];
  ensures Frame(old(H), H, s);
{ H[r, x] := 3; H[r, next] := null; }

procedure P2(s: Set, r: Ref, q: Ref) modifies H;
  requires s[r] && !s[q] && H[q, alloc];
  ensures H[q, x] == old(H[q, x]);
  ensures H[q, elems] == old(H[q, elems]);
{ call P1(s, r); }

procedure New() returns (r: Ref) modifies H;
  ensures !old(H)[r, alloc] && H[r, alloc];
  ensures (forall<a> o: Ref, f: Field a :: old(H)[o, alloc] ==> H[o, f] == old(H)[o, f]);
{ havoc r; assume !H[r, alloc]; H[r, alloc] := true; }

procedure P3(q: Ref) modifies H;
  requires H[q, alloc];
  ensures (forall<a> o: Ref, f: Field a :: old(H)[o, alloc] ==> H[o, f] == old(H)[o, f]);
  ensures H[q, y] == old(H[q, y]);
{ var r: Ref; call r := New(); H[r, x] := 5; call r := New(); H[r, next] := q; H[r, elems] := H[r, elems][3 := 4]; }

procedure P4(h: Heap, k: Heap, r: Ref)
  requires (forall<a> o: Ref, f: Field a :: h[o, f] == k[o, f]);
{ assert h[r, x] == k[r, x]; assert h[r, elems] == k[r, elems]; assert h[r, elems][7] == k[r, elems][7]; }

procedure P5(h: Heap, k: Heap, r: Ref)
  requires (forall<a> o: Ref, f: Field a :: h[o, f] == k[o, f] || f == x);
{ assert h[r, y] == k[r, y]; assert h[r, next] == k[r, next]; assert h[r, x] == k[r, x]; } // error

procedure P6(r: Ref, s: Ref) modifies H;
  requires r != s;
  ensures (forall<a> o: Ref, f: Field a :: o != r && o != s ==> H[o, f] == old(H)[o, f]);
  ensures H[r, x] == old(H[s, x]) && H[s, x] == old(H[r, x]);
{ var t: int; t := H[r, x]; H[r, x] := H[s, x]; H[s, x] := t; }

procedure P7(r: Ref) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o, f] == old(H)[o, f]);
{ var t: int; t := H[r, x]; H[r, x] := 7; H[r, x] := t; }

procedure P8(r: Ref) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o, f] == old(H)[o, f]);
{ H[r, x] := 7; } // error

procedure P9(r: Ref, n: int) modifies H;
  requires H[r, alloc];
  ensures Frame(old(H), H, (lambda o: Ref :: o == r));
{
  var i: int;
  i := 0;
  while (i < n)
    invariant Frame(old(H), H, (lambda o: Ref :: o == r));
    invariant H[r, alloc];
  { H[r, x] := i; H[r, elems] := H[r, elems][i := 0]; i := i + 1; }
}
procedure P10(r: Ref) modifies H;
  ensures (forall<a> f: Field a :: f != x && f != next ==> H[r, f] == old(H)[r, f]);
  ensures (forall<a> o: Ref, f: Field a :: o != r ==> H[o, f] == old(H)[o, f]);
  free ensures H[r, y] == 3;
{ H[r, x] := 1; H[r, next] := r; }
procedure P11(r: Ref, q: Ref) modifies H;
{ call P10(r); assert H[r, y] == old(H[r, y]); assert r != q ==> H[q, x] == old(H)[q, x]; assert H[q, x] == old(H)[q, x]; } // error
procedure P12(h: Heap, k: Heap) requires (forall<a> o: Ref, f: Field a :: f != x ==> h[o, f] == k[o, f]);
  requires (forall o: Ref :: h[o, x] == k[o, x]);
{ assert (forall<a> o: Ref, f: Field a :: h[o, f] == k[o, f]); }
procedure P13(h: Heap, k: Heap) requires (forall<a> o: Ref, f: Field a :: f == x ==> h[o, f] == k[o, f]);
{ assert (forall o: Ref :: h[o, x] == k[o, x]); assert (forall o: Ref :: h[o, y] == k[o, y]); } // error
