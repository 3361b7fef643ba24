// Fixed widths: wrapping, signs, slices.
function {:bvbuiltin "bvadd"} add(bv8, bv8): bv8;
function {:bvbuiltin "bvand"} and(bv8, bv8): bv8;
function {:bvbuiltin "bvult"} below(bv8, bv8): bool;
function {:bvbuiltin "bvslt"} less(bv8, bv8): bool;
procedure Bits(x: bv8, y: bv8) {
  assert add(255bv8, 1bv8) == 0bv8;
  assert add(x, y) == add(y, x);
  assert and(x, 15bv8)[8:4] == 0bv4;
  assert x[8:4] ++ x[4:0] == x;
  assert less(128bv8, 0bv8) && below(0bv8, 128bv8);
  assert below(x, add(x, 1bv8)); // fails at 255
}
