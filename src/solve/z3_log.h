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
  const bool *absent;  /* of each assertion: it is left out; NULL: none is */
  const bool *split;   /* of each assertion: its pieces can be switched off too; NULL: of none */
  uint32_t assertion_count;
  uint32_t seed;
  uint64_t memory; /* bytes; 0: the default limit */
  bool
      model_based; /* quantifiers are also instantiated by models, whatever the log says: to look for contradictions */
  bool seeded;  /* terms are mentioned that make contradictions show (solve/z3_seed.h) */
  bool profile; /* instances are counted: wr_z3_log_profile sets it */
};

typedef struct wr_z3_log wr_z3_log;
/* NULL: the text cannot be read, and `error` (in the arena) has the reason. */
wr_z3_log *wr_z3_log_open (const struct wr_z3_log_input *input, wr_arena *arena, wr_str *error);
/* With the guarded assertions of `on` (by their number in the text; NULL: all), the others being absent.  The core of UNSAT consists of
   such numbers.  Piece number p has the number assertion_count + p. */
void wr_z3_log_check (wr_z3_log *log, const wr_bitset *on, uint64_t rlimit, double timeout,
                      wr_arena *arena, struct wr_answer *answer);
void wr_z3_log_close (wr_z3_log *log); /* NULL is allowed */

/* A part of an assertion that can be left out (solve/z3_fine.h). */
struct wr_z3_log_piece {
  uint32_t assertion;
  const char *kind;
  wr_str text;
};
uint32_t wr_z3_log_piece_count (const wr_z3_log *log);
struct wr_z3_log_piece wr_z3_log_piece (const wr_z3_log *log, uint32_t piece, wr_arena *arena);

/* How an attempt used an assertion: the instances of its outermost quantifiers. */
struct wr_z3_log_use {
  uint64_t count;
  uint32_t generation; /* the greatest */
};
/* Asks the check once with all its assertions, in a context of its own, and counts instances, also if a limit ends the attempt.
   `uses` has one entry per assertion.  False: the text cannot be read, or standard error is no file that can be read back
   (solve/complaint.h): Z3 writes what it counted there. [z3_instances.c] */
bool wr_z3_log_profile (const struct wr_z3_log_input *input, uint64_t rlimit, double timeout,
                        wr_arena *arena, struct wr_answer *answer, struct wr_z3_log_use *uses);

/* "Z3 4.8.12.0": part of what keys a result. */
wr_str wr_z3_version (wr_arena *arena);

#endif
