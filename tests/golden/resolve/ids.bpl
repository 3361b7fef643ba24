// Ids of statements are unique in the program.
procedure P()
  requires {:id "a"} true;
{
  assert {:id "a"} true;
  assume {:id "b"} true;
  while (*) invariant {:id "a"} true; { }
  call {:id "b"} P();
}
