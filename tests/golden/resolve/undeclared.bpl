// The notes name the nearest declared name, or say what else has the name.
type Account;
var balance: [Account]int;
function interest(a: Account): int;
procedure Transfer(from: Account, to: Account, amount: int)
  requires balence[from] >= amount;
  modifies balance;
{
  balance[from] := balance[from] - amuont;
  call Transfre(from, to, intrest(from));
  call interest(from);
  assert interest == Transfer(from, to, 0);
}
var x: Acount;
