// Of these findings the first two are in known.json, wherever they stand and however they are spaced; a third one there is gone.
procedure P(n: int) returns (r: int)
  requires n > 0;
  requires n   <   100;
  ensures r > 0;
{
  assume n > 1;
  r := n;
}
procedure Q(n: int) returns (r: int)
  requires n < 100;
  ensures r > n;
{
  r := n + 1;
}
