/* Two versions of a program are proved and explained at the same time in two threads of one process, and one of them is cancelled
   half-way.  What the other finds out is what it finds out alone, in every detail, and the process is left as it was.  Also built and
   run with ThreadSanitizer (.ci/run threads). */
#include "base/vec.h"
#include "run/prove.h"
#include "run/prune.h"
#include "run/query.h"
#include "tap.h"
#include "threads.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCEDURES = 8, NEVER = 1 << 30 };

/* -- programs ----------------------------------------------------------------------------------------- */

/* With a prelude, goals are explained while they are proved.  Version 1 differs from version 0 in a clause that is wrong, a contradiction
   and a constant that every procedure mentions. */
static void write_program (wr_buf *out, bool prelude, int version) {
  wr_buf_print (out, "function f(int): int;\naxiom (forall i: int :: {f(i)} f(i) > i);\n"
                     "axiom (forall i, j: int :: {f(i), f(j)} i < j ==> f(i) < f(j));\n");
  for (int i = 0; prelude && i < 80; i++)
    wr_buf_print (out, "function g%d(int): int; axiom (forall i: int :: {g%d(i)} g%d(i) > i);\n", i,
                  i, i);
  for (int i = 0; i < PROCEDURES; i++) {
    int c = i + 2 + 20 * version; /* no two procedures are equal */
    wr_buf_print (out,
                  "procedure P%d(n: int) returns (r: int)\n"
                  "  requires n >= 0; requires n < 1000;\n"
                  "  ensures r >= n;\n  ensures r <= %d * n;\n"
                  "{\n  var i: int;\n  i := 0; r := 0;\n"
                  "  while (i < n)\n    invariant 0 <= i && i <= n;\n    invariant r == %d * i;\n"
                  "  { r := r + %d; i := i + 1; }\n"
                  "  assert f(r) > n;\n  assert f(f(r)) > r;\n  assert f(n) < f(f(n));\n",
                  i, version && i == 3 ? 1 : c, c, c);
    if (i > 0) wr_buf_print (out, "  call i := P%d(n);\n  assert f(i) > n;\n", i - 1);
    if (version && i == 5) wr_buf_print (out, "  assume r < 0;\n  assert i == 17;\n");
    wr_buf_print (out, "}\n");
  }
}

/* -- one run, in any thread ------------------------------------------------------------------------------ */

struct version {
  wr_str text;
  const char *cache;
  wr_cancel cancel;
  uint32_t stop_decided, stop_explained; /* asks to cancel after so many events */
  uint32_t decided, explained, findings, disorder;
  wr_bitset *seen; /* [2]: goals that were reported as decided, as explained */
  uint32_t last_body, last_goal;
  bool stopped; /* the result says that it was cancelled */
  wr_buf out;
};

static uint32_t number_of (const struct wr_body_result *body, uint32_t goal) {
  return body->body * 1024 + goal;
}

static void on_decided (void *ctx, const struct wr_body_result *body, uint32_t goal) {
  struct version *v = ctx;
  uint32_t number = number_of (body, goal);
  v->disorder += wr_bitset_has (&v->seen[0], number) || !body->goals[goal].verdict;
  wr_bitset_set (&v->seen[0], number, true);
  if (++v->decided == v->stop_decided) wr_cancel_ask (&v->cancel);
}

static void on_explained (void *ctx, const struct wr_body_result *body, uint32_t goal,
                          const struct wr_explanation *explanation) {
  struct version *v = ctx;
  uint32_t number = number_of (body, goal);
  v->disorder += wr_bitset_has (&v->seen[1], number) || !wr_bitset_has (&v->seen[0], number);
  v->disorder += !explanation->known || body->goals[goal].verdict != WR_VERDICT_PROVED;
  v->disorder += body->body == v->last_body && goal <= v->last_goal;
  v->last_body = body->body;
  v->last_goal = goal;
  wr_bitset_set (&v->seen[1], number, true);
  if (++v->explained == v->stop_explained) wr_cancel_ask (&v->cancel);
}

static void on_finding (void *ctx, const wr_diag *finding) {
  struct version *v = ctx;
  v->findings++;
  v->disorder += wr_code_info (finding->code)->phase != WR_PHASE_FINDING;
}

static void print_goal (wr_buf *out, const struct wr_goal_result *r,
                        const struct wr_explanation *e) {
  wr_buf_print (out, "  %s, %u blocks on the path:", wr_verdict_name (r->verdict), r->path_count);
  if (!e->known) wr_buf_print (out, " no core");
  for (uint32_t i = 0; e->known && i < e->core_count; i++)
    wr_buf_print (out, " %u%s", e->core[i], e->need && e->need[i] ? "!" : "");
  wr_buf_print (out, "%s%s%s, %u alternatives\n", e->vacuous ? " vacuous" : "",
                e->minimal ? " minimal" : "", e->limited ? " limited" : "", e->alternative_count);
}

static void print_run (wr_buf *out, const wr_run *run) {
  const wr_cover *cover = run->coverage->cover;
  for (uint32_t b = 0; b < cover->result->body_count; b++) {
    const struct wr_body_result *body = &cover->result->bodies[b];
    wr_str name = wr_symbol_text (run->symbols, run->proved.core->bodies.data[b].name);
    wr_buf_print (out, "%.*s\n", WR_STR_ARGS (name));
    for (uint32_t g = 0; body->passive && g < body->passive->goal_count; g++)
      print_goal (out, &body->goals[g], &cover->goals[b][g]);
  }
  wr_buf_print (out, "covered %u of %u\n", run->coverage->whole.covered,
                run->coverage->whole.total);
  for (uint32_t i = 0; i < wr_diags_count (run->diags); i++) {
    const wr_diag *diag = wr_diags_at (run->diags, i);
    wr_buf_print (out, "%u: %.*s\n", diag->at.begin, WR_STR_ARGS (diag->message));
  }
}

/* The program reduced to the goals of one procedure, and the nodes of the graph. */
static void prune (struct version *v, wr_run *run) {
  struct wr_pruned pruned = {0};
  wr_u32s nodes = {0};
  wr_str part;
  wr_buf nearest = {0};
  v->disorder += !wr_run_find (run, "P1", WR_MEANT_GOALS, &nodes, &part, &nearest);
  for (uint32_t i = 0; i < nodes.len; i++) {
    const struct wr_gnode *node = &run->graph->nodes[nodes.data[i]];
    if (node->goal && node->verdict == WR_VERDICT_PROVED) WR_VEC_PUSH (&pruned.goals, node->label);
  }
  bool whole = wr_run_prune (run, &pruned);
  wr_buf_print (&v->out, "%u nodes, %u facts, %s\n%s", run->graph->node_count, pruned.facts.covered,
                whole && pruned.verified ? "verified" : "not verified", wr_buf_text (&pruned.text));
  wr_pruned_free (&pruned);
  wr_buf_free (&nearest);
  WR_VEC_FREE (&nodes);
}

static void *work (void *ctx) {
  struct version *v = ctx;
  struct wr_sink sink = {
      .ctx = v, .decided = on_decided, .explained = on_explained, .finding = on_finding};
  struct wr_run_options options = {
      .workers = 2, .cores = true, .effort = WR_CORES_MUST, .cache_path = v->cache};
  wr_bitset seen[2] = {0};
  v->seen = seen;
  v->last_body = UINT32_MAX;
  wr_run run = wr_run_new (&options, &v->cancel, &sink);
  wr_run_add_text (&run, WR_LIT ("version.bpl"), v->text);
  if (wr_run_load (&run, WR_LOADED_TYPED) && wr_run_prove (&run) && !run.failure.len) {
    wr_run_explain (&run, WR_CORES_MUST);
    wr_run_advise (&run, NULL);
    v->stopped = run.proved.result->cancelled;
    print_run (&v->out, &run);
    wr_run_make_graph (&run);
    wr_run_store (&run);
    if (!v->stopped) prune (v, &run);
  } else {
    wr_buf_print (&v->out, "no result: %.*s\n", WR_STR_ARGS (run.failure));
  }
  wr_run_free (&run);
  wr_bitset_free (&seen[0]);
  wr_bitset_free (&seen[1]);
  v->seen = NULL;
  return NULL;
}

/* -- the process ------------------------------------------------------------------------------------------ */

static int count_fds (void) {
  int n = 0;
  DIR *dir = opendir ("/proc/self/fd");
  while (readdir (dir)) n++;
  closedir (dir);
  return n;
}

struct process {
  int fds, subreaper;
  sigset_t mask;
  struct sigaction child, pipe;
};

static struct process process_now (void) {
  struct process p = {.fds = count_fds ()};
  prctl (PR_GET_CHILD_SUBREAPER, &p.subreaper);
  pthread_sigmask (SIG_SETMASK, NULL, &p.mask);
  sigaction (SIGCHLD, NULL, &p.child);
  sigaction (SIGPIPE, NULL, &p.pipe);
  return p;
}

/* What differs is appended to `what`. */
static bool same_process (const struct process *a, const struct process *b, wr_buf *what) {
  if (a->fds != b->fds) wr_buf_print (what, " %d descriptors, then %d;", a->fds, b->fds);
  if (a->subreaper != b->subreaper) wr_buf_print (what, " the subreaper flag;");
  if (a->child.sa_handler != b->child.sa_handler || a->pipe.sa_handler != b->pipe.sa_handler)
    wr_buf_print (what, " a signal handler;");
  for (int s = 1; s < SIGRTMAX; s++)
    if (sigismember (&a->mask, s) != sigismember (&b->mask, s))
      wr_buf_print (what, " the mask of signal %d;", s);
  int status = 0;
  pid_t child = waitpid (-1, &status, WNOHANG);
  if (child >= 0 || errno != ECHILD)
    wr_buf_print (what, " a child %d with status %x;", child, (unsigned)status);
  return what->len == 0;
}

/* -- the tests -------------------------------------------------------------------------------------------- */

static void reset (struct version *v, uint32_t stop_decided, uint32_t stop_explained) {
  wr_str text = v->text;
  const char *cache = v->cache;
  wr_buf_free (&v->out);
  *v = (struct version){.text = text, .cache = cache};
  v->stop_decided = stop_decided;
  v->stop_explained = stop_explained;
}

static void both (struct version v[2]) { threads_run (work, (void *[]){&v[0], &v[1]}, 2); }

static void test_program (struct tap *tap, bool prelude) {
  struct process before = process_now ();
  const char *name = prelude ? "prelude" : "few axioms";
  wr_buf texts[2] = {0}, alone[2] = {0};
  struct version v[2] = {0};
  uint32_t decided[2], explained[2], findings[2];
  for (int i = 0; i < 2; i++) {
    write_program (&texts[i], prelude, i);
    v[i].text = wr_buf_str (&texts[i]);
    reset (&v[i], NEVER, NEVER);
    work (&v[i]);
    wr_buf_add (&alone[i], wr_buf_str (&v[i].out));
    decided[i] = v[i].decided;
    explained[i] = v[i].explained;
    findings[i] = v[i].findings;
    OK (tap, !v[i].disorder && decided[i] > 50 && explained[i] > 40 && explained[i] <= decided[i],
        "%s, version %d alone: each of %u goals is decided once, then %u explained once", name, i,
        decided[i], explained[i]);
  }
  OK (tap, findings[1] > 0 && strstr (wr_buf_text (&alone[1]), " failed") != NULL,
      "%s: version 1 has findings and a failure", name);
  for (int i = 0; i < 2; i++) reset (&v[i], NEVER, NEVER);
  both (v);
  for (int i = 0; i < 2; i++) {
    SAME (tap, wr_buf_str (&v[i].out), wr_buf_text (&alone[i]), "both at once: as alone");
    OK (tap,
        !v[i].disorder && v[i].decided == decided[i] && v[i].explained == explained[i] &&
            v[i].findings == findings[i],
        "%s, version %d: the sink receives the same", name, i);
  }
  /* Cancelled after the first goal, in the middle of either pass. */
  const uint32_t stops[][2] = {
      {1, NEVER}, {decided[1] / 2, NEVER}, {NEVER, 1}, {NEVER, explained[1] / 2}};
  for (size_t k = 0; k < sizeof stops / sizeof *stops; k++) {
    reset (&v[0], NEVER, NEVER);
    reset (&v[1], stops[k][0], stops[k][1]);
    both (v);
    SAME (tap, wr_buf_str (&v[0].out), wr_buf_text (&alone[0]),
          "the other one is cancelled: as alone");
    OK (tap, v[1].stopped && !v[1].disorder && !v[0].disorder && !v[0].stopped,
        "%s: version 1 is cancelled after %u goals were decided and %u explained", name,
        v[1].decided, v[1].explained);
  }
  struct process after = process_now ();
  wr_buf what = {0};
  OK (tap, same_process (&before, &after, &what),
      "%s: descriptors, children, flags and signals of the process are as before;%s", name,
      wr_buf_text (&what));
  wr_buf_free (&what);
  for (int i = 0; i < 2; i++) {
    wr_buf_free (&texts[i]);
    wr_buf_free (&alone[i]);
    wr_buf_free (&v[i].out);
  }
}

/* Both versions use one cache: it holds the answers of both afterwards. */
static void test_cache (struct tap *tap) {
  char folder[] = "warrant-threads-XXXXXX";
  wr_buf path = {0}, texts[2] = {0}, first[2] = {0};
  struct version v[2] = {0};
  if (!mkdtemp (folder)) abort ();
  wr_buf_print (&path, "%s/answers.db", folder);
  for (int i = 0; i < 2; i++) {
    write_program (&texts[i], false, i);
    v[i] = (struct version){.text = wr_buf_str (&texts[i]), .cache = wr_buf_text (&path)};
    reset (&v[i], NEVER, NEVER);
  }
  both (v);
  for (int i = 0; i < 2; i++) {
    wr_buf_add (&first[i], wr_buf_str (&v[i].out));
    OK (tap, !v[i].disorder && v[i].decided > 50, "one cache: version %d is decided", i);
    reset (&v[i], NEVER, NEVER);
  }
  both (v);
  for (int i = 0; i < 2; i++) {
    SAME (tap, wr_buf_str (&v[i].out), wr_buf_text (&first[i]), "one cache: the same from it");
    struct wr_run_options options = {.cache_path = wr_buf_text (&path)};
    wr_run run = wr_run_new (&options, NULL, NULL);
    wr_run_add_text (&run, WR_LIT ("version.bpl"), v[i].text);
    bool found = wr_run_recall (&run, true);
    /* Of one program, which the names of its files identify, the last version is stored. */
    OK (tap, !found || run.graph->node_count > 0, "one cache: the graph of version %d is %s", i,
        found ? "stored" : "replaced");
    wr_run_free (&run);
    wr_buf_free (&v[i].out);
    wr_buf_free (&first[i]);
    wr_buf_free (&texts[i]);
  }
  unlink (wr_buf_text (&path));
  rmdir (folder);
  wr_buf_free (&path);
}

int main (void) {
  struct tap tap = {0};
  test_program (&tap, false);
  test_program (&tap, true);
  test_cache (&tap);
  return tap_done (&tap);
}
