/* analysis/progress.h -- how far the verification of a program has come, measured on its dependency graph.

   A source is an element that the user wrote: a statement, a call with all its effects, a conjunct of a specification.  The nodes of the
   graph are joined to sources only after the walk.  The dependencies of a source are the sources of the facts that its goals rest on:
   those below (in its own procedure and in callees), and those above (what establishes its preconditions at the calls of its procedure).
   The source itself is not among them; a postcondition of a callee is, beside the call.

   Obligations are sources with goals, except preconditions.  The quality of an obligation is the share of its dependencies that are no
   claims (core/labeltype.h); 0 if it is not proved, or a postcondition that no body proves.  An obligation that rests on nothing has no
   quality, and neither has one that is proved but not explained.

     proof quality          the mean of the qualities; 1 if there are none
     specification quality  the share of the sources that are code and on which some obligation rests; 1 if there is no code
     progress               their product

   Guidance: what to prove next.  An obligation of N that rests on n sources gives each claim among them 1 / (n N); one of quality 0
   gives itself 1 / N. */
#ifndef WR_ANALYSIS_PROGRESS_H
#define WR_ANALYSIS_PROGRESS_H

#include "analysis/graph.h"

#include <gmp.h>

/* An obligation. */
struct wr_obligation {
  uint32_t node;    /* one of its goals; of a postcondition without a body: its fact */
  uint32_t sources; /* that it rests on */
  uint32_t claims;  /* among them */
  bool zero;        /* not proved, or a postcondition that no body proves */
  bool unexplained; /* proved, but it is not known what it rests on */
};

/* A source that is worth proving, or that is not proved. */
struct wr_guide {
  uint32_t node;
  uint32_t obligations; /* that rest on it; with itself if its quality is 0 */
  double weight;
  uint32_t rank; /* from 1; equal weights have equal ranks */
  mpq_t exact;   /* the weight */
};

struct wr_headway {
  WR_VEC (struct wr_obligation) obligations; /* in the order of nodes */
  WR_VEC (struct wr_guide) guides;           /* by falling weight */
  wr_u32s code;      /* a node of each source that is code, in the order of nodes */
  wr_u32s uncovered; /* those of them on which no obligation rests */
  uint32_t rated;    /* obligations that have a quality */
  uint32_t perfect;  /* those of quality 1 */
  mpq_t proof, specification, progress;
};

/* `asked`: only obligations and code with a node among these; NULL: all. */
void wr_headway_of (const wr_graph *graph, const wr_bitset *asked, struct wr_headway *out);
void wr_headway_free (struct wr_headway *progress);

#endif
