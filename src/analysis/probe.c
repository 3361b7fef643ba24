/* analysis/probe.c -- which goals are vacuous and which blocks unreachable.  Few points are asked about: a reachable point answers for its
   dominators and for the path that a model takes, a contradiction for everything below the point where it arises. */
#include "analysis/session.h"

#include "base/check.h"

static void note_contradiction (struct wr_session *s, struct wr_point at, wr_search *search) {
  struct wr_known_contradiction c = {.minimal = search->found.minimal};
  WR_ASSERT (wr_search_found (search));
  c.core = wr_search_members (search, &c.count);
  c.point = wr_contradiction_point (s->job->body->passive, s->idom, at, c.core, c.count);
  WR_VEC_PUSH (&s->contradictions, c);
}

/* Asks whether a point is reachable; the path of a model answers for more points.  An unreachable point is worth a second query, whose core
   reports all axioms. */
static enum wr_proof_status ask_point (struct wr_session *s, wr_search *search,
                                       struct wr_point at) {
  wr_u32s path = {0};
  WR_ASSERT (!s->asker.path && !s->asker.partial);
  s->asker.path = &path;
  s->asker.partial = true;
  enum wr_proof_status status = wr_search_reach (search);
  s->asker.path = NULL;
  s->asker.partial = false;
  if (status == WR_PROOF_YES) {
    s->asker.spending.left += s->asker.budgets->query_floor;
    status = wr_search_reach (search);
  }
  if (status == WR_PROOF_NO || status == WR_PROOF_LIMIT)
    wr_mark_reached (&s->reached, at, path.data, path.len);
  WR_VEC_FREE (&path);
  return status;
}

/* A contradiction that is known to arise before the goal may be the goal's too. */
static bool is_known (const struct wr_session *s, wr_search *search, struct wr_point at) {
  for (uint32_t i = 0; i < s->contradictions.len; i++) {
    const struct wr_known_contradiction *c = &s->contradictions.data[i];
    if (c->minimal && wr_point_dominates (s->idom, c->point, at) &&
        wr_search_same_contradiction (search, c->core, c->count, true))
      return true;
  }
  return false;
}

static void probe_goal (struct wr_session *s, uint32_t goal, struct wr_point at) {
  const struct wr_budgets *b = s->asker.budgets;
  wr_search *search = wr_session_turn (s, goal, b->reach_factor, b->reach_floor);
  if (is_known (s, search, at) || ask_point (s, search, at) != WR_PROOF_YES ||
      !wr_search_contradiction (search))
    return;
  wr_explain_confirm (s, goal);
  if (wr_search_found (search)) note_contradiction (s, at, search);
}

/* A block with a statement that no goal uses, or with statements and without a goal. */
static bool is_wanted (const struct wr_session *s, uint32_t block, const wr_bitset *used) {
  const struct wr_pblock *b = &s->job->body->passive->blocks[block];
  bool goal = false, statement = false, spare = false;
  for (uint32_t i = 0; i < b->item_count; i++) {
    const struct wr_pitem *item = &b->items[i];
    goal |= item->kind == WR_PITEM_GOAL;
    if (item->kind != WR_PITEM_FACT || !item->label.ix) continue;
    if (wr_label_info (&s->job->core->labels, item->label)->cls == WR_CLASS_INTERNAL) continue;
    statement = true;
    spare |= !wr_bitset_has (used, item->label.ix);
  }
  return spare || (statement && !goal);
}

static bool is_below (const struct wr_session *s, struct wr_point at) {
  for (uint32_t i = 0; i < s->contradictions.len; i++)
    if (wr_point_dominates (s->idom, s->contradictions.data[i].point, at)) return true;
  return false;
}

/* Asks about the end of a block, by a goal that never holds. */
static void probe_block (struct wr_session *s, uint32_t block) {
  struct wr_point at = {block, s->job->body->passive->blocks[block].item_count};
  if (wr_is_reached (&s->reached, at) || is_below (s, at)) return;
  wr_search *search = wr_session_turn_to_probe (s, block, s->asker.budgets->reach_floor);
  struct wr_explanation e;
  bool unreached = ask_point (s, search, at) == WR_PROOF_YES && wr_search_contradiction (search);
  if (unreached) wr_search_recheck (search, &s->rechecked);
  unreached = unreached && wr_search_found (search);
  if (unreached) note_contradiction (s, at, search);
  wr_search_end (search, &e);
  WR_ASSERT (!unreached || e.known);
  if (unreached) wr_session_send_goal (s->asker.channel, s->asker.goal, &e);
}

/* From the last block back, because a reachable block answers for its dominators. */
static void probe_blocks (struct wr_session *s) {
  const wr_passive *passive = s->job->body->passive;
  wr_bitset used = {0};
  for (uint32_t g = 0; g < passive->goal_count; g++) {
    uint32_t count = 0;
    const uint32_t *core = s->searches[g] ? wr_search_members (s->searches[g], &count) : NULL;
    for (uint32_t i = 0; i < count; i++) wr_bitset_set (&used, core[i], true);
  }
  wr_session_tell (s, UINT32_MAX);
  for (uint32_t b = passive->block_count; b-- > 0;)
    if (s->idom[b] != UINT32_MAX && is_wanted (s, b, &used)) probe_block (s, b);
  wr_bitset_free (&used);
}

void wr_session_probe (struct wr_session *s) {
  if (!s->job->no_probes) probe_blocks (s);
  for (uint32_t g = s->job->body->passive->goal_count; g-- > 0;) {
    const struct wr_goal *goal = &s->job->body->passive->goals[g];
    struct wr_point at = {goal->block, goal->item};
    if (wr_session_asks (s, g) && !wr_is_reached (&s->reached, at)) probe_goal (s, g, at);
  }
}
