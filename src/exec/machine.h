/* exec/machine.h -- what the parts of the evaluator share: the value, the machine and its state.
   Private to exec.

   Values are interned in their machine: equal values are one object, except that maps given by a lambda
   over an infinite domain are kept as closures (`open`), about which pointers only say "same". */
#ifndef WR_EXEC_MACHINE_H
#define WR_EXEC_MACHINE_H

#include "base/bigint.h"
#include "base/bitset.h"
#include "base/check.h"
#include "exec/exec.h"

enum value_kind {
  VALUE_BOOL,
  VALUE_INT,
  VALUE_REAL,
  VALUE_BV,
  VALUE_ELEMENT,
  VALUE_TEXT, /* strings and rounding modes */
  VALUE_DATA,
  VALUE_MAP,
  VALUE_CLOSURE
};

struct wr_value {
  enum value_kind kind;
  bool open; /* contains a closure, so a different object may be the same value */
  wr_sort sort;
  uint32_t id; /* in the machine's table */
  uint64_t hash;
  union {
    bool truth;
    mpz_t z; /* INT; BV: 0 <= z < 2^width */
    mpq_t q;
    uint32_t number;
    wr_symbol text;
    struct {
      const wr_value **fields;
      uint32_t constructor, count;
    } data;
    /* Entries are `arity` indices and a value each, in increasing order of the indices' ids.  No value
       is the default's.  Over a finite domain the default is the most frequent value. */
    struct {
      const wr_value **entries;
      const wr_value *otherwise; /* a CLOSURE of the map's own sort: its values */
      uint32_t count;
    } map;
    struct {
      const wr_value **args;
      wr_func func;
      uint32_t count;
    } closure;
  };
};

typedef WR_VEC (const wr_value *) value_list;

/* What a variable holds: a value, or a cell that gets one when it is first read. */
struct slot {
  const wr_value *value;
  uint32_t cell;  /* 0: none; used when there is no value */
  wr_expr shadow; /* with a watcher: the value as an expression over unknowns; or none */
};
struct cell {
  const wr_value *value;
  wr_var var;
  struct wr_exec_point origin; /* where it arose */
  wr_var unknown;              /* with a watcher */
};
/* The unknown for the value that a variable gets somewhere for the nth time. */
struct unknown {
  wr_var var, unknown;
  struct wr_exec_point origin;
  uint32_t nth;
};

/* A value of a function or of a partial operator, once given. */
struct memo {
  uint64_t hash;
  uint32_t key, data; /* key: wr_func.ix, or UINT32_MAX - op */
  const wr_value **args;
  uint32_t count;
  const wr_value *result;
};

/* Loops of a body. */
struct loop {
  bool head, natural;
  wr_u32s blocks;  /* of the natural loop, increasing */
  wr_u32s targets; /* variables assigned in it, increasing */
  uint32_t prefix; /* leading commands of a head made by goto that act as invariants */
};
struct loops {
  struct loop *of; /* per block */
  bool irreducible;
  uint32_t block_count;
};

/* A variable in the trace: what it held. */
struct change {
  wr_var var;
  struct slot slot;
};

struct wr_machine {
  wr_core *core;
  struct wr_exec_options options;
  wr_arena *arena;
  wr_sort int_sort;
  const wr_value *yes, *no;
  WR_VEC (wr_value *) values;
  wr_index value_index;
  wr_map literals, sizes,
      enumerated; /* expression -> value id; sort -> size; (sort, i) -> value id */
  WR_VEC (struct memo) memos;
  wr_index memo_index;
  struct slot *slots, *olds; /* per variable; olds: globals at the start of the run */
  uint32_t slot_count;
  WR_VEC (struct cell) cells; /* [0] unused */
  struct loops **loops;       /* per body, when first needed */
  uint32_t loops_count;
  bool in_old;
  bool quiet;                        /* the oracle is not asked */
  uint32_t nesting, calls, unfolded; /* depth of expressions, of calls, of function bodies */
  uint64_t steps;
  bool exhausted; /* out of steps */
  const char *why;
  struct wr_exec_point point, origin; /* origin: of the value that the oracle is asked for */
  struct wr_exec_result result;       /* of the run under way */
  bool has_failed;
  wr_u32s offered; /* successors, during the question about a branch */
  wr_var asked;    /* the unknown that the oracle is asked for */
  WR_VEC (struct unknown) unknowns;
  WR_VEC (struct wr_trace_step) trace;
  WR_VEC (struct change) changes;
};

/* value.c */
const wr_value *wr_x_value_intern (wr_machine *m, wr_value *candidate); /* takes over its number */
const wr_value *wr_x_value_of_int (wr_machine *m, const mpz_t z);
const wr_value *wr_x_value_of_bv (wr_machine *m, uint32_t width, const mpz_t z); /* wraps */
const wr_value *wr_x_value_of_real (wr_machine *m, const mpq_t q);
const wr_value *wr_x_value_of_text (wr_machine *m, wr_sort sort, wr_symbol text);
const wr_value *wr_x_value_closure (wr_machine *m, wr_func func, const wr_value *const *args,
                                    uint32_t count);
/* Same, different or (NULL) undecided. [mapvalue.c] */
const wr_value *wr_x_value_same (wr_machine *m, const wr_value *a, const wr_value *b);

/* mapvalue.c: the number of indices of a map's domain; UINT64_MAX: infinite */
uint64_t wr_x_map_domain_size (wr_machine *m, wr_sort map);
void wr_x_map_domain_index (wr_machine *m, wr_sort map, uint64_t i, value_list *out);

/* eval.c */
const wr_value *wr_x_eval (wr_machine *m, wr_expr e);
const wr_value *wr_x_undecided (wr_machine *m, const char *why); /* NULL */
const wr_value *wr_x_eval_quantifier (wr_machine *m, wr_expr e); /* quant.c */

/* range.c: the integers that vars[0] must be tried with so that no other one makes the body `decides`; the variables have no
   values yet.  False: they are not known. */
typedef value_list wr_x_integers;
bool wr_x_integers_of (wr_machine *m, wr_expr body, const wr_var *vars, uint32_t count,
                       bool decides, wr_x_integers *out);
/* The same for a variable of an uninterpreted sort, which has infinitely many elements: those that the body compares it with, and
   one that stands for all others. */
bool wr_x_elements_of (wr_machine *m, wr_expr body, wr_var x, wr_x_integers *out);

/* state.c */
struct slot *wr_x_slot_of (wr_machine *m, wr_var var);
struct slot wr_x_fresh_slot (wr_machine *m, wr_var var);
const wr_value *wr_x_read_slot (wr_machine *m, struct slot *slot, wr_var var);
/* Binds variables for a while: the slots they had are in `saved` until unbind. */
struct saved {
  struct slot few[6];
  struct slot *slots;
};
void wr_x_bind (wr_machine *m, struct saved *saved, const wr_var *vars,
                const wr_value *const *values, uint32_t count); /* values NULL: left unset */
void wr_x_unbind (wr_machine *m, struct saved *saved, const wr_var *vars, uint32_t count);

/* arith.c */
const wr_value *wr_x_eval_arith (wr_machine *m, enum wr_op op, wr_sort sort, const wr_value **args,
                                 uint32_t count);
const wr_value *wr_x_partial_value (wr_machine *m, enum wr_op op, uint32_t data, wr_sort sort,
                                    const wr_value *arg);

/* builtin.c */
const wr_value *wr_x_eval_builtin (wr_machine *m, wr_func func, const wr_value **args,
                                   uint32_t count);
const wr_value *wr_x_bv_concat (wr_machine *m, const wr_value *a, const wr_value *b);
const wr_value *wr_x_bv_extract (wr_machine *m, const wr_value *a, uint32_t hi, uint32_t lo);

/* apply.c: arguments may be NULL (undecided) */
const wr_value *wr_x_eval_app (wr_machine *m, wr_func func, const wr_value **args, uint32_t count);
const wr_value *wr_x_apply_closure (wr_machine *m, const wr_value *closure,
                                    const wr_value *const *index, uint32_t count);
/* The value remembered for these arguments, or NULL; *hash serves memo_put. */
const wr_value *wr_x_memo_get (wr_machine *m, uint32_t key, uint32_t data,
                               const wr_value *const *args, uint32_t count, uint64_t *hash);
void wr_x_memo_put (wr_machine *m, uint32_t key, uint32_t data, const wr_value *const *args,
                    uint32_t count, uint64_t hash, const wr_value *result);

/* run.c, assign.c, call.c: false when the execution is over; m->result says how */
bool wr_x_stop_open (wr_machine *m);
bool wr_x_assume_true (wr_machine *m, wr_expr e);
bool wr_x_check_goal (wr_machine *m, wr_expr e, wr_label goal, wr_span at, bool forget);
wr_label wr_x_derive_goal (wr_machine *m, wr_label clause, enum wr_role role, wr_site site);
bool wr_x_assume_where_all (wr_machine *m, const wr_var *vars, uint32_t count);
void wr_x_make_fresh (wr_machine *m, const wr_var *vars, uint32_t count);
bool wr_x_run_assign (wr_machine *m, const struct wr_cmd *cmd);
bool wr_x_run_call (wr_machine *m, const struct wr_cmd *cmd);
bool wr_x_run_body (wr_machine *m, uint32_t body);

/* trace.c: a step, and the variables that it changes; nothing unless the trace is wanted */
void wr_x_trace (wr_machine *m, enum wr_trace_kind kind, wr_span at);
void wr_x_trace_change (wr_machine *m, const wr_var *vars, uint32_t count);
void wr_x_trace_command (wr_machine *m, const struct wr_cmd *cmd);

/* shadow.c: symbolic values beside the concrete ones; without a watcher there are none */
wr_var wr_x_unknown_of (wr_machine *m, wr_var var);
/* An expression over unknowns; `value` is what it was evaluated to.  ix 0: it cannot be expressed. */
wr_expr wr_x_shadow (wr_machine *m, wr_expr e, const wr_value *value);
wr_expr wr_x_shadow_assign (wr_machine *m, const struct wr_assign *a, const wr_value *value);
void wr_x_watch_fact (wr_machine *m, wr_expr e, const wr_value *value);
void wr_x_watch_goal (wr_machine *m, wr_label goal, wr_expr e, const wr_value *value);
void wr_x_watch_branch (wr_machine *m, const struct wr_body *body, uint32_t block, uint32_t chosen);

/* loops.c */
const struct loops *wr_x_loops_of (wr_machine *m, uint32_t body);
void wr_x_loops_free (struct loops *loops);

#endif
