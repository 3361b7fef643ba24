procedure P(x: int) requires x > 0; { assert x >= 0; }
procedure Other(x: int) { assert x == x; }
