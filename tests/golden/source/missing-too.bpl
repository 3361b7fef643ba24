axiom c > 0;
