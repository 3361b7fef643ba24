// Frames in procedures with type parameters.
type Ref;
type Field _;
type Heap = <a>[Ref, Field a]a;
const unique x: Field int;
const unique b: Field bool;
var H: Heap;
procedure Write<t>(r: Ref, f: Field t, v: t) modifies H;
  ensures H == old(H)[r, f := v];
{ H[r, f] := v; }
procedure Restore<t>(r: Ref, g: Field t, v: t) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o, f] == old(H)[o, f]);
{ var s: t; s := H[r, g]; H[r, g] := v; H[r, g] := s; }
procedure RestoreInt(r: Ref) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o, f] == old(H)[o, f]);
{ var s: int; s := H[r, x]; H[r, x] := 4; H[r, x] := s; }
procedure RestoreFails<t>(r: Ref, g: Field t, v: t) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o, f] == old(H)[o, f]);
{ var s: t; s := H[r, g]; H[r, g] := v; H[r, x] := 3; H[r, g] := s; } // error
procedure Two<t>(r: Ref, g: Field t, v: t) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o, f] == old(H)[o, f] || (o == r && (f == g || f == x)));
{ H[r, g] := v; H[r, x] := 3; }
procedure TwoFails<t>(r: Ref, g: Field t, v: t) modifies H;
  ensures H[r, g] == v;
{ H[r, g] := v; H[r, x] := 3; } // error: g may be x
procedure TwoApart<t>(r: Ref, g: Field t, v: t) modifies H;
  requires g != x;
  ensures H[r, g] == v && H[r, x] == 3;
{ H[r, g] := v; H[r, x] := 3; }
procedure Caller(r: Ref, q: Ref) modifies H;
  requires r != q;
  ensures H[q, x] == old(H[q, x]) && H[r, x] == 5 && H[r, b];
{ call Two(r, b, true); call Write(r, x, 5); assert H[r, x] == 5; call Write(r, b, true); call Restore(r, x, 7); call Restore(r, b, false); }
procedure Generic<t, u>(r: Ref, f: Field t, g: Field u, v: t, w: u) modifies H;
  ensures (forall<a> o: Ref, h: Field a :: H[o, h] == old(H)[o, h] || (o == r && (h == f || h == g)));
  ensures H[r, g] == w;
{ call Write(r, f, v); call Write(r, g, w); }
procedure GenericFails<t, u>(r: Ref, f: Field t, g: Field u, v: t, w: u) modifies H;
  ensures H[r, f] == v;
{ call Write(r, f, v); call Write(r, g, w); } // error
procedure GenericApart<t, u>(r: Ref, f: Field t, g: Field u, v: t, w: u) modifies H;
  requires f != g;
  ensures H[r, f] == v && H[r, g] == w;
{ call Write(r, f, v); call Write(r, g, w); }
procedure Loop<t>(r: Ref, f: Field t, v: t) modifies H;
  ensures (forall<a> o: Ref, h: Field a :: H[o, h] == old(H)[o, h] || (o == r && h == f));
{ while (*) invariant (forall<a> o: Ref, h: Field a :: H[o, h] == old(H)[o, h] || (o == r && h == f)); { call Write(r, f, v); } }
procedure Same<t>(h: Heap, k: Heap, r: Ref, f: Field t)
  requires (forall<a> o: Ref, g: Field a :: h[o, g] == k[o, g]);
{ assert h[r, f] == k[r, f]; assert (forall<a> g: Field a :: h[r, g] == k[r, g]); }
procedure SameBut<t>(h: Heap, k: Heap, r: Ref, f: Field t)
  requires (forall<a> o: Ref, g: Field a :: h[o, g] == k[o, g] || g == f);
{ assert f != x ==> h[r, x] == k[r, x]; assert h[r, x] == k[r, x]; } // error
