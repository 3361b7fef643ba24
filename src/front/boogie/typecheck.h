/* front/boogie/typecheck.h -- between the files of the type checker.  Expressions are typed bottom up; each
   statement, clause, axiom and function body is a unit of inference (types.h). */
#ifndef WR_FRONT_BOOGIE_TYPECHECK_H
#define WR_FRONT_BOOGIE_TYPECHECK_H

#include "front/boogie/boogie.h"
#include "front/boogie/types.h"

/* A node to be typed; `ready` when its arguments are. */
struct bpl_visit {
  bpl_expr *expr;
  bool ready;
};

typedef struct bpl_checker {
  struct bpl_program *program;
  wr_arena *arena;
  wr_interner *symbols;
  wr_diags *diags;
  bpl_typing typing;
  WR_VEC (struct bpl_visit) work;
  wr_map self_types;         /* datatype without parameters -> its type */
  const bpl_decl *procedure; /* whose body or clauses are checked, or NULL */
  uint32_t frame;            /* bpl_var.mark of the globals that it may modify */
} bpl_checker;

/* typecheck_expr.c */
void bpl_check_expr (bpl_checker *c, bpl_expr *expr); /* fills expr->type */
void bpl_check_attrs (bpl_checker *c, bpl_attr *attrs);
/* The expression is boolean; `what` names its role in the message, which stands at `at`. */
void bpl_check_bool (bpl_checker *c, bpl_expr *expr, wr_span at, const char *what);
void bpl_set_type (bpl_checker *c, bpl_expr *expr, bpl_type *type);
/* Ends the unit that began at `at`. */
void bpl_end_unit (bpl_checker *c, wr_span at);

/* typecheck_op.c: the type of the node; its arguments are typed */
bpl_type *bpl_type_of_unary (bpl_checker *c, bpl_expr *e);
bpl_type *bpl_type_of_binary (bpl_checker *c, bpl_expr *e);
bpl_type *bpl_type_of_extract (bpl_checker *c, bpl_expr *e);
bpl_type *bpl_type_of_float (bpl_checker *c, const bpl_expr *e);

/* typecheck_apply.c */
bpl_type *bpl_type_of_call (bpl_checker *c, bpl_expr *e);
/* m[index]: the result; type_args gets the instances.  `what` for messages; `at` is where m stands. */
bpl_type *bpl_type_of_index (bpl_checker *c, bpl_type *map, bpl_expr *const *index, uint32_t count,
                             bpl_types *type_args, wr_span at, const char *what);
bpl_type *bpl_type_of_store (bpl_checker *c, bpl_expr *e);
bpl_type *bpl_type_of_is (bpl_checker *c, bpl_expr *e);
bpl_type *bpl_type_of_field (bpl_checker *c, bpl_type *type, bpl_ident field, wr_span at,
                             struct bpl_constructor **constructor, uint32_t *ix);
/* A datatype applied to type arguments. */
bpl_type *bpl_data_type (bpl_checker *c, bpl_decl *datatype, bpl_types args);
bool bpl_is_mismatch (bpl_checker *c, bpl_type *want, bpl_type *got);

/* typecheck_stmt.c */
void bpl_check_body (bpl_checker *c, struct bpl_body *body);
void bpl_check_locals (bpl_checker *c, bpl_vars locals);

/* typecheck_measure.c */
void bpl_check_measures (bpl_checker *c, const bpl_decl *decl);

/* typecheck.c: text for messages, in the arena */
const char *bpl_show_type (bpl_checker *c, const bpl_type *type);
const char *bpl_show_name (const bpl_checker *c, wr_symbol name);

#endif
