/* front/viper/typecheck.h -- between the files of the type checker.  Each clause, condition and right side is a unit of inference.

   Inference goes up and down.  Up: each node gets its candidates, which are the types that it may have, in the order in which the
   language prefers them; a candidate remembers its signature and the candidate of each argument.  Two candidates of one type are one,
   since nothing around the node can tell them apart, and the preferred one stays.  Down: the expected type picks a candidate at the
   top, and each candidate determines the types of the arguments.  Errors are collected while going up and told at the end, because
   the body of a `let` may be tried with several types of the value. */
#ifndef WR_FRONT_VIPER_TYPECHECK_H
#define WR_FRONT_VIPER_TYPECHECK_H

#include "front/viper/names.h"
#include "front/viper/unify.h"

/* One way to use an operator or a function.  Its variables are 0 .. vars - 1 (exported form, unify.h). */
struct vpr_sig {
  vpr_type **params; /* one for each kid */
  vpr_type *result;
  uint32_t vars;
  bool own;         /* its variables belong to the type parameters of the domain around */
  bool impure;      /* its variables may stand for types of assertions */
  vpr_decl *decl;   /* DESTRUCTOR, DISCRIMINATOR: the constructor */
  vpr_var *var;     /* DESTRUCTOR */
  uint32_t generic; /* how many of its first variables are the type arguments of the declaration */
};

struct vpr_candidate {
  vpr_type *type; /* exported */
  uint32_t sig;
  uint32_t *picks; /* the candidate of each kid */
};

typedef struct vpr_node vpr_node;
struct vpr_node {
  vpr_expr *expr;
  vpr_node **kids; /* args; of a quantifier: also the terms of its triggers */
  uint32_t kid_count;
  struct vpr_sig *sigs;
  uint32_t sig_count;
  struct vpr_candidate *candidates; /* at least one */
  uint32_t candidate_count;
  bool bad; /* there was an error in it */
  bool
      resource; /* names a location or a wand, as in acc and perm: a predicate is no assertion here */
};

/* An error that is told when the unit is done. */
struct vpr_failure {
  enum wr_code code;
  wr_span at, note_at;
  wr_str text, note; /* note: empty: none */
};

typedef struct vpr_checker {
  vpr_program *program;
  wr_arena *arena, *scratch;
  wr_mark empty; /* of scratch */
  wr_interner *symbols;
  wr_diags *diags;
  vpr_type_table *types;
  vpr_name_table *names;
  vpr_env env;
  vpr_type *error, *integer, *boolean, *ref, *perm, *impure, *predicate, *wand;
  vpr_type *v0, *v1;   /* variables of signatures */
  vpr_decl *member;    /* that is being checked */
  vpr_decl *domain;    /* around the expression, or NULL */
  vpr_decl *instances; /* the domain PredicateInstance, or NULL */
  bool in_axiom, result_allowed;
  uint32_t lets; /* bodies of `let` that were tried again */
  WR_VEC (struct vpr_failure) failures;
  WR_VEC (struct vpr_sig) sigs; /* of the node at hand */
} vpr_checker;

/* infer_sig.c: the signatures of a node whose kids are done, in the order of preference; they are left in c->sigs. */
void vpr_signatures (vpr_checker *c, vpr_node *node);

/* infer_pre.c: what must hold before signatures are tried; false: an error was added, or there was one in names. */
bool vpr_precheck (vpr_checker *c, vpr_node *node);

/* infer.c */
vpr_node *vpr_infer_up (vpr_checker *c, vpr_expr *expr);
/* The first candidate that fits; UINT32_MAX: none does. */
uint32_t vpr_pick (vpr_checker *c, const vpr_node *node, vpr_type *expected);
__attribute__ ((format (printf, 4, 5))) void vpr_fail (vpr_checker *c, enum wr_code code,
                                                       wr_span at, const char *fmt, ...);
/* Adds a note to the last failure. */
void vpr_fail_note (vpr_checker *c, wr_span at, const char *text);
/* That `expr`, which has these candidates, should have another type. */
void vpr_fail_type (vpr_checker *c, const vpr_node *node, vpr_type *expected);
const char *vpr_show (vpr_checker *c, const vpr_type *type); /* in scratch */

/* infer_down.c: writes the types into the tree */
void vpr_infer_down (vpr_checker *c, vpr_node *node, uint32_t pick, vpr_type *type);

/* infer_unit.c: one unit.  `expected` may be NULL.  False: there were errors, which are told. */
bool vpr_infer (vpr_checker *c, vpr_expr *expr, vpr_type *expected);
/* The same for something that names a resource: a field access, a predicate, a wand. */
bool vpr_infer_resource (vpr_checker *c, vpr_expr *expr);

/* typecheck_stmt.c */
void vpr_check_body (vpr_checker *c, vpr_stmts body);
/* typecheck_place.c: where `perm`, `forperm`, wands and `result` may stand */
enum vpr_place {
  VPR_PLACE_NO_PERM = 1,        /* neither perm nor forperm outside of [a, b] */
  VPR_PLACE_NO_PERM_AT_ALL = 2, /* not inside of it either: a function's postcondition */
  VPR_PLACE_NO_WAND = 4
};
void vpr_check_place (vpr_checker *c, vpr_expr *expr, uint32_t place);
void vpr_check_measures (vpr_checker *c, vpr_measures measures);

/* typecheck.c: types of the declarations from number `first` on.  Errors are told. */
void vpr_type_from (vpr_program *program, uint32_t first, wr_diags *diags);

#endif
