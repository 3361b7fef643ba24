/* `warrant axioms --key DIR`: stored proofs of KeY. */
#include "base/vec.h"
#include "cli/axioms_expect.h"
#include "cli/axioms_publish.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/walk.h"
#include "key/suite.h"

struct found {
  WR_VEC (const char *) rules, proofs;
};

static void add_found (void *ctx, const char *path, const char *below) {
  struct found *found = ctx;
  enum wr_key_kind kind = wr_key_kind_of (wr_str_of (path));
  (void)below;
  if (kind == WR_KEY_RULES) WR_VEC_PUSH (&found->rules, path);
  if (kind == WR_KEY_PROOF) WR_VEC_PUSH (&found->proofs, path);
}

static bool find (const struct wr_options *options, struct found *found, wr_arena *arena) {
  struct wr_file_walk walk = {found, add_found};
  for (uint32_t i = 0; i < options->key.count; i++) {
    if (wr_walk_files (options->key.items[i], arena, &walk)) continue;
    wr_output_complain ("--key: '%s' is not a directory that can be read", options->key.items[i]);
    return false;
  }
  if (found->rules.len && found->proofs.len) return true;
  wr_output_complain ("--key: there are no %s below '%s'",
                      found->rules.len ? "proofs (.proof, .proof.gz)" : "rules (.key)",
                      options->key.items[0]);
  return false;
}

static enum wr_exit measure (const struct wr_options *options, const struct found *found,
                             struct wr_axioms_expected *expected) {
  wr_relation *relation = wr_relation_new ();
  wr_key_outcome outcome = {0};
  for (uint32_t i = 0; i < found->rules.len; i++)
    wr_key_add_rules (relation, found->rules.data[i], &outcome);
  uint32_t done = 0;
  while (done < found->proofs.len && !wr_interrupted (options->interrupt))
    wr_key_add_proof (relation, found->proofs.data[done++], &outcome);
  wr_interrupt_claim (options->interrupt);
  enum wr_exit code =
      wr_axioms_expect_fill (options, done == found->proofs.len, expected, relation);
  if (!wr_axioms_group (options, relation)) code = wr_exit_worse (code, WR_EXIT_INPUT);
  struct wr_axioms_report report = {.relation = relation,
                                    .verbose = options->verbose,
                                    .complete = done == found->proofs.len,
                                    .files = done,
                                    .key = &outcome,
                                    .solver = "KeY"};
  code = wr_exit_worse (code, wr_axioms_publish (options, &report));
  wr_key_outcome_free (&outcome);
  wr_relation_free (relation);
  return code;
}

enum wr_exit wr_axioms_key (const struct wr_options *options) {
  wr_arena *arena = wr_arena_new ();
  struct found found = {0};
  struct wr_axioms_expected expected = {0};
  enum wr_exit code = WR_EXIT_INPUT;
  if (wr_axioms_expect_read (options, arena, &expected) && find (options, &found, arena))
    code = measure (options, &found, &expected);
  wr_axioms_expect_free (&expected);
  WR_VEC_FREE (&found.rules);
  WR_VEC_FREE (&found.proofs);
  wr_arena_free (arena);
  return code;
}
