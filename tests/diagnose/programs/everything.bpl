// Everything that `warrant run` can be given.
type Ref;
datatype List { Nil(), Cons(head: int, tail: List) }
const c: int;
function f(x: int, b: bool): int;
var g: int;

procedure Choose() returns (r: int);
  ensures r > c;

procedure P(x: int, a: [int]int, r: Ref, l: List, q: real, w: bv8) returns (s: int)
  modifies g;
{
  var y: int;
  havoc y;
  g := g + y;
  if (*) {
    s := f(x, true);
  } else {
    s := a[x] + a[7];
  }
  call y := Choose();
  havoc y;
  assert y != s;
  assert l == Cons(1, Nil()) && q == 1.5 && w == 255bv8;
  assert x div 0 == 3;
}

procedure Q(n: int) returns (k: int)
  requires n < 5;
{
  k := 0;
  while (k != n)
    invariant k >= 0;
  {
    k := k + 1;
  }
}
