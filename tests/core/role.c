/* The table of roles is consistent: what one field of a row says fits its other fields and the rows that it names. */
#include "core/role.h"
#include "tap.h"

#include <string.h>

static bool has_words (const struct wr_role_info *r) {
  return r->name && *r->name && r->noun && *r->noun && r->title && *r->title &&
         (r->goal ? r->clause && *r->clause : !r->clause);
}

/* A goal becomes false, a fact does not; only an assignment writes, only a branch is entered. */
static bool has_effect (const struct wr_role_info *r) {
  return r->off != WR_OFF_NONE && r->goal == (r->off == WR_OFF_FALSE);
}

/* A goal fails with an error of the verification phase, and what it leaves behind is a fact that it justifies. */
static bool is_good_goal (const struct wr_role_info *r) {
  const struct wr_role_info *later = wr_role_info (r->later);
  const struct wr_code_info *code = r->failure ? wr_code_info (r->failure) : NULL;
  return code && code->phase == WR_PHASE_VERIFY && code->severity == WR_ERROR && !later->goal &&
         (later->reason == WR_REASON_OWN_GOAL || later->reason == WR_REASON_CALL_GOAL) &&
         r->reason == WR_REASON_NONE && !r->assumes && !r->counted && !r->program && !r->per_site;
}

static bool is_good_fact (const struct wr_role_info *r) {
  return r->failure == WR_CODE_NONE && r->check == WR_CHECK_ALONE && !r->at_return;
}

/* What nothing justifies counts as trusted or is code; what goals justify is a claim only by its own rule. */
static bool has_fitting_trust (const struct wr_role_info *r) {
  if (r->goal) return true;
  bool code = r->off == WR_OFF_ARBITRARY || r->off == WR_OFF_ENTERED;
  if (r->reason == WR_REASON_NONE && !code && !r->program) return r->trust != WR_ROLE_TRUST_NONE;
  if (code) return r->trust == WR_ROLE_TRUST_NONE && r->claim == WR_CLAIM_NEVER;
  if (r->claim == WR_CLAIM_CALLEE) return r->reason == WR_REASON_CALLEE;
  if (r->claim == WR_CLAIM_OPEN) return r->reason == WR_REASON_OWN_GOAL;
  return r->program || r->claim != WR_CLAIM_ALWAYS;
}

static bool has_fitting_finding (const struct wr_role_info *r) {
  if (!r->finding) return !r->user && !r->remedy;
  return r->user && *r->user && r->remedy && *r->remedy &&
         wr_code_info (r->finding)->phase == WR_PHASE_FINDING;
}

static bool some_goal (enum wr_role_check check) {
  for (unsigned i = 0; i < WR_ROLE_COUNT; i++)
    if (wr_role_info ((enum wr_role)i)->check == check) return true;
  return false;
}

/* A fact that rests on the goals of a call or of a loop needs a role for such goals. */
static bool has_justification (const struct wr_role_info *r) {
  if (r->reason == WR_REASON_CALL_GOAL || r->after_call) return some_goal (WR_CHECK_CALL);
  if (r->reason == WR_REASON_LOOP_GOALS) return some_goal (WR_CHECK_LOOP);
  return true;
}

static void test_row (struct tap *t, enum wr_role role) {
  const struct wr_role_info *r = wr_role_info (role);
  enum wr_role found = WR_ROLE_COUNT;
  OK (t, wr_role_find (wr_str_of (r->name), &found) && found == role, "%s: the name is unique",
      r->name);
  OK (t, has_words (r), "%s: words", r->name);
  OK (t, has_effect (r), "%s: off", r->name);
  OK (t, r->goal ? is_good_goal (r) : is_good_fact (r), "%s: goal or fact", r->name);
  OK (t, r->type > WR_TYPE_NONE && r->type < WR_TYPE_COUNT, "%s: type", r->name);
  OK (t, has_fitting_trust (r), "%s: trust and claim", r->name);
  OK (t, has_fitting_finding (r), "%s: finding", r->name);
  OK (t, has_justification (r), "%s: justification", r->name);
  OK (t, !wr_role_is_local (role) || wr_role_is_derived (role), "%s: a local fact is derived",
      r->name);
  OK (t, !r->of_check || r->reason == WR_REASON_OWN_GOAL, "%s: use of a check", r->name);
}

static void test_types (struct tap *t) {
  for (unsigned i = WR_TYPE_NONE + 1; i < WR_TYPE_COUNT; i++) {
    const struct wr_label_type_info *type = wr_label_type_info ((enum wr_label_type)i);
    enum wr_label_type found = WR_TYPE_NONE;
    OK (t, wr_label_type_find (wr_str_of (type->name), &found) && found == i, "%s: name",
        type->name);
    OK (t, type->claimed + type->code + type->hidden <= 1 && type->of, "%s: one of three",
        type->name);
  }
  enum wr_label_type found = WR_TYPE_NONE;
  OK (t, wr_label_type_find (WR_LIT ("path-condition"), &found) && found == WR_TYPE_PATH_CONDITION,
      "case and hyphens do not matter");
  OK (t, wr_label_type_find (WR_LIT ("axiom"), &found) && found == WR_TYPE_DOMAIN_AXIOM,
      "another name");
  OK (t,
      !wr_label_type_find (WR_LIT ("none"), &found) && !wr_label_type_find (WR_LIT (""), &found) &&
          !wr_label_type_find (WR_LIT ("Explici"), &found),
      "other words are no types");
}

int main (void) {
  struct tap t = {0};
  test_types (&t);
  for (unsigned i = 0; i < WR_ROLE_COUNT; i++) test_row (&t, (enum wr_role)i);
  return tap_done (&t);
}
