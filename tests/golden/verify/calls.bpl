// Preconditions at the call, postconditions after it, what a callee may change.
var total: int;
procedure Add(n: int) returns (before: int)
  requires n >= 0;
  modifies total;
  ensures before == old(total);
  ensures total == old(total) + n;
{
  before := total;
  total := total + n;
}
procedure Twice(n: int)
  requires n > 1;
  modifies total;
  ensures total == old(total) + 2 * n;
{
  var a: int, b: int;
  call a := Add(n);
  call b := Add(n);
  assert b - a == n;
  call a := Add(a - a - 1); // fails
}
procedure Forgets()
  modifies total;
  ensures total >= old(total);
{
  var a: int;
  total := 5;
  call a := Add(0);
  assert a == 5;
  total := a - 1; // so the postcondition fails
}
