(set-option :global-decls true)
(push 2)
(declare-fun p (Int) Bool)
; axiom 3:1
(assert (! (forall ((x@@1 Int)) (! (p x@@1) :pattern ((p x@@1)) :weight 2)) :named ax_1))
; unique 4:1
(assert (! (distinct 1 2 3) :named ax_2))
(pop 1)
(assert (! (not (p 3)) :named goal))
(echo "a ""string"" (")
(check-sat-using (then simplify smt))
(pop 1)
(reset-assertions)
(check-sat)
