/* axioms/instances.h -- soundness coverage: which axioms does a failed proof attempt instantiate?  The attempt is made once more with all assertions, and
   the solver counts.  An axiom without quantifiers has no instances: it is present in every attempt. */
#ifndef WR_AXIOMS_INSTANCES_H
#define WR_AXIOMS_INSTANCES_H

#include "axioms/relation.h"
#include "solve/z3_log.h"

/* Adds the instances of one attempt to the list.  `axiom_of` has for each assertion of the input its axiom, or UINT32_MAX.  False: nothing was
   counted, or the attempt succeeded this time. */
bool wr_instances_add (const struct wr_z3_log_input *input, const uint32_t *axiom_of,
                       uint64_t rlimit, double timeout, wr_instance_list *list);

#endif
