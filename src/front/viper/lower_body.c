/* front/viper/lower_body.c -- a body while it is made: blocks, local variables, commands. */
#include "front/viper/lowering.h"

struct vpr_block *vpr_block_new (vpr_lowering *lo, const char *name, wr_span at) {
  struct vpr_block *b = WR_NEW (lo->arena, struct vpr_block, 1);
  b->name = vpr_symf (lo, "%s%u", name, lo->body->block_count++);
  b->at = at;
  return b;
}

void vpr_block_go (vpr_lowering *lo, struct vpr_block *to) {
  if (lo->body->at) WR_VEC_PUSH (&lo->body->at->succs, to);
  lo->body->at = NULL;
}

void vpr_block_enter (vpr_lowering *lo, struct vpr_block *block) {
  struct vpr_body *body = lo->body;
  if (!block->placed) {
    block->placed = true;
    block->index = body->blocks.len;
    WR_VEC_PUSH (&body->blocks, block);
  }
  body->at = block;
}

wr_var vpr_local (vpr_lowering *lo, const char *name, wr_sort sort) {
  struct vpr_body *body = lo->body;
  wr_symbol plain = wr_intern (lo->symbols, wr_str_of (name)), symbol = plain;
  uint64_t n = wr_map_or (&body->names, plain.ix, 0);
  while (wr_map_has (&body->names, symbol.ix))
    symbol = vpr_symf (lo, "%s@%llu", name, (unsigned long long)++n);
  wr_map_put (&body->names, plain.ix, n);
  wr_map_put (&body->names, symbol.ix, 0);
  wr_var var = wr_var_new (lo->core, WR_VAR_LOCAL, symbol, sort, (wr_span){0});
  wr_var_edit (lo->core, var)->shown = plain;
  WR_VEC_PUSH (&body->locals, var);
  return var;
}

wr_expr vpr_fresh (vpr_lowering *lo, const char *name, wr_sort sort) {
  wr_var var = vpr_local (lo, name, sort);
  vpr_havoc (lo, var);
  return wr_mk_var (lo->core, var);
}

wr_expr vpr_name (vpr_lowering *lo, const char *name, wr_expr term) {
  const struct wr_expr_info *info = wr_expr_info (lo->core, term);
  if (!info->count && info->op != WR_OP_VAR) return term;
  wr_var var = vpr_local (lo, name, info->sort);
  vpr_assign (lo, var, term, (wr_label){0});
  return wr_mk_var (lo->core, var);
}

void vpr_names (vpr_lowering *lo, const char *name, wr_expr *terms, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) terms[i] = vpr_name (lo, name, terms[i]);
}

/* -- commands -------------------------------------------------------------------------------------- */

static void emit (vpr_lowering *lo, struct wr_cmd cmd) {
  if (lo->body->at) WR_VEC_PUSH (&lo->body->at->cmds, cmd);
}

void vpr_assign (vpr_lowering *lo, wr_var var, wr_expr value, wr_label label) {
  struct wr_assign *a = WR_NEW (lo->arena, struct wr_assign, 1);
  *a = (struct wr_assign){.var = var, .value = value, .label = label};
  wr_span at = label.ix ? wr_label_info (&lo->core->labels, label)->span : (wr_span){0};
  emit (lo, (struct wr_cmd){.kind = WR_CMD_ASSIGN, .assigns = a, .assign_count = 1, .at = at});
}

static void set_at (vpr_lowering *lo, wr_var var, const struct vpr_resource *r,
                    const wr_expr *index, wr_expr value, wr_label label) {
  struct wr_assign *a = WR_NEW (lo->arena, struct wr_assign, 1);
  struct wr_step *step = WR_NEW (lo->arena, struct wr_step, 1);
  *step = (struct wr_step){.index = wr_arena_copy (lo->arena, index, r->arity, sizeof *index),
                           .index_count = r->arity};
  *a = (struct wr_assign){
      .var = var, .steps = step, .step_count = 1, .value = value, .label = label};
  wr_span at = label.ix ? wr_label_info (&lo->core->labels, label)->span : (wr_span){0};
  emit (lo, (struct wr_cmd){.kind = WR_CMD_ASSIGN, .assigns = a, .assign_count = 1, .at = at});
}

void vpr_heap_set (vpr_lowering *lo, const struct vpr_resource *r, const wr_expr *index,
                   wr_expr value, wr_label label) {
  set_at (lo, lo->body->heap[r->number], r, index, value, label);
}

void vpr_mask_set (vpr_lowering *lo, const struct vpr_resource *r, const wr_expr *index,
                   wr_expr value) {
  set_at (lo, lo->body->mask[r->number], r, index, value, (wr_label){0});
}

void vpr_havoc_at (vpr_lowering *lo, wr_var var, wr_span at) {
  wr_var *vars = wr_arena_copy (lo->arena, &var, 1, sizeof var);
  emit (lo, (struct wr_cmd){.kind = WR_CMD_HAVOC, .vars = vars, .var_count = 1, .at = at});
}

void vpr_havoc (vpr_lowering *lo, wr_var var) { vpr_havoc_at (lo, var, (wr_span){0}); }

void vpr_frame (vpr_lowering *lo, wr_expr fact) {
  if (!vpr_is_true (lo, fact)) emit (lo, (struct wr_cmd){.kind = WR_CMD_ASSUME, .expr = fact});
}

void vpr_fact_labelled (vpr_lowering *lo, wr_label label, wr_expr fact) {
  if (vpr_is_true (lo, fact)) return;
  wr_span at = label.ix ? wr_label_info (&lo->core->labels, label)->report : (wr_span){0};
  emit (lo, (struct wr_cmd){.kind = WR_CMD_ASSUME, .expr = fact, .label = label, .at = at});
}

void vpr_fact (vpr_lowering *lo, struct vpr_cause *cause, wr_expr fact) {
  if (vpr_is_true (lo, fact) || !lo->body->at) return;
  if (lo->body->silent) {
    wr_expr hyp = wr_mk_var (lo->core, lo->body->hyp);
    vpr_assign (lo, lo->body->hyp, vpr_and (lo, hyp, fact), (wr_label){0});
    return;
  }
  vpr_fact_labelled (lo, vpr_fact_label (lo, cause), fact);
}

void vpr_gain_fact (vpr_lowering *lo, struct vpr_cause *cause, wr_expr fact) {
  if (vpr_is_true (lo, fact) || !lo->body->at || lo->body->silent) {
    vpr_fact (lo, cause, fact);
    return;
  }
  wr_label label = vpr_fact_label (lo, cause);
  if (label.ix) wr_label_mark_gain (&lo->core->labels, label);
  vpr_fact_labelled (lo, label, fact);
}

static void goal (vpr_lowering *lo, struct vpr_cause *cause, enum wr_role role, wr_expr cond,
                  const char *reason, wr_span node) {
  if (vpr_is_true (lo, cond) || !lo->body->at || lo->body->silent) return;
  wr_label label = vpr_goal_label (lo, cause, role, reason, node);
  emit (lo,
        (struct wr_cmd){.kind = WR_CMD_ASSERT, .expr = cond, .label = label, .at = cause->report});
}

void vpr_goal (vpr_lowering *lo, struct vpr_cause *cause, wr_expr cond, const char *reason,
               wr_span node) {
  goal (lo, cause, cause->goal, cond, reason, node);
}

void vpr_check_goal (vpr_lowering *lo, struct vpr_cause *cause, wr_expr cond, const char *reason,
                     wr_span node) {
  goal (lo, cause, WR_ROLE_WELL_FORMED, cond, reason, node);
}

wr_label vpr_goal_labelled (vpr_lowering *lo, struct vpr_cause *cause, wr_expr cond,
                            const char *reason, wr_span node) {
  wr_label label = vpr_goal_label (lo, cause, WR_ROLE_WELL_FORMED, reason, node);
  emit (lo,
        (struct wr_cmd){.kind = WR_CMD_ASSERT, .expr = cond, .label = label, .at = cause->report});
  return label;
}

/* -- bodies ---------------------------------------------------------------------------------------- */

static void declare_state (vpr_lowering *lo, struct vpr_body *body) {
  uint32_t count = lo->resources.len;
  body->heap = WR_NEW (lo->arena, wr_var, count + 1);
  body->mask = WR_NEW (lo->arena, wr_var, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    const struct vpr_resource *r = lo->resources.data[i];
    char name[200];
    const char *args = r->kind == VPR_RESOURCE_FIELD ? "" : "(..)";
    snprintf (name, sizeof name, "heap(%s%s)", r->name, args); /* front.c reads these names */
    body->heap[i] = vpr_local (lo, name, r->heap);
    snprintf (name, sizeof name, "perm(%s%s)", r->name, args);
    body->mask[i] = vpr_local (lo, name, r->mask);
  }
  body->now = vpr_state_of_vars (lo, body->heap, body->mask);
}

void vpr_body_begin (vpr_lowering *lo, struct vpr_body *body, const vpr_decl *decl,
                     const char *prefix) {
  *body = (struct vpr_body){.decl = decl};
  lo->body = body;
  vpr_use (lo, decl);
  wr_str name = wr_symbol_text (lo->symbols, decl->id.name);
  char text[300];
  snprintf (text, sizeof text, "%s%.*s", prefix, WR_STR_ARGS (name));
  body->procedure = vpr_procedure_new (lo, decl, text);
  lo->procedure = body->procedure + 1;
  struct wr_site_info site = {
      .kind = WR_SITE_ENTRY, .span = decl->id.span, .procedure = lo->procedure};
  body->entry_site = wr_site_new (&lo->core->labels, &site);
  site.kind = WR_SITE_EXIT;
  body->exit_site = wr_site_new (&lo->core->labels, &site);
  vpr_block_enter (lo, vpr_block_new (lo, "entry", decl->id.span));
  declare_state (lo, body);
  vpr_masks_clear (lo);
}

static struct wr_block finish_block (vpr_lowering *lo, struct vpr_block *b) {
  uint32_t *succs = WR_NEW (lo->arena, uint32_t, b->succs.len + 1);
  for (uint32_t i = 0; i < b->succs.len; i++) {
    const struct vpr_block *to = b->succs.data[i];
    if (!to->placed)
      vpr_unsupported (lo, to->at.file ? to->at : lo->body->decl->id.span,
                       "a jump back to code that nothing else reaches is not supported");
    succs[i] = to->index;
  }
  return (struct wr_block){.name = b->name,
                           .at = b->at,
                           .cmds = WR_VEC_KEEP (lo->arena, &b->cmds),
                           .cmd_count = b->cmds.len,
                           .succs = succs,
                           .succ_count = b->succs.len,
                           .return_at = b->succs.len ? (wr_span){0} : lo->body->decl->id.span};
}

void vpr_body_end (vpr_lowering *lo) {
  struct vpr_body *body = lo->body;
  struct wr_block *blocks = WR_NEW (lo->arena, struct wr_block, body->blocks.len);
  for (uint32_t i = 0; i < body->blocks.len; i++)
    blocks[i] = finish_block (lo, body->blocks.data[i]);
  struct wr_body made = {.name = lo->core->procedures.data[body->procedure].name,
                         .procedure = body->procedure,
                         .span = body->decl->span,
                         .at = body->decl->id.span,
                         .blocks = blocks,
                         .block_count = body->blocks.len,
                         .verify = true,
                         .by_contracts = body->by_contracts,
                         .entry_site = body->entry_site,
                         .exit_site = body->exit_site};
  for (uint32_t i = 0; i < body->locals.len; i++) WR_VEC_PUSH (&made.locals, body->locals.data[i]);
  WR_VEC_PUSH (&lo->core->bodies, made);
  for (uint32_t i = 0; i < body->blocks.len; i++) {
    WR_VEC_FREE (&body->blocks.data[i]->cmds);
    WR_VEC_FREE (&body->blocks.data[i]->succs);
  }
  WR_VEC_FREE (&body->blocks);
  WR_VEC_FREE (&body->locals);
  wr_map_free (&body->names);
  lo->body = NULL;
  lo->procedure = 0;
}
