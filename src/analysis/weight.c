#include "analysis/weight.h"

#include "base/check.h"

/* The first goal with this label, plus one; 0: the label is no goal's. */
static uint32_t first_goal (const struct wr_weights *w, uint32_t label) {
  return (uint32_t)wr_map_or (&w->first, label, 0);
}

void wr_weights_begin (struct wr_weights *w, wr_arena *arena) {
  const wr_passive *passive = w->body->passive;
  w->next = WR_NEW (arena, uint32_t, passive->goal_count + 1);
  w->ended = WR_NEW (arena, wr_bitset, passive->goal_count + 1);
  w->reasons = (struct wr_reasons){.labels = &w->core->labels, .goals = &w->goals};
  for (uint32_t g = passive->goal_count; g-- > 0;) {
    uint32_t label = passive->goals[g].label.ix;
    if (!label) continue;
    w->next[g] = first_goal (w, label);
    if (!w->next[g]) wr_reasons_add (&w->reasons, label);
    wr_bitset_set (&w->goals, label, true);
    wr_map_put (&w->first, label, g + 1);
  }
  wr_reasons_sort (&w->reasons);
}

void wr_weights_end (struct wr_weights *w) {
  for (uint32_t g = 0; g < w->body->passive->goal_count; g++) wr_bitset_free (&w->ended[g]);
  wr_reasons_free (&w->reasons);
  wr_bitset_free (&w->goals);
  wr_map_free (&w->first);
}

static const wr_bitset *core_of (const struct wr_weights *w, uint32_t goal) {
  const wr_search *search = w->searches[goal];
  if (!search) return &w->ended[goal];
  return wr_bitset_size (&search->proof) ? &search->proof : &search->found.on;
}

void wr_weights_keep (struct wr_weights *w, uint32_t goal) {
  WR_ASSERT (w->searches[goal]);
  wr_bitset_copy (&w->ended[goal], core_of (w, goal));
}

struct walk {
  wr_u32s work;   /* labels */
  wr_bitset seen; /* labels */
};

static void visit (struct walk *walk, uint32_t label) {
  if (!label || wr_bitset_has (&walk->seen, label)) return;
  wr_bitset_set (&walk->seen, label, true);
  WR_VEC_PUSH (&walk->work, label);
}

static void follow (void *ctx, uint32_t fact, uint32_t on, enum wr_edge_kind kind) {
  (void)fact;
  (void)kind;
  visit (ctx, on);
}

/* What a core brings with it, within the procedure. */
struct closure {
  wr_bitset labels, elements, sites;
  uint32_t gains;
};

static void free_closure (struct closure *c) {
  wr_bitset_free (&c->labels);
  wr_bitset_free (&c->elements);
  wr_bitset_free (&c->sites);
}

/* A call is an element besides the clauses that take effect there. */
static void count (const struct wr_weights *w, uint32_t label, struct closure *c) {
  const struct wr_label_info *info = wr_label_info (&w->core->labels, (wr_label){label});
  c->gains += info->gain;
  if (info->cls == WR_CLASS_INTERNAL) return;
  if (info->element) wr_bitset_set (&c->elements, info->element, true);
  if (info->element) wr_bitset_set (&c->labels, label, true);
  if (info->site.ix && wr_role_is_of_call (info->role))
    wr_bitset_set (&c->sites, info->site.ix, true);
}

/* The element of the goal itself does not count. */
static struct closure closure_of (const struct wr_weights *w, const wr_bitset *on, uint32_t goal) {
  struct closure closure = {0};
  struct walk walk = {0};
  wr_bitset_set (&walk.seen, goal, true); /* a proof that uses the goal has `on` for its core */
  WR_BITSET_EACH (on, i) visit (&walk, i);
  while (walk.work.len) {
    uint32_t label = WR_VEC_POP (&walk.work), first = first_goal (w, label);
    for (uint32_t g = first; g; g = w->next[g - 1])
      WR_BITSET_EACH (core_of (w, g - 1), i) visit (&walk, i);
    if (first) continue;
    wr_reasons_of (&w->reasons, label, follow, &walk);
    count (w, label, &closure);
  }
  uint32_t own = goal ? wr_label_info (&w->core->labels, (wr_label){goal})->element : 0;
  if (own) wr_bitset_set (&closure.elements, own, false);
  wr_bitset_free (&walk.seen);
  WR_VEC_FREE (&walk.work);
  return closure;
}

static struct wr_weight weigh (const void *ctx, const wr_bitset *on, uint32_t goal) {
  struct closure closure = closure_of (ctx, on, goal);
  struct wr_weight weight = {.elements = wr_bitset_size (&closure.elements) +
                                         wr_bitset_size (&closure.sites),
                             .gains = closure.gains};
  free_closure (&closure);
  return weight;
}

/* Where the first element of `a` stands that `b` has not; UINT32_MAX: nowhere. */
static uint32_t first_besides (const struct wr_weights *w, const struct closure *a,
                               const struct closure *b) {
  uint32_t first = UINT32_MAX;
  WR_BITSET_EACH (&a->labels, i) {
    const struct wr_label_info *info = wr_label_info (&w->core->labels, (wr_label){i});
    if (!wr_bitset_has (&a->elements, info->element) || wr_bitset_has (&b->elements, info->element))
      continue;
    if (info->span.begin < first) first = info->span.begin;
  }
  return first;
}

static int compare (const void *ctx, const wr_bitset *a, const wr_bitset *b, uint32_t goal) {
  struct closure x = closure_of (ctx, a, goal), y = closure_of (ctx, b, goal);
  uint32_t only_x = first_besides (ctx, &x, &y), only_y = first_besides (ctx, &y, &x);
  free_closure (&x);
  free_closure (&y);
  return (only_x > only_y) - (only_x < only_y);
}

/* A further fact that lowering makes of a goal (part 1 and so on) says more than the goal. */
static bool repeats (const void *ctx, uint32_t label) {
  const struct wr_weights *w = ctx;
  return !wr_label_info (&w->core->labels, (wr_label){label})->part;
}

static bool claims (const void *ctx, uint32_t label) {
  const struct wr_weights *w = ctx;
  uint32_t clause = wr_label_info (&w->core->labels, (wr_label){label})->clause.ix;
  for (uint32_t g = first_goal (w, clause); g; g = w->next[g - 1])
    if (w->body->goals[g - 1].verdict != WR_VERDICT_PROVED) return true;
  return false;
}

struct wr_scale wr_weights_scale (const struct wr_weights *w) {
  return (struct wr_scale){w, weigh, compare, repeats, claims};
}
