// Only what is at the addresses.
procedure Main(k: int) requires k > 0; requires k < 9; { assert k != 0; }
procedure Other(k: int) requires k < 9; { assert k == k; }
