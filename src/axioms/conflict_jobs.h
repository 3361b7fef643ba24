/* axioms/conflict_jobs.h -- contradictions among the axioms of a suite, looked for in worker processes.  A text that has been searched is cached.
   Which files are searched says axioms/conflict_plan.h. */
#ifndef WR_AXIOMS_CONFLICT_JOBS_H
#define WR_AXIOMS_CONFLICT_JOBS_H

#include "axioms/goaltext.h"
#include "axioms/identity.h"
#include "axioms/log.h"
#include "axioms/relation.h"
#include "base/cancel.h"

struct wr_conflict_job {
  wr_str path;
  wr_buf text;              /* an SMT-LIB text with the axioms alone, and one check */
  WR_VEC (uint64_t) hashes; /* per assertion: the identity of its axiom; 0: it is no axiom */
};
typedef WR_VEC (struct wr_conflict_job) wr_conflict_jobs;
void wr_conflict_jobs_free (wr_conflict_jobs *jobs);

/* A search in the check of the log that has the most axioms; nothing is added if there is none. */
void wr_conflict_add_log (wr_conflict_jobs *jobs, wr_str path, const wr_log *log,
                          const struct wr_identity_options *options);
void wr_conflict_add_program (wr_conflict_jobs *jobs, wr_str path, const wr_core *core,
                              const wr_program_axioms *axioms);

struct wr_conflict_run_options {
  uint32_t workers, seed;
  uint64_t memory;
  const char *cache_path; /* NULL: nothing is cached */
  bool cache_read_only;
  const wr_cancel *cancel;
  double start_timeout; /* seconds in which a worker says that it lives; 0: the default */
};
/* Runs the searches and adds what they find to the relation, in their order. */
void wr_conflict_run (wr_relation *relation, const wr_conflict_jobs *jobs,
                      const struct wr_conflict_run_options *options);

#endif
