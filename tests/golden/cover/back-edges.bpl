procedure P(y: int) {
  var x: int;
  x := 0;
  while (*) 
    invariant x >= 0;
  { if (*) { x := 1; } else { assume y >= 0; x := y; } }
}
procedure Q(y: int) {
  var x: int;
  x := 0;
  while (*) 
    invariant x >= 0;
  { if (*) { assume false; x := 1; } else { assume y >= 0; x := y; } }
}
