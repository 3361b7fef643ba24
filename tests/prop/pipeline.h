/* tests/prop/pipeline.h -- a text through all stages, in this process: the test is the worker. */
#ifndef WR_TESTS_PROP_PIPELINE_H
#define WR_TESTS_PROP_PIPELINE_H

#include "core/core.h"
#include "front/boogie/boogie.h"
#include "solve/solve.h"
#include "source/diag.h"

struct pipeline {
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  struct bpl_program *program;
  wr_core *lowered;
  wr_core *core; /* an extension of it, for flow */
  const wr_bitset
      *off; /* labels that are absent in what is decided; NULL: none, axioms are plain */
  void *solver;
  struct wr_budgets budgets; /* of the solver */
  bool as_large;             /* maps as functions, goals in groups */
};

/* Up to core; false when the text is rejected: `why` gets the first message. */
bool pipeline_load (struct pipeline *p, wr_str text, wr_buf *why);
/* Verdicts of the goals of a body, in order: UNSAT, SAT, ...; the passive graph lists them. */
const wr_passive *pipeline_decide (struct pipeline *p, uint32_t body, enum wr_status **status);
void pipeline_free (struct pipeline *p);

#endif
