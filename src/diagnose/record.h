/* diagnose/record.h -- what an execution was given, by name, so that it can be repeated; and whether the axioms allow it. */
#ifndef WR_DIAGNOSE_RECORD_H
#define WR_DIAGNOSE_RECORD_H

#include "diagnose/inputs.h"

typedef WR_VEC (wr_expr) wr_exprs;

struct wr_recorder {
  wr_arena *arena;
  wr_inputs inputs;
};

/* The answers of an oracle, called from it.  A NULL value is not recorded. */
void wr_record_havoc (struct wr_recorder *r, const wr_machine *m, wr_var var,
                      const wr_value *value);
/* The i-th of the successors that are offered. */
void wr_record_branch (struct wr_recorder *r, wr_machine *m, uint32_t block, uint32_t i);
struct wr_application {
  wr_func func;
  const wr_value *const *args;
  uint32_t count;
};
void wr_record_function (struct wr_recorder *r, const wr_machine *m,
                         const struct wr_application *app, const wr_value *value);
struct wr_partial {
  enum wr_op op;
  uint32_t data;
  const wr_value *arg;
};
void wr_record_partial (struct wr_recorder *r, const wr_machine *m, const struct wr_partial *at,
                        const wr_value *value);

/* The axioms about these functions, and those about functions that these speak about. */
void wr_axioms_about (const wr_core *core, const wr_bitset *functions, wr_exprs *out);
/* Values of functions without bodies can belong to an execution only if the axioms of `core` about them hold.  `infinite`: a type was taken to have infinitely many
   elements; then all axioms have to, if some may say how many it has.  False: one is violated, or could not be evaluated. */
bool wr_axioms_hold (wr_machine *m, const wr_core *core, const wr_bitset *asked, bool infinite);

#endif
