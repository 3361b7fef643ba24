// What is off is written with arbitrary values, and no where clause is assumed of them.
type Ref;
datatype Pair { Pair(first: int, second: int) }

var g: int where g > 0;
var heap: [Ref]int;

procedure Goal(r: Ref, s: Ref, p: Pair) returns (x: int, y: int)
  requires r != s;
  modifies g, heap;
  ensures heap[r] == old(heap[r]);
{
  var unused: int;
  var q: Pair;
  var a, b: int;

  unused := 3;
  g := 0 - 5;
  heap[s] := g;
  x, y := 1, 2;
  q := p;
  q->first := 7;
  assert q->second == p->second;
  Pair(a, b) := q;
}
