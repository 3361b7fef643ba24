// Procedures with type parameters are inlined at the types of the call.
type Ref;
type Field _;
type List _;
function cons<a>(x: a, l: List a): List a;
function head<a>(l: List a): a;
axiom (forall<a> x: a, l: List a :: {cons(x, l)} head(cons(x, l)) == x);
var H: <a>[Ref, Field a]a;

procedure {:inline 1} Id<a>(x: a) returns (r: a) ensures r == x; { r := x; }
procedure UseId() {
  var i: int, b: bool;
  call i := Id(5);
  call b := Id(true);
  assert i == 5 && b;
  assert i == 6; // error
}

procedure {:inline 1} Write<a>(o: Ref, f: Field a, v: a) modifies H; { H[o, f] := v; }
procedure {:inline 1} Read<a>(o: Ref, f: Field a) returns (v: a) { v := H[o, f]; }
procedure UseHeap(o: Ref, f: Field int, g: Field bool) modifies H; {
  var i: int, b: bool;
  call Write(o, f, 7);
  call Write(o, g, true);
  call i := Read(o, f);
  call b := Read(o, g);
  assert i == 7 && b;
  assert !b; // error
}

procedure {:inline 1} Swap<a, b>(x: a, y: b) returns (p: b, q: a) { p := y; q := x; }
procedure UseSwap() {
  var i: int, b: bool;
  call b, i := Swap(3, false);
  assert i == 3 && !b;
  call i, b := Swap(b, i);
  assert i == 3 && !b;
}

procedure {:inline 2} Rec<a>(x: a, n: int) returns (r: a) {
  r := x;
  if (n > 0) { call r := Rec(x, n - 1); }
}
procedure UseRec() { var i: int; call i := Rec(5, 1); assert i == 5; }
procedure UseRecDeep() { var i: int; call i := Rec(5, 2); assert false; } // the path ends

procedure {:inline 1} Down<a>(x: a) returns (r: int) { if (*) { call r := Down(3); } else { r := 1; } }
procedure UseDown() { var i: int; call i := Down(true); assert i == 1; }
procedure UseDownFails() { var i: int; call i := Down(true); assert i == 2; } // error

procedure {:inline 1} Impl<a>(x: a) returns (r: a);
  requires x == x;
  ensures r == x;
implementation {:inline 1} Impl<b>(y: b) returns (s: b) { var t: b; t := y; s := t; }
procedure UseImpl<c>(z: c) { var w: c; call w := Impl(z); assert w == z; }

procedure {:inline 1} Outer<a>(x: a) returns (l: List a) { var y: a; call y := Id(x); call l := Wrap(y); }
procedure {:inline 1} Wrap<a>(x: a) returns (l: List a) { havoc l; l := cons(x, l); }
procedure UseOuter<c>(z: c) {
  var l: List c;
  call l := Outer(z);
  assert head(l) == z;
}
procedure {:inline 1} Req<a>(x: a, y: a) requires x == y; { }
procedure UseReqFails() { call Req(1, 1); call Req(true, false); } // error

procedure {:inline 1} Old<a>(o: Ref, f: Field a, v: a) modifies H;
  ensures H[o, f] == v && (forall<b> g: Field b, p: Ref :: p != o ==> H[p, g] == old(H)[p, g]);
{ H[o, f] := v; }
procedure UseOld(o: Ref, p: Ref, f: Field int) requires o != p; modifies H; {
  var before: int;
  before := H[p, f];
  call Old(o, f, 3);
  assert H[p, f] == before && H[o, f] == 3;
}
