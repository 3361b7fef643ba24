procedure Apart(i: int, j: int) {
  var m: [int]int;
  assume i != j;                   // (L)
  m[i] := 1;                       // (D)
  m[j] := 2;                       // (I)
  assert m[i] == 1;                // (Q)
}
