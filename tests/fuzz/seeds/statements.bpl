var g: int; var m: [int][int]int;
pure procedure {:p} P<a>(x: int where x > 0, {:y} y: a) returns (r: int)
  requires {:id "r"} x > 0; free requires true; modifies g, m; modifies;
  ensures r == old(g); free ensures {:always_assume} true; measure x, r;
{
  var l, k: int, z: bool where z; var d: D;
  L: assert {:a} true; assume z; havoc l, k;
  l, m[1][2], d->f->g := {:id "s"} 1, 2, 3; C(l, k) := d;
  call l := Q(1, 2); free call Q(); call {:c} l, k := R();
  if (*) { goto L, M; } else if (l > 0) { return; } else { }
  while (l < 3) invariant l > 0; free invariant {:b} true; measure 3 - l; { if (*) { break; } }
  M2: while (*) { }
  hide *; reveal f; push; pop; hide f; measure l, k;
  M: return;
}
implementation {:impl} P<a>(x: int, y: a) returns (r: int) { r := 1; }
