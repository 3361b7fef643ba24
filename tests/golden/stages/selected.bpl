// Money moves between accounts; the second procedure asks for too much.
type Account;
var balance: [Account]int;

procedure Transfer(from: Account, to: Account, amount: int)
  requires from != to;
  requires 0 <= amount && amount <= balance[from];
  modifies balance;
  ensures balance[from] == old(balance)[from] - amount;
  ensures balance[to] == old(balance)[to] + amount;
{
  balance[from] := balance[from] - amount;
  balance[to] := balance[to] + amount;
}

procedure Refund(shop: Account, customer: Account)
  requires shop != customer;
  modifies balance;
{
  call Transfer(shop, customer, 10);
}
