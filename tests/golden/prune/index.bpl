// The index of a write that stays is looked at, though its value is not.
procedure Goal(m: [int]int, n: int) returns (r: [int]int)
  requires n > 0;
  ensures r[n] == m[n];
{
  var i, j: int;
  r := m;
  i := n - 1;
  j := 5;
  r[i] := j;
}
