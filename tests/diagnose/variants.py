"""The programs of the diagnosis tests: a correct program each, and variants with one error each, made by replacing text.  Whether the
failure of a variant is genuine (some execution violates a goal) or spurious (a specification is too weak) is known by construction."""

MAX = """procedure Max(a: int, b: int) returns (m: int)
  ensures m >= a;
  ensures m >= b;
  ensures m == a || m == b;
{
  m := a;
  if (m < b) { m := b; }
}

procedure Main(a: int)
{
  var m: int;
  call m := Max(a, 0 - a);
  assert m == a || m == 0 - a;
  assert m >= 0;
}
"""

SUM_MAX = """procedure SumMax(a: [int]int, n: int) returns (sum: int, max: int)
  requires 0 <= n;
  requires (forall k: int :: 0 <= k && k < n ==> 0 <= a[k]);
  ensures sum <= n * max;
  ensures (forall k: int :: 0 <= k && k < n ==> a[k] <= max);
{
  var i: int;
  sum := 0;
  max := 0;
  i := 0;
  while (i < n)
    invariant 0 <= i;
    invariant i <= n;
    invariant sum <= i * max;
    invariant (forall k: int :: 0 <= k && k < i ==> a[k] <= max);
  {
    if (max < a[i]) { max := a[i]; }
    sum := sum + a[i];
    i := i + 1;
  }
}
"""

MAX_ARRAY = """procedure MaxArray(a: [int]int, n: int) returns (x: int)
  requires 0 < n;
  ensures 0 <= x && x < n;
  ensures (forall k: int :: 0 <= k && k < n ==> a[k] <= a[x]);
{
  var y: int;
  x := 0;
  y := n - 1;
  while (x != y)
    invariant 0 <= x;
    invariant x <= y;
    invariant y < n;
    invariant (forall k: int :: 0 <= k && k < x ==> a[k] <= a[x] || a[k] <= a[y]);
    invariant (forall k: int :: y < k && k < n ==> a[k] <= a[x] || a[k] <= a[y]);
  {
    if (a[x] <= a[y]) { x := x + 1; } else { y := y - 1; }
  }
}
"""

BINARY_SEARCH = """procedure BinarySearch(a: [int]int, n: int, key: int) returns (r: int)
  requires 0 <= n;
  requires (forall i, j: int :: 0 <= i && i < j && j < n ==> a[i] <= a[j]);
  ensures 0 <= r ==> r < n && a[r] == key;
  ensures r < 0 ==> (forall k: int :: 0 <= k && k < n ==> a[k] != key);
{
  var lo, hi, mid: int;
  lo := 0;
  hi := n;
  r := 0 - 1;
  while (lo < hi && r < 0)
    invariant 0 <= lo && lo <= hi && hi <= n;
    invariant 0 <= r ==> r < n && a[r] == key;
    invariant (forall k: int :: 0 <= k && k < lo ==> a[k] < key);
    invariant (forall k: int :: hi <= k && k < n ==> key < a[k]);
  {
    mid := (lo + hi) div 2;
    if (a[mid] < key) {
      lo := mid + 1;
    } else if (key < a[mid]) {
      hi := mid;
    } else {
      r := mid;
    }
  }
}
"""

CORRECT = {"max": MAX, "sum-max": SUM_MAX, "max-array": MAX_ARRAY, "binary-search": BINARY_SEARCH}

# name, program, text, what replaces it, expected judgement of every failed goal
GENUINE, SPURIOUS = "genuine", "spurious"
VARIANTS = [
    ("max-ignores-b", "max", "if (m < b) { m := b; }", "if (m < 0) { m := 0; }", GENUINE),
    ("max-turned", "max", "if (m < b)", "if (m > b)", GENUINE),
    ("max-assert-strict", "max", "assert m >= 0;", "assert m > 0;", GENUINE),
    ("max-no-choice", "max", "  ensures m == a || m == b;\n", "", SPURIOUS),
    ("max-only-choice", "max", "  ensures m >= a;\n  ensures m >= b;\n", "", SPURIOUS),
    ("sum-max-turned", "sum-max", "if (max < a[i])", "if (a[i] < max)", GENUINE),
    ("sum-max-forgets-last", "sum-max", "while (i < n)", "while (i + 1 < n)", GENUINE),
    ("sum-max-no-sum-invariant", "sum-max", "    invariant sum <= i * max;\n", "", SPURIOUS),
    ("sum-max-no-max-invariant", "sum-max", "    invariant (forall k: int :: 0 <= k && k < i ==> a[k] <= max);\n", "", SPURIOUS),
    ("sum-max-no-upper-bound", "sum-max", "    invariant i <= n;\n", "", SPURIOUS),
    ("sum-max-starts-at-one", "sum-max", "  i := 0;", "  i := 1;", GENUINE),
    ("max-array-turned", "max-array", "if (a[x] <= a[y])", "if (a[x] >= a[y])", GENUINE),
    ("max-array-strict", "max-array", "==> a[k] <= a[x]);", "==> a[k] < a[x]);", GENUINE),
    ("max-array-no-left", "max-array", "    invariant (forall k: int :: 0 <= k && k < x ==> a[k] <= a[x] || a[k] <= a[y]);\n", "", SPURIOUS),
    ("max-array-no-right", "max-array", "    invariant (forall k: int :: y < k && k < n ==> a[k] <= a[x] || a[k] <= a[y]);\n", "", SPURIOUS),
    ("max-array-no-upper-bound", "max-array", "    invariant y < n;\n", "", SPURIOUS),
    ("max-array-no-lower-bound", "max-array", "    invariant 0 <= x;\n", "", SPURIOUS),
    ("binary-search-skips", "binary-search", "hi := mid;", "hi := mid - 1;", GENUINE),
    ("binary-search-overlooks", "binary-search", "lo := mid + 1;", "lo := mid + 2;", GENUINE),
    ("binary-search-no-loop-when-one", "binary-search", "while (lo < hi && r < 0)", "while (lo + 1 < hi && r < 0)", GENUINE),
    ("binary-search-wrong-result", "binary-search", "r := mid;", "r := lo;", GENUINE),
    ("binary-search-no-lower", "binary-search", "    invariant (forall k: int :: 0 <= k && k < lo ==> a[k] < key);\n", "", SPURIOUS),
    ("binary-search-no-upper", "binary-search", "    invariant (forall k: int :: hi <= k && k < n ==> key < a[k]);\n", "", SPURIOUS),
    ("binary-search-no-found", "binary-search", "    invariant 0 <= r ==> r < n && a[r] == key;\n", "", SPURIOUS),
]


def text_of(variant):
    name, program, old, new, judgement = variant
    text = CORRECT[program]
    assert text.count(old) == 1, (name, text.count(old))
    return text.replace(old, new)
