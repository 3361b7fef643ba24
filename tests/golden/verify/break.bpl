// break, labelled break, and if (*)
procedure Find(a: [int]int, n: int, key: int) returns (at: int)
  ensures at >= 0 ==> a[at] == key;
  ensures at < n; // fails for n <= -1
{
  var i: int;
  i := 0;
  at := -1;
  search:
  while (i < n)
    invariant at == -1;
  {
    while (true) {
      if (a[i] == key) { at := i; break search; }
      break;
    }
    i := i + 1;
    if (*) { break; }
  }
  assert at == -1 || a[at] == key;
}
