/* analysis/shares.h -- the proof coverage of all procedures at once: as wr_query_proof_coverage for the explicit goals of each, at a cost
   that follows what these goals rest on. */
#ifndef WR_ANALYSIS_SHARES_H
#define WR_ANALYSIS_SHARES_H

#include "analysis/graph.h"

/* `out`: one per procedure of the graph. */
void wr_proof_shares (const wr_graph *graph, struct wr_share *out);

#endif
