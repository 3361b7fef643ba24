/* key/suite.h -- a suite of stored KeY proofs over a rule base.  Only "used" can be said: whether a proof needs a rule, KeY's own prover would have to
   find out.  Rules are identified by name; a name with several variants (taclet options) is one rule. */
#ifndef WR_KEY_SUITE_H
#define WR_KEY_SUITE_H

#include "axioms/relation.h"

/* A rule that proofs apply and the rule base does not have: generated for the proof, or of an older base. */
struct wr_key_unknown {
  wr_str name;
  uint32_t steps, proofs;
};

typedef struct wr_key_outcome {
  uint32_t rule_files, proofs;
  uint32_t variants, lemmas; /* second texts of a name; names marked as lemmas */
  uint64_t steps, builtin, simplifier;
  WR_VEC (struct wr_key_unknown) unknown; /* in the order in which they were met */
  wr_map index;
} wr_key_outcome;

enum wr_key_kind { WR_KEY_OTHER, WR_KEY_RULES, WR_KEY_PROOF };
/* By the end of its name: .key, .proof, .proof.gz. */
enum wr_key_kind wr_key_kind_of (wr_str path);

/* All rule bases first.  A file that cannot be read is a test with an error. */
void wr_key_add_rules (wr_relation *relation, const char *path, wr_key_outcome *outcome);
void wr_key_add_proof (wr_relation *relation, const char *path, wr_key_outcome *outcome);
void wr_key_outcome_free (wr_key_outcome *outcome);

#endif
