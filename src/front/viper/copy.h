/* front/viper/copy.h -- copies of trees that are not resolved yet: names refer to declarations by their text alone. */
#ifndef WR_FRONT_VIPER_COPY_H
#define WR_FRONT_VIPER_COPY_H

#include "front/viper/ast.h"

/* `budget` is the number of nodes that may still be made.  At 0 the copy is not complete, and the caller reports it. */
struct vpr_copier {
  wr_arena *arena;
  uint32_t budget;
};

vpr_expr *vpr_copy_expr (struct vpr_copier *c, const vpr_expr *e); /* NULL is allowed */
vpr_type *vpr_copy_type (struct vpr_copier *c, const vpr_type *t); /* NULL is allowed */
vpr_stmts vpr_copy_stmts (struct vpr_copier *c, vpr_stmts stmts);

#endif
