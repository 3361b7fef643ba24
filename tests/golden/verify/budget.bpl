// A goal that uses up its resources is neither proved nor failed; the others go on.
function {:bvbuiltin "bvmul"} mul(bv32, bv32): bv32;
function {:bvbuiltin "bvadd"} add(bv32, bv32): bv32;
procedure P(x: int, a: bv32, b: bv32, c: bv32) {
  assert x + 1 > x;
  assert mul(add(a, b), add(b, c)) == add(add(mul(a, b), mul(b, b)), add(mul(a, c), mul(b, c)));
  assert x < 5 ==> x < 6;
}
procedure Q(x: int) {
  assert x + x == 2 * x;
}
