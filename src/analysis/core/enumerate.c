/* analysis/core/enumerate.c -- every minimal core of a goal.  Purity makes provability monotone, so cores and their duals
   determine each other: a blocker is a minimal set of facts without which nothing proves the goal, and the cores are exactly the minimal
   sets that meet every blocker.  Blockers are found by removing one member of some core at a time; when all are known, the cores are
   computed from them.  The search can stop at any time: what it found is reported, and that it may not be everything. */
#include "analysis/core/search.h"

#include "base/check.h"

#include <stdlib.h>

typedef WR_VEC (wr_bitset) wr_bitsets;

static void free_sets (wr_bitsets *sets) {
  for (uint32_t i = 0; i < sets->len; i++) wr_bitset_free (&sets->data[i]);
  WR_VEC_FREE (sets);
}

static bool has_part_of (const wr_bitsets *sets, const wr_bitset *of) {
  for (uint32_t i = 0; i < sets->len; i++)
    if (wr_bitset_within (&sets->data[i], of)) return true;
  return false;
}

static void push_copy (wr_bitsets *sets, const wr_bitset *set) {
  wr_bitset copy = {0};
  wr_bitset_copy (&copy, set);
  WR_VEC_PUSH (sets, copy);
}

/* Keeps the sets that have no proper subset among them, each once. */
static void keep_least (wr_bitsets *sets) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < sets->len; i++) {
    bool least = true;
    for (uint32_t k = 0; k < sets->len && least; k++) {
      if (k == i || (k < i && !sets->data[k].words)) continue;
      if (wr_bitset_within (&sets->data[k], &sets->data[i]))
        least = !wr_bitset_within (&sets->data[i], &sets->data[k]) ? false : i < k;
    }
    if (least) continue;
    wr_bitset_free (&sets->data[i]);
    sets->data[i] = (wr_bitset){0};
  }
  for (uint32_t i = 0; i < sets->len; i++)
    if (sets->data[i].words) sets->data[kept++] = sets->data[i];
  sets->len = kept;
}

/* Replaces every set in `open` by sets that meet `next` too: itself, or itself and one member of `next`. */
static void meet_next (wr_bitsets *open, const wr_bitset *next) {
  wr_bitsets made = {0};
  for (uint32_t i = 0; i < open->len; i++) {
    if (wr_bitset_meets (&open->data[i], next)) {
      push_copy (&made, &open->data[i]);
      continue;
    }
    WR_BITSET_EACH (next, x) {
      push_copy (&made, &open->data[i]);
      wr_bitset_set (&WR_VEC_LAST (&made), x, true);
    }
  }
  keep_least (&made);
  free_sets (open);
  *open = made;
}

/* The minimal sets that meet every blocker; false: there are too many. */
static bool dual (const wr_bitsets *blockers, uint64_t most, wr_bitsets *out) {
  wr_bitset none = {0};
  wr_bitset_set (&none, 0, false);
  push_copy (out, &none);
  wr_bitset_free (&none);
  for (uint32_t i = 0; i < blockers->len; i++) {
    meet_next (out, &blockers->data[i]);
    if (out->len > most) return false;
  }
  return true;
}

static const wr_bitset *core_without (const wr_bitsets *cores, const wr_bitset *removed) {
  for (uint32_t i = 0; i < cores->len; i++)
    if (!wr_bitset_meets (&cores->data[i], removed)) return &cores->data[i];
  return NULL;
}

struct walk {
  wr_search *search;
  uint64_t limit;             /* of cores */
  wr_bitsets cores;           /* without the goal's label; the first is the one that is reported */
  wr_bitsets blockers, queue; /* queue: sets of facts to remove */
  bool whole;                 /* no question was without an answer */
};

/* A minimal core that does without `removed`. */
static enum wr_proof_status find_core (wr_search *s, const wr_bitset *removed, wr_bitset *core) {
  enum wr_proof_status status = WR_PROOF_NO;
  struct wr_found found = {0};
  wr_bitset rest = {0};
  bool needed = false;
  WR_BITSET_EACH (removed, i) needed |= wr_search_is_needed (s, &s->all, i);
  wr_bitset_copy (&rest, &s->all);
  wr_bitset_remove (&rest, removed);
  if (!needed) {
    const struct wr_question question = {.on = &rest, .core = &s->reported};
    status = wr_search_ask (s, &question).status;
  }
  if (status == WR_PROOF_YES) {
    wr_bitset_copy (&found.within, &rest);
    wr_search_take_reported (s, &rest, &found.on);
    wr_shrink (s, &found, NULL, WR_SHARED);
    wr_bitset_copy (core, &found.on);
    if (s->goal) wr_bitset_set (core, s->goal, false);
    WR_ASSERT (!wr_bitset_meets (core, removed));
    if (s->lost) status = WR_PROOF_LOST;
  }
  wr_found_free (&found);
  wr_bitset_free (&rest);
  return status;
}

static bool proves (wr_search *s, const wr_bitset *core) {
  wr_bitset on = {0};
  wr_bitset_copy (&on, core);
  wr_search_add_goal (s, &on);
  bool yes = wr_search_proves (s, &on, WR_SHARED);
  wr_bitset_free (&on);
  return yes;
}

/* Queues what is removed next: one more member of a core that is left. */
static void branch (struct walk *w, const wr_bitset *removed, const wr_bitset *core) {
  WR_BITSET_EACH (core, x) {
    wr_bitset more = {0};
    wr_bitset_copy (&more, removed);
    wr_bitset_set (&more, x, true);
    bool seen = false;
    for (uint32_t i = 0; i < w->queue.len && !seen; i++)
      seen = wr_bitset_within (&more, &w->queue.data[i]) &&
             wr_bitset_within (&w->queue.data[i], &more);
    if (!seen && !has_part_of (&w->blockers, &more)) push_copy (&w->queue, &more);
    wr_bitset_free (&more);
  }
}

/* False: the walk ends. */
static bool visit (struct walk *w, uint32_t at) {
  wr_bitset removed = {0}, found = {0};
  wr_bitset_copy (&removed, &w->queue.data[at]);
  bool on = true;
  const wr_bitset *core = core_without (&w->cores, &removed);
  if (!core && !has_part_of (&w->blockers, &removed)) {
    enum wr_proof_status status = find_core (w->search, &removed, &found);
    if (status == WR_PROOF_YES) {
      on = w->cores.len < w->limit;
      if (on) push_copy (&w->cores, &found);
      core = on ? &WR_VEC_LAST (&w->cores) : NULL;
    } else {
      if (status != WR_PROOF_NO) w->whole = false;
      on = status != WR_PROOF_LOST;
      push_copy (&w->blockers, &removed);
    }
  }
  wr_bitset base = {0};
  if (core) wr_bitset_copy (&base, core);
  if (core) branch (w, &removed, &base);
  wr_bitset_free (&base);
  wr_bitset_free (&removed);
  wr_bitset_free (&found);
  return on && w->queue.len < w->search->budgets->blockers_most;
}

/* Adds the cores that follow from the blockers and that no answer has shown; each is proved. */
static bool complete (struct walk *w) {
  wr_bitsets all = {0};
  keep_least (&w->blockers);
  bool whole = dual (&w->blockers, w->search->budgets->cores_most, &all);
  for (uint32_t i = 0; i < all.len && whole; i++) {
    bool known = false;
    for (uint32_t k = 0; k < w->cores.len && !known; k++)
      known = wr_bitset_within (&all.data[i], &w->cores.data[k]) &&
              wr_bitset_within (&w->cores.data[k], &all.data[i]);
    if (known) continue;
    whole = w->cores.len < w->limit && proves (w->search, &all.data[i]);
    if (whole) push_copy (&w->cores, &all.data[i]);
  }
  free_sets (&all);
  return whole;
}

/* `w->cores` holds one minimal core.  True: these are all. */
static bool walk (struct walk *w) {
  wr_bitset none = {0};
  wr_bitset_set (&none, 0, false);
  push_copy (&w->queue, &none);
  wr_bitset_free (&none);
  WR_ASSERT (w->cores.len == 1 && w->queue.len == 1);
  bool on = true;
  for (uint32_t at = 0; at < w->queue.len && on; at++) on = visit (w, at);
  return on && w->whole && complete (w);
}

void wr_search_enumerate (wr_search *s, uint32_t limit) {
  if (!wr_search_found (s)) return;
  struct wr_explanation *e = &s->out;
  struct walk w = {.search = s, .whole = true};
  w.limit = limit && limit < s->budgets->cores_most ? limit : s->budgets->cores_most;
  push_copy (&w.cores, &s->found.on);
  if (s->goal) wr_bitset_set (&w.cores.data[0], s->goal, false);
  e->complete = s->found.minimal && walk (&w) && !s->lost;
  WR_ASSERT (w.cores.len <= w.limit);
  e->cores = WR_NEW (s->arena, struct wr_label_list, w.cores.len);
  e->cores_count = w.cores.len;
  for (uint32_t i = 0; i < w.cores.len; i++) e->cores[i] = wr_search_list (s, &w.cores.data[i]);
  wr_search_alternatives (s, w.cores.data, w.cores.len);
  free_sets (&w.cores);
  free_sets (&w.blockers);
  free_sets (&w.queue);
}
