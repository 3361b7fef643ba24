/* Reading bodies: blocks and commands. */
#include "core/reader.h"

#include "core/words.h"

#include <stdlib.h>
#include <string.h>

struct body_reader {
  struct wr_reader *r;
  struct wr_body *body;
  wr_map blocks; /* symbol -> index */
};

typedef WR_VEC (struct wr_cmd) cmds;
typedef WR_VEC (struct wr_invariant) invariants;

static bool read_vars (struct wr_reader *r, wr_node list, uint32_t from, struct wr_cmd *cmd) {
  uint32_t count = wr_read_count (r, list);
  cmd->var_count = count - from;
  cmd->vars = WR_NEW (r->core->arena, wr_var, cmd->var_count);
  for (uint32_t i = from; i < count; i++) {
    if (!wr_read_var (r, wr_read_kid (r, list, i), &cmd->vars[i - from])) return false;
  }
  return true;
}

/* (assume LABEL SPAN (capture "...") e), (assert LABEL SPAN forget e) */
static bool read_claim (struct wr_reader *r, wr_node n, struct wr_cmd *cmd) {
  uint32_t count = wr_read_count (r, n);
  if (!wr_read_arity (r, n, 4, 5) || !wr_read_label (r, wr_read_kid (r, n, 1), &cmd->label) ||
      !wr_read_span (r, wr_read_kid (r, n, 2), &cmd->at)) {
    return false;
  }
  if (count == 5) {
    wr_node part = wr_read_kid (r, n, 3);
    if (cmd->kind == WR_CMD_ASSUME && wr_read_has_head (r, part, "capture")) {
      if (!wr_read_arity (r, part, 2, 2)) return false;
      if (!wr_read_string (r, wr_read_kid (r, part, 1), &cmd->capture)) return false;
    } else if (cmd->kind == WR_CMD_ASSERT && wr_read_is (r, part, "forget")) {
      cmd->forget = true;
    } else {
      wr_read_fail (r, part, WR_CODE_CORE_SYNTAX, "(capture TEXT) or forget is expected");
      return false;
    }
  }
  return wr_read_condition (r, wr_read_kid (r, n, count - 1), &cmd->expr);
}

static bool read_step (struct wr_reader *r, wr_node n, struct wr_step *step) {
  if (wr_read_has_head (r, n, "field")) {
    step->is_field = true;
    return wr_read_arity (r, n, 2, 2) &&
           wr_read_known (r, wr_read_kid (r, n, 1), &r->fields, "field", &step->field);
  }
  if (!wr_read_has_head (r, n, "index")) {
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "(index e ...) or (field NAME) is expected");
    return false;
  }
  step->index_count = wr_read_count (r, n) - 1;
  step->index = WR_NEW (r->core->arena, wr_expr, step->index_count);
  for (uint32_t i = 0; i < step->index_count; i++) {
    step->index[i] = wr_read_expr (r, wr_read_kid (r, n, i + 1));
    if (!step->index[i].ix) return false;
  }
  return true;
}

/* (set LABEL x e) or (set LABEL (at x STEP...) e) */
static bool read_set (struct wr_reader *r, wr_node n, struct wr_assign *assign) {
  if (!wr_read_has_head (r, n, "set")) {
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "(set LABEL PLACE e) is expected");
    return false;
  }
  if (!wr_read_arity (r, n, 4, 4) || !wr_read_label (r, wr_read_kid (r, n, 1), &assign->label)) {
    return false;
  }
  wr_node place = wr_read_kid (r, n, 2), var = place;
  if (wr_read_has_head (r, place, "at")) {
    if (!wr_read_arity (r, place, 3, UINT32_MAX)) return false;
    var = wr_read_kid (r, place, 1);
    assign->step_count = wr_read_count (r, place) - 2;
    assign->steps = WR_NEW (r->core->arena, struct wr_step, assign->step_count);
  }
  if (!wr_read_var (r, var, &assign->var)) return false;
  for (uint32_t i = 0; i < assign->step_count; i++) {
    if (!read_step (r, wr_read_kid (r, place, i + 2), &assign->steps[i])) return false;
  }
  assign->value = wr_read_expr (r, wr_read_kid (r, n, 3));
  return assign->value.ix;
}

static bool read_assign (struct wr_reader *r, wr_node n, struct wr_cmd *cmd) {
  if (!wr_read_arity (r, n, 3, UINT32_MAX) || !wr_read_span (r, wr_read_kid (r, n, 1), &cmd->at)) {
    return false;
  }
  cmd->assign_count = wr_read_count (r, n) - 2;
  cmd->assigns = WR_NEW (r->core->arena, struct wr_assign, cmd->assign_count);
  for (uint32_t i = 0; i < cmd->assign_count; i++) {
    if (!read_set (r, wr_read_kid (r, n, i + 2), &cmd->assigns[i])) return false;
  }
  return true;
}

static bool read_havoc (struct wr_reader *r, wr_node n, struct wr_cmd *cmd) {
  return wr_read_arity (r, n, 3, UINT32_MAX) && wr_read_span (r, wr_read_kid (r, n, 1), &cmd->at) &&
         wr_read_site (r, wr_read_kid (r, n, 2), &cmd->site) && read_vars (r, n, 3, cmd);
}

/* (call SPAN SITE free P (arg ...) (target ...)) */
static bool read_call (struct wr_reader *r, wr_node n, struct wr_cmd *cmd) {
  uint32_t count = wr_read_count (r, n);
  if (!wr_read_arity (r, n, 6, 7) || !wr_read_span (r, wr_read_kid (r, n, 1), &cmd->at) ||
      !wr_read_site (r, wr_read_kid (r, n, 2), &cmd->site)) {
    return false;
  }
  if (count == 7) {
    if (!wr_read_is (r, wr_read_kid (r, n, 3), "free")) {
      wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "free or a procedure is expected after the site");
      return false;
    }
    cmd->free = true;
  }
  wr_node args = wr_read_kid (r, n, count - 2), targets = wr_read_kid (r, n, count - 1);
  if (!wr_read_known (r, wr_read_kid (r, n, count - 3), &r->procedures, "procedure",
                      &cmd->procedure) ||
      !wr_read_arity (r, args, 0, UINT32_MAX) || !wr_read_arity (r, targets, 0, UINT32_MAX)) {
    return false;
  }
  cmd->arg_count = wr_read_count (r, args);
  cmd->args = WR_NEW (r->core->arena, wr_expr, cmd->arg_count);
  for (uint32_t i = 0; i < cmd->arg_count; i++) {
    cmd->args[i] = wr_read_expr (r, wr_read_kid (r, args, i));
    if (!cmd->args[i].ix) return false;
  }
  return read_vars (r, targets, 0, cmd);
}

static bool read_cmd (struct wr_reader *r, wr_node n, struct wr_cmd *cmd) {
  *cmd = (struct wr_cmd){.kind = WR_CMD_ASSUME};
  if (wr_read_has_head (r, n, "assume")) return read_claim (r, n, cmd);
  cmd->kind = WR_CMD_ASSERT;
  if (wr_read_has_head (r, n, "assert")) return read_claim (r, n, cmd);
  cmd->kind = WR_CMD_ASSIGN;
  if (wr_read_has_head (r, n, "assign")) return read_assign (r, n, cmd);
  cmd->kind = WR_CMD_HAVOC;
  if (wr_read_has_head (r, n, "havoc")) return read_havoc (r, n, cmd);
  cmd->kind = WR_CMD_CALL;
  if (wr_read_has_head (r, n, "call")) return read_call (r, n, cmd);
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a command is expected");
  return false;
}

static bool read_end (struct body_reader *b, wr_node n, struct wr_block *block) {
  struct wr_reader *r = b->r;
  if (wr_read_has_head (r, n, "return")) {
    return wr_read_arity (r, n, 2, 2) && wr_read_span (r, wr_read_kid (r, n, 1), &block->return_at);
  }
  if (!wr_read_has_head (r, n, "goto")) {
    wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a block ends with (goto BLOCK ...) or (return SPAN)");
    return false;
  }
  if (!wr_read_arity (r, n, 2, UINT32_MAX)) return false;
  block->succ_count = wr_read_count (r, n) - 1;
  block->succs = WR_NEW (r->core->arena, uint32_t, block->succ_count);
  for (uint32_t i = 0; i < block->succ_count; i++) {
    if (!wr_read_known (r, wr_read_kid (r, n, i + 1), &b->blocks, "block", &block->succs[i])) {
      return false;
    }
  }
  return true;
}

static bool read_invariant (struct wr_reader *r, wr_node n, struct wr_invariant *invariant) {
  struct wr_clause clause;
  if (!wr_read_clause (r, n, &clause, &invariant->at)) return false;
  invariant->expr = clause.expr;
  invariant->checked = clause.checked;
  invariant->label = clause.label;
  invariant->free = clause.free;
  return true;
}

/* The invariants and commands of a block. */
static bool read_items (struct wr_reader *r, wr_node n, invariants *invs, cmds *list) {
  uint32_t count = wr_read_count (r, n), at = 3;
  if (count > 4 && wr_read_has_head (r, wr_read_kid (r, n, 3), "loop")) at = 4;
  for (; at + 1 < count; at++) {
    wr_node item = wr_read_kid (r, n, at);
    if (wr_read_has_head (r, item, "invariant") && !list->len) {
      struct wr_invariant invariant = {0};
      if (!read_invariant (r, item, &invariant)) return false;
      WR_VEC_PUSH (invs, invariant);
      continue;
    }
    struct wr_cmd cmd;
    if (!read_cmd (r, item, &cmd)) return false;
    WR_VEC_PUSH (list, cmd);
  }
  return true;
}

/* (block NAME SPAN (loop SITE) invariant... command... end) */
static bool read_block (struct body_reader *b, wr_node n, struct wr_block *block) {
  struct wr_reader *r = b->r;
  uint32_t count = wr_read_count (r, n);
  if (!wr_read_name (r, wr_read_kid (r, n, 1), &block->name) ||
      !wr_read_span (r, wr_read_kid (r, n, 2), &block->at)) {
    return false;
  }
  if (count > 4 && wr_read_has_head (r, wr_read_kid (r, n, 3), "loop")) {
    wr_node loop = wr_read_kid (r, n, 3);
    block->loop_head = true;
    if (!wr_read_arity (r, loop, 2, 2)) return false;
    if (!wr_read_site (r, wr_read_kid (r, loop, 1), &block->loop_site)) return false;
  }
  invariants invs = {0};
  cmds list = {0};
  bool ok = read_items (r, n, &invs, &list);
  block->invariant_count = invs.len;
  block->invariants = WR_VEC_KEEP (r->core->arena, &invs);
  block->cmd_count = list.len;
  block->cmds = WR_VEC_KEEP (r->core->arena, &list);
  WR_VEC_FREE (&invs);
  WR_VEC_FREE (&list);
  return ok && read_end (b, wr_read_kid (r, n, count - 1), block);
}

/* (in a) is the procedure's own variable. */
static bool read_formal (struct body_reader *b, wr_node n, enum wr_var_kind kind) {
  struct wr_reader *r = b->r;
  const struct wr_procedure *procedure = &r->core->procedures.data[b->body->procedure];
  bool is_in = kind == WR_VAR_IN;
  uint32_t index = is_in ? b->body->ins.len : b->body->outs.len;
  uint32_t count = is_in ? procedure->ins.len : procedure->outs.len;
  wr_var var = {0};
  if (wr_read_count (r, n) == 2) {
    wr_symbol name;
    uint64_t key;
    if (!wr_read_key (r, wr_read_kid (r, n, 1), &name, &key)) return false;
    if (index < count) var = is_in ? procedure->ins.data[index] : procedure->outs.data[index];
    if (!var.ix || wr_var_info (r->core, var)->name.ix != name.ix || wr_map_has (&r->locals, key)) {
      wr_read_fail (r, n, WR_CODE_CORE_NAME, "the procedure has no such parameter here");
      return false;
    }
    wr_map_put (&r->locals, key, var.ix);
  } else if (!wr_read_declare (r, n, kind, &r->locals, &var)) {
    return false;
  }
  if (is_in) {
    WR_VEC_PUSH (&b->body->ins, var);
  } else {
    WR_VEC_PUSH (&b->body->outs, var);
  }
  return true;
}

static bool read_time (struct wr_reader *r, wr_node n, double *seconds) {
  wr_str word = wr_read_word (r, n);
  char text[64];
  if (word.len && word.len < sizeof text && word.ptr[0] >= '0' && word.ptr[0] <= '9') {
    memcpy (text, word.ptr, word.len);
    text[word.len] = 0;
    char *end;
    *seconds = strtod (text, &end);
    if (end == text + word.len && *seconds > 0 && *seconds < 1e300) return true;
  }
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a number of seconds is expected");
  return false;
}

static bool read_rlimit (struct wr_reader *r, wr_node n, uint64_t *limit) {
  wr_str word = wr_read_word (r, n);
  *limit = 0;
  bool ok = word.len && word.len <= 19 && word.ptr[0] != '0';
  for (size_t i = 0; ok && i < word.len; i++) {
    ok = word.ptr[i] >= '0' && word.ptr[i] <= '9';
    *limit = *limit * 10 + (uint64_t)(word.ptr[i] - '0');
  }
  if (!ok) wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "a positive number is expected");
  return ok;
}

/* Reads everything except blocks; where clauses are read when all variables are known. */
static bool read_head_part (struct body_reader *b, wr_node n) {
  struct wr_reader *r = b->r;
  wr_var var;
  if (wr_read_has_head (r, n, "block")) return true;
  if (wr_read_is (r, n, "skip")) return !(b->body->verify = false);
  if (wr_read_is (r, n, "by-contracts")) return b->body->by_contracts = true;
  if (wr_read_has_head (r, n, "in")) return read_formal (b, n, WR_VAR_IN);
  if (wr_read_has_head (r, n, "out")) return read_formal (b, n, WR_VAR_OUT);
  if (wr_read_has_head (r, n, "local")) {
    if (!wr_read_declare (r, n, WR_VAR_LOCAL, &r->locals, &var)) return false;
    WR_VEC_PUSH (&b->body->locals, var);
    return true;
  }
  if (wr_read_has_head (r, n, "option")) {
    struct wr_solver_option option;
    if (!wr_read_arity (r, n, 3, 3) || !wr_read_string (r, wr_read_kid (r, n, 1), &option.name) ||
        !wr_read_string (r, wr_read_kid (r, n, 2), &option.value))
      return false;
    WR_VEC_PUSH (&b->body->options, option);
    return true;
  }
  if (!wr_read_arity (r, n, 2, 2)) return false;
  wr_node value = wr_read_kid (r, n, 1);
  if (wr_read_has_head (r, n, "rlimit")) return read_rlimit (r, value, &b->body->rlimit);
  if (wr_read_has_head (r, n, "time-limit")) return read_time (r, value, &b->body->time_limit);
  if (wr_read_has_head (r, n, "entry")) return wr_read_site (r, value, &b->body->entry_site);
  if (wr_read_has_head (r, n, "exit")) return wr_read_site (r, value, &b->body->exit_site);
  wr_read_fail (r, n, WR_CODE_CORE_SYNTAX, "this is not a part of a body");
  return false;
}

static bool read_part_wheres (struct body_reader *b, wr_node n) {
  struct wr_reader *r = b->r;
  wr_var var;
  bool declares = wr_read_has_head (r, n, "in") || wr_read_has_head (r, n, "out") ||
                  wr_read_has_head (r, n, "local");
  if (!declares || wr_read_count (r, n) < 3) return true;
  return wr_read_var (r, wr_read_kid (r, n, 1), &var) && wr_read_wheres (r, n, var);
}

static bool name_block (struct body_reader *b, wr_node n) {
  struct wr_reader *r = b->r;
  wr_symbol name;
  if (!wr_read_has_head (r, n, "block")) return true;
  if (!wr_read_arity (r, n, 4, UINT32_MAX) || !wr_read_name (r, wr_read_kid (r, n, 1), &name)) {
    return false;
  }
  if (wr_map_has (&b->blocks, name.ix)) {
    wr_read_fail (r, n, WR_CODE_CORE_NAME, "this block is declared twice");
    return false;
  }
  wr_map_put (&b->blocks, name.ix, b->body->block_count++);
  return true;
}

static bool check_edges (const struct body_reader *b, wr_node n) {
  uint64_t edges = 0, most = wr_most_edges (b->body->block_count);
  for (uint32_t i = 0; i < b->body->block_count; i++) edges += b->body->blocks[i].succ_count;
  if (edges <= most) return true;
  wr_read_fail (b->r, n, WR_CODE_CORE_LIMIT, "%llu jumps between %u blocks; the limit is %llu",
                (unsigned long long)edges, b->body->block_count, (unsigned long long)most);
  return false;
}

static bool read_parts (struct body_reader *b, wr_node n) {
  struct wr_reader *r = b->r;
  uint32_t count = wr_read_count (r, n), block = 0;
  for (uint32_t i = 5; i < count; i++) {
    wr_node part = wr_read_kid (r, n, i);
    if (!read_head_part (b, part) || !name_block (b, part)) return false;
  }
  for (uint32_t i = 5; i < count; i++) {
    if (!read_part_wheres (b, wr_read_kid (r, n, i))) return false;
  }
  b->body->blocks = WR_NEW (r->core->arena, struct wr_block, b->body->block_count);
  for (uint32_t i = 5; i < count; i++) {
    wr_node part = wr_read_kid (r, n, i);
    if (!wr_read_has_head (r, part, "block")) continue;
    if (!read_block (b, part, &b->body->blocks[block++])) return false;
  }
  return check_edges (b, n);
}

/* (body NAME PROCEDURE SPAN SPAN part...) */
void wr_read_body (struct wr_reader *r, wr_node n) {
  struct wr_body body = {.verify = true};
  struct body_reader b = {.r = r, .body = &body};
  if (!wr_read_arity (r, n, 5, UINT32_MAX) ||
      !wr_read_name (r, wr_read_kid (r, n, 1), &body.name) ||
      !wr_read_known (r, wr_read_kid (r, n, 2), &r->procedures, "procedure", &body.procedure) ||
      !wr_read_span (r, wr_read_kid (r, n, 3), &body.span) ||
      !wr_read_span (r, wr_read_kid (r, n, 4), &body.at)) {
    return;
  }
  if (wr_map_has (&r->bodies, body.name.ix)) {
    wr_read_fail (r, n, WR_CODE_CORE_NAME, "a body of this name is declared twice");
    return;
  }
  wr_map_put (&r->bodies, body.name.ix, 1);
  wr_map_clear (&r->locals);
  if (!read_parts (&b, n)) {
    body.block_count = 0;
  }
  WR_VEC_PUSH (&r->core->bodies, body);
  wr_map_clear (&r->locals);
  wr_map_free (&b.blocks);
}
