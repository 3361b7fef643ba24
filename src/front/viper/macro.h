/* front/viper/macro.h -- the expansion of macros, on the tree, before names are resolved.  A use is replaced by a copy of the macro's
   body in which arguments stand for parameters and macros are expanded in turn.  Names that the body declares are changed where they
   are declared around the use too.  Every node of an expansion has the place of the outermost use, and keeps its own as `origin`. */
#ifndef WR_FRONT_VIPER_MACRO_H
#define WR_FRONT_VIPER_MACRO_H

#include "base/bitset.h"
#include "base/map.h"
#include "base/vec.h"
#include "front/viper/copy.h"
#include "front/viper/viper.h"

/* A name that a body declares, and what it is called in this expansion. */
struct vpr_rename {
  wr_symbol from, to;
};

/* One use of a macro that is being expanded. */
struct vpr_use {
  const vpr_decl *macro;
  vpr_exprs args;  /* expanded */
  vpr_types types; /* a use as a type: expanded */
  wr_bitset taken; /* arguments that stand in the expansion; further ones are copies */
  WR_VEC (struct vpr_rename) renames; /* in effect at the current place, the latest last */
  uint32_t bound, scope;              /* lengths of `bound` and `scope` before the use */
  struct vpr_use *around;             /* the use whose body this one stands in */
};

struct vpr_macros {
  vpr_program *program;
  wr_diags *diags;
  struct vpr_copier copier;
  WR_VEC (vpr_decl *) all; /* macros; the maps say which of them has a name */
  wr_map globals, locals;
  wr_bitset declared;       /* symbols: the names of the program and of the member */
  WR_VEC (wr_symbol) added; /* to `declared` by the member */
  WR_VEC (wr_symbol) scope; /* names that expansions declare around the current place */
  WR_VEC (wr_symbol) bound; /* variables of binders in the current body */
  struct vpr_use *use;      /* NULL: outside of macros */
  uint32_t depth;           /* of uses */
  uint32_t levels, blocks;  /* of the recursion: expressions and types, statements */
  vpr_decl *member;         /* in which macros are expanded */
  wr_span at;               /* of the outermost use */
  bool failed;              /* an error was reported: expansion ends */
};

/* Expands the macros of a program; a program without errors has none left.  [macro.c] */
void vpr_expand_macros (vpr_program *program, wr_diags *diags);

/* Reports at a place and ends the expansion. */
__attribute__ ((format (printf, 4, 5))) void
vpr_macro_error (struct vpr_macros *m, enum wr_code code, wr_span at, const char *fmt, ...);
/* The macro of this name, or NULL.  [macro.c] */
vpr_decl *vpr_macro_named (const struct vpr_macros *m, wr_symbol name);
wr_str vpr_macro_text (const struct vpr_macros *m, wr_symbol name);

/* -- hygiene.c: declared names and hygiene ----------------------------------------------------------- */

void vpr_take_name (struct vpr_macros *m, wr_symbol name);
bool vpr_name_taken (const struct vpr_macros *m, wr_symbol name);
/* Declares what the body of a member declares: variables, bound variables, labels. */
void vpr_take_names_of (struct vpr_macros *m, const vpr_expr *e);
void vpr_take_names_in (struct vpr_macros *m, vpr_stmts stmts);
/* The name of a declaration of the current body, changed if it must be; it is in scope from now on. */
wr_symbol vpr_declare_in_use (struct vpr_macros *m, wr_symbol name);
wr_symbol vpr_renamed (const struct vpr_macros *m, wr_symbol name);
/* A scope of the current body ends: what was declared in it is not known any more. */
struct vpr_scope {
  uint32_t names, renames, bound;
};
struct vpr_scope vpr_open_scope (const struct vpr_macros *m);
void vpr_close_scope (struct vpr_macros *m, struct vpr_scope scope);
/* Does a body mention a parameter? */
bool vpr_mentions (const vpr_decl *macro, wr_symbol param);

/* -- expand.c: uses --------------------------------------------------------------------------------- */

/* The index of a parameter of the macro that is being expanded; UINT32_MAX: the name is none, or a binder hides it. */
uint32_t vpr_param_of (const struct vpr_macros *m, wr_symbol name);
/* The place and the origin of a node of an expansion. */
void vpr_relocate (const struct vpr_macros *m, wr_span *span, wr_span *origin);
/* An identifier that is no expression: a parameter becomes the name that the argument is. */
void vpr_expand_ident (struct vpr_macros *m, vpr_ident *id);
/* The same for a label or a variable, whose name the expansion may change. */
void vpr_expand_label (struct vpr_macros *m, vpr_ident *id);
/* One level deeper; false (reported) at the limit.  The caller always decrements m->levels. */
bool vpr_enter_level (struct vpr_macros *m, wr_span at);
/* Enters the body of a macro; false: there is an error.  The caller always leaves. */
bool vpr_enter_use (struct vpr_macros *m, struct vpr_use *use, wr_span at);
void vpr_leave_use (struct vpr_macros *m, struct vpr_use *use);
/* Checks the number of arguments. */
bool vpr_check_use (struct vpr_macros *m, const vpr_decl *macro, const vpr_expr *use);

vpr_type *vpr_expand_type (struct vpr_macros *m,
                           vpr_type *t); /* NULL is allowed; [expand_type.c] */
vpr_expr *vpr_expand_expr (struct vpr_macros *m,
                           vpr_expr *e); /* NULL is allowed; [expand_expr.c] */
void vpr_expand_exprs (struct vpr_macros *m, vpr_exprs exprs);
void vpr_expand_vars (struct vpr_macros *m, vpr_vars vars);
void vpr_expand_measures (struct vpr_macros *m, vpr_measures measures);
void vpr_expand_stmts (struct vpr_macros *m, vpr_stmts *stmts); /* [expand_stmt.c] */

#endif
