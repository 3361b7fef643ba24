// In a program that another verifier printed, an element stands in several places; it is unnecessary only when no proof uses any of them.
const $Height: int;
axiom $Height > -1; axiom $Height > -2; axiom $Height > -3; axiom $Height > -4; axiom $Height > -5; axiom $Height > -6;
axiom $Height > -7; axiom $Height > -8; axiom $Height > -9; axiom $Height > -10; axiom $Height > -11; axiom $Height > -12;
axiom $Height > -13; axiom $Height > -14; axiom $Height > -15; axiom $Height > -16; axiom $Height > -17; axiom $Height > -18;
axiom $Height > -19; axiom $Height > -20; axiom $Height > -21; axiom $Height > -22; axiom $Height > -23; axiom $Height > -24;
axiom $Height > -25; axiom $Height > -26; axiom $Height > -27; axiom $Height > -28; axiom $Height > -29; axiom $Height > -30;
axiom $Height > -31; axiom $Height > -32; axiom $Height > -33; axiom $Height > -34; axiom $Height > -35; axiom $Height > -36;
axiom $Height > -37; axiom $Height > -38; axiom $Height > -39; axiom $Height > -40; axiom $Height > -41; axiom $Height > -42;
axiom $Height > -43; axiom $Height > -44; axiom $Height > -45; axiom $Height > -46; axiom $Height > -47; axiom $Height > -48;
axiom $Height > -49; axiom $Height > -50; axiom $Height > -51; axiom $Height > -52;

// user-defined preconditions, and whether the clauses after them make sense
procedure CheckWellformed$$M.S(x#0: int, n#0: int);
implementation CheckWellformed$$M.S(x#0: int, n#0: int)
{
    assume x#0 > 3;
    assert {:subsumption 0} x#0 > 2;
    assume n#0 > 7;
}

procedure Impl$$M.S(x#0: int, n#0: int) returns (r#0: int);
  requires x#0 > 3;
  requires n#0 > 7;
  ensures r#0 >= 10;

implementation Impl$$M.S(x#0: int, n#0: int) returns (r#0: int)
{
  var i#0: int, $w$loop#0: bool;

    i#0 := 0;
    havoc $w$loop#0;
    while (true)
      invariant $w$loop#0 ==> i#0 <= 10;
      invariant $w$loop#0 ==> i#0 >= 0;
    {
        if (!$w$loop#0)
        {
            assume i#0 <= 10;
            assert {:subsumption 0} i#0 < 11;
            assume false;
        }
        if (i#0 >= 10)
        {
            break;
        }
        i#0 := i#0 + 1;
    }
    // ----- assert statement ----- M.dfy(9,3)
    assert {:subsumption 0} i#0 > 9;
    assume true;
    assert i#0 > 8;
    r#0 := i#0;
}

type LayerType;
const $LZ: LayerType;
function $LS(l: LayerType): LayerType;
function M.P(l: LayerType, x: int): bool;
function M.P#canCall(x: int): bool;

// A predicate is checked part by part and assumed as a whole.
procedure Impl$$M.T(x#0: int);
  requires M.P($LS($LS($LZ)), x#0);
  requires (forall l: LayerType :: {M.P(l, x#0)} M.P(l, x#0) ==> x#0 > 0);
implementation Impl$$M.T(x#0: int)
{
  var i#0: int, $w$loop#0: bool;

    i#0 := x#0;
    havoc $w$loop#0;
    while (true)
      invariant $w$loop#0 ==> M.P#canCall(i#0) ==> M.P($LS($LZ), i#0) || i#0 > 0;
      free invariant $w$loop#0 ==> M.P#canCall(i#0) && M.P($LS($LZ), i#0) && i#0 > 0;
    {
        assume $w$loop#0;
        assert i#0 > 0;
        if (*) { break; }
        i#0 := i#0 + x#0;
    }
}

procedure Call$$M.U(k#0: int);

// Arguments, and steps of a calculation.
procedure Impl$$M.V(b#0: bool) returns (r#0: int);
  requires !b#0;
  ensures r#0 == 1;
implementation Impl$$M.V(b#0: bool) returns (r#0: int)
{
  var k##0: int;

    k##0 := 7;
    call Call$$M.U(k##0);
    if (*)
    {
        // ----- assume lhs ----- M.dfy(20,3)
        assume b#0;
        // ----- assert line0 ==> line1 ----- M.dfy(20,3)
        assert {:subsumption 0} b#0 ==> false;
        assume false;
    }
    r#0 := 1;
}
