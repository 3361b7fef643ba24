#include "analysis/core/search.h"

#include "base/check.h"

#include <stdlib.h>

bool wr_core_repeats (const wr_search *s, uint32_t label) {
  if (label == s->goal) return false;
  enum wr_role role = wr_label_info (&s->core->labels, (wr_label){label})->role;
  return wr_role_is_local (role) && (!s->scale || s->scale->repeats (s->scale->ctx, label));
}

/* Does the fact belong to the element of the goal itself, such as the unfolding in an assertion?  Then the goal rests on no other element because of it. */
static bool is_own (const wr_search *s, uint32_t label) {
  uint32_t element = wr_label_info (&s->core->labels, (wr_label){label})->element;
  return s->goal && element &&
         element == wr_label_info (&s->core->labels, (wr_label){s->goal})->element;
}

/* For a proof, facts that other goals justify cost, and more if they only repeat what was proved: using them makes the transitive closure larger.  For a
   contradiction, branch conditions cost, and facts that goals before them in the same body justify cost more: they follow without the
   contradiction. */
int wr_core_price (const wr_search *s, uint32_t label) {
  if (label == s->goal) return 0;
  enum wr_role role = wr_label_info (&s->core->labels, (wr_label){label})->role;
  if (!s->out.vacuous)
    return is_own (s, label) ? 0 : wr_role_is_derived (role) + wr_core_repeats (s, label);
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
  bool own;
};

/* Expensive facts first, then those of other elements than the goal's, then late ones. */
static int by_removal (const void *a, const void *b) {
  const struct candidate *x = a, *y = b;
  if (x->price != y->price) return x->price > y->price ? -1 : 1;
  if (x->own != y->own) return x->own ? 1 : -1;
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
    order[count++] =
        (struct candidate){effect_of (s->core, label), wr_core_price (s, label), is_own (s, label)};
  }
  if (count) qsort (order, count, sizeof *order, by_removal);
  for (uint32_t i = 0; i < count; i++) {
    WR_ASSERT (!i || order[i - 1].price >= order[i].price);
    out[i] = order[i].effect.label;
  }
  free (order);
  return count;
}

/* What is compared before the places in the text; less is better. */
struct merit {
  uint32_t repeated, price, size;
  struct wr_weight weight;
};

static struct merit merit_of (const wr_search *s, const wr_bitset *core) {
  struct merit m = {0};
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    if (!wr_bitset_has (core, label)) continue;
    m.size++;
    m.price += (uint32_t)wr_core_price (s, label);
    if (!s->out.vacuous) m.repeated += wr_core_repeats (s, label);
  }
  if (s->scale && !s->out.vacuous) m.weight = s->scale->weigh (s->scale->ctx, core, s->goal);
  return m;
}

/* Is the first fact in which they differ one of `a`? */
static bool is_first (const wr_search *s, const wr_bitset *a, const wr_bitset *b) {
  struct effect first = {0};
  bool in_a = false;
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    bool in = wr_bitset_has (a, label);
    if (in == wr_bitset_has (b, label)) continue;
    struct effect effect = effect_of (s->core, label);
    if (first.label && !is_earlier (effect, first)) continue;
    first = effect;
    in_a = in;
  }
  return in_a;
}

bool wr_core_is_better (const wr_search *s, const wr_bitset *a, const wr_bitset *b) {
  struct merit x = merit_of (s, a), y = merit_of (s, b);
  if (x.repeated != y.repeated) return x.repeated < y.repeated;
  if (x.weight.elements != y.weight.elements) return x.weight.elements < y.weight.elements;
  if (x.weight.gains != y.weight.gains) return x.weight.gains < y.weight.gains;
  int order = s->scale && !s->out.vacuous ? s->scale->compare (s->scale->ctx, a, b, s->goal) : 0;
  if (order) return order < 0;
  if (x.price != y.price) return x.price < y.price;
  if (x.size != y.size) return x.size < y.size;
  return is_first (s, a, b);
}
