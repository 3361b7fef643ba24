procedure P(x: int, y: int)
  requires x > 0;
  requires y > 0;
  requires !(x <= 0 || x + y <= 0);
  ensures x > 0;
  ensures x + y > 0;
  ensures y > 0;
{
}

// The one outside the core can be the one that stays.
procedure Q(n: int)
{
  assume n > 4;
  assume n > 3;
  assert n > 1;
}

// What stands below a contradiction has no effect.
procedure R(n: int)
{
  assume n > 0;
  assume n < 0;
  assume n == 5;
  assert n < 10;
}
