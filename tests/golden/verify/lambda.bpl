// Functions as maps.
const n: int;
procedure Lambda(k: int) {
  var square: [int]int, plus: [int]int;
  square := (lambda x: int :: x * x);
  assert square[3] == 9;
  plus := (lambda x: int :: x + k);
  assert plus[n] == n + k;
  assert plus == (lambda y: int :: y + k);
  assert plus[0] == 0; // fails unless k is 0
}
procedure Set(s: [int]bool)
  ensures (forall i: int :: (lambda j: int :: s[j] && j > 0)[i] ==> s[i]);
{
}
