// Reading, writing, extensionality by points, maps of maps.
type Ref;
type Field;
var heap: [Ref][Field]int;
procedure Update(r: Ref, s: Ref, f: Field, g: Field)
  requires r != s;
  modifies heap;
{
  var before: [Ref][Field]int;
  before := heap;
  heap[r][f] := 3;
  assert heap[r][f] == 3;
  assert heap[s] == before[s];
  assert f != g ==> heap[r][g] == before[r][g];
  assert heap == before[r := before[r][f := 3]];
  assert heap[r][g] == before[r][g]; // fails when f is g
}
procedure Swap(a: [int]int, i: int, j: int) returns (b: [int]int)
  requires i != j;
  ensures b[i] == a[j] && b[j] == a[i];
  ensures (forall k: int :: k != i && k != j ==> b[k] == a[k]);
{
  b := a[i := a[j]][j := a[i]];
}
