/* front/boogie/resolve.h -- between the files of name resolution.  Names are looked up in one table
   indexed by symbol; scopes are an undo log.  Three name spaces besides type parameters: types;
   variables and constants; functions and datatype constructors; procedures. */
#ifndef WR_FRONT_BOOGIE_RESOLVE_H
#define WR_FRONT_BOOGIE_RESOLVE_H

#include "base/map.h"
#include "base/vec.h"
#include "front/boogie/boogie.h"
#include "front/boogie/types.h"

struct bpl_slot {
  bpl_var *var;
  bpl_decl *type, *function, *procedure;
  struct bpl_constructor *constructor;
  bpl_tparam *tparam;
  uint32_t level; /* of var: the scope that binds it */
};

struct bpl_undo {
  uint32_t symbol, level;
  bpl_var *var;
  bool tparam;
};

/* `from`, which is expanded at each use, mentions the function `to`. */
struct bpl_call_edge {
  bpl_decl *from, *to;
};

/* What an expression may mention. */
enum bpl_state { BPL_STATELESS, BPL_ONE_STATE, BPL_TWO_STATE };

typedef struct bpl_resolver {
  struct bpl_program *program;
  wr_arena *arena;
  wr_interner *symbols;
  wr_diags *diags;
  struct bpl_slot *slots;
  uint32_t slot_count, level;
  WR_VEC (struct bpl_undo) undo;
  WR_VEC (bpl_expr *) work;
  enum bpl_state state;
  bool in_trigger, in_pure;
  uint32_t serial;    /* of the trigger being resolved: bpl_var.mark */
  uint32_t hints;     /* nearest names still offered */
  wr_map ids;         /* {:id} of statements: text -> where */
  wr_map axiom_names; /* {:name} */
  wr_map assumed;     /* {:assumption} variables assigned so far */
  bpl_decl *function; /* whose body is being resolved and must not be recursive, or NULL */
  WR_VEC (struct bpl_call_edge) calls;
} bpl_resolver;

/* scope.c */
void bpl_scope_init (bpl_resolver *r);
void bpl_scope_free (bpl_resolver *r);
struct bpl_slot *bpl_slot_of (bpl_resolver *r, wr_symbol name);
uint32_t bpl_scope_enter (bpl_resolver *r); /* returns what bpl_scope_leave wants */
void bpl_scope_leave (bpl_resolver *r, uint32_t mark);
void bpl_scope_bind (bpl_resolver *r, bpl_var *var); /* reports duplicates in the same scope */
uint32_t bpl_tparams_bind (bpl_resolver *r, bpl_tparams params);
void bpl_tparams_unbind (bpl_resolver *r, uint32_t mark);
enum bpl_space { BPL_SPACE_TYPE, BPL_SPACE_VAR, BPL_SPACE_FUNCTION, BPL_SPACE_PROCEDURE };
/* A note that names the nearest declared name, if one is near. */
void bpl_note_nearest (bpl_resolver *r, wr_diag *diag, wr_symbol name, enum bpl_space space);
wr_span bpl_expr_place (const bpl_expr *expr); /* where errors about it are reported */
wr_span bpl_place (wr_span whole, uint32_t at);
const char *bpl_name (const bpl_resolver *r, wr_symbol name);
/* {:name} or {:name true}. */
bool bpl_attr_true (const wr_interner *symbols, const bpl_attr *attrs, const char *name);

/* resolve_type.c */
void bpl_resolve_type (bpl_resolver *r, bpl_type *type);
void bpl_resolve_synonyms (bpl_resolver *r);
void bpl_check_founded (bpl_resolver *r);
/* Each type parameter of a function, procedure or implementation must occur in an argument's or a result's
   type. */
void bpl_check_params_occur (bpl_resolver *r, const bpl_decl *decl);

/* resolve_expr.c */
void bpl_resolve_expr (bpl_resolver *r, bpl_expr *expr);
void bpl_resolve_attrs (bpl_resolver *r, bpl_attr *attrs);
bpl_var *bpl_resolve_var (bpl_resolver *r, bpl_ident id);

/* resolve_stmt.c */
void bpl_resolve_body (bpl_resolver *r, struct bpl_body *body, const bpl_decl *procedure);
void bpl_resolve_locals (bpl_resolver *r, bpl_vars locals);
void bpl_resolve_id (bpl_resolver *r, const bpl_attr *attrs, wr_span at);

/* resolve_decl.c */
void bpl_register (bpl_resolver *r);
void bpl_resolve_decl (bpl_resolver *r, bpl_decl *decl);

/* resolve_cycle.c */
void bpl_check_function_cycles (bpl_resolver *r);

#endif
