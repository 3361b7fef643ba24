#if FILE_0
const a: int;
#elsif X
  #if !Y
#endif
#else
const b
#endif
#line 12 other.bpl
axiom (∀ x: int • x ≤ x ⇒ ¬(x ≠ x) ∧ true);
/* a /* nested */ comment */ // end