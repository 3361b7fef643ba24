// Verified programs whose assertions and postconditions are mutated.
type Ref;
datatype Tree { Leaf(), Node(left: Tree, value: int, right: Tree) }

var heap: [Ref]int;
var total: int where total >= 0;

procedure Max(a: int, b: int) returns (r: int)
  ensures r >= a && r >= b;
  ensures r == a || r == b;
{
  if (a < b) { r := b; } else { r := a; }
  assert r >= a;
}

procedure Sum(n: int) returns (s: int)
  requires n >= 0;
  ensures 2 * s == n * (n + 1);
{
  var i: int;
  i, s := 0, 0;
  while (i < n)
    invariant 0 <= i && i <= n;
    invariant 2 * s == i * (i + 1);
  {
    i := i + 1;
    s := s + i;
  }
  assert i == n;
}

procedure Write(r: Ref, q: Ref, v: int)
  requires r != q;
  modifies heap;
  ensures heap[r] == v;
  ensures heap[q] == old(heap)[q];
  ensures (forall o: Ref :: o == r || heap[o] == old(heap[o]));
{
  heap[r] := v;
  assert heap[r] == v && heap[q] == old(heap[q]);
}

procedure Add(v: int)
  requires v >= 0;
  modifies total;
  ensures total == old(total) + v;
{
  total := total + v;
}

procedure AddTwice(v: int)
  requires v >= 0;
  modifies total;
  ensures total == old(total) + 2 * v;
{
  call Add(v);
  call Add(v);
  assert total >= v;
}

procedure Find(a: [int]int, n: int, key: int) returns (at: int)
  requires n >= 0;
  ensures at >= 0 ==> at < n && a[at] == key;
  ensures at < 0 ==> (forall i: int :: 0 <= i && i < n ==> a[i] != key);
{
  at := 0;
  while (at < n)
    invariant 0 <= at && at <= n;
    invariant (forall i: int :: 0 <= i && i < at ==> a[i] != key);
  {
    if (a[at] == key) { return; }
    at := at + 1;
  }
  assert at == n;
  at := -1;
}

procedure Turn(t: Tree) returns (r: Tree)
  requires t is Node;
  ensures r == Node(t->right, t->value, t->left);
{
  r := t;
  r->left := t->right;
  r->right := t->left;
  assert r->value == t->value && r is Node;
}

procedure Gauss(n: int) returns (r: int)
  requires n >= 0;
  ensures r >= n;
{
  if (n == 0) {
    r := 0;
    assert r == n;
  } else {
    call r := Gauss(n - 1);
    r := r + n;
    assert r >= 2 * n - 1;
  }
}
