// Numbers, maps, types and functions.
procedure DivMod(a: int, b: int)
{
  assert 7 div 2 == 3 && 7 mod 2 == 1;
  assert -7 div 2 == -4 && -7 mod 2 == 1;
  assert 7 div -2 == -3 && 7 mod -2 == 1;
  assert -7 div -2 == 4 && -7 mod -2 == 1;
  assert b != 0 ==> a == b * (a div b) + a mod b;
  assert b != 0 ==> a mod b >= 0;
  assert a div b * b <= a; // fails
  assert a mod 0 == a; // fails
  assert a div 0 == a div 0;
  assert a div 0 == 0; // fails
}

procedure Reals(r: real, i: int)
{
  assert int(2.5) == 2;
  assert int(-2.5) == -3;
  assert int(real(i)) == i;
  assert real(int(r)) <= r;
  assert real(int(r)) == r; // fails
  assert real(7) / real(2) == 3.5;
  assert 7 / 2 == 3.5;
  assert r * r >= 0.0;
  assert r / r == 1.0; // fails
}

procedure Bits(x: bv8, y: bv8)
{
  assert 255bv8 ++ 1bv8 == 65281bv16;
  assert x[8:4] ++ x[4:0] == x;
  assert x[4:0] ++ x[8:4] == x; // fails
}

procedure Floats(x: float24e8)
{
  assert 0x1.0e0f24e8 == 0x1.0e0f24e8;
  assert x == x;
  assert x == 0x1.0e0f24e8; // fails
}

procedure Maps(a: [int]int, b: [int]int)
{
  assert a[1 := 2][1] == 2;
  assert a[1 := 2][3] == a[3];
  assert a[1 := a[1]][2] == a[2];
  assert a[1 := 2][1 := 3][1] == 3;
  assert a[0] == b[0]; // fails
}

type Colour;
const unique red: Colour;
const unique green: Colour;
const blue: Colour;
procedure Unique()
{
  assert red != green;
  assert blue != red; // fails
  assert (forall c: Colour :: c == red || c == green); // fails
}

datatype List { Nil(), Cons(head: int, tail: List) }
procedure Lists(l: List)
{
  assert l is Nil || l is Cons;
  assert Cons(1, Nil())->head == 1;
  assert Cons(1, l) != l;
  assert l is Cons ==> l == Cons(l->head, l->tail);
  assert l->tail != l; // fails
}

function f(x: int): int;
function {:inline} twice(x: int): int { x + x }
function fact(x: int): int { if x <= 0 then 1 else x * fact(x - 1) }
procedure Functions(a: int, b: int)
{
  assert a == b ==> f(a) == f(b);
  assert twice(a) == 2 * a;
  assert fact(0) == 1;
  assert f(a) == f(b) ==> a == b; // fails
  assert fact(1) == 2; // fails
}

procedure Poly<T>(a: T, b: T, m: <U>[U]int)
{
  assert m[a := 1][a] == 1;
  assert m[a := 1][b] == m[b] || a == b;
  assert m[1 := 7][true] == m[true];
  assert a == b; // fails
}

procedure Precedence(p: bool, q: bool, r: bool)
{
  assert (p ==> q ==> r) <==> (p ==> (q ==> r));
  assert (p ==> q ==> r) <==> ((p ==> q) ==> r); // fails
  assert (r <== q <== p) <==> ((r <== q) <== p);
  assert 2 - 1 - 1 == 0 && 8 div 2 div 2 == 2;
  assert !p && q ==> q;
}

// A constant under several types: what holds for one does not hold for another.
function size<T>(x: T): int;
axiom (forall b: bool :: {size(b)} size(b) == 1);
axiom (forall i: int :: {size(i)} size(i) == 2);
procedure Sizes<T>(x: T, r: real)
{
  assert size(true) == 1 && size(5) == 2;
  assert size(size(false)) == 2;
  assert size(r) == 1 || size(r) == 2; // fails
}

procedure PolymorphicAxiom()
{
  assert (forall<T> x: T :: {size(x)} size(x) == size(x));
  assert (forall<T> x: T :: {size(x)} size(x) > 0); // fails
}

procedure Strings(p: bool, x: int)
{
  assert (if p then x else x) == x;
  assert (if p then 1 else 2) != 0;
  assert (var y := x + 1; y > x);
  assert (var y := x; (var x := y + 1; x == y + 1));
  assert (if p then 1 else 2) == 1; // fails
  assert p;
}
