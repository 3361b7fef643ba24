/* axioms/parts.h -- parts of a reduction (axioms/reduce.h) as bytes: between processes, and in the cache.  Reading checks every length and index,
   because the bytes may come from anywhere. */
#ifndef WR_AXIOMS_PARTS_H
#define WR_AXIOMS_PARTS_H

#include "axioms/reduce.h"
#include "solve/answer.h"

void wr_axiom_set_write (wr_buf *out, const wr_bitset *set);
/* Members must be below `most`. */
void wr_axiom_set_read (struct wr_bytes *in, uint32_t most, wr_bitset *set);

/* What is found at the end only, such as strong coverage, is not written. */
void wr_axiom_part_write (wr_buf *out, const struct wr_axiom_reduction *part);
/* `in` is bad if the bytes are not of this form, or about other numbers of goals and axioms.  The part must be freed in either case. */
void wr_axiom_part_read (struct wr_bytes *in, uint32_t goals, uint32_t axioms,
                         struct wr_axiom_reduction *part);

#endif
