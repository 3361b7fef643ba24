// As translators print: comments and captured states say where the text comes from.
procedure Call$$M.Step(n#0: int) returns (r#0: int);
  // user-defined preconditions
  requires 0 < n#0;
  free ensures r#0 == n#0;

procedure Impl$$M.Step(n#0: int) returns (r#0: int, $_done: bool);
  requires 0 < n#0;
  ensures r#0 == n#0;

implementation Impl$$M.Step(n#0: int) returns (r#0: int, $_done: bool)
{
    assume {:captureState "lib/Step.dfy(3,0): initial state"} true;
    $_done := false;
    assert 0 <= n#0;
    // ----- if statement ----- lib/Step.dfy(4,3)
    if (n#0 > 9)
    {
        // ----- assert statement ----- lib/Step.dfy(5,5)
        assert n#0 > 10;
        // ----- return statement ----- lib/Step.dfy(6,5)
        r#0 := 9;
        return;
    }
    assert n#0 > 1;
    // ----- call statement ----- lib/Step.dfy(8,7)
    call r#0 := Call$$M.Step(n#0 - 1);
}
