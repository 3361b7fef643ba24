/* tests/viper/model/agree.c [--programs N] [--seed N] [--runs N] [--no-plants] [FILE...] -- the verifier proves nothing that a run of the interpreter violates, on
   random programs or on these files.  Then mistakes are planted into what the lowering made, and the interpreter has to notice them. */
#include "generate.h"
#include "judge.h"
#include "plant.h"
#include "share.h"
#include "tap.h"

#include <stdio.h>
#include <stdlib.h>

struct sums {
  uint64_t programs, refused, goals, proved, failed, confirmed, runs, complete, violations, wrong;
};

static void add (struct sums *s, const struct judgement *j) {
  s->programs++;
  s->goals += j->goals;
  s->proved += j->proved;
  s->failed += j->failed;
  s->confirmed += j->confirmed;
  s->runs += j->runs;
  s->complete += j->complete;
  s->violations += j->violation_count;
}

/* -- random programs that get somewhere -------------------------------------------------------------- */

enum { REPAIRS = 20, TRIAL_RUNS = 60 };

static bool has_word (wr_str text, const char *word) {
  size_t len = strlen (word);
  for (size_t i = 0; i + len <= text.len; i++)
    if (!memcmp (text.ptr + i, word, len)) return true;
  return false;
}

/* The text without line `at`, or with another condition in it if the line begins a block. */
static void repair (wr_buf *out, wr_str text, uint32_t at) {
  uint32_t line = 1;
  for (size_t i = 0, begin = 0; i < text.len; i++) {
    if (text.ptr[i] != '\n') continue;
    wr_str whole = {text.ptr + begin, i + 1 - begin};
    bool loop = line == at && has_word (whole, "while (");
    bool branch = line == at && has_word (whole, "if (");
    if (line == at && has_word (whole, "  var v"))
      wr_buf_print (out, "%.*s\n", (int)(strcspn (whole.ptr, ":") + 5),
                    whole.ptr); /* without its value */
    else if (loop || branch)
      wr_buf_print (out, loop ? "while (n > 0)\n" : "if (n > 0) {\n");
    else if (line != at)
      wr_buf_add (out, whole);
    begin = i + 1;
    line++;
  }
}

/* The line to take out, or 0. */
static uint32_t choose_line (const struct judgement *j, struct rng *rng, uint32_t *kept) {
  uint32_t at = 0;
  for (uint32_t k = 0; k < j->violation_count; k++) {
    const struct violation *v = &j->violations[k];
    if (v->member->kind == VPR_DECL_FUNCTION && !strncmp (v->id, "postcondition", 13) &&
        rng_chance (rng, 90))
      return v->line;
    if (v->member->kind != VPR_DECL_METHOD || v->line <= *kept || (at && v->line >= at)) continue;
    if (!v->all && rng_chance (rng, 45)) {
      *kept = v->line;
      continue;
    }
    at = v->line;
  }
  return at ? at : j->stuck;
}

/* Most random programs fail at their first statement, or assume a contradiction, and nothing can be seen behind it.  Lines that no run
   gets past are taken out; of those that some runs violate about half are left in. */
static void repaired (wr_buf *out, struct rng *rng) {
  wr_buf text = {0};
  uint32_t kept = 0;
  model_generate (&text, rng);
  for (uint32_t i = 0; i < REPAIRS; i++) {
    struct judgement j;
    judge_begin (&j, "random.vpr", wr_buf_str (&text));
    if (j.program) judge_run (&j, rng, TRIAL_RUNS);
    uint32_t at = choose_line (&j, rng, &kept);
    judge_end (&j);
    if (!at) break;
    wr_buf next = {0};
    repair (&next, wr_buf_str (&text), at);
    wr_buf_free (&text);
    text = next;
  }
  wr_buf_add (out, wr_buf_str (&text));
  wr_buf_free (&text);
}

/* Is the program right, and what does the interpreter say?  False: the verifier proved something that is violated. */
static bool agree (struct sums *s, const char *path, wr_str text, struct rng *rng, uint32_t times,
                   void (*change) (wr_core *core)) {
  struct judgement j;
  bool good = true;
  judge_begin (&j, path, text);
  if (!j.program) {
    s->refused++;
    if (!change && s->refused < 4)
      for (uint32_t i = 0; i < wr_diags_count (j.diags); i++)
        printf ("# %.*s\n", WR_STR_ARGS (wr_diags_at (j.diags, i)->message));
  } else {
    judge_run (&j, rng, times);
    judge_verify (&j, change);
    const struct violation *v = j.result ? judge_missing (&j) : NULL;
    good = !v;
    add (s, &j);
    if (v && !change) {
      printf ("# %s: a run violates %s in line %u, which is not reported\n", path, v->id, v->line);
      tap_show ("program", text);
    }
  }
  judge_end (&j);
  return good;
}

static void report (const struct sums *s) {
  printf ("# %llu programs, %llu refused, %llu goals: %llu proved, %llu not; runs violate %llu of "
          "these\n",
          (unsigned long long)s->programs, (unsigned long long)s->refused,
          (unsigned long long)s->goals, (unsigned long long)s->proved,
          (unsigned long long)s->failed, (unsigned long long)s->confirmed);
  printf ("# %llu runs, %llu of them to their end; %llu violated checks; %llu disagreements\n",
          (unsigned long long)s->runs, (unsigned long long)s->complete,
          (unsigned long long)s->violations, (unsigned long long)s->wrong);
}

static void random_programs (struct tap *t, uint64_t seed, uint32_t programs, uint32_t times) {
  struct sums s = {0};
  for (uint32_t i = 0; i < programs && s.wrong < 10; i++) {
    struct rng rng = {.state = seed + i};
    wr_buf text = {0};
    char name[40];
    repaired (&text, &rng);
    snprintf (name, sizeof name, "random%llu.vpr", (unsigned long long)(seed + i));
    s.wrong += !agree (&s, name, wr_buf_str (&text), &rng, times, NULL);
    wr_buf_free (&text);
  }
  report (&s);
  OK (t, s.wrong == 0, "nothing is proved that a run violates");
  OK (t, s.programs * 10 > programs * 9ULL, "most programs are accepted");
  OK (t, s.proved > s.programs && s.confirmed > s.programs,
      "goals are proved, and runs violate others");
}

static void planted (struct tap *t, uint64_t seed, uint32_t programs, uint32_t times) {
  for (const struct plant *p = plants; p->name; p++) {
    struct sums s = {0};
    uint32_t i = 0;
    for (; i < programs && !s.wrong; i++) {
      struct rng rng = {.state = seed + p->skip + i};
      wr_buf text = {0};
      repaired (&text, &rng);
      s.wrong += !agree (&s, "planted.vpr", wr_buf_str (&text), &rng, times, p->change);
      wr_buf_free (&text);
    }
    OK (t, s.wrong > 0, "%s is noticed, after %u programs", p->name, i);
  }
}

static void file (struct tap *t, const char *path, uint32_t times) {
  struct sums s = {0};
  struct rng rng = {.state = 1};
  wr_buf text = {0};
  if (!judge_read (&text, path)) {
    OK (t, false, "%s can be read", path);
    return;
  }
  bool good = agree (&s, path, wr_buf_str (&text), &rng, times, NULL);
  OK (t, good, "%s: of %llu goals, %llu are proved; runs violate %llu checks", path,
      (unsigned long long)s.goals, (unsigned long long)s.proved, (unsigned long long)s.violations);
  wr_buf_free (&text);
}

int main (int argc, char **argv) {
  struct tap t = {0};
  uint32_t programs = (uint32_t)share_of (20, 120, 200), times = 200, files = 0;
  uint64_t seed = 1;
  bool plant = true;
  for (int i = 1; i < argc; i++) {
    if (!strcmp (argv[i], "--programs") && i + 1 < argc)
      programs = (uint32_t)strtoul (argv[++i], NULL, 10);
    else if (!strcmp (argv[i], "--seed") && i + 1 < argc)
      seed = strtoull (argv[++i], NULL, 10);
    else if (!strcmp (argv[i], "--runs") && i + 1 < argc)
      times = (uint32_t)strtoul (argv[++i], NULL, 10);
    else if (!strcmp (argv[i], "--no-plants"))
      plant = false;
    else
      file (&t, argv[i], times), files++;
  }
  if (files) return tap_done (&t);
  random_programs (&t, seed, programs, times);
  if (plant) planted (&t, seed, 10 * programs, times);
  return tap_done (&t);
}
