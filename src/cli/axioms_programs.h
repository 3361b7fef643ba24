/* cli/axioms_programs.h -- the programs of a suite, measured for `warrant axioms`.  Each program is a job of its own process, so that all cores have work, and a program that
   ends its process costs itself only.  The order of the results is that of the paths. */
#ifndef WR_CLI_AXIOMS_PROGRAMS_H
#define WR_CLI_AXIOMS_PROGRAMS_H

#include "axioms/suite.h"
#include "cli/options.h"

/* Adds the tests of all programs to the relation, and searches for contradictions.  `finished`: how many were measured before the run was
   interrupted. */
enum wr_exit wr_axioms_programs (const struct wr_options *options,
                                 const struct wr_suite_options *suite, const char *const *paths,
                                 uint32_t count, wr_relation *relation, uint32_t *finished);

#endif
