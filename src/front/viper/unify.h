/* front/viper/unify.h -- unification of types with inference variables.  An environment says what variables stand for; it can be set
   back to an earlier mark.  A variable may belong to a type parameter of the domain around the expression: if nothing determines it,
   it becomes that parameter. */
#ifndef WR_FRONT_VIPER_UNIFY_H
#define WR_FRONT_VIPER_UNIFY_H

#include "front/viper/types.h"

enum { VPR_MAX_UNIFY_STEPS = 1000000 }; /* of one expression; beyond, nothing unifies */

struct vpr_undo {
  uint32_t var, own;
};

typedef struct vpr_env {
  vpr_type_table *types;
  WR_VEC (vpr_type *) bound; /* by variable: its meaning, or NULL */
  WR_VEC (uint32_t) own;     /* by variable: 1 + the type parameter that it belongs to, or 0 */
  WR_VEC (struct vpr_undo) trail;
  uint32_t steps;
  bool impure; /* variables may stand for types of assertions */
} vpr_env;

struct vpr_env_mark {
  uint32_t vars, trail;
};

void vpr_env_free (vpr_env *env);
struct vpr_env_mark vpr_env_mark (const vpr_env *env);
void vpr_env_reset (vpr_env *env, struct vpr_env_mark mark);

vpr_type *vpr_env_fresh (vpr_env *env, uint32_t own);
/* An exported type with fresh variables for its own. */
vpr_type *vpr_env_open (vpr_env *env, vpr_type *type);
/* What the type means, with its open variables renamed to 0, 1, ... in order of occurrence.  The name keeps what a variable belongs to,
   so that equal types are equal pointers. */
vpr_type *vpr_env_export (vpr_env *env, vpr_type *type);
/* Gives the open variables in `type` their defaults: the type parameter of `domain` that they belong to, else Int, and then *open is
   set. */
vpr_type *vpr_env_close (vpr_env *env, vpr_type *type, vpr_decl *domain, bool *open);

bool vpr_unify (vpr_env *env, vpr_type *a, vpr_type *b);
/* Whether a value of type `actual` fits where `wanted` is wanted: assertions of all kinds fit Impure. */
bool vpr_unify_use (vpr_env *env, vpr_type *wanted, vpr_type *actual);

#endif
