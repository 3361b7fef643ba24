// Frames by field on a polymorphic heap: writes, calls, loops, procedures with type parameters.
type Ref;
type Field _;
const unique x: Field int;
const unique y: Field int;
const unique b: Field bool;
const unique next: Field Ref;
const null: Ref;
var H: <a>[Ref, Field a]a;

procedure W1(r: Ref) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o,f] == old(H)[o,f] || (o == r && f == x));
{ H[r,x] := 1; }

procedure W2(r: Ref) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: {H[o,f]} H[o,f] == old(H)[o,f] || (o == r && (f == x || f == b)));
{ H[r,x] := 1; H[r,b] := true; }

procedure W3(r: Ref, s: Ref) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o,f] == old(H)[o,f] || o == r || o == s);
{ H[r,x] := 1; H[s,b] := true; H[s,next] := r; }

procedure W4(r: Ref) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: o != r ==> H[o,f] == old(H)[o,f]);
  ensures H[r,x] == 1 && H[r,b];
{ call W1(r); H[r, b] := true; call W1(r); }

procedure W5(r: Ref) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o,f] == old(H)[o,f] || (o == r && f == x));
  ensures H[r, y] == old(H[r, y]);
  ensures H[r, b] == old(H[r, b]);
  ensures (forall o: Ref :: o != r ==> H[o,x] == old(H[o,x]));
{ H[r,x] := 1; }

procedure W6(r: Ref) modifies H; // calls preserve
  requires H[r, b];
{ call W5(r); assert H[r, b]; call W1(r); assert H[r, y] == old(H[r, y]); assert H[r,b]; assert H[r, x] == old(H[r,x]); } // error 

procedure W7(r: Ref) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o,f] == old(H)[o,f] || (o == r && f == x));
{ H[r,y] := 1; } // error

procedure W8(r: Ref) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o,f] == old(H)[o,f] || (o == r && f == x));
{ if (*) { H[r,x] := 1; H[r,x] := 2; } else { H[r, b] := H[r, b]; } }

procedure W9(r: Ref, n: int) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o,f] == old(H)[o,f] || (o == r && f == x));
{
  var i: int;
  i := 0;
  while (i < n)
    invariant (forall<a> o: Ref, f: Field a :: H[o,f] == old(H)[o,f] || (o == r && f == x));
  { H[r,x] := H[r,x] + 1; i := i + 1; }
}
procedure W10<t>(r: Ref, g: Field t, v: t) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o,f] == old(H)[o,f] || (o == r && f == g));
  ensures H[r, g] == v;
{ H[r,g] := v; }
procedure W11(r: Ref) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o,f] == old(H)[o,f] || (o == r && (f == x || f == b)));
  ensures H[r, x] == 3 && H[r, b];
{ call W10(r, x, 3); call W10(r, b, true); }
procedure W12<t>(r: Ref, g: Field t, v: t) modifies H;
  ensures (forall<a> o: Ref, f: Field a :: H[o,f] == old(H)[o,f] || (o == r && f == x) || (o == r && f == g));
{ H[r,g] := v; call W1(r); }
