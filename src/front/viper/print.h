/* front/viper/print.h -- trees as text that parses to the same tree.  Nothing is left out: a program with macros expanded and imports
   included is one text. */
#ifndef WR_FRONT_VIPER_PRINT_H
#define WR_FRONT_VIPER_PRINT_H

#include "front/front.h"
#include "front/viper/ast.h"

struct vpr_printer {
  wr_buf *out;
  const wr_interner *symbols;
  uint32_t indent;
  wr_printed_list *printed; /* what is printed is added; NULL: nobody asks */
};

/* The declarations, without those of built-in files, which are imported.  [print.c] */
void vpr_print_program (wr_buf *out, const vpr_program *program);
void vpr_print_places (wr_buf *out, const vpr_program *program, wr_printed_list *printed);
void vpr_print_expr (wr_buf *out, const wr_interner *symbols, const vpr_expr *e);

/* -- print_expr.c --------------------------------------------------------------------------------- */

void vpr_emit (struct vpr_printer *p, const char *text);
/* What was printed from this byte on is this text of the program. */
void vpr_emit_from (struct vpr_printer *p, wr_span from, size_t begin);
void vpr_emit_name (struct vpr_printer *p, wr_symbol name);
void vpr_emit_string (struct vpr_printer *p,
                      wr_str text); /* in quotes; any byte but a quote may be in it */
void vpr_emit_idents (struct vpr_printer *p, vpr_idents ids);
void vpr_emit_annots (struct vpr_printer *p, const vpr_annot *annots);
void vpr_emit_type (struct vpr_printer *p, const vpr_type *type);
void vpr_emit_vars (struct vpr_printer *p, vpr_vars vars);
/* In a place that takes expressions of this level of the grammar and tighter ones. */
void vpr_emit_expr (struct vpr_printer *p, const vpr_expr *e, uint32_t level);
void vpr_emit_exprs (struct vpr_printer *p, vpr_exprs exprs);

/* -- print_stmt.c --------------------------------------------------------------------------------- */

void vpr_emit_line (struct vpr_printer *p);
void vpr_emit_clauses (struct vpr_printer *p, const char *word, vpr_exprs clauses);
void vpr_emit_measures (struct vpr_printer *p, vpr_measures measures);
void vpr_emit_block (struct vpr_printer *p, vpr_stmts stmts);

#endif
