/* front/boogie/types.c -- types without inference: heads, sizes, occurrence, substitution. */
#include "front/boogie/types.h"

#include "base/check.h"

bpl_type *bpl_type_head (const bpl_type *type) {
  while ((type->kind == BPL_TYPE_SYNONYM || type->kind == BPL_TYPE_PROXY) && type->expansion)
    type = type->expansion;
  return (bpl_type *)type;
}

static void seal_part (bpl_type *type, const bpl_type *part) {
  type->has_param |= part->has_param;
  type->has_proxy |= part->has_proxy;
  if (type->depth <= part->depth) type->depth = (uint16_t)(part->depth + 1);
  type->weight += part->weight;
}

bool bpl_type_seal (bpl_type *type) {
  type->has_param = type->kind == BPL_TYPE_PARAM;
  type->has_proxy = type->kind == BPL_TYPE_PROXY;
  type->depth = 1;
  type->weight = 1;
  for (uint32_t i = 0; i < type->args.len; i++) {
    seal_part (type, type->args.data[i]);
    if (type->weight > BPL_MAX_TYPE_WEIGHT) return false;
  }
  if (type->result) seal_part (type, type->result);
  if (type->kind == BPL_TYPE_SYNONYM && type->expansion) seal_part (type, type->expansion);
  return type->weight <= BPL_MAX_TYPE_WEIGHT && type->depth <= BPL_MAX_TYPE_DEPTH;
}

static bool binds (const bpl_type *type, const bpl_tparam *param) {
  for (uint32_t i = 0; i < type->params.len; i++)
    if (type->params.data[i] == param) return true;
  return false;
}

bool bpl_type_mentions (const bpl_type *type, const bpl_tparam *param) {
  type = bpl_type_head (type);
  if (!type->has_param && !type->has_proxy) return false;
  if (type->kind == BPL_TYPE_PARAM) return type->param == param;
  if (binds (type, param)) return false;
  for (uint32_t i = 0; i < type->args.len; i++)
    if (bpl_type_mentions (type->args.data[i], param)) return true;
  return type->result && bpl_type_mentions (type->result, param);
}

/* -- substitution ---------------------------------------------------------------------------------- */

struct substitution {
  wr_arena *arena;
  bpl_tparams params;
  bpl_type *const *args;
  bool scratch, too_large;
};

static bpl_type *error_type (wr_arena *arena) {
  bpl_type *type = WR_NEW (arena, bpl_type, 1);
  bpl_type_seal (type);
  return type;
}

static bpl_type *substitute (struct substitution *s, bpl_type *type);

static bpl_type *param_instance (struct substitution *s, bpl_type *type) {
  for (uint32_t i = 0; i < s->params.len; i++)
    if (s->params.data[i] == type->param) return s->args[i];
  return type;
}

/* A copy of `type` with its parts replaced; `type` itself when no part changes. */
static bpl_type *substitute_parts (struct substitution *s, bpl_type *type) {
  bpl_type *copy = NULL;
  for (uint32_t i = 0; i < type->args.len; i++) {
    bpl_type *part = substitute (s, type->args.data[i]);
    if (part == type->args.data[i]) continue;
    if (!copy) {
      copy = wr_arena_copy (s->arena, type, 1, sizeof *type);
      copy->args.data =
          wr_arena_copy (s->arena, type->args.data, type->args.len, sizeof *type->args.data);
    }
    copy->args.data[i] = part;
  }
  bpl_type *result = type->result ? substitute (s, type->result) : NULL;
  bool synonym = type->kind == BPL_TYPE_SYNONYM && type->expansion;
  bpl_type *expansion = synonym ? substitute (s, type->expansion) : type->expansion;
  if (!copy && result == type->result && expansion == type->expansion) return type;
  if (!copy) copy = wr_arena_copy (s->arena, type, 1, sizeof *type);
  copy->result = result;
  copy->expansion = expansion;
  copy->span = (wr_span){0, 0, 0};
  if (!bpl_type_seal (copy)) {
    copy = error_type (s->arena);
    s->too_large = true;
  }
  copy->has_proxy |= s->scratch;
  return copy;
}

static bpl_type *substitute (struct substitution *s, bpl_type *type) {
  if (type->kind == BPL_TYPE_PROXY) return type->expansion ? substitute (s, type->expansion) : type;
  if (!type->has_param) return type;
  if (type->kind == BPL_TYPE_PARAM) return param_instance (s, type);
  return substitute_parts (s, type);
}

bpl_type *bpl_type_substitute (wr_arena *arena, bpl_type *type, bpl_tparams params,
                               bpl_type *const *args) {
  struct substitution s = {arena, params, args, false, false};
  bpl_type *result = params.len ? substitute (&s, type) : type;
  return s.too_large ? NULL : result;
}

bpl_type *bpl_instantiate (bpl_typing *typing, bpl_type *type, bpl_tparams params,
                           const bpl_types *instances) {
  struct substitution s = {typing->scratch, params, instances->data, true, false};
  bpl_type *result = params.len ? substitute (&s, type) : type;
  typing->too_large |= s.too_large;
  return result;
}
