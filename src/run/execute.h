/* run/execute.h -- one execution of a procedure of a program, from inputs by name. */
#ifndef WR_RUN_EXECUTE_H
#define WR_RUN_EXECUTE_H

#include "diagnose/execute.h"
#include "run/run.h"

struct wr_executed {
  const wr_core *core; /* NULL: the program could not be lowered */
  uint32_t body;       /* UINT32_MAX: no procedure with a body has this name */
  wr_str nearest;      /* then a name that is close to it; "": none is */
  struct wr_execution execution;
};

/* The program must be loaded and typed, and is lowered if it was not yet. */
struct wr_executed wr_run_execute (wr_run *run, const char *procedure, const wr_inputs *inputs,
                                   const struct wr_execute_options *options);

#endif
