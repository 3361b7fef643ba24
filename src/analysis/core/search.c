#include "analysis/core/search.h"

#include "base/check.h"

wr_search *wr_search_new (const struct wr_search_task *task, wr_arena *arena) {
  wr_search *s = WR_NEW (arena, wr_search, 1);
  uint32_t last = task->count ? task->universe[task->count - 1] : 0;
  *s = (wr_search){.core = task->core,
                   .oracle = task->oracle,
                   .budgets = task->budgets,
                   .scale = task->scale,
                   .arena = arena,
                   .goal = task->goal.ix,
                   .universe = task->universe,
                   .count = task->count,
                   .hint = task->hint,
                   .hint_count = task->hint_count,
                   .need = WR_NEW (arena, enum wr_need, last + 1)};
  for (uint32_t i = 0; i < s->count; i++) {
    WR_ASSERT (s->universe[i] && (!i || s->universe[i - 1] < s->universe[i]));
    wr_bitset_set (&s->all, s->universe[i], true);
  }
  WR_ASSERT (!s->goal || wr_bitset_has (&s->all, s->goal));
  return s;
}

struct wr_reply wr_search_ask (wr_search *s, const struct wr_question *question) {
  if (s->lost) return (struct wr_reply){.status = WR_PROOF_LOST};
  WR_ASSERT (wr_bitset_within (question->on, &s->all) || wr_bitset_has (question->on, s->goal));
  WR_ASSERT (!question->mention || !wr_bitset_has (question->on, question->mention));
  WR_ASSERT (!question->mentions || !wr_bitset_meets (question->on, question->mentions));
  s->out.queries++;
  if (question->core) WR_VEC_CLEAR (question->core);
  struct wr_reply reply = s->oracle->ask (s->oracle->ctx, question);
  WR_ASSERT (reply.status != WR_PROOF_YES || reply.trust >= question->trust);
  if (reply.status == WR_PROOF_YES && reply.trust > WR_SHARED && !question->mention &&
      !question->mentions) {
    wr_bitset_copy (&s->proved, question->on);
    s->proved_trust = reply.trust;
  }
  s->out.limited |= reply.status == WR_PROOF_LIMIT;
  s->lost |= reply.status == WR_PROOF_LOST;
  return reply;
}

enum wr_solver_trust wr_search_trust (const wr_search *s, const wr_bitset *on) {
  bool same = wr_bitset_equal (on, &s->proved);
  return same ? s->proved_trust : WR_SHARED;
}

bool wr_search_proves (wr_search *s, const wr_bitset *on, enum wr_solver_trust trust) {
  if (trust > WR_SHARED && wr_search_trust (s, on) >= trust) return !s->lost;
  return wr_search_ask (s, &(struct wr_question){.on = on, .trust = trust}).status == WR_PROOF_YES;
}

void wr_search_take_reported (const wr_search *s, const wr_bitset *asked, wr_bitset *on) {
  wr_bitset_clear (on);
  for (uint32_t i = 0; i < s->reported.len; i++) wr_bitset_set (on, s->reported.data[i], true);
  if (s->goal && wr_bitset_has (asked, s->goal)) wr_bitset_set (on, s->goal, true);
  WR_ASSERT (wr_bitset_within (on, asked));
}

bool wr_search_try (wr_search *s, const wr_bitset *asked, enum wr_solver_trust trust,
                    struct wr_found *set) {
  const struct wr_question question = {.on = asked, .trust = trust, .core = &s->reported};
  if (wr_search_ask (s, &question).status != WR_PROOF_YES) return false;
  wr_bitset_copy (&set->within, asked);
  wr_search_take_reported (s, asked, &set->on);
  return true;
}

void wr_search_add_goal (const wr_search *s, wr_bitset *on) {
  if (s->goal && wr_bitset_has (&s->all, s->goal)) wr_bitset_set (on, s->goal, true);
}

bool wr_search_is_needed (const wr_search *s, const wr_bitset *on, uint32_t label) {
  if (wr_bitset_has (on, s->goal) != wr_bitset_has (&s->all, s->goal)) return false;
  return s->need[label] == WR_NEED_LOGICAL || s->need[label] == WR_NEED_TRIGGER;
}

/* -- results -------------------------------------------------------------------------------------- */

void wr_found_copy (struct wr_found *to, const struct wr_found *from) {
  WR_ASSERT (to != from);
  wr_bitset_copy (&to->on, &from->on);
  wr_bitset_copy (&to->within, &from->within);
  wr_bitset_copy (&to->doubtful, &from->doubtful);
  to->trust = from->trust;
  to->minimal = from->minimal;
  to->exists = from->exists;
}

void wr_found_free (struct wr_found *found) {
  wr_bitset_free (&found->on);
  wr_bitset_free (&found->within);
  wr_bitset_free (&found->doubtful);
}

bool wr_search_found (const wr_search *s) { return s->found.exists && !s->lost; }

struct wr_label_list wr_search_list (const wr_search *s, const wr_bitset *set) {
  struct wr_label_list list = {WR_NEW (s->arena, uint32_t, s->count), 0};
  for (uint32_t i = 0; i < s->count; i++)
    if (s->universe[i] != s->goal && wr_bitset_has (set, s->universe[i]))
      list.labels[list.count++] = s->universe[i];
  return list;
}

uint32_t *wr_search_members (wr_search *s, uint32_t *count) {
  struct wr_label_list list = wr_search_list (s, &s->found.on);
  *count = list.count;
  return list.labels;
}

void wr_search_end (wr_search *s, struct wr_explanation *out) {
  struct wr_explanation *e = &s->out;
  e->known = wr_search_found (s);
  e->minimal = e->known && s->found.minimal;
  if (e->known) {
    bool judged = e->alternatives != NULL;
    e->core = wr_search_members (s, &e->core_count);
    for (uint32_t i = 0; i < e->core_count; i++) judged |= wr_bitset_has (&s->judged, e->core[i]);
    if (judged) e->need = WR_NEW (s->arena, enum wr_need, e->core_count);
    for (uint32_t i = 0; judged && i < e->core_count; i++) e->need[i] = s->need[e->core[i]];
  }
  *out = *e;
  wr_found_free (&s->found);
  wr_bitset_free (&s->all);
  wr_bitset_free (&s->proof);
  wr_bitset_free (&s->judged);
  wr_bitset_free (&s->exhausted);
  wr_bitset_free (&s->proved);
  WR_VEC_FREE (&s->reported);
  WR_VEC_FREE (&s->stand_ins);
}
