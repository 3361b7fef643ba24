/* vc/smtname.h -- names in SMT-LIB text. Names of the program may hold any byte; names that a solver might
   interpret as built-in get a trailing '@'. In names of the program, '!' and '@' are escaped, so names made here
   (L!3, S!0, C!1, e!7, N!9, x!v2, T@sort, x@4) never clash with them. */
#ifndef WR_VC_SMTNAME_H
#define WR_VC_SMTNAME_H

#include "core/core.h"

void wr_smt_name (wr_buf *out, wr_str name); /* function, field */
void wr_smt_constructor (
    wr_buf *out, wr_str name); /* never with bars, which cvc5 does not accept in (_ is |C|) */
void wr_smt_sort_name (wr_buf *out, wr_str name);   /* uninterpreted sort or datatype */
void wr_smt_incarnation (wr_buf *out, wr_str name); /* name@version */
void wr_smt_bound (wr_buf *out, wr_str name, uint32_t number);

#endif
