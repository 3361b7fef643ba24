// {:msg} replaces the message of a goal, wherever it is reported.
procedure Withdraw(amount: int) returns (rest: int)
  requires {:msg "the amount must be positive"} amount > 0;
  ensures {:msg "money was made"} rest < 100;
{
  rest := 100 - amount;
}
procedure Client(n: int) returns (r: int)
  ensures {:msg "the rest is not positive"} r > 0;
{
  call r := Withdraw(n);
  while (r > 200)
    invariant {:msg "too rich"} r < 50;
  {
    assert {:msg "cannot be reached"} false;
  }
}
