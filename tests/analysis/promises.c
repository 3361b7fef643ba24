/* The promises of pass 2 (docs/design/explaining.md) on whole programs: every core proves its goal again, alone, in a solver that has seen
   nothing else of pass 2; without any one member of a minimal core it does not, within the budget.  The solver is one in a context of its
   own.  What only one that is emptied and shares a context with others proves without a member is told, and is no breach.

     analysis-promises [--all] [--must] [--self-check] [--only=TEXT] FILE...

   Files that are not there are passed over.  Each file is a program; without --all a few goals of each body are looked at, with --must the
   cores are those of `cover --cores=must`, else of `--cores=minimal`; with --self-check those of `cover --self-check`.  With --only procedures with TEXT in their
   names are looked at.  What does not hold is told goal by goal. */
#include "analysis/cover.h"
#include "base/check.h"
#include "core/name.h"
#include "front/boogie/lower.h"
#include "solve/pool.h"
#include "tap.h"

#include <stdio.h>
#include <string.h>

enum { FEW = 6 };

struct counts {
  uint32_t goals, cores, members, unknown;
  uint32_t unproved, dropped; /* breaches */
  uint32_t sliced; /* cores that prove alone, but not where the rest is there and switched off */
  uint32_t helped; /* members that can be dropped there, but not alone */
  uint32_t lucky;  /* members that can be dropped only in a context that has seen other questions */
};

/* A core that does not prove (member 0), or that proves without a member. */
struct breach {
  uint32_t goal, member;
  enum wr_status status;
};

struct audit {
  const wr_core *core; /* of the result */
  const wr_result *result;
  const wr_cover *cover;
  bool all;
  struct counts counts;
};

struct solver {
  const struct wr_backend *backend;
  void *self;
  wr_arena *arena;
  wr_channel *out;
};

/* The whole condition with labels switched off. */
static enum wr_status ask (const struct solver *solver, uint32_t goal, const wr_bitset *off,
                           uint64_t rlimit) {
  struct wr_answer answer = {0};
  struct wr_query query = wr_query_goal (goal);
  query.goal.off = off;
  query.rlimit = rlimit;
  query.timeout = 20;
  solver->backend->check (solver->self, &query, solver->arena, &answer);
  return answer.status;
}

/* A solver that is made for this question, and knows the goal and what of its core is not off; in a context of its own, or in one that
   has seen other questions. */
static enum wr_status ask_alone (const struct solver *solver, uint32_t goal, wr_label own,
                                 const struct wr_explanation *e, const wr_bitset *off, bool context,
                                 uint64_t rlimit) {
  wr_bitset on = {0};
  for (uint32_t i = 0; i < e->core_count; i++)
    if (!wr_bitset_has (off, e->core[i])) wr_bitset_set (&on, e->core[i], true);
  if (!e->vacuous) wr_bitset_set (&on, own.ix, true);
  struct wr_answer answer = {0};
  struct wr_query query = wr_query_set (goal, &on, context ? WR_FRESH : WR_CLEAN);
  query.rlimit = rlimit;
  query.timeout = 20;
  if (!context) {
    solver->backend->slice (solver->self, goal, NULL);
    if (!solver->backend->slice (solver->self, goal, &on)) query.set.trust = WR_SHARED;
  }
  solver->backend->check (solver->self, &query, solver->arena, &answer);
  wr_bitset_free (&on);
  return answer.status;
}

static uint32_t tell (const struct solver *solver, uint32_t goal, uint32_t member,
                      enum wr_status status) {
  struct breach breach = {goal, member, status};
  wr_channel_send (solver->out, &breach, sizeof breach);
  return 1;
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

static void audit_core (const struct solver *solver, const struct wr_body_result *body,
                        uint32_t goal, const struct wr_explanation *e, const wr_bitset *off,
                        struct counts *c) {
  wr_label label = body->passive->goals[goal].label;
  uint64_t own = body->goals[goal].resources * body->goals[goal].together;
  uint64_t rlimit = own * wr_default_budgets.query_factor + wr_default_budgets.query_floor;
  c->cores++;
  enum wr_status status = ask_alone (solver, goal, label, e, off, true, rlimit);
  if (status != WR_STATUS_UNSAT)
    c->unproved += tell (solver, goal, 0, status);
  else
    c->sliced += ask (solver, goal, off, rlimit) != WR_STATUS_UNSAT;
}

static void audit_members (const struct solver *solver, const struct wr_body_result *body,
                           uint32_t goal, const struct wr_explanation *e, wr_bitset *off,
                           struct counts *c) {
  wr_label label = body->passive->goals[goal].label;
  uint64_t own = body->goals[goal].resources * body->goals[goal].together;
  uint64_t rlimit = own * wr_default_budgets.member_factor + wr_default_budgets.member_floor;
  for (uint32_t i = 0; i < e->core_count; i++) {
    wr_bitset_set (off, e->core[i], true);
    c->members++;
    enum wr_status status = ask_alone (solver, goal, label, e, off, true, rlimit);
    if (status == WR_STATUS_UNSAT)
      c->dropped += tell (solver, goal, e->core[i], status);
    else if (ask_alone (solver, goal, label, e, off, false, rlimit) == WR_STATUS_UNSAT)
      c->lucky++;
    else
      c->helped += ask (solver, goal, off, rlimit) == WR_STATUS_UNSAT;
    wr_bitset_set (off, e->core[i], false);
  }
}

static void audit_goal (struct audit *a, const struct solver *solver,
                        const struct wr_body_result *body, uint32_t goal, struct counts *c) {
  const struct wr_explanation *e = &a->cover->goals[body->body][goal];
  wr_bitset off = {0};
  c->goals++;
  c->unknown += !e->known;
  if (e->known) {
    all_but (a, body, goal, e, &off);
    audit_core (solver, body, goal, e, &off, c);
    if (e->minimal) audit_members (solver, body, goal, e, &off, c);
  }
  wr_bitset_free (&off);
}

static void run_body (void *ctx, uint32_t job, wr_str brief, const struct wr_backend *backend,
                      void *self, wr_channel *out) {
  struct audit *a = ctx;
  const struct wr_body_result *body = &a->result->bodies[job];
  struct counts c = {0};
  (void)brief;
  struct solver solver = {backend, self, wr_arena_new (), out};
  if (backend->enter (self, body->vc)) {
    uint32_t step = a->all ? 1 : 1 + body->passive->goal_count / FEW;
    for (uint32_t g = 0; g < body->passive->goal_count; g += step)
      if (body->goals[g].verdict == WR_VERDICT_PROVED && !body->goals[g].trivial)
        audit_goal (a, &solver, body, g, &c);
    backend->leave (self);
  }
  wr_channel_send (out, &c, sizeof c);
  wr_arena_free (solver.arena);
}

static void tell_breach (const struct audit *a, uint32_t job, const struct breach *breach) {
  const struct wr_goal *goal = &a->result->bodies[job].passive->goals[breach->goal];
  wr_buf text = {0};
  wr_label_name (&text, a->core, goal->label);
  if (breach->member) {
    wr_buf_print (&text, " (goal %u) is proved without ", breach->goal);
    wr_label_name (&text, a->core, (wr_label){breach->member});
  } else {
    const struct wr_explanation *e = &a->cover->goals[job][breach->goal];
    wr_buf_print (&text, " (goal %u) is not proved by its core (%s%s%u members): %s", breach->goal,
                  e->vacuous ? "vacuous, " : "", e->minimal ? "minimal, " : "", e->core_count,
                  wr_status_name (breach->status));
  }
  printf ("# %.*s\n", WR_STR_ARGS (wr_buf_str (&text)));
  wr_buf_free (&text);
}

static void receive (void *ctx, uint32_t job, const void *data, size_t size) {
  struct audit *a = ctx;
  struct counts c;
  struct breach breach;
  if (size == sizeof breach) {
    memcpy (&breach, data, sizeof breach);
    tell_breach (a, job, &breach);
    return;
  }
  WR_REQUIRE (size == sizeof c);
  memcpy (&c, data, sizeof c);
  a->counts.goals += c.goals;
  a->counts.cores += c.cores;
  a->counts.unproved += c.unproved;
  a->counts.sliced += c.sliced;
  a->counts.helped += c.helped;
  a->counts.lucky += c.lucky;
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

struct manner {
  bool all, self_check;
  enum wr_core_effort effort;
  const char *only;
};

static bool *selection (const wr_core *core, const char *only, wr_arena *arena) {
  bool *selected = WR_NEW (arena, bool, core->bodies.len + 1);
  for (uint32_t b = 0; b < core->bodies.len; b++)
    selected[b] = strstr (wr_symbol_text (core->symbols, core->bodies.data[b].name).ptr, only);
  return selected;
}

static void tell_rechecked (const wr_cover *cover, char *out, size_t size) {
  struct wr_rechecked r = {0};
  for (uint32_t b = 0; b < cover->result->body_count; b++)
    wr_rechecked_add (&r, &cover->costs[b].rechecked);
  snprintf (out, size, "; self-check: %u cores, %u members, %u smaller, %u mended, %u withdrawn",
            r.cores, r.members, r.smaller, r.mended, r.withdrawn);
}

static uint32_t audit_program (struct tap *tap, const char *path, wr_str text,
                               const struct manner *how) {
  wr_arena *arena = wr_arena_new ();
  wr_interner *symbols = wr_interner_new ();
  wr_sources *sources = wr_sources_new (arena);
  wr_diags *diags = wr_diags_new (arena);
  wr_sources_add (sources, wr_str_of (path), text);
  struct bpl_program *program = bpl_parse (arena, symbols, sources, diags);
  struct audit a = {.all = how->all};
  wr_core *lowered = NULL;
  if (bpl_resolve (program, diags) && bpl_typecheck (program, diags))
    lowered = bpl_lower (program, diags);
  if (lowered) {
    struct wr_decide_options decide = {.workers = 1, .backend = &wr_backend_z3, .want_cores = true};
    struct wr_cover_options cover = {.effort = how->effort,
                                     .workers = 1,
                                     .backend = &wr_backend_z3,
                                     .timeout = 30,
                                     .self_check = how->self_check};
    if (how->only) decide.selected = selection (lowered, how->only, arena);
    struct wr_first_look look = {cover, arena, NULL}; /* as the command does */
    decide.look = (struct wr_look){wr_look_at, &look, how->effort != WR_CORES_FAST};
    wr_result *result = wr_decide (lowered, &decide, arena);
    a.core = result->core;
    a.result = result;
    cover.begun = look.cover;
    a.cover = wr_cover_run (result, &cover, arena);
    wr_u32s order = {0};
    for (uint32_t b = 0; b < result->body_count; b++)
      if (result->bodies[b].passive && result->bodies[b].selected) WR_VEC_PUSH (&order, b);
    struct wr_pool_options pool = {.workers = 1, .backend = &wr_backend_z3};
    pool.solver.labelled_axioms = true;
    struct wr_pool_calls calls = {.run = run_body, .on_frame = receive, .on_end = ended};
    wr_str error;
    wr_pool *workers = wr_pool_new (a.core, &pool, &calls, &a, arena);
    if (order.len) wr_pool_round (workers, order.data, order.len, NULL, &error);
    wr_pool_free (workers);
    WR_VEC_FREE (&order);
  }
  const struct counts *c = &a.counts;
  char told[120] = "";
  if (a.cover && how->self_check) tell_rechecked (a.cover, told, sizeof told);
  OK (tap, !c->unproved && !c->dropped,
      "%s: %u goals, %u explained, %u of %u cores do not prove alone, %u of %u members can be "
      "dropped; %u cores prove only alone, %u members are needed only alone, %u by chance%s",
      path, c->goals, c->cores, c->unproved, c->cores, c->dropped, c->members, c->sliced, c->helped,
      c->lucky, told);
  wr_core_free (lowered);
  wr_diags_free (diags);
  wr_sources_free (sources);
  wr_interner_free (symbols);
  wr_arena_free (arena);
  return a.counts.members;
}

int main (int argc, char **argv) {
  struct tap tap = {0};
  struct manner how = {.effort = WR_CORES_MINIMAL};
  uint32_t members = 0;
  bool looked = false;
  for (int i = 1; i < argc; i++) {
    if (!strncmp (argv[i], "--", 2)) {
      if (!strcmp (argv[i], "--all")) how.all = true;
      if (!strcmp (argv[i], "--must")) how.effort = WR_CORES_MUST;
      if (!strcmp (argv[i], "--self-check")) how.self_check = true;
      if (!strncmp (argv[i], "--only=", 7)) how.only = argv[i] + 7;
      continue;
    }
    wr_buf text = {0};
    FILE *file = fopen (argv[i], "rb");
    if (!file) continue;
    char part[4096];
    for (size_t got; (got = fread (part, 1, sizeof part, file)) > 0;)
      wr_buf_add (&text, (wr_str){part, got});
    fclose (file);
    looked = true;
    members += audit_program (&tap, argv[i], wr_buf_str (&text), &how);
    wr_buf_free (&text);
  }
  OK (&tap, !looked || members, "there are minimal cores: %u members were left out in turn",
      members);
  return tap_done (&tap);
}
