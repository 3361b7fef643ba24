revealed function r(x:int):int; hideable axiom (forall x:int::r(x)==x);
function f(x:int):int{x} uses {hideable axiom{:id "f"}true;axiom f(0)==0;}
const c:int uses{axiom c==3;}
pure procedure P(); procedure Q(x:int) returns() measure x,x+1; {push; hide *; reveal f; pop; measure x; call P(); free call P();}
