/* analysis/core/recheck.c -- --self-check: every core that is reported is asked about again with FRESH trust and the fixed budgets of the
   audit (docs).  A core that does not prove the goal there is searched for again, or withdrawn; a member that can be left out there goes. */
#include "analysis/core/search.h"

#include "base/check.h"

#include <stdlib.h>

void wr_rechecked_add (struct wr_rechecked *sum, const struct wr_rechecked *more) {
  sum->cores += more->cores;
  sum->members += more->members;
  sum->smaller += more->smaller;
  sum->mended += more->mended;
  sum->withdrawn += more->withdrawn;
}

static bool proves (wr_search *s, const wr_bitset *on, enum wr_allowance allowance) {
  bool limited = s->out.limited; /* the budget of the search is not concerned */
  const struct wr_question question = {.on = on, .trust = WR_FRESH, .allowance = allowance};
  bool yes = wr_search_ask (s, &question).status == WR_PROOF_YES;
  s->out.limited = limited;
  return yes;
}

/* Leaves out each member in turn, and starts over whenever a member can go, until all members are refused.  Returns the number of questions. */
static uint32_t leave_out (wr_search *s, wr_bitset *on, const uint32_t *order, uint32_t count) {
  wr_bitset without = {0};
  uint32_t left = count, refused = 0, asked = 0;
  for (uint32_t i = 0; refused < left && !s->lost; i = (i + 1) % count) {
    if (!wr_bitset_has (on, order[i])) continue;
    wr_bitset_copy (&without, on);
    wr_bitset_set (&without, order[i], false);
    asked++;
    refused++;
    if (!proves (s, &without, WR_ALLOW_MEMBER)) continue;
    wr_bitset_copy (on, &without);
    left--;
    refused = 0;
  }
  wr_bitset_free (&without);
  return asked;
}

/* The core is another one: what was found out about the core before does not hold of it. */
static void forget (wr_search *s, const wr_bitset *before) {
  struct wr_explanation *e = &s->out;
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t label = s->universe[i];
    bool in = wr_bitset_has (&s->found.on, label);
    if (label == s->goal) continue;
    if (wr_bitset_has (before, label) && !in) { /* there is a core without it */
      wr_bitset_set (&s->judged, label, true);
      s->need[label] = WR_NEED_NONE;
    } else if (in && !wr_bitset_has (&s->judged, label)) {
      s->need[label] = WR_NEED_LIMIT; /* until it is judged */
    }
  }
  e->alternative_count = 0;
  e->complete = false;
  if (!e->cores_count) return;
  e->cores[0] = wr_search_list (s, &s->found.on);
  e->cores_count = 1;
}

/* Is this one of the other cores of --all-cores? */
static bool is_core (wr_search *s, const struct wr_label_list *list, wr_bitset *core,
                     struct wr_rechecked *count) {
  wr_bitset least = {0};
  wr_search_add_goal (s, core);
  wr_bitset_copy (&least, core);
  bool good = proves (s, core, WR_ALLOW_CORE);
  count->cores += good;
  if (good) count->members += leave_out (s, &least, list->labels, list->count);
  good = good && wr_bitset_equal (core, &least);
  if (s->goal) wr_bitset_set (core, s->goal, false);
  wr_bitset_free (&least);
  return good;
}

/* Withdraws the other cores of --all-cores that are none. */
static void check_others (wr_search *s, struct wr_rechecked *count) {
  struct wr_explanation *e = &s->out;
  wr_bitset *cores = wr_alloc (e->cores_count, sizeof *cores);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < e->cores_count; k++) {
    const struct wr_label_list list = e->cores[k];
    wr_bitset core = {0};
    for (uint32_t i = 0; i < list.count; i++) wr_bitset_set (&core, list.labels[i], true);
    if (!k || is_core (s, &list, &core, count)) {
      e->cores[kept] = list;
      cores[kept++] = core;
    } else {
      wr_bitset_free (&core);
    }
  }
  WR_ASSERT (kept && kept <= e->cores_count);
  if (kept < e->cores_count) {
    count->withdrawn += e->cores_count - kept;
    e->cores_count = kept;
    e->complete = false;
    wr_search_alternatives (s, cores, kept);
  }
  for (uint32_t k = 0; k < kept; k++) wr_bitset_free (&cores[k]);
  free (cores);
}

static bool mend (wr_search *s) {
  wr_search_repair (s, WR_FRESH);
  return s->found.exists && proves (s, &s->found.on, WR_ALLOW_CORE);
}

bool wr_search_recheck (wr_search *s, struct wr_rechecked *count) {
  if (!s->oracle->self_check || !wr_search_found (s)) return false;
  bool minimal = s->found.minimal;
  WR_ASSERT (wr_search_sure (s) || !s->goal); /* probes are not confirmed before */
  wr_bitset before = {0};
  wr_bitset_copy (&before, &s->found.on);
  bool proved = proves (s, &s->found.on, WR_ALLOW_CORE);
  if (!proved && !s->lost) {
    proved = mend (s);
    count->mended += proved;
  }
  s->found.exists = proved;
  count->cores += proved;
  if (proved) s->found.trust = WR_FRESH;
  if (proved && s->found.minimal) {
    uint32_t *order = wr_alloc (s->count + 1, sizeof *order), size = wr_bitset_size (&s->found.on);
    uint32_t members = wr_core_removal_order (s, &s->found.on, NULL, order);
    count->members += leave_out (s, &s->found.on, order, members);
    count->smaller += wr_bitset_size (&s->found.on) < size;
    free (order);
  }
  bool changed = wr_search_found (s) && !wr_bitset_equal (&before, &s->found.on);
  if (changed)
    forget (s, &before);
  else if (proved && s->out.cores_count > 1)
    check_others (s, count);
  count->withdrawn += !wr_search_found (s) || (minimal && !s->found.minimal);
  wr_bitset_free (&before);
  return changed;
}

void wr_search_recheck_own (wr_search *s, struct wr_rechecked *count) {
  if (!s->oracle->self_check || !s->out.has_own || s->lost) return;
  WR_ASSERT (s->out.vacuous && s->goal);
  wr_bitset on = {0};
  for (uint32_t i = 0; i < s->out.own_count; i++) wr_bitset_set (&on, s->out.own[i], true);
  wr_bitset_set (&on, s->goal, true);
  s->out.has_own = proves (s, &on, WR_ALLOW_CORE);
  count->cores += s->out.has_own;
  count->withdrawn += !s->out.has_own;
  if (!s->out.has_own) s->out.own_count = 0;
  wr_bitset_free (&on);
}
