/* solve/budgets.h -- every budget and tuned number of solving and explaining, in one table (solve/budgets.def).  They travel with
   the solver's options, so that two runs in one process can differ. */
#ifndef WR_SOLVE_BUDGETS_H
#define WR_SOLVE_BUDGETS_H

#include "base/str.h"

struct wr_budgets {
#define X(name, value, least, most, help) uint64_t name;
#include "solve/budgets.def"
#undef X
};

extern const struct wr_budgets wr_default_budgets;

struct wr_budget_info {
  const char *name, *help;
  uint64_t value, least, most; /* value: the default */
};
uint32_t wr_budget_count (void);
const struct wr_budget_info *wr_budget_info (uint32_t i);

/* Sets one from "NAME=VALUE".  False: there is no such budget, or the value is out of range; `problem` says which. */
bool wr_budgets_set (struct wr_budgets *budgets, const char *text, wr_buf *problem);
/* All values as bytes, for the keys of caches. */
wr_str wr_budgets_key (const struct wr_budgets *budgets);

#endif
