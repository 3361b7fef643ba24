/* exec/exec.h -- one evaluator over core: the referee of the verifier, and later the engine of
   `warrant run` and of diagnosis.  Values are exact (big integers, rationals, bitvectors, maps with a
   default and finitely many exceptions, datatype values, elements of uninterpreted sorts by number).
   Whatever the program leaves open is asked of an oracle: havoc, branches with several successors,
   uninterpreted functions, call results in modular mode, witnesses of quantifiers over small domains. */
#ifndef WR_EXEC_EXEC_H
#define WR_EXEC_EXEC_H

#include "core/core.h"

typedef struct wr_value wr_value; /* immutable, in the machine's arena */
typedef struct wr_machine wr_machine;

enum wr_exec_end {
  WR_EXEC_RETURNED, /* reached a return; postconditions held */
  WR_EXEC_FAILED,   /* a goal failed: label tells which */
  WR_EXEC_BLOCKED,  /* an assume (or where, free clause) is false: no such execution */
  WR_EXEC_UNDECIDED, /* something could not be evaluated: infinite quantifier, missing function value */
  WR_EXEC_OUT_OF_STEPS
};
struct wr_exec_result {
  enum wr_exec_end end;
  wr_label
      goal; /* FAILED: the label of the assertion, clause or invariant (derived as in flow where it has a site) */
  wr_span at;
  uint64_t steps;
  wr_str why; /* UNDECIDED */
};

/* Decides what the program leaves open.  Each returns a value of the sort, or NULL for "undecided". */
struct wr_oracle {
  void *ctx;
  const wr_value *(*havoc) (void *ctx, wr_machine *m, wr_var var, wr_sort sort);
  uint32_t (*branch) (void *ctx, wr_machine *m, uint32_t block, uint32_t succ_count);
  const wr_value *(*function) (void *ctx, wr_machine *m, wr_func func, const wr_value *const *args,
                               uint32_t count);
  /* The values over which a quantifier or a comparison of maps ranges: returns how many there are for
     this sort and the i-th of them; 0: not enumerable.  */
  uint32_t (*domain) (void *ctx, wr_machine *m, wr_sort sort, uint32_t i, const wr_value **value);
};

struct wr_exec_options {
  struct wr_oracle oracle;
  uint64_t max_steps;
  uint32_t max_depth; /* of calls and of recursive functions */
  bool
      modular; /* calls by contract (check requires, havoc, assume ensures), loops by invariants too: exactly
                   what the verifier proves; otherwise bodies are run and loops go round, with checks */
};

wr_machine *wr_machine_new (wr_core *core, const struct wr_exec_options *options);
void wr_machine_free (wr_machine *m);
/* Runs a body from the given in-parameters and the current globals. */
struct wr_exec_result wr_machine_run (wr_machine *m, uint32_t body, const wr_value *const *ins);
/* One expression in the machine's current state (`old` is the state at the start of the run). NULL: undecided. */
const wr_value *wr_machine_eval (wr_machine *m, wr_expr e);
void wr_machine_set (wr_machine *m, wr_var var, const wr_value *value);
const wr_value *wr_machine_get (wr_machine *m, wr_var var);

const wr_value *wr_value_bool (wr_machine *m, bool b);
const wr_value *wr_value_int (wr_machine *m, int64_t i);
const wr_value *wr_value_of_literal (wr_machine *m, wr_expr literal);
const wr_value *wr_value_element (wr_machine *m, wr_sort sort,
                                  uint32_t number); /* uninterpreted sorts */
const wr_value *wr_value_map (wr_machine *m, wr_sort sort, const wr_value *otherwise);
const wr_value *wr_value_store (wr_machine *m, const wr_value *map, const wr_value *const *index,
                                uint32_t count, const wr_value *value);
const wr_value *wr_value_construct (wr_machine *m, uint32_t constructor,
                                    const wr_value *const *fields, uint32_t count);
bool wr_value_is_true (const wr_value *v);
bool wr_value_equal (const wr_value *a, const wr_value *b);
void wr_value_print (wr_buf *out, const wr_machine *m, const wr_value *v); /* core's value syntax */
const wr_value *wr_value_read (wr_machine *m, wr_sort sort,
                               wr_str text); /* NULL: not a value of the sort */

#endif
