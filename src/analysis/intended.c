#include "analysis/intended.h"

static const struct wr_label_info *info_of (const wr_core *core, uint32_t label) {
  return wr_label_info (&core->labels, (wr_label){label});
}

bool wr_goal_marks_unreachable (const wr_core *core, const struct wr_body_result *body,
                                uint32_t goal) {
  const struct wr_goal *g = &body->passive->goals[goal];
  if (!wr_role_info (g->role)->statement) return false;
  if (wr_expr_info (core, g->cond)->op == WR_OP_FALSE) return true;
  for (uint32_t i = 0; g->label.ix && i < core->labels.silencers.len; i++) {
    const struct wr_silencer *s = &core->labels.silencers.data[i];
    if (!s->code.ix && s->element == info_of (core, g->label.ix)->element) return true;
  }
  return false;
}

bool wr_finding_is_silenced (const wr_core *core, enum wr_code code, wr_label label) {
  if (!label.ix || code == WR_CODE_NONE) return false;
  const struct wr_label_info *at = info_of (core, label.ix);
  wr_str slug = wr_str_of (wr_code_info (code)->slug);
  for (uint32_t i = 0; i < core->labels.silencers.len; i++) {
    const struct wr_silencer *s = &core->labels.silencers.data[i];
    bool here = s->element ? s->element == at->element : s->procedure == at->procedure;
    if (here && s->code.ix && wr_str_equal (wr_symbol_text (core->symbols, s->code), slug))
      return true;
  }
  return false;
}

static bool any_is_silenced (const wr_core *core, enum wr_code code, const uint32_t *labels,
                             uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (wr_finding_is_silenced (core, code, (wr_label){labels[i]})) return true;
  return false;
}

static bool any_marks (const wr_core *core, const struct wr_body_result *body,
                       const struct wr_contradiction *c) {
  for (uint32_t i = 0; i < c->goals.len; i++)
    if (wr_goal_marks_unreachable (core, body, c->goals.data[i])) return true;
  return false;
}

/* Every goal below it is marked or silenced. */
static bool all_mark (const wr_core *core, const struct wr_body_result *body,
                      const struct wr_contradiction *c) {
  for (uint32_t i = 0; i < c->goals.len; i++) {
    wr_label label = body->passive->goals[c->goals.data[i]].label;
    if (!wr_goal_marks_unreachable (core, body, c->goals.data[i]) &&
        !wr_finding_is_silenced (core, WR_CODE_VACUOUS_PROOF, label))
      return false;
  }
  return true;
}

static bool dead_is_intended (const wr_core *core, const struct wr_body_result *body,
                              const struct wr_contradiction *c) {
  enum wr_code code =
      c->kind == WR_CONTRADICTION_CODE ? WR_CODE_UNREACHABLE_CODE : WR_CODE_DEAD_BY_SPECIFICATION;
  if (any_marks (core, body, c) || any_is_silenced (core, code, c->facts.data, c->facts.len))
    return true;
  for (uint32_t i = 0; i < c->goals.len; i++)
    if (wr_finding_is_silenced (core, code, body->passive->goals[c->goals.data[i]].label))
      return true;
  return false;
}

/* Is this an assumption by which a translator selects one case of the user's code? */
static bool has_case (const wr_core *core, const struct wr_contradiction *c) {
  for (uint32_t i = 0; i < c->core_count; i++) {
    const struct wr_label_info *info = info_of (core, c->core[i]);
    if (wr_role_info (info->role)->assumes && info->author == WR_AUTHOR_TRANSLATED) return true;
  }
  return false;
}

static bool false_is_intended (const wr_core *core, const struct wr_body_result *body,
                               const struct wr_contradiction *c) {
  if (any_marks (core, body, c) ||
      any_is_silenced (core, WR_CODE_FALSE_ASSUMPTION, c->core, c->core_count))
    return true;
  bool users = false;
  for (uint32_t i = 0; i < c->core_count; i++) {
    const struct wr_label_info *info = info_of (core, c->core[i]);
    users |= wr_role_info (info->role)->assumes && info->author == WR_AUTHOR_USER;
  }
  return !users;
}

bool wr_contradiction_is_intended (const wr_core *core, const struct wr_body_result *body,
                                   const struct wr_contradiction *c) {
  switch (c->kind) {
  case WR_CONTRADICTION_AXIOMS:
    return any_is_silenced (core, WR_CODE_CONTRADICTORY_AXIOMS, c->core, c->core_count);
  case WR_CONTRADICTION_FALSE: return false_is_intended (core, body, c);
  case WR_CONTRADICTION_ASSUMPTIONS:
    if (!c->goals.len) return dead_is_intended (core, body, c);
    return has_case (core, c) || all_mark (core, body, c);
  case WR_CONTRADICTION_SPECIFICATION:
  case WR_CONTRADICTION_CODE: return dead_is_intended (core, body, c);
  case WR_CONTRADICTION_FAILED: return false;
  case WR_CONTRADICTION_CUT: return c->core_count > 0; /* else what has no label is contradictory */
  }
  return false;
}
