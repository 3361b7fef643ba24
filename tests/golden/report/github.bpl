// Failures with the violated clause, clashing clauses, clauses that can go.
procedure P(n: int) returns (r: int)
  requires n > 0;
  requires n < 10 && n != 77;
  ensures r > 1;
{
  r := n;
}

procedure Q(n: int)
  requires n > 0;
  requires n < 0;
{
  assert n == 7;
}
