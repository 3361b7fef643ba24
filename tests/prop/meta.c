/* Changes that mean nothing keep every verdict: other names, another order of declarations, unused code,
   conjunctions written as several clauses.

   meta [--seed N] [--count PROGRAMS] */
#include "gen.h"
#include "judge.h"
#include "share.h"
#include "tap.h"

#include <stdlib.h>

enum { PROCEDURES = 12 };

/* -- texts ------------------------------------------------------------------------------------- */

static bool is_letter (char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '#';
}
static bool is_digit (char c) { return c >= '0' && c <= '9'; }

static bool keeps_its_name (wr_str word) {
  static const char *const words[] = {
      "type",   "datatype",  "const", "unique",   "axiom",   "function", "returns",   "var",
      "where",  "procedure", "free",  "requires", "ensures", "modifies", "call",      "assert",
      "assume", "havoc",     "if",    "then",     "else",    "while",    "invariant", "goto",
      "return", "break",     "old",   "is",       "div",     "mod",      "true",      "false",
      "int",    "bool",      "real",  "bv1",      "bv2",     "bv3",      NULL};
  for (size_t i = 0; words[i]; i++) {
    if (wr_str_equal (word, wr_str_of (words[i]))) return true;
  }
  return false;
}

/* Every identifier gets another name; attributes and strings stay. */
static void rename_all (wr_buf *out, wr_str text) {
  for (size_t i = 0; i < text.len;) {
    char c = text.ptr[i];
    if (c == '{' && i + 1 < text.len && text.ptr[i + 1] == ':') {
      while (text.ptr[i] != '}') wr_buf_add_char (out, text.ptr[i++]);
    } else if (is_digit (c)) {
      while (i < text.len && (is_digit (text.ptr[i]) || is_letter (text.ptr[i]))) {
        wr_buf_add_char (out, text.ptr[i++]);
      }
    } else if (is_letter (c)) {
      wr_str word = {text.ptr + i, 0};
      while (i < text.len && (is_letter (text.ptr[i]) || is_digit (text.ptr[i]))) i++, word.len++;
      if (!keeps_its_name (word)) wr_buf_add (out, WR_LIT ("zz$"));
      wr_buf_add (out, word);
    } else {
      wr_buf_add_char (out, c);
      i++;
    }
  }
}

/* -- trees ------------------------------------------------------------------------------------- */

static void shuffle (struct node *n, struct rng *r) {
  for (uint32_t i = n->kids.len; i > 1; i--) {
    uint32_t k = rng_below (r, i);
    struct node *kid = n->kids.data[i - 1];
    n->kids.data[i - 1] = n->kids.data[k];
    n->kids.data[k] = kid;
  }
}

static void insert_kid (struct tree *tree, struct node *parent, uint32_t at, wr_str text) {
  node_new (tree, parent, text, (wr_str){0});
  struct node *fresh = WR_VEC_LAST (&parent->kids);
  for (uint32_t i = parent->kids.len - 1; i > at; i--)
    parent->kids.data[i] = parent->kids.data[i - 1];
  parent->kids.data[at] = fresh;
}

static bool is_block (const struct node *n) { return wr_str_ends (n->head, WR_LIT ("{")); }

/* After the declarations of locals. */
static uint32_t first_statement (const struct node *n) {
  uint32_t i = 0;
  while (i < n->kids.len && wr_str_starts (n->kids.data[i]->head, WR_LIT ("var "))) i++;
  return i;
}

static void add_unused (struct tree *tree, struct rng *r) {
  uint32_t count = tree->all.len;
  for (uint32_t i = 0; i < count; i++) {
    struct node *n = tree->all.data[i];
    if (!is_block (n)) continue;
    uint32_t from = first_statement (n);
    insert_kid (tree, n, from + rng_below (r, n->kids.len - from + 1), WR_LIT ("assume true;"));
  }
  static const char *const more[] = {
      "function unused_f(x: int, m: [int]bool) returns (bool);",
      "const unused_c: [int]int;",
      "axiom unused_c[0] == 5 && unused_f(3, (lambda i: int :: i > 2));",
      "procedure unused_p(x: int) returns (y: int) ensures y > x; { y := x + 1; }",
      "var unused_g: [int]T where unused_g[0] == unused_g[1];",
      "type unused_T;",
  };
  for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
    insert_kid (tree, tree->root, rng_below (r, tree->root->kids.len + 1), wr_str_of (more[i]));
  }
}

/* The position of the first top-level && of an expression, or its length. */
static size_t top_and (wr_str e) {
  int depth = 0;
  for (size_t i = 0; i + 1 < e.len; i++) {
    char c = e.ptr[i];
    depth += c == '(' || c == '[' || c == '{';
    depth -= c == ')' || c == ']' || c == '}';
    if (depth == 0 && c == '&' && e.ptr[i + 1] == '&') return i;
  }
  return e.len;
}

/* (e) -> e when the first parenthesis closes at the end. */
static wr_str without_parentheses (wr_str e) {
  int depth = 0;
  if (e.len < 2 || e.ptr[0] != '(' || e.ptr[e.len - 1] != ')') return e;
  for (size_t i = 0; i + 1 < e.len; i++) {
    depth += e.ptr[i] == '(';
    depth -= e.ptr[i] == ')';
    if (depth == 0) return e;
  }
  return (wr_str){e.ptr + 1, e.len - 2};
}

static bool splits (wr_str head, wr_str *prefix, wr_str *e) {
  static const char *const kinds[] = {"requires ", "ensures ", "assert {:subsumption 0} ",
                                      "assert ",   "assume ",  "invariant ",
                                      "axiom ",    NULL};
  bool is_free = wr_str_starts (head, WR_LIT ("free "));
  size_t skip = is_free ? 5 : 0;
  wr_str rest = {head.ptr + skip, head.len - skip};
  for (size_t i = 0; kinds[i]; i++) {
    if (!wr_str_starts (rest, wr_str_of (kinds[i]))) continue;
    size_t n = skip + wr_str_of (kinds[i]).len;
    *prefix = (wr_str){head.ptr, n};
    *e = without_parentheses ((wr_str){head.ptr + n, head.len - n - 1});
    return top_and (*e) < e->len;
  }
  return false;
}

static uint32_t split_conjunctions (struct tree *tree) {
  uint32_t changed = 0;
  for (uint32_t i = 0; i < tree->all.len; i++) {
    struct node *n = tree->all.data[i];
    wr_str prefix, e;
    if (n->kids.len || !wr_str_ends (n->head, WR_LIT (";")) || !splits (n->head, &prefix, &e)) {
      continue;
    }
    wr_buf out = {0};
    while (e.len) {
      size_t at = top_and (e);
      wr_buf_print (&out, "%.*s%.*s;\n", WR_STR_ARGS (prefix), (int)at, e.ptr);
      size_t next = at == e.len ? at : at + 2;
      e = (wr_str){e.ptr + next, e.len - next};
    }
    n->head = wr_str_keep (tree->arena, wr_buf_str (&out));
    wr_buf_free (&out);
    changed++;
  }
  return changed;
}

/* -- comparison -------------------------------------------------------------------------------- */

enum change { RENAME, REORDER, UNUSED, SPLIT, CHANGES };
static const char *const change_names[] = {"other names", "another order of declarations",
                                           "unused code", "conjunctions as several clauses"};

static void changed_text (enum change change, uint64_t seed, wr_buf *out) {
  wr_arena *arena = wr_arena_new ();
  struct program program;
  struct gen_options options = {.procedures = PROCEDURES, .loops = seed % 2 == 1};
  struct rng r = {seed * 977 + change};
  wr_buf plain = {0};
  generate (&program, arena, seed, &options);
  if (change == REORDER) shuffle (program.tree.root, &r);
  if (change == UNUSED) add_unused (&program.tree, &r);
  if (change == SPLIT) split_conjunctions (&program.tree);
  tree_print (&plain, &program.tree);
  if (change == RENAME)
    rename_all (out, wr_buf_str (&plain));
  else
    wr_buf_add (out, wr_buf_str (&plain));
  wr_buf_free (&plain);
  tree_free (&program.tree);
  wr_arena_free (arena);
}

/* "p f f ..." of one body; the prefix of renaming is not part of its name. */
static void letters_of (const judged_goals *goals, wr_str body, wr_buf *out) {
  for (uint32_t i = 0; i < goals->len; i++) {
    wr_str name = goals->data[i].body;
    if (wr_str_starts (name, WR_LIT ("zz$"))) name = (wr_str){name.ptr + 3, name.len - 3};
    if (wr_str_equal (name, body)) wr_buf_add_char (out, verdict_letter (goals->data[i].status));
  }
}

static bool same_verdicts (uint64_t seed, enum change change, const judged_goals *before,
                           wr_arena *arena) {
  wr_buf text = {0}, why = {0};
  judged_goals after = {0};
  changed_text (change, seed, &text);
  bool ok = judge (arena, wr_buf_str (&text), &after, &why);
  if (!ok) printf ("# seed %llu: %s\n", (unsigned long long)seed, wr_buf_text (&why));
  for (uint32_t i = 0; ok && i < PROCEDURES; i++) {
    wr_buf a = {0}, b = {0};
    wr_str name = wr_str_print (arena, "P%u", i);
    letters_of (before, name, &a);
    letters_of (&after, name, &b);
    ok = a.len > 0 && wr_str_equal (wr_buf_str (&a), wr_buf_str (&b));
    if (!ok) {
      printf ("# seed %llu, %.*s: %s before, %s after\n", (unsigned long long)seed,
              WR_STR_ARGS (name), wr_buf_text (&a), wr_buf_text (&b));
      tap_show ("changed program", wr_buf_str (&text));
    }
    wr_buf_free (&a);
    wr_buf_free (&b);
  }
  wr_buf_free (&text);
  wr_buf_free (&why);
  WR_VEC_FREE (&after);
  return ok;
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  uint64_t seed = 1, count = share_of (5, 40, 60), bad[CHANGES] = {0}, goals = 0;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!strcmp (argv[i], "--seed")) seed = strtoull (argv[i + 1], NULL, 10);
    if (!strcmp (argv[i], "--count")) count = strtoull (argv[i + 1], NULL, 10);
  }
  printf ("# seed %llu\n", (unsigned long long)seed);
  for (uint64_t at = seed; at < seed + count; at++) {
    wr_arena *arena = wr_arena_new ();
    wr_buf text = {0}, why = {0};
    judged_goals before = {0};
    changed_text (CHANGES, at, &text);
    if (!judge (arena, wr_buf_str (&text), &before, &why)) {
      OK (&tap, false, "seed %llu: %s", (unsigned long long)at, wr_buf_text (&why));
    }
    goals += before.len;
    for (uint32_t change = 0; change < CHANGES; change++) {
      bad[change] += !same_verdicts (at, (enum change)change, &before, arena);
    }
    WR_VEC_FREE (&before);
    wr_buf_free (&text);
    wr_buf_free (&why);
    wr_arena_free (arena);
  }
  for (uint32_t change = 0; change < CHANGES; change++) {
    OK (&tap, !bad[change], "%s: the verdicts of %llu goals stay", change_names[change],
        (unsigned long long)goals);
  }
  return tap_done (&tap);
}
