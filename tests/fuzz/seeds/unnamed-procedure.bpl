procedure 
{ var x: int; x := 1; }
procedure P() {
