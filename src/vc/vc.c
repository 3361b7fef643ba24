#include "vc/vc.h"

#include "base/bitset.h"
#include "base/check.h"
#include "vc/sums.h"

#include <stdlib.h>

struct build {
  wr_vc *vc;
  const wr_passive *passive;
  const wr_cancel *cancel; /* after it was asked the formula is incomplete */
  WR_VEC (struct wr_vc_node) nodes;
  wr_u32s choice_block, choice_then, choice_else;
  wr_u32s labels; /* may hold a label several times */
};

static uint32_t add_node (struct build *b, struct wr_vc_node node) {
  WR_VEC_PUSH (&b->nodes, node);
  return b->nodes.len - 1;
}

/* Choices are numbered in the order of the blocks, and in a block: the first successor or a later one,
   the second or a later one, ... */
static void number_choices (struct build *b) {
  for (uint32_t i = 0; i < b->passive->block_count; i++) {
    const struct wr_pblock *p = &b->passive->blocks[i];
    b->vc->first_choice[i] = b->choice_block.len;
    for (uint32_t j = 0; b->vc->reached[i] && j + 1 < p->succ_count; j++) {
      WR_VEC_PUSH (&b->choice_block, i);
      WR_VEC_PUSH (&b->choice_then, p->succs[j]);
      WR_VEC_PUSH (&b->choice_else, j + 2 == p->succ_count ? p->succs[j + 1] : UINT32_MAX);
    }
  }
}

static uint32_t add_branch (struct build *b, uint32_t block, const uint32_t *block_node) {
  const struct wr_pblock *p = &b->passive->blocks[block];
  if (!p->succ_count) return 0;
  uint32_t node = block_node[p->succs[p->succ_count - 1]];
  for (uint32_t i = p->succ_count - 1; i-- > 0;) {
    struct wr_vc_node choice = {.kind = WR_VC_CHOICE,
                                .choice = b->vc->first_choice[block] + i,
                                .next = block_node[p->succs[i]],
                                .other = node};
    if (choice.next || choice.other) node = add_node (b, choice);
  }
  return node;
}

static void note_label (struct build *b, wr_label label) {
  if (label.ix) WR_VEC_PUSH (&b->labels, label.ix);
}

static uint32_t add_block (struct build *b, uint32_t block, const uint32_t *block_node) {
  const struct wr_pblock *p = &b->passive->blocks[block];
  uint32_t node = add_branch (b, block, block_node);
  for (uint32_t i = p->item_count; i-- > 0 && !wr_cancelled (b->cancel);) {
    const struct wr_pitem *item = &p->items[i];
    switch (item->kind) {
    case WR_PITEM_FACT:
      if (!node) break; /* a conjunction with false is false */
      note_label (b, item->label);
      b->vc->sums += wr_vc_assigns_number (b->vc->core, item->label, item->expr);
      node = add_node (
          b, (struct wr_vc_node){
                 .kind = WR_VC_FACT, .label = item->label, .expr = item->expr, .next = node});
      break;
    case WR_PITEM_GOAL: {
      const struct wr_goal *goal = &b->passive->goals[item->goal];
      note_label (b, goal->label);
      if (node) note_label (b, goal->assumed);
      node =
          add_node (b, (struct wr_vc_node){.kind = WR_VC_GOAL, .goal = item->goal, .next = node});
      break;
    }
    case WR_PITEM_CHOOSE:
    case WR_PITEM_CAPTURE: break;
    }
  }
  return node;
}

static void mark_reached (const wr_passive *passive, bool *reached) {
  reached[0] = passive->block_count > 0;
  for (uint32_t b = 0; b < passive->block_count; b++) {
    for (uint32_t i = 0; reached[b] && i < passive->blocks[b].succ_count; i++) {
      reached[passive->blocks[b].succs[i]] = true;
    }
  }
}

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* The cost follows the labels of the body, not those of the program. */
static void keep_labels (struct build *b, wr_arena *arena) {
  wr_vc *vc = b->vc;
  if (b->labels.len > 1) qsort (b->labels.data, b->labels.len, sizeof *b->labels.data, by_number);
  vc->labels = WR_NEW (arena, wr_label, b->labels.len);
  for (uint32_t i = 0; i < b->labels.len; i++)
    if (i == 0 || b->labels.data[i] != b->labels.data[i - 1])
      vc->labels[vc->label_count++] = (wr_label){b->labels.data[i]};
}

wr_vc *wr_vc_build (const wr_core *core, const wr_passive *passive, const wr_cancel *cancel,
                    wr_arena *arena) {
  wr_vc *vc = WR_NEW (arena, wr_vc, 1);
  vc->core = core;
  vc->passive = passive;
  struct build b = {.vc = vc, .passive = passive, .cancel = cancel};
  vc->block_node = WR_NEW (arena, uint32_t, passive->block_count);
  vc->reached = WR_NEW (arena, bool, passive->block_count + 1);
  vc->first_choice = WR_NEW (arena, uint32_t, passive->block_count);
  mark_reached (passive, vc->reached);
  number_choices (&b);
  add_node (&b, (struct wr_vc_node){.kind = WR_VC_STOP});
  for (uint32_t i = passive->block_count; i-- > 0 && !wr_cancelled (cancel);) {
    vc->block_node[i] = vc->reached[i] ? add_block (&b, i, vc->block_node) : 0;
  }
  vc->root = passive->block_count ? vc->block_node[0] : 0;
  vc->nodes = WR_VEC_KEEP (arena, &b.nodes);
  vc->node_count = b.nodes.len;
  vc->choice_count = b.choice_block.len;
  vc->choice_block = WR_VEC_KEEP (arena, &b.choice_block);
  vc->choice_then = WR_VEC_KEEP (arena, &b.choice_then);
  vc->choice_else = WR_VEC_KEEP (arena, &b.choice_else);
  keep_labels (&b, arena);
  WR_VEC_FREE (&b.nodes);
  WR_VEC_FREE (&b.choice_block);
  WR_VEC_FREE (&b.choice_then);
  WR_VEC_FREE (&b.choice_else);
  WR_VEC_FREE (&b.labels);
  if (wr_cancelled (cancel)) return NULL;
#ifndef NDEBUG
  wr_vc_check (vc);
#endif
  return vc;
}

/* -- queries about goals --------------------------------------------------------------------- */

bool wr_vc_goal_is_trivial (const wr_vc *vc, uint32_t goal) {
  WR_ASSERT (goal < vc->passive->goal_count);
  const struct wr_goal *g = &vc->passive->goals[goal];
  return !vc->reached[g->block] || wr_expr_info (vc->core, g->cond)->op == WR_OP_TRUE;
}

static void add_label (wr_bitset *set, wr_label label) {
  if (label.ix) wr_bitset_set (set, label.ix, true);
}

static void add_block_labels (const wr_vc *vc, uint32_t block, uint32_t end, wr_bitset *set) {
  const struct wr_pblock *p = &vc->passive->blocks[block];
  for (uint32_t i = 0; i < end; i++) {
    if (p->items[i].kind == WR_PITEM_FACT) add_label (set, p->items[i].label);
    if (p->items[i].kind == WR_PITEM_GOAL) {
      add_label (set, vc->passive->goals[p->items[i].goal].assumed);
    }
  }
}

uint32_t wr_vc_rank (const wr_vc *vc, uint32_t label) {
  uint32_t lo = 0, hi = vc->label_count;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (vc->labels[mid].ix < label)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < vc->label_count && vc->labels[lo].ix == label ? lo : UINT32_MAX;
}

void wr_vc_goal_labels (const wr_vc *vc, uint32_t goal, wr_u32s *out) {
  WR_ASSERT (goal < vc->passive->goal_count);
  const struct wr_goal *g = &vc->passive->goals[goal];
  wr_bitset set = {0};
  bool *leads = wr_alloc (vc->passive->block_count, sizeof *leads);
  add_label (&set, g->label);
  leads[g->block] = true;
  if (vc->reached[g->block]) add_block_labels (vc, g->block, g->item, &set);
  for (uint32_t b = g->block; b-- > 0;) {
    const struct wr_pblock *p = &vc->passive->blocks[b];
    for (uint32_t i = 0; vc->reached[b] && i < p->succ_count; i++) leads[b] |= leads[p->succs[i]];
    if (leads[b]) add_block_labels (vc, b, p->item_count, &set);
  }
  for (uint32_t i = 0; i < set.count; i++) {
    for (uint64_t word = set.words[i]; word; word &= word - 1)
      WR_VEC_PUSH (out, i * 64 + (uint32_t)__builtin_ctzll (word));
  }
  free (leads);
  wr_bitset_free (&set);
}

/* -- the failing path -------------------------------------------------------------------------- */

void wr_vc_path (const wr_vc *vc, uint32_t goal, const bool *choice_value, wr_u32s *out) {
  WR_ASSERT (goal < vc->passive->goal_count);
  uint32_t target = vc->passive->goals[goal].block, block = 0;
  WR_VEC_PUSH (out, block);
  while (block != target && vc->passive->blocks[block].succ_count) {
    const struct wr_pblock *p = &vc->passive->blocks[block];
    uint32_t next = p->succs[p->succ_count - 1];
    for (uint32_t i = 0; i + 1 < p->succ_count; i++) {
      if (!choice_value[vc->first_choice[block] + i]) continue;
      next = p->succs[i];
      break;
    }
    block = next;
    WR_VEC_PUSH (out, block);
  }
}
