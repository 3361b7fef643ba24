procedure P() { 	 x := ∀ ; }
