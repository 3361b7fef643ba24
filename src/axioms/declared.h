/* axioms/declared.h -- identities of the assertions of a log (axioms/identity.h), with the declarations of the functions that they are about: in files that
   declare a function with different types of the solver, or define it in another way, the same text is another axiom. */
#ifndef WR_AXIOMS_DECLARED_H
#define WR_AXIOMS_DECLARED_H

#include "axioms/identity.h"
#include "axioms/log.h"

/* {.log = log} to begin with. */
typedef struct wr_declared {
  const wr_log *log;
  wr_map types;  /* hash of a name without bars -> hash of its last declaration */
  uint32_t upto; /* commands before this one were looked at */
} wr_declared;

/* The identity of an assertion.  Assertions should be asked for in their order: declarations before the last one count. */
struct wr_identity wr_declared_identity (wr_declared *declared, uint32_t command,
                                         const struct wr_identity_options *options);
void wr_declared_free (wr_declared *declared);

#endif
