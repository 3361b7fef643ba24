// Declarations of the library come by themselves; a misspelt name of it gets a note.
procedure P(s: [int]bool) returns (o: Option int)
{
  o := Some(1);
  assert Set_Contians(Set_Add(s, o->t), 1);
}
