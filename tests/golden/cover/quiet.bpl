// Nothing here is worth a word: what is meant to be dead, cut, vacuous or a hint; bookkeeping of a translator.
function f(x: int): int;
function h(x: int): bool;
axiom (forall x: int :: {f(x)} f(x) > x);
axiom (forall x: int :: {f(x)} h(x));

// A path that is cut, in the ways that translators write it.
procedure Cut(n: int) returns (r: int)
  requires n > 0;
  ensures r > 0;
{
  var k: int;
  if (n == 3) {
    k := 5;
    assume false;
  }
  r := n;
  while (true)
    invariant r > 0;
  {
    if (*) { return; }
    r := r + 1;
  }
}

procedure CutByGoto(n: int) returns (r: int)
  requires n > 0;
  ensures r > 0;
{
  goto left, right;
left:
  assume n > 10;
  r := n;
  return;
right:
  assume n <= 10;
  r := n;
  goto out;
out:
  return;
}

// Dead code that says so.
procedure Marked(n: int) returns (r: int)
  requires n > 0;
  ensures r == 1;
{
  r := 1;
  if (n < 0) {
    assert false;
  } else if (n == 0) {
    assert false;
    r := 7;
  }
}

// An intentional proof by contradiction: suppose it is not so.
procedure ByContradiction(n: int)
  requires n > 1;
{
  if (!(n * n > n)) {
    assert {:contradiction} n * n > n;
    assume false;
  }
}

// A hint that only supplies a term is a hint that works.
procedure Trigger(n: int)
{
  assert f(n) > n;
  assert h(n);
}

procedure True(n: int) returns (r: int)
  requires true;
  ensures r == n;
{
  assume true;
  r := n;
}

procedure Bookkeeping(n: int) returns (r: int, {:warrant_class "internal"} state: int)
  requires {:warrant_class "internal"} n < 1000;
  free requires n > 0;
  ensures r == n;
{
  assume {:captureState "begin"} true;
  assume {:warrant_class "internal"} n != 12;
  r := n;
}

// Nothing is claimed, so nothing is missing.
procedure NoSpecification(n: int) returns (r: int)
{
  r := n + 1;
}

// What follows from a failure is not told twice.
procedure Failing(n: int) returns (r: int)
  ensures r == 0;
{
  assert {:id "no"} n > 0;
  if (n < 0) { r := 1; } else { r := 0; }
}
