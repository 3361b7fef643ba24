#include "analysis/fine.h"

#include "analysis/intended.h"
#include "base/check.h"

#include <stdlib.h>

/* -- probes --------------------------------------------------------------------------------------------- */

static const struct wr_label_info *goal_info (const wr_core *core,
                                              const struct wr_body_result *body, uint32_t goal) {
  return wr_label_info (&core->labels, body->passive->goals[goal].label);
}

/* The condition of a failed goal is assumed after it, so answers about a body with a failed goal mean nothing. */
static bool is_judged (const wr_core *core, const struct wr_body_result *body) {
  for (uint32_t g = 0; g < body->passive->goal_count; g++)
    if (!goal_info (core, body, g)->probe && body->goals[g].verdict != WR_VERDICT_PROVED)
      return false;
  return true;
}

/* Every probe with this label is proved, and at least one of them is reachable. */
static bool is_answered (const wr_cover *cover, const struct wr_body_result *body, uint32_t goal) {
  bool reached = false;
  for (uint32_t g = 0; g < body->passive->goal_count; g++) {
    if (body->passive->goals[g].label.ix != body->passive->goals[goal].label.ix) continue;
    if (g < goal || body->goals[g].verdict != WR_VERDICT_PROVED) return false;
    const struct wr_explanation *e = &cover->goals[body->body][g];
    reached |= !body->goals[g].trivial && e->known && !e->vacuous;
  }
  return reached;
}

enum { MAX_REASONS = 4 };

static void add_reasons (const wr_core *core, const struct wr_explanation *e, wr_diags *diags,
                         wr_diag *diag) {
  uint32_t told = 0;
  for (uint32_t i = 0; i < e->core_count && told < MAX_REASONS; i++) {
    const struct wr_label_info *info = wr_label_info (&core->labels, (wr_label){e->core[i]});
    if (info->cls == WR_CLASS_INTERNAL || !info->span.file) continue;
    wr_diag_note (diags, diag, info->span, "because of this");
    told++;
  }
}

static void report (const wr_core *core, const struct wr_explanation *e, wr_label label,
                    wr_diags *diags) {
  const struct wr_label_info *info = wr_label_info (&core->labels, label);
  static const struct {
    enum wr_code code;
    const char *text;
  } all[] = {
      [WR_PROBE_NEVER] = {WR_CODE_NEVER_TRUE,
                          "the left side is never true here: the right side says nothing"},
      [WR_PROBE_CONDITION] = {WR_CODE_UNNEEDED_PART,
                              "the right side holds here without this condition"},
      [WR_PROBE_ALTERNATIVE] = {WR_CODE_UNNEEDED_PART,
                                "the rest holds here without this alternative"},
  };
  WR_ASSERT (info->probe && info->probe < sizeof all / sizeof *all);
  enum wr_code code = all[info->probe].code;
  if (wr_finding_is_silenced (core, code, label)) return;
  wr_diag *diag = wr_diag_add (diags, code, info->span, "%s", all[info->probe].text);
  if (info->probe == WR_PROBE_NEVER) add_reasons (core, e, diags, diag);
}

/* If a left side is never true, other answers about its implication and about parts of it mean nothing. */
static bool is_idle (const wr_core *core, const wr_cover *cover, const struct wr_body_result *body,
                     const struct wr_label_info *info) {
  for (uint32_t g = 0; g < body->passive->goal_count; g++) {
    const struct wr_label_info *other = goal_info (core, body, g);
    if (other->probe == WR_PROBE_NEVER && other != info && other->element == info->element &&
        other->report.begin <= info->span.begin && info->span.end <= other->report.end &&
        is_answered (cover, body, g))
      return true;
  }
  return false;
}

static void read_probes (const wr_core *core, const wr_cover *cover,
                         const struct wr_body_result *body, wr_diags *diags) {
  if (!is_judged (core, body)) return;
  for (uint32_t g = 0; g < body->passive->goal_count; g++) {
    const struct wr_label_info *info = goal_info (core, body, g);
    if (!info->probe || !is_answered (cover, body, g) || is_idle (core, cover, body, info))
      continue;
    report (core, &cover->goals[body->body][g], body->passive->goals[g].label, diags);
  }
}

/* Coverage skips the probes; their answers are not changed. */
static void skip_probes (const wr_core *core, wr_cover *cover, const struct wr_body_result *body) {
  for (uint32_t g = 0; g < body->passive->goal_count; g++) {
    if (goal_info (core, body, g)->probe)
      cover->goals[body->body][g] = (struct wr_explanation){.skipped = true};
  }
}

/* -- parts ------------------------------------------------------------------------------------------------ */

/* Elements, procedures and places are the same in both programs; labels and sites are numbered differently. */
static uint64_t key_of (const wr_core *core, const struct wr_label_info *info) {
  uint64_t key = wr_hash_mix (info->element, (uint64_t)info->role);
  key = wr_hash_mix (wr_hash_mix (key, info->procedure), info->negative);
  if (!info->site.ix) return key;
  const struct wr_site_info *site = wr_site_info (&core->labels, info->site);
  return wr_hash_mix (key, WR_KEY2 (site->kind, site->span.begin));
}

struct parents {
  const wr_core *core;
  wr_map first; /* key -> label + 1 */
  wr_u32s next; /* label -> another label with this key, + 1 */
};

static void index_labels (struct parents *p) {
  for (uint32_t i = 0; i < p->core->labels.infos.len; i++) {
    WR_VEC_PUSH (&p->next, 0);
    if (!i) continue;
    uint64_t key = key_of (p->core, wr_label_info (&p->core->labels, (wr_label){i}));
    p->next.data[i] = (uint32_t)wr_map_or (&p->first, key, 0);
    wr_map_put (&p->first, key, (uint64_t)i + 1);
  }
}

/* The label whose text contains this one, with the same role and place; 0: none. */
static uint32_t parent_of (const struct parents *p, const wr_core *fine_core,
                           const struct wr_label_info *fine) {
  uint64_t at = wr_map_or (&p->first, key_of (fine_core, fine), 0);
  for (; at; at = p->next.data[at - 1]) {
    uint32_t label = (uint32_t)at - 1;
    const struct wr_label_info *whole = wr_label_info (&p->core->labels, (wr_label){label});
    if (whole->element == fine->element && whole->role == fine->role &&
        whole->span.file == fine->span.file && whole->span.begin <= fine->span.begin &&
        fine->span.end <= whole->span.end)
      return label;
  }
  return 0;
}

static int by_parent (const void *a, const void *b) {
  const struct wr_part *x = a, *y = b;
  if (x->parent.ix != y->parent.ix) return x->parent.ix < y->parent.ix ? -1 : 1;
  return (x->fact->label.ix > y->fact->label.ix) - (x->fact->label.ix < y->fact->label.ix);
}

/* A part is shorter than the fact that contains it. */
static void find_parts (wr_fine *fine, const wr_coverage *coverage, wr_arena *arena) {
  const wr_core *core = coverage->cover->result->core;
  fine->whole = core;
  struct parents parents = {.core = core};
  index_labels (&parents);
  WR_VEC (struct wr_part) parts = {0};
  for (uint32_t i = 1; i < fine->coverage->fact_count; i++) {
    const struct wr_fact *fact = &fine->coverage->facts[i];
    const struct wr_label_info *info = wr_label_info (&fine->core->labels, fact->label);
    if (fact->status == WR_FACT_NONE || !wr_fact_counts (fine->core, fact->label)) continue;
    uint32_t parent = parent_of (&parents, fine->core, info);
    if (!parent || coverage->facts[parent].status == WR_FACT_NONE)
      continue; /* the whole is not a fact */
    WR_ASSERT (parent < coverage->fact_count);
    wr_span whole = wr_label_info (&core->labels, (wr_label){parent})->span;
    if (whole.begin == info->span.begin && whole.end == info->span.end) continue;
    WR_VEC_PUSH (&parts, ((struct wr_part){.fact = fact, .parent = {parent}}));
  }
  if (parts.len) qsort (parts.data, parts.len, sizeof *parts.data, by_parent);
  for (uint32_t i = 0; i < parts.len; i++) {
    bool first = !i || parts.data[i].parent.ix != parts.data[i - 1].parent.ix;
    parts.data[i].number = first ? 1 : parts.data[i - 1].number + 1;
  }
  fine->parts = WR_VEC_KEEP (arena, &parts);
  fine->part_count = parts.len;
  WR_VEC_FREE (&parts);
  WR_VEC_FREE (&parents.next);
  wr_map_free (&parents.first);
}

wr_fine *wr_fine_of (const wr_coverage *whole, wr_core *program, wr_cover *cover, wr_diags *diags,
                     wr_arena *arena) {
  wr_fine *fine = WR_NEW (arena, wr_fine, 1);
  const wr_core *core = fine->core = cover->result->core;
  fine->program = program;
  for (uint32_t b = 0; b < cover->result->body_count; b++) {
    const struct wr_body_result *body = &cover->result->bodies[b];
    if (!body->passive || !body->selected) continue;
    read_probes (core, cover, body, diags);
    skip_probes (core, cover, body);
  }
  fine->coverage = wr_coverage_of (cover, arena);
  find_parts (fine, whole, arena);
  return fine;
}

void wr_fine_free (wr_fine *fine) {
  if (!fine) return;
  wr_coverage_free (fine->coverage);
  wr_core_free (fine->program);
}
