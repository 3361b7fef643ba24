// Axioms are hidden from whole bodies: where every check of a body hides the functions on which they depend.
function outer(x: int): int uses { hideable axiom (forall x: int :: {outer(x)} outer(x) == inner(x) + 1); }
function inner(x: int): int uses { hideable axiom (forall x: int :: {inner(x)} inner(x) == 42); }
function plain(x: int): int uses { axiom (forall x: int :: {plain(x)} plain(x) == 7); }
revealed function always(x: int): int uses { hideable axiom (forall x: int :: {always(x)} always(x) == 42); }
function pair(x: int): int;
hideable axiom (forall x: int :: {pair(x), inner(x)} pair(x) == inner(x));
const c: int uses { hideable axiom c == 3; }
hideable axiom (forall x: int :: {other(x)} other(x) == 5);
function other(x: int): int;
procedure NoHide() { assert outer(3) == 43; assert plain(1) == 7 && c == 3 && always(1) == 42 && other(1) == 5; }
procedure HideAll() { hide *; assert outer(3) == 43; } // error
procedure HideAllPlain() { hide *; assert plain(1) == 7 && c == 3 && always(1) == 42; }
procedure HideOther() { hide *; assert other(1) == 5; } // error
procedure HideInner() { hide inner; assert outer(3) == inner(3) + 1; assert outer(3) == 43; } // error
procedure HideReveal() { hide inner; reveal inner; assert inner(3) == 42; }
procedure HideAllRevealOuter() { hide *; reveal outer; assert outer(3) == inner(3) + 1; assert inner(3) == 42; } // error
procedure Pop() { hide *; push; reveal inner; pop; assert inner(3) == 42; } // error
procedure Push() { push; hide *; pop; assert inner(3) == 42; }
procedure Nested() { hide *; push; push; if (*) { reveal outer; } pop; pop; assert outer(2) == inner(2) + 1; } // error
procedure JoinReveals() { hide *; if (*) { reveal outer; } assert outer(2) == inner(2) + 1; }
procedure TwoStates() { hide *; assert outer(2) == inner(2) + 1; reveal outer; assert outer(3) == inner(3) + 1; } // warning
procedure Ensures() ensures outer(3) == 43; { hide outer; } // error
procedure EnsuresRevealed() ensures outer(3) == 43; { hide outer; reveal outer; }
procedure Callee() requires inner(3) == 42;
{ }
procedure Call() { hide inner; call Callee(); } // error
procedure Loop() { var i: int; i := 42; hide inner; while (*) invariant i == inner(3); { i := inner(3); } } // error
procedure LoopBody() { var i: int; i := 0; while (*) { hide inner; i := inner(3); } assert inner(4) == 42; }
procedure Lemma() ensures inner(5) == 42; { }
procedure UseLemma() { hide *; call Lemma(); assert inner(5) == 42; assert inner(6) == 42; } // error
procedure Pair() { hide *; reveal pair; assert pair(1) == inner(1); }
procedure Goto() { hide *; goto A, B; A: reveal inner; goto C; B: goto C; C: assert inner(1) == 42; }
procedure {:inline 1} Inl() { reveal inner; }
procedure UseInl() { hide *; call Inl(); assert inner(1) == 42; }
