// {:verified_under u}: checked where u does not hold, and assumed afterwards.
procedure KnownAfter(x: int) { assert {:verified_under true} x > 5; assert x > 5; }
procedure KnownAfterFails(x: int, u: bool) { assert {:verified_under u} x > 5; assert x > 5; }
procedure OnlyFirstFails(x: int, u: bool) { assert {:verified_under false} x > 5; assert x > 5; }
procedure First(x: int, u: bool) requires u; { assert {:verified_under u} {:verified_under false} x > 5; assert x > 4; }
procedure Forgets(x: int) { assert {:subsumption 0} {:verified_under true} x > 5; assert x > 5; }
procedure Conjuncts(x: int, y: int, u: bool) requires !u ==> x > 0; requires !u ==> y > 0;
{ assert {:verified_under u} x > 0 && y > 0; assert x + y > 1; }
procedure Inv(n: int) {
  var i: int;
  i := 0;
  while (i < n) invariant {:verified_under true} i <= 3; { i := i + 1; }
  assert i <= 3;
}
procedure InvFails(n: int) {
  var i: int;
  i := 0;
  while (i < n) invariant {:verified_under false} i <= 3; { i := i + 1; }
  assert i <= 3;
}
procedure InvUnder(n: int, u: bool) requires u; {
  var i: int;
  i := 4;
  while (i < n) invariant {:verified_under u} i <= 3; invariant i <= 4; { i := i + 1; }
  assert i <= 3;
}
procedure InvUnderConj(n: int, u: bool) {
  var i: int;
  i := 0;
  while (i < n) invariant {:verified_under u} 0 <= i && i <= 3; { i := i + 1; }
  assert i <= 3;
}
procedure R(x: int); requires x > 0;
procedure Call(x: int) { call {:verified_under true} R(x); assert x > 0; }
procedure CallFails(x: int, u: bool) { call {:verified_under u} R(x); assert x > 0; }
procedure Ignored(x: int) requires {:verified_under true} x > 0; ensures {:verified_under true} x > 1; { }
procedure Goto(x: int) {
  var i: int;
  i := 0;
  H: assert {:verified_under true} i <= 3;
  goto B, E;
  B: i := i + 1; goto H;
  E: assert i <= 3;
}
procedure {:inline 1} I(x: int) requires x > 0; { }
procedure CallInline(x: int) { call {:verified_under true} I(x); }
