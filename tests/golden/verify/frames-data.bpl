// Fields that hold datatypes, maps and other heaps' values; fields in datatypes; axioms over fields.
type Ref;
type Field _;
datatype Pair { Pair(fst: int, snd: bool) }
datatype List<a> { Nil(), Cons(head: a, tail: List a) }
type Heap = <a>[Ref, Field a]a;
const unique p: Field Pair;
const unique l: Field (List int);
const unique x: Field int;
var H: Heap;
function volatile<a>(f: Field a): bool;
axiom volatile(p);
axiom volatile(l);
axiom !volatile(x);
procedure D1(r: Ref) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o, f] == old(H)[o, f] || (o == r && (f == p || f == l)));
  ensures H[r, p]->fst == 1 && H[r, x] == old(H[r, x]);
{ H[r, p] := Pair(1, true); H[r, l] := Cons(3, H[r, l]); }
procedure D2(r: Ref) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: !volatile(f) ==> H[o, f] == old(H)[o, f]);
  ensures H[r, x] == old(H[r, x]);
{ H[r, p] := Pair(1, true); H[r, l] := Nil(); }
procedure D3(r: Ref) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: !volatile(f) ==> H[o, f] == old(H)[o, f]);
{ H[r, x] := 3; } // error
procedure D4(r: Ref, q: Ref) modifies H;
  requires q != r;
  ensures H[r, x] == old(H[r, x]);
  ensures H[q, l] == old(H[q, l]); // error
{ call D2(r); call D1(r); }
procedure D5(r: Ref) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o, f] == old(H)[o, f] || (o == r && f == p));
  ensures H[r, p]->snd == old(H[r, p])->snd;
{ H[r, p]->fst := 5; }
procedure D6(s: [Ref]bool, t: <a>[Field a]bool, r: Ref) modifies H; // sets of places
  requires s[r] && t[p];
  ensures (forall<a> o: Ref, f: Field a :: H[o, f] == old(H)[o, f] || (s[o] && t[f]));
{ H[r, p] := Pair(0, false); }
procedure D7(t: <a>[Ref, Field a]bool, r: Ref) modifies H; // frames as in Dafny
  requires t[r, p] && !t[r, x];
  ensures (forall<a> o: Ref, f: Field a :: H[o, f] == old(H)[o, f] || t[o, f]);
  ensures H[r, x] == old(H[r, x]);
{ H[r, p] := Pair(0, false); }
procedure D8(r: Ref) modifies H;
{ var t: <a>[Ref, Field a]bool; t := (lambda<a> o: Ref, f: Field a :: o == r && f == p); call D7a(t, r); assert H[r, x] == old(H[r, x]); assert H[r, p] == old(H[r, p]); } // error
procedure D7a(t: <a>[Ref, Field a]bool, r: Ref); modifies H;
  requires t[r, p];
  ensures (forall<a> o: Ref, f: Field a :: H[o, f] == old(H)[o, f] || t[o, f]);
