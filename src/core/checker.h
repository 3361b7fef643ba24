/* core/checker.h -- inside the checker of core programs. The first problem found is kept, with the item it is
   about; every function returns true if there is no problem. */
#ifndef WR_CORE_CHECKER_H
#define WR_CORE_CHECKER_H

#include "core/build.h"

enum {
  /* The limit on work with sets of free bound variables; beyond it, scopes are not checked. */
  WR_CHECK_SCOPE_BUDGET = 20000000
};

enum wr_scope_rule {
  WR_SCOPE_CLOSED,  /* axioms: no variables of the program */
  WR_SCOPE_GLOBALS, /* and no parameters */
  WR_SCOPE_BEFORE,  /* requires: globals, in-parameters */
  WR_SCOPE_AFTER    /* ensures: globals, parameters, old */
};

struct wr_checker {
  const wr_core *core;
  wr_buf *why;
  wr_buf item;      /* what is being looked at */
  wr_u32s owners;   /* per variable: 1 for globals, or the number of the scope that declares it */
  wr_u32s modified; /* per variable: the body whose procedure lists it in modifies */
  uint32_t scope;   /* number of the current scope; 1: the program */
  uint64_t budget;
};

__attribute__ ((format (printf, 2, 3))) bool wr_check_bad (struct wr_checker *c, const char *fmt,
                                                           ...);
__attribute__ ((format (printf, 2, 3))) void wr_check_item (struct wr_checker *c, const char *fmt,
                                                            ...);
const char *wr_check_text (const struct wr_checker *c, wr_symbol name);

/* The tables of sorts and expressions. */
bool wr_check_tables (struct wr_checker *c);
/* An expression of the given sort (0: any) whose variables are in scope. */
bool wr_check_expr (struct wr_checker *c, wr_expr e, wr_sort sort, enum wr_scope_rule rule);
bool wr_check_condition (struct wr_checker *c, wr_expr e, enum wr_scope_rule rule);
bool wr_check_clauses (struct wr_checker *c, const wr_clauses *clauses, const char *what,
                       enum wr_role role, enum wr_scope_rule rule);
bool wr_check_label (struct wr_checker *c, wr_label label, enum wr_role role);
/* Variables become visible in the current scope; they must be of the kind. */
bool wr_check_declare (struct wr_checker *c, const wr_var *vars, uint32_t count,
                       enum wr_var_kind kind);
bool wr_check_wheres (struct wr_checker *c, const wr_var *vars, uint32_t count,
                      enum wr_scope_rule rule);
bool wr_check_body (struct wr_checker *c, const struct wr_body *body);

#endif
