/* Substitution: every reachable expression is rebuilt at most once per state (now, and below OLD). */
#include "core/build.h"

#include "base/check.h"
#include "core/memo.h"

/* A task and a key of the memo: handle << 1 | below OLD. A task on the stack is visited twice: first its parts are
   pushed, later they are done. */
struct task {
  uint32_t key;
  bool ready;
};

struct subst {
  wr_core *core;
  const wr_map *maps[2]; /* now, below OLD */
  wr_memo done;
  WR_VEC (struct task) stack;
  WR_VEC (wr_expr) args; /* scratch */
};

static void push (struct subst *s, uint32_t ix, uint32_t below_old) {
  uint32_t key = ix << 1 | below_old;
  if (!wr_memo_get (&s->done, key)) WR_VEC_PUSH (&s->stack, ((struct task){key, false}));
}

static wr_expr result_of (const struct subst *s, uint32_t ix, uint32_t below_old) {
  uint32_t result = wr_memo_get (&s->done, ix << 1 | below_old);
  WR_ASSERT (result);
  return (wr_expr){result};
}

static bool is_quantifier (const struct wr_expr_info *info) {
  return info->op == WR_OP_FORALL || info->op == WR_OP_EXISTS;
}

/* With a map for the old state OLD is eliminated; otherwise it stays. */
static bool enters_old (const struct subst *s, const struct wr_expr_info *info) {
  return info->op == WR_OP_OLD && s->maps[1];
}

static void push_parts (struct subst *s, const struct wr_expr_info *info, uint32_t below_old) {
  const uint32_t *pool = s->core->pool.data;
  if (info->op == WR_OP_OLD) {
    if (s->maps[1]) push (s, pool[info->first], 1);
    return;
  }
  for (uint32_t i = info->count; i-- > 0;) push (s, pool[info->first + i], below_old);
  if (!is_quantifier (info)) return;
  const struct wr_binder *binder = &s->core->binders.data[info->data];
  for (uint32_t i = binder->nopat_count; i-- > 0;) {
    push (s, pool[binder->first_nopat + i], below_old);
  }
  for (uint32_t i = binder->trigger_count; i-- > 0;) {
    const uint32_t *pair = pool + binder->first_trigger + 2 * i;
    for (uint32_t j = pair[1]; j-- > 0;) push (s, pool[pair[0] + j], below_old);
  }
}

/* Replaces a list of expressions in s->args from `first` on; true if one of them changed. */
static bool replace_list (struct subst *s, uint32_t pool_first, uint32_t count,
                          uint32_t below_old) {
  bool changed = false;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t ix = s->core->pool.data[pool_first + i];
    wr_expr e = result_of (s, ix, below_old);
    changed |= e.ix != ix;
    WR_VEC_PUSH (&s->args, e);
  }
  return changed;
}

static void assert_unbound (const struct subst *s, const struct wr_binder *binder) {
  for (uint32_t i = 0; i < binder->var_count; i++) {
    uint32_t var = s->core->pool.data[binder->first_var + i];
    WR_ASSERT (!s->maps[0] || !wr_map_has (s->maps[0], var));
    WR_ASSERT (!s->maps[1] || !wr_map_has (s->maps[1], var));
    (void)var;
  }
}

static wr_expr rebuild_quantifier (struct subst *s, wr_expr e, uint32_t below_old) {
  wr_core *core = s->core;
  struct wr_expr_info info = *wr_expr_info (core, e);
  struct wr_binder binder = core->binders.data[info.data];
  assert_unbound (s, &binder);
  bool changed = replace_list (s, info.first, 1, below_old);
  for (uint32_t i = 0; i < binder.trigger_count; i++) {
    const uint32_t *pair = core->pool.data + binder.first_trigger + 2 * i;
    changed |= replace_list (s, pair[0], pair[1], below_old);
  }
  changed |= replace_list (s, binder.first_nopat, binder.nopat_count, below_old);
  return changed ? wr_mk_quantifier_like (core, e, s->args.data) : e;
}

static wr_expr rebuild_let (struct subst *s, const struct wr_expr_info *info) {
  struct wr_binder binder = s->core->binders.data[info->data];
  assert_unbound (s, &binder);
  WR_VEC (wr_var) vars = {0};
  for (uint32_t i = 0; i < binder.var_count; i++) {
    WR_VEC_PUSH (&vars, (wr_var){s->core->pool.data[binder.first_var + i]});
  }
  wr_expr e = wr_mk_let (s->core, vars.data, s->args.data, vars.len, s->args.data[vars.len]);
  WR_VEC_FREE (&vars);
  return e;
}

static wr_expr rebuild (struct subst *s, wr_expr e, uint32_t below_old) {
  wr_core *core = s->core;
  struct wr_expr_info info = *wr_expr_info (core, e);
  s->args.len = 0;
  if (info.op == WR_OP_VAR) {
    const wr_map *map = s->maps[below_old];
    return map ? (wr_expr){(uint32_t)wr_map_or (map, info.data, e.ix)} : e;
  }
  if (enters_old (s, &info)) return result_of (s, core->pool.data[info.first], 1);
  if (info.op == WR_OP_OLD) return e;
  if (is_quantifier (&info)) return rebuild_quantifier (s, e, below_old);
  if (!replace_list (s, info.first, info.count, below_old)) return e;
  if (info.op == WR_OP_LET) return rebuild_let (s, &info);
  return wr_mk_like (core, e, s->args.data);
}

wr_expr wr_substitute (wr_core *core, wr_expr e, const wr_map *map, const wr_map *old_map) {
  struct subst s = {.core = core, .maps = {map, old_map}};
  push (&s, e.ix, 0);
  while (s.stack.len) {
    struct task *task = &WR_VEC_LAST (&s.stack);
    uint32_t ix = task->key >> 1, below_old = task->key & 1;
    if (!task->ready) {
      task->ready = true;
      if (!wr_memo_get (&s.done, task->key)) push_parts (&s, &core->exprs.data[ix], below_old);
      continue;
    }
    uint32_t key = WR_VEC_POP (&s.stack).key;
    if (wr_memo_get (&s.done, key)) continue;
    wr_memo_put (&s.done, key, rebuild (&s, (wr_expr){ix}, below_old).ix);
  }
  wr_expr result = result_of (&s, e.ix, 0);
  WR_VEC_FREE (&s.stack);
  WR_VEC_FREE (&s.args);
  wr_memo_free (&s.done);
  return result;
}
