axiom f(;
procedure P() { call Q(; x := g( }
