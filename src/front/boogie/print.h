/* front/boogie/print.h -- shared by print.c (statements, declarations) and print_expr.c. */
#ifndef WR_FRONT_BOOGIE_PRINT_H
#define WR_FRONT_BOOGIE_PRINT_H

#include "front/boogie/boogie.h"

struct bpl_printer {
  wr_buf *out;
  const wr_interner *symbols;
  uint32_t indent;
  bool escape_all; /* also words that may be names in most places */
};

void bpl_emit (struct bpl_printer *p, const char *text);
void bpl_emit_name (struct bpl_printer *p,
                    wr_symbol name); /* escaped where it is a word of Boogie */
void bpl_emit_names (struct bpl_printer *p, bpl_idents names);
void bpl_emit_type (struct bpl_printer *p, const bpl_type *type);
void bpl_emit_tparams (struct bpl_printer *p, bpl_tparams params); /* <a, b> or nothing */
void bpl_emit_expr (struct bpl_printer *p, const bpl_expr *e);
void bpl_emit_exprs (struct bpl_printer *p, const bpl_expr *const *exprs, uint32_t count);
void bpl_emit_attrs (struct bpl_printer *p, const bpl_attr *attrs); /* each followed by a blank */
void bpl_emit_vars (struct bpl_printer *p, bpl_vars vars,
                    bool own_attrs);                                     /* a, b: T where e, ... */
void bpl_emit_code (struct bpl_printer *p, const struct bpl_body *body); /* in print.c */

#endif
