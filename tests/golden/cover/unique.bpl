const unique a: bool;
const unique b: bool;
const unique c: bool;
procedure P() { assert 1 == 2; }
