// Names in types.
type Field a;
type Set a = [a]bool;
type Ring = [int]Loop;
type Loop = Ring;
var f: Field;
var s: Set int bool;
var m: <a>[int]int;
type bv8;
function twice<a, a>(x: a): Field a;
