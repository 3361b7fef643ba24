/* solve/z3_reader.h -- the text of a log as Z3 reads it: a context with the log's options, and its assertions.  Internal to solve/. */
#ifndef WR_SOLVE_Z3_READER_H
#define WR_SOLVE_Z3_READER_H

#include "solve/z3_log.h"

#include <z3.h>

struct wr_z3_reading {
  Z3_context z3;
  Z3_ast *assertions; /* input->assertion_count of them */
};

/* Sets Z3's process-wide parameters.  False: the text cannot be read, and `error` (in the arena) has the reason. */
bool wr_z3_read (const struct wr_z3_log_input *input, wr_arena *arena, wr_str *error,
                 struct wr_z3_reading *out);
/* The context too; a reading that failed may be closed. */
void wr_z3_reading_close (struct wr_z3_reading *reading);

/* Limits of the checks of a solver. */
void wr_z3_limit (Z3_context z3, Z3_solver solver, uint64_t rlimit, double timeout);
/* Status, detail and resources of a check that gave this answer; not its core. */
void wr_z3_note_answer (Z3_context z3, Z3_solver solver, Z3_lbool truth, uint64_t rlimit,
                        wr_arena *arena, struct wr_answer *answer);
/* All resources that the context has used. */
uint64_t wr_z3_resources (Z3_context z3, Z3_solver solver);

#endif
