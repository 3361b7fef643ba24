// What calls, havoc and old may change.
var g: int;
var h: int;
var m: [int]int;

procedure Step() modifies g; ensures g > old(g);
{ g := g + 1; }

procedure Twice() modifies g; ensures g > old(g) + 1;
{
  var before: int;
  before := g;
  call Step();
  assert g > old(g) && g > before;
  call Step();
  assert g > before + 1;
  assert g == before + 2; // fails
}

procedure Frame() modifies g;
{
  var before: int;
  before := h;
  call Step();
  assert h == before;
  havoc g;
  assert h == old(h);
  assert g == old(g); // fails
}

procedure NestedOld() modifies g, m;
{
  g := 1;
  m[1] := 5;
  m[old(g)] := 7;
  assert m[old(g)] == 7;
  assert old(m[g]) == old(m)[old(g)];
  assert old(m[g]) == old(m)[g]; // fails
  assert m[1] == 5; // fails
}

procedure Weak() modifies g; free ensures g == 3;
{ g := 4; }

procedure UsesWeak() modifies g; ensures g == 4;
{
  call Weak();
  assert g == 3;
  return; // fails
}

procedure Silent();
procedure Havocs(); modifies m;
procedure MapFrame() modifies m;
{
  m[0] := 1;
  call Silent();
  assert m[0] == 1;
  call Havocs();
  assert m[0] == 1; // fails
}

procedure Where(a: int where a > 3) returns (r: int where r < 0)
{
  var x: int where x == a + 1;
  assert a > 3 && r < 0 && x > 4;
  x := 0;
  assert x > 4; // fails
  r := 5;
  havoc x;
  assert x == a + 1;
}

procedure CallsWhere()
{
  var r: int;
  call r := Where(0);
  assert r < 0;
  assert r < -1; // fails
}

procedure Shadow(x: int) returns (y: int)
  requires (forall y: int :: y * y >= 0 ==> x > y - 1 || y > x - 1);
  ensures y == x + 1;
{
  assert (forall x: int :: x == y); // fails
  y := x + 1;
  assert (lambda x: int :: x + y)[x] == x + y;
  assert (lambda y: int :: x + y)[x] == x + y; // fails
}

procedure {:inline 1} Add(x: int) returns (r: int) modifies g;
{ var t: int; t := x + 1; r := t; g := g + t; }

procedure Inlined(t: int, r: int) modifies g;
{
  var x: int, y: int;
  g := 0;
  x := t;
  call y := Add(r);
  assert y == r + 1 && x == t && g == r + 1;
  call x := Add(y);
  assert x == r + 2;
  assert g == x + y;
  assert t == x; // fails
}

// A precondition fails at its call, and nowhere else.
procedure Needs(x: int); requires x > 0; requires x < 100;
procedure Calls(x: int) requires x > 0;
{
  call Needs(7);
  call Needs(x); // fails
  assert x < 100;
  call Needs(-x); // fails
}

procedure Swaps(a: int, b: int) returns (p: int, q: int) ensures p == a && q == b;
{
  p, q := b, a;
  p, q := q, p;
  assert p == a && q == b;
  p, q := q, q;
  assert q == b;
  return; // fails
}

procedure Lambdas(k: int) modifies m;
{
  var n: [int]int;
  m := (lambda i: int :: i + k);
  n := (lambda i: int :: if i == 0 then 7 else m[i]);
  assert m[3] == 3 + k && n[0] == 7 && n[2] == 2 + k;
  m[0] := 7;
  assert n[5] == m[5];
  m[1] := k;
  assert m[1] == n[1]; // fails
}
