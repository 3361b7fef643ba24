#include "analysis/occurrences.h"

#include "base/check.h"

#include <string.h>

struct join {
  const struct wr_explanation **parts;
  uint32_t count;
  wr_arena *arena;
};

static int strength (enum wr_need need) {
  switch (need) {
  case WR_NEED_NONE: return 0;
  case WR_NEED_LIMIT: return 1;
  case WR_NEED_TRIGGER: return 2;
  case WR_NEED_LOGICAL: return 3;
  }
  WR_UNREACHABLE ();
}

/* The position of a label in a core, or UINT32_MAX. */
static uint32_t place_in (const struct wr_explanation *e, uint32_t label) {
  for (uint32_t i = 0; i < e->core_count; i++)
    if (e->core[i] == label) return i;
  return UINT32_MAX;
}

static uint32_t *keep_members (const struct join *j, const wr_bitset *set, uint32_t *count) {
  uint32_t *list = WR_NEW (j->arena, uint32_t, wr_bitset_size (set) + 1);
  *count = 0;
  WR_BITSET_EACH (set, i) { list[(*count)++] = i; }
  return list;
}

static void join_cores (const struct join *j, struct wr_explanation *out) {
  wr_bitset core = {0}, own = {0};
  out->has_own = true;
  for (uint32_t i = 0; i < j->count; i++) {
    const struct wr_explanation *e = j->parts[i];
    for (uint32_t k = 0; k < e->core_count; k++) wr_bitset_set (&core, e->core[k], true);
    for (uint32_t k = 0; k < e->own_count; k++) wr_bitset_set (&own, e->own[k], true);
    out->has_own &= e->has_own;
  }
  out->core = keep_members (j, &core, &out->core_count);
  if (out->has_own) out->own = keep_members (j, &own, &out->own_count);
  wr_bitset_free (&core);
  wr_bitset_free (&own);
}

static void join_needs (const struct join *j, struct wr_explanation *out) {
  bool judged = true;
  for (uint32_t i = 0; i < j->count; i++) judged &= j->parts[i]->need || !j->parts[i]->core_count;
  if (!judged) return;
  out->need = WR_NEW (j->arena, enum wr_need, out->core_count + 1);
  for (uint32_t i = 0; i < j->count; i++) {
    const struct wr_explanation *e = j->parts[i];
    for (uint32_t k = 0; k < out->core_count; k++) {
      uint32_t at = place_in (e, out->core[k]);
      if (at != UINT32_MAX && strength (e->need[at]) > strength (out->need[k]))
        out->need[k] = e->need[at];
    }
  }
}

/* No member can be dropped if each is needed, or if the whole is the minimal core of one occurrence. */
static bool is_minimal (const struct join *j, const struct wr_explanation *out) {
  bool whole = false, needed = out->need != NULL || !out->core_count;
  for (uint32_t i = 0; i < j->count; i++) {
    if (!j->parts[i]->minimal) return false;
    whole |= j->parts[i]->core_count == out->core_count;
  }
  for (uint32_t k = 0; needed && k < out->core_count; k++)
    needed &= out->need[k] == WR_NEED_LOGICAL || out->need[k] == WR_NEED_TRIGGER;
  return whole || needed;
}

/* What replaces a member: in each core with this member, what replaces it there.  False: some core has no replacement. */
static bool replacement (const struct join *j, uint32_t member, wr_bitset *use) {
  for (uint32_t i = 0; i < j->count; i++) {
    const struct wr_explanation *e = j->parts[i];
    if (place_in (e, member) == UINT32_MAX) continue;
    const struct wr_alternative *way = NULL;
    for (uint32_t a = 0; a < e->alternative_count && !way; a++)
      if (e->alternatives[a].instead_of == member) way = &e->alternatives[a];
    if (!way) return false;
    for (uint32_t k = 0; k < way->use_count; k++) wr_bitset_set (use, way->use[k], true);
  }
  return !wr_bitset_has (use, member);
}

static void join_alternatives (const struct join *j, struct wr_explanation *out) {
  wr_bitset use = {0};
  out->alternatives = WR_NEW (j->arena, struct wr_alternative, out->core_count + 1);
  for (uint32_t k = 0; out->need && k < out->core_count; k++) {
    wr_bitset_clear (&use);
    if (out->need[k] != WR_NEED_NONE || !replacement (j, out->core[k], &use)) continue;
    struct wr_alternative *way = &out->alternatives[out->alternative_count++];
    way->instead_of = out->core[k];
    way->use = keep_members (j, &use, &way->use_count);
  }
  wr_bitset_free (&use);
}

/* Every core is known if every occurrence has only one. */
static bool is_complete (const struct join *j) {
  for (uint32_t i = 0; i < j->count; i++)
    if (!j->parts[i]->complete || j->parts[i]->cores_count != 1) return false;
  return true;
}

static const struct wr_explanation *join (const struct join *j) {
  struct wr_explanation *out = WR_NEW (j->arena, struct wr_explanation, 1);
  out->known = out->vacuous = out->skipped = true;
  bool cores = true;
  for (uint32_t i = 0; i < j->count; i++) {
    const struct wr_explanation *e = j->parts[i];
    out->known &= e->known;
    out->vacuous &= e->vacuous;
    out->skipped &= e->skipped;
    out->limited |= e->limited;
    out->first |= e->first;
    out->queries += e->queries;
    cores &= e->cores_count > 0;
  }
  if (!out->known) return out;
  join_cores (j, out);
  out->has_own &= out->vacuous;
  join_needs (j, out);
  join_alternatives (j, out);
  out->minimal = is_minimal (j, out);
  out->complete = is_complete (j);
  if (cores) {
    out->cores = WR_NEW (j->arena, struct wr_label_list, 1);
    out->cores[0] = (struct wr_label_list){out->core, out->core_count};
    out->cores_count = 1;
  }
  return out;
}

const struct wr_explanation **wr_occurrences_joined (const wr_cover *cover, uint32_t body,
                                                     wr_arena *arena) {
  const wr_passive *passive = cover->result->bodies[body].passive;
  uint32_t count = passive->goal_count;
  const struct wr_explanation **out = WR_NEW (arena, const struct wr_explanation *, count + 1);
  wr_map last = {0}; /* label -> 1 + its latest occurrence so far */
  uint32_t *earlier = wr_alloc (count + 1, sizeof *earlier);
  bool *again = wr_alloc (count + 1, sizeof *again); /* a later goal has the same label */
  struct join j = {.parts = wr_alloc (count + 1, sizeof *j.parts), .arena = arena};
  for (uint32_t g = 0; g < count; g++) {
    uint32_t label = passive->goals[g].label.ix;
    out[g] = &cover->goals[body][g];
    if (!label) continue;
    earlier[g] = (uint32_t)wr_map_or (&last, label, 0);
    if (earlier[g]) again[earlier[g] - 1] = true;
    wr_map_put (&last, label, g + 1);
  }
  for (uint32_t g = 0; g < count; g++) {
    if (again[g] || !earlier[g]) continue;
    j.count = 0;
    for (uint32_t at = g + 1; at; at = earlier[at - 1])
      j.parts[j.count++] = &cover->goals[body][at - 1];
    const struct wr_explanation *all = join (&j);
    for (uint32_t at = g + 1; at; at = earlier[at - 1]) out[at - 1] = all;
  }
  wr_map_free (&last);
  free (earlier);
  free (again);
  free (j.parts);
  return out;
}

bool wr_is_reached_elsewhere (const wr_cover *cover, uint32_t body, uint32_t goal) {
  const wr_passive *passive = cover->result->bodies[body].passive;
  for (uint32_t g = 0; g < passive->goal_count; g++) {
    const struct wr_explanation *e = &cover->goals[body][g];
    bool other = g != goal && passive->goals[g].label.ix == passive->goals[goal].label.ix;
    if (other && e->known && !e->vacuous) return true;
  }
  return false;
}
