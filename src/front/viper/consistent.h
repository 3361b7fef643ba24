/* front/viper/consistent.h -- between the files of consistency. */
#ifndef WR_FRONT_VIPER_CONSISTENT_H
#define WR_FRONT_VIPER_CONSISTENT_H

#include "front/viper/check.h"

typedef struct vpr_consistency {
  vpr_program *program;
  wr_diags *diags;
  wr_interner *symbols;
  bool in_script; /* of a magic wand */
} vpr_consistency;

const char *vpr_consistency_name (const vpr_consistency *c, wr_symbol name);

/* consistent_expr.c: an expression that is not part of another one */
void vpr_consistent_expr (vpr_consistency *c, const vpr_decl *member, vpr_expr *expr,
                          enum vpr_role role);
/* consistent_stmt.c: the body of a method, its expressions included */
void vpr_consistent_body (vpr_consistency *c, vpr_decl *method);
/* consistent_cycle.c: no function calls itself by way of its precondition */
void vpr_consistent_cycles (vpr_consistency *c);

#endif
