procedure A() { assert false; }
procedure B() { assert true; }
procedure C() { assert 1 > 2; }
