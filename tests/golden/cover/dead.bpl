// Branches that specifications or the code itself exclude.
procedure Specification(n: int) returns (r: int)
  requires n > 0;
  ensures r >= 0;
{
  r := 0;
  if (n < 0) {
    r := 0 - 1;
  }
}

procedure Code(n: int) returns (r: int)
  ensures r == 1;
{
  var k: int;
  k := 1;
  r := k;
  if (k > 1) {
    r := 7;
    if (n > 3) {
      r := 8;
    }
  }
}

procedure NoGoal(n: int) returns (r: int)
{
  var k: int;
  k := n;
  if (k != n) {
    r := 1;
  }
}

procedure Failed(n: int) returns (r: int)
{
  assert n > 0;
  if (n < 0) {
    r := 1;
  }
}
