// Unique constants differ; others need not.
type Color;
const unique red, green: Color;
const blue: Color;
const one: int;
axiom one == 1;
procedure Colors() {
  assert red != green;
  assert one + one == 2;
  assert blue != red; // fails
}
