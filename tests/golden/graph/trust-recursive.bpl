function sum(n: int): int { if n <= 0 then 0 else n + sum(n - 1) }
function up(n: int): int { if n <= 0 then 0 else n + up(n + 1) }
function a(n: int): int { b(n) } 
function b(n: int): int { if n > 0 then a(n - 1) else 0 }
datatype List { Nil(), Cons(head: int, tail: List) }
function len(l: List): int { if l is Cons then 1 + len(l->tail) else 0 }
function len2(l: List): int { if l is Nil then 0 else 1 + len2(l->tail) }
function all(n: int): bool { n > 3 ==> all(n - 1) && true }
procedure P() { assert sum(1) == 1; assert up(0) == 0; assert b(1) == 0; assert len(Cons(1, Nil())) == 1; assert len2(Cons(1,Nil())) == 1; assert all(3); }
