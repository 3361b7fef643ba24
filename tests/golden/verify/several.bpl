// All failures of several procedures, in the order of the text; procedures without goals are verified.
procedure A(x: int) { assert x == 1; assert x == 2; }
procedure B(x: int) { }
procedure C(x: int) { assert x * 0 == 0; }
procedure D(x: int) returns (y: int) ensures y > x; ensures y < x; { y := x; }
procedure {:verify false} E() { assert false; }
procedure F(x: int);
  ensures false;
