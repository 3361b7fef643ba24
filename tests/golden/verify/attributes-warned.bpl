// Attributes that would change verdicts but are not honoured.
procedure {:smt_option "smt.macro_finder", "true"} Unknown() { }
procedure {:smt_option "smt.mbqi", "maybe"} NoValue() { }
procedure {:smt_option "smt.case_split", 7} OutOfRange() { }
procedure {:smt_option "smt.qi.eager_threshold", "1."} NoReal() { }
procedure {:smt_option "smt.mbqi"} OneArgument() { }
procedure {:smt_option} NoArgument() { }
procedure {:random_seed "x"} NoSeed() { }
procedure {:rlimit "many"} NoLimit() { }
procedure {:timeLimit true} NoTime() { }
procedure P(x: int) requires x > 0;
{
  assume {:try} x > 1;
  assert {:subsumption "no"} x > 1;
  call {:subsumption 0} P(x);
}
procedure {:warrant_class "none"} NoClass() { }
