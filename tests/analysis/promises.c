/* The promises of pass 2 (docs/coverage.md) on whole programs: every core proves its goal again, alone, in a solver that has seen
   nothing else of pass 2; without any one member of a minimal core it does not, within the budget.

     analysis-promises [--all] FILE...

   Files that are not there are passed over.  Each file is a program; without --all a few goals of each body are looked at. */
#include "analysis/cover.h"
#include "base/check.h"
#include "front/boogie/lower.h"
#include "solve/pool.h"
#include "tap.h"

#include <stdio.h>
#include <string.h>

enum { FEW = 6 };

struct counts {
  uint32_t goals, cores, unproved, members, dropped, unknown;
};

struct audit {
  wr_core *core;
  const wr_result *result;
  const wr_cover *cover;
  bool all;
  struct counts counts;
};

static bool ask (const struct wr_backend *backend, void *self, wr_arena *arena, uint32_t goal,
                 const wr_bitset *off, uint64_t rlimit) {
  struct wr_answer answer = {0};
  struct wr_query query = {.goal = goal, .off = off, .rlimit = rlimit, .timeout = 20};
  backend->check (self, &query, arena, &answer);
  return answer.status == WR_STATUS_UNSAT;
}

/* Everything on the way to the goal and every axiom is absent, but the core and (if it is not vacuous) the goal. */
static void all_but (const struct audit *a, const struct wr_body_result *body, uint32_t goal,
                     const struct wr_explanation *e, wr_bitset *off) {
  wr_u32s labels = {0};
  wr_vc_goal_labels (body->vc, goal, &labels);
  for (uint32_t i = 0; i < labels.len; i++) wr_bitset_set (off, labels.data[i], true);
  for (uint32_t i = 0; i < a->core->axioms.len; i++)
    if (a->core->axioms.data[i].label.ix)
      wr_bitset_set (off, a->core->axioms.data[i].label.ix, true);
  for (uint32_t i = 0; i < e->core_count; i++) wr_bitset_set (off, e->core[i], false);
  if (!e->vacuous) wr_bitset_set (off, body->passive->goals[goal].label.ix, false);
  WR_VEC_FREE (&labels);
}

static void audit_goal (struct audit *a, const struct wr_backend *backend, void *self,
                        wr_arena *arena, const struct wr_body_result *body, uint32_t goal,
                        struct counts *c) {
  const struct wr_explanation *e = &a->cover->goals[body->body][goal];
  uint64_t own = body->goals[goal].resources;
  wr_bitset off = {0};
  c->goals++;
  c->unknown += !e->known;
  if (e->known) {
    all_but (a, body, goal, e, &off);
    c->cores++;
    c->unproved += !ask (backend, self, arena, goal, &off, own * WR_COVER_FACTOR + WR_COVER_FLOOR);
  }
  for (uint32_t i = 0; e->known && e->minimal && i < e->core_count; i++) {
    wr_bitset_set (&off, e->core[i], true);
    c->members++;
    c->dropped += ask (backend, self, arena, goal, &off, own * WR_COVER_CORE + WR_COVER_CORE_FLOOR);
    wr_bitset_set (&off, e->core[i], false);
  }
  wr_bitset_free (&off);
}

static void run_body (void *ctx, uint32_t job, wr_str brief, const struct wr_backend *backend,
                      void *self, wr_channel *out) {
  struct audit *a = ctx;
  const struct wr_body_result *body = &a->result->bodies[job];
  struct counts c = {0};
  (void)brief;
  wr_arena *arena = wr_arena_new ();
  if (backend->enter (self, body->vc)) {
    uint32_t step = a->all ? 1 : 1 + body->passive->goal_count / FEW;
    for (uint32_t g = 0; g < body->passive->goal_count; g += step)
      if (body->goals[g].verdict == WR_VERDICT_PROVED && !body->goals[g].trivial)
        audit_goal (a, backend, self, arena, body, g, &c);
    backend->leave (self);
  }
  wr_channel_send (out, &c, sizeof c);
  wr_arena_free (arena);
}

static void receive (void *ctx, uint32_t job, const void *data, size_t size) {
  struct audit *a = ctx;
  struct counts c;
  (void)job;
  WR_REQUIRE (size == sizeof c);
  memcpy (&c, data, sizeof c);
  a->counts.goals += c.goals;
  a->counts.cores += c.cores;
  a->counts.unproved += c.unproved;
  a->counts.members += c.members;
  a->counts.dropped += c.dropped;
  a->counts.unknown += c.unknown;
}

static bool ended (void *ctx, uint32_t job, enum wr_status how, wr_str detail, bool last) {
  struct audit *a = ctx;
  (void)job, (void)detail, (void)last;
  a->counts.unproved += how != WR_STATUS_NONE; /* a lost worker is no proof */
  return false;
}

static uint32_t audit_program (struct tap *tap, const char *path, wr_str text, bool all) {
  wr_arena *arena = wr_arena_new ();
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  wr_sources_add (sources, wr_str_of (path), text);
  struct bpl_program *program = bpl_parse (arena, symbols, sources, diags);
  struct audit a = {.all = all};
  if (bpl_resolve (program, diags) && bpl_typecheck (program, diags))
    a.core = bpl_lower (program, diags);
  if (a.core) {
    struct wr_decide_options decide = {.workers = 1, .backend = &wr_backend_z3, .want_cores = true};
    struct wr_cover_options cover = {
        .effort = WR_CORES_MINIMAL, .workers = 1, .backend = &wr_backend_z3, .timeout = 30};
    wr_result *result = wr_decide (a.core, &decide, arena);
    a.result = result;
    a.cover = wr_cover_run (a.core, result, &cover, arena);
    wr_u32s order = {0};
    for (uint32_t b = 0; b < result->body_count; b++)
      if (result->bodies[b].passive) WR_VEC_PUSH (&order, b);
    struct wr_pool_options pool = {.workers = 1, .backend = &wr_backend_z3};
    pool.solver.labelled_axioms = true;
    struct wr_pool_calls calls = {.run = run_body, .on_frame = receive, .on_end = ended};
    wr_str error;
    if (order.len) wr_pool_run (a.core, &pool, order.data, order.len, &calls, &a, arena, &error);
    WR_VEC_FREE (&order);
  }
  const struct counts *c = &a.counts;
  OK (tap, !c->unproved && !c->dropped,
      "%s: %u goals, %u explained, %u of %u cores do not prove alone, %u of %u members can be "
      "dropped",
      path, c->goals, c->cores, c->unproved, c->cores, c->dropped, c->members);
  if (a.core) wr_core_free (a.core);
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
  return a.counts.members;
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  bool all = false;
  uint32_t members = 0;
  for (int i = 1; i < argc; i++) {
    if (!strcmp (argv[i], "--all")) {
      all = true;
      continue;
    }
    wr_buf text = {0};
    FILE *file = fopen (argv[i], "rb");
    if (!file) continue;
    char part[4096];
    for (size_t got; (got = fread (part, 1, sizeof part, file)) > 0;)
      wr_buf_add (&text, (wr_str){part, got});
    fclose (file);
    members += audit_program (&tap, argv[i], wr_buf_str (&text), all);
    wr_buf_free (&text);
  }
  OK (&tap, argc < 2 || members, "there are minimal cores: %u members were left out in turn",
      members);
  return tap_done (&tap);
}
