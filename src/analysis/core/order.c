#include "analysis/core/search.h"

#include "base/check.h"

#include <stdlib.h>

/* For a proof, facts that other goals justify cost: using them makes the transitive closure larger.  For a contradiction, branch
   conditions cost, and facts that goals before them in the same body justify cost more: they follow without the contradiction. */
int wr_core_price (const wr_search *s, uint32_t label) {
  if (label == s->goal) return 0;
  enum wr_role role = wr_label_info (&s->core->labels, (wr_label){label})->role;
  if (!s->out.vacuous) return wr_role_is_derived (role);
  return wr_role_is_local (role) ? 2 : wr_role_info (role)->off == WR_OFF_ENTERED;
}

/* Where in the text a fact takes effect: clauses of a call or a havoc at the call or havoc, every other fact where it stands. */
struct effect {
  uint32_t at, label;
};

static struct effect effect_of (const wr_core *core, uint32_t label) {
  const struct wr_label_info *info = wr_label_info (&core->labels, (wr_label){label});
  struct effect effect = {info->span.begin, label};
  if (info->site.ix) {
    const struct wr_site_info *site = wr_site_info (&core->labels, info->site);
    if (site->kind == WR_SITE_CALL || site->kind == WR_SITE_HAVOC) effect.at = site->span.begin;
  }
  return effect;
}

static bool is_earlier (struct effect a, struct effect b) {
  return a.at != b.at ? a.at < b.at : a.label < b.label;
}

struct candidate {
  struct effect effect;
  int price;
};

/* Expensive facts first, then late ones. */
static int by_removal (const void *a, const void *b) {
  const struct candidate *x = a, *y = b;
  if (x->price != y->price) return x->price > y->price ? -1 : 1;
  return is_earlier (x->effect, y->effect) - is_earlier (y->effect, x->effect);
}

uint32_t wr_core_removal_order (const wr_search *s, const wr_bitset *on, const wr_bitset *keep,
                                uint32_t *out) {
  struct candidate *order = wr_alloc (s->count + 1, sizeof *order);
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    if (label == s->goal || !wr_bitset_has (on, label)) continue;
    if (keep && wr_bitset_has (keep, label)) continue;
    order[count++] = (struct candidate){effect_of (s->core, label), wr_core_price (s, label)};
  }
  if (count) qsort (order, count, sizeof *order, by_removal);
  for (uint32_t i = 0; i < count; i++) {
    WR_ASSERT (!i || order[i - 1].price >= order[i].price);
    out[i] = order[i].effect.label;
  }
  free (order);
  return count;
}

bool wr_core_is_better (const wr_search *s, const wr_bitset *a, const wr_bitset *b) {
  int price[2] = {0};
  uint32_t size[2] = {0};
  struct effect first = {0}; /* of those in which they differ */
  bool first_in_a = false;
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    bool in[2] = {wr_bitset_has (a, label), wr_bitset_has (b, label)};
    for (int k = 0; k < 2; k++) {
      size[k] += in[k];
      price[k] += in[k] ? wr_core_price (s, label) : 0;
    }
    if (in[0] == in[1]) continue;
    struct effect effect = effect_of (s->core, label);
    if (first.label && !is_earlier (effect, first)) continue;
    first = effect;
    first_in_a = in[0];
  }
  if (price[0] != price[1]) return price[0] < price[1];
  if (size[0] != size[1]) return size[0] < size[1];
  return first_in_a;
}
