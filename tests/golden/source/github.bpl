procedure Q() { x := ; }
