#include "run/vacuous.h"

#include "analysis/intended.h"
#include "analysis/reach.h"
#include "base/check.h"
#include "core/name.h"
#include "run/query.h"

/* Does the item say `false`, other than as the condition of a branch? */
static bool is_false (const wr_core *core, const struct wr_pitem *item) {
  if (item->kind != WR_PITEM_FACT || !item->label.ix) return false;
  enum wr_role role = wr_label_info (&core->labels, item->label)->role;
  return wr_role_info (role)->off == WR_OFF_ABSENT &&
         wr_expr_info (core, item->expr)->op == WR_OP_FALSE;
}

/* Per goal: every path to it goes through a fact that is literally false. */
static void behind_false (const wr_core *core, const wr_passive *passive, wr_bitset *goals) {
  wr_arena *arena = wr_arena_new ();
  uint32_t *idom = wr_dominators (passive, arena);
  for (uint32_t b = 0; b < passive->block_count; b++) {
    const struct wr_pblock *block = &passive->blocks[b];
    for (uint32_t i = 0; idom[b] != UINT32_MAX && i < block->item_count; i++) {
      if (!is_false (core, &block->items[i])) continue;
      for (uint32_t g = 0; g < passive->goal_count; g++) {
        struct wr_point at = {passive->goals[g].block, passive->goals[g].item};
        if (wr_point_dominates (idom, (struct wr_point){b, i}, at)) wr_bitset_set (goals, g, true);
      }
      break;
    }
  }
  wr_arena_free (arena);
}

/* The ids of the goals that an earlier run found vacuous. */
static void remembered (wr_run *run, wr_map *ids) {
  if (run->graph || !wr_run_recall (run, false)) return;
  for (uint32_t n = 0; n < run->graph->node_count; n++) {
    const struct wr_gnode *node = &run->graph->nodes[n];
    if (node->goal && node->vacuous) wr_map_put (ids, node->id, 1);
  }
  run->graph = NULL; /* it is not about this result */
}

struct wr_known_vacuous wr_run_known_vacuous (wr_run *run) {
  const wr_result *result = run->proved.result;
  WR_REQUIRE (result);
  struct wr_known_vacuous found = {0};
  wr_map ids = {0};
  remembered (run, &ids);
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    if (!body->passive || !body->selected) continue;
    wr_bitset behind = {0};
    behind_false (result->core, body->passive, &behind);
    for (uint32_t g = 0; g < body->passive->goal_count; g++) {
      const struct wr_goal *goal = &body->passive->goals[g];
      if (body->goals[g].verdict != WR_VERDICT_PROVED || !goal->label.ix || goal->implied) continue;
      if (!wr_bitset_has (&behind, g) &&
          !wr_map_has (&ids, wr_label_id (result->core, goal->label)))
        continue;
      if (wr_goal_marks_unreachable (result->core, body, g)) continue;
      if (!found.count++) found.first = goal->at;
    }
    wr_bitset_free (&behind);
  }
  wr_map_free (&ids);
  return found;
}
