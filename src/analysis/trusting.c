#include "analysis/trusting.h"

#include "base/check.h"
#include "core/founded.h"

static const struct wr_label_info *info_of (const struct wr_trusting *t, uint32_t label) {
  return wr_label_info (&t->core->labels, (wr_label){label});
}

static bool is_selected (const struct wr_trusting *t, uint32_t procedure) {
  for (uint32_t i = 0; i < t->result->body_count; i++)
    if (t->result->bodies[i].passive && t->result->bodies[i].selected &&
        t->core->bodies.data[i].procedure + 1 == procedure)
      return true;
  return false;
}

bool wr_is_skipped (const wr_core *core, uint32_t procedure) {
  bool found = false;
  for (uint32_t i = 0; i < core->bodies.len; i++) {
    const struct wr_body *body = &core->bodies.data[i];
    if (body->procedure + 1 != procedure) continue;
    if (body->verify) return false;
    found = true;
  }
  return found;
}

/* Flow makes the label of a precondition at a free call, but no goal of it. */
static void find_unchecked (struct wr_trusting *t) {
  for (uint32_t label = 1; label < t->core->labels.infos.len; label++) {
    const struct wr_label_info *info = info_of (t, label);
    const struct wr_role_info *role = wr_role_info (info->role);
    if (!role->goal || wr_bitset_has (t->goals, label) || !info->procedure) continue;
    bool contract = role->trust == WR_ROLE_TRUST_CONTRACT && !info->free;
    bool unchecked = contract ? wr_is_skipped (t->core, info->procedure)
                              : role->check == WR_CHECK_CALL && is_selected (t, info->procedure);
    if (unchecked) wr_bitset_set (&t->unchecked, label, true);
  }
}

static void find_endless (struct wr_trusting *t) {
  for (uint32_t i = 0; i < t->core->axioms.len; i++) {
    const struct wr_axiom *axiom = &t->core->axioms.data[i];
    if (axiom->label.ix && axiom->func.ix && !wr_is_well_founded (t->core, axiom->func))
      wr_bitset_set (&t->endless, axiom->label.ix, true);
  }
}

void wr_trusting_begin (struct wr_trusting *t) {
  find_unchecked (t);
  find_endless (t);
}

void wr_trusting_end (struct wr_trusting *t) {
  wr_bitset_free (&t->unchecked);
  wr_bitset_free (&t->endless);
}

static enum wr_trust trust_of_verdict (enum wr_verdict verdict, bool vacuous) {
  switch (verdict) {
  case WR_VERDICT_PROVED: return vacuous ? WR_TRUST_VACUOUS : WR_TRUST_NONE;
  case WR_VERDICT_FAILED: return WR_TRUST_FAILED;
  case WR_VERDICT_TIMEOUT: return WR_TRUST_TIMEOUT;
  case WR_VERDICT_UNKNOWN:
  case WR_VERDICT_NONE: return WR_TRUST_UNKNOWN;
  }
  WR_UNREACHABLE ();
}

enum wr_trust wr_trust_of_goal (const struct wr_trusting *t, uint32_t label,
                                enum wr_verdict verdict, bool vacuous) {
  enum wr_trust trust = trust_of_verdict (verdict, vacuous);
  bool part = trust == WR_TRUST_NONE && info_of (t, label)->unchecked;
  return part || wr_bitset_has (&t->unchecked, label) ? WR_TRUST_UNCHECKED : trust;
}

enum wr_trust wr_trust_of_fact (const struct wr_trusting *t, uint32_t label) {
  const struct wr_label_info *info = info_of (t, label);
  if (info->unchecked) return WR_TRUST_UNCHECKED;
  switch (wr_role_info (info->role)->trust) {
  case WR_ROLE_TRUST_NONE: return WR_TRUST_NONE;
  case WR_ROLE_TRUST_ASSUME: return WR_TRUST_ASSUME;
  case WR_ROLE_TRUST_AXIOM: return WR_TRUST_AXIOM;
  case WR_ROLE_TRUST_FREE: return info->free ? WR_TRUST_FREE : WR_TRUST_NONE;
  case WR_ROLE_TRUST_CONTRACT: return info->free ? WR_TRUST_FREE : WR_TRUST_BODYLESS;
  case WR_ROLE_TRUST_DEFINITION:
    return wr_bitset_has (&t->endless, label) ? WR_TRUST_RECURSIVE : WR_TRUST_NONE;
  case WR_ROLE_TRUST_CUT: return WR_TRUST_CUT;
  }
  WR_UNREACHABLE ();
}
