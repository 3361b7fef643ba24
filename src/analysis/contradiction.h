/* analysis/contradiction.h -- the contradictions of a run, each once: the contradictory facts, the point at which they
   contradict each other, and the goals and facts that are vacuous or unreachable because of it.  They come from vacuous goals
   and from probes (analysis/reach.h). */
#ifndef WR_ANALYSIS_CONTRADICTION_H
#define WR_ANALYSIS_CONTRADICTION_H

#include "analysis/cover.h"
#include "analysis/reach.h"

/* By the roles in the core. */
enum wr_contradiction_kind {
  WR_CONTRADICTION_AXIOMS, /* nothing but axioms and function bodies: the whole program is affected */
  WR_CONTRADICTION_FALSE,         /* a literal `assume false` */
  WR_CONTRADICTION_ASSUMPTIONS,   /* specifications and assumptions, no condition */
  WR_CONTRADICTION_SPECIFICATION, /* a branch that they make dead */
  WR_CONTRADICTION_CODE,          /* only conditions and code */
  WR_CONTRADICTION_FAILED,        /* follows from the assumed part of a goal that is not proved */
  WR_CONTRADICTION_CUT            /* nothing the user wrote, or a constant condition: on purpose */
};

struct wr_contradiction {
  enum wr_contradiction_kind kind;
  uint32_t body;
  uint32_t *core; /* labels, increasing */
  uint32_t core_count;
  struct wr_point point; /* everything below is unreachable */
  wr_u32s goals;         /* vacuous goals below it (numbers in the body), in order */
  wr_u32s facts;         /* labels of counted facts below it, in the order of the graph */
};
typedef WR_VEC (struct wr_contradiction) wr_contradictions;

/* By body and point.  Free with wr_contradictions_free. */
void wr_contradictions_of (const wr_cover *cover, wr_contradictions *out);
void wr_contradictions_free (wr_contradictions *list);

#endif
