axiom (exists x: int :: x == 0);
