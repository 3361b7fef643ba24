// Declarations of the library are neither counted nor reported.
procedure P(n: int)
{
  var a: [int]bool;
  a := Set_Add(Set_Singleton(3), 5);
  assert Set_Size(a) == 2;
}
