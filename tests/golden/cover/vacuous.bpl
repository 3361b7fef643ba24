// Contradictions by their sources; each is one finding, at the first goal it makes vacuous.
procedure Requires(n: int)
  requires n > 0;
  requires n < 0;
{
  assert n == 5;
  assert n == 6;
}

procedure Callee(x: int) returns (r: int);
  requires x > 1;
  ensures r > x && r < 0;

procedure Caller(x: int) returns (r: int)
  requires x > 1;
  ensures r < 0;
{
  call r := Callee(x);
  r := r - 1;
}

procedure Invariant(n: int)
{
  var i: int;
  i := 0;
  while (i < n)
    invariant i >= 0;
    free invariant i < 0;
  {
    i := i + 1;
  }
}

procedure Literal(n: int)
{
  assume false;
  assert n == 7;
}

procedure OwnProof(n: int)
  requires n > 3;
{
  assume n < 0;
  assert n > 2;
}
