/* vc/smttheory.h -- what both interfaces to Z3 (text and C) need to know about theories: how a builtin function is
   written, and in which groups datatypes are declared. */
#ifndef WR_VC_SMTTHEORY_H
#define WR_VC_SMTTHEORY_H

#include "core/core.h"

/* Writes a sort with the names of the text at hand. */
typedef void wr_sort_writer (void *ctx, wr_buf *out, wr_sort sort);

/* The head of an application of a BUILTIN function (or the whole of a constant).  Boogie's names for maps
   taken pointwise (MapConst, MapAdd, ...) become Z3's combinators, an empty sequence gets its sort. */
void wr_smt_builtin (wr_buf *out, const wr_core *core, wr_func func, wr_sort_writer *sort,
                     void *ctx);

/* Z3 knows some functions by names of its own: what the standard calls them.  Others as they are. */
wr_str wr_smt_standard_name (wr_str builtin);

/* Datatypes that mention each other, one group after the other, those that are mentioned first: indices
   into core->datatypes in `members`; where each group ends in `ends`. */
void wr_smt_datatype_groups (const wr_core *core, wr_u32s *members, wr_u32s *ends);

/* The terms of a trigger as Z3 4.8.12 needs them.  In a trigger of several terms it finds no instance of
   f(g(x)) when x is what the terms share; g(x) before it as a term of its own says the same. [trigger.c] */
void wr_smt_trigger (const wr_core *core, const uint32_t *exprs, uint32_t count, wr_u32s *out);

#endif
