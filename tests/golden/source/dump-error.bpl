axiom 1;
