/* front/viper/lowering.h -- what the files of the lowering share.

   A member becomes a body of core that only assumes, asserts, assigns and branches: contracts change permissions, so that calls,
   loops and contracts are written out here, and flow sees nothing but facts and goals.

   Permissions.  A resource is a field, a predicate, or a shape of magic wands.  A body has for each resource two local variables, the
   heap (the values, or the snapshots of predicates) and the mask (the amounts), which are maps over the receiver or the arguments.
   A state says where the heap and the mask of each resource are read; the current state reads the variables, `old` states read copies,
   and the state inside `unfolding` reads the snapshot first.  A value is forgotten when permission to it comes while none was held.

   Labels.  What a statement gains is under the label of its element: an amount `q >= 0` of its own (frame) that equals the written one
   (labelled).  What an exhale takes away is frame.  Frame facts must have a model whatever labels are off: docs/design/viper.md.

   The walkers:  value   (lower_expr.c)   an expression in a state as a term of core; checks nothing
                 wf      (lower_wf.c)     goals for everything that the expression needs
                 inhale  (lower_inhale.c) gains permissions and facts
                 exhale  (lower_exhale.c) goals, and gives permissions away
                 snap    (lower_snap.c)   the snapshot of an assertion in a state
                 layers  (lower_snap.c)   a state that reads a snapshot
   All of them take the guard under which they stand: conditions inside assertions make no blocks. */
#ifndef WR_FRONT_VIPER_LOWERING_H
#define WR_FRONT_VIPER_LOWERING_H

#include "base/check.h"
#include "core/build.h"
#include "front/viper/lower_terms.h"

#include <stdio.h>
#include <stdlib.h>

enum { VPR_MAX_WALK = 4000 }; /* nesting of calls of the walkers: nesting-too-deep */

typedef struct vpr_state vpr_state;

/* -- resources and states [lower_state.c] -------------------------------------------------------- */

enum vpr_resource_kind { VPR_RESOURCE_FIELD, VPR_RESOURCE_PREDICATE, VPR_RESOURCE_WAND };

struct vpr_resource {
  enum vpr_resource_kind kind;
  const vpr_decl *decl; /* FIELD, PREDICATE */
  const vpr_expr *wand; /* WAND: the first one of the shape */
  uint32_t place;       /* among all */
  uint32_t number;      /* among those that the current member uses; UINT32_MAX: it does not */
  const wr_sort *index; /* sorts of the indices; never none: without arguments it is one Int, 0 */
  uint32_t arity;
  wr_sort value, heap, mask; /* sorts */
  wr_expr zero;              /* the mask without permission */
  const char *name;          /* of variables */
};

/* Where a resource is read.  The topmost layer that fits decides. */
enum vpr_layer_kind {
  VPR_LAYER_MAP,  /* the last one: map[index] */
  VPR_LAYER_CELL, /* at `index` while `guard`: `value`; of a mask: what is below plus `value` */
  VPR_LAYER_QP    /* at e(x) while c(x): select (value, x); see struct vpr_quantified */
};
struct vpr_layer {
  const struct vpr_layer *below;
  enum vpr_layer_kind kind;
  wr_expr map, guard, value;
  const wr_expr *index;
  const struct vpr_quantified *qp;
};
struct vpr_state {
  const struct vpr_layer **heap, **mask; /* by number of the resource */
};

/* The copy of a state under a label of the program, or of `old`. */
struct vpr_mark {
  vpr_state *state;
  wr_var *heap, *mask;
  wr_var reached;          /* Bool; or none */
  struct vpr_block *block; /* labels: where a jump goes; NULL: none yet */
  bool passed;             /* labels: the statement was lowered */
  uint32_t depth;          /* labels: loops around the jumps */
  wr_span loop;            /* labels: the loop that begins here; file 0: none */
  vpr_stmts rest;          /* of the loop: its statements */
  struct vpr_loop *head;   /* of the loop */
};

const struct vpr_resource *vpr_resource_of (vpr_lowering *lo, const vpr_decl *decl);
const struct vpr_resource *vpr_resource_of_wand (vpr_lowering *lo, const vpr_expr *wand);
void vpr_resources_begin (vpr_lowering *lo); /* all of the program */
/* From now on, states have the resources that this member can speak of. [lower_used.c] */
void vpr_use (vpr_lowering *lo, const vpr_decl *decl);
void vpr_uses_begin (vpr_lowering *lo);
void vpr_uses_end (vpr_lowering *lo);
struct vpr_resource *vpr_resource_new_wand (vpr_lowering *lo, const vpr_expr *wand,
                                            const wr_sort *index, uint32_t arity);
/* All wands of the program get their resources. [lower_shape.c] */
void vpr_wand_shapes (vpr_lowering *lo);
/* The value at the index; the amount held there. */
wr_expr vpr_heap_at (vpr_lowering *lo, const vpr_state *state, const struct vpr_resource *r,
                     const wr_expr *index);
wr_expr vpr_mask_at (vpr_lowering *lo, const vpr_state *state, const struct vpr_resource *r,
                     const wr_expr *index);
/* A state that reads other variables: `heap` and `mask` of the body or of a mark. */
vpr_state *vpr_state_of_vars (vpr_lowering *lo, const wr_var *heap, const wr_var *mask);
vpr_state *vpr_state_of_maps (vpr_lowering *lo, const wr_expr *heap, const wr_expr *mask);
vpr_state *vpr_state_copy (vpr_lowering *lo, const vpr_state *state);
/* A new set of variables for a copy, and the commands that copy the current state. */
struct vpr_mark *vpr_mark_new (vpr_lowering *lo, const char *name);
void vpr_mark_set (vpr_lowering *lo, const struct vpr_mark *mark);
/* The current state becomes that of the mark again. */
void vpr_mark_restore (vpr_lowering *lo, const struct vpr_mark *mark, bool heap, bool mask);
void vpr_mark_havoc (vpr_lowering *lo, const struct vpr_mark *mark);
/* All masks are empty. */
void vpr_masks_clear (vpr_lowering *lo);
/* heap or mask [index] := value, of the current state. */
void vpr_heap_set (vpr_lowering *lo, const struct vpr_resource *r, const wr_expr *index,
                   wr_expr value, wr_label label);
void vpr_mask_set (vpr_lowering *lo, const struct vpr_resource *r, const wr_expr *index,
                   wr_expr value);

/* -- where an expression is evaluated ------------------------------------------------------------ */

struct vpr_ctx {
  const vpr_state *here;             /* values are read, and read permission is checked, here */
  const vpr_state *held;             /* perm and forperm look here */
  const vpr_state *old;              /* NULL: there is none */
  const vpr_state *lhs;              /* old[lhs]; NULL: there is none */
  wr_expr result;                    /* of a function, in its postconditions */
  const struct vpr_function *inside; /* in the axioms of a function: whose */
  bool some;                         /* in functions: amounts count as "some" */
  bool triggers;                     /* the expression is a trigger */
  bool exhale_side;                  /* of [a, b] inside quantifiers: b */
};

/* -- provenance [lower_label.c] ------------------------------------------------------------------ */

/* Of what facts and goals are made now. */
struct vpr_cause {
  const char *error; /* Viper's: "assert.failed" */
  wr_span report;    /* the node of the error */
  wr_span text;      /* of the element */
  uint32_t element;
  enum wr_class cls;
  enum wr_role fact, goal; /* of gains and facts; of what is exhaled */
  wr_label clause;      /* of a contract or an invariant: labels are derived from it; else none */
  wr_site site;         /* with `clause` */
  wr_label establishes; /* goals: the precondition of another member that they establish; or none */
  enum wr_label_type type; /* of labels that are not derived; NONE: that of the role */
  uint32_t facts, goals;   /* so many were derived */
  bool takes;              /* goals that are not derived: what they check is taken away */
  wr_origin origin;
};

/* A top-level conjunct of a clause, with the label that stands for it. */
struct vpr_clause {
  const vpr_expr *whole, *conjunct;
  wr_label label;
};
typedef VPR_LIST (struct vpr_clause) vpr_clauses; /* in the arena */

/* The conjuncts of an expression, in order. */
void vpr_conjuncts (vpr_lowering *lo, const vpr_expr *e, vpr_exprs *out);
/* The labels of a clause, one per conjunct. */
void vpr_clauses_of (vpr_lowering *lo, const vpr_exprs *exprs, enum wr_role role, vpr_clauses *out);
/* A new element with this text. */
struct vpr_cause vpr_cause_new (vpr_lowering *lo, const char *error, wr_span report, wr_span text);
/* For a conjunct of a contract at a site. */
struct vpr_cause vpr_cause_of (vpr_lowering *lo, const struct vpr_clause *clause, const char *error,
                               wr_span report, wr_site site);
/* The next fact of the cause; a goal with this role.  `reason` is Viper's, `node` what it is about. */
wr_label vpr_fact_label (vpr_lowering *lo, struct vpr_cause *cause);
wr_label vpr_goal_label (vpr_lowering *lo, struct vpr_cause *cause, enum wr_role role,
                         const char *reason, wr_span node);

/* -- bodies [lower_body.c] ----------------------------------------------------------------------- */

struct vpr_block {
  wr_symbol name;
  wr_span at, return_at;
  WR_VEC (struct wr_cmd) cmds;
  WR_VEC (struct vpr_block *) succs;
  uint32_t index;
  bool placed;
};

/* A loop around the code that is being made. */
struct vpr_loop {
  struct vpr_loop *outer;
  wr_span range;          /* the text of the loop */
  struct vpr_mark *aside; /* what the loop does not hold; NULL: no jump leaves it */
  bool by_goto;
  vpr_clauses invariants;
  wr_site site;
};

/* The body that is being made. */
struct vpr_body {
  const vpr_decl *decl;
  uint32_t procedure; /* index */
  WR_VEC (struct vpr_block *) blocks;
  struct vpr_block *at; /* where commands go; NULL: the code here is not reachable */
  WR_VEC (wr_var) locals;
  wr_map names; /* of locals */
  uint32_t block_count;
  wr_var *heap, *mask; /* by number of the resource */
  vpr_state *now;
  struct vpr_mark *entry; /* what `old` means */
  wr_site entry_site, exit_site;
  bool in_function;              /* no bound on amounts */
  bool in_wand;                  /* inside the check of a wand */
  bool by_contracts;             /* it has a call or a loop */
  struct vpr_package *package;   /* the innermost package around the code; NULL: none */
  struct vpr_loop *loop;         /* the innermost loop around the code; NULL: none */
  const struct vpr_mark *before; /* in a package: the copy that well-formedness is checked in */
  bool silent;                   /* nothing is assumed and checked: lower_package.c */
  wr_var hyp;                    /* while silent: what would have been assumed holds */
  struct vpr_caller *caller;     /* lower_termination.h; NULL: there is nothing to prove */
};

void vpr_body_begin (vpr_lowering *lo, struct vpr_body *body, const vpr_decl *decl,
                     const char *prefix);
void vpr_body_end (vpr_lowering *lo);
struct vpr_block *vpr_block_new (vpr_lowering *lo, const char *name, wr_span at);
void vpr_block_go (vpr_lowering *lo,
                   struct vpr_block *to); /* an edge from here; then here is nowhere */
void vpr_block_enter (vpr_lowering *lo, struct vpr_block *block);
wr_var vpr_local (vpr_lowering *lo, const char *name, wr_sort sort);
/* A variable with an arbitrary value. */
wr_expr vpr_fresh (vpr_lowering *lo, const char *name, wr_sort sort);
/* The term by a name of its own: later changes of the state do not change its value. */
wr_expr vpr_name (vpr_lowering *lo, const char *name, wr_expr term);
void vpr_names (vpr_lowering *lo, const char *name, wr_expr *terms, uint32_t count);
void vpr_assign (vpr_lowering *lo, wr_var var, wr_expr value, wr_label label);
void vpr_havoc (vpr_lowering *lo, wr_var var);
void vpr_havoc_at (vpr_lowering *lo, wr_var var, wr_span at); /* values are shown there */
void vpr_frame (vpr_lowering *lo, wr_expr fact);
void vpr_fact (vpr_lowering *lo, struct vpr_cause *cause, wr_expr fact);
/* The same for the amount of a permission that is gained. */
void vpr_gain_fact (vpr_lowering *lo, struct vpr_cause *cause, wr_expr fact);
void vpr_fact_labelled (vpr_lowering *lo, wr_label label, wr_expr fact);
/* The condition must hold: `reason` is Viper's, `node` what it is about. */
void vpr_goal (vpr_lowering *lo, struct vpr_cause *cause, wr_expr cond, const char *reason,
               wr_span node);
wr_label vpr_goal_labelled (vpr_lowering *lo, struct vpr_cause *cause, wr_expr cond,
                            const char *reason,
                            wr_span node); /* the same for what the language implies; its label */
/* The same for what the language implies. */
void vpr_check_goal (vpr_lowering *lo, struct vpr_cause *cause, wr_expr cond, const char *reason,
                     wr_span node);

/* -- sorts and collections ----------------------------------------------------------------------- */

wr_sort vpr_sort (vpr_lowering *lo, const vpr_type *type); /* [lower_sorts.c] */
wr_sort vpr_int_sort (vpr_lowering *lo);
wr_sort vpr_bool_sort (vpr_lowering *lo);
wr_sort vpr_perm_sort (vpr_lowering *lo);
wr_sort vpr_snap_sort (vpr_lowering *lo);
/* A constant of the sort, the same one each time. */
wr_expr vpr_default (vpr_lowering *lo, wr_sort sort);
wr_expr vpr_box (vpr_lowering *lo, wr_expr value);
wr_expr vpr_unbox (vpr_lowering *lo, wr_expr snap, wr_sort sort);
wr_expr vpr_pair (vpr_lowering *lo, wr_expr a, wr_expr b);
wr_expr vpr_first (vpr_lowering *lo, wr_expr snap);
wr_expr vpr_second (vpr_lowering *lo, wr_expr snap);
wr_expr vpr_unit (vpr_lowering *lo);
/* What type parameter `param` stands for where the code is now. */
const vpr_type *vpr_ground (vpr_lowering *lo, const vpr_type *type);

/* A function of a collection by its name in the tables of lower_collections.c: "len", "at", "union". */
wr_func vpr_collection (vpr_lowering *lo, const vpr_type *type, const char *name);
wr_expr vpr_collection_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx);
/* Declarations and axioms as a text. [lower_axiom.c] */
struct vpr_theory {
  const char *prefix; /* of the functions */
  wr_map funcs;       /* word -> wr_func */
  WR_VEC (struct {
    const char *word;
    wr_sort sort;
  })
  sorts;
};
void vpr_theory_add (vpr_lowering *lo, struct vpr_theory *theory, const char *text);
wr_func vpr_theory_func (vpr_lowering *lo, struct vpr_theory *theory, const char *name);

/* -- domains [lower_domain.c] -------------------------------------------------------------------- */

void vpr_domains_begin (vpr_lowering *lo);
/* Axioms of all instances of domains that occur, in rounds; after everything else. */
void vpr_domain_rounds (vpr_lowering *lo);
wr_expr vpr_domain_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx);
/* ADTs [lower_adt.c] */
wr_expr vpr_adt_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx);

/* -- walkers ------------------------------------------------------------------------------------- */

wr_expr vpr_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx);
void vpr_values (vpr_lowering *lo, const vpr_exprs *list, const struct vpr_ctx *ctx, wr_expr *out);
/* A quantifier, let or forperm. [lower_quant.c] */
wr_expr vpr_quantifier_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx);
void vpr_triggers_of (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx,
                      struct vpr_triggers *out);
/* The amount of an ACC; a wildcard has none. */
bool vpr_is_wildcard (const vpr_expr *acc);
wr_expr vpr_amount (vpr_lowering *lo, const vpr_expr *acc, const struct vpr_ctx *ctx);
/* What an ACC, PERM or resource names: the resource, and the terms of its indices. */
const struct vpr_resource *vpr_place (vpr_lowering *lo, const vpr_expr *resource,
                                      const struct vpr_ctx *ctx, wr_expr **index);
bool vpr_is_pure (const vpr_expr *e); /* no permission and no wand in it, as an assertion */
/* Everything that is not permission in an assertion, as one term. */
wr_expr vpr_pure_part (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx);

void vpr_wf (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx, wr_expr guard,
             struct vpr_cause *cause);

/* How an assertion is gained or given away. */
struct vpr_transfer {
  struct vpr_ctx ctx;
  struct vpr_cause *cause;
  wr_expr guard;
  wr_expr factor; /* of all amounts; none: 1 */
  bool checked;   /* with goals for well-formedness */
  bool wild;      /* each amount is some amount */
  const char *
      injective; /* the reason of goals about receivers if they are checked although nothing else is; else NULL */
  bool exhale_side; /* of [a, b]: also when inhaling (well-formedness of contracts) */
  bool pure_last;   /* inhale: only the permissions */
  bool only_pure;   /* inhale: only what is left then */
};
void vpr_inhale (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t);
/* Gains an amount of one location; the amount is none for a wildcard. */
void vpr_gain (vpr_lowering *lo, const struct vpr_resource *r, const wr_expr *index, wr_expr amount,
               struct vpr_transfer *t);
void vpr_exhale (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t);
/* `assume` of an assertion with permissions. [lower_assume.c] */
void vpr_assume (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t);
/* Goals for an assertion, without an effect: function preconditions, asserting. */
void vpr_holds (vpr_lowering *lo, const vpr_expr *e, struct vpr_transfer *t);

/* -- snapshots [lower_snap.c] -------------------------------------------------------------------- */

/* None: the assertion has no permission, and its snapshot is always the unit. */
wr_expr vpr_snap (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx);
bool vpr_has_snap (const vpr_expr *e);
/* `state` with layers that read the snapshot; `amounts` also adds what the assertion holds, times the factor. */
void vpr_snap_layers (vpr_lowering *lo, const vpr_expr *e, wr_expr snap, wr_expr guard,
                      struct vpr_ctx *ctx, vpr_state *state, wr_expr factor);

/* -- wands [lower_wand.c, lower_shape.c] ---------------------------------------------------------- */

const struct vpr_resource *vpr_wand_place (vpr_lowering *lo, const vpr_expr *wand,
                                           const struct vpr_ctx *ctx, wr_expr **index);
void vpr_wand_wf (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx, wr_expr guard,
                  struct vpr_cause *cause);
wr_expr vpr_applying_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx);
void vpr_applying_wf (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx, wr_expr guard,
                      struct vpr_cause *cause);
/* What the right side is when the wand is used with this left side. */
wr_expr vpr_wand_result (vpr_lowering *lo, wr_expr wand, wr_expr left);
/* Gives a location away inside a package: what the package does not hold comes from outside. */
void vpr_transfer_in (vpr_lowering *lo, const vpr_expr *e, const struct vpr_resource *r,
                      const wr_expr *index, struct vpr_transfer *t);
/* #P(args) */
wr_expr vpr_instance_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx);

/* -- predicates [lower_pred.c] ------------------------------------------------------------------- */

void vpr_fold (vpr_lowering *lo, const vpr_stmt *s);
void vpr_unfold (vpr_lowering *lo, const vpr_stmt *s);
/* The context inside `unfolding`: its state in `inner`. */
void vpr_unfolding (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx,
                    struct vpr_ctx *inner);
void vpr_unfolding_wf (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx,
                       wr_expr guard, struct vpr_cause *cause);
void vpr_predicate (vpr_lowering *lo, const vpr_decl *decl); /* its own checks */

/* -- functions [lower_func.c] -------------------------------------------------------------------- */

struct vpr_function {
  const vpr_decl *decl;
  wr_func func, limited; /* f and f' */
  wr_func ok;            /* the precondition of this application was checked */
  bool has_snap;
  wr_func reveal; /* the body of this application of an opaque function is used */
  uint32_t number, height, component, procedure;
  bool recursive, opaque;
  const vpr_expr *pre; /* all preconditions as one; NULL: none */
  wr_label body_label;
  vpr_clauses requires_, ensures;
};
bool vpr_has_annot (const vpr_lowering *lo, const vpr_annot *annots, const char *name);
void vpr_functions_declare (vpr_lowering *lo);
void vpr_functions_order (vpr_lowering *lo); /* component, height, recursive [lower_height.c] */
void vpr_functions_define (vpr_lowering *lo);
void vpr_function_check (vpr_lowering *lo, const vpr_decl *decl);
wr_expr vpr_function_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx);
void vpr_function_wf (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx, wr_expr guard,
                      struct vpr_cause *cause);
/* `above` has this value in the body. */
void vpr_height (vpr_lowering *lo, int64_t height);
/* The instance was looked into: the term that unrolls functions over it; none: there are none. */
wr_expr vpr_seen (vpr_lowering *lo, const vpr_decl *predicate, const wr_expr *index, wr_expr snap);
/* The parameters stand for these terms; what they stood for is in `saved`. */
void vpr_bind (const vpr_vars *vars, const wr_expr *terms, wr_expr *saved);
void vpr_unbind (const vpr_vars *vars, const wr_expr *saved);

/* -- statements ---------------------------------------------------------------------------------- */

void vpr_stmt_lower (vpr_lowering *lo, const vpr_stmt *s);
void vpr_stmts_lower (vpr_lowering *lo, const vpr_stmts *list);
void vpr_call (vpr_lowering *lo, const vpr_stmt *s);       /* [lower_call.c] */
void vpr_while (vpr_lowering *lo, const vpr_stmt *s);      /* [lower_loop.c] */
void vpr_label_stmt (vpr_lowering *lo, const vpr_stmt *s); /* [lower_goto.c] */
void vpr_goto (vpr_lowering *lo, const vpr_stmt *s);
void vpr_new (vpr_lowering *lo, const vpr_stmt *s);          /* [lower_new.c] */
void vpr_quasihavoc (vpr_lowering *lo, const vpr_stmt *s);   /* [lower_havoc.c] */
void vpr_package_stmt (vpr_lowering *lo, const vpr_stmt *s); /* [lower_wand.c] */
void vpr_apply (vpr_lowering *lo, const vpr_stmt *s);
void vpr_method (vpr_lowering *lo, const vpr_decl *decl); /* [lower_method.c] */
/* Assignment to a variable or a field that was checked. */
void vpr_target_set (vpr_lowering *lo, const vpr_expr *target, wr_expr value,
                     struct vpr_cause *cause);
/* The context of statements here. */
struct vpr_ctx vpr_here (vpr_lowering *lo);

void vpr_declare (vpr_lowering *lo, const vpr_vars *vars); /* local variables */
/* One side of a condition, of which both are one element. */
void vpr_branch (vpr_lowering *lo, const vpr_expr *cond, wr_expr value, uint32_t element,
                 bool negative);
/* A branch of its own in front of the code here; what is lowered until vpr_side_end is in it. [lower_method.c] */
struct vpr_block *vpr_side_begin (vpr_lowering *lo, const char *name);
void vpr_side_end (vpr_lowering *lo, struct vpr_block *main);
void vpr_method_declare (vpr_lowering *lo, vpr_decl *decl);
/* Loops made by jumps. [lower_goto.c] */
bool vpr_has_goto (const vpr_stmts *list);
void vpr_loops_find (vpr_lowering *lo, const vpr_stmts *list);
/* Leaves those loops that begin inside `outer` and end before this place. */
void vpr_loops_end (vpr_lowering *lo, const struct vpr_loop *outer, uint32_t before);
void vpr_labels_declare (vpr_lowering *lo, const vpr_decl *decl);
void vpr_assume_stmt (vpr_lowering *lo, const vpr_stmt *s);
/* Variables and labels that the statements change become arbitrary. [lower_loop.c] */
void vpr_havoc_assigned (vpr_lowering *lo, const vpr_stmts *list, wr_span at);
void vpr_invariants_exhale (vpr_lowering *lo, const vpr_clauses *list, wr_site site, bool kept);
void vpr_invariants_inhale (vpr_lowering *lo, const vpr_clauses *list, wr_site site, bool checked);
/* The reference is in no collection of a local variable. [lower_collections.c] */
wr_expr vpr_not_in_collections (vpr_lowering *lo, wr_expr ref);
const vpr_state *vpr_package_lhs (vpr_lowering *lo);

/* -- the program [lower.c] ----------------------------------------------------------------------- */

/* What lowering knows about a method. */
struct vpr_method_info {
  uint32_t procedure;
  vpr_clauses requires_, ensures;
  bool made;
};

struct vpr_lowering {
  vpr_program *program;
  wr_core *core;
  wr_arena *arena;
  wr_interner *symbols;
  wr_diags *diags;
  bool failed;
  uint32_t depth;
  struct vpr_body *body; /* NULL: axioms are being made */
  uint32_t procedure;    /* index + 1 of the owner of labels */
  WR_VEC (struct vpr_resource *)
  all_resources, resources; /* of the program; of the current member */
  struct vpr_uses *uses;
  wr_map sorts;    /* type number -> sort */
  wr_map names;    /* of functions, procedures and sorts in use */
  wr_map defaults; /* sort -> function */
  wr_map boxes, unboxes;
  wr_map theories;     /* type number -> struct vpr_theory */
  wr_map lambdas;      /* shape -> function */
  wr_map read_lambdas; /* functions that have the axiom of vpr_lambda_reads */
  wr_map pool_vars;    /* (sort, number) -> the bound variable of shapes */
  wr_map elements;     /* node of the tree -> element */
  wr_sort snap;
  wr_func use; /* of a wand with a left side */
  wr_func pair, first, second, unit, null_, above;
  wr_map type_env; /* (domain, parameter) -> type */
  wr_map domain_funcs;
  struct vpr_domains *domains;         /* lower_domains.h; NULL: none yet */
  wr_map shapes;                       /* text of a shape of wands -> number of the resource + 1 */
  WR_VEC (const vpr_decl *) functions; /* with struct vpr_function in `lowered` */
  WR_VEC (void **) notes;              /* what vpr_note has set */
  uint32_t serial;
};

__attribute__ ((format (printf, 3, 4))) void vpr_unsupported (vpr_lowering *lo, wr_span at,
                                                              const char *fmt, ...);
__attribute__ ((format (printf, 2, 3))) wr_symbol vpr_symf (vpr_lowering *lo, const char *fmt, ...);
/* The name, with a number if it is taken; then it is. */
wr_symbol vpr_unique (vpr_lowering *lo, const char *name);
wr_func vpr_func (vpr_lowering *lo, const char *name, const wr_sort *params, uint32_t count,
                  wr_sort result);
void vpr_axiom (vpr_lowering *lo, wr_expr fact, wr_label label);
const char *vpr_text (vpr_lowering *lo, wr_symbol symbol);
/* Sets a field `lowered` of the tree until the end of this lowering: a tree can be lowered several times. */
void vpr_note (vpr_lowering *lo, void **lowered, void *note);
uint32_t vpr_procedure_new (vpr_lowering *lo, const vpr_decl *decl, const char *name);

#endif
