#include "analysis/reach.h"

#include "base/check.h"

uint32_t *wr_dominators (const wr_passive *passive, wr_arena *arena) {
  uint32_t *idom = WR_NEW (arena, uint32_t, passive->block_count + 1);
  for (uint32_t b = 1; b < passive->block_count; b++) idom[b] = UINT32_MAX;
  for (uint32_t b = 0; b < passive->block_count; b++) {
    if (idom[b] == UINT32_MAX) continue;
    for (uint32_t i = 0; i < passive->blocks[b].succ_count; i++) {
      uint32_t *of = &idom[passive->blocks[b].succs[i]], with = b;
      WR_ASSERT (passive->blocks[b].succs[i] > b); /* blocks are in topological order */
      if (*of == UINT32_MAX) *of = b;
      while (*of != with) {
        if (*of > with)
          *of = idom[*of];
        else
          with = idom[with];
      }
    }
  }
  return idom;
}

bool wr_dominates (const uint32_t *idom, uint32_t above, uint32_t below) {
  if (idom[below] == UINT32_MAX) return false;
  while (below > above) {
    WR_ASSERT (idom[below] < below);
    below = idom[below];
  }
  return below == above;
}

bool wr_point_dominates (const uint32_t *idom, struct wr_point above, struct wr_point below) {
  if (above.block == below.block) return above.item <= below.item;
  return wr_dominates (idom, above.block, below.block);
}

wr_passive *wr_probe_graph (const wr_passive *passive, wr_expr no, wr_arena *arena) {
  wr_passive *copy = WR_NEW (arena, wr_passive, 1);
  *copy = *passive;
  copy->blocks = wr_arena_copy (arena, passive->blocks, passive->block_count, sizeof *copy->blocks);
  copy->goal_count = passive->goal_count + passive->block_count;
  copy->goals = WR_NEW (arena, struct wr_goal, copy->goal_count);
  for (uint32_t g = 0; g < passive->goal_count; g++) copy->goals[g] = passive->goals[g];
  for (uint32_t b = 0; b < passive->block_count; b++) {
    struct wr_pblock *block = &copy->blocks[b];
    const struct wr_pitem *items = block->items;
    block->items = WR_NEW (arena, struct wr_pitem, block->item_count + 1);
    for (uint32_t i = 0; i < block->item_count; i++) block->items[i] = items[i];
    uint32_t goal = passive->goal_count + b;
    block->items[block->item_count] = (struct wr_pitem){
        .kind = WR_PITEM_GOAL, .goal = goal, .core_block = UINT32_MAX, .core_cmd = UINT32_MAX};
    copy->goals[goal] = (struct wr_goal){
        .role = WR_ROLE_ASSERT, .cond = no, .block = b, .item = block->item_count, .at = block->at};
    block->item_count++;
  }
  return copy;
}

static bool is_in (const wr_passive *passive, const struct wr_pitem *item, const uint32_t *core,
                   uint32_t count) {
  uint32_t label = 0;
  if (item->kind == WR_PITEM_FACT) label = item->label.ix;
  if (item->kind == WR_PITEM_GOAL) label = passive->goals[item->goal].assumed.ix;
  for (uint32_t i = 0; label && i < count; i++)
    if (core[i] == label) return true;
  return false;
}

struct wr_point wr_contradiction_point (const wr_passive *passive, const uint32_t *idom,
                                        struct wr_point at, const uint32_t *core, uint32_t count) {
  bool *leads = wr_alloc (passive->block_count + 1, sizeof *leads);
  struct wr_point point = {0, 0};
  bool found = false;
  leads[at.block] = true;
  for (uint32_t b = at.block + 1; b-- > 0 && !found;) {
    const struct wr_pblock *block = &passive->blocks[b];
    for (uint32_t i = 0; idom[b] != UINT32_MAX && i < block->succ_count; i++)
      leads[b] |= block->succs[i] <= at.block && leads[block->succs[i]];
    uint32_t end = b == at.block ? at.item : block->item_count;
    for (uint32_t i = end; leads[b] && i-- > 0 && !found;) {
      if (!is_in (passive, &block->items[i], core, count)) continue;
      point = (struct wr_point){b, i + 1};
      found = true;
    }
  }
  free (leads);
  return wr_point_dominates (idom, point, at) ? point : at;
}

wr_reached wr_reached_new (const wr_passive *passive, const uint32_t *idom, wr_arena *arena) {
  return (wr_reached){passive, idom, WR_NEW (arena, uint32_t, passive->block_count + 1)};
}

bool wr_is_reached (const wr_reached *reached, struct wr_point point) {
  return reached->upto[point.block] > point.item;
}

static void mark (wr_reached *reached, uint32_t block, uint32_t item) {
  if (reached->upto[block] <= item) reached->upto[block] = item + 1;
}

void wr_mark_reached (wr_reached *reached, struct wr_point point, const uint32_t *path,
                      uint32_t count) {
  WR_ASSERT (point.item <= reached->passive->blocks[point.block].item_count);
  mark (reached, point.block, point.item);
  for (uint32_t i = 0; i + 1 < count; i++)
    mark (reached, path[i], reached->passive->blocks[path[i]].item_count);
  for (uint32_t b = point.block; b;) {
    b = reached->idom[b];
    mark (reached, b, reached->passive->blocks[b].item_count);
  }
}
