// Proofs by contradiction on purpose, dead code that is marked, and attributes.
procedure Contradiction(n: int)
  requires n > 0;
{
  if (n < 0) {
    assert {:contradiction} n == 7;
  }
}

procedure Marked(n: int) returns (r: int)
  requires n > 0;
  ensures r == 0;
{
  r := 0;
  if (n < 0) {
    assert false;
    r := 1;
  }
}

procedure {:warrant_ok "unnecessary-requires"} Whole(n: int)
  requires n > 0;
{
  assert {:warrant_ok "unnecessary-assert"} n == n;
  assume {:warrant_ok "unnecessary-assume"} n < 10;
  assume true;
  assert n + 1 > n;
}

procedure Nothing(n: int)
  requires {:warrant_ok "unnecessary-requires"} n > 0;
{
  assert {:contradiction} n > 0;
  assume {:warrant_ok "no-such-finding"} n > 1;
  assert n > 1;
}

procedure Cut(n: int)
  requires n > 0;
{
  if (n == 3) {
    assume n > 1;
    assume false;
  }
  while (true)
  {
    assert n > 0;
  }
}
