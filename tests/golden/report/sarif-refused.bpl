procedure P(n: int) { assert n > 0 }
//  <&> "
