procedure P() { }
#line 100 orig.dfy
procedure Q() { x := ; }
