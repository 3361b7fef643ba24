// The greatest element of an array.
procedure Max(a: [int]int, n: int) returns (m: int)
  requires 0 < n;
  ensures (forall i: int :: 0 <= i && i < n ==> a[i] <= m);
  ensures (exists i: int :: 0 <= i && i < n && a[i] == m);
{
  var k: int;
  var best: int;

  k := 1;
  best := 0;
  m := a[0];
  while (k < n)
    invariant 1 <= k && k <= n;
    invariant 0 <= best && best < n && a[best] == m;
    invariant (forall i: int :: 0 <= i && i < k ==> a[i] <= m);
  {
    if (m < a[k]) {
      m := a[k];
      best := k;
    }
    k := k + 1;
  }
}
