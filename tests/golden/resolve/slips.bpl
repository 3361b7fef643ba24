procedure A(x: int32, y: boolean, z: nat, f: float) { }
procedure B(x: bool) { assert x == True; }
