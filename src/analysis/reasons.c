#include "analysis/reasons.h"

#include "base/check.h"

#include <stdlib.h>

static const struct wr_label_info *info_of (const struct wr_reasons *r, uint32_t label) {
  return wr_label_info (r->labels, (wr_label){label});
}

void wr_reasons_add (struct wr_reasons *r, uint32_t label) {
  const struct wr_label_info *info = info_of (r, label);
  switch (wr_role_info (info->role)->check) {
  case WR_CHECK_ALONE: break;
  case WR_CHECK_CALL: WR_VEC_PUSH (&r->at_calls, ((struct wr_reason){info->site.ix, label})); break;
  case WR_CHECK_LOOP:
    WR_VEC_PUSH (&r->of_invariants, ((struct wr_reason){info->clause.ix, label}));
    break;
  case WR_CHECK_ELEMENT:
    if (info->element) WR_VEC_PUSH (&r->well_formed, ((struct wr_reason){info->element, label}));
    break;
  }
}

static int by_key (const void *a, const void *b) {
  const struct wr_reason *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return (x->label > y->label) - (x->label < y->label);
}

static void sort (wr_reason_list *list) {
  if (list->len) qsort (list->data, list->len, sizeof *list->data, by_key);
}

void wr_reasons_sort (struct wr_reasons *r) {
  sort (&r->at_calls);
  sort (&r->of_invariants);
  sort (&r->well_formed);
}

void wr_reasons_free (struct wr_reasons *r) {
  WR_VEC_FREE (&r->at_calls);
  WR_VEC_FREE (&r->of_invariants);
  WR_VEC_FREE (&r->well_formed);
}

static uint32_t first_of (const wr_reason_list *list, uint32_t key) {
  uint32_t lo = 0, hi = list->len;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (list->data[mid].key < key)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

/* What is told, and to whom. */
struct telling {
  const struct wr_reasons *reasons;
  uint32_t fact;
  wr_reason_fn *each;
  void *ctx;
};

static void tell_all (const struct telling *t, const wr_reason_list *list, uint32_t key,
                      enum wr_edge_kind kind) {
  if (!key) return;
  for (uint32_t i = first_of (list, key); i < list->len && list->data[i].key == key; i++)
    t->each (t->ctx, t->fact, list->data[i].label, kind);
}

static void tell_own (const struct telling *t) {
  uint32_t goal = info_of (t->reasons, t->fact)->clause.ix;
  if (wr_bitset_has (t->reasons->goals, goal)) t->each (t->ctx, t->fact, goal, WR_EDGE_JUSTIFIED);
}

static void tell_requires (const struct telling *t) {
  const struct wr_label_info *info = info_of (t->reasons, t->fact);
  const wr_reason_list *list = &t->reasons->at_calls;
  tell_own (t); /* if lowering asserted the clause itself */
  for (uint32_t i = first_of (list, info->site.ix);
       i < list->len && list->data[i].key == info->site.ix; i++) {
    uint32_t goal = list->data[i].label;
    if (info_of (t->reasons, goal)->clause.ix == info->clause.ix)
      t->each (t->ctx, t->fact, goal, WR_EDGE_JUSTIFIED);
  }
}

void wr_reasons_of (const struct wr_reasons *r, uint32_t fact, wr_reason_fn *each, void *ctx) {
  const struct telling t = {r, fact, each, ctx};
  const struct wr_label_info *info = info_of (r, fact);
  const struct wr_role_info *role = wr_role_info (info->role);
  switch (role->reason) {
  case WR_REASON_NONE:
  case WR_REASON_ELEMENT: break; /* below */
  case WR_REASON_OWN_GOAL: tell_own (&t); break;
  case WR_REASON_CALL_GOAL: tell_requires (&t); break;
  case WR_REASON_LOOP_GOALS:
    tell_all (&t, &r->of_invariants, info->clause.ix ? info->clause.ix : fact, WR_EDGE_JUSTIFIED);
    break;
  case WR_REASON_CALLEE: each (ctx, fact, info->clause.ix, WR_EDGE_CALLEE); break;
  }
  bool at_call = info->site.ix && wr_site_info (r->labels, info->site)->kind == WR_SITE_CALL;
  if (role->after_call && at_call) tell_all (&t, &r->at_calls, info->site.ix, WR_EDGE_CALL);
  if (!role->goal && !role->of_check)
    tell_all (&t, &r->well_formed, info->element, WR_EDGE_WELL_FORMED);
}
