/* front/viper/prune.h -- the program with labels off, as a tree.  Facts that are off are left out, and a condition that is off is an unknown one.  Statements that take permissions
   away and calls stay, because no label stands for what they take: so what a precondition takes at a call that stays, stays too.  A check that is off although its text stays is
   one that failed: where the language can say so, it is assumed. */
#ifndef WR_FRONT_VIPER_PRUNE_H
#define WR_FRONT_VIPER_PRUNE_H

#include "base/map.h"
#include "base/vec.h"
#include "front/viper/viper.h"

/* A check that failed: that an expression in a text has a value. */
struct vpr_undefined {
  wr_span span, about; /* the statement or conjunct; the part of it that the failure is about */
  wr_str reason;       /* "insufficient.permission" */
};

/* By file: which roles of labels are on, and which are off, at a text; and where goals that are on stand. */
struct vpr_prune_labels {
  wr_map *on, *off, *failed; /* the span of a text -> a set of roles; one map per file */
  uint32_t files;
  WR_VEC (wr_span)
  goals; /* sorted by file and begin: what the goals that are on check; at a call: the call */
  WR_VEC (wr_span) promises;               /* sorted: postconditions that are proved */
  WR_VEC (struct vpr_undefined) undefined; /* in the order of the labels */
};

/* [prune_labels.c] */
void vpr_prune_labels_read (struct vpr_prune_labels *l, const struct wr_prune *how, uint32_t files);
void vpr_prune_labels_free (struct vpr_prune_labels *l);
int vpr_by_place (const void *a,
                  const void *b); /* two wr_span, for qsort: by file, begin and end */
/* Sets of roles: 1 << role. */
uint64_t vpr_roles_on (const struct vpr_prune_labels *l, wr_span text);
uint64_t vpr_roles_off (const struct vpr_prune_labels *l, wr_span text);
uint64_t vpr_roles_failed (const struct vpr_prune_labels *l, wr_span text);
/* There are labels for this text, and all of them are off. */
bool vpr_text_is_off (const struct vpr_prune_labels *l, wr_span text);
/* A goal that is on stands in this text; a postcondition that is on stands in it. */
bool vpr_text_has_goal (const struct vpr_prune_labels *l, wr_span text);
bool vpr_text_has_promise (const struct vpr_prune_labels *l, wr_span text);

/* A new program that shares what is not changed with the old one.  [prune.c] */
vpr_program *vpr_prune (const vpr_program *program, const struct wr_prune *how);
/* The body of a method with labels off; `names`: those that new variables must not have.  [prune_stmt.c] */
struct vpr_prune_stmts {
  const struct wr_prune *how;
  const struct vpr_prune_labels *labels;
  const vpr_program *program;
  const wr_bitset *names;
  uint32_t fresh;
};
vpr_stmts vpr_prune_body (struct vpr_prune_stmts *p, vpr_stmts stmts);
/* The assertion without the conjuncts that are off; NULL: nothing is left.  `taken`: conjuncts with permissions stay. */
vpr_expr *vpr_prune_conjuncts (struct vpr_prune_stmts *p, vpr_expr *e, bool taken);
/* The conjuncts that have a check with this role that failed; NULL: none. */
vpr_expr *vpr_prune_failed (struct vpr_prune_stmts *p, vpr_expr *e, enum wr_role role);
/* Conditions without which expressions of a statement that stays have no value, where the program fails these checks: as far as Viper can say them. [prune_defined.c] */
typedef WR_VEC (vpr_expr *) vpr_found_exprs;
void vpr_prune_defined (const struct vpr_prune_stmts *p, const vpr_stmt *s, vpr_found_exprs *out);
vpr_stmt *vpr_prune_assume (struct vpr_prune_stmts *p, vpr_expr *e);

/* Leaves out declarations and variables that nothing mentions, and bodies of predicates that nothing folds or unfolds.  [prune_tidy.c] */
void vpr_prune_tidy (vpr_program *program, const struct vpr_prune_labels *labels);

/* The goals that the text of a pruned program checks are added to how->checked.  [prune_checked.c] */
void vpr_prune_checked (const vpr_program *pruned, const struct wr_prune *how);

#endif
