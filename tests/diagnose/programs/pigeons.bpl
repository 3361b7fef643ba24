// Two goals: one is cheap on every axis; the cost of the other one depends on luck.
function hole(int): int;
function wide(int): bool;
axiom (forall i: int :: {hole(i)} 0 <= hole(i) && hole(i) < 5);
axiom (forall i: int :: {wide(i)} wide(i) ==> i > 10);
axiom (forall i: int :: {wide(i)} i > 20 ==> wide(i));
procedure Pigeons(a: int, b: int, c: int, d: int, e: int, f: int, n: int)
{
  assert wide(n) ==> n > 9;
  assert hole(a) == hole(b) || hole(a) == hole(c) || hole(a) == hole(d) || hole(a) == hole(e) || hole(a) == hole(f) ||
    hole(b) == hole(c) || hole(b) == hole(d) || hole(b) == hole(e) || hole(b) == hole(f) || hole(c) == hole(d) ||
    hole(c) == hole(e) || hole(c) == hole(f) || hole(d) == hole(e) || hole(d) == hole(f) || hole(e) == hole(f);
}
