/* tests/viper/model/plant.c -- mistakes of a lowering, planted into the core that it made. */
#include "plant.h"

#include "core/build.h"

#include <string.h>

static bool has_reason (const wr_core *core, const struct wr_cmd *cmd, const char *reason) {
  if (cmd->kind != WR_CMD_ASSERT || !cmd->label.ix) return false;
  wr_symbol native = wr_label_info (&core->labels, cmd->label)->native;
  return native.ix && wr_str_ends (wr_symbol_text (core->symbols, native), wr_str_of (reason));
}

/* Every expression of the commands is rebuilt; `each` may replace a node whose children are done. */
typedef wr_expr replace (wr_core *core, wr_expr e);

struct rebuild {
  wr_core *core;
  replace *each;
  WR_VEC (wr_expr) done; /* by index of the expression */
};

static wr_expr rebuilt (struct rebuild *r, wr_expr root) {
  wr_core *core = r->core;
  wr_u32s order = {0};
  if (!root.ix) return root;
  wr_postorder (core, &root, 1, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    wr_expr e = {order.data[i]}, parts[64];
    while (r->done.len <= e.ix) WR_VEC_PUSH (&r->done, (wr_expr){0});
    if (r->done.data[e.ix].ix) continue;
    struct wr_expr_info info = *wr_expr_info (core, e);
    bool binder = info.op == WR_OP_FORALL || info.op == WR_OP_EXISTS;
    bool changed = false;
    wr_expr made = e;
    if (binder) {
      struct wr_binder b = core->binders.data[info.data];
      uint32_t count = 0;
      parts[count++] = wr_expr_child (core, e, 0);
      for (uint32_t t = 0; t < b.trigger_count; t++) {
        uint32_t first = core->pool.data[b.first_trigger + 2 * t],
                 many = core->pool.data[b.first_trigger + 2 * t + 1];
        for (uint32_t k = 0; k < many && count < 63; k++)
          parts[count++] = (wr_expr){core->pool.data[first + k]};
      }
      for (uint32_t k = 0; k < count; k++) {
        wr_expr part = r->done.data[parts[k].ix];
        changed |= part.ix != parts[k].ix;
        parts[k] = part;
      }
      if (changed) made = wr_mk_quantifier_like (core, e, parts);
    } else if (info.op != WR_OP_LET && info.count && info.count < 64) {
      for (uint32_t k = 0; k < info.count; k++) {
        wr_expr child = wr_expr_child (core, e, k);
        parts[k] = r->done.data[child.ix];
        changed |= parts[k].ix != child.ix;
      }
      if (changed) made = wr_mk_like (core, e, parts);
    }
    r->done.data[e.ix] = r->each (core, made);
  }
  WR_VEC_FREE (&order);
  return r->done.data[root.ix];
}

static void rebuild_all (wr_core *core, replace *each) {
  struct rebuild r = {.core = core, .each = each};
  for (uint32_t b = 0; b < core->bodies.len; b++)
    for (uint32_t k = 0; k < core->bodies.data[b].block_count; k++) {
      struct wr_block *block = &core->bodies.data[b].blocks[k];
      for (uint32_t c = 0; c < block->cmd_count; c++) {
        block->cmds[c].expr = rebuilt (&r, block->cmds[c].expr);
        for (uint32_t a = 0; a < block->cmds[c].assign_count; a++)
          block->cmds[c].assigns[a].value = rebuilt (&r, block->cmds[c].assigns[a].value);
      }
    }
  WR_VEC_FREE (&r.done);
}

static void each_assert (wr_core *core, const char *reason, replace *each) {
  for (uint32_t b = 0; b < core->bodies.len; b++)
    for (uint32_t k = 0; k < core->bodies.data[b].block_count; k++) {
      struct wr_block *block = &core->bodies.data[b].blocks[k];
      for (uint32_t c = 0; c < block->cmd_count; c++)
        if (has_reason (core, &block->cmds[c], reason))
          block->cmds[c].expr = each (core, block->cmds[c].expr);
    }
}

/* -- the mistakes ------------------------------------------------------------------------------------ */

static wr_expr always (wr_core *core, wr_expr e) {
  (void)e;
  return wr_mk_bool (core, true);
}

static void no_permission_check (wr_core *core) {
  each_assert (core, "assignment.failed:insufficient.permission", always);
}

static void no_injectivity (wr_core *core) { each_assert (core, "qp.not.injective", always); }

static wr_expr turned (wr_core *core, wr_expr e) {
  struct wr_expr_info info = *wr_expr_info (core, e);
  wr_expr args[2];
  for (uint32_t i = 0; i < info.count && i < 2; i++) args[i] = wr_expr_child (core, e, i);
  if (info.op == WR_OP_IMPLIES)
    return wr_mk2 (core, WR_OP_IMPLIES, args[0], turned (core, args[1]));
  if (info.op == WR_OP_LE || info.op == WR_OP_LT)
    return wr_mk2 (core, (enum wr_op)info.op, args[1], args[0]);
  return e;
}

static void wrong_sign (wr_core *core) {
  each_assert (core, "exhale.failed:insufficient.permission", turned);
}

static bool is_named (const wr_core *core, wr_expr e, const char *prefix) {
  const struct wr_expr_info *info = wr_expr_info (core, e);
  if (info->op != WR_OP_VAR) return false;
  wr_symbol name = wr_var_info (core, (wr_var){info->data})->name;
  return wr_str_starts (wr_symbol_text (core->symbols, name), wr_str_of (prefix));
}

/* `held > 0 ? value : arbitrary` becomes `value`. */
static wr_expr kept (wr_core *core, wr_expr e) {
  if (wr_expr_info (core, e)->op != WR_OP_ITE) return e;
  return is_named (core, wr_expr_child (core, e, 2), "value") ? wr_expr_child (core, e, 1) : e;
}

static void heap_kept (wr_core *core) { rebuild_all (core, kept); }

/* Applications of functions see nothing of the heap. */
static wr_expr blind (wr_core *core, wr_expr e) {
  struct wr_expr_info info = *wr_expr_info (core, e);
  if (info.op != WR_OP_APP || info.count < 2) return e;
  wr_str name = wr_symbol_text (core->symbols, wr_func_info (core, (wr_func){info.data})->name);
  bool own = name.len && strchr ("FGQ", name.ptr[0]) && (name.len == 1 || name.ptr[1] < 'A');
  if (!own) return e;
  wr_expr args[8];
  for (uint32_t i = 0; i < info.count && i < 8; i++) args[i] = wr_expr_child (core, e, i);
  for (uint32_t i = 0; i < core->funcs.len;
       i++) /* a constant of its sort instead of the snapshot */
    if (core->funcs.data[i].param_count == 0 &&
        core->funcs.data[i].sort.ix == wr_expr_info (core, args[0])->sort.ix)
      args[0] = wr_mk_app (core, (wr_func){i}, NULL, 0);
  return wr_mk_like (core, e, args);
}

static void blind_functions (wr_core *core) { rebuild_all (core, blind); }

const struct plant plants[] = {{"a missing check of write permission", no_permission_check, 0},
                               {"a heap that is kept after exhale", heap_kept, 110},
                               {"a fraction compared the wrong way", wrong_sign, 0},
                               {"a function that does not depend on the heap", blind_functions, 90},
                               {"an inverse function without injectivity", no_injectivity, 0},
                               {0}};
