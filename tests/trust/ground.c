/* tests/trust/ground.c -- ground terms of every operator: the value that GMP, MPFR or a table gives is proved, and another value is
   not.  Nothing here shares code with lowering, the encoding or the evaluator.  Each term is asked about twice: with
   literals, and with variables that are assumed to have these values. */
#include "ground.h"

#include "../process.h"
#include "../tap.h"

#include <jansson.h>

/* -- sheets ----------------------------------------------------------------------------------------- */

void sheet_begin (struct sheet *s, const char *operator, const char * locals) {
  s->operator= operator;
  wr_buf_print (&s->body, "procedure P%u() {%s\n", s->wants.len, locals);
}

void sheet_end (struct sheet *s) { wr_buf_print (&s->body, "}\n"); }

static uint32_t line_of (const wr_buf *text) {
  uint32_t line = 1;
  for (size_t i = 0; i < text->len; i++) line += text->data[i] == '\n';
  return line;
}

/* A failed assertion is assumed afterwards, so each case ends its path. */
void sheet_case (struct sheet *s, const char *before, const char *condition, bool proved) {
  WR_VEC_PUSH (&s->wants, ((struct expectation){line_of (&s->body), proved, s->operator}));
  wr_buf_print (&s->body, "if (*) { %s assert %s; return; }\n", before, condition);
}

/* -- truth values ------------------------------------------------------------------------------------ */

static const struct connective {
  const char *sign;
  int table; /* bit 2a + b: the value at a, b */
} connectives[] = {{"&&", 8},   {"||", 14}, {"==>", 11}, {"<==", 13},
                   {"<==>", 9}, {"==", 9},  {"!=", 6}};

static const char *truth (bool value) { return value ? "true" : "false"; }

void ground_truth (struct sheet *s) {
  char before[200], term[200];
  for (size_t i = 0; i < sizeof connectives / sizeof *connectives; i++) {
    sheet_begin (s, connectives[i].sign, " var p, q: bool;");
    for (int v = 0; v < 4; v++)
      for (int wrong = 0; wrong < 2; wrong++) {
        bool a = v >> 1, b = v & 1, value = connectives[i].table >> v & 1;
        snprintf (term, sizeof term, "(%s %s %s) == %s", truth (a), connectives[i].sign, truth (b),
                  truth (value != wrong));
        sheet_case (s, "", term, !wrong);
        snprintf (before, sizeof before, "havoc p, q; assume %sp; assume %sq;", a ? "" : "!",
                  b ? "" : "!");
        snprintf (term, sizeof term, "(p %s q) == %s", connectives[i].sign, truth (value != wrong));
        sheet_case (s, before, term, !wrong);
      }
    sheet_end (s);
  }
  sheet_begin (s, "!", "");
  for (int v = 0; v < 4; v++) {
    snprintf (term, sizeof term, "(!%s) == %s", truth (v >> 1), truth (v & 1));
    sheet_case (s, "", term, v >> 1 != (v & 1));
  }
  sheet_end (s);
  sheet_begin (s, "if-then-else", " var x: int;");
  for (int v = 0; v < 4; v++) {
    snprintf (term, sizeof term, "(if %s then 3 else 4) == %d", truth (v >> 1), v & 1 ? 3 : 4);
    sheet_case (s, "", term, v >> 1 == (v & 1));
    snprintf (term, sizeof term, "(if x > 5 then x else -x) == %d", v & 1 ? 7 : -7);
    sheet_case (s, v >> 1 ? "havoc x; assume x == 7;" : "havoc x; assume x == -7;", term, v & 1);
  }
  sheet_end (s);
}

/* -- maps and datatypes ------------------------------------------------------------------------------ */

enum { KEYS = 5, STORES = 6 };

/* A chain of updates, beside an array. */
static void map_cases (struct sheet *s, const char *operator, const char * locals,
                       const char *const *keys) {
  sheet_begin (s, operator, locals);
  for (int round = 0; round < 8; round++) {
    wr_buf chain = {0}, term = {0};
    int values[KEYS];
    for (int i = 0; i < KEYS; i++) values[i] = -1;
    wr_buf_print (&chain, "m");
    for (int i = 0; i < STORES; i++) {
      uint32_t key = rng_below (&s->rng, KEYS);
      values[key] = (int)rng_below (&s->rng, 50);
      wr_buf_print (&chain, "[%s := %d]", keys[key], values[key]);
    }
    for (int i = 0; i < KEYS; i++)
      for (int wrong = 0; wrong < 2; wrong++) {
        wr_buf_clear (&term);
        wr_buf_print (&term, "%.*s[%s] == ", WR_STR_ARGS (wr_buf_str (&chain)), keys[i]);
        if (values[i] >= 0)
          wr_buf_print (&term, "%d", values[i] + wrong);
        else
          wr_buf_print (&term, "m[%s]%s", keys[i], wrong ? " + 1" : "");
        sheet_case (s, "", wr_buf_text (&term), !wrong);
      }
    wr_buf_free (&chain);
    wr_buf_free (&term);
  }
  sheet_end (s);
}

void ground_data (struct sheet *s) {
  map_cases (s, "map from int", " var m: [int]int;",
             (const char *const[]){"0", "1", "-1", "7", "100000000000000000000"});
  map_cases (s, "map from bv3", " var m: [bv3]int;",
             (const char *const[]){"0bv3", "1bv3", "4bv3", "7bv3", "6bv3"});
  map_cases (s, "map from int and bool", " var m: [int, bool]int;",
             (const char *const[]){"0, true", "0, false", "1, true", "1, false", "2, true"});
  map_cases (s, "map from real", " var m: [real]int;",
             (const char *const[]){"0.0", "0.5", "-0.5", "1e-9", "2.0"});
  map_cases (s, "map from a datatype", " var m: [D]int;",
             (const char *const[]){"A(1)", "A(2)", "B(true, 1)", "B(false, 1)", "N()"});
  wr_buf_print (&s->declarations, "datatype D { A(x: int), B(y: bool, z: int), N() }\n");
  static const struct {
    const char *term;
    bool holds;
  } rows[] = {
      {"A(5)->x == 5", true},
      {"A(5)->x == 6", false},
      {"B(true, 3)->y", true},
      {"B(true, 3)->z == 3", true},
      {"B(true, 3)->z == 4", false},
      {"A(5) is A", true},
      {"A(5) is B", false},
      {"A(5) is N", false},
      {"N() is N", true},
      {"B(false, 1) is B", true},
      {"B(false, 1) is A", false},
      {"A(1) == A(1)", true},
      {"A(1) == A(2)", false},
      {"A(1) != A(2)", true},
      {"A(1) == N()", false},
      {"A(1) != N()", true},
      {"B(true, 1) == B(true, 1)", true},
      {"B(true, 1) == B(false, 1)", false},
      {"A(1)->(x := 4) == A(4)", true},
      {"A(1)->(x := 4) == A(1)", false},
      {"B(true, 1)->(z := 9) == B(true, 9)", true},
      {"B(true, 1)->(z := 9)->y", true},
      {"B(true, 1)->(y := false)->y", false},
      {"N() == N()", true},
      {"N() != N()", false},
  };
  sheet_begin (s, "datatype", "");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    sheet_case (s, "", rows[i].term, rows[i].holds);
  sheet_end (s);
}

/* -- the test ------------------------------------------------------------------------------------------ */

static const char *verdict_at (const json_t *document, uint32_t line) {
  size_t i, j, k;
  json_t *file, *procedure, *goal;
  json_array_foreach (json_object_get (document, "files"), i, file)
      json_array_foreach (json_object_get (file, "procedures"), j, procedure) json_array_foreach (
          json_object_get (procedure, "goals"), k,
          goal) if (json_integer_value (json_object_get (goal, "line")) ==
                    line) return json_string_value (json_object_get (goal, "verdict"));
  return "no goal";
}

static void show_line (const wr_buf *text, uint32_t line) {
  const char *at = text->data;
  for (uint32_t i = 1; i < line; i++) at = strchr (at, '\n') + 1;
  tap_show ("case", (wr_str){at, (size_t)(strchr (at, '\n') - at)});
}

static void judge (struct tap *t, const struct sheet *s, const wr_buf *text, const json_t *document,
                   uint32_t before) {
  for (uint32_t i = 0; i < s->wants.len;) {
    const char *operator= s->wants.data[i].operator;
    uint32_t cases = 0, bad = 0;
    for (; i < s->wants.len && s->wants.data[i].operator== operator; i++, cases++) {
      const struct expectation *want = &s->wants.data[i];
      const char *got = verdict_at (document, want->line + before);
      if (!strcmp (got, want->proved ? "proved" : "failed")) continue;
      if (bad++ < 3)
        printf ("# %s: %s, wanted %s\n", operator, got, want->proved ? "proved" : "failed"),
            show_line (text, want->line + before);
    }
    OK (t, bad == 0, "%s: %u cases", operator, cases);
  }
}

static void test_sheet (struct tap *t, const char *warrant, void (*fill) (struct sheet *),
                        uint64_t seed) {
  struct sheet s = {.rng = {seed}};
  fill (&s);
  if (s.wants.len == 0) return;
  wr_buf text = {0};
  wr_buf_add (&text, wr_buf_str (&s.declarations));
  wr_buf_add (&text, wr_buf_str (&s.body));
  char path[] = "ground-XXXXXX.bpl";
  int fd = mkstemps (path, 4);
  bool written = fd >= 0 && write (fd, text.data, text.len) == (ssize_t)text.len;
  close (fd);
  char *words[] = {
      (char *)(uintptr_t)warrant, "verify", "--no-cache", "--json", "--timeout=10", path, NULL};
  struct outcome got = process_run (words, NULL);
  unlink (path);
  json_t *document = json_loadb (got.out.data ? got.out.data : "", got.out.len, 0, NULL);
  if (OK (t, written && got.code == 1 && document, "%u cases are verified", s.wants.len))
    judge (t, &s, &text, document, line_of (&s.declarations) - 1);
  else
    tap_show ("it says", wr_buf_str (&got.out)), tap_show ("and", wr_buf_str (&got.err));
  json_decref (document);
  outcome_free (&got);
  wr_buf_free (&text);
  wr_buf_free (&s.declarations);
  wr_buf_free (&s.body);
  WR_VEC_FREE (&s.wants);
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  uint64_t seed = argc > 2 ? strtoull (argv[2], NULL, 10) : 1;
  if (argc < 2) return 2;
  test_sheet (&tap, argv[1], ground_truth, seed);
  test_sheet (&tap, argv[1], ground_numbers, seed);
  test_sheet (&tap, argv[1], ground_data, seed);
  test_sheet (&tap, argv[1], ground_bits, seed);
  test_sheet (&tap, argv[1], ground_floats, seed);
  return tap_done (&tap);
}
