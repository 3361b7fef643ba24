#include "analysis/stability.h"

#include "base/check.h"
#include "core/name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OUTLIER_FACTOR = 3, OUTLIER_LEAST = 1000 };

const char *wr_axis_name (enum wr_axis axis) {
  static const char *const names[] = {
#define X(name, text, heading) text,
      WR_AXES (X)
#undef X
  };
  return names[axis];
}

const char *wr_axis_heading (enum wr_axis axis) {
  static const char *const names[] = {
#define X(name, text, heading) heading,
      WR_AXES (X)
#undef X
  };
  return names[axis];
}

/* -- samples ------------------------------------------------------------------------------------------------ */

static int by_id (const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void sort_ids (struct wr_id_set *set) {
  if (set->count > 1) qsort (set->ids, set->count, sizeof *set->ids, by_id);
}

static void take_core (struct wr_sample *sample, const wr_core *core,
                       const struct wr_explanation *e, wr_arena *arena) {
  sample->explained = true;
  sample->core.ids = WR_NEW (arena, uint64_t, e->core_count);
  sample->needed.ids = WR_NEW (arena, uint64_t, e->core_count);
  for (uint32_t i = 0; i < e->core_count; i++) {
    uint64_t id = wr_label_id (core, (wr_label){e->core[i]});
    sample->core.ids[sample->core.count++] = id;
    if (wr_member_of (e, i) == WR_MEMBER_NEEDED) sample->needed.ids[sample->needed.count++] = id;
  }
  sort_ids (&sample->core);
  sort_ids (&sample->needed);
}

static struct wr_sample sample_of (const wr_result *result, const wr_cover *cover, uint32_t body,
                                   uint32_t goal, wr_arena *arena) {
  struct wr_sample sample = {0};
  const struct wr_body_result *b = &result->bodies[body];
  if (!b->passive || goal >= b->passive->goal_count) return sample;
  sample.verdict = b->goals[goal].verdict;
  sample.resources = b->goals[goal].resources;
  const struct wr_explanation *e = cover && cover->goals[body] ? &cover->goals[body][goal] : NULL;
  if (e && e->known) take_core (&sample, result->core, e, arena);
  return sample;
}

wr_stability *wr_stability_new (const wr_result *result, const wr_cover *cover, uint32_t runs,
                                const bool *axes, wr_arena *arena) {
  wr_stability *s = WR_NEW (arena, wr_stability, 1);
  WR_VEC (struct wr_steady_goal) goals = {0};
  s->result = result;
  s->runs = runs;
  s->explained = cover != NULL;
  memcpy (s->axes, axes, sizeof s->axes);
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    for (uint32_t g = 0; body->passive && body->selected && g < body->passive->goal_count; g++) {
      if (body->goals[g].trivial) continue;
      struct wr_steady_goal goal = {.body = b, .goal = g};
      goal.base = sample_of (result, cover, b, g, arena);
      for (uint32_t a = 0; a < WR_AXIS_COUNT; a++)
        if (axes[a]) goal.runs[a] = WR_NEW (arena, struct wr_sample, runs);
      WR_VEC_PUSH (&goals, goal);
    }
  }
  s->goals = WR_VEC_KEEP (arena, &goals);
  s->goal_count = goals.len;
  WR_VEC_FREE (&goals);
  return s;
}

void wr_stability_add (wr_stability *s, enum wr_axis axis, const wr_result *result,
                       const wr_cover *cover, wr_arena *arena) {
  WR_REQUIRE (s->axes[axis] && s->done[axis] < s->runs);
  WR_REQUIRE (result->body_count == s->result->body_count);
  for (uint32_t i = 0; i < s->goal_count; i++)
    s->goals[i].runs[axis][s->done[axis]] =
        sample_of (result, cover, s->goals[i].body, s->goals[i].goal, arena);
  s->done[axis]++;
}

/* -- spreads ------------------------------------------------------------------------------------------------- */

static uint64_t median_of (const struct wr_sample *samples, uint32_t count) {
  WR_ASSERT (count > 0);
  uint64_t *costs = wr_alloc (count, sizeof *costs);
  for (uint32_t i = 0; i < count; i++) costs[i] = samples[i].resources;
  qsort (costs, count, sizeof *costs, by_id);
  uint64_t median = costs[count / 2];
  free (costs);
  return median;
}

static void spread_costs (struct wr_spread *spread, const struct wr_sample *samples) {
  double sum = 0, squares = 0;
  uint64_t median = median_of (samples, spread->runs);
  spread->least = UINT64_MAX;
  for (uint32_t i = 0; i < spread->runs; i++) {
    uint64_t cost = samples[i].resources;
    sum += (double)cost;
    if (cost < spread->least) spread->least = cost;
    if (cost > spread->greatest) spread->greatest = cost;
    spread->outliers += cost > OUTLIER_FACTOR * median && cost > median + OUTLIER_LEAST;
    spread->proved += samples[i].verdict == WR_VERDICT_PROVED;
  }
  WR_ASSERT (spread->least <= median && median <= spread->greatest);
  spread->mean = sum / spread->runs;
  for (uint32_t i = 0; i < spread->runs; i++) {
    double off = (double)samples[i].resources - spread->mean;
    squares += off * off;
  }
  spread->deviation = spread->runs > 1 ? sqrt (squares / (spread->runs - 1)) : 0;
}

/* How many ids are in all sets, and how many in some.  The sets of samples without an explanation are left out. */
static void spread_sets (const struct wr_sample *samples, uint32_t count, bool needed,
                         uint32_t *all, uint32_t *any) {
  WR_VEC (uint64_t) ids = {0};
  uint32_t sets = 0;
  for (uint32_t i = 0; i < count; i++) {
    const struct wr_id_set *set = needed ? &samples[i].needed : &samples[i].core;
    sets += samples[i].explained;
    for (uint32_t k = 0; samples[i].explained && k < set->count; k++)
      WR_VEC_PUSH (&ids, set->ids[k]);
  }
  if (ids.len > 1) qsort (ids.data, ids.len, sizeof *ids.data, by_id);
  for (uint32_t i = 0, end; i < ids.len; i = end) {
    for (end = i; end < ids.len && ids.data[end] == ids.data[i];) end++;
    ++*any;
    *all += end - i == sets;
  }
  WR_ASSERT (*all <= *any);
  WR_VEC_FREE (&ids);
}

void wr_stability_finish (wr_stability *s) {
  for (uint32_t i = 0; i < s->goal_count; i++) {
    for (uint32_t a = 0; a < WR_AXIS_COUNT; a++) {
      struct wr_spread *spread = &s->goals[i].spread[a];
      const struct wr_sample *samples = s->goals[i].runs[a];
      *spread = (struct wr_spread){.runs = s->done[a]};
      if (!spread->runs) continue;
      spread_costs (spread, samples);
      for (uint32_t r = 0; r < spread->runs; r++) spread->explained += samples[r].explained;
      spread_sets (samples, spread->runs, false, &spread->core_all, &spread->core_any);
      spread_sets (samples, spread->runs, true, &spread->needed_all, &spread->needed_any);
    }
  }
}

bool wr_steady (const wr_stability *s, const struct wr_steady_goal *goal) {
  for (uint32_t a = 0; a < WR_AXIS_COUNT; a++)
    for (uint32_t r = 0; s->axes[a] && r < s->done[a]; r++)
      if (goal->runs[a][r].verdict != goal->base.verdict) return false;
  return true;
}

uint32_t wr_unsteady_count (const wr_stability *s) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->goal_count; i++) count += !wr_steady (s, &s->goals[i]);
  return count;
}
