// The source with a mark per line.
procedure P(n: int, m: int) returns (r: int)
  requires n > 4;
  requires n > 3;
  requires m > 0;
  ensures r > 3;
{
  r := n;
}
