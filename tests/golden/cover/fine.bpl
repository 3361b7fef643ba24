// Parts of clauses: what is needed of them, and left sides that are never true.
function f(i: int): int;
procedure P(n: int, m: int) returns (r: int)
  requires n > 0;
  requires m > 3 ==> n > 1 && n < 9;
  requires n < 0 ==> m == 5;
  ensures r > 0;
  ensures r < 0 ==> m == 7;
  ensures m > 3 ==> r > 0;
{
  assert m > 3 ==> n > 1;
  assert n < 0 ==> n == 7;
  assert {:warrant_ok "never-true"} n < -1 ==> n == 7;
  assert n > 0 || m == 2;
  assume (forall i: int :: i == n && n < 0 ==> f(i) > 0);
  r := n;
}

procedure Loop(n: int) returns (s: int) requires n >= 0; ensures s == n;
{
  var i: int;
  i := 0; s := 0;
  while (i < n)
    invariant i <= n && s == i;
    invariant i > n ==> s == 99 && n == 3;
  { i := i + 1; s := s + 1; }
}

procedure Q(n: int, m: int)
  requires (forall i: int :: {f(i)} 0 <= i && i < n ==> f(i) > 0 && f(i) < m);
  requires n > 3 && (n > 5 || (m > 0 && m < 100));
{
  assert f(2) > 0;
  assume n < 5;
  assert m > 0;
  assert n > 4 ==> m > n ==> n > 9;
}

procedure Unproved(n: int) requires n > 0; { assert n > 1; assert n < 0 ==> n == 7; }
procedure Vacuous(n: int) requires n > 0; { assume false; assert n < 0 ==> n == 7; }
procedure Jumps(n: int) requires n > 0; { L: assert n < 0 ==> n == 7; goto L, M; M: return; }
procedure Forward(n: int) requires n > 0; { goto L, M; L: assert n < 0 ==> n == 7; goto M; M: assert n > 0 || n < -9; }
procedure Goto(n: int) returns (s: int) requires n >= 0; ensures s == n; ensures s < 0 ==> n == 3;
{
  var i: int;
  i := 0; s := 0;
  goto Head;
  Head:
    assert 0 <= i && i <= n && s == i;
    assert i > n ==> s == 99 && n == 3; // the invariant of a loop, never of use
    assert i > 0 ==> s > 0;
    goto Body, Done;
  Body:
    assume i < n;
    i := i + 1; s := s + 1;
    assert s < 0 ==> i == 7;
    assert i > 0 || n < 0; // holds without its second side: not asked about here
    goto Head;
  Done:
    assume i >= n;
}
