/* analysis/relevant.h -- the axioms that a procedure's proofs can use.  The solver instantiates an axiom only when the
   terms of one of its triggers are around; so from the functions of a procedure, and of the axioms that need no
   trigger, those that come in are found by closure.  The others cannot take part in any proof of it.  Each conjunct of an
   axiom has triggers of its own: of one that is said of all types, the instances come in one by one. */
#ifndef WR_ANALYSIS_RELEVANT_H
#define WR_ANALYSIS_RELEVANT_H

#include "base/bitset.h"
#include "flow/flow.h"

/* Which functions let which axioms in; made once per program. */
typedef struct wr_relevance wr_relevance;
wr_relevance *wr_relevance_new (const wr_core *core, wr_arena *arena);
void wr_relevance_free (wr_relevance *relevance);
/* Adds the labels of the axioms that the procedure can use to `out`. */
void wr_relevant_axioms (const wr_relevance *relevance, const wr_passive *passive, wr_bitset *out);

#endif
