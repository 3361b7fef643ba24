/* exec/exec.h -- one evaluator over core: the referee of the verifier, and later the engine of
   `warrant run` and of diagnosis.  Values are exact (big integers, rationals, bitvectors, maps with a
   default and finitely many exceptions, datatype values, elements of uninterpreted sorts by number).
   Whatever the program leaves open is decided by an oracle: havoc, branches with several successors,
   uninterpreted functions, call results in modular mode, partial operators outside their domain.

   Truth has three values: an expression is undecided (NULL) only if what could not be evaluated
   matters.  A function has the same value for the same arguments until the machine is reset. */
#ifndef WR_EXEC_EXEC_H
#define WR_EXEC_EXEC_H

#include "core/core.h"

typedef struct wr_value wr_value; /* immutable, lives as long as its machine */
typedef struct wr_machine wr_machine;

enum {
  WR_EXEC_MAX_NESTING = 3000,      /* of expressions, function bodies and values, in evaluation */
  WR_EXEC_MAX_CALLS = 200,         /* of calls, whatever max_depth says */
  WR_EXEC_MAX_DOMAIN = 1 << 16,    /* instances of one quantifier, indices of a tabulated lambda */
  WR_EXEC_MAX_POWER_BITS = 1 << 20 /* of the result of a power */
};

enum wr_exec_end {
  WR_EXEC_RETURNED, /* reached a return; postconditions held */
  WR_EXEC_FAILED,   /* a goal failed: `label` is its label */
  WR_EXEC_BLOCKED,  /* an assume (or where, free clause) is false: no such execution */
  WR_EXEC_CUT,      /* modular: came back to a loop head, where the invariants held */
  WR_EXEC_UNDECIDED, /* something could not be evaluated: infinite quantifier, missing function value */
  WR_EXEC_OUT_OF_STEPS
};
struct wr_exec_result {
  enum wr_exec_end end;
  wr_label goal; /* FAILED: the first goal that failed, labelled as in flow */
  wr_span at;
  uint64_t steps;
  uint64_t
      summarised; /* loops that were entered in a state of their invariants (options.summaries) */
  bool
      infinite; /* a quantifier over an uninterpreted type was evaluated, as if the type had infinitely many elements */
  uint64_t trusted; /* assumptions and checks that could not be evaluated (options.trusting) */
  wr_str why;       /* UNDECIDED */
};

/* Decides what the program leaves open.  Each returns a value of the sort, or NULL for "undecided";
   a callback may be NULL itself. */
struct wr_oracle {
  void *ctx;
  const wr_value *(*havoc) (void *ctx, wr_machine *m, wr_var var, wr_sort sort);
  /* One of `count` successors; with look_ahead those that wr_machine_offered names. */
  uint32_t (*branch) (void *ctx, wr_machine *m, uint32_t block, uint32_t count);
  const wr_value *(*function) (void *ctx, wr_machine *m, wr_func func, const wr_value *const *args,
                               uint32_t count);
  /* What a partial operator gives outside its domain, a function of its argument: DIV, MOD and RDIV by
     zero (data 0, the dividend), FIELD of another constructor (data: the field), POW (data: 0). */
  const wr_value *(*partial) (void *ctx, wr_machine *m, enum wr_op op, uint32_t data, wr_sort sort,
                              const wr_value *arg);
  /* The values over which a quantifier ranges: returns how many there are for this sort and the i-th of
     them; 0: not enumerable.  For an uninterpreted sort they are all its elements and must not change. */
  uint32_t (*domain) (void *ctx, wr_machine *m, wr_sort sort, uint32_t i, const wr_value **value);
  /* Called at every loop head, after its invariants were checked; may be NULL. */
  void (*at_head) (void *ctx, wr_machine *m, uint32_t body, uint32_t block);
  /* Called for every failed goal, also for one that does not end the execution, before wr_machine_has_failed says so; may be NULL. */
  void (*failed) (void *ctx, wr_machine *m, wr_label goal, wr_span at);
};

/* Follows an execution that is also symbolic: every arbitrary value is an unknown, a variable of wr_machine_core, and what the
   execution assumes, checks and branches on is told as a condition over unknowns.  Values of functions without bodies stay
   applications.  A condition without an expression (ix 0) could not be expressed.  Needs `lazy`. */
struct wr_watcher {
  void *ctx;
  /* The variable gets an arbitrary value; wr_machine_origin says where.  Called once for each unknown: later executions of the
     machine have the same one for the same variable, place and count. */
  void (*unknown) (void *ctx, wr_machine *m, wr_var var, wr_var unknown);
  void (*fact) (void *ctx, wr_machine *m, wr_expr cond, bool truth);
  void (*goal) (void *ctx, wr_machine *m, wr_label goal, wr_expr cond, bool truth);
  /* After the choice at a block with several successors: under which condition each of them can be entered. */
  void (*branch) (void *ctx, wr_machine *m, const wr_expr *conds, uint32_t count, uint32_t chosen);
};

struct wr_exec_options {
  struct wr_oracle oracle;
  const struct wr_watcher *watcher; /* NULL: the execution is not symbolic */
  uint64_t max_steps;               /* of commands and expressions; 0: a default */
  uint32_t max_depth;               /* of calls and of recursive functions; 0: a default */
  bool
      modular; /* calls by contract (check requires, havoc, assume ensures), and loops by invariants: exactly what
                  the verifier proves. Otherwise bodies and loops are executed, with checks */
  /* Loops of the body that is run by their invariants, although callees are executed: a head is entered once, in any state that the invariants allow.
     `thorough`: the end of the round is checked as in modular executions; otherwise it ends the execution. */
  bool summaries, thorough;
  bool free_powers; /* powers are undecided: for solvers they are values of an unknown function */
  bool lazy; /* arbitrary values are chosen when they are first read instead of when they arise */
  /* Successors whose leading assumptions are false are not offered to the oracle, and it is not asked if one is left. */
  bool look_ahead;
  bool trace; /* the steps of a run are kept until the next one */
  /* Assumptions and checks that cannot be evaluated are taken to hold; the result counts them. */
  bool trusting;
};

/* The machine derives labels and sorts in an extension of its own, with what `core` has when it is made. */
wr_machine *wr_machine_new (const wr_core *core, const struct wr_exec_options *options);
const wr_core *wr_machine_core (const wr_machine *m); /* for the labels that it tells */
void wr_machine_free (wr_machine *m);
/* Forgets variables and function values; values stay. */
void wr_machine_reset (wr_machine *m);
/* Runs a body with the given in-parameters (NULL: the oracle chooses them) and the current globals. */
struct wr_exec_result wr_machine_run (wr_machine *m, uint32_t body, const wr_value *const *ins);
/* The axioms and the distinctness of unique constants, under the functions' values so far: true, false or
   undecided.  Equations of functions that are evaluated by their bodies are left out. */
const wr_value *wr_machine_axioms (wr_machine *m);
/* One expression in the machine's current state (`old` is the state at the start of the run). NULL: undecided. */
const wr_value *wr_machine_eval (wr_machine *m, wr_expr e);
/* The same without asking the oracle anything: what has no value yet stays without one. */
const wr_value *wr_machine_glance (wr_machine *m, wr_expr e);
/* Is the axiom false, or one of its instances for the arguments with which functions were asked for?  False: nothing shows it. */
bool wr_machine_refutes (wr_machine *m, wr_expr axiom);
/* Applications in the body of a universal quantifier whose arguments are all its variables, each once. */
void wr_patterns_of (const wr_core *core, wr_expr forall, wr_u32s *apps);
bool wr_machine_has_failed (const wr_machine *m); /* a goal, in the run under way */
wr_str
wr_machine_why (const wr_machine *m); /* the first reason for "undecided" since the run began */
void wr_machine_set (wr_machine *m, wr_var var, const wr_value *value);
const wr_value *wr_machine_get (wr_machine *m, wr_var var);
/* The same without asking the oracle; NULL: the variable has no value yet. */
const wr_value *wr_machine_peek (wr_machine *m, wr_var var);
/* The current position of the run, for oracles that replay. cmd is UINT32_MAX at entry, exit and loop heads. */
struct wr_exec_point {
  uint32_t body, block, cmd;
};
struct wr_exec_point wr_machine_point (const wr_machine *m);
struct wr_exec_point
wr_machine_origin (const wr_machine *m); /* in `havoc`: where the value arose */
uint32_t wr_machine_offered (const wr_machine *m, uint32_t i); /* in `branch`: the i-th block */
wr_var wr_machine_unknown (const wr_machine *m); /* in `havoc`, with a watcher: which unknown */
wr_core *wr_machine_extend (wr_machine *m);      /* its core, for expressions over unknowns */
/* The value as a literal; ix 0: it has none (a map, a closure, a value of an uninterpreted type). */
wr_expr wr_value_literal (wr_machine *m, const wr_value *v);
uint32_t wr_machine_depth (const wr_machine *m); /* of calls; 0: the body that was run */

/* The trace of a run.  ENTRY: a body begins, with the values of its parameters and of the globals; HEAD: a loop head, with what
   modular execution makes arbitrary there; COMMAND: a command has ended, with what it may have changed; RETURN: a body is left. */
enum wr_trace_kind { WR_TRACE_ENTRY, WR_TRACE_HEAD, WR_TRACE_COMMAND, WR_TRACE_RETURN };
struct wr_trace_step {
  enum wr_trace_kind kind;
  struct wr_exec_point point;
  uint32_t depth; /* of calls */
  wr_span at;
  uint32_t first_change, change_count;
};
struct wr_trace_change {
  wr_var var;
  const wr_value *value; /* NULL: arbitrary, and never read */
};
const struct wr_trace_step *wr_machine_trace (const wr_machine *m, uint32_t *count);
struct wr_trace_change wr_machine_change (const wr_machine *m, uint32_t i);
bool wr_machine_trace_cut (const wr_machine *m); /* there were more steps than are kept */

const wr_value *wr_value_bool (wr_machine *m, bool b);
const wr_value *wr_value_int (wr_machine *m, int64_t i);
const wr_value *wr_value_bv (wr_machine *m, uint32_t width, uint64_t bits);
const wr_value *wr_value_of_literal (wr_machine *m, wr_expr literal); /* NULL: a float */
const wr_value *wr_value_element (wr_machine *m, wr_sort sort,
                                  uint32_t number); /* uninterpreted sorts */
const wr_value *wr_value_map (wr_machine *m, wr_sort sort, const wr_value *otherwise);
const wr_value *wr_value_store (wr_machine *m, const wr_value *map, const wr_value *const *index,
                                uint32_t count, const wr_value *value);
const wr_value *wr_value_select (wr_machine *m, const wr_value *map, const wr_value *const *index,
                                 uint32_t count); /* NULL: undecided */
const wr_value *wr_value_construct (wr_machine *m, uint32_t constructor,
                                    const wr_value *const *fields, uint32_t count);
/* The sort of a map from the parameters of a function to its result; without parameters that of its value. */
wr_sort wr_machine_table_sort (wr_machine *m, wr_func func);
wr_sort wr_value_sort (const wr_value *v);
bool wr_value_is_true (const wr_value *v);
bool wr_value_to_int (const wr_value *v, int64_t *out); /* INT or BV that fits */
/* Same value.  Maps given by a lambda over an infinite domain are the same only if they are given by the
   same one. */
bool wr_value_equal (const wr_value *a, const wr_value *b);
void wr_value_print (wr_buf *out, const wr_machine *m, const wr_value *v); /* core's value syntax */
const wr_value *wr_value_read (wr_machine *m, wr_sort sort,
                               wr_str text); /* NULL: not a value of the sort */

/* As people write values: 4, true, 2/3, 7bv8, Ref#0, Cons(1, Nil()), [0 := 4, else 0].  Scanning takes core's syntax too; NULL: not a
   value of the sort. */
void wr_value_show (wr_buf *out, const wr_machine *m, const wr_value *v);
const wr_value *wr_value_scan (wr_machine *m, wr_sort sort, wr_str text);

/* How many values a sort has (UINT64_MAX: too many to count, or unknown), and the i-th of them for
   i below WR_EXEC_MAX_DOMAIN. */
uint64_t wr_sort_size (wr_machine *m, wr_sort sort);
const wr_value *wr_sort_value (wr_machine *m, wr_sort sort, uint32_t i);

#endif
