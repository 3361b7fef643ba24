/* Functions: bodies, closures and values from the oracle. */
#include "exec/machine.h"

#include "core/build.h"

enum { MAX_TABLE = 4096 }; /* indices up to which a lambda becomes a table */

/* -- remembered values ------------------------------------------------------------------------- */

struct memo_probe {
  const wr_machine *m;
  uint32_t key, data, count;
  const wr_value *const *args;
};

static bool same_memo (const void *ctx, uint32_t item) {
  const struct memo_probe *probe = ctx;
  const struct memo *memo = &probe->m->memos.data[item];
  if (memo->key != probe->key || memo->data != probe->data || memo->count != probe->count) {
    return false;
  }
  for (uint32_t i = 0; i < probe->count; i++) {
    if (memo->args[i] != probe->args[i]) return false;
  }
  return true;
}

const wr_value *wr_x_memo_get (wr_machine *m, uint32_t key, uint32_t data,
                               const wr_value *const *args, uint32_t count, uint64_t *hash) {
  *hash = wr_hash_mix (wr_hash_mix (key, data), count);
  for (uint32_t i = 0; i < count; i++) *hash = wr_hash_mix (*hash, args[i]->id);
  struct memo_probe probe = {m, key, data, count, args};
  uint32_t found = wr_index_find (&m->memo_index, *hash, same_memo, &probe);
  return found == UINT32_MAX ? NULL : m->memos.data[found].result;
}

void wr_x_memo_put (wr_machine *m, uint32_t key, uint32_t data, const wr_value *const *args,
                    uint32_t count, uint64_t hash, const wr_value *result) {
  struct memo memo = {.key = key, .data = data, .count = count, .result = result};
  memo.args = wr_alloc (count + 1u, sizeof *memo.args);
  for (uint32_t i = 0; i < count; i++) memo.args[i] = args[i];
  wr_index_add (&m->memo_index, hash, m->memos.len);
  WR_VEC_PUSH (&m->memos, memo);
}

/* -- application ------------------------------------------------------------------------------- */

static const wr_value *ask (wr_machine *m, wr_func func, const wr_value **args, uint32_t count) {
  const struct wr_oracle *oracle = &m->options.oracle;
  uint64_t hash;
  const wr_value *known = wr_x_memo_get (m, func.ix, 0, args, count, &hash);
  if (known) return known;
  for (uint32_t i = 0; i < count; i++) {
    if (args[i]->open) return wr_x_undecided (m, "a function of a map given by a lambda");
  }
  if (!oracle->function || m->quiet) return wr_x_undecided (m, "a function without a body");
  const wr_value *v = oracle->function (oracle->ctx, m, func, args, count);
  if (!v) return wr_x_undecided (m, "a function without a body");
  wr_x_memo_put (m, func.ix, 0, args, count, hash, v);
  return v;
}

static const wr_value *unfold (wr_machine *m, wr_func func, const wr_value **args, uint32_t count,
                               bool remember) {
  const struct wr_func_info *info = wr_func_info (m->core, func);
  uint64_t hash = 0;
  for (uint32_t i = 0; i < count; i++) remember = remember && args[i];
  const wr_value *v = remember ? wr_x_memo_get (m, func.ix, 0, args, count, &hash) : NULL;
  if (v) return v;
  if (m->unfolded >= m->options.max_depth)
    return wr_x_undecided (m, "a function recursing too deeply");
  struct saved saved;
  bool in_old = m->in_old;
  m->in_old = false;
  m->unfolded++;
  wr_x_bind (m, &saved, info->params.data, args, count);
  v = wr_x_eval (m, info->body);
  wr_x_unbind (m, &saved, info->params.data, count);
  m->unfolded--;
  m->in_old = in_old;
  if (v && remember) wr_x_memo_put (m, func.ix, 0, args, count, hash, v);
  return v;
}

const wr_value *wr_x_apply_closure (wr_machine *m, const wr_value *closure,
                                    const wr_value *const *index, uint32_t count) {
  const struct wr_func_info *info = wr_func_info (m->core, closure->closure.func);
  if (m->unfolded >= m->options.max_depth)
    return wr_x_undecided (m, "a lambda recursing too deeply");
  if (info->params.len != closure->closure.count || info->indices.len != count) {
    return wr_x_undecided (m, "a lambda without a body");
  }
  struct saved params, indices;
  m->unfolded++;
  wr_x_bind (m, &params, info->params.data, closure->closure.args, info->params.len);
  wr_x_bind (m, &indices, info->indices.data, index, count);
  const wr_value *v = wr_x_eval (m, info->body);
  wr_x_unbind (m, &indices, info->indices.data, count);
  wr_x_unbind (m, &params, info->params.data, info->params.len);
  m->unfolded--;
  return v;
}

/* A lambda over a small domain is its table; over another one, or where an entry is undecided, it stays
   a closure. */
static const wr_value *lambda (wr_machine *m, wr_func func, const wr_value **args, uint32_t count) {
  const wr_value *closure = wr_x_value_closure (m, func, args, count), *table = NULL;
  uint64_t size = wr_x_map_domain_size (m, closure->sort);
  if (size == 0 || size > MAX_TABLE) return closure;
  value_list index = {0};
  for (uint64_t i = 0; i < size; i++) {
    WR_VEC_CLEAR (&index);
    wr_x_map_domain_index (m, closure->sort, i, &index);
    const wr_value *v = wr_x_apply_closure (m, closure, index.data, index.len);
    if (!v) table = NULL;
    if (!v) break;
    if (i == 0)
      table = wr_value_map (m, closure->sort, v);
    else
      table = wr_value_store (m, table, index.data, index.len, v);
  }
  WR_VEC_FREE (&index);
  return table ? table : closure;
}

const wr_value *wr_x_eval_app (wr_machine *m, wr_func func, const wr_value **args, uint32_t count) {
  const struct wr_func_info *info = wr_func_info (m->core, func);
  bool has_body = info->body.ix && info->params.len == count;
  if (has_body && info->kind == WR_FUNC_DEFINED) return unfold (m, func, args, count, false);
  if (has_body && info->kind == WR_FUNC_AXIOM) {
    return unfold (m, func, args, count, info->recursive);
  }
  for (uint32_t i = 0; i < count; i++) {
    if (!args[i]) return NULL;
  }
  if (has_body && info->kind == WR_FUNC_LAMBDA) return lambda (m, func, args, count);
  if (info->kind == WR_FUNC_BUILTIN) return wr_x_eval_builtin (m, func, args, count);
  return ask (m, func, args, count);
}
