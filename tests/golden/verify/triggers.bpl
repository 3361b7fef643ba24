// A trigger of two terms that share a variable two levels down.
type Box;
function U(b: Box): bool;
function Apply(f: int, a: Box, b: Box): Box;
function Good(b: Box): bool;

procedure Transitive(f: int, u: Box, v: Box, w: Box)
  requires Good(u) && Good(v) && Good(w);
  requires (forall x, y, z: Box :: {U(Apply(f, x, z)), U(Apply(f, y, z))} {U(Apply(f, y, z)), U(Apply(f, x, y))}
    Good(x) && Good(y) && Good(z) ==> U(Apply(f, x, y)) && U(Apply(f, y, z)) ==> U(Apply(f, x, z)));
{
  assume U(Apply(f, u, v)) && U(Apply(f, v, w));
  assert U(Apply(f, u, w));
}
