// A loop made of gotos: assertions at its head are invariants, and its trace has the names of its blocks.
procedure Count(n: int) returns (i: int)
  requires n >= 0;
{
start:
  i := 0;
  goto head;
head:
  assert 0 <= i && i <= n;
  goto body, done;
body:
  assume i < n;
  i := i + 1;
  goto head;
done:
  assume i >= n;
  assert i == n;
  assert i < n; // fails
  return;
}
