// Attributes that change verdicts.  What is named "...Fails" fails because of the attribute, or for want of it.
function f(i: int): int;
function h(i: int): int;

procedure ForgottenFails(x: int) { assert {:subsumption 0} x > 0; assert x > 0; }
procedure ForgottenQuantifierFails() { assert {:subsumption 1} (forall i: int :: f(i) > 0); assert f(3) > 0; }
procedure KeptWithoutQuantifierFailsOnce(x: int) { assert {:subsumption 1} x > 0; assert x > 0; }
procedure KeptBelowFailsOnce(x: int) { assert {:subsumption 1} x > 0 && (forall i: int :: f(i) > 0); assert f(3) > 0; }
procedure KeptFailsOnce() { assert {:subsumption 2} (forall i: int :: f(i) > 0); assert f(3) > 0; }

procedure Always(x: int) returns (r: int); free requires {:always_assume} x > 0;
procedure Sometimes(x: int) returns (r: int); free requires x > 0;
procedure AlwaysAssumed(y: int) { var r: int; call r := Always(y); assert y > 0; }
procedure SometimesAssumedFails(y: int) { var r: int; call r := Sometimes(y); assert y > 0; }
procedure AlwaysEnsured() returns (r: int); free ensures {:always_assume} r > 0; ensures r >= 0;
implementation AlwaysEnsured() returns (r: int) { }
procedure SometimesEnsuredFails() returns (r: int); free ensures r > 0; ensures r >= 0;
implementation SometimesEnsuredFails() returns (r: int) { }

axiom {:ignore} false;
procedure IgnoredFails() { assert false; }

function {:extern} g(): int { 1 }
function g(): int { 2 }
procedure Replaced() { assert g() == 2; }

procedure Light() { assume (forall i: int :: {f(i)} {:weight 1} f(i) > 0); assert f(3) > 0; }
procedure HeavyFails() { assume (forall i: int :: {f(i)} {:weight 200} f(i) > 0); assert f(3) > 0; }

function {:never_pattern} n(i: int): int;
procedure Pattern() { assume (forall i: int :: h(i) > 0 && f(i) > 0); assert h(3) > 0; }
procedure NeverPatternFails() { assume (forall i: int :: n(i) > 0 && f(i) > 0); assert n(3) > 0; }
procedure NoPatternFails() { assume (forall i: int :: {:nopats h(i)} h(i) > 0 && f(i) > 0); assert h(3) > 0; }

procedure SplitFailsTwice(x: int) { assert {:split_here} x > 0; assert x > 1; assert {:split_here} x > 1; }
procedure IsolatedFailsTwice(x: int) { assert {:isolate} x > 0; assert {:isolate "paths"} x > 1; assert x > 1; }
procedure FocusedFailsTwice(x: int) {
  if (x > 7) { assert {:focus} x > 8; } else { assume {:focus} true; assert x < 0; }
  assert x < 0 || x > 8;
}
procedure {:vcs_split_on_every_assert} EachFailsTwice(x: int) { assert x > 0; assert x > 1; assert x > 1; }

procedure {:selective_checking} SelectedFails(x: int, y: int)
{
  assert x > 0;
  assume {:start_checking_here} true;
  assert x > 0;
  assert y > 0;
}

procedure {:smt_option "smt.mbqi", "true"} ModelBased() { assume (forall x: int :: x > 5 ==> x < 3); assert false; }
procedure NotModelBasedFails() { assume (forall x: int :: x > 5 ==> x < 3); assert false; }
procedure {:smt_option "smt.EMATCHING", false} WithoutTriggersFails() { assume (forall i: int :: {f(i)} f(i) > 0); assert f(3) > 0; }
procedure {:random_seed 7} Seeded(x: int) { assert x < 0 || x >= 0; }
procedure {:rlimit 1} {:timeLimit 100} LittleTime(x: int, y: int) { assume (f(x) == 1 || f(x) == 2) && (f(y) == 1 || f(y) == 3); assert f(x) + f(y) < 6; }

procedure Wished(x: int) { assume {:soft} x > 0; assert x > 0; }
procedure SoftFails(x: int) { assume {:soft 3} {:id "s"} x > 0; assert x > 0; }
procedure Assumption() { var {:assumption} a: bool; assert a; }
procedure NoAssumptionFails() { var a: bool; assert a; }
procedure VerifiedUnder(x: int) requires x > 0; { assert {:verified_under x > 0} x > 5; }
procedure NoEffect() { assume {:print "x", 1} true; assume {:minimize 3} true; assert true; }
