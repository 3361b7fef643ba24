#include "truth.h"

#include "base/check.h"

#include <string.h>

enum { STATE_BITS = 10, STATES = 1 << STATE_BITS };

typedef struct {
  uint8_t has[STATES];
} states;

struct run {
  wr_core *core;
  const struct wr_body *body;
  const struct wr_procedure *procedure;
  const wr_bitset *off;
  struct truth *truth;
  wr_map place; /* variable -> first bit */
  uint32_t bits, globals_bits;
};

/* A state with what a call adds to it; `old` selects the bits of globals on entry. */
struct view {
  const struct run *run;
  uint32_t state, old_state;
  const wr_map *extra; /* variable -> value, of a callee's formals */
  bool below_old;
};

static uint32_t width (const wr_core *core, wr_sort sort) {
  return wr_sort_info (core, sort)->kind == WR_SORT_MAP ? 2 : 1;
}

static void add_var (struct run *r, wr_var var, wr_var alias) {
  wr_map_put (&r->place, var.ix, r->bits);
  if (alias.ix) wr_map_put (&r->place, alias.ix, r->bits);
  r->bits += width (r->core, wr_var_info (r->core, var)->sort);
}

static bool is_on (const struct run *r, wr_label label) {
  return !label.ix || !wr_bitset_has (r->off, label.ix);
}

/* -- expressions: values are small bit patterns ------------------------------------------------- */

static uint32_t eval (struct view v, wr_expr e);

static uint32_t eval_var (const struct view *v, wr_var var) {
  const wr_core *core = v->run->core;
  uint64_t value;
  if (v->extra && wr_map_get (v->extra, var.ix, &value)) return (uint32_t)value;
  uint64_t place = wr_map_or (&v->run->place, var.ix, UINT64_MAX);
  WR_REQUIRE (place != UINT64_MAX);
  bool old = v->below_old && wr_var_info (core, var)->kind == WR_VAR_GLOBAL;
  uint32_t mask = width (core, wr_var_info (core, var)->sort) == 2 ? 3 : 1;
  return (old ? v->old_state : v->state) >> place & mask;
}

static uint32_t eval (struct view v, wr_expr e) {
  const wr_core *core = v.run->core;
  const struct wr_expr_info *info = wr_expr_info (core, e);
  uint32_t a[4] = {0};
  if (info->op == WR_OP_OLD) v.below_old = true;
  for (uint32_t i = 0; i < info->count && i < 4; i++) a[i] = eval (v, wr_expr_child (core, e, i));
  switch ((int)info->op) {
  case WR_OP_TRUE: return 1;
  case WR_OP_FALSE: return 0;
  case WR_OP_VAR: return eval_var (&v, (wr_var){info->data});
  case WR_OP_OLD: return a[0];
  case WR_OP_NOT: return !a[0];
  case WR_OP_AND: return a[0] & a[1];
  case WR_OP_OR: return a[0] | a[1];
  case WR_OP_IMPLIES: return a[0] ? a[1] : 1;
  case WR_OP_IFF:
  case WR_OP_EQ: return a[0] == a[1];
  case WR_OP_ITE: return a[0] ? a[1] : a[2];
  case WR_OP_SELECT: return a[0] >> a[1] & 1;
  case WR_OP_STORE: return (a[0] & ~(1u << a[1])) | a[2] << a[1];
  default: WR_UNREACHABLE ();
  }
}

/* The globals on entry stand above the variables. */
static uint32_t old_of (const struct run *r, uint32_t state) { return state >> r->bits; }

static uint32_t at (const struct run *r, uint32_t state, wr_expr e) {
  return eval ((struct view){.run = r, .state = state, .old_state = old_of (r, state)}, e);
}

/* -- sets of states ---------------------------------------------------------------------------- */

static void keep (const struct run *r, states *s, wr_expr e, wr_label label) {
  for (uint32_t i = 0; is_on (r, label) && i < STATES; i++) s->has[i] &= s->has[i] && at (r, i, e);
}

static void note (struct run *r, wr_label label, bool fails) {
  uint8_t verdict = fails ? 2 : 1;
  if (r->truth->goals[label.ix] < verdict) r->truth->goals[label.ix] = verdict;
}

static void goal (struct run *r, states *s, wr_expr e, wr_label label, wr_label assumed) {
  bool fails = false;
  for (uint32_t i = 0; i < STATES; i++) {
    fails |= s->has[i] && !(is_on (r, label) && at (r, i, e));
  }
  note (r, label, fails);
  if (assumed.ix) keep (r, s, e, assumed);
}

static void make_arbitrary (const struct run *r, states *s, wr_var var) {
  uint32_t place = (uint32_t)wr_map_or (&r->place, var.ix, 0);
  uint32_t n = width (r->core, wr_var_info (r->core, var)->sort);
  for (uint32_t b = place; b < place + n; b++) {
    for (uint32_t i = 0; i < STATES; i++) {
      if (s->has[i] || s->has[i ^ 1u << b]) s->has[i] = s->has[i ^ 1u << b] = 1;
    }
  }
}

static const wr_clauses *where_of (const struct run *r, wr_var var) {
  const wr_clauses *own = &wr_var_info (r->core, var)->where;
  for (uint32_t i = 0; i < r->body->outs.len; i++) {
    if (r->body->outs.data[i].ix == var.ix && !own->len) {
      return &wr_var_info (r->core, r->procedure->outs.data[i])->where;
    }
  }
  for (uint32_t i = 0; i < r->body->ins.len; i++) {
    if (r->body->ins.data[i].ix == var.ix && !own->len) {
      return &wr_var_info (r->core, r->procedure->ins.data[i])->where;
    }
  }
  return own;
}

static void keep_where (struct run *r, states *s, wr_var var, wr_site site) {
  for (uint32_t i = 0; i < where_of (r, var)->len; i++) {
    struct wr_clause c = where_of (r, var)->data[i];
    keep (r, s, c.expr, wr_label_derive (&r->core->labels, c.label, WR_ROLE_WHERE, site));
  }
}

/* -- commands ---------------------------------------------------------------------------------- */

/* All targets at once; those that are off get every value. */
static void assign (const struct run *r, states *s, const struct wr_cmd *cmd) {
  states after = {0};
  for (uint32_t i = 0; i < STATES; i++) {
    if (!s->has[i]) continue;
    uint32_t fixed = i, free_bits[4], count = 0;
    for (uint32_t j = 0; j < cmd->assign_count; j++) {
      const struct wr_assign *a = &cmd->assigns[j];
      uint32_t place = (uint32_t)wr_map_or (&r->place, a->var.ix, 0);
      uint32_t n = width (r->core, wr_var_info (r->core, a->var)->sort);
      if (a->step_count) {
        place += at (r, i, a->steps[0].index[0]);
        n = 1;
      }
      for (uint32_t b = 0; !is_on (r, a->label) && b < n; b++) free_bits[count++] = place + b;
      fixed = (fixed & ~((n == 2 ? 3u : 1u) << place)) | at (r, i, a->value) << place;
    }
    for (uint32_t choice = 0; choice < 1u << count; choice++) {
      uint32_t state = fixed;
      for (uint32_t b = 0; b < count; b++) {
        state = (state & ~(1u << free_bits[b])) | (choice >> b & 1) << free_bits[b];
      }
      after.has[state] = 1;
    }
  }
  *s = after;
}

static void bind_args (const struct run *r, const struct wr_cmd *cmd, uint32_t state,
                       wr_map *extra) {
  const struct wr_procedure *q = &r->core->procedures.data[cmd->procedure];
  for (uint32_t j = 0; j < cmd->arg_count; j++) {
    wr_map_put (extra, q->ins.data[j].ix, at (r, state, cmd->args[j]));
  }
}

static void call_requires (struct run *r, states *s, const struct wr_cmd *cmd) {
  wr_labels *labels = &r->core->labels;
  wr_map extra = {0};
  for (uint32_t c = 0; c < r->core->procedures.data[cmd->procedure].requires_.len; c++) {
    struct wr_clause clause = r->core->procedures.data[cmd->procedure].requires_.data[c];
    wr_label own = wr_label_derive (labels, clause.label, WR_ROLE_REQUIRES_AT_CALL, cmd->site);
    wr_label later =
        wr_label_derive (labels, clause.label, WR_ROLE_REQUIRES_AT_CALL_ASSUMED, cmd->site);
    bool fails = false;
    for (uint32_t i = 0; i < STATES; i++) {
      if (!s->has[i]) continue;
      bind_args (r, cmd, i, &extra);
      bool holds = eval ((struct view){.run = r, .state = i, .extra = &extra}, clause.expr);
      fails |= !(holds && is_on (r, own));
      if (!holds && is_on (r, later)) s->has[i] = 0;
    }
    note (r, own, fails);
  }
  wr_map_free (&extra);
}

/* One modified global (the first) and one result. */
static void call (struct run *r, states *s, const struct wr_cmd *cmd) {
  const struct wr_procedure q = r->core->procedures.data[cmd->procedure];
  wr_labels *labels = &r->core->labels;
  states after = {0};
  wr_map extra = {0};
  call_requires (r, s, cmd);
  uint32_t changed = (uint32_t)wr_map_or (&r->place, q.modifies.data[0].ix, 0);
  uint32_t target = (uint32_t)wr_map_or (&r->place, cmd->vars[0].ix, 0);
  wr_label labels_of[8];
  for (uint32_t c = 0; c < q.ensures.len; c++) {
    labels_of[c] =
        wr_label_derive (labels, q.ensures.data[c].label, WR_ROLE_ENSURES_OF_CALL, cmd->site);
  }
  for (uint32_t i = 0; i < STATES; i++) {
    for (uint32_t choice = 0; s->has[i] && choice < 4; choice++) {
      uint32_t now = (i & ~(1u << changed)) | (choice & 1) << changed;
      bind_args (r, cmd, i, &extra);
      wr_map_put (&extra, q.outs.data[0].ix, choice >> 1);
      struct view v = {.run = r, .state = now, .old_state = i, .extra = &extra};
      bool possible = true;
      for (uint32_t c = 0; c < q.ensures.len; c++) {
        possible &= !is_on (r, labels_of[c]) || eval (v, q.ensures.data[c].expr);
      }
      const wr_clauses *where = &wr_var_info (r->core, q.modifies.data[0])->where;
      for (uint32_t c = 0; c < where->len; c++) {
        wr_label label = wr_label_derive (labels, where->data[c].label, WR_ROLE_WHERE, cmd->site);
        possible &= !is_on (r, label) || at (r, now, where->data[c].expr);
      }
      now = (now & ~(1u << target)) | (choice >> 1) << target;
      if (possible) after.has[now] = 1;
    }
  }
  wr_map_free (&extra);
  *s = after;
}

static void step (struct run *r, states *s, const struct wr_cmd *cmd) {
  wr_labels *labels = &r->core->labels;
  switch (cmd->kind) {
  case WR_CMD_ASSUME: keep (r, s, cmd->expr, cmd->label); return;
  case WR_CMD_ASSERT: {
    wr_label later = wr_label_derive (labels, cmd->label, WR_ROLE_ASSERT_ASSUMED, (wr_site){0});
    goal (r, s, cmd->expr, cmd->label, cmd->forget ? (wr_label){0} : later);
    return;
  }
  case WR_CMD_ASSIGN: assign (r, s, cmd); return;
  case WR_CMD_HAVOC:
    for (uint32_t i = 0; i < cmd->var_count; i++) make_arbitrary (r, s, cmd->vars[i]);
    for (uint32_t i = 0; i < cmd->var_count; i++) keep_where (r, s, cmd->vars[i], cmd->site);
    return;
  case WR_CMD_CALL: call (r, s, cmd); return;
  }
}

/* -- loops ------------------------------------------------------------------------------------- */

/* The blocks from which the head is reached again: not those that return. */
static void loop_blocks (const struct run *r, uint32_t head, wr_bitset *blocks) {
  bool changed = true;
  wr_bitset_set (blocks, head, true);
  while (changed) {
    changed = false;
    for (uint32_t b = head; b < r->body->block_count; b++) {
      const struct wr_block *block = &r->body->blocks[b];
      for (uint32_t i = 0; !wr_bitset_has (blocks, b) && i < block->succ_count; i++) {
        if (!wr_bitset_has (blocks, block->succs[i])) continue;
        wr_bitset_set (blocks, b, true);
        changed = true;
      }
    }
  }
}

static void loop_targets (const struct run *r, uint32_t head, wr_bitset *targets) {
  wr_bitset blocks = {0};
  loop_blocks (r, head, &blocks);
  for (uint32_t b = head; b < r->body->block_count; b++) {
    for (uint32_t i = 0; wr_bitset_has (&blocks, b) && i < r->body->blocks[b].cmd_count; i++) {
      const struct wr_cmd *cmd = &r->body->blocks[b].cmds[i];
      for (uint32_t j = 0; j < cmd->assign_count; j++) {
        wr_bitset_set (targets, cmd->assigns[j].var.ix, true);
      }
      for (uint32_t j = 0; j < cmd->var_count; j++) wr_bitset_set (targets, cmd->vars[j].ix, true);
      if (cmd->kind != WR_CMD_CALL) continue;
      const struct wr_procedure *q = &r->core->procedures.data[cmd->procedure];
      wr_bitset_set (targets, q->modifies.data[0].ix, true);
    }
  }
  wr_bitset_free (&blocks);
}

static void enter_loop (struct run *r, states *s, uint32_t head) {
  wr_bitset targets = {0};
  loop_targets (r, head, &targets);
  for (uint32_t v = 1; v < r->core->vars.len; v++) {
    if (wr_bitset_has (&targets, v)) make_arbitrary (r, s, (wr_var){v});
  }
  for (uint32_t v = 1; v < r->core->vars.len; v++) {
    if (wr_bitset_has (&targets, v)) {
      keep_where (r, s, (wr_var){v}, r->body->blocks[head].loop_site);
    }
  }
  for (uint32_t i = 0; i < r->body->blocks[head].invariant_count; i++) {
    keep (r, s, r->body->blocks[head].invariants[i].expr,
          r->body->blocks[head].invariants[i].label);
  }
  wr_bitset_free (&targets);
}

static void check_edge (struct run *r, states *s, uint32_t head, bool back) {
  const struct wr_block *b = &r->body->blocks[head];
  wr_labels *labels = &r->core->labels;
  for (uint32_t i = 0; i < b->invariant_count; i++) {
    if (b->invariants[i].free) continue;
    enum wr_role role = back ? WR_ROLE_INVARIANT_MAINTAINED : WR_ROLE_INVARIANT_ESTABLISHED;
    wr_label own = wr_label_derive (labels, b->invariants[i].label, role, b->loop_site);
    goal (r, s, b->invariants[i].expr, own,
          wr_label_derive (labels, own, WR_ROLE_ASSERT_ASSUMED, b->loop_site));
  }
}

/* -- the whole body ---------------------------------------------------------------------------- */

static void begin (struct run *r, states *s) {
  uint32_t all = r->bits + r->globals_bits;
  WR_REQUIRE (all <= STATE_BITS);
  for (uint32_t i = 0; i < 1u << all; i++) {
    s->has[i] = (i & ((1u << r->globals_bits) - 1)) == old_of (r, i);
  }
  wr_site site = r->body->entry_site;
  for (uint32_t i = 0; i < r->core->globals.len; i++) {
    keep_where (r, s, r->core->globals.data[i], site);
  }
  for (uint32_t i = 0; i < r->body->ins.len; i++) keep_where (r, s, r->body->ins.data[i], site);
  for (uint32_t i = 0; i < r->body->outs.len; i++) keep_where (r, s, r->body->outs.data[i], site);
  for (uint32_t i = 0; i < r->body->locals.len; i++) {
    keep_where (r, s, r->body->locals.data[i], site);
  }
  for (uint32_t i = 0; i < r->procedure->requires_.len; i++) {
    keep (r, s, r->procedure->requires_.data[i].expr, r->procedure->requires_.data[i].label);
  }
}

static void finish (struct run *r, states *s) {
  for (uint32_t i = 0; i < r->procedure->ensures.len; i++) {
    struct wr_clause c = r->procedure->ensures.data[i];
    if (c.free) continue;
    wr_label later =
        wr_label_derive (&r->core->labels, c.label, WR_ROLE_ASSERT_ASSUMED, r->body->exit_site);
    goal (r, s, c.expr, c.label, later);
  }
}

static void join (states *into, const states *from) {
  for (uint32_t i = 0; i < STATES; i++) into->has[i] |= from->has[i];
}

static void follow (struct run *r) {
  uint32_t n = r->body->block_count;
  states *in = wr_alloc (n + 1, sizeof *in), *s = wr_alloc (1, sizeof *s);
  begin (r, &in[0]);
  if (r->body->blocks[0].loop_head) check_edge (r, &in[0], 0, false);
  for (uint32_t b = 0; b < n; b++) {
    const struct wr_block *block = &r->body->blocks[b];
    if (block->loop_head) enter_loop (r, &in[b], b);
    for (uint32_t i = 0; i < block->cmd_count; i++) step (r, &in[b], &block->cmds[i]);
    for (uint32_t i = 0; i < block->succ_count; i++) {
      uint32_t to = block->succs[i];
      *s = in[b];
      if (r->body->blocks[to].loop_head) check_edge (r, s, to, to <= b);
      if (to > b) join (&in[to], s);
    }
    if (!block->succ_count) join (&in[n], &in[b]);
  }
  finish (r, &in[n]);
  free (in);
  free (s);
}

struct truth truth_of (wr_core *core, uint32_t body, const wr_bitset *off) {
  struct truth truth = {.count = core->labels.infos.len + 1000};
  truth.goals = wr_alloc (truth.count, 1);
  struct run r = {.core = core, .body = &core->bodies.data[body], .off = off, .truth = &truth};
  r.procedure = &core->procedures.data[r.body->procedure];
  for (uint32_t i = 0; i < core->globals.len; i++) add_var (&r, core->globals.data[i], (wr_var){0});
  r.globals_bits = r.bits;
  for (uint32_t i = 0; i < r.body->ins.len; i++) {
    add_var (&r, r.body->ins.data[i], r.procedure->ins.data[i]);
  }
  for (uint32_t i = 0; i < r.body->outs.len; i++) {
    add_var (&r, r.body->outs.data[i], r.procedure->outs.data[i]);
  }
  for (uint32_t i = 0; i < r.body->locals.len; i++) {
    add_var (&r, r.body->locals.data[i], (wr_var){0});
  }
  follow (&r);
  wr_map_free (&r.place);
  return truth;
}
