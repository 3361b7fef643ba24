/* analysis/relevant.h -- the axioms that a procedure's proofs can use.  The solver instantiates an axiom only if terms
   match one of its triggers.  The closure starts with the functions of the procedure and of the axioms without triggers, and adds
   each axiom whose triggers can be matched with the functions so far.  The other axioms cannot take part in any proof.  Each conjunct
   of an axiom has its own triggers and is added by itself, so that an axiom about all types adds only instances for types that occur. */
#ifndef WR_ANALYSIS_RELEVANT_H
#define WR_ANALYSIS_RELEVANT_H

#include "base/bitset.h"
#include "flow/flow.h"

/* The functions that each axiom needs to be instantiated; made once per program. */
typedef struct wr_relevance wr_relevance;
wr_relevance *wr_relevance_new (const wr_core *core, wr_arena *arena);
void wr_relevance_free (wr_relevance *relevance);
/* Adds the labels of the axioms that the procedure can use to `out`. */
void wr_relevant_axioms (const wr_relevance *relevance, const wr_passive *passive, wr_bitset *out);

#endif
