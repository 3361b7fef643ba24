datatype Tree<T> { Leaf(), Node({:child} left: Tree T, value: T, right: Tree T) }
datatype Pair<A,B>{Pair(fst:A,snd:B)}
function Size<T>(t: Tree T): int { if t is Leaf then 0 else 1 + Size(t->left) + Size(t->right) }
procedure Swap(p: Pair int bool) returns (q: Pair bool int, x: int) {
  var y: bool; Pair(x, y) := p; q := Pair(y, x); q->fst := !q->fst; assert q->(snd := 3)->snd == 3; }
