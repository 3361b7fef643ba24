axiom c > 0;
axiom d;
