/* tests/axioms/reduce.c -- the reduction against provers with known minimal sets: covered sets prove and are minimal, strong ones are in every
   minimal set, and limits are never taken for answers. */
#include "axioms/reduce.h"
#include "base/vec.h"
#include "tap.h"

#include <stdlib.h>

static struct tap tap;

enum { AXIOMS = 12, MOST_GOALS = 4, MOST_SETS = 4 };

/* A goal is proved by every superset of one of its sets. */
struct world {
  uint32_t goals, sets[MOST_GOALS];
  uint32_t proof[MOST_GOALS][MOST_SETS]; /* bit masks */
  uint32_t limited; /* queries with exactly these axioms hit their limit; 0: none */
  bool lies;        /* cores lack their first member */
  bool cheap;       /* fresh solvers are */
  uint64_t fresh;   /* resources that a fresh solver needs; 0: as many as another one */
  uint32_t batches; /* goals are asked in so many batches too */
  uint32_t shy; /* goals (bit mask) that a query about them alone proves only if it is thorough */
};

/* The goals of a batch: the first one has what remains. */
static struct wr_axiom_batch batch_of (const struct world *w, uint32_t number) {
  uint32_t each = w->goals / w->batches, rest = w->goals - each * (w->batches - 1);
  return number ? (struct wr_axiom_batch){rest + each * (number - 1), each}
                : (struct wr_axiom_batch){0, rest};
}

static uint32_t mask_of (const wr_bitset *set) {
  uint32_t mask = 0;
  WR_BITSET_EACH (set, i) { mask |= 1u << i; }
  return mask;
}

static bool proves (const struct world *w, uint32_t goal, uint32_t axioms, uint32_t *core) {
  for (uint32_t i = w->sets[goal]; i-- > 0;)
    if (!(w->proof[goal][i] & ~axioms)) return *core = w->proof[goal][i], true;
  return false;
}

/* Are all goals that the query is about proved?  The core is the union of theirs. */
static bool proves_query (const struct world *w, const struct wr_axiom_query *query,
                          uint32_t axioms, uint32_t *core) {
  bool shy = !query->batch && query->on && !query->thorough && (w->shy >> query->goal & 1);
  if (!query->batch) return !shy && proves (w, query->goal, axioms, core);
  struct wr_axiom_batch batch = batch_of (w, query->goal);
  *core = 0;
  for (uint32_t g = batch.first; g < batch.first + batch.count; g++) {
    uint32_t part = 0;
    if (!proves (w, g, axioms, &part)) return false;
    *core |= part;
  }
  return true;
}

static void ask (void *self, const struct wr_axiom_query *query, wr_arena *arena,
                 struct wr_answer *answer) {
  const struct world *w = self;
  uint32_t axioms = query->on ? mask_of (query->on) : (1u << AXIOMS) - 1, core = 0;
  *answer = (struct wr_answer){.status = WR_STATUS_INCOMPLETE,
                               .resources = query->fresh && w->fresh ? w->fresh : 10};
  if ((w->limited && axioms == w->limited) || (query->fresh && query->rlimit < w->fresh)) {
    answer->status = WR_STATUS_RESOURCE;
  } else if (proves_query (w, query, axioms, &core)) {
    answer->status = WR_STATUS_UNSAT;
    answer->has_core = true;
    answer->core = WR_NEW (arena, uint32_t, AXIOMS);
    bool first = w->lies;
    for (uint32_t i = 0; i < AXIOMS; i++) {
      if (!(core >> i & 1)) continue;
      if (!first) answer->core[answer->core_count++] = i;
      first = false;
    }
  }
}

static struct wr_axiom_reduction reduce (struct world *w, bool once) {
  struct wr_axiom_prover prover = {
      .self = w, .goals = w->goals, .ask = ask, .fresh_is_cheap = w->cheap};
  struct wr_axiom_batch batches[MOST_GOALS];
  for (uint32_t i = 0; i < w->batches; i++) batches[i] = batch_of (w, i);
  prover.batches = batches;
  prover.batch_count = w->batches;
  for (uint32_t i = 0; i < AXIOMS; i++) wr_bitset_set (&prover.all, i, true);
  struct wr_axiom_reduce_options options = {
      .rlimit = 100, .factor = 2, .floor = 50, .once = once, .strong = true};
  struct wr_axiom_reduction out;
  wr_axiom_reduce (&prover, &options, &out);
  wr_bitset_free (&prover.all);
  return out;
}

static bool proves_all (const struct world *w, uint32_t axioms) {
  uint32_t core;
  for (uint32_t g = 0; g < w->goals; g++)
    if (w->sets[g] && !proves (w, g, axioms, &core)) return false;
  return true;
}

/* By going through all sets. */
static uint32_t in_every_minimal_set (const struct world *w) {
  uint32_t strong = (1u << AXIOMS) - 1;
  for (uint32_t i = 0; i < AXIOMS; i++)
    if (proves_all (w, ((1u << AXIOMS) - 1) & ~(1u << i))) strong &= ~(1u << i);
  return strong;
}

static uint32_t random_mask (uint32_t *seed) {
  uint32_t mask = 0;
  for (uint32_t k = 0; k < 4; k++) {
    *seed = *seed * 1664525u + 1013904223u;
    mask |= 1u << (*seed >> 16) % AXIOMS;
  }
  return mask;
}

static void test_random (void) {
  uint32_t seed = 7, wrong = 0;
  for (uint32_t round = 0; round < 2000; round++) {
    struct world w = {.goals = 1 + round % MOST_GOALS, .cheap = round % 2};
    if (w.cheap) w.batches = round / 8 % (w.goals + 1);
    if (w.batches) w.shy = round / 16 % 16;
    for (uint32_t g = 0; g < w.goals; g++) {
      w.sets[g] = (round + g) % (MOST_SETS + 1);
      for (uint32_t i = 0; i < w.sets[g]; i++) w.proof[g][i] = random_mask (&seed);
    }
    struct wr_axiom_reduction r = reduce (&w, false);
    uint32_t covered = mask_of (&r.covered), strong = mask_of (&r.strong);
    bool good = proves_all (&w, covered) && r.complete && r.confirmed;
    for (uint32_t i = 0; i < AXIOMS; i++)
      good &= !(covered >> i & 1) || !proves_all (&w, covered & ~(1u << i));
    good &= strong == in_every_minimal_set (&w) && !(strong & ~covered);
    for (uint32_t g = 0; g < w.goals; g++)
      good &= (r.goals[g].status == WR_STATUS_UNSAT) == (w.sets[g] > 0);
    wrong += !good;
    wr_axiom_reduction_free (&r);
  }
  OK (&tap, !wrong, "2000 random tests: covered sets are minimal, strong ones are exact (%u wrong)",
      wrong);
}

static void test_limits (void) {
  struct world w = {.goals = 1, .sets = {1}, .proof = {{0x7}}, .limited = 0x6};
  struct wr_axiom_reduction r = reduce (&w, false);
  OK (&tap, mask_of (&r.covered) == 0x7 && !r.complete,
      "a query that hits its limit keeps its axiom, and the result says so");
  wr_axiom_reduction_free (&r);
  w = (struct world){.goals = 1, .sets = {1}, .proof = {{0x7}}, .limited = 0xffe};
  r = reduce (&w, false);
  OK (&tap, mask_of (&r.strong) == 0x6 && !r.complete,
      "an axiom is not called strong after a limit");
  wr_axiom_reduction_free (&r);
  w = (struct world){.goals = 1, .sets = {1}, .proof = {{0x7}}, .limited = 0xfff};
  r = reduce (&w, false);
  OK (&tap, r.goals[0].status == WR_STATUS_RESOURCE && !r.proved && !mask_of (&r.used),
      "a goal that is not decided covers nothing");
  wr_axiom_reduction_free (&r);
}

static void test_lies (void) {
  struct world w = {.goals = 1, .sets = {1}, .proof = {{0x7}}, .lies = true};
  struct wr_axiom_reduction r = reduce (&w, false);
  OK (&tap, !r.confirmed && !r.complete, "a core that does not prove is never confirmed");
  wr_axiom_reduction_free (&r);
  w.cheap = true;
  r = reduce (&w, false);
  OK (&tap, r.confirmed && r.complete && mask_of (&r.covered) == 7,
      "where fresh solvers are cheap, the set is minimal although cores do not prove");
  wr_axiom_reduction_free (&r);
}

/* The limit of a first proof is enough for a proof in a fresh solver, however little the first proof needed. */
static void test_fresh (void) {
  struct world w = {.goals = 1, .sets = {1}, .proof = {{5}}, .fresh = 90};
  struct wr_axiom_reduction out = reduce (&w, false);
  OK (&tap, out.confirmed && out.complete && mask_of (&out.covered) == 5,
      "a fresh solver that needs more than the first one confirms the set");
  wr_axiom_reduction_free (&out);
}

int main (void) {
  test_random ();
  test_limits ();
  test_lies ();
  test_fresh ();
  return tap_done (&tap);
}
