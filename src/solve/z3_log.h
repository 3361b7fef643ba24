/* solve/z3_log.h -- one check of an SMT-LIB log, asked again with some of its assertions guarded: which of them does the solver need?
   Z3's own parser reads the text.  Runs in worker processes only (solve/pool.h): options of the log are parameters of the process. */
#ifndef WR_SOLVE_Z3_LOG_H
#define WR_SOLVE_Z3_LOG_H

#include "base/bitset.h"
#include "solve/query.h"

struct wr_z3_log_option {
  wr_str name, value; /* without the colon; values may stand between bars */
};

struct wr_z3_log_input {
  wr_str text; /* declarations and assertions that hold at the check */
  const struct wr_z3_log_option *options;
  uint32_t option_count;
  const bool *guarded; /* of each assertion of the text, in order: it can be switched off */
  uint32_t assertion_count;
  uint32_t seed;
  uint64_t memory; /* bytes; 0: the default limit */
  bool
      model_based; /* quantifiers are also instantiated by models, whatever the log says: to look for contradictions */
};

typedef struct wr_z3_log wr_z3_log;
/* NULL: the text cannot be read, and `error` (in the arena) has the reason. */
wr_z3_log *wr_z3_log_open (const struct wr_z3_log_input *input, wr_arena *arena, wr_str *error);
/* With the guarded assertions of `on` (by their number in the text; NULL: all), the others being absent.  The core of UNSAT consists of
   such numbers. */
void wr_z3_log_check (wr_z3_log *log, const wr_bitset *on, uint64_t rlimit, double timeout,
                      wr_arena *arena, struct wr_answer *answer);
void wr_z3_log_close (wr_z3_log *log); /* NULL is allowed */

/* "Z3 4.8.12.0": part of what keys a result. */
wr_str wr_z3_version (wr_arena *arena);

#endif
