/* axioms/parts.c -- parts of a reduction: as bytes (axioms/parts.h), and joined. */
#include "axioms/parts.h"

#include "base/check.h"
#include "base/vec.h"

#include <math.h>
#include <stdlib.h>

enum {
  COMPLETE = 1,
  CONFIRMED = 2,
  FRESH = 1,
  ALONE = 2,
  REFUSED = 4,
  STUCK = 8,
  LIMIT = 2,
  THOROUGH = 4
};

/* -- writing ------------------------------------------------------------------------------------------- */

void wr_axiom_set_write (wr_buf *out, const wr_bitset *set) {
  uint32_t words = set->count;
  while (words && !set->words[words - 1]) words--;
  wr_put_u32 (out, words);
  for (uint32_t i = 0; i < words; i++) wr_put_u64 (out, set->words[i]);
}

static void put_goal (wr_buf *out, const struct wr_goal_reduction *goal) {
  wr_put_u32 (out, goal->status);
  wr_put_u64 (out, goal->first);
  wr_put_u64 (out, goal->most);
  wr_axiom_set_write (out, &goal->used);
  wr_axiom_set_write (out, &goal->set);
  wr_axiom_set_write (out, &goal->with);
  wr_axiom_set_write (out, &goal->refused);
  wr_put_u32 (out, (goal->with_fresh ? FRESH : 0u) | (goal->alone ? ALONE : 0u) |
                       (goal->has_refused ? REFUSED : 0u) | (goal->stuck ? STUCK : 0u));
}

static void put_batch (wr_buf *out, const struct wr_batch_reduction *batch) {
  wr_put_u32 (out, batch->first);
  wr_put_u32 (out, batch->count);
  wr_put_u32 (out, batch->whole);
  wr_put_u64 (out, batch->cost);
  wr_put_u64 (out, batch->most);
}

static void put_need (wr_buf *out, const struct wr_axiom_need *need) {
  wr_put_u32 (out, need->goal);
  if (!need->goal) return;
  wr_axiom_set_write (out, &need->failed);
  wr_put_u32 (out, (need->fresh ? FRESH : 0u) | (need->limit ? LIMIT : 0u) |
                       (need->thorough ? THOROUGH : 0u));
}

void wr_axiom_part_write (wr_buf *out, const struct wr_axiom_reduction *part) {
  wr_put_u32 (out, part->goal_count);
  wr_put_u32 (out, part->axiom_count);
  wr_put_u32 (out, part->batch_count);
  wr_put_u32 (out, part->proved);
  for (uint32_t g = 0; g < part->goal_count; g++) put_goal (out, &part->goals[g]);
  for (uint32_t i = 0; i < part->axiom_count; i++) put_need (out, &part->needs[i]);
  for (uint32_t b = 0; b < part->batch_count; b++) put_batch (out, &part->batches[b]);
  wr_axiom_set_write (out, &part->used);
  wr_axiom_set_write (out, &part->covered);
  wr_put_u32 (out, (part->complete ? COMPLETE : 0u) | (part->confirmed ? CONFIRMED : 0u));
  wr_put_u64 (out, part->resources);
  wr_put_u32 (out, part->queries);
  wr_put_double (out, part->seconds);
}

/* -- reading ------------------------------------------------------------------------------------------- */

void wr_axiom_set_read (struct wr_bytes *in, uint32_t most, wr_bitset *set) {
  uint32_t words = wr_get_u32 (in);
  wr_bitset_clear (set);
  if (words > most / 64 + 1) in->bad = true;
  for (uint32_t i = 0; !in->bad && i < words; i++) {
    uint64_t word = wr_get_u64 (in);
    for (uint32_t k = 0; k < 64; k++)
      if (word >> k & 1) wr_bitset_set (set, 64 * i + k, true);
  }
  if (wr_bitset_next (set, most) != UINT32_MAX) in->bad = true;
}

static void get_goal (struct wr_bytes *in, uint32_t axioms, struct wr_goal_reduction *goal) {
  uint32_t status = wr_get_u32 (in);
  if (status >= WR_STATUS_COUNT) in->bad = true;
  goal->status = in->bad ? WR_STATUS_NONE : (enum wr_status)status;
  goal->first = wr_get_u64 (in);
  goal->most = wr_get_u64 (in);
  wr_axiom_set_read (in, axioms, &goal->used);
  wr_axiom_set_read (in, axioms, &goal->set);
  wr_axiom_set_read (in, axioms, &goal->with);
  wr_axiom_set_read (in, axioms, &goal->refused);
  uint32_t flags = wr_get_u32 (in);
  goal->with_fresh = flags & FRESH;
  goal->alone = flags & ALONE;
  goal->has_refused = flags & REFUSED;
  goal->stuck = flags & STUCK;
}

static void get_need (struct wr_bytes *in, uint32_t goals, uint32_t axioms,
                      struct wr_axiom_need *need) {
  need->goal = wr_get_u32 (in);
  if (need->goal > goals) in->bad = true;
  if (in->bad) need->goal = 0;
  if (!need->goal) return;
  wr_axiom_set_read (in, axioms, &need->failed);
  uint32_t flags = wr_get_u32 (in);
  need->fresh = flags & FRESH;
  need->limit = flags & LIMIT;
  need->thorough = flags & THOROUGH;
}

/* Batches follow each other, and have all goals. */
static void get_batches (struct wr_bytes *in, struct wr_axiom_reduction *part) {
  uint32_t next = 0;
  for (uint32_t b = 0; !in->bad && b < part->batch_count; b++) {
    struct wr_batch_reduction *batch = &part->batches[b];
    batch->first = wr_get_u32 (in);
    batch->count = wr_get_u32 (in);
    batch->whole = wr_get_u32 (in) == 1;
    batch->cost = wr_get_u64 (in);
    batch->most = wr_get_u64 (in);
    if (batch->first != next || batch->count > part->goal_count - next) in->bad = true;
    next += batch->count;
  }
  if (next != part->goal_count) in->bad = true;
}

void wr_axiom_part_read (struct wr_bytes *in, uint32_t goals, uint32_t axioms,
                         struct wr_axiom_reduction *part) {
  *part = (struct wr_axiom_reduction){.goal_count = goals, .axiom_count = axioms};
  if (wr_get_u32 (in) != goals) in->bad = true;
  if (wr_get_u32 (in) != axioms) in->bad = true;
  part->batch_count = wr_get_u32 (in);
  part->proved = wr_get_u32 (in);
  if (part->batch_count > in->left || part->proved > goals) in->bad = true;
  if (in->bad) part->batch_count = 0;
  part->goals = wr_alloc (goals + 1, sizeof *part->goals);
  part->needs = wr_alloc (axioms + 1, sizeof *part->needs);
  part->batches = wr_alloc (part->batch_count + 1, sizeof *part->batches);
  for (uint32_t g = 0; !in->bad && g < goals; g++) get_goal (in, axioms, &part->goals[g]);
  for (uint32_t i = 0; !in->bad && i < axioms; i++) get_need (in, goals, axioms, &part->needs[i]);
  get_batches (in, part);
  wr_axiom_set_read (in, axioms, &part->used);
  wr_axiom_set_read (in, axioms, &part->covered);
  uint32_t flags = wr_get_u32 (in);
  part->complete = flags & COMPLETE;
  part->confirmed = flags & CONFIRMED;
  part->resources = wr_get_u64 (in);
  part->queries = wr_get_u32 (in);
  part->seconds = wr_get_double (in);
  if (!(part->seconds >= 0) || !isfinite (part->seconds)) in->bad = true;
}

/* -- joining ------------------------------------------------------------------------------------------- */

static void add_all (wr_bitset *set, const wr_bitset *more) {
  WR_BITSET_EACH (more, i) { wr_bitset_set (set, i, true); }
}

/* How much is known about why an axiom is needed. */
static int weight (const struct wr_axiom_need *need) {
  return !need->goal ? 0 : 1 + need->fresh + 2 * need->thorough;
}

/* Takes over what the part knows best; its goals begin at `first`. */
static void join_needs (struct wr_axiom_reduction *part, uint32_t first,
                        struct wr_axiom_reduction *out) {
  for (uint32_t i = 0; i < part->axiom_count; i++) {
    if (weight (&part->needs[i]) <= weight (&out->needs[i])) continue;
    wr_bitset_free (&out->needs[i].failed);
    out->needs[i] = part->needs[i];
    out->needs[i].goal += first;
    part->needs[i] = (struct wr_axiom_need){0};
  }
}

static void join_part (struct wr_axiom_reduction *part, uint32_t first, uint32_t first_batch,
                       struct wr_axiom_reduction *out) {
  WR_REQUIRE (part->axiom_count == out->axiom_count);
  for (uint32_t g = 0; g < part->goal_count; g++) out->goals[first + g] = part->goals[g];
  for (uint32_t b = 0; b < part->batch_count; b++) {
    out->batches[first_batch + b] = part->batches[b];
    out->batches[first_batch + b].first += first;
  }
  join_needs (part, first, out);
  add_all (&out->used, &part->used);
  add_all (&out->covered, &part->covered);
  out->proved += part->proved;
  out->complete &= part->complete;
  out->confirmed &= part->confirmed;
  out->resources += part->resources;
  out->queries += part->queries;
  out->seconds += part->seconds;
  part->goal_count = 0; /* their sets are those of `out` now */
  wr_axiom_reduction_free (part);
}

void wr_axiom_join (struct wr_axiom_reduction *parts, uint32_t count,
                    struct wr_axiom_reduction *out) {
  uint32_t goals = 0, batches = 0;
  *out = (struct wr_axiom_reduction){.complete = true, .confirmed = true};
  for (uint32_t i = 0; i < count; i++) {
    out->goal_count += parts[i].goal_count;
    out->batch_count += parts[i].batch_count;
    out->axiom_count = parts[i].axiom_count;
  }
  out->goals = wr_alloc (out->goal_count + 1, sizeof *out->goals);
  out->batches = wr_alloc (out->batch_count + 1, sizeof *out->batches);
  out->needs = wr_alloc (out->axiom_count + 1, sizeof *out->needs);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t own = parts[i].goal_count, own_batches = parts[i].batch_count;
    join_part (&parts[i], goals, batches, out);
    goals += own;
    batches += own_batches;
  }
}
