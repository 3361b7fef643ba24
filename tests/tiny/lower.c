/* From the tree to core: a block per straight piece, a label per conjunct, assignment and side of a test. */
#include "tiny.h"

#include "core/build.h"

struct block {
  wr_span at, return_at;
  WR_VEC (struct wr_cmd) cmds;
  WR_VEC (struct wr_invariant) keeps;
  wr_u32s succs;
  bool loop_head;
  wr_site loop_site;
};

struct lowering {
  struct tiny_program *program;
  wr_core *core;
  uint32_t procedure; /* index + 1 */
  wr_map vars;        /* names of the task: symbol -> variable */
  WR_VEC (wr_var) locals;
  WR_VEC (struct block) blocks;
};

static wr_symbol symbol (const struct lowering *lo, wr_str text) {
  return wr_intern (lo->program->symbols, text);
}

static wr_var declare (struct lowering *lo, enum wr_var_kind kind, wr_str text, wr_span span) {
  wr_sort integer = wr_sort_simple (lo->core, WR_SORT_INT);
  wr_var var = wr_var_new (lo->core, kind, symbol (lo, text), integer, span);
  wr_map_put (&lo->vars, symbol (lo, text).ix, var.ix);
  return var;
}

static wr_var variable (struct lowering *lo, wr_str text, wr_span span) {
  uint64_t found;
  if (wr_map_get (&lo->vars, symbol (lo, text).ix, &found)) return (wr_var){(uint32_t)found};
  wr_var var = declare (lo, WR_VAR_LOCAL, text, span);
  WR_VEC_PUSH (&lo->locals, var);
  return var;
}

static wr_expr lower_expr (struct lowering *lo, const struct tiny_expr *e, enum tiny_op op) {
  if (op == TINY_NUMBER) return wr_mk_int_text (lo->core, e->text);
  if (op == TINY_NAME) return wr_mk_var (lo->core, variable (lo, e->text, e->span));
  wr_expr left = lower_expr (lo, e->left, e->left->op);
  wr_expr right = lower_expr (lo, e->right, e->right->op);
  switch (op) {
  case TINY_ADD: return wr_mk2 (lo->core, WR_OP_ADD, left, right);
  case TINY_SUB: return wr_mk2 (lo->core, WR_OP_SUB, left, right);
  case TINY_LT: return wr_mk2 (lo->core, WR_OP_LT, left, right);
  case TINY_LE: return wr_mk2 (lo->core, WR_OP_LE, left, right);
  case TINY_GE: return wr_mk2 (lo->core, WR_OP_LE, right, left);
  case TINY_GT: return wr_mk2 (lo->core, WR_OP_LT, right, left);
  case TINY_NE: return wr_mk1 (lo->core, WR_OP_NOT, wr_mk2 (lo->core, WR_OP_EQ, left, right));
  case TINY_EQ:
  case TINY_NUMBER:
  case TINY_NAME: break;
  }
  return wr_mk2 (lo->core, WR_OP_EQ, left, right);
}

/* -- labels ------------------------------------------------------------------------------------ */

static void add_marks (struct lowering *lo, const struct tiny_line *line, uint32_t element) {
  struct wr_silencer silencer = {
      .span = line->mark, .element = element, .procedure = lo->procedure};
  if (line->absurd) wr_silencer_add (&lo->core->labels, &silencer);
  if (!line->ok.len) return;
  silencer.code = symbol (lo, line->ok);
  wr_silencer_add (&lo->core->labels, &silencer);
}

/* The line as a whole, or one of several conjuncts. */
static wr_label label (struct lowering *lo, enum wr_role role, const struct tiny_line *line,
                       const struct tiny_expr *part, uint32_t element) {
  uint16_t count = 0, index = 0;
  for (const struct tiny_expr *e = line->expr; part && e; e = e->next, count++)
    if (e == part) index = count;
  struct wr_label_info info = {.role = role,
                               .span = count > 1 ? part->span : line->span,
                               .procedure = lo->procedure,
                               .element = element,
                               .conjunct = index,
                               .conjuncts = count ? count : 1};
  info.report = info.span;
  return wr_label_new (&lo->core->labels, &info);
}

static wr_site site (struct lowering *lo, enum wr_site_kind kind, wr_span span) {
  struct wr_site_info info = {.kind = kind, .span = span, .procedure = lo->procedure};
  return wr_site_new (&lo->core->labels, &info);
}

/* -- bodies ------------------------------------------------------------------------------------ */

static uint32_t new_block (struct lowering *lo, wr_span at) {
  WR_VEC_PUSH (&lo->blocks, ((struct block){.at = at}));
  return lo->blocks.len - 1;
}

static void jump (struct lowering *lo, uint32_t from, uint32_t to) {
  WR_VEC_PUSH (&lo->blocks.data[from].succs, to);
}

static void add (struct lowering *lo, uint32_t block, struct wr_cmd cmd) {
  WR_VEC_PUSH (&lo->blocks.data[block].cmds, cmd);
}

static void lower_condition (struct lowering *lo, uint32_t block, const struct tiny_line *line) {
  bool check = line->kind == TINY_CHECK;
  uint32_t element = wr_element_new (&lo->core->labels);
  add_marks (lo, line, element);
  for (const struct tiny_expr *e = line->expr; e; e = e->next) {
    struct wr_cmd cmd = {.kind = check ? WR_CMD_ASSERT : WR_CMD_ASSUME, .at = line->span};
    cmd.expr = lower_expr (lo, e, e->op);
    cmd.label = label (lo, check ? WR_ROLE_ASSERT : WR_ROLE_ASSUME, line, e, element);
    add (lo, block, cmd);
  }
}

static void lower_assignment (struct lowering *lo, uint32_t block, const struct tiny_line *line) {
  wr_var target = variable (lo, line->target, line->target_span);
  struct wr_cmd cmd = {.at = line->span};
  if (line->kind == TINY_ASSIGN && line->expr) {
    struct wr_assign *assign = WR_NEW (lo->program->arena, struct wr_assign, 1);
    *assign = (struct wr_assign){.var = target};
    assign->value = lower_expr (lo, line->expr, line->expr->op);
    assign->label = label (lo, WR_ROLE_ASSIGN, line, NULL, wr_element_new (&lo->core->labels));
    cmd.kind = WR_CMD_ASSIGN;
    cmd.assigns = assign;
    cmd.assign_count = 1;
    add (lo, block, cmd);
    return;
  }
  bool call = line->kind == TINY_RUN;
  cmd.kind = call ? WR_CMD_CALL : WR_CMD_HAVOC;
  cmd.site = site (lo, call ? WR_SITE_CALL : WR_SITE_HAVOC, line->span);
  cmd.vars = WR_NEW (lo->program->arena, wr_var, 1);
  cmd.vars[cmd.var_count++] = target;
  for (const struct tiny_expr *e = call ? line->expr : NULL; e; e = e->next) cmd.arg_count++;
  cmd.args = WR_NEW (lo->program->arena, wr_expr, cmd.arg_count);
  uint32_t i = 0;
  for (const struct tiny_expr *e = call ? line->expr : NULL; e; e = e->next)
    cmd.args[i++] = lower_expr (lo, e, e->op);
  for (const struct tiny_task *t = lo->program->tasks;
       call && t && !wr_str_equal (t->name, line->callee); t = t->next)
    cmd.procedure++;
  add (lo, block, cmd);
}

/* The side on which a test holds, or does not. */
static void add_side (struct lowering *lo, uint32_t block, const struct tiny_line *line,
                      uint32_t element, bool negative) {
  if (!line->expr) return;
  enum tiny_op op = negative ? tiny_negated (line->expr->op) : line->expr->op;
  struct wr_cmd cmd = {.kind = WR_CMD_ASSUME, .at = line->span};
  cmd.expr = lower_expr (lo, line->expr, op);
  cmd.label = label (lo, WR_ROLE_CONDITION, line, NULL, element);
  lo->core->labels.infos.data[cmd.label.ix].negative = negative;
  add (lo, block, cmd);
}

static uint32_t lower_lines (struct lowering *lo, uint32_t block, const struct tiny_line *line);

static uint32_t lower_if (struct lowering *lo, uint32_t block, const struct tiny_line *line) {
  uint32_t element = wr_element_new (&lo->core->labels);
  uint32_t yes = new_block (lo, line->span), no = new_block (lo, line->span);
  jump (lo, block, yes);
  jump (lo, block, no);
  add_side (lo, yes, line, element, false);
  add_side (lo, no, line, element, true);
  yes = lower_lines (lo, yes, line->body);
  no = lower_lines (lo, no, line->other);
  uint32_t after = new_block (lo, (wr_span){0});
  jump (lo, yes, after);
  jump (lo, no, after);
  return after;
}

static uint32_t lower_repeat (struct lowering *lo, uint32_t block, const struct tiny_line *line) {
  uint32_t element = wr_element_new (&lo->core->labels), head = new_block (lo, line->span);
  jump (lo, block, head);
  lo->blocks.data[head].loop_head = true;
  lo->blocks.data[head].loop_site = site (lo, WR_SITE_LOOP, line->span);
  for (const struct tiny_line *k = line->keeps; k; k = k->next) {
    uint32_t own = wr_element_new (&lo->core->labels);
    add_marks (lo, k, own);
    for (const struct tiny_expr *e = k->expr; e; e = e->next) {
      struct wr_invariant keeps = {.expr = lower_expr (lo, e, e->op), .at = k->span};
      keeps.label = label (lo, WR_ROLE_INVARIANT_ASSUMED, k, e, own);
      WR_VEC_PUSH (&lo->blocks.data[head].keeps, keeps);
    }
  }
  uint32_t body = new_block (lo, line->span), after = new_block (lo, (wr_span){0});
  jump (lo, head, body);
  jump (lo, head, after);
  add_side (lo, body, line, element, false);
  add_side (lo, after, line, element, true);
  jump (lo, lower_lines (lo, body, line->body), head);
  return after;
}

static uint32_t lower_lines (struct lowering *lo, uint32_t block, const struct tiny_line *line) {
  for (; line; line = line->next) {
    if (line->kind == TINY_IF)
      block = lower_if (lo, block, line);
    else if (line->kind == TINY_REPEAT)
      block = lower_repeat (lo, block, line);
    else if (line->kind == TINY_SUPPOSE || line->kind == TINY_CHECK)
      lower_condition (lo, block, line);
    else
      lower_assignment (lo, block, line);
  }
  return block;
}

static void move_blocks (struct lowering *lo, struct wr_body *body) {
  body->block_count = lo->blocks.len;
  body->blocks = WR_NEW (lo->program->arena, struct wr_block, lo->blocks.len);
  for (uint32_t i = 0; i < lo->blocks.len; i++) {
    struct block *from = &lo->blocks.data[i];
    struct wr_block *to = &body->blocks[i];
    to->name = symbol (lo, wr_str_print (lo->program->arena, "piece%u", i));
    to->at = from->at;
    to->return_at = from->return_at;
    to->loop_head = from->loop_head;
    to->loop_site = from->loop_site;
    to->cmd_count = from->cmds.len;
    to->cmds = WR_NEW (lo->program->arena, struct wr_cmd, from->cmds.len);
    for (uint32_t k = 0; k < from->cmds.len; k++) to->cmds[k] = from->cmds.data[k];
    to->invariant_count = from->keeps.len;
    to->invariants = WR_NEW (lo->program->arena, struct wr_invariant, from->keeps.len);
    for (uint32_t k = 0; k < from->keeps.len; k++) to->invariants[k] = from->keeps.data[k];
    to->succ_count = from->succs.len;
    to->succs = WR_NEW (lo->program->arena, uint32_t, from->succs.len);
    for (uint32_t k = 0; k < from->succs.len; k++) to->succs[k] = from->succs.data[k];
    WR_VEC_FREE (&from->cmds);
    WR_VEC_FREE (&from->keeps);
    WR_VEC_FREE (&from->succs);
  }
}

/* -- tasks ------------------------------------------------------------------------------------- */

static void lower_contract (struct lowering *lo, const struct tiny_task *task) {
  struct wr_procedure procedure = {.name = symbol (lo, task->name), .span = task->span};
  procedure.at = task->at;
  procedure.has_body = !task->outside;
  for (const struct tiny_expr *e = task->params; e; e = e->next)
    WR_VEC_PUSH (&procedure.ins, declare (lo, WR_VAR_IN, e->text, e->span));
  WR_VEC_PUSH (&procedure.outs, declare (lo, WR_VAR_OUT, WR_LIT ("result"), task->at));
  for (const struct tiny_line *c = task->clauses; c; c = c->next) {
    uint32_t element = wr_element_new (&lo->core->labels);
    bool needs = c->kind == TINY_NEEDS;
    add_marks (lo, c, element);
    for (const struct tiny_expr *e = c->expr; e; e = e->next) {
      struct wr_clause clause = {.expr = lower_expr (lo, e, e->op)};
      clause.label = label (lo, needs ? WR_ROLE_REQUIRES : WR_ROLE_ENSURES, c, e, element);
      if (needs)
        WR_VEC_PUSH (&procedure.requires_, clause);
      else
        WR_VEC_PUSH (&procedure.ensures, clause);
    }
  }
  WR_VEC_PUSH (&lo->core->procedures, procedure);
}

static void lower_body (struct lowering *lo, const struct tiny_task *task) {
  const struct wr_procedure *procedure = &lo->core->procedures.data[lo->procedure - 1];
  struct wr_body body = {.name = procedure->name, .procedure = lo->procedure - 1, .verify = true};
  body.span = task->span;
  body.at = task->at;
  for (uint32_t i = 0; i < procedure->ins.len; i++) WR_VEC_PUSH (&body.ins, procedure->ins.data[i]);
  WR_VEC_PUSH (&body.outs, procedure->outs.data[0]);
  body.entry_site = site (lo, WR_SITE_ENTRY, task->at);
  body.exit_site = site (lo, WR_SITE_EXIT, task->end);
  uint32_t last = lower_lines (lo, new_block (lo, task->at), task->body);
  lo->blocks.data[last].return_at = task->end;
  for (uint32_t i = 0; i < lo->locals.len; i++) WR_VEC_PUSH (&body.locals, lo->locals.data[i]);
  move_blocks (lo, &body);
  WR_VEC_PUSH (&lo->core->bodies, body);
}

wr_core *tiny_lower (struct tiny_program *program) {
  struct lowering lo = {.program = program};
  lo.core = wr_core_new (program->arena, program->symbols, program->sources);
  for (const struct tiny_task *task = program->tasks; task; task = task->next) {
    lo.procedure++;
    wr_map_free (&lo.vars);
    lo.vars = (wr_map){0};
    WR_VEC_CLEAR (&lo.locals);
    WR_VEC_CLEAR (&lo.blocks);
    lower_contract (&lo, task);
    if (!task->outside) lower_body (&lo, task);
  }
  wr_map_free (&lo.vars);
  WR_VEC_FREE (&lo.locals);
  WR_VEC_FREE (&lo.blocks);
  return lo.core;
}
