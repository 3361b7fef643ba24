/* analysis/explain.c -- the order of the steps of pass 2: core, confirm, vacuity, need, choice, recheck.  The same step is done for all goals
   of the procedure before the next step begins, as far as possible: the solver's context then seldom changes. */
#include "analysis/explain.h"

#include "analysis/session.h"
#include "base/check.h"

/* If a goal's share of its group's steps does not suffice, it gets the steps of the whole group and the floor of a single query, up to a limit:
   a goal without a core is not explained at all. */
static bool find_core (struct wr_session *s, uint32_t goal) {
  const struct wr_goal_result *r = &s->job->body->goals[goal];
  const struct wr_budgets *b = s->asker.budgets;
  wr_search *search = wr_session_turn (s, goal, b->core_factor, b->core_floor);
  if (wr_search_core (search)) return true;
  uint64_t whole = r->resources * r->together * b->core_factor + b->query_floor;
  WR_ASSERT (s->asker.goal == goal);
  s->asker.spending.left = whole < b->core_most ? whole : b->core_most;
  return wr_search_core (search);
}

void wr_explain_confirm (struct wr_session *s, uint32_t goal) {
  const struct wr_budgets *b = s->asker.budgets;
  if (wr_search_sure (s->searches[goal])) return;
  wr_search_confirm (wr_session_turn (s, goal, b->confirm_factor, b->confirm_floor));
}

/* A fact that some goal needs is needed, whatever the other goals do.  So facts about which nothing is known come first, and less is spent
   on facts that another goal needs, or on which another goal's budget was spent. */
static void judge (struct wr_session *s, uint32_t goal, wr_bitset *known) {
  const struct wr_budgets *b = s->asker.budgets;
  struct wr_spending *spending = &s->asker.spending;
  uint64_t steps = s->job->body->goals[goal].resources;
  wr_search *search = wr_session_turn (s, goal, b->need_factor, b->need_floor);
  spending->left = steps * b->need_factor + b->need_floor;
  spending->most = steps + b->need_floor;
  s->asker.partial = true;
  wr_search_judge (search, known, false);
  if (spending->left > steps + b->need_again_floor) spending->left = steps + b->need_again_floor;
  wr_search_judge (search, known, true);
  s->asker.partial = false;
  wr_search_needed (search, known);
}

static wr_search *choose (struct wr_session *s, uint32_t goal) {
  const struct wr_cover_options *options = s->job->options;
  const struct wr_budgets *b = s->asker.budgets;
  wr_search *search = wr_session_turn (s, goal, 1, b->choice_floor);
  uint64_t share = s->job->body->goals[goal].resources * b->choice_factor + b->choice_floor;
  if (s->asker.spending.left > share) s->asker.spending.left = share;
  s->asker.spending.better = share + b->better_floor;
  if (options->effort != WR_CORES_MUST) return search;
  wr_search_choose (search);
  if (options->all_cores)
    wr_search_enumerate (wr_session_turn (s, goal, b->every_factor, b->every_floor),
                         options->core_limit);
  return search;
}

/* If a fresh solver changes the core, need and alternatives are asked about again.  That may find a core that has to be checked in turn; the
   fresh solver has the last word. */
static void recheck (struct wr_session *s, uint32_t goal) {
  const struct wr_budgets *b = s->asker.budgets;
  bool must = s->job->options->effort == WR_CORES_MUST, changed = s->job->options->self_check;
  struct wr_rechecked sum = {0};
  for (uint64_t round = 0; changed && round < b->recheck_rounds; round++) {
    if (round) {
      wr_search_judge (wr_session_turn (s, goal, b->need_factor, b->need_floor), NULL, true);
      choose (s, goal);
    }
    struct wr_rechecked now = {.members = sum.members};
    wr_search *search = wr_session_turn (s, goal, b->query_factor, b->query_floor);
    changed = wr_search_recheck (search, &now) && must;
    now.smaller |= sum.smaller;
    now.mended |= sum.mended;
    sum = now;
  }
  wr_rechecked_add (&s->rechecked, &sum);
}

static void give_terms (struct wr_session *s, uint32_t goal) {
  const struct wr_budgets *b = s->asker.budgets;
  if (s->searches[goal]->out.vacuous)
    wr_search_terms (wr_session_turn (s, goal, b->need_factor, b->need_floor));
}

void wr_explain_goals (struct wr_session *s) {
  bool must = s->job->options->effort == WR_CORES_MUST;
  wr_bitset known = {0};
  WR_SESSION_EACH (s, g) {
    if (!find_core (s, g)) continue;
    wr_search_avoid_repeated (s->searches[g]);
    wr_explain_confirm (s, g);
    if (!must) wr_search_core_is_contradiction (s->searches[g]);
  }
  if (must) wr_session_probe (s);
  WR_SESSION_EACH (s, g) if (must) judge (s, g, &known);
  WR_SESSION_EACH (s, g) {
    struct wr_explanation e;
    wr_search *search = choose (s, g);
    wr_explain_confirm (s, g);
    recheck (s, g);
    if (must) give_terms (s, g);
    wr_search_own (search);
    wr_search_recheck_own (search, &s->rechecked);
    wr_weights_keep (&s->weights, g);
    wr_search_end (search, &e);
    s->searches[g] = NULL;
    WR_ASSERT (!e.known || e.limited || !must || e.need || !e.core_count);
    wr_session_send_goal (s->asker.channel, g, &e);
  }
  wr_bitset_free (&known);
}
