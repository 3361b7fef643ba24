/* core/text.h -- core as a small language: printer, reader and checker (docs/reference/core.md).  Printing and
   reading back gives the same program, labels included. */
#ifndef WR_CORE_TEXT_H
#define WR_CORE_TEXT_H

#include "core/core.h"
#include "source/diag.h"

void wr_core_print (wr_buf *out, const wr_core *core);
void wr_core_print_expr (wr_buf *out, const wr_core *core, wr_expr e);
void wr_core_print_sort (wr_buf *out, const wr_core *core, wr_sort s);
void wr_core_print_name (wr_buf *out, const wr_core *core,
                         wr_symbol name); /* between bars if needed */
/* NULL when there were errors.  `file` is a file of `sources` that holds the text. */
wr_core *wr_core_read (wr_arena *arena, wr_interner *symbols, const wr_sources *sources,
                       uint32_t file, wr_diags *diags);
/* Aborts (WR_REQUIRE) with the offending item when the program is not well formed: sorts, scopes,
   arities, labels' roles, block targets, callees, clauses.  Runs after each pass in debug builds. */
void wr_core_check (const wr_core *core);
/* The same as a query: true if there is a problem, which `why` then describes. */
bool wr_core_problem (const wr_core *core, wr_buf *why);

#endif
