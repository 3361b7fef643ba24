// What a translator adds is implicit or internal; what the user wrote is found at the user's position.
function M.F(x#0: int): int;
// definition axiom for M.F (revealed)
axiom (forall x#0: int :: { M.F(x#0) } M.F(x#0) == x#0 + 1);
const $Height: int;

procedure CheckWellformed$$M.F(x#0: int);
implementation CheckWellformed$$M.F(x#0: int)
{
    assume {:captureState "F.dfy(1,9): initial state"} true;
}

procedure Impl$$M.G(x#0: int where 0 <= x#0) returns (r#0: int, $_done: bool);
  free requires 1 == $Height;
  // user-defined preconditions
  requires x#0 < 100;
  // user-defined postconditions
  ensures r#0 > 0;

implementation Impl$$M.G(x#0: int) returns (r#0: int, $_done: bool)
{
  var ##x#0: int;
  var y#0: int;

    assume {:captureState "F.dfy(5,0): initial state"} true;
    $_done := false;
    // ----- assume statement ----- F.dfy(6,3)
    assume true;
    assume x#0 < 50;
    // ----- assert statement ----- F.dfy(7,3)
    assert {:subsumption 0} 0 <= x#0 && x#0 < 100;
    assert x#0 != 200;
    // ----- assignment statement ----- F.dfy(8,9)
    ##x#0 := x#0;
    assume ##x#0 == x#0;
    y#0 := 3;
    assume {:captureState "F.dfy(8,12)"} true;
    // ----- assignment statement ----- F.dfy(9,5)
    r#0 := M.F(x#0);
    assume {:captureState "F.dfy(9,12)"} true;
}
