// The type at which p is used does not follow from its indices: two statements about it may speak of two types.
function f<a>(x: a): bool;
function g<a>(x: a): bool;
procedure P(p: <a>[]a) {
  assume (exists<a> x: a :: f(x) && p[] == x && !g(x));
  assume (exists<a> x: a :: f(x) && p[] == x && g(x));
  assert false; // error
}
procedure Q(p: <a>[int]a) {
  assume (exists<a> x: a :: f(x) && p[0] == x && !g(x));
  assume (exists<a> x: a :: f(x) && p[0] == x && g(x));
  assert false; // error
}
