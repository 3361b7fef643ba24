axiom {:msg "[31m‮"} 1;
