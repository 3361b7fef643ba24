/* front/boogie/types.h -- types as values: equality, substitution, unification with inference variables.
   An inference variable (proxy) is either plain, a bitvector of at least some width (from `++` and
   extraction) or a map known only by its uses.  Proxies and types that mention them live in a scratch
   arena for one statement or clause; `bpl_typing_finish` gives the rest their defaults and moves every
   type noted with `bpl_typing_note` to the program's arena.

   Work is bounded: types beyond BPL_MAX_TYPE_WEIGHT nodes or BPL_MAX_TYPE_DEPTH levels (synonyms
   expanded) are refused, and one unification stops after BPL_MAX_TYPE_STEPS steps. */
#ifndef WR_FRONT_BOOGIE_TYPES_H
#define WR_FRONT_BOOGIE_TYPES_H

#include "base/map.h"
#include "base/vec.h"
#include "front/boogie/ast.h"

enum {
  BPL_MAX_TYPE_WEIGHT = 4096,
  BPL_MAX_TYPE_DEPTH = 200,
  BPL_MAX_TYPE_STEPS = 100000,
  BPL_MAX_BITS = 1 << 30 /* width of a bitvector */
};

/* -- without inference variables ------------------------------------------------------------------ */

/* The type behind synonyms and solved proxies. */
bpl_type *bpl_type_head (const bpl_type *type);

/* Equal up to synonyms and the names and order of a map's type parameters; every other parameter
   equals only itself.  An error type equals everything. */
bool bpl_type_equal (const bpl_type *a, const bpl_type *b);

/* Computes has_param, has_proxy, depth and weight from the parts.  False if a limit is exceeded. */
bool bpl_type_seal (bpl_type *type);

/* Whether `param` occurs free in `type`. */
bool bpl_type_mentions (const bpl_type *type, const bpl_tparam *param);

/* `type` with args[i] for params[i]; shares what does not change.  NULL if a limit is exceeded. */
bpl_type *bpl_type_substitute (wr_arena *arena, bpl_type *type, bpl_tparams params,
                               bpl_type *const *args);

/* -- inference ------------------------------------------------------------------------------------- */

typedef struct bpl_typing bpl_typing;

struct bpl_typing {
  wr_arena *arena;   /* of the program */
  wr_arena *scratch; /* proxies */
  wr_mark empty;
  wr_interner *symbols;
  bpl_type *error, *boolean, *integer, *real, *rmode, *string, *regex;
  wr_map bitvectors, floats; /* width -> type */
  wr_index made;             /* types moved to the program's arena, by structure */
  WR_VEC (bpl_type *) made_types;
  WR_VEC (bpl_type **) noted;           /* places whose type may mention proxies */
  WR_VEC (bpl_type *) proxies;          /* all of the current unit */
  WR_VEC (struct bpl_concat *) concats; /* all of the current unit */
  WR_VEC (struct bpl_concat *) dirty;   /* to propagate */
  uint32_t steps;
  bool too_large, flexible;
  WR_VEC (struct bpl_binding) bindings; /* of parameters, in a flexible unification */
};

struct bpl_binding {
  const bpl_tparam *param;
  bpl_type *type;
};

void bpl_typing_init (bpl_typing *typing, wr_arena *arena, wr_interner *symbols);
void bpl_typing_free (bpl_typing *typing);

bpl_type *bpl_bitvector (bpl_typing *typing, uint32_t bits);
bpl_type *bpl_float (bpl_typing *typing, uint32_t significand, uint32_t exponent);
bpl_type *bpl_proxy (bpl_typing *typing);
bpl_type *bpl_bitvector_proxy (bpl_typing *typing, uint32_t min_bits);
/* The type of a ++ b; NULL if one of them is not a bitvector. */
bpl_type *bpl_concat_type (bpl_typing *typing, bpl_type *a, bpl_type *b);

/* Makes a and b equal by solving proxies.  False if impossible; some proxies may be solved then. */
bool bpl_unify (bpl_typing *typing, bpl_type *a, bpl_type *b);
/* The same where type parameters may be instantiated, as in an equality; the instances are dropped. */
bool bpl_unifiable (bpl_typing *typing, bpl_type *a, bpl_type *b);

/* A use m[args] (and its result) of a map whose type is an unsolved proxy: checked when it is solved. */
struct bpl_map_use {
  bpl_type **args;
  uint32_t arg_count;
  bpl_type *result;
  bpl_types *type_args; /* filled when the map is known */
  struct bpl_map_use *next;
};
/* False if the proxy's other uses have another number of arguments or it is a bitvector. */
bool bpl_proxy_use (bpl_typing *typing, bpl_type *proxy, bpl_type **args, uint32_t arg_count,
                    bpl_type *result, bpl_types *type_args);

/* Fresh proxies for `params`; out->data lives in the arena. */
void bpl_instances (bpl_typing *typing, bpl_tparams params, bpl_types *out);
bpl_type *bpl_instantiate (bpl_typing *typing, bpl_type *type, bpl_tparams params,
                           const bpl_types *instances);

/* *place holds a type; if it mentions proxies it is replaced when the unit is finished. */
void bpl_typing_note (bpl_typing *typing, bpl_type **place);
/* Ends a unit: unsolved bitvectors get their least width, maps the type of their uses (or, when these
   differ, a polymorphic one that fits all of them), others int.  False if the widths of bitvectors
   cannot be made to agree. */
bool bpl_typing_finish (bpl_typing *typing);

#endif
