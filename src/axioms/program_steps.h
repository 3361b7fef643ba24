/* axioms/program_steps.h -- the steps of measuring a test of a program, in worker processes.  A test with one body is one job.  Otherwise the bodies
   are measured beside each other (axioms/reduce.h): each grows a set of its own, then each checks the union of the sets, and at the end one job
   brings what they found together. */
#ifndef WR_AXIOMS_PROGRAM_STEPS_H
#define WR_AXIOMS_PROGRAM_STEPS_H

#include "axioms/program.h"
#include "axioms/program_prover.h"

/* What all jobs share. */
struct wr_program_work {
  const wr_result *result;
  const struct wr_program_tests_options *options;
  const wr_program_axioms *axioms;
  const wr_bitset *left_out;
};

/* In the worker: how it asks, and what it was told. */
struct wr_program_place {
  const struct wr_backend *backend;
  void *solver;
  wr_channel *channel;
  struct wr_bytes brief;
};

/* Groups that ended an earlier process: the first part of every brief. */
void wr_program_fatal_write (wr_buf *out, const wr_goal_groups *fatal);

/* Each sends one frame, or none if the brief is damaged, beside those of wr_program_announced.  The reply of the first two is the state of the
   body. */
void wr_program_grow (const struct wr_program_work *work, uint32_t body,
                      struct wr_program_place *place);
void wr_program_check (const struct wr_program_work *work, uint32_t body,
                       struct wr_program_place *place);
/* The reply is claims of strong coverage and of needs (axioms/program_strong.h) and a file of one test.  Without states in the brief, it does everything. */
void wr_program_end (const struct wr_program_work *work, const uint32_t *bodies, uint32_t count,
                     struct wr_program_place *place);

/* In the parent: the set that the body covers, and those of its members that the body is known to need.  False: the bytes are not the state of
   this body. */
bool wr_program_state_read (const struct wr_program_work *work, uint32_t body, wr_str state,
                            wr_bitset *covered, wr_bitset *needed);
/* Appends what wr_program_check reads, and wr_program_end, which gets the states of all bodies; NULL: it does everything. */
void wr_program_check_brief (wr_buf *out, const wr_bitset *covered, const wr_bitset *members,
                             wr_str state);
void wr_program_end_brief (wr_buf *out, const wr_buf *states, uint32_t count);

#endif
