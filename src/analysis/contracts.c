#include "analysis/contracts.h"

#include <stdlib.h>

static void add (struct wr_contracts *out, const wr_core *core, uint32_t procedure, uint32_t label,
                 bool ensures) {
  if (!label) return;
  bool has_body = core->procedures.data[procedure].has_body;
  WR_VEC_PUSH (&out->clauses, ((struct wr_contract_clause){procedure, label, ensures, has_body}));
}

static bool is_listed (const struct wr_procedure *procedure) {
  return procedure->ensures.len || procedure->requires_.len;
}

static int by_procedure (const void *a, const void *b) {
  const struct wr_contract_clause *x = a, *y = b;
  if (x->procedure != y->procedure) return x->procedure < y->procedure ? -1 : 1;
  return (x->label > y->label) - (x->label < y->label);
}

void wr_contracts_of (const wr_core *core, struct wr_contracts *out) {
  for (uint32_t p = 0; p < core->procedures.len; p++) {
    const struct wr_procedure *procedure = &core->procedures.data[p];
    for (uint32_t i = 0; i < procedure->requires_.len; i++)
      add (out, core, p, procedure->requires_.data[i].label.ix, false);
    for (uint32_t i = 0; i < procedure->ensures.len; i++)
      add (out, core, p, procedure->ensures.data[i].label.ix, true);
  }
  for (uint32_t i = 1; i < core->labels.infos.len; i++) {
    const struct wr_label_info *info = &core->labels.infos.data[i];
    bool ensures = info->role == WR_ROLE_ENSURES;
    if (info->clause.ix || !info->procedure || (!ensures && info->role != WR_ROLE_REQUIRES))
      continue;
    if (!is_listed (&core->procedures.data[info->procedure - 1]))
      add (out, core, info->procedure - 1, i, ensures);
  }
  if (out->clauses.len)
    qsort (out->clauses.data, out->clauses.len, sizeof *out->clauses.data, by_procedure);
}

uint32_t wr_contracts_first (const struct wr_contracts *all, uint32_t procedure) {
  uint32_t lo = 0, hi = all->clauses.len;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (all->clauses.data[mid].procedure < procedure)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}
