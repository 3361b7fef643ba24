procedure retVal(val: int) returns (r: int)
  requires val > 0;
  ensures r == val;       // (D)
{
  r := val;               // (D)
}

procedure pathUnawareness(a: int, b: int)
  requires b > 0;         // (D)
{
  var res: int;
  if (a > 0) {            // (D)
    res := a;             // (D)
  } else {
    res := b;             // (D)
  }
  call res := retVal(res + 1); // (D)
  if (a > 0) {            // the postcondition and b > 0 imply the assertion on the other path too
    assert res > a;       // (Q)
  }
}
