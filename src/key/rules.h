/* key/rules.h -- the rules (taclets) that a file of KeY declares: \rules(options) { [\lemma] name [(options)] { … } }, and \axioms likewise. */
#ifndef WR_KEY_RULES_H
#define WR_KEY_RULES_H

#include "base/vec.h"
#include "key/scan.h"

struct wr_key_rule {
  wr_str name;
  wr_str text; /* the whole declaration */
  uint32_t line;
  bool lemma;
};
typedef WR_VEC (struct wr_key_rule) wr_key_rules;

/* Appends the rules; strings are views of the text.  False: the text is malformed, and scan.problem of `at` says what and where. */
bool wr_key_rules_read (wr_str text, wr_key_rules *rules, wr_key_scan *at);

#endif
