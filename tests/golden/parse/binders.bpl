axiom (forall<a>x,y:a,{:skolem}i:int::{:qid "q1"}{:weight 3}{f(x,y)}{g(i),h(i)}f(x,y)==>(exists z:a::f(x,z)&&f(z,y)));
axiom (∀ x: int • x ≥ 0 ⇒ (∃ y: int • y ≠ x ∧ ¬(y ≤ x))) ⇔ true;
const m: [int]int; axiom m == (lambda i: int :: if i > 0 then i else -i);
axiom (var a, b := 1, 2; (var c := a + b; {:k} c == 3 && (a < b || b < a)));
axiom (forall x: int :: {:nopats f(x)} f(x) <== x == 1 <== true);
procedure P() { assert |{ var k: bool; A: k := true; goto B, C; B: return k; C: assume !k; return false; }|; }
