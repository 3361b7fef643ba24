// A heap in the usual style.
type Ref; type Field a; type Heap = <a>[Ref, Field a]a;
const unique null: Ref; const unique next, prev : Field Ref;
function {:inline} read<a>(h:Heap,r:Ref,f:Field a):a {h[r,f]}
function IsGood(h: Heap) returns (bool) uses { axiom (forall h: Heap :: {IsGood(h)} IsGood(h) ==> h[null,next]==null); }
var $Heap:Heap where IsGood($Heap);
procedure {:timeLimit 10} Insert(this:Ref, n:Ref) returns(r:Ref where r!=null)
requires this!=null&&n!=null; modifies $Heap;
free ensures IsGood($Heap); ensures r==n && $Heap[n,next]==old($Heap[this,next]);
{ $Heap[n,next]:=$Heap[this,next]; $Heap:=$Heap[this,next:=n]; r:=n; }
