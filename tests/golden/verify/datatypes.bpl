// Constructors, testers, fields, updates; taking apart what may be something else is a goal.
datatype List { Nil(), Cons(head: int, tail: List) }
datatype Pair { Pair(first: int, second: int) }
procedure Build(l: List) {
  var m: List;
  m := Cons(1, l);
  assert m is Cons && m->head == 1 && m->tail == l;
  assert m != l;
  assert l is Nil || l is Cons;
  m->head := 5;
  assert m == Cons(5, l);
  assert l is Cons; // fails
}
procedure Unpack(p: Pair, l: List) {
  var a: int, b: int, t: List;
  Pair(a, b) := p;
  assert p == Pair(a, b);
  Cons(a, t) := l; // fails: l may be Nil
  assert l == Cons(a, t);
}
