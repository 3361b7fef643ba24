/* cli/axioms_preludes.h -- the axioms of programs as SMT-LIB logs, so that sketches of tests can be tried for them (cli/axioms_advice.h). */
#ifndef WR_CLI_AXIOMS_PRELUDES_H
#define WR_CLI_AXIOMS_PRELUDES_H

#include "axioms/identity.h"
#include "axioms/relation.h"
#include "cli/options.h"

/* Two axioms of one program that are the same assertion, though their texts differ. */
struct wr_same_axioms {
  uint32_t axiom, partner; /* the first has no other part, and no test if one of them has none */
};

typedef struct wr_prelude_logs {
  WR_VEC (const char *) paths;  /* files that were written */
  WR_VEC (uint64_t) identities; /* of assertions that are axioms */
  wr_map
      number_of; /* identity of an assertion -> number of its axiom in the relation + 1, the first one of several; 0: it does not count */
  wr_map
      shared; /* identities that several axioms have: whether one of them is needed cannot be said */
  WR_VEC (struct wr_same_axioms) same;
} wr_prelude_logs;

struct wr_prelude_options {
  const struct wr_options *options;
  const struct wr_identity_options *identity;
  const char *folder;
};

/* Writes the axioms of programs in which an axiom without a test stands first.  Strings live in the arena. */
void wr_prelude_logs_write (const struct wr_prelude_options *how, const char *const *programs,
                            uint32_t count, const wr_relation *relation, wr_arena *arena,
                            wr_prelude_logs *out);
/* Writes a file that must not exist. */
bool wr_prelude_file_new (const char *path, wr_str text);
void wr_prelude_logs_free (wr_prelude_logs *logs); /* the files stay */

#endif
