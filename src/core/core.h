/* core/core.h -- the typed, monomorphic, labelled program that every front end lowers to.

   Sorts, functions, axioms; procedures with labelled contract clauses; bodies as control-flow graphs of
   assume, assert, assignment to places, havoc and call, whose loop heads may carry invariants.  Calls,
   loops and `old` stay whole here; flow cuts and desugars them.  docs/reference/core.md describes the text form.

   All tables only grow.  Expressions are hash-consed: equal expressions have equal handles, and the
   children of an expression have smaller handles than itself, so that a pass over a set of expressions
   in increasing order is bottom-up and needs no recursion.  Handles are 32-bit, 0 is none. */
#ifndef WR_CORE_CORE_H
#define WR_CORE_CORE_H

#include "core/label.h"

typedef struct {
  uint32_t ix;
} wr_sort;
typedef struct {
  uint32_t ix;
} wr_expr;
typedef struct {
  uint32_t ix;
} wr_var;
typedef struct {
  uint32_t ix;
} wr_func;

/* -- sorts ------------------------------------------------------------------------------------- */

enum wr_sort_kind {
  WR_SORT_NONE,
  WR_SORT_BOOL,
  WR_SORT_INT,
  WR_SORT_REAL,
  WR_SORT_BV,    /* a: width */
  WR_SORT_FLOAT, /* a: significand bits with the hidden one, b: exponent bits */
  WR_SORT_RMODE,
  WR_SORT_STRING,
  WR_SORT_REGEX,
  WR_SORT_SEQ,   /* args[0]: element */
  WR_SORT_NAMED, /* name: uninterpreted */
  WR_SORT_DATA,  /* name; a: index into datatypes */
  WR_SORT_MAP,   /* args: domain sorts (maybe none), then the range */
  WR_SORT_KIND_COUNT
};
struct wr_sort_info {
  enum wr_sort_kind kind;
  uint32_t a, b;
  wr_symbol name;
  uint32_t first, count; /* args: pool[first .. first+count) */
};

struct wr_field {
  wr_symbol name; /* unique in the program: field name and constructor */
  wr_symbol shown;
  wr_sort sort;
  uint32_t constructor; /* index */
  uint32_t position;    /* in the constructor */
};
struct wr_constructor {
  wr_symbol name, shown;
  wr_sort sort; /* of the datatype */
  uint32_t first_field, field_count;
};
struct wr_datatype {
  wr_symbol name;
  wr_sort sort;
  uint32_t first_constructor, constructor_count;
};

/* -- expressions ------------------------------------------------------------------------------- */

enum wr_op {
  WR_OP_NONE,
#define X(name, text, least, most, data) WR_OP_##name,
#include "core/ops.def"
#undef X
  WR_OP_COUNT
};

/* What `data` of an expression is. */
enum wr_data {
  WR_DATA_NONE,
  WR_DATA_SYMBOL, /* the text of a literal */
  WR_DATA_VAR,
  WR_DATA_FUNC,
  WR_DATA_BOUNDS, /* of EXTRACT */
  WR_DATA_CONSTRUCTOR,
  WR_DATA_FIELD,
  WR_DATA_BINDER
};

struct wr_expr_info {
  uint8_t op; /* enum wr_op */
  bool has_old, has_binder,
      has_bound; /* somewhere inside: OLD; FORALL/EXISTS/LET; a bound variable */
  wr_sort sort;
  uint32_t data;
  uint32_t first, count; /* children: pool[first .. first+count) */
};

/* Bound variables with what belongs to a quantifier.  A bound variable belongs to one binder. */
struct wr_binder {
  uint32_t first_var, var_count; /* pool: wr_var */
  uint32_t first_trigger,
      trigger_count;                 /* pool: pairs (first, count) of expression lists in pool */
  uint32_t first_nopat, nopat_count; /* pool: expressions */
  wr_symbol qid;                     /* or none */
  int32_t weight;                    /* -1: not given */
};

/* -- variables and functions ------------------------------------------------------------------- */

enum wr_var_kind {
  WR_VAR_GLOBAL,
  WR_VAR_IN,
  WR_VAR_OUT,
  WR_VAR_LOCAL,
  WR_VAR_BOUND,
  WR_VAR_INCARNATION
};

/* A fact with its label: where clause, contract clause, axiom. */
struct wr_clause {
  wr_expr expr; /* what is assumed, and checked unless `checked` says otherwise */
  wr_expr
      checked; /* requires, ensures: what is checked, if it is another expression than what is assumed */
  wr_label label;
  bool free;          /* assumed, never checked */
  bool always_assume; /* a free clause that is also assumed where free ones are dropped */
  bool probe;         /* ensures: checked in the own body, never assumed; not in core's text form */
};
typedef WR_VEC (struct wr_clause) wr_clauses;

static inline wr_expr wr_clause_checked (const struct wr_clause *clause) {
  return clause->checked.ix ? clause->checked : clause->expr;
}

struct wr_var_info {
  wr_symbol name;  /* unique among the variables of one kind and owner */
  wr_symbol shown; /* what people see; usually the name */
  enum wr_var_kind kind;
  wr_sort sort;
  wr_span span;
  wr_clauses where; /* role WHERE; over this variable and others in scope */
  wr_var origin;    /* INCARNATION: of which variable */
  uint32_t version; /* INCARNATION: which one; unique for its variable and body */
  enum wr_class cls;
};

enum wr_func_kind {
  WR_FUNC_UNINTERPRETED, /* constants are functions without parameters */
  WR_FUNC_BUILTIN, /* `builtin` names the function of the SMT theory, e.g. bvadd, (_ zero_extend 8) */
  WR_FUNC_DEFINED, /* a macro: body over params, not recursive */
  WR_FUNC_AXIOM, /* body given by the axiom `axiom` (role FUNCTION_BODY); params and body serve exec */
  WR_FUNC_LAMBDA /* result is a map: applied to `indices` it is the body; VC adds the axiom */
};
struct wr_func_info {
  wr_symbol name; /* unique */
  wr_symbol shown;
  enum wr_func_kind kind;
  wr_sort sort;                     /* of the result */
  uint32_t first_sort, param_count; /* pool: sorts of the parameters */
  wr_symbol builtin;
  WR_VEC (wr_var) params;  /* DEFINED, AXIOM, LAMBDA: bound variables of the body */
  WR_VEC (wr_var) indices; /* LAMBDA */
  wr_expr body;            /* DEFINED, AXIOM, LAMBDA */
  wr_label label;          /* AXIOM, LAMBDA */
  wr_span span;
  bool constant; /* declared as a constant */
  bool recursive;
};

struct wr_axiom {
  wr_expr expr;
  wr_label label; /* role AXIOM, FUNCTION_BODY, FUNCTION_POST or UNIQUE */
  wr_func func;   /* FUNCTION_BODY, FUNCTION_POST: of which function; else none */
  wr_symbol name; /* in the program, or none; not in core's text form */
};

/* An axiom of the user that is about types of which the program has none.  No fact stands for it; not in core's text form. */
struct wr_dormant_axiom {
  wr_span span;
  wr_symbol name; /* or none */
};

/* -- procedures -------------------------------------------------------------------------------- */

struct wr_procedure {
  wr_symbol name;
  wr_symbol
      title; /* what its author calls it, where a translator gave it another name; else none */
  wr_span span, at;
  WR_VEC (wr_var) ins, outs;
  WR_VEC (wr_var) modifies;      /* globals */
  wr_clauses requires_, ensures; /* one per top-level conjunct */
  bool
      has_body; /* there is code.  Without it a body may check the contract, if the clauses are written out in that body alone. */
  enum wr_class cls;
};

/* One step into a map or a datatype value. */
struct wr_step {
  bool is_field;
  uint32_t field; /* index into fields */
  wr_expr *index; /* of a map */
  uint32_t index_count;
};

/* place := value.  Label off: the place gets an arbitrary value, everything around it is kept. */
struct wr_assign {
  wr_var var;
  struct wr_step *steps;
  uint32_t step_count;
  wr_expr value;
  wr_label label; /* role ASSIGN; or none: frame */
};

/* A named state shown in counterexamples ({:captureState "..."}) hangs on the ASSUME that carries it. */
enum wr_cmd_kind { WR_CMD_ASSUME, WR_CMD_ASSERT, WR_CMD_ASSIGN, WR_CMD_HAVOC, WR_CMD_CALL };
struct wr_cmd {
  enum wr_cmd_kind kind;
  wr_span at;                /* at.begin: where errors are reported; the whole statement */
  wr_expr expr;              /* ASSUME, ASSERT */
  wr_label label;            /* ASSUME: ASSUME or CONDITION; ASSERT: ASSERT or WELL_FORMED */
  bool forget;               /* ASSERT: {:subsumption 0}, not assumed afterwards */
  bool free;                 /* CALL: `free call` checks nothing */
  wr_symbol capture;         /* ASSUME: name of the captured state, or none */
  struct wr_assign *assigns; /* ASSIGN: in parallel */
  uint32_t assign_count;
  wr_var *vars; /* HAVOC: what; CALL: out targets */
  uint32_t var_count;
  wr_site site;       /* HAVOC, CALL */
  uint32_t procedure; /* CALL: index of the callee */
  wr_expr *args;      /* CALL */
  uint32_t arg_count;
};

struct wr_invariant {
  wr_expr expr, checked; /* as in a clause */
  wr_label label;        /* role INVARIANT_ASSUMED; flow derives established and maintained */
  bool free;
  wr_span at;
};

/* Jumps between the blocks of one body: the time for it grows with their square if they are dense.  A body has at most
   WR_MAX_EDGES, and WR_BLOCK_EDGES more for each block. */
enum { WR_MAX_EDGES = 1 << 16, WR_BLOCK_EDGES = 4 };
static inline uint64_t wr_most_edges (uint32_t blocks) {
  return WR_MAX_EDGES + (uint64_t)blocks * WR_BLOCK_EDGES;
}

struct wr_block {
  wr_symbol name; /* unique in the body */
  wr_span at;     /* file 0: generated, left out of traces */
  struct wr_cmd *cmds;
  uint32_t cmd_count;
  uint32_t *succs; /* none: the body returns here */
  uint32_t succ_count;
  wr_span return_at;               /* no successors: the `return` or the closing brace */
  bool loop_head;                  /* of a structured loop; flow finds the others */
  struct wr_invariant *invariants; /* checked before cmds */
  uint32_t invariant_count;
  wr_site loop_site; /* loop_head */
};

/* An option of the solver that a body asks for, by the name and value that Z3 has for it. */
struct wr_solver_option {
  wr_symbol name, value;
};

/* An implementation: what is verified. */
struct wr_body {
  wr_symbol name;     /* the procedure's, with a suffix when there are several */
  uint32_t procedure; /* index */
  wr_span span, at;
  WR_VEC (wr_var) ins, outs, locals; /* ins and outs parallel to the procedure's */
  struct wr_block *blocks;           /* [0] is the entry */
  uint32_t block_count;
  bool verify;       /* false: {:verify false}, or inlined everywhere */
  bool by_contracts; /* calls or loops of the source are given by their specifications already */
  uint64_t rlimit;   /* {:rlimit}; 0: not given */
  double time_limit; /* {:timeLimit} in seconds; 0: not given */
  WR_VEC (struct wr_solver_option) options; /* {:smt_option}, {:random_seed}; in order */
  wr_site entry_site, exit_site;
};

/* -- the program ------------------------------------------------------------------------------- */

struct wr_front; /* front/front.h */

typedef struct wr_core {
  const struct wr_front *front; /* the language, for the user's words; NULL: a text of core */
  const struct wr_core *parent; /* an extension: of what; else NULL */
  wr_arena *arena;
  wr_interner *symbols;
  const wr_sources *sources;
  wr_labels labels;
  WR_VEC (struct wr_sort_info) sorts;
  WR_VEC (struct wr_expr_info) exprs;
  WR_VEC (struct wr_binder) binders;
  WR_VEC (struct wr_var_info) vars;
  WR_VEC (struct wr_func_info) funcs;
  WR_VEC (struct wr_datatype) datatypes;
  WR_VEC (struct wr_constructor) constructors;
  WR_VEC (struct wr_field) fields;
  WR_VEC (struct wr_axiom) axioms;
  WR_VEC (struct wr_dormant_axiom) dormant;
  WR_VEC (wr_expr)
  distinct; /* unique constants: DISTINCT expressions, one per sort; frame, without a label */
  WR_VEC (wr_var) globals;
  WR_VEC (struct wr_procedure) procedures;
  WR_VEC (struct wr_body) bodies;
  wr_u32s pool;
  wr_sort simple[WR_SORT_KIND_COUNT]; /* sorts without parts, once made */
  wr_index expr_index, sort_index, binder_index;
  struct wr_names *names; /* core/name.h */
  struct {
    uint32_t vars, funcs, procedures, bodies;
  } inherited; /* an extension: so many entries are the parent's */
} wr_core;

/* The tables below live until wr_core_free; arena, symbols and sources are the caller's. */
wr_core *wr_core_new (wr_arena *arena, wr_interner *symbols, const wr_sources *sources);
void wr_core_free (wr_core *core);

/* A program is a value: after lowering nothing writes to it.  What a later stage derives from it (labels, sites,
   incarnations, expressions, sorts) goes to an extension: a core that begins with everything of `parent`, where the parent's
   handles mean the same, and that the stage adds to.  It belongs to the arena; the parent must outlive its use, and must not
   change as long as the extension lives. */
wr_core *wr_core_extend (const wr_core *parent, wr_arena *arena);

static inline const struct wr_expr_info *wr_expr_info (const wr_core *core, wr_expr e) {
  return &core->exprs.data[e.ix];
}
static inline wr_expr wr_expr_child (const wr_core *core, wr_expr e, uint32_t i) {
  return (wr_expr){core->pool.data[core->exprs.data[e.ix].first + i]};
}
static inline const struct wr_sort_info *wr_sort_info (const wr_core *core, wr_sort s) {
  return &core->sorts.data[s.ix];
}
static inline const struct wr_var_info *wr_var_info (const wr_core *core, wr_var v) {
  return &core->vars.data[v.ix];
}
static inline const struct wr_func_info *wr_func_info (const wr_core *core, wr_func f) {
  return &core->funcs.data[f.ix];
}
/* For the stage that made them, while it makes them. */
static inline struct wr_var_info *wr_var_edit (wr_core *core, wr_var v) {
  return &core->vars.data[v.ix];
}
static inline struct wr_func_info *wr_func_edit (wr_core *core, wr_func f) {
  return &core->funcs.data[f.ix];
}

#endif
