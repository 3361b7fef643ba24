/* front/viper/unify.c -- unification of types with inference variables. */
#include "front/viper/unify.h"

#include "base/check.h"

/* The name of a variable in an exported type: number and what it belongs to. */
enum { NUMBER_BITS = 20, NUMBER_MASK = (1 << NUMBER_BITS) - 1, MAX_OWN = (1 << 11) - 1 };

void vpr_env_free (vpr_env *env) {
  WR_VEC_FREE (&env->bound);
  WR_VEC_FREE (&env->own);
  WR_VEC_FREE (&env->trail);
}

struct vpr_env_mark vpr_env_mark (const vpr_env *env) {
  return (struct vpr_env_mark){env->bound.len, env->trail.len};
}

void vpr_env_reset (vpr_env *env, struct vpr_env_mark mark) {
  while (env->trail.len > mark.trail) {
    struct vpr_undo undo = WR_VEC_POP (&env->trail);
    env->bound.data[undo.var] = NULL;
    env->own.data[undo.var] = undo.own;
  }
  env->bound.len = env->own.len = mark.vars;
}

vpr_type *vpr_env_fresh (vpr_env *env, uint32_t own) {
  uint32_t var = env->bound.len;
  WR_VEC_PUSH (&env->bound, (vpr_type *)NULL);
  WR_VEC_PUSH (&env->own, own);
  return vpr_type_variable (env->types, var);
}

/* -- walks ------------------------------------------------------------------------------------- */

struct walk {
  vpr_env *env;
  vpr_type *(*variable) (struct walk *walk, vpr_type *type);
  uint32_t base;
  WR_VEC (uint32_t) seen;
  vpr_decl *domain;
  bool open;
};

static vpr_type *rebuild (struct walk *walk, vpr_type *type) {
  if (!type->has_var) return type;
  if (type->kind == VPR_TYPE_VAR) return walk->variable (walk, type);
  vpr_type *few[4] = {0}, **parts = few;
  if (type->args.len > 4) parts = wr_alloc (type->args.len, sizeof *parts);
  for (uint32_t i = 0; i < type->args.len; i++) parts[i] = rebuild (walk, type->args.data[i]);
  vpr_type *result = vpr_type_with_args (walk->env->types, type, parts);
  if (parts != few) free (parts);
  return result;
}

static vpr_type *import_variable (struct walk *walk, vpr_type *type) {
  return vpr_type_variable (walk->env->types, walk->base + (type->param & NUMBER_MASK));
}

/* The number of variables of an exported type; *own gets what each belongs to, for at most `limit` of them. */
static uint32_t exported_vars (const vpr_type *type, uint32_t *own, uint32_t limit) {
  if (!type->has_var) return 0;
  if (type->kind == VPR_TYPE_VAR) {
    uint32_t number = type->param & NUMBER_MASK;
    if (number < limit) own[number] = type->param >> NUMBER_BITS;
    return number + 1;
  }
  uint32_t count = 0;
  for (uint32_t i = 0; i < type->args.len; i++) {
    uint32_t part = exported_vars (type->args.data[i], own, limit);
    if (part > count) count = part;
  }
  return count;
}

vpr_type *vpr_env_open (vpr_env *env, vpr_type *type) {
  enum { LIMIT = 32 };
  if (!type->has_var) return type;
  uint32_t own[LIMIT] = {0}, count = exported_vars (type, own, LIMIT);
  struct walk walk = {.env = env, .variable = import_variable, .base = env->bound.len};
  for (uint32_t i = 0; i < count; i++) vpr_env_fresh (env, i < LIMIT ? own[i] : 0);
  return rebuild (&walk, type);
}

static vpr_type *find (const vpr_env *env, vpr_type *type) {
  while (type->kind == VPR_TYPE_VAR && env->bound.data[type->param])
    type = env->bound.data[type->param];
  return type;
}

static vpr_type *export_variable (struct walk *walk, vpr_type *type) {
  vpr_type *meaning = find (walk->env, type);
  if (meaning->kind != VPR_TYPE_VAR) return rebuild (walk, meaning);
  uint32_t number = 0;
  while (number < walk->seen.len && walk->seen.data[number] != meaning->param) number++;
  if (number == walk->seen.len) WR_VEC_PUSH (&walk->seen, meaning->param);
  uint32_t own = walk->env->own.data[meaning->param];
  return vpr_type_variable (walk->env->types, number | (own <= MAX_OWN ? own : 0) << NUMBER_BITS);
}

vpr_type *vpr_env_export (vpr_env *env, vpr_type *type) {
  struct walk walk = {.env = env, .variable = export_variable};
  vpr_type *result = rebuild (&walk, type);
  WR_VEC_FREE (&walk.seen);
  return result;
}

static void bind (vpr_env *env, uint32_t var, vpr_type *meaning) {
  WR_VEC_PUSH (&env->trail, ((struct vpr_undo){var, env->own.data[var]}));
  env->bound.data[var] = meaning;
}

static vpr_type *close_variable (struct walk *walk, vpr_type *type) {
  vpr_type *meaning = find (walk->env, type);
  if (meaning->kind != VPR_TYPE_VAR) return rebuild (walk, meaning);
  uint32_t own = walk->env->own.data[meaning->param];
  vpr_type *chosen;
  if (own && walk->domain) {
    chosen = vpr_type_param (walk->env->types, walk->domain, own - 1);
  } else {
    chosen = vpr_type_basic (walk->env->types, VPR_TYPE_INT);
    walk->open = true;
  }
  bind (walk->env, meaning->param, chosen);
  return chosen;
}

vpr_type *vpr_env_close (vpr_env *env, vpr_type *type, vpr_decl *domain, bool *open) {
  struct walk walk = {.env = env, .variable = close_variable, .domain = domain};
  vpr_type *result = rebuild (&walk, type);
  *open |= walk.open;
  return result;
}

/* -- unification ------------------------------------------------------------------------------- */

static bool occurs (const vpr_env *env, uint32_t var, vpr_type *type) {
  if (!type->has_var) return false;
  type = find (env, type);
  if (type->kind == VPR_TYPE_VAR) return type->param == var;
  for (uint32_t i = 0; i < type->args.len; i++)
    if (occurs (env, var, type->args.data[i])) return true;
  return false;
}

static bool unify_variable (vpr_env *env, const vpr_type *variable, vpr_type *type) {
  uint32_t var = variable->param;
  if (!env->impure && !vpr_type_is_pure (type)) return false;
  if (type->kind == VPR_TYPE_VAR) {
    uint32_t own = env->own.data[var], other = type->param;
    bind (env, var, type);
    if (own && !env->own.data[other]) {
      WR_VEC_PUSH (&env->trail, ((struct vpr_undo){other, 0}));
      env->own.data[other] = own;
    }
    return true;
  }
  if (occurs (env, var, type)) return false;
  bind (env, var, type);
  return true;
}

bool vpr_unify (vpr_env *env, vpr_type *a, vpr_type *b) {
  if (++env->steps > VPR_MAX_UNIFY_STEPS) return false;
  a = find (env, a);
  b = find (env, b);
  if (a == b || a->kind == VPR_TYPE_ERROR || b->kind == VPR_TYPE_ERROR) return true;
  if (a->kind == VPR_TYPE_VAR) return unify_variable (env, a, b);
  if (b->kind == VPR_TYPE_VAR) return unify_variable (env, b, a);
  if (a->kind != b->kind || a->decl != b->decl || a->param != b->param ||
      a->args.len != b->args.len)
    return false;
  for (uint32_t i = 0; i < a->args.len; i++)
    if (!vpr_unify (env, a->args.data[i], b->args.data[i])) return false;
  return a->args.len > 0; /* basic types that are equal are equal pointers */
}

bool vpr_unify_use (vpr_env *env, vpr_type *wanted, vpr_type *actual) {
  wanted = find (env, wanted);
  actual = find (env, actual);
  if (wanted->kind != VPR_TYPE_IMPURE) return vpr_unify (env, wanted, actual);
  if (actual->kind != VPR_TYPE_VAR) return vpr_type_is_assertion (actual);
  return vpr_unify (env, vpr_type_basic (env->types, VPR_TYPE_BOOL), actual);
}
