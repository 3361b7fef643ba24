/* cli/axioms_advice.h -- `axioms --advice`: sketches of tests for axioms that have none, each tried with the solver: it must be proved with all
   axioms, and not without the one that it is for.  If it is proved without it, the axiom is redundant, and what proves it are its partners. */
#ifndef WR_CLI_AXIOMS_ADVICE_H
#define WR_CLI_AXIOMS_ADVICE_H

#include "axioms/advice.h"
#include "axioms/suite.h"
#include "cli/options.h"

struct wr_advise_files {
  const char *const *logs;
  uint32_t log_count;
  const char *const *programs;
  uint32_t program_count;
};
/* Adds advice about the relation; the files are those of the suite. */
void wr_axioms_advise (const struct wr_options *options, const struct wr_suite_options *suite,
                       const struct wr_advise_files *files, wr_relation *relation,
                       wr_advice_list *list);

#endif
