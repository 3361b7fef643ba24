/* The verifier against the evaluator: for random programs over small domains, a goal is refuted exactly when
   some execution reaches it and falsifies it.

   agree [--seed N] [--count PROCEDURES] [--jobs N] [--show]   (--show prints the program of the seed) */
#include "explore.h"
#include "gen.h"
#include "pipeline.h"
#include "share.h"
#include "tap.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BATCH = 20, MAX_RUNS = 2500 };

struct totals {
  uint64_t procedures, goals, failed, runs, unfinished, undecided, unsolved, disagreements;
};

struct options {
  uint64_t seed, count;
  uint32_t jobs;
  bool show;
};

/* -- one body ---------------------------------------------------------------------------------- */

static const char *goal_text (const struct pipeline *p, wr_label goal, wr_buf *out) {
  const struct wr_label_info *info = wr_label_info (&p->core->labels, goal);
  wr_position at = wr_position_of (p->sources, info->span.file, info->span.begin);
  wr_buf_print (out, "%s at %u:%u", wr_role_name (info->role), at.line, at.column);
  return wr_buf_text (out);
}

/* Solver's verdict on all goals of one label together: 0 proved, 1 refuted, 2 neither. */
static int verdict_of (const wr_passive *passive, const enum wr_status *status, wr_label label) {
  int verdict = 0;
  for (uint32_t i = 0; i < passive->goal_count; i++) {
    if (passive->goals[i].label.ix != label.ix) continue;
    bool refuted = status[i] == WR_STATUS_SAT || status[i] == WR_STATUS_INCOMPLETE;
    if (refuted) return 1;
    if (status[i] != WR_STATUS_UNSAT) verdict = 2;
  }
  return verdict;
}

/* Adds to the totals; false and a description when the two disagree. */
static bool compare_body (struct pipeline *p, struct explorer *x, wr_machine *m, uint32_t body,
                          struct totals *t, wr_buf *what) {
  enum wr_status *status;
  const wr_passive *passive = pipeline_decide (p, body, &status);
  t->procedures++;
  if (!passive) {
    wr_buf_print (what, "no solver");
    return false;
  }
  explore (x, m, body);
  t->runs += x->runs;
  t->unfinished += x->unfinished;
  wr_str name = wr_symbol_text (p->symbols, p->core->bodies.data[body].name);
  if (x->undecided.len) {
    t->undecided++;
    wr_buf_print (what, "%.*s: undecided: %.*s", WR_STR_ARGS (name), WR_STR_ARGS (x->undecided));
    return false;
  }
  for (uint32_t i = 0; i < passive->goal_count; i++) {
    wr_label label = passive->goals[i].label;
    int verdict = verdict_of (passive, status, label);
    bool fails = wr_bitset_has (&x->failed, label.ix);
    t->goals++;
    t->failed += fails;
    t->unsolved += verdict == 2;
    if (verdict == 2 || (fails ? verdict == 1 : verdict == 0 || x->unfinished)) continue;
    wr_buf text = {0};
    wr_buf_print (what, "%.*s: %s: executions say %s, the solver says %s", WR_STR_ARGS (name),
                  goal_text (p, label, &text), fails ? "fails" : "holds",
                  wr_status_name (status[i]));
    wr_buf_free (&text);
    return false;
  }
  return true;
}

/* -- one program ------------------------------------------------------------------------------- */

/* The number of bodies that disagree; `what` describes the first. */
static uint32_t compare_text (wr_str text, int64_t lo, int64_t hi, struct totals *t, wr_buf *what) {
  struct pipeline p;
  uint32_t bad = 0;
  if (!pipeline_load (&p, text, what)) {
    pipeline_free (&p);
    return 1;
  }
  struct explorer x = {.core = p.core, .lo = lo, .hi = hi, .max_runs = MAX_RUNS};
  struct wr_exec_options options = explorer_options (&x);
  for (uint32_t i = 0; i < p.core->bodies.len; i++)
    wr_flow_run (p.core, i, NULL, p.arena); /* labels */
  wr_machine *m = wr_machine_new (p.core, &options);
  for (uint32_t i = 0; i < p.core->bodies.len; i++) {
    wr_buf text_of_body = {0};
    if (!compare_body (&p, &x, m, i, t, &text_of_body)) {
      if (!bad++) wr_buf_add (what, wr_buf_str (&text_of_body));
    }
    wr_buf_free (&text_of_body);
  }
  explorer_free (&x);
  wr_machine_free (m);
  pipeline_free (&p);
  return bad;
}

/* A program that does not load is not a reduction of one that does. */
struct shrinking {
  int64_t lo, hi;
  bool loads;
};

static bool still_fails (void *ctx, const struct tree *tree) {
  const struct shrinking *s = ctx;
  wr_buf text = {0}, what = {0};
  struct totals ignored = {0};
  tree_print (&text, tree);
  bool bad = compare_text (wr_buf_str (&text), s->lo, s->hi, &ignored, &what) > 0;
  bool same_kind = (ignored.procedures > 0) == s->loads;
  wr_buf_free (&text);
  wr_buf_free (&what);
  return bad && same_kind;
}

static void report (struct program *program, uint64_t seed, wr_str what, bool loads) {
  printf ("# seed %llu: %.*s\n", (unsigned long long)seed, WR_STR_ARGS (what));
  struct shrinking s = {program->lo, program->hi, loads};
  tree_shrink (&program->tree, still_fails, &s);
  wr_buf text = {0}, again = {0};
  struct totals ignored = {0};
  tree_print (&text, &program->tree);
  compare_text (wr_buf_str (&text), program->lo, program->hi, &ignored, &again);
  tap_show ("made small", wr_buf_str (&text));
  tap_show ("which gives", wr_buf_str (&again));
  wr_buf_free (&text);
  wr_buf_free (&again);
}

static struct gen_options shape (uint64_t seed, uint64_t count) {
  return (struct gen_options){.procedures = count < BATCH ? (uint32_t)count : BATCH,
                              .loops = seed % 2 == 1};
}

static void run_seed (uint64_t seed, uint64_t count, struct totals *t, bool show) {
  wr_arena *arena = wr_arena_new ();
  struct program program;
  struct gen_options options = shape (seed, count);
  generate (&program, arena, seed, &options);
  wr_buf text = {0}, what = {0};
  tree_print (&text, &program.tree);
  if (show) printf ("%s", wr_buf_text (&text));
  uint64_t before = t->procedures;
  uint32_t bad = compare_text (wr_buf_str (&text), program.lo, program.hi, t, &what);
  if (bad && t->disagreements < 3) {
    report (&program, seed, wr_buf_str (&what), t->procedures > before);
  }
  t->disagreements += bad;
  wr_buf_free (&text);
  wr_buf_free (&what);
  tree_free (&program.tree);
  wr_arena_free (arena);
}

/* -- many -------------------------------------------------------------------------------------- */

static void worker (const struct options *o, uint32_t job, int out) {
  struct totals t = {0};
  for (uint64_t i = job; i * BATCH < o->count; i += o->jobs) {
    run_seed (o->seed + i, o->count - i * BATCH, &t, false);
  }
  if (write (out, &t, sizeof t) != (ssize_t)sizeof t) _exit (1);
}

static bool collect (struct tap *tap, const struct options *o, struct totals *sum) {
  bool ok = true;
  for (uint32_t job = 0; job < o->jobs; job++) {
    int ends[2];
    if (pipe (ends) != 0) return false;
    fflush (stdout);
    pid_t child = fork ();
    if (child == 0) {
      close (ends[0]);
      worker (o, job, ends[1]);
      fflush (stdout);
      _exit (0);
    }
    close (ends[1]);
    sum[job].procedures = (uint64_t)ends[0];
    sum[job].goals = (uint64_t)child;
  }
  for (uint32_t job = 0; job < o->jobs; job++) {
    int in = (int)sum[job].procedures, state = 1;
    pid_t child = (pid_t)sum[job].goals;
    ssize_t got = read (in, &sum[job], sizeof sum[job]);
    close (in);
    waitpid (child, &state, 0);
    ok = ok && got == (ssize_t)sizeof sum[job] && state == 0;
  }
  OK (tap, ok, "workers ended well");
  return ok;
}

static struct options parse (int argc, char **argv) {
  struct options o = {.seed = 1, .count = share_of (200, 2500, 20000), .jobs = 2};
  for (int i = 1; i < argc; i++) {
    bool more = i + 1 < argc;
    if (!strcmp (argv[i], "--show"))
      o.show = true;
    else if (!strcmp (argv[i], "--seed") && more)
      o.seed = strtoull (argv[++i], NULL, 10);
    else if (!strcmp (argv[i], "--count") && more)
      o.count = strtoull (argv[++i], NULL, 10);
    else if (!strcmp (argv[i], "--jobs") && more)
      o.jobs = (uint32_t)strtoul (argv[++i], NULL, 10);
  }
  if (o.jobs < 1 || o.jobs > 64) o.jobs = 1;
  return o;
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  struct options o = parse (argc, argv);
  struct totals all = {0}, *each = wr_alloc (o.jobs, sizeof *each);
  if (o.show) {
    run_seed (o.seed, o.count, &all, true);
    free (each);
    return all.disagreements > 0;
  }
  printf ("# seed %llu\n", (unsigned long long)o.seed);
  if (collect (&tap, &o, each)) {
    for (uint32_t i = 0; i < o.jobs; i++) {
      all.procedures += each[i].procedures;
      all.goals += each[i].goals;
      all.failed += each[i].failed;
      all.runs += each[i].runs;
      all.unfinished += each[i].unfinished;
      all.undecided += each[i].undecided;
      all.unsolved += each[i].unsolved;
      all.disagreements += each[i].disagreements;
    }
  }
  free (each);
  printf ("# %llu procedures, %llu goals, %llu of them fail, %llu executions\n",
          (unsigned long long)all.procedures, (unsigned long long)all.goals,
          (unsigned long long)all.failed, (unsigned long long)all.runs);
  printf ("# %llu searches cut off, %llu goals without a verdict of the solver\n",
          (unsigned long long)all.unfinished, (unsigned long long)all.unsolved);
  OK (&tap, all.procedures >= o.count, "all procedures were compared");
  OK (&tap, all.disagreements == 0, "verdicts and executions agree");
  OK (&tap, all.unfinished * 3 <= all.procedures, "most searches are complete");
  OK (&tap, all.unsolved * 100 <= all.goals, "the solver decides nearly all goals");
  OK (&tap, all.failed * 10 >= all.goals && all.failed * 10 <= all.goals * 9,
      "goals that hold and goals that fail both occur");
  return tap_done (&tap);
}
