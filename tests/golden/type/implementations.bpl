// An implementation has the types of its procedure.
procedure P<a>(x: a, y: int) returns (z: a);
implementation P<b>(u: b, v: int) returns (w: b) { w := u; }
implementation P<a>(x: a, y: a) returns (z: a) { }
implementation P(x: int, y: int) returns (z: int) { }
implementation P<a>(x: a) returns (z: a) { }
