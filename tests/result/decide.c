/* tests/result/decide.c -- pass 1 with real solvers: verdicts, paths, models and cores; the same whatever the number
   of workers; the cache; files that the z3 command replays. */
#include "../solve/program.h"
#include "result/result.h"
#include "tap.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

static program *bodies (uint32_t count, uint32_t unused_labels) {
  program *p = program_new ();
  wr_label facts[3];
  /* What stands before a procedure moves the numbers of its labels. */
  for (uint32_t i = 0; i < unused_labels; i++) label (p, WR_ROLE_ASSUME);
  for (uint32_t i = 0; i < count; i++) {
    char name[32];
    snprintf (name, sizeof name, "P%u", i);
    branching_body (p, name, facts);
  }
  return p;
}

/* Everything in a result but times. */
static void show (wr_buf *out, const program *p, const wr_result *r) {
  for (uint32_t b = 0; b < r->body_count; b++) {
    const struct wr_body_result *body = &r->bodies[b];
    for (uint32_t g = 0; body->passive && g < body->passive->goal_count; g++) {
      const struct wr_goal_result *goal = &body->goals[g];
      wr_buf_print (out, "%u.%u %s %s %llu core", b, g, wr_verdict_name (goal->verdict),
                    wr_status_name (goal->reason), (unsigned long long)goal->resources);
      for (uint32_t i = 0; i < goal->core_count; i++) wr_buf_print (out, " %u", goal->core[i]);
      wr_buf_print (out, " path");
      for (uint32_t i = 0; i < goal->path_count; i++) wr_buf_print (out, " %u", goal->path[i]);
      for (uint32_t i = 0; i < goal->value_count; i++) {
        if (!goal->values[i].var.ix) continue;
        wr_str name = wr_symbol_text (p->symbols, wr_var_info (r->core, goal->values[i].var)->name);
        wr_buf_print (out, " %.*s=%.*s", WR_STR_ARGS (name), WR_STR_ARGS (goal->values[i].text));
      }
      wr_buf_add_char (out, '\n');
    }
  }
}

static wr_result *decide (program *p, struct wr_decide_options options) {
  if (!options.backend) options.backend = &wr_backend_z3;
  if (!options.workers) options.workers = 2;
  return wr_decide (p->core, &options, p->arena);
}

static void test_verdicts (struct tap *tap) {
  program *p = bodies (1, 0);
  wr_result *r = decide (p, (struct wr_decide_options){.want_models = true, .want_cores = true});
  const struct wr_goal_result *g = r->bodies[0].goals;
  OK (tap, g[0].verdict == WR_VERDICT_PROVED && g[0].has_core && g[0].core_count >= 3,
      "the first goal is proved, with a core");
  OK (tap, g[1].verdict == WR_VERDICT_FAILED && g[1].path_count >= 3 && g[1].value_count > 0,
      "the second fails, with a path and values");
  OK (tap, g[2].verdict == WR_VERDICT_PROVED, "the third is proved");
  OK (tap, wr_body_verdict (&r->bodies[0]) == WR_VERDICT_FAILED, "so the procedure failed");
  OK (tap, r->queries == 3 && r->failure.len == 0, "with three questions");
  program_free (p);
}

static void test_workers (struct tap *tap) {
  wr_buf first = {0}, got = {0};
  for (uint32_t workers = 1; workers <= 4; workers++) {
    program *p = bodies (7, 0);
    wr_result *r = decide (
        p, (struct wr_decide_options){.workers = workers, .want_models = true, .want_cores = true});
    wr_buf_clear (&got);
    show (&got, p, r);
    if (workers == 1) wr_buf_add (&first, wr_buf_str (&got));
    SAME (tap, wr_buf_str (&got), wr_buf_text (&first), "the same result with other workers");
    program_free (p);
  }
  wr_buf_free (&first);
  wr_buf_free (&got);
}

/* Goals x > 0, x > -1, ... of which number `wrong` does not hold. */
static program *long_body (uint32_t goals, uint32_t wrong) {
  program *p = program_new ();
  wr_core *c = p->core;
  wr_sort domain[1] = {ints (p)};
  wr_sort_map (c, domain, 1, ints (p));
  uint32_t b = body (p, "Long", 1);
  wr_expr x = wr_mk_var (c, local (p, b, "x", ints (p)));
  assume (p, wr_mk2 (c, WR_OP_LT, num (p, 0), x));
  for (uint32_t i = 0; i < goals; i++)
    assert_ (p, wr_mk2 (c, WR_OP_LT, num (p, i == wrong ? 1 : -(int64_t)i), x));
  block (p, b, 0, "entry", NULL, 0);
  return p;
}

/* What is refuted is wanted not to be proved, and nothing is known after it. */
static void test_refute (struct tap *tap) {
  program *p = program_new ();
  wr_core *c = p->core;
  uint32_t b = body (p, "Refute", 1);
  wr_expr x = wr_mk_var (c, local (p, b, "x", ints (p)));
  assume (p, wr_mk2 (c, WR_OP_LT, num (p, 0), x));
  assert_ (p, wr_mk2 (c, WR_OP_LT, num (p, 0), x));
  assert_ (p, wr_mk2 (c, WR_OP_LT, num (p, 1), x));
  for (uint32_t i = 1; i < 3; i++) p->cmds.data[i].label = label (p, WR_ROLE_REFUTE);
  assert_ (p, wr_mk2 (c, WR_OP_LT, num (p, 1), x));
  block (p, b, 0, "entry", NULL, 0);
  wr_result *r = decide (p, (struct wr_decide_options){.want_models = true, .want_cores = true});
  const struct wr_goal_result *g = r->bodies[0].goals;
  OK (tap, g[0].verdict == WR_VERDICT_FAILED && g[0].reason == WR_STATUS_UNSAT,
      "a refutation of what holds fails");
  OK (tap, g[1].verdict == WR_VERDICT_PROVED && !g[1].has_core,
      "a refutation of what may be false");
  OK (tap, g[2].verdict == WR_VERDICT_FAILED, "gives nothing to what follows");
  program_free (p);
}

/* How many goals were proved in groups of `size`, and what was not proved. */
static void test_parts (struct tap *tap) {
  static const struct {
    uint32_t goals, wrong, size, in_groups;
  } cases[] = {{80, 80, 80, 80},    {81, 81, 41, 41},    {160, 160, 80, 160},
               {161, 161, 18, 144}, {200, 200, 20, 200}, {200, 30, 20, 180}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (uint32_t workers = 1; workers <= 3; workers += 2) {
      program *p = long_body (cases[i].goals, cases[i].wrong);
      struct wr_decide_options options = {.workers = workers, .solver.functions = true};
      wr_result *r = decide (p, options);
      uint32_t in_groups = 0, others = 0;
      for (uint32_t g = 0; g < cases[i].goals; g++) {
        const struct wr_goal_result *goal = &r->bodies[0].goals[g];
        in_groups += goal->verdict == WR_VERDICT_PROVED && goal->together == cases[i].size;
        others += goal->verdict != WR_VERDICT_PROVED && g != cases[i].wrong;
      }
      OK (tap, in_groups == cases[i].in_groups && others == 0,
          "%u goals, %u workers: %u in groups of %u", cases[i].goals, workers, in_groups,
          cases[i].size);
      OK (tap,
          cases[i].wrong == cases[i].goals ||
              r->bodies[0].goals[cases[i].wrong].verdict == WR_VERDICT_FAILED,
          "what is wrong fails");
      program_free (p);
    }
  }
}

static void test_cache (struct tap *tap, const char *folder) {
  char path[4096];
  snprintf (path, sizeof path, "%s/answers.db", folder);
  wr_buf fresh = {0}, again = {0};
  program *p = bodies (3, 0);
  wr_result *r = decide (p, (struct wr_decide_options){.cache_path = path, .want_cores = true});
  show (&fresh, p, r);
  OK (tap, r->cache_hits == 0 && r->queries == 9, "the cache is empty at first");
  program_free (p);
  p = bodies (3, 0);
  r = decide (p, (struct wr_decide_options){.cache_path = path, .want_cores = true});
  show (&again, p, r);
  OK (tap, r->cache_hits == 9 && r->queries == 0, "then everything is known (%u)", r->cache_hits);
  OK (tap, r->bodies[0].goals[0].cached, "and says so");
  SAME (tap, wr_buf_str (&again), wr_buf_text (&fresh), "the answers are the same");
  program_free (p);
  p = bodies (3, 5);
  r = decide (p, (struct wr_decide_options){.cache_path = path, .want_cores = true});
  OK (tap, r->cache_hits == 9, "labels elsewhere change nothing (%u)", r->cache_hits);
  bool moved = r->bodies[0].goals[0].core_count >= 3;
  for (uint32_t i = 0; i < r->bodies[0].goals[0].core_count; i++)
    moved = moved && r->bodies[0].goals[0].core[i] > 5;
  OK (tap, moved, "cores are given in this program's labels");
  program_free (p);
  p = bodies (3, 0);
  r = decide (p, (struct wr_decide_options){.cache_path = path, .want_cores = true, .rlimit = 1});
  OK (tap, r->cache_hits < 9, "an answer that cost more than the budget is not taken");
  program_free (p);
  p = bodies (3, 0);
  struct wr_decide_options seeded = {.cache_path = path, .want_cores = true};
  seeded.solver.seed = 7;
  r = decide (p, seeded);
  OK (tap, r->cache_hits == 0, "another seed is another question");
  program_free (p);
  p = bodies (3, 0);
  struct wr_budgets budgets = wr_default_budgets;
  wr_buf problem = {0};
  OK (tap, wr_budgets_set (&budgets, "group_goals=9", &problem) && budgets.group_goals == 9,
      "a budget is set");
  seeded.solver.seed = 0;
  seeded.solver.budgets = &budgets;
  r = decide (p, seeded);
  OK (tap, r->cache_hits == 0, "and so is another budget");
  OK (tap,
      !wr_budgets_set (&budgets, "group_goals", &problem) &&
          !wr_budgets_set (&budgets, "group_goals=", &problem) &&
          !wr_budgets_set (&budgets, "group_goals=0", &problem) &&
          !wr_budgets_set (&budgets, "no_such=1", &problem) && budgets.group_goals == 9,
      "what is no budget, or out of its range, changes nothing");
  wr_buf_free (&problem);
  program_free (p);
  p = bodies (3, 0);
  r = decide (p, (struct wr_decide_options){.cache_path = folder});
  OK (tap, r->warning.len > 0 && r->queries == 9, "no cache: %.*s", WR_STR_ARGS (r->warning));
  program_free (p);
  wr_buf_free (&fresh);
  wr_buf_free (&again);
}

/* The verdict that a file announces is the one that the command gives. */
static bool replays (const char *path) {
  char command[5000], want[64] = "", got[64] = "";
  snprintf (command, sizeof command, "z3 '%s'", path);
  FILE *file = fopen (path, "r"), *out = popen (command, "r");
  if (!file || !out || fscanf (file, "; answer: %63s", want) != 1) want[0] = '?';
  if (out && fscanf (out, "%63s", got) != 1) got[0] = '!';
  if (file) fclose (file);
  if (out) pclose (out);
  return !strcmp (want, got) || (!strcmp (want, "incomplete") && !strcmp (got, "unknown"));
}

static void test_dump (struct tap *tap, const char *folder) {
  char dumps[3000], path[4096];
  snprintf (dumps, sizeof dumps, "%s/smt", folder);
  program *p = bodies (2, 0);
  wr_result *r = decide (p, (struct wr_decide_options){.dump_dir = dumps});
  OK (tap, r->not_dumped.len == 0, "files are written");
  int files = 0, good = 0;
  DIR *dir = opendir (dumps);
  for (struct dirent *e; dir && (e = readdir (dir));) {
    if (e->d_name[0] == '.') continue;
    snprintf (path, sizeof path, "%s/%s", dumps, e->d_name);
    files++;
    good += replays (path);
  }
  if (dir) closedir (dir);
  OK (tap, files == 6 && good == 6, "and replayed to the same answer (%d of %d)", good, files);
  program_free (p);
  p = bodies (1, 0);
  r = decide (p, (struct wr_decide_options){.dump_dir = "/dev/null/x"});
  OK (tap, r->not_dumped.len > 0 && r->dump_refused && r->queries == 3, "%.*s",
      WR_STR_ARGS (r->not_dumped));
  program_free (p);
}

static bool is_installed (const char *program_name) {
  char command[256];
  snprintf (command, sizeof command, "command -v %s >/dev/null", program_name);
  return system (command) == 0;
}

static void test_other_solvers (struct tap *tap) {
  static const char *const commands[] = {"z3 -in", "cvc5"};
  for (int i = 0; i < 2; i++) {
    char name[16] = "z3";
    if (i == 1) strcpy (name, "cvc5");
    if (!is_installed (name)) continue;
    program *p = bodies (2, 0);
    struct wr_decide_options options = {.backend = &wr_backend_smtlib, .want_cores = true};
    options.solver.command = commands[i];
    wr_result *r = decide (p, options);
    const struct wr_goal_result *g = r->bodies[1].goals;
    OK (tap,
        g[0].verdict == WR_VERDICT_PROVED && g[1].verdict == WR_VERDICT_FAILED &&
            g[2].verdict == WR_VERDICT_PROVED,
        "%s agrees: %s %s %s %.*s", commands[i], wr_verdict_name (g[0].verdict),
        wr_verdict_name (g[1].verdict), wr_verdict_name (g[2].verdict), WR_STR_ARGS (g[0].detail));
    OK (tap, g[0].has_core && g[0].core_count >= 3 && g[1].path_count >= 3,
        "%s gives cores and paths", commands[i]);
    program_free (p);
  }
}

int main (void) {
  struct tap tap = {0};
  const char *base = getenv ("TMPDIR");
  char folder[2048], command[4096];
  snprintf (folder, sizeof folder, "%s/warrant-decide-XXXXXX", base ? base : P_tmpdir);
  if (!mkdtemp (folder)) return 1;
  test_verdicts (&tap);
  test_refute (&tap);
  test_workers (&tap);
  test_parts (&tap);
  test_cache (&tap, folder);
  test_dump (&tap, folder);
  test_other_solvers (&tap);
  snprintf (command, sizeof command, "rm -rf '%s'", folder);
  OK (&tap, system (command) == 0, "cleaned up");
  return tap_done (&tap);
}
