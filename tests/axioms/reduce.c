/* tests/axioms/reduce.c -- the reduction against provers with known minimal sets: covered sets prove and are minimal, strong ones are in every
   minimal set, and limits are never taken for answers. */
#include "axioms/parts.h"
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
  bool greedy;  /* a later query takes all resources that it may */
  uint32_t *asked; /* counts thorough queries with these axioms; NULL: nobody asks */
  uint32_t counted;
  uint64_t *most; /* the greatest limit of a query */
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
  struct world *w = self;
  uint32_t axioms = query->on ? mask_of (query->on) : (1u << AXIOMS) - 1, core = 0;
  *answer = (struct wr_answer){.status = WR_STATUS_INCOMPLETE,
                               .resources = query->fresh && w->fresh ? w->fresh : 10};
  if (w->greedy && query->on) answer->resources = query->rlimit;
  if (w->most && query->rlimit > *w->most) *w->most = query->rlimit;
  if (w->asked && query->thorough && axioms == w->counted) ++*w->asked;
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

/* The batches stay with the caller. */
static struct wr_axiom_prover prover_of (struct world *w, struct wr_axiom_batch *batches) {
  struct wr_axiom_prover prover = {
      .self = w, .goals = w->goals, .ask = ask, .fresh_is_cheap = w->cheap};
  for (uint32_t i = 0; i < w->batches; i++) batches[i] = batch_of (w, i);
  prover.batches = batches;
  prover.batch_count = w->batches;
  for (uint32_t i = 0; i < AXIOMS; i++) wr_bitset_set (&prover.all, i, true);
  return prover;
}

static const struct wr_axiom_reduce_options usual = {
    .rlimit = 100, .factor = 2, .floor = 50, .strong = true};

static struct wr_axiom_reduction reduce (struct world *w, bool once) {
  struct wr_axiom_batch batches[MOST_GOALS];
  struct wr_axiom_prover prover = prover_of (w, batches);
  struct wr_axiom_reduce_options options = usual;
  options.once = once;
  struct wr_axiom_reduction out;
  wr_axiom_reduce (&prover, &options, &out);
  wr_bitset_free (&prover.all);
  return out;
}

/* -- in parts ------------------------------------------------------------------------------------------ */

/* The goals of a batch as a world of their own. */
static struct world part_of (const struct world *w, uint32_t number) {
  struct wr_axiom_batch batch = batch_of (w, number);
  struct world part = *w;
  part.goals = batch.count;
  part.batches = batch.count ? 1 : 0;
  part.shy = w->shy >> batch.first;
  for (uint32_t g = 0; g < batch.count; g++) {
    part.sets[g] = w->sets[batch.first + g];
    for (uint32_t i = 0; i < MOST_SETS; i++) part.proof[g][i] = w->proof[batch.first + g][i];
  }
  return part;
}

/* Takes the part over, and gives back what its bytes say. */
static struct wr_axiom_reduction through_bytes (struct wr_axiom_reduction *part, bool *good) {
  wr_buf bytes = {0};
  wr_axiom_part_write (&bytes, part);
  struct wr_bytes in = {(const unsigned char *)bytes.data, bytes.len, false};
  struct wr_axiom_reduction again;
  wr_axiom_part_read (&in, part->goal_count, part->axiom_count, &again);
  *good &= !in.bad && !in.left;
  wr_axiom_reduction_free (part);
  wr_buf_free (&bytes);
  return again;
}

/* Each batch is a part: it grows and checks by itself, as in another process. */
static struct wr_axiom_reduction reduce_parts (struct world *w, bool *good) {
  struct wr_axiom_batch batches[MOST_GOALS];
  struct world worlds[MOST_GOALS];
  struct wr_axiom_reduction parts[MOST_GOALS], out;
  wr_bitset covered = {0}, members = {0}, shared = {0};
  for (uint32_t i = 0; i < w->batches; i++) {
    worlds[i] = part_of (w, i);
    struct wr_axiom_prover prover = prover_of (&worlds[i], batches);
    wr_axiom_grow (&prover, &usual, &parts[i]);
    parts[i] = through_bytes (&parts[i], good);
    WR_BITSET_EACH (&parts[i].covered, a) { wr_bitset_set (&covered, a, true); }
    wr_bitset_free (&prover.all);
  }
  for (uint32_t i = 0; i < w->batches; i++) {
    struct wr_axiom_prover prover = prover_of (&worlds[i], batches);
    wr_bitset_copy (&members, &parts[i].covered);
    wr_bitset_remove (&members, &shared);
    WR_BITSET_EACH (&members, a) { wr_bitset_set (&shared, a, true); }
    wr_axiom_check (&prover, &usual, &covered, &members, &parts[i]);
    parts[i] = through_bytes (&parts[i], good);
    wr_bitset_free (&prover.all);
  }
  struct wr_axiom_prover prover = prover_of (w, batches);
  wr_axiom_join (parts, w->batches, &out);
  wr_axiom_end (&prover, &usual, &out);
  wr_bitset_free (&prover.all);
  wr_bitset_free (&covered);
  wr_bitset_free (&members);
  wr_bitset_free (&shared);
  return out;
}

/* -- checks -------------------------------------------------------------------------------------------- */

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

static bool is_right (const struct world *w, const struct wr_axiom_reduction *r) {
  uint32_t covered = mask_of (&r->covered), strong = mask_of (&r->strong);
  bool good = proves_all (w, covered) && r->complete && r->confirmed;
  for (uint32_t i = 0; i < AXIOMS; i++)
    good &= !(covered >> i & 1) || !proves_all (w, covered & ~(1u << i));
  good &= strong == in_every_minimal_set (w) && !(strong & ~covered);
  for (uint32_t g = 0; g < w->goals; g++)
    good &= (r->goals[g].status == WR_STATUS_UNSAT) == (w->sets[g] > 0);
  return good;
}

static void test_random (void) {
  uint32_t seed = 7, wrong = 0, parted = 0;
  for (uint32_t round = 0; round < 2000; round++) {
    struct world w = {.goals = 1 + round % MOST_GOALS, .cheap = round % 2};
    if (w.cheap) w.batches = round / 8 % (w.goals + 1);
    if (w.batches) w.shy = round / 16 % 16;
    for (uint32_t g = 0; g < w.goals; g++) {
      w.sets[g] = (round + g) % (MOST_SETS + 1);
      for (uint32_t i = 0; i < w.sets[g]; i++) w.proof[g][i] = random_mask (&seed);
    }
    struct wr_axiom_reduction r = reduce (&w, false);
    wrong += !is_right (&w, &r);
    wr_axiom_reduction_free (&r);
    if (!w.batches) continue;
    bool good = true;
    r = reduce_parts (&w, &good);
    parted += !good || !is_right (&w, &r);
    wr_axiom_reduction_free (&r);
  }
  OK (&tap, !wrong, "2000 random tests: covered sets are minimal, strong ones are exact (%u wrong)",
      wrong);
  OK (&tap, !parted, "so are those of tests that are measured in parts (%u wrong)", parted);
}

/* What is damaged is refused, or is at least a state that can be freed. */
static void test_bytes (void) {
  struct world w = {.goals = 3, .batches = 1, .cheap = true, .sets = {1, 2, 1}};
  w.proof[0][0] = 5, w.proof[1][0] = 6, w.proof[1][1] = 1, w.proof[2][0] = 0x30;
  struct wr_axiom_reduction r = reduce (&w, false), again;
  wr_buf bytes = {0};
  wr_axiom_part_write (&bytes, &r);
  uint32_t accepted = 0;
  for (size_t n = 0; n < bytes.len; n++) {
    struct wr_bytes in = {(const unsigned char *)bytes.data, n, false};
    wr_axiom_part_read (&in, 3, AXIOMS, &again);
    accepted += !in.bad;
    wr_axiom_reduction_free (&again);
  }
  OK (&tap, !accepted, "a part that is cut is refused");
  uint32_t outside = 0;
  for (size_t n = 0; n < bytes.len; n++) {
    bytes.data[n] ^= 0x55;
    struct wr_bytes in = {(const unsigned char *)bytes.data, bytes.len, false};
    wr_axiom_part_read (&in, 3, AXIOMS, &again);
    outside += !in.bad && wr_bitset_next (&again.covered, AXIOMS) != UINT32_MAX;
    wr_axiom_reduction_free (&again);
    bytes.data[n] ^= 0x55;
  }
  OK (&tap, !outside, "a part with changed bytes has no axioms that do not exist");
  struct wr_bytes in = {(const unsigned char *)bytes.data, bytes.len, false};
  wr_axiom_part_read (&in, 4, AXIOMS, &again);
  OK (&tap, in.bad, "a part with another number of goals is refused");
  wr_axiom_reduction_free (&again);
  wr_axiom_reduction_free (&r);
  wr_buf_free (&bytes);
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

static struct wr_axiom_reduction reduce_with (struct world *w, uint32_t effort,
                                              uint64_t least_effort) {
  struct wr_axiom_prover prover = prover_of (w, NULL);
  struct wr_axiom_reduce_options options = usual;
  struct wr_axiom_reduction out;
  options.effort = effort;
  options.least_effort = least_effort;
  wr_axiom_reduce (&prover, &options, &out);
  wr_bitset_free (&prover.all);
  return out;
}

/* Proofs that take all that they may must not raise the limit again and again. */
static void test_cap (void) {
  uint64_t most = 0;
  struct world w = {.goals = 2, .sets = {2, 1}, .proof = {{0xff, 0x7e}, {0xc3}}};
  w.cheap = w.greedy = true;
  w.most = &most;
  struct wr_axiom_reduction out = reduce (&w, false);
  OK (&tap, most == usual.factor * usual.rlimit,
      "no limit exceeds that of a first proof twice (%llu)", (unsigned long long)most);
  wr_axiom_reduction_free (&out);
}

/* All queries together are bounded, and the set that stays proves the goals. */
static void test_effort (void) {
  struct world w = {.goals = 3, .sets = {1, 1, 1}, .proof = {{0x3f}, {0xfc}, {0xf0f}}};
  uint32_t core, unproved = 0, worse = 0, partial = 0;
  w.cheap = w.greedy = true;
  for (uint32_t effort = 1; effort < 600; effort += 7) {
    struct wr_axiom_reduction out = reduce_with (&w, effort, 100);
    for (uint32_t g = 0; g < w.goals; g++)
      unproved += !proves (&w, g, mask_of (&out.covered), &core);
    /* A goal may still be asked twice after the end of a step, and there are two steps. */
    worse += out.resources > 2 * (100 + effort * 30) + 4 * w.goals * 200;
    worse += out.complete && !is_right (&w, &out);
    partial += !out.complete;
    wr_axiom_reduction_free (&out);
  }
  OK (&tap, !unproved && !worse, "effort is bounded, and sets prove the goals (%u, %u)", unproved,
      worse);
  OK (&tap, partial > 0 && partial < 80,
      "sets that are kept for lack of effort are not complete (%u)", partial);
}

/* A thorough query that was in vain is not made again. */
static void test_refused (void) {
  uint32_t asked = 0;
  struct world w = {.goals = 1, .sets = {1}, .proof = {{0x7}}, .lies = true, .asked = &asked};
  w.counted = 0x6;
  struct wr_axiom_reduction out = reduce (&w, false);
  OK (&tap, !out.confirmed && asked == 1, "what was refused is asked once (%u)", asked);
  wr_axiom_reduction_free (&out);
}

int main (void) {
  test_cap ();
  test_effort ();
  test_refused ();
  test_random ();
  test_bytes ();
  test_limits ();
  test_lies ();
  test_fresh ();
  return tap_done (&tap);
}
