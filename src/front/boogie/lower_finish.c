/* From the drafts of blocks to the blocks of a body. */
#include "front/boogie/lowering.h"

struct bpl_block_draft *bpl_block_new (bpl_lowering *lo, wr_symbol name, wr_span at) {
  struct bpl_block_draft *block = WR_NEW (lo->arena, struct bpl_block_draft, 1);
  block->name = name;
  block->at = at;
  WR_VEC_PUSH (&lo->draft->made, block);
  return block;
}

void bpl_block_add (bpl_lowering *lo, struct bpl_block_draft *block) {
  struct bpl_body_draft *draft = lo->draft;
  if (draft->blocks.len >= BPL_MAX_INLINE_BLOCKS) {
    bpl_unsupported (lo, lo->frame->decl->id.span, "more than %d blocks in one body",
                     (int)BPL_MAX_INLINE_BLOCKS);
  }
  wr_str name = wr_symbol_text (lo->symbols, block->name);
  wr_symbol full = bpl_symf (lo, "%s%.*s", lo->frame->prefix, WR_STR_ARGS (name));
  block->name = bpl_fresh_name (lo, &draft->names, full);
  block->index = draft->blocks.len;
  WR_VEC_PUSH (&draft->blocks, block);
}

static void free_block (struct bpl_block_draft *block) {
  WR_VEC_FREE (&block->cmds);
  WR_VEC_FREE (&block->succs);
  WR_VEC_FREE (&block->invariants);
  WR_VEC_FREE (&block->scopes);
}

void bpl_draft_free (struct bpl_body_draft *draft) {
  for (uint32_t i = 0; i < draft->made.len; i++) free_block (draft->made.data[i]);
  WR_VEC_FREE (&draft->made);
  WR_VEC_FREE (&draft->blocks);
  WR_VEC_FREE (&draft->locals);
  wr_map_free (&draft->names);
  wr_map_free (&draft->local_names);
  wr_map_free (&draft->inlined);
}

/* -- merging ------------------------------------------------------------------------------------------- */

static void find_reachable (struct bpl_body_draft *draft) {
  WR_VEC (struct bpl_block_draft *) stack = {0};
  draft->blocks.data[0]->reachable = true;
  WR_VEC_PUSH (&stack, draft->blocks.data[0]);
  while (stack.len) {
    struct bpl_block_draft *block = WR_VEC_POP (&stack);
    for (uint32_t i = 0; i < block->succs.len; i++) {
      struct bpl_block_draft *to = block->succs.data[i];
      to->preds++;
      if (to->reachable) continue;
      to->reachable = true;
      WR_VEC_PUSH (&stack, to);
    }
  }
  WR_VEC_FREE (&stack);
}

static bool can_merge (const struct bpl_body_draft *draft, const struct bpl_block_draft *block) {
  if (block->succs.len != 1) return false;
  const struct bpl_block_draft *to = block->succs.data[0];
  return to->preds == 1 && !to->seam && !to->loop_head && to != block &&
         to != draft->blocks.data[0];
}

static void absorb (struct bpl_block_draft *block, struct bpl_block_draft *to) {
  if (to->start_checking && !block->start_checking) {
    block->start_checking = block->cmds.len + to->start_checking;
  }
  for (uint32_t i = 0; i < to->cmds.len; i++) WR_VEC_PUSH (&block->cmds, to->cmds.data[i]);
  block->succs.len = 0;
  for (uint32_t i = 0; i < to->succs.len; i++) WR_VEC_PUSH (&block->succs, to->succs.data[i]);
  block->return_at = to->return_at;
  block->branches = to->branches;
  if (!block->at.file && to->at.file) {
    block->at = to->at;
    block->name = to->name;
  }
  to->merged = true;
}

/* Code that is never reached goes nowhere when what it goes to was merged into another block. */
static void cut_merged (struct bpl_block_draft *block) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < block->succs.len; i++) {
    if (!block->succs.data[i]->merged) block->succs.data[kept++] = block->succs.data[i];
  }
  block->succs.len = kept;
}

/* Blocks in a row become one, as in Boogie, so that traces show the same blocks. */
static void merge (struct bpl_body_draft *draft) {
  find_reachable (draft);
  for (uint32_t i = 0; i < draft->blocks.len; i++) {
    struct bpl_block_draft *block = draft->blocks.data[i];
    if (!block->reachable || block->merged) continue;
    while (can_merge (draft, block)) absorb (block, block->succs.data[0]);
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < draft->blocks.len; i++) {
    struct bpl_block_draft *block = draft->blocks.data[i];
    if (block->merged) continue;
    if (!block->reachable) cut_merged (block);
    block->index = kept;
    draft->blocks.data[kept++] = block;
  }
  draft->blocks.len = kept;
}

/* -- {:selective_checking} ------------------------------------------------------------------------------- */

/* The blocks after a {:start_checking_here}. */
static void mark_checked (struct bpl_block_draft *start, bool *checked) {
  WR_VEC (struct bpl_block_draft *) stack = {0};
  for (uint32_t i = 0; i < start->succs.len; i++) WR_VEC_PUSH (&stack, start->succs.data[i]);
  while (stack.len) {
    struct bpl_block_draft *block = WR_VEC_POP (&stack);
    if (checked[block->index]) continue;
    checked[block->index] = true;
    for (uint32_t i = 0; i < block->succs.len; i++) WR_VEC_PUSH (&stack, block->succs.data[i]);
  }
  WR_VEC_FREE (&stack);
}

static void assume_assertions (bpl_lowering *lo, struct bpl_block_draft *block) {
  uint32_t end = block->start_checking ? block->start_checking - 1 : block->cmds.len;
  for (uint32_t i = 0; i < end; i++) {
    struct wr_cmd *cmd = &block->cmds.data[i];
    if (cmd->kind == WR_CMD_CALL) cmd->free = true;
    if (cmd->kind != WR_CMD_ASSERT) continue;
    lo->core->labels.infos.data[cmd->label.ix].role = WR_ROLE_ASSUME;
    cmd->kind = WR_CMD_ASSUME;
  }
}

static void select_checks (bpl_lowering *lo) {
  struct bpl_body_draft *draft = lo->draft;
  bool *checked = wr_alloc (draft->blocks.len + 1, sizeof *checked);
  for (uint32_t i = 0; i < draft->blocks.len; i++) {
    if (draft->blocks.data[i]->start_checking) mark_checked (draft->blocks.data[i], checked);
  }
  for (uint32_t i = 0; i < draft->blocks.len; i++) {
    if (!checked[i]) assume_assertions (lo, draft->blocks.data[i]);
  }
  free (checked);
}

/* -- the body ----------------------------------------------------------------------------------------------- */

static void finish_block (bpl_lowering *lo, const struct bpl_block_draft *draft,
                          struct wr_block *block) {
  block->name = draft->name;
  block->at = draft->at;
  block->return_at = draft->return_at;
  block->cmds = WR_VEC_KEEP (lo->arena, &draft->cmds);
  block->cmd_count = draft->cmds.len;
  block->invariants = WR_VEC_KEEP (lo->arena, &draft->invariants);
  block->invariant_count = draft->invariants.len;
  block->loop_head = draft->loop_head;
  block->loop_site = draft->loop_site;
  block->succ_count = draft->succs.len;
  block->succs = WR_NEW (lo->arena, uint32_t, draft->succs.len);
  for (uint32_t i = 0; i < draft->succs.len; i++) block->succs[i] = draft->succs.data[i]->index;
}

void bpl_finish_blocks (bpl_lowering *lo, struct wr_body *body) {
  struct bpl_body_draft *draft = lo->draft;
  const bpl_decl *decl = lo->frame->decl;
  merge (draft);
  bool selective =
      bpl_attr_is (lo, decl->attrs, "selective_checking") ||
      (decl->procedure && bpl_attr_is (lo, decl->procedure->attrs, "selective_checking"));
  if (selective) select_checks (lo);
  uint64_t edges = 0, most = wr_most_edges (draft->blocks.len);
  for (uint32_t i = 0; i < draft->blocks.len; i++) edges += draft->blocks.data[i]->succs.len;
  if (edges > most)
    bpl_unsupported (lo, decl->id.span,
                     "%llu jumps between the %u blocks of a body; the limit is %llu",
                     (unsigned long long)edges, draft->blocks.len, (unsigned long long)most);
  body->block_count = draft->blocks.len;
  body->blocks = WR_NEW (lo->arena, struct wr_block, draft->blocks.len);
  for (uint32_t i = 0; i < draft->blocks.len; i++) {
    finish_block (lo, draft->blocks.data[i], &body->blocks[i]);
  }
  for (uint32_t i = 0; i < draft->locals.len; i++)
    WR_VEC_PUSH (&body->locals, draft->locals.data[i]);
}
