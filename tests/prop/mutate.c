/* An assertion that holds is refuted when it is negated or made stronger, unless its point is unreachable;
   and its point is unreachable exactly when `false` is proved there.

   mutate [--seed N] [--count PROGRAMS] [FILE...]   (files: Boogie programs with verified assertions) */
#include "gen.h"
#include "judge.h"
#include "share.h"
#include "tap.h"

#include <stdlib.h>

enum { PROCEDURES = 20, ROUNDS = 3 };

/* What is put in the place of a clause e. */
enum mutation { FALSE_ITSELF, NEGATED, STRONGER, MUTATIONS };

static void put_mutated (wr_buf *out, wr_str e, enum mutation mutation) {
  switch (mutation) {
  case FALSE_ITSELF: wr_buf_add (out, WR_LIT ("(false)")); return;
  case NEGATED: wr_buf_print (out, "(!(%.*s))", WR_STR_ARGS (e)); return;
  case STRONGER: wr_buf_print (out, "((%.*s) && mutant)", WR_STR_ARGS (e)); return;
  case MUTATIONS: break;
  }
}

/* The expression of a clause whose span is the whole statement. */
static wr_span expression_of (wr_str text, wr_span span) {
  wr_str rest = {text.ptr + span.begin, span.end - span.begin};
  bool assertion = wr_str_starts (rest, WR_LIT ("assert"));
  if (!assertion && !wr_str_starts (rest, WR_LIT ("ensures"))) return span;
  span.begin += assertion ? 6 : 7;
  for (;;) {
    while (text.ptr[span.begin] == ' ' || text.ptr[span.begin] == '\n') span.begin++;
    if (text.ptr[span.begin] != '{') break;
    while (text.ptr[span.begin++] != '}') {}
  }
  while (text.ptr[span.end - 1] == ';' || text.ptr[span.end - 1] == ' ') span.end--;
  return span;
}

/* One clause in each body: bodies do not influence each other. */
static void choose_clauses (const judged_goals *goals, struct rng *r, wr_u32s *chosen) {
  for (uint32_t i = 0; i < goals->len;) {
    uint32_t end = i, pick = UINT32_MAX, seen = 0;
    for (; end < goals->len && wr_str_equal (goals->data[end].body, goals->data[i].body); end++) {
      const struct judged_goal *g = &goals->data[end];
      bool fits = g->role == WR_ROLE_ASSERT && verdict_letter (g->status) == 'p' && g->span.file;
      if (fits && rng_below (r, ++seen) == 0) pick = end;
    }
    if (pick != UINT32_MAX) WR_VEC_PUSH (chosen, pick);
    i = end;
  }
}

static int by_place (const void *a, const void *b) {
  const wr_span *x = a, *y = b;
  return (x->begin > y->begin) - (x->begin < y->begin);
}

/* The text with the clauses replaced; `places` gets where each begins afterwards, in order of the text. */
static void mutated_text (wr_str text, const judged_goals *goals, const wr_u32s *chosen,
                          enum mutation mutation, wr_buf *out, wr_u32s *places) {
  wr_span *spans = wr_alloc (chosen->len + 1u, sizeof *spans);
  for (uint32_t i = 0; i < chosen->len; i++) {
    spans[i] = expression_of (text, goals->data[chosen->data[i]].span);
  }
  qsort (spans, chosen->len, sizeof *spans, by_place);
  uint32_t at = 0;
  for (uint32_t i = 0; i < chosen->len; i++) {
    wr_buf_add (out, (wr_str){text.ptr + at, spans[i].begin - at});
    WR_VEC_PUSH (places, (uint32_t)out->len);
    put_mutated (out, (wr_str){text.ptr + spans[i].begin, spans[i].end - spans[i].begin}, mutation);
    at = spans[i].end;
  }
  wr_buf_add (out, (wr_str){text.ptr + at, text.len - at});
  wr_buf_add (out, WR_LIT ("\nconst mutant: bool;\n"));
  free (spans);
}

/* 'f' if some assertion that begins in the replaced clause is refuted. */
static char letter_at (const judged_goals *goals, enum wr_role role, uint32_t place, wr_str text) {
  char letter = 'p';
  int depth = 0;
  uint32_t end = place;
  do {
    depth += text.ptr[end] == '(';
    depth -= text.ptr[end] == ')';
    end++;
  } while (depth > 0 && end < text.len);
  for (uint32_t i = 0; i < goals->len; i++) {
    const struct judged_goal *g = &goals->data[i];
    if (g->role != role) continue;
    uint32_t begin = expression_of (text, g->span).begin;
    if (begin < place || begin >= end) continue;
    char one = verdict_letter (g->status);
    if (one != 'p') letter = one;
    if (letter == 'f') return letter;
  }
  return letter;
}

struct counts {
  uint64_t mutants, refuted, unreachable, bad;
};

static void compare_letters (const char *name, wr_str text, const char *const *letters,
                             uint32_t count, struct counts *c) {
  for (uint32_t i = 0; i < count; i++) {
    char reachable = letters[FALSE_ITSELF][i];
    for (uint32_t m = NEGATED; m < MUTATIONS; m++) {
      char got = letters[m][i];
      c->mutants++;
      c->refuted += got == 'f';
      c->unreachable += reachable == 'p';
      if (got == '?' || reachable == '?' || got == reachable) continue;
      if (c->bad++ == 0) {
        printf ("# %s: clause %u, mutation %u: false gives %c, the mutant %c\n", name, i, m,
                reachable, got);
        tap_show ("program", text);
      }
    }
  }
}

/* All mutants of the chosen clauses, which have one role; false when one does not load. */
static bool mutate_chosen (const char *name, wr_str text, const judged_goals *goals,
                           const wr_u32s *chosen, wr_arena *arena, struct counts *c, wr_buf *why) {
  const char *letters[MUTATIONS];
  bool ok = chosen->len > 0;
  for (uint32_t m = 0; ok && m < MUTATIONS; m++) {
    enum wr_role role = goals->data[chosen->data[0]].role;
    wr_buf changed = {0};
    wr_u32s places = {0};
    judged_goals after = {0};
    char *found = WR_NEW (arena, char, chosen->len);
    mutated_text (text, goals, chosen, (enum mutation)m, &changed, &places);
    ok = judge (arena, wr_buf_str (&changed), &after, why);
    for (uint32_t i = 0; ok && i < places.len; i++) {
      found[i] = letter_at (&after, role, places.data[i], wr_buf_str (&changed));
    }
    letters[m] = found;
    wr_buf_free (&changed);
    WR_VEC_FREE (&places);
    WR_VEC_FREE (&after);
  }
  if (ok) compare_letters (name, text, letters, chosen->len, c);
  return ok || !chosen->len;
}

/* Random programs: some assertions, one in each body at a time.  Written ones: each assertion and each
   postcondition by itself. */
static bool mutate (const char *name, wr_str text, bool each, struct rng *r, struct counts *c) {
  wr_arena *arena = wr_arena_new ();
  judged_goals goals = {0};
  wr_buf why = {0};
  wr_u32s chosen = {0};
  bool ok = judge (arena, text, &goals, &why);
  for (uint32_t round = 0; ok && !each && round < ROUNDS; round++) {
    WR_VEC_CLEAR (&chosen);
    choose_clauses (&goals, r, &chosen);
    ok = mutate_chosen (name, text, &goals, &chosen, arena, c, &why);
  }
  for (uint32_t i = 0; ok && each && i < goals.len; i++) {
    const struct judged_goal *g = &goals.data[i];
    bool fits = g->role == WR_ROLE_ASSERT || g->role == WR_ROLE_ENSURES;
    if (!fits || verdict_letter (g->status) != 'p') continue;
    WR_VEC_CLEAR (&chosen);
    WR_VEC_PUSH (&chosen, i);
    ok = mutate_chosen (name, text, &goals, &chosen, arena, c, &why);
  }
  if (!ok) printf ("# %s: %s\n", name, wr_buf_text (&why));
  WR_VEC_FREE (&chosen);
  WR_VEC_FREE (&goals);
  wr_buf_free (&why);
  wr_arena_free (arena);
  return ok;
}

static bool mutate_seed (uint64_t seed, struct counts *c) {
  wr_arena *arena = wr_arena_new ();
  struct program program;
  struct gen_options options = {.procedures = PROCEDURES, .loops = seed % 2 == 1};
  struct rng r = {seed};
  wr_buf text = {0};
  generate (&program, arena, seed, &options);
  tree_print (&text, &program.tree);
  wr_str name = wr_str_print (arena, "seed %llu", (unsigned long long)seed);
  bool ok = mutate (name.ptr, wr_buf_str (&text), false, &r, c);
  wr_buf_free (&text);
  tree_free (&program.tree);
  wr_arena_free (arena);
  return ok;
}

static bool mutate_file (const char *path, struct counts *c) {
  wr_arena *arena = wr_arena_new ();
  wr_sources *sources = wr_sources_new (arena);
  uint32_t file;
  struct rng r = {1};
  bool ok = wr_sources_load (sources, path, &file) == WR_LOAD_OK;
  if (ok) ok = mutate (path, wr_source_text (sources, file), true, &r, c);
  wr_sources_free (sources);
  wr_arena_free (arena);
  return ok;
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  struct counts c = {0}, golden = {0};
  uint64_t seed = 1, count = share_of (3, 15, 30);
  uint32_t files = 0, unread = 0;
  bool ok = true;
  for (int i = 1; i < argc; i++) {
    if (!strcmp (argv[i], "--seed") && i + 1 < argc)
      seed = strtoull (argv[++i], NULL, 10);
    else if (!strcmp (argv[i], "--count") && i + 1 < argc)
      count = strtoull (argv[++i], NULL, 10);
    else
      files++, unread += !mutate_file (argv[i], &golden);
  }
  printf ("# seed %llu\n", (unsigned long long)seed);
  for (uint64_t at = seed; at < seed + count; at++) ok = mutate_seed (at, &c) && ok;
  printf (
      "# %llu mutants, %llu refuted, %llu at unreachable points; of %u files %llu, %llu, %llu\n",
      (unsigned long long)c.mutants, (unsigned long long)c.refuted,
      (unsigned long long)c.unreachable, files, (unsigned long long)golden.mutants,
      (unsigned long long)golden.refuted, (unsigned long long)golden.unreachable);
  OK (&tap, ok && !unread, "all programs and mutants load");
  OK (&tap, c.bad == 0 && c.refuted > 0, "mutants of random programs are refuted where reachable");
  OK (&tap, golden.bad == 0 && golden.refuted >= files,
      "mutants of written programs are refuted where reachable");
  return tap_done (&tap);
}
