/* analysis/contracts.h -- the clauses of all contracts, as labels.  Procedures of core list their clauses, unless lowering writes
   contracts out in bodies; then a clause is a label alone. */
#ifndef WR_ANALYSIS_CONTRACTS_H
#define WR_ANALYSIS_CONTRACTS_H

#include "core/core.h"

struct wr_contract_clause {
  uint32_t procedure; /* index */
  uint32_t label;
  bool ensures; /* else a precondition */
  bool has_body;
};
struct wr_contracts {
  WR_VEC (struct wr_contract_clause) clauses; /* by procedure, then by label */
};

void wr_contracts_of (const wr_core *core, struct wr_contracts *out);
/* The first clause of the procedure. */
uint32_t wr_contracts_first (const struct wr_contracts *all, uint32_t procedure);

#endif
