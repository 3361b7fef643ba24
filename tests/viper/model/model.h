/* tests/viper/model/model.h -- an interpreter of Viper's semantics, for comparison with the verifier.  It reads the typed syntax tree
   and shares nothing with the lowering.

   A run is one way through a member with concrete values: arguments, values of the heap and results of calls are chosen at random, and a
   run whose assumptions are false is given up.  The heap is total and finite; permissions are exact fractions; holding a predicate means
   to hold its body in this heap, so that the values behind a folded predicate are simply those of the heap, and a state in which the
   bodies of all predicates together give more than full permission is no state.  What nobody holds any more after an exhale gets new
   values at once.  Calls and loops are run by their contracts, because verification is modular: a violation of a run is a violation that
   a verifier has to report.

   Not run: magic wands, goto, domains, refute, quasihavocall, termination, assume with permissions, quantifiers without bounds. */
#ifndef WR_TESTS_VIPER_MODEL_MODEL_H
#define WR_TESTS_VIPER_MODEL_MODEL_H

#include "../../prop/rng.h"
#include "front/viper/ast.h"
#include "value.h"

enum {
  MODEL_OBJECTS = 8, /* 0 is null */
  MODEL_KNOWN = 4,   /* references that are chosen at random are below; `new` takes others */
  MODEL_FIELDS = 10,
  MODEL_TOKENS = 24,
  MODEL_ARGS = 4,
  MODEL_VARS = 60,
  MODEL_DEPTH = 24, /* of function calls and of predicates in predicates */
  MODEL_POOL = 24,  /* integers to choose from */
  MODEL_PARTS = 64  /* instances of a quantified permission */
};

/* Permission to an instance of a predicate. */
struct token {
  const vpr_decl *decl;
  value args[MODEL_ARGS], amount;
  int64_t version; /* of a predicate without a body: what it stands for */
};

struct model_state {
  value heap[MODEL_FIELDS][MODEL_OBJECTS], mask[MODEL_FIELDS][MODEL_OBJECTS];
  bool loose[MODEL_FIELDS][MODEL_OBJECTS]; /* the value was chosen and nobody has looked at it */
  struct token tokens[MODEL_TOKENS];
  uint32_t token_count;
};

struct binding {
  const vpr_var *var;
  value value;
  bool loose;
};

enum model_stop {
  MODEL_RUNS,
  MODEL_ENDED,      /* nothing follows on this path */
  MODEL_GIVEN_UP,   /* an assumption is false, or something is too large */
  MODEL_VIOLATED,   /* `error`, `reason`, `at` say what */
  MODEL_UNSUPPORTED /* the member uses something that is not run */
};

struct chosen_result { /* of a function without a body */
  const vpr_decl *decl;
  value args, seen, result;
};

struct run {
  const vpr_program *program;
  wr_arena *arena; /* of the run */
  struct rng *rng;
  enum model_stop stop;
  const char *reason, *error;
  wr_span at;
  const vpr_decl *member;
  wr_span place; /* the statement or clause that is run */
  struct model_state *now, *entry;
  struct binding vars[MODEL_VARS];
  uint32_t var_count, var_base; /* variables from var_base on are visible */
  uint32_t field_count, depth, allocated;
  int64_t pool[MODEL_POOL];
  uint32_t pool_count;
  struct chosen_result results[MODEL_VARS];
  uint32_t result_count;
  struct {
    const vpr_label *label;
    struct model_state *state;
  } labels[MODEL_VARS];
  uint32_t label_count;
  uint32_t steps;
};

/* How an expression is evaluated. */
struct where {
  struct model_state *here; /* values, and permission to read */
  struct model_state *held; /* perm and forperm look here */
  struct model_state *old;
  const value *result;
  bool checked; /* what has no value is a violation; else the run is given up */
  bool
      total; /* everything may be read, and `unfolding` does nothing: inside functions and predicates */
  bool some;         /* in functions: amounts count as "some" */
  const char *error; /* of violations */
  wr_span at;
};

/* [eval.c] */
void model_give_up (struct run *run);
void model_unsupported (struct run *run);
void model_violate (struct run *run, const struct where *w, const char *reason);
value model_eval (struct run *run, const vpr_expr *e, const struct where *w);
bool model_true (struct run *run, const vpr_expr *e, const struct where *w);
value model_perm_op (struct run *run, bool (*op) (value *, value, value), value a, value b);
value *model_field (struct run *run, struct model_state *s, const vpr_expr *e, value receiver);
struct binding *model_binding (struct run *run, const vpr_var *var);
void model_bind (struct run *run, const vpr_var *var, value v, bool loose);
struct token *model_token (struct run *run, struct model_state *s, const vpr_decl *decl,
                           const value *args, bool add);

/* [quantifier.c]  Calls `each` for all values of the variables; outside the bounds too, for a little. */
typedef void model_each (struct run *run, void *arg);
void model_for_all (struct run *run, const vpr_expr *quantifier, const struct where *w,
                    model_each *each, void *arg);
value model_quantifier (struct run *run, const vpr_expr *e, const struct where *w);
value model_forperm (struct run *run, const vpr_expr *e, const struct where *w);

/* [function.c] */
value model_apply (struct run *run, const vpr_expr *e, const struct where *w);

/* [assertion.c] */
bool model_is_pure (const vpr_expr *e);
struct transfer {
  struct where w;
  struct model_state *state;
  value factor;
  bool exhale_side;
};
void model_inhale (struct run *run, const vpr_expr *e, struct transfer *t);
void model_exhale (struct run *run, const vpr_expr *e, struct transfer *t);
/* The assertion holds, as a precondition of a function. */
void model_holds (struct run *run, const vpr_expr *e, const struct where *w);
/* [state.c]  What is held with all predicates opened; gives the run up if that is no state. */
void model_closure (struct run *run, const struct model_state *s,
                    value mask[MODEL_FIELDS][MODEL_OBJECTS]);
void model_forget (struct run *run, struct model_state *s); /* values that nobody holds */
struct model_state *model_copy (struct run *run, struct model_state *s);
value model_choose (struct run *run, const vpr_type *type);
void model_state_begin (struct run *run);

/* [statement.c] */
struct where model_here (struct run *run, const char *error, wr_span at); /* in the current state */
void model_stmts (struct run *run, const vpr_stmts *list);

/* [member.c]  One run of the member. */
void model_run_member (struct run *run, const vpr_decl *member);

#endif
