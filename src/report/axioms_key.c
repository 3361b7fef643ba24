/* report/axioms_key.c -- what is said about proofs of KeY beside the rules that they use (report/axioms.h). */
#include "key/suite.h"
#include "report/axioms.h"

void wr_report_axioms_key (wr_buf *out, const struct wr_axioms_report *report) {
  const wr_key_outcome *key = report->key;
  wr_buf_print (out, "steps: %llu applications of rules, %llu steps of built-in procedures\n",
                (unsigned long long)key->steps, (unsigned long long)key->builtin);
  if (key->simplifier)
    wr_buf_print (out,
                  "%llu steps of One Step Simplification do not name the rules that they apply, so "
                  "more rules may be used\n",
                  (unsigned long long)key->simplifier);
  if (key->unknown.len) {
    wr_buf_print (out,
                  "%u rules of the proofs are not in the rule base: generated for a proof, or of "
                  "an older base\n",
                  key->unknown.len);
    for (uint32_t i = 0; report->verbose && i < key->unknown.len; i++)
      wr_buf_print (out, "  %.*s (%u steps in %u proofs)\n",
                    WR_STR_ARGS (key->unknown.data[i].name), key->unknown.data[i].steps,
                    key->unknown.data[i].proofs);
  }
  if (key->variants)
    wr_buf_print (out, "%u rules have further variants of the same name, which count as one rule\n",
                  key->variants);
  wr_buf_add (out,
              WR_LIT ("a rule is used if a proof applies it; whether a proof needs it (covered) "
                      "only KeY's own prover could find out\n"));
}

json_t *wr_report_axioms_key_json (const struct wr_axioms_report *report) {
  const wr_key_outcome *key = report->key;
  json_t *object = wr_json_object (), *unknown = wr_json_array ();
  wr_json_set (object, "rule_files", wr_json_count (key->rule_files));
  wr_json_set (object, "proofs", wr_json_count (key->proofs));
  wr_json_set (object, "variants", wr_json_count (key->variants));
  wr_json_set (object, "lemmas", wr_json_count (key->lemmas));
  wr_json_set (object, "steps", wr_json_count (key->steps));
  wr_json_set (object, "builtin_steps", wr_json_count (key->builtin));
  wr_json_set (object, "simplifier_steps", wr_json_count (key->simplifier));
  for (uint32_t i = 0; i < key->unknown.len; i++) {
    json_t *one = wr_json_object ();
    wr_json_set (one, "name", wr_json_text (key->unknown.data[i].name));
    wr_json_set (one, "steps", wr_json_count (key->unknown.data[i].steps));
    wr_json_set (one, "proofs", wr_json_count (key->unknown.data[i].proofs));
    wr_json_push (unknown, one);
  }
  wr_json_set (object, "unknown_rules", unknown);
  return object;
}
