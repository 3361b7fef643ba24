#include "analysis/enumerate.h"

#include <stdlib.h>

void wr_bitsets_free (wr_bitsets *sets) {
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

/* Keeps the sets that have no proper part among them, each once. */
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

/* For every set in `open`, one that meets `next` too: itself, or itself and one member of `next`. */
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
  wr_bitsets_free (open);
  *open = made;
}

/* The minimal sets that meet every blocker; false: too many. */
static bool dual (const wr_bitsets *blockers, wr_bitsets *out) {
  wr_bitset none = {0};
  wr_bitset_set (&none, 0, false);
  push_copy (out, &none);
  wr_bitset_free (&none);
  for (uint32_t i = 0; i < blockers->len; i++) {
    meet_next (out, &blockers->data[i]);
    if (out->len > WR_MAX_CORES) return false;
  }
  return true;
}

static const wr_bitset *core_without (const wr_bitsets *cores, const wr_bitset *removed) {
  for (uint32_t i = 0; i < cores->len; i++)
    if (!wr_bitset_meets (&cores->data[i], removed)) return &cores->data[i];
  return NULL;
}

struct walk {
  const struct wr_core_finder *finder;
  uint32_t limit;
  wr_bitsets *cores;
  wr_bitsets blockers, queue;
  bool whole;
};

/* What is removed next: one more member of a core that is left. */
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

/* False: no more is to be asked. */
static bool visit (struct walk *w, uint32_t at) {
  wr_bitset removed = {0}, found = {0};
  wr_bitset_copy (&removed, &w->queue.data[at]);
  bool on = true;
  const wr_bitset *core = core_without (w->cores, &removed);
  if (!core && !has_part_of (&w->blockers, &removed)) {
    enum wr_proof_status status = w->finder->find (w->finder->ctx, &removed, &found);
    if (status == WR_PROOF_YES) {
      on = w->cores->len < w->limit && w->cores->len < WR_MAX_CORES;
      if (on) push_copy (w->cores, &found);
      core = on ? &WR_VEC_LAST (w->cores) : NULL;
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
  return on && w->queue.len < WR_MAX_BLOCKERS;
}

/* Cores that follow from the blockers and that no answer has shown yet; each is proved. */
static bool complete (struct walk *w) {
  wr_bitsets all = {0};
  keep_least (&w->blockers);
  bool whole = dual (&w->blockers, &all);
  for (uint32_t i = 0; i < all.len && whole; i++) {
    bool known = false;
    for (uint32_t k = 0; k < w->cores->len && !known; k++)
      known = wr_bitset_within (&all.data[i], &w->cores->data[k]) &&
              wr_bitset_within (&w->cores->data[k], &all.data[i]);
    if (known) continue;
    whole = w->cores->len < w->limit && w->finder->proves (w->finder->ctx, &all.data[i]);
    if (whole) push_copy (w->cores, &all.data[i]);
  }
  wr_bitsets_free (&all);
  return whole;
}

bool wr_enumerate_cores (const struct wr_core_finder *finder, uint32_t limit, wr_bitsets *cores) {
  struct walk w = {.finder = finder, .limit = limit ? limit : WR_MAX_CORES, .cores = cores};
  wr_bitset none = {0};
  wr_bitset_set (&none, 0, false);
  w.whole = true;
  push_copy (&w.queue, &none);
  wr_bitset_free (&none);
  bool on = true;
  for (uint32_t at = 0; at < w.queue.len && on; at++) on = visit (&w, at);
  bool whole = on && w.whole && complete (&w);
  wr_bitsets_free (&w.blockers);
  wr_bitsets_free (&w.queue);
  return whole;
}
