/* front/viper/names.h -- the table of names, and what the files of name resolution share.  All global names share one name space.
   Scopes nest and no declaration hides another one: a name may not be declared in a scope when a scope around it declares the name
   too, even further down.  The table stays with the program: inference looks up destructors of ADTs in it. */
#ifndef WR_FRONT_VIPER_NAMES_H
#define WR_FRONT_VIPER_NAMES_H

#include "base/vec.h"
#include "front/viper/ast.h"
#include "front/viper/types.h"
#include "source/diag.h"

/* Constructor arguments of one name, of several ADTs. */
struct vpr_destructor {
  vpr_decl *constructor;
  vpr_var *var;
  struct vpr_destructor *next;
};

struct vpr_slot {
  vpr_decl *decl; /* the global one */
  struct vpr_destructor *destructors;
  vpr_var *var;      /* the visible one */
  vpr_var *last;     /* the last one that was declared under the name */
  uint32_t scope;    /* the number of its scope */
  vpr_decl *domain;  /* whose type parameter it is */
  uint32_t param;    /* its index */
  vpr_label *label;  /* of the current method */
  vpr_decl *labeled; /* that method */
};

typedef struct vpr_name_table {
  wr_interner *symbols;
  struct vpr_slot *slots; /* by symbol */
  uint32_t count;
  uint32_t scopes; /* how many were opened, in all phases */
} vpr_name_table;

/* Never NULL. */
struct vpr_slot *vpr_slot_of (vpr_name_table *names, wr_symbol name);

/* Resolves the declarations from number `first` on.  False: there were errors.  [resolve.c] */
bool vpr_resolve_from (vpr_program *program, uint32_t first, wr_diags *diags);

/* -- resolution -------------------------------------------------------------------------------- */

/* A piece of work on expressions. */
struct vpr_step {
  enum { VPR_STEP_EXPR, VPR_STEP_LET, VPR_STEP_LEAVE } kind;
  vpr_expr *expr;
};

struct vpr_frame {
  uint32_t mark;   /* of the undo log */
  uint32_t number; /* of the scope */
};

typedef struct vpr_resolver {
  vpr_program *program;
  wr_arena *arena;
  wr_interner *symbols;
  wr_diags *diags;
  vpr_name_table *names;
  vpr_type_table *types;
  WR_VEC (struct vpr_frame) frames;
  WR_VEC (wr_symbol) undo; /* names that become invisible */
  WR_VEC (struct vpr_step) steps;
  vpr_decl *member;    /* that is being resolved */
  uint32_t hints;      /* nearest names still offered */
  vpr_type *type_none; /* the error type */
} vpr_resolver;

/* scope.c */
void vpr_scope_enter (vpr_resolver *r);
void vpr_scope_leave (vpr_resolver *r);
void vpr_scope_bind (vpr_resolver *r, vpr_var *var); /* reports a clash */
void vpr_params_bind (vpr_resolver *r, vpr_decl *domain);
void vpr_params_unbind (vpr_resolver *r, const vpr_decl *domain);
const char *vpr_word (const vpr_resolver *r, wr_symbol name);

/* What a misspelt name may have meant. */
enum vpr_wanted { VPR_WANT_VAR, VPR_WANT_TYPE, VPR_WANT_CALL, VPR_WANT_FIELD };
/* hint.c: a note that names the nearest name, or says how something is written in Viper. */
void vpr_note_hint (vpr_resolver *r, wr_diag *diag, vpr_ident id, enum vpr_wanted wanted);

/* resolve_type.c: the interned type; the error type after an error */
vpr_type *vpr_resolve_type (vpr_resolver *r, vpr_type *written);

/* resolve_expr.c */
void vpr_resolve_expr (vpr_resolver *r, vpr_expr *expr);
void vpr_resolve_exprs (vpr_resolver *r, vpr_exprs exprs);
void vpr_resolve_measures (vpr_resolver *r, vpr_measures measures);
vpr_decl *vpr_resolve_field (vpr_resolver *r, vpr_ident id); /* of new(...) */

/* resolve_stmt.c */
void vpr_collect_labels (vpr_resolver *r, vpr_decl *method);
void vpr_resolve_body (vpr_resolver *r, vpr_stmts body);

/* resolve_decl.c */
void vpr_declare_from (vpr_resolver *r, uint32_t first); /* from this declaration on */
void vpr_resolve_decl (vpr_resolver *r, vpr_decl *decl);
void vpr_resolve_signature (vpr_resolver *r, vpr_decl *decl);

#endif
