// Type synonyms and constructors, let, if-then-else, equivalence, chained implications.
type Index = int;
type Row = [Index]bool;
procedure T(r: Row, i: Index, p: bool, q: bool) {
  assert (var k := i + 1; r[k] || !r[k]);
  assert (if p then 1 else 2) < 3;
  assert (p <==> q) ==> (p ==> q);
  assert p ==> q ==> p;
  assert (p ==> q) <==> (!q ==> !p);
  assert (p <==> q) || (p <==> !q);
  assert p ==> q; // fails
}
