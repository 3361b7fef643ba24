#include "analysis/coverage.h"

#include "analysis/contradiction.h"
#include "analysis/elements.h"
#include "analysis/occurrences.h"
#include "base/bitset.h"
#include "base/check.h"

#include <stdlib.h>

const char *wr_fact_status_name (enum wr_fact_status status) {
  switch (status) {
#define X(name, text)                                                                              \
  case WR_FACT_##name: return text;
    WR_FACT_STATUSES (X)
#undef X
  case WR_FACT_STATUS_COUNT: break;
  }
  WR_UNREACHABLE ();
}

const char *wr_need_name (enum wr_need need) {
  switch (need) {
  case WR_NEED_NONE: return NULL;
  case WR_NEED_LOGICAL: return "logical";
  case WR_NEED_TRIGGER: return "trigger";
  case WR_NEED_LIMIT: return "limit";
  }
  WR_UNREACHABLE ();
}

/* A clause of a library procedure counts at the user's call. */
static bool is_hidden (const wr_core *core, const struct wr_label_info *info) {
  wr_span at = info->span;
  if (info->site.ix) at = wr_site_info (&core->labels, info->site)->span;
  return at.file && wr_source_hidden (core->sources, at.file);
}

bool wr_fact_counts (const wr_core *core, wr_label label) {
  const struct wr_label_info *info = wr_label_info (&core->labels, label);
  return !wr_role_is_goal (info->role) && info->cls != WR_CLASS_INTERNAL && !is_hidden (core, info);
}

struct use {
  uint32_t fact, goal;
};
typedef WR_VEC (struct use) uses;

static void raise (struct wr_fact *fact, enum wr_fact_status status) {
  if (status > fact->status) fact->status = status;
}

static int strength (enum wr_need need) {
  switch (need) {
  case WR_NEED_NONE: return 0;
  case WR_NEED_LIMIT: return 1;
  case WR_NEED_TRIGGER: return 2;
  case WR_NEED_LOGICAL: return 3;
  }
  WR_UNREACHABLE ();
}

static void add_goal (wr_coverage *c, const struct wr_body_result *body, uint32_t g,
                      const wr_u32s *axioms, uses *all) {
  const struct wr_explanation *e = &c->cover->goals[body->body][g];
  const struct wr_goal *goal = &body->passive->goals[g];
  bool proved = body->goals[g].verdict == WR_VERDICT_PROVED;
  enum wr_fact_status rest = e->skipped                         ? WR_FACT_UNUSED
                             : !proved || !e->known || e->first ? WR_FACT_NO_INFORMATION
                             : e->complete                      ? WR_FACT_UNUSED
                                                                : WR_FACT_REMOVABLE;
  wr_u32s labels = {0};
  wr_vc_goal_labels (body->vc, g, &labels);
  for (uint32_t i = 0; i < labels.len; i++) {
    if (c->facts[labels.data[i]].status != WR_FACT_NONE) raise (&c->facts[labels.data[i]], rest);
  }
  for (uint32_t i = 0; i < axioms->len; i++) raise (&c->facts[axioms->data[i]], rest);
  WR_VEC_FREE (&labels);
  if (!proved || !e->known) return;
  for (uint32_t i = 0; i < e->cores_count; i++)
    for (uint32_t k = 0; k < e->cores[i].count; k++)
      raise (&c->facts[e->cores[i].labels[k]], WR_FACT_INTERCHANGEABLE);
  for (uint32_t i = 0; i < e->core_count; i++) {
    WR_ASSERT (e->core[i] && e->core[i] < c->fact_count && e->core[i] != goal->label.ix);
    struct wr_fact *fact = &c->facts[e->core[i]];
    enum wr_need need = e->need && !e->has_own ? e->need[i] : WR_NEED_NONE;
    raise (fact, need == WR_NEED_NONE ? WR_FACT_INTERCHANGEABLE : WR_FACT_NEEDED);
    if (strength (need) > strength (fact->need)) fact->need = need;
    WR_VEC_PUSH (all, ((struct use){e->core[i], goal->label.ix}));
  }
}

static int by_fact (const void *a, const void *b) {
  const struct use *x = a, *y = b;
  if (x->fact != y->fact) return x->fact < y->fact ? -1 : 1;
  return (x->goal > y->goal) - (x->goal < y->goal);
}

static void spread_uses (wr_coverage *c, uses *all, wr_arena *arena) {
  if (all->len) qsort (all->data, all->len, sizeof *all->data, by_fact);
  uint32_t *goals = WR_NEW (arena, uint32_t, all->len);
  uint32_t count = 0;
  for (uint32_t i = 0; i < all->len; i++) {
    if (i && !by_fact (&all->data[i], &all->data[i - 1])) continue;
    struct wr_fact *fact = &c->facts[all->data[i].fact];
    if (!fact->used_count) fact->used_by = goals + count;
    WR_ASSERT (fact->used_by + fact->used_count == goals + count);
    goals[count++] = all->data[i].goal;
    fact->used_count++;
  }
}

/* Labels of the facts in a body, increasing.  The fact that is assumed after a goal counts if it is in the formula; `true` does
   not count. */
static void facts_of (const struct wr_body_result *body, wr_u32s *out) {
  wr_bitset set = {0};
  for (uint32_t i = 0; i < body->vc->label_count; i++)
    wr_bitset_set (&set, body->vc->labels[i].ix, true);
  for (uint32_t b = 0; b < body->passive->block_count; b++) {
    const struct wr_pblock *block = &body->passive->blocks[b];
    for (uint32_t i = 0; body->vc->reached[b] && i < block->item_count; i++)
      if (block->items[i].kind == WR_PITEM_FACT && block->items[i].label.ix)
        wr_bitset_set (&set, block->items[i].label.ix,
                       wr_expr_info (body->vc->core, block->items[i].expr)->op != WR_OP_TRUE);
  }
  WR_BITSET_EACH (&set, i) {
    if (i && !wr_role_is_goal (wr_label_info (&body->vc->core->labels, (wr_label){i})->role))
      WR_VEC_PUSH (out, i);
  }
  wr_bitset_free (&set);
}

static void count (const wr_coverage *c, const wr_core *core, const wr_u32s *facts,
                   struct wr_share *share) {
  for (uint32_t i = 0; i < facts->len; i++) {
    const struct wr_fact *fact = &c->facts[facts->data[i]];
    if (!wr_fact_counts (core, fact->label) || fact->status == WR_FACT_UNREACHABLE) continue;
    share->total++;
    share->covered += fact->status == WR_FACT_NEEDED || fact->status == WR_FACT_INTERCHANGEABLE;
  }
  WR_ASSERT (share->covered <= share->total);
}

/* A fact is unreachable if all its occurrences are, and only goals at unreachable points use it. */
static void mark_unreachable (wr_coverage *c) {
  const wr_result *result = c->cover->result;
  uint32_t *live = wr_alloc (c->fact_count + 1, sizeof *live);
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    for (uint32_t k = 0; k < body->passive->block_count; k++) {
      const struct wr_pblock *block = &body->passive->blocks[k];
      for (uint32_t i = 0; body->vc->reached[k] && i < block->item_count; i++) {
        const struct wr_pitem *item = &block->items[i];
        if (item->kind == WR_PITEM_FACT) live[item->label.ix]++;
        if (item->kind == WR_PITEM_GOAL) live[body->passive->goals[item->goal].assumed.ix]++;
      }
    }
  }
  for (uint32_t i = 0; i < c->contradictions.len; i++) {
    const struct wr_contradiction *one = &c->contradictions.data[i];
    if (one->kind == WR_CONTRADICTION_FAILED) continue;
    for (uint32_t k = 0; k < one->facts.len; k++) {
      if (--live[one->facts.data[k]]) continue;
      struct wr_fact *fact = &c->facts[one->facts.data[k]];
      if (fact->status != WR_FACT_NONE) fact->status = WR_FACT_UNREACHABLE;
    }
  }
  free (live);
}

wr_coverage *wr_coverage_of (const wr_cover *cover, wr_arena *arena) {
  const wr_result *result = cover->result;
  const wr_core *core = result->core;
  wr_coverage *c = WR_NEW (arena, wr_coverage, 1);
  c->cover = cover;
  c->fact_count = core->labels.infos.len;
  c->facts = WR_NEW (arena, struct wr_fact, c->fact_count ? c->fact_count : 1);
  c->bodies = WR_NEW (arena, struct wr_share, result->body_count);
  c->goals = WR_NEW (arena, const struct wr_explanation **, result->body_count);
  for (uint32_t i = 0; i < c->fact_count; i++) c->facts[i].label.ix = i;
  wr_u32s axioms = {0};
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    if (core->axioms.data[i].label.ix) WR_VEC_PUSH (&axioms, core->axioms.data[i].label.ix);
  }
  uses all = {0};
  wr_u32s labels = {0};
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    c->goals[b] = wr_occurrences_joined (cover, b, arena);
    WR_VEC_CLEAR (&labels);
    facts_of (body, &labels);
    for (uint32_t i = 0; i < labels.len; i++) raise (&c->facts[labels.data[i]], WR_FACT_UNUSED);
    for (uint32_t g = 0; g < body->passive->goal_count; g++) add_goal (c, body, g, &axioms, &all);
  }
  spread_uses (c, &all, arena);
  wr_contradictions_of (cover, &c->contradictions);
  mark_unreachable (c);
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    WR_VEC_CLEAR (&labels);
    facts_of (body, &labels);
    count (c, core, &labels, &c->bodies[b]);
    c->whole.covered += c->bodies[b].covered;
    c->whole.total += c->bodies[b].total;
  }
  for (uint32_t i = 0; i < axioms.len; i++) {
    const struct wr_fact *fact = &c->facts[axioms.data[i]];
    if (!wr_fact_counts (core, fact->label) || fact->status == WR_FACT_NONE) continue;
    c->whole.total++;
    c->whole.covered += fact->status == WR_FACT_NEEDED || fact->status == WR_FACT_INTERCHANGEABLE;
  }
  WR_VEC_FREE (&axioms);
  WR_VEC_FREE (&labels);
  WR_VEC_FREE (&all);
  c->elements = wr_elements_of (c, arena);
  return c;
}

void wr_coverage_free (wr_coverage *coverage) {
  if (coverage) wr_contradictions_free (&coverage->contradictions);
}
