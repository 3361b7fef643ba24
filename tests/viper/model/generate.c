/* tests/viper/model/generate.c -- random small Viper programs.  A statement or clause has a line of its own.  What was assigned, assumed
   or asserted is remembered and asserted again later, because a fact that should have been lost since then is what an unsound verifier
   proves. */
#include "generate.h"

#include <stdio.h>
#include <string.h>

enum { MAX_FACTS = 24, MAX_LENGTH = 120 };

struct generator {
  wr_buf *out;
  struct rng *rng;
  uint32_t indent, locals, depth;
  char facts[MAX_FACTS][MAX_LENGTH];
  uint32_t fact_count;
  bool in_body, in_post; /* old is allowed; in a postcondition */
  bool has_results;      /* the results of the method are in scope */
  bool has_list, has_sum, has_seq, has_abstract;
};

static uint32_t below (struct generator *g, uint32_t n) { return rng_below (g->rng, n); }
static bool chance (struct generator *g, uint32_t percent) { return rng_chance (g->rng, percent); }

#define PICK(g, list) ((list)[below (g, sizeof (list) / sizeof *(list))])

/* Cut to the size: long texts are seldom, and a cut one is refused. */
__attribute__ ((format (printf, 3, 4), noinline)) static void put (char *out, size_t size,
                                                                   const char *fmt, ...) {
  va_list args;
  va_start (args, fmt);
  vsnprintf (out, size, fmt, args);
  va_end (args);
}

static void remember (struct generator *g, const char *fact) {
  if (g->fact_count < MAX_FACTS)
    put (g->facts[g->fact_count++], MAX_LENGTH, "%s", fact);
  else
    put (g->facts[below (g, MAX_FACTS)], MAX_LENGTH, "%s", fact);
}

static void line (struct generator *g, const char *text) {
  for (uint32_t i = 0; i < g->indent; i++) wr_buf_print (g->out, "  ");
  wr_buf_print (g->out, "%s\n", text);
}

/* -- expressions: each fills a text of MAX_LENGTH ------------------------------------------------------ */

static const char *reference (struct generator *g) {
  static const char *const plain[] = {"x", "x", "x", "y", "y", "z"}, *const rare[] = {"x.g", "y.g"};
  if (chance (g, 6)) return PICK (g, rare);
  const char *r = PICK (g, plain);
  return r[0] == 'z' && !g->has_results ? "x" : r;
}

static const char *amount (struct generator *g) {
  static const char *const amounts[] = {"1/2", "1/2",  "1/4",       "3/4",   "wildcard", "p",
                                        "1/3", "none", "1/2 + 1/4", "p / 2", "2 * p",    "write"};
  return PICK (g, amounts);
}

static void integer (struct generator *g, char *out, uint32_t depth) {
  char a[MAX_LENGTH / 2], b[MAX_LENGTH / 2];
  switch (below (g, depth ? 12 : 7)) {
  case 0:
  case 1: put (out, MAX_LENGTH / 2, "%u", below (g, 4)); return;
  case 2: put (out, MAX_LENGTH / 2, "n"); return;
  case 3:
  case 4: put (out, MAX_LENGTH / 2, "%s.f", reference (g)); return;
  case 5: put (out, MAX_LENGTH / 2, "%s.h", reference (g)); return;
  case 6:
    if (g->in_body && g->locals)
      put (out, MAX_LENGTH / 2, "v%u", below (g, g->locals));
    else
      put (out, MAX_LENGTH / 2, "n");
    return;
  case 7: put (out, MAX_LENGTH / 2, "F(%s)", reference (g)); return;
  case 8: put (out, MAX_LENGTH / 2, chance (g, 50) ? "G(%s)" : "Q(%s)", reference (g)); return;
  case 9:
    if (g->has_sum && chance (g, 50))
      put (out, MAX_LENGTH / 2, "S(s)");
    else if (g->has_seq)
      put (out, MAX_LENGTH / 2, chance (g, 50) ? "T(q)" : "|q|");
    else
      put (out, MAX_LENGTH / 2, "|s|");
    return;
  case 10:
    if (g->in_post || g->in_body) {
      put (out, MAX_LENGTH / 2, "old(%s.f)", reference (g));
      return;
    }
    /* fall through */
  default:
    integer (g, a, 0);
    integer (g, b, 0);
    put (out, MAX_LENGTH / 2, chance (g, 60) ? "%.25s + %.25s" : "%.25s - %.25s", a, b);
  }
}

static void condition (struct generator *g, char *out) {
  static const char *const ops[] = {"==", "==", "==", "!=", "<", "<=", ">", ">="};
  char a[MAX_LENGTH / 2], b[MAX_LENGTH / 2];
  switch (below (g, 10)) {
  case 0:
    put (out, MAX_LENGTH, "%s %s %s", reference (g), chance (g, 50) ? "==" : "!=", reference (g));
    return;
  case 1: put (out, MAX_LENGTH, "%s != null", reference (g)); return;
  case 2: put (out, MAX_LENGTH, "%s in s", reference (g)); return;
  case 3:
    if (g->in_body) {
      static const char *const held[] = {"perm(%s.f) >= 1/2",   "perm(%s.f) == none",
                                         "perm(%s.f) > none",   "perm(%s.f) == write",
                                         "perm(P(%s)) == none", "perm(%s.h) == 1/2"};
      const char *form = PICK (g, held);
      const char *at = strchr (form, '%');
      put (out, MAX_LENGTH, "%.*s%s%s", (int)(at - form), form, reference (g), at + 2);
      return;
    }
    /* fall through */
  default:
    integer (g, a, 1);
    integer (g, b, 1);
    put (out, MAX_LENGTH, "%s %s %s", a, PICK (g, ops), b);
  }
}

/* One conjunct with permissions. */
static void permission (struct generator *g, char *out) {
  static const char *const fields[] = {"f", "f", "f", "h", "g"};
  const char *r = reference (g), *f = PICK (g, fields);
  switch (below (g, 14)) {
  case 0:
  case 1: put (out, MAX_LENGTH, "acc(%s.%s, %s)", r, f, amount (g)); return;
  case 2: put (out, MAX_LENGTH, "P(%s)", r); return;
  case 3: put (out, MAX_LENGTH, "acc(P(%s), %s)", r, chance (g, 50) ? "1/2" : "p"); return;
  case 4: put (out, MAX_LENGTH, g->has_list ? "L(%s)" : "P(%s)", r); return;
  case 5: put (out, MAX_LENGTH, "(%s != %s ==> acc(%s.%s))", r, reference (g), r, f); return;
  case 6: {
    char c[MAX_LENGTH];
    condition (g, c);
    put (out, MAX_LENGTH, "(%.60s ? acc(%s.f) : acc(%s.h))", c, r, reference (g));
    return;
  }
  case 7:
    if (g->has_sum) {
      put (out, MAX_LENGTH, "(forall o: Ref :: o in s ==> acc(o.f%s))",
           chance (g, 50) ? ", 1/2" : "");
      return;
    }
    /* fall through */
  case 8:
    if (g->has_seq) {
      put (out, MAX_LENGTH, "(forall i: Int :: 0 <= i && i < |q| ==> acc(q[i].h%s))",
           chance (g, 50) ? ", 1/2" : "");
      return;
    }
    /* fall through */
  case 9:
    if (g->has_abstract) {
      put (out, MAX_LENGTH, "acc(A(%s)%s)", r, chance (g, 50) ? ", 1/2" : "");
      return;
    }
    /* fall through */
  default: put (out, MAX_LENGTH, "acc(%s.%s)", r, f); return;
  }
}

/* [a, b], alone or in a quantifier. */
static void sides (struct generator *g, char *out) {
  char one[MAX_LENGTH], two[MAX_LENGTH];
  permission (g, one);
  if (chance (g, 50))
    permission (g, two);
  else
    condition (g, two);
  if (chance (g, 60))
    put (out, 2 * MAX_LENGTH, "[%s, %s]", chance (g, 50) ? one : two, chance (g, 50) ? two : one);
  else
    put (out, 2 * MAX_LENGTH, "(forall o: Ref :: o in s ==> [%s, %s])",
         chance (g, 50) ? "acc(o.f)" : "true", chance (g, 50) ? "acc(o.f, 1/2)" : "o != null");
}

static void assertion (struct generator *g, char *out) {
  char one[MAX_LENGTH], two[MAX_LENGTH];
  if (chance (g, 6)) {
    sides (g, out);
    return;
  }
  switch (below (g, 6)) {
  case 0: condition (g, out); return;
  case 1:
    permission (g, one);
    condition (g, two);
    put (out, 2 * MAX_LENGTH, "%s && %s", one, two);
    return;
  case 2:
    permission (g, one);
    permission (g, two);
    put (out, 2 * MAX_LENGTH, "%s && %s", one, two);
    return;
  default: permission (g, out);
  }
}

/* -- statements --------------------------------------------------------------------------------------- */

static void statements (struct generator *g);

static void say_assertion (struct generator *g, const char *word) {
  char a[2 * MAX_LENGTH], text[3 * MAX_LENGTH];
  assertion (g, a);
  put (text, sizeof text, "%s %s", word, a);
  line (g, text);
}

static void say_pure (struct generator *g, const char *word) {
  char c[MAX_LENGTH], text[2 * MAX_LENGTH];
  bool again = g->fact_count && chance (g, 70);
  if (again)
    put (c, sizeof c, "%s", g->facts[below (g, g->fact_count)]);
  else
    condition (g, c);
  put (text, sizeof text, "%s %s", word, c);
  line (g, text);
  if (!again) remember (g, c);
}

static void assign (struct generator *g) {
  char e[MAX_LENGTH / 2], text[MAX_LENGTH], fact[MAX_LENGTH];
  const char *r = reference (g);
  integer (g, e, 1);
  switch (below (g, 8)) {
  case 0:
    put (text, sizeof text, "%s.g := %s", r, chance (g, 80) ? reference (g) : "null");
    line (g, text);
    return;
  case 1:
    put (text, sizeof text, "z := %s", chance (g, 70) ? reference (g) : "new(f, h)");
    line (g, text);
    return;
  case 2:
    if (!g->depth) {
      put (text, sizeof text, "var v%u: Int := %s", g->locals, e);
      line (g, text);
      put (fact, sizeof fact, "%s == v%u", e, g->locals++);
      remember (g, fact);
      return;
    }
    /* fall through */
  default:
    put (text, sizeof text, "%s.%s := %s", r, chance (g, 75) ? "f" : "h", e);
    line (g, text);
    put (fact, sizeof fact, "%.*s == %s", (int)strcspn (text, " "), text, e);
    remember (g, fact);
  }
}

/* Permission goes and comes back, and a fact from before is asserted. */
static void shake (struct generator *g) {
  static const char *const shaken[] = {"acc(%s.f)", "acc(%s.f, 1/2)", "P(%s)", "acc(%s.h)",
                                       "acc(%s.f, wildcard)"};
  char a[MAX_LENGTH], text[2 * MAX_LENGTH], fact[MAX_LENGTH];
  const char *form = PICK (g, shaken), *at = strchr (form, '%'), *r = reference (g);
  put (a, sizeof a, "%.*s%s%s", (int)(at - form), form, r, at + 2);
  if (!g->depth && chance (g, 60)) {
    static const char *const seen[] = {"F(%s)", "G(%s)", "Q(%s)", "%s.f", "%s.h"};
    form = PICK (g, seen), at = strchr (form, '%');
    put (text, sizeof text, "var v%u: Int := %.*s%s%s", g->locals, (int)(at - form), form, r,
         at + 2);
    line (g, text);
    put (fact, sizeof fact, "%.*s%s%s == v%u", (int)(at - form), form, r, at + 2, g->locals++);
    remember (g, fact);
  }
  put (text, sizeof text, "exhale %s", a);
  line (g, text);
  put (text, sizeof text, "inhale %s", a);
  line (g, text);
  if (g->fact_count) {
    put (text, sizeof text, "assert %s", g->facts[g->fact_count - 1]);
    line (g, text);
  }
}

static void use_predicate (struct generator *g) {
  char text[MAX_LENGTH];
  static const char *const words[] = {"fold", "unfold"};
  const char *which = g->has_list && chance (g, 40) ? "L" : "P", *r = reference (g);
  if (chance (g, 75))
    put (text, sizeof text, "%s %s(%s)", PICK (g, words), which, r);
  else
    put (text, sizeof text, "%s acc(%s(%s), %s)", PICK (g, words), which, r,
         chance (g, 50) ? "1/2" : "p");
  line (g, text);
}

static void block (struct generator *g, const char *head) {
  line (g, head);
  g->indent++, g->depth++;
  statements (g);
  g->indent--, g->depth--;
}

static void branch (struct generator *g) {
  char c[MAX_LENGTH], text[2 * MAX_LENGTH];
  condition (g, c);
  put (text, sizeof text, "if (%s) {", c);
  block (g, text);
  if (chance (g, 50)) block (g, "} else {");
  line (g, "}");
}

static void loop (struct generator *g) {
  char c[MAX_LENGTH], a[2 * MAX_LENGTH], text[3 * MAX_LENGTH];
  condition (g, c);
  put (text, sizeof text, "while (%s)", c);
  line (g, text);
  for (uint32_t n = 1 + below (g, 3); n; n--) {
    bool body = g->in_body;
    g->in_body = false; /* neither perm nor locals */
    assertion (g, a);
    g->in_body = body;
    put (text, sizeof text, "  invariant %s", a);
    line (g, text);
  }
  block (g, "{");
  line (g, "}");
}

static void one_statement (struct generator *g) {
  char text[MAX_LENGTH];
  uint32_t what = below (g, 100);
  if (what < 22)
    assign (g);
  else if (what < 28)
    shake (g);
  else if (what < 46)
    say_pure (g, "assert");
  else if (what < 51)
    say_assertion (g, "assert");
  else if (what < 60)
    say_assertion (g, "exhale");
  else if (what < 70)
    say_assertion (g, "inhale");
  else if (what < 74)
    say_pure (g, "assume");
  else if (what < 84)
    use_predicate (g);
  else if (what < 88 && g->depth < 2)
    branch (g);
  else if (what < 91 && g->depth < 2)
    loop (g);
  else if (what < 97) {
    put (text, sizeof text, "r := callee(%s, n)", reference (g));
    line (g, text);
  } else {
    put (text, sizeof text, "quasihavoc %s.f", reference (g));
    line (g, text);
  }
}

static void statements (struct generator *g) {
  for (uint32_t n = g->depth ? 1 + below (g, 3) : 5 + below (g, 6); n; n--) one_statement (g);
}

/* -- declarations ------------------------------------------------------------------------------------- */

static void predicates (struct generator *g) {
  static const char *const bodies[] = {
      "acc(x.f)",
      "acc(x.f) && x.f >= 0",
      "acc(x.f, 1/2)",
      "acc(x.f) && acc(x.h) && x.f <= x.h",
      "acc(x.f, 1/2) && acc(x.g) && (x.g != null ==> acc(x.g.f, 1/2))",
      "acc(x.f) && (x.f > 0 ==> acc(x.h))"};
  wr_buf_print (g->out, "predicate P(x: Ref) { %s }\n", PICK (g, bodies));
  if (g->has_list)
    line (g, chance (g, 50)
                 ? "predicate L(x: Ref) { acc(x.f) && acc(x.g) && (x.g != null ==> L(x.g)) }"
                 : "predicate L(x: Ref) { x != null ==> acc(x.f) && acc(x.g) && L(x.g) }");
  if (g->has_abstract) line (g, "predicate A(x: Ref)");
}

static void functions (struct generator *g) {
  static const char *const bodies[] = {"{ x.f }", "{ x.f + 1 }", "{ x.f > 0 ? x.f : 0 - x.f }", ""},
                           *const pres[] =
                               {"acc(x.f)", "acc(x.f, 1/2)", "acc(x.f, wildcard)",
                                "acc(x.f) && acc(x.g) && (x.g != null ==> acc(x.g.f, 1/2))"},
                           *const posts[] = {"",
                                             "",
                                             "",
                                             "  ensures result >= 0\n",
                                             "  ensures result == x.f\n",
                                             "  ensures result > x.f\n"};
  wr_buf_print (g->out, "function F(x: Ref): Int\n  requires %s\n%s%s\n", PICK (g, pres),
                PICK (g, posts), PICK (g, bodies));
  if (g->has_abstract && chance (g, 50))
    line (g, "function G(x: Ref): Int\n  requires acc(A(x), wildcard)");
  else
    wr_buf_print (g->out, "function G(x: Ref): Int\n  requires %s\n", PICK (g, pres));
  static const char *const inner[] = {"x.f", "x.f + 1", "1", "x.f * x.f"};
  if (g->has_list && chance (g, 50))
    line (g, "function Q(x: Ref): Int\n  requires x != null && L(x)\n{ unfolding L(x) in (x.g == "
             "null ? 1 : 1 + Q(x.g)) }");
  else if (chance (g, 30))
    line (g, "function Q(x: Ref): Int\n  requires P(x)");
  else
    wr_buf_print (g->out, "function Q(x: Ref): Int\n  requires P(x)\n{ unfolding P(x) in %s }\n",
                  PICK (g, inner));
  if (g->has_sum)
    line (
        g,
        "function S(s: Set[Ref]): Int\n  requires forall o: Ref :: o in s ==> acc(o.f, wildcard)");
  if (g->has_seq) {
    if (chance (g, 50))
      line (g, "function T(q: Seq[Ref]): Int\n  requires forall i: Int, j: Int :: 0 <= i && i < j "
               "&& j < |q| ==> q[i] != q[j]\n"
               "  requires forall i: Int :: 0 <= i && i < |q| ==> acc(q[i].h, 1/2)");
    else
      line (g, "function T(q: Seq[Ref]): Int\n  requires |q| > 0 && acc(q[0].h)\n{ q[0].h }");
  }
}

static void contract (struct generator *g, const char *word, uint32_t most) {
  char a[2 * MAX_LENGTH];
  g->in_post = g->has_results = word[0] == 'e';
  for (uint32_t n = below (g, most + 1); n; n--) {
    assertion (g, a);
    wr_buf_print (g->out, "  %s %s\n", word, a);
  }
  g->in_post = false;
}

static void callee (struct generator *g) {
  static const char *const contracts[] = {
      "  requires acc(x.f)\n  ensures acc(x.f) && x.f == n\n",
      "  requires acc(x.f)\n  ensures acc(x.f) && x.f >= old(x.f)\n",
      "  requires acc(x.f, 1/2)\n  ensures acc(x.f, 1/2) && r == x.f\n",
      "  requires P(x)\n  ensures P(x)\n",
      "  requires P(x) && n >= 0\n  ensures P(x) && r == n + 1\n",
      "  requires acc(x.f, wildcard) && x.f > n\n  ensures acc(x.f, wildcard)\n",
      "  requires acc(x.f)\n  ensures P(x)\n",
      "  requires acc(x.f)\n"};
  wr_buf_print (g->out, "method callee(x: Ref, n: Int) returns (r: Int)\n%s", PICK (g, contracts));
}

void model_generate (wr_buf *out, struct rng *rng) {
  struct generator g = {.out = out, .rng = rng};
  g.has_list = chance (&g, 40), g.has_sum = chance (&g, 40), g.has_seq = chance (&g, 40);
  g.has_abstract = chance (&g, 30);
  line (&g, "field f: Int\nfield g: Ref\nfield h: Int");
  predicates (&g);
  functions (&g);
  callee (&g);
  line (&g, "method m(x: Ref, y: Ref, n: Int, p: Perm, s: Set[Ref], q: Seq[Ref]) returns (r: Int, "
            "z: Ref)");
  static const char *const starts[] = {"  requires acc(x.f)",
                                       "  requires acc(x.f) && acc(y.f)",
                                       "  requires acc(x.f, 1/2) && acc(y.h)",
                                       "  requires P(x)",
                                       "  requires acc(x.f) && acc(x.g) && acc(x.h)",
                                       "  requires acc(x.f) && P(y)",
                                       "  requires acc(x.f, p) && none < p && p < write",
                                       "  requires acc(x.f, wildcard) && acc(y.f, wildcard)"};
  line (&g, PICK (&g, starts));
  contract (&g, "requires", 2);
  contract (&g, "ensures", 2);
  line (&g, "{");
  g.indent = 1, g.in_body = g.has_results = true;
  statements (&g);
  line (&g, "}");
}
