// Binary search in a sorted array; -1 if the key is not there.
function Sorted(a: [int]int, n: int): bool
{
  (forall i, j: int :: 0 <= i && i < j && j < n ==> a[i] <= a[j])
}

procedure Search(a: [int]int, n: int, key: int) returns (r: int)
  requires 0 <= n;
  requires Sorted(a, n);
  ensures 0 <= r ==> r < n && a[r] == key;
  ensures r < 0 ==> (forall i: int :: 0 <= i && i < n ==> a[i] != key);
{
  var low, high, mid: int;

  low := 0;
  high := n;
  while (low < high)
    invariant 0 <= low && low <= high && high <= n;
    invariant (forall i: int :: 0 <= i && i < low ==> a[i] < key);
    invariant (forall i: int :: high <= i && i < n ==> key < a[i]);
  {
    mid := low + (high - low) div 2;
    if (a[mid] < key) {
      low := mid + 1;
    } else if (key < a[mid]) {
      high := mid;
    } else {
      r := mid;
      return;
    }
  }
  r := -1;
}
