/* diagnose/execute.h -- one execution of a body, with all checks: bodies of callees are executed and loops go round.  Its steps have
   the values of the variables that they changed, as text. */
#ifndef WR_DIAGNOSE_EXECUTE_H
#define WR_DIAGNOSE_EXECUTE_H

#include "diagnose/inputs.h"

struct wr_shown_value {
  wr_str name, value;
};
struct wr_shown_step {
  enum wr_trace_kind kind;
  wr_span at;
  uint32_t depth; /* of calls */
  struct wr_exec_point point;
  struct wr_shown_value *values;
  uint32_t count;
};

struct wr_execution {
  struct wr_exec_result result; /* its goal and its text live as long as the machine; see below */
  wr_span at;                   /* where it ended */
  enum wr_role role;            /* of the goal that failed */
  wr_span clause;               /* the violated clause */
  wr_str why;                   /* UNDECIDED: what could not be evaluated */
  wr_str missing,
      bad; /* inputs: the first that was not given, and one that is not a value of its type */
  struct wr_shown_step *steps;
  uint32_t step_count;
  bool cut;                    /* there were more steps than are shown */
  struct wr_shown_value *outs; /* RETURNED: out-parameters and globals that may have changed */
  uint32_t out_count;
  wr_str unused;     /* an input that nothing asked for; "": none */
  bool by_contracts; /* calls and loops of the source were executed by their specifications */
  bool contradicts;  /* the values of functions make an axiom false: there is no such execution */
  wr_span axiom;     /* that axiom */
};

struct wr_execute_options {
  uint64_t max_steps; /* 0: a default */
  bool modular;       /* calls by contract, loops by invariants */
  bool trusting;      /* assumptions and checks that cannot be evaluated are taken to hold */
};

/* Everything lives in the arena. */
struct wr_execution wr_execute (const wr_core *core, uint32_t body, const wr_inputs *inputs,
                                const struct wr_execute_options *options, wr_arena *arena);
const char *wr_exec_end_name (enum wr_exec_end end); /* returned, failed, ... */

/* The steps of the last run of a machine, without those that changed nothing. */
struct wr_shown_step *wr_shown_steps (const wr_machine *m, wr_arena *arena, uint32_t *count);

#endif
