// Nothing but constants: floats that are computed, not searched for; a word of a regular language.
procedure Floats()
{
  var a, b: float53e11;
  a := 0x3.2e1f53e11;
  b := 0x1.fd70a3d70a3d7e0f53e11;
  b := (b * a) / a;
  assert b > 0x0.0e0f53e11;
}

function {:builtin "str.in.re"} In(s: string, r: regex): bool;
function {:builtin "re.allchar"} Any(): regex;
function {:builtin "re.nostr"} None(): regex;
function {:builtin "re.*"} Star(r: regex): regex;
function {:builtin "re.loop"} Loop(r: regex, least: int, most: int): regex;

procedure Words()
{
  var s: string;
  s := "abcd";
  assert In(s, Star(Any()));
  assert !In(s, Loop(None(), 0, 5));
  assert In(s, Loop(Any(), 0, 5));
}
