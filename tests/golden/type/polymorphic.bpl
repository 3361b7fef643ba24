// Types in messages: instances, parameters, maps.
type Ref;
type Field a;
type Heap = <a>[Ref, Field a]a;
const count: Field int;
const flag: Field bool;
function get<a>(h: Heap, r: Ref, f: Field a): a;
function same<a>(x: a, y: a): bool;
axiom (forall h: Heap, r: Ref :: get(h, r, count) == 0 && get(h, r, flag));
axiom (forall h: Heap, r: Ref :: get(h, r, count));
axiom (forall h: Heap, r: Ref :: get(r, h, count) == 0);
axiom (forall h: Heap, r: Ref :: h[r, flag] == 0);
axiom (forall h: Heap, r: Ref :: h[flag, r]);
axiom same(count, flag);
axiom (forall<a> x: a, y: Field a :: x == y);
axiom (forall m: <a>[a]int, n: <a>[a]a :: m == n);
