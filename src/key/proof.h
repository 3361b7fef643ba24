/* key/proof.h -- which rules a stored proof of KeY applies: \proof { (branch "…" (rule "name" …) (builtin "name" …) (opengoal "…")) }. */
#ifndef WR_KEY_PROOF_H
#define WR_KEY_PROOF_H

#include "base/map.h"
#include "base/vec.h"
#include "key/scan.h"

struct wr_key_use {
  wr_str name;
  uint32_t steps;
};

typedef struct wr_key_proof {
  WR_VEC (struct wr_key_use) uses; /* of rules, in the order of their first steps */
  wr_map index;
  uint32_t steps;   /* applications of rules */
  uint32_t builtin; /* steps of procedures that are built into KeY */
  uint32_t
      simplifier; /* of these, those of One Step Simplification: they hide the rules that they apply */
  uint32_t open; /* goals that are not closed */
} wr_key_proof;

/* Strings are views of the text.  False: the text is malformed, and scan.problem of `at` says what and where.  Free the proof in any case. */
bool wr_key_proof_read (wr_str text, wr_key_proof *proof, wr_key_scan *at);
void wr_key_proof_free (wr_key_proof *proof);

#endif
