/* diagnose/ease.h -- queries that a solver can answer in place of those that it cannot: quantified facts are weakened to some of their
   instances, and terms outside linear arithmetic are replaced by the values that they had in an execution. */
#ifndef WR_DIAGNOSE_EASE_H
#define WR_DIAGNOSE_EASE_H

#include "diagnose/path.h"

/* A weaker fact without quantifiers over integers; an evaluator has to check what was left out. */
wr_expr wr_instantiate (wr_core *core, wr_expr e);
/* The facts with such terms replaced, and equations that say so: a stronger query.  False: there is nothing to replace. */
bool wr_concretise (struct wr_path_runner *r, const struct wr_path *path, const wr_exprs *facts,
                    wr_exprs *out);

/* Adds the instances of the axioms for the applications in the facts, without those that have quantifiers themselves. */
void wr_add_instances (wr_core *core, const wr_exprs *axioms, wr_exprs *facts);

#endif
