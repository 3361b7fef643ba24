#include "analysis/elements.h"

#include "analysis/elementing.h"
#include "analysis/intended.h"
#include "base/check.h"

const char *wr_element_state_name (enum wr_element_state state) {
  switch (state) {
#define X(name, text)                                                                              \
  case WR_ELEMENT_##name: return text;
    WR_ELEMENT_STATES (X)
#undef X
  case WR_ELEMENT_STATE_COUNT: break;
  }
  WR_UNREACHABLE ();
}

const char *wr_element_reason_name (enum wr_element_reason reason) {
  switch (reason) {
#define X(name, text)                                                                              \
  case WR_ELEMENT_BY_##name: return reason ? text : NULL;
    WR_ELEMENT_REASONS (X)
#undef X
  case WR_ELEMENT_REASON_COUNT: break;
  }
  WR_UNREACHABLE ();
}

/* -- what goals use --------------------------------------------------------------------------------- */

static const struct wr_explanation *why_of (const struct wr_elementing *e,
                                            const struct wr_element_goal *goal) {
  return &e->coverage->cover->goals[goal->body][goal->goal];
}

static void mark_covered (struct wr_elementing *e, uint32_t element, int needed) {
  e->notes[element].covered = true;
  e->notes[element].needed |= needed != 0;
  e->list.data[element].hits++;
}

static void mark_clash (struct wr_elementing *e, uint32_t element, int value) {
  (void)value;
  e->notes[element].clash = true;
}

static void mark_excused (struct wr_elementing *e, uint32_t element, int value) {
  (void)value;
  e->notes[element].excused = true;
}

static void mark_open (struct wr_elementing *e, uint32_t element, int reason) {
  struct wr_element_notes *notes = &e->notes[element];
  if (notes->open == WR_ELEMENT_BY_NONE) notes->open = (enum wr_element_reason)reason;
}

/* Advice says that every proof can do without it. */
static bool is_unnecessary (const struct wr_elementing *e, uint32_t label) {
  uint32_t root = wr_label_root (&e->core->labels, (wr_label){label}).ix;
  return e->coverage->unnecessary && e->coverage->unnecessary[root];
}

/* What replaces an unnecessary member is used in its place. */
static void spend_instead (struct wr_elementing *e, const struct wr_explanation *why,
                           uint32_t member) {
  for (uint32_t a = 0; a < why->alternative_count; a++) {
    const struct wr_alternative *way = &why->alternatives[a];
    bool clear = way->instead_of == member;
    for (uint32_t k = 0; clear && k < way->use_count; k++) clear = !is_unnecessary (e, way->use[k]);
    if (!clear) continue;
    for (uint32_t k = 0; k < way->use_count; k++)
      wr_elements_each (e, way->use[k], mark_covered, false);
    return;
  }
}

static void spend (struct wr_elementing *e, const struct wr_element_goal *goal) {
  const struct wr_explanation *why = why_of (e, goal);
  for (uint32_t i = 0; i < why->core_count; i++) {
    if (is_unnecessary (e, why->core[i]))
      spend_instead (e, why, why->core[i]);
    else
      wr_elements_each (e, why->core[i], mark_covered, why->need && why->need[i] != WR_NEED_NONE);
  }
  for (uint32_t i = 1; i < why->cores_count; i++)
    for (uint32_t k = 0; k < why->cores[i].count; k++)
      if (!is_unnecessary (e, why->cores[i].labels[k]))
        wr_elements_each (e, why->cores[i].labels[k], mark_covered, false);
}

/* The goals of a clause count once the clause is covered; those of a clause that the user keeps although no proof needs it count, too. */
static void cover_elements (struct wr_elementing *e) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < e->goals.len; i++) {
      struct wr_element_goal *goal = &e->goals.data[i];
      const struct wr_element_notes *own = goal->clause ? &e->notes[goal->own - 1] : NULL;
      if (own) goal->counts = own->covered || own->silenced;
      bool holds = goal->fate == WR_FATE_PROVED || goal->fate == WR_FATE_MARK;
      if (!holds || !goal->counts || goal->spent) continue;
      goal->spent = changed = true;
      spend (e, goal);
    }
  }
}

static void add_clashes (struct wr_elementing *e) {
  for (uint32_t i = 0; i < e->coverage->contradictions.len; i++) {
    const struct wr_contradiction *c = &e->coverage->contradictions.data[i];
    bool empty = !c->facts.len && !c->goals.len; /* an `else` that is not there */
    if (c->kind == WR_CONTRADICTION_FAILED || empty) continue;
    for (uint32_t k = 0; k < c->core_count; k++)
      wr_elements_each (e, c->core[k], e->intended[i] ? mark_excused : mark_clash, 0);
  }
  for (uint32_t i = 0; i < e->goals.len; i++) {
    if (e->goals.data[i].fate != WR_FATE_VACUOUS) continue;
    const struct wr_explanation *why = why_of (e, &e->goals.data[i]);
    for (uint32_t k = 0; k < why->own_count; k++) wr_elements_each (e, why->own[k], mark_clash, 0);
  }
}

/* -- what is undecided ------------------------------------------------------------------------------ */

/* NONE: it leaves nothing open. */
static enum wr_element_reason left_open (const struct wr_elementing *e,
                                         const struct wr_element_goal *goal) {
  switch (goal->fate) {
  case WR_FATE_NOT_PROVED: return WR_ELEMENT_BY_NOT_PROVED;
  case WR_FATE_NOT_CHECKED: return WR_ELEMENT_BY_NOT_CHECKED;
  case WR_FATE_NOT_EXPLAINED: return WR_ELEMENT_BY_LIMIT;
  case WR_FATE_PROVED:
    return why_of (e, goal)->first ? WR_ELEMENT_BY_UNCONFIRMED : WR_ELEMENT_BY_NONE;
  case WR_FATE_AFTER_FAILURE:
  case WR_FATE_VACUOUS:
  case WR_FATE_UNREACHED:
  case WR_FATE_ACCEPTED:
  case WR_FATE_MARK:
  case WR_FATE_CONSTANT: return WR_ELEMENT_BY_NONE;
  case WR_FATE_COUNT: break;
  }
  WR_UNREACHABLE ();
}

static void open_all (struct wr_elementing *e, const struct wr_element_goal *goal,
                      enum wr_element_reason reason) {
  wr_u32s labels = {0};
  wr_vc_goal_labels (e->result->bodies[goal->body].vc, goal->goal, &labels);
  for (uint32_t i = 0; i < labels.len; i++)
    wr_elements_each (e, labels.data[i], mark_open, (int)reason);
  WR_VEC_FREE (&labels);
  for (uint32_t i = 0; i < e->core->axioms.len; i++)
    wr_elements_each (e, e->core->axioms.data[i].label.ix, mark_open, (int)reason);
}

/* The goals of a clause about which nothing is known may count: what only they use is not decided either. */
static void find_open (struct wr_elementing *e) {
  for (uint32_t i = 0; i < e->goals.len; i++) {
    enum wr_element_reason reason = left_open (e, &e->goals.data[i]);
    if (reason) open_all (e, &e->goals.data[i], reason);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < e->goals.len; i++) {
      struct wr_element_goal *goal = &e->goals.data[i];
      if (goal->fate != WR_FATE_PROVED || goal->counts || goal->unsure) continue;
      if (!e->notes[goal->own - 1].open) continue;
      goal->unsure = changed = true;
      const struct wr_explanation *why = why_of (e, goal);
      for (uint32_t k = 0; k < why->core_count; k++)
        wr_elements_each (e, why->core[k], mark_open, WR_ELEMENT_BY_UNDECIDED_USER);
    }
  }
}

/* -- states ----------------------------------------------------------------------------------------- */

struct verdict {
  enum wr_element_state state;
  enum wr_element_reason reason;
};

static enum wr_element_reason failure_of (enum wr_verdict verdict) {
  return verdict == WR_VERDICT_TIMEOUT   ? WR_ELEMENT_BY_GOAL_TIMEOUT
         : verdict == WR_VERDICT_UNKNOWN ? WR_ELEMENT_BY_GOAL_UNKNOWN
                                         : WR_ELEMENT_BY_GOAL_FAILED;
}

/* What its own goals say, the first that applies; NONE: there are none. */
static struct verdict judge_check (const struct wr_element_notes *notes) {
  const uint32_t *fates = notes->fates;
  if (fates[WR_FATE_NOT_EXPLAINED])
    return (struct verdict){WR_ELEMENT_UNEXPLAINED, WR_ELEMENT_BY_LIMIT};
  if (fates[WR_FATE_PROVED]) return (struct verdict){WR_ELEMENT_COVERED, WR_ELEMENT_BY_PROVED};
  if (fates[WR_FATE_VACUOUS])
    return (struct verdict){WR_ELEMENT_VACUOUS, WR_ELEMENT_BY_VACUOUS_GOAL};
  if (fates[WR_FATE_AFTER_FAILURE])
    return (struct verdict){WR_ELEMENT_UNEXPLAINED, WR_ELEMENT_BY_NOT_PROVED};
  if (fates[WR_FATE_MARK] || fates[WR_FATE_ACCEPTED])
    return (struct verdict){WR_ELEMENT_EXEMPT, WR_ELEMENT_BY_INTENDED};
  if (fates[WR_FATE_UNREACHED])
    return (struct verdict){WR_ELEMENT_VACUOUS, WR_ELEMENT_BY_UNREACHABLE};
  if (fates[WR_FATE_CONSTANT]) return (struct verdict){WR_ELEMENT_EXEMPT, WR_ELEMENT_BY_CONSTANT};
  return (struct verdict){WR_ELEMENT_UNCOVERED, WR_ELEMENT_BY_NONE};
}

static struct verdict judge_fact (const struct wr_element_notes *notes) {
  if (notes->constant && !notes->variable)
    return (struct verdict){WR_ELEMENT_EXEMPT, WR_ELEMENT_BY_CONSTANT};
  if (notes->covered)
    return (struct verdict){WR_ELEMENT_COVERED,
                            notes->needed ? WR_ELEMENT_BY_NEEDED : WR_ELEMENT_BY_INTERCHANGEABLE};
  if (!notes->live && notes->dead)
    return (struct verdict){WR_ELEMENT_VACUOUS, WR_ELEMENT_BY_UNREACHABLE};
  if (!notes->live && notes->accepted)
    return (struct verdict){WR_ELEMENT_EXEMPT, WR_ELEMENT_BY_INTENDED};
  if (notes->open) return (struct verdict){WR_ELEMENT_UNEXPLAINED, notes->open};
  if (notes->clash) return (struct verdict){WR_ELEMENT_VACUOUS, WR_ELEMENT_BY_CONTRADICTION};
  if (notes->fates[WR_FATE_VACUOUS] && !notes->fates[WR_FATE_PROVED])
    return (struct verdict){WR_ELEMENT_VACUOUS, WR_ELEMENT_BY_VACUOUS_GOAL};
  if (notes->excused || notes->silenced)
    return (struct verdict){WR_ELEMENT_EXEMPT, WR_ELEMENT_BY_INTENDED};
  return (struct verdict){WR_ELEMENT_UNCOVERED, WR_ELEMENT_BY_NONE};
}

static bool has_goals (const struct wr_element_notes *notes) {
  for (int i = 0; i < WR_FATE_COUNT; i++)
    if (notes->fates[i]) return true;
  return false;
}

/* A call that gives no facts, and a clause that no body assumes, are checks of their goals. */
static struct verdict judge (const struct wr_elementing *e, uint32_t at) {
  const struct wr_element *element = &e->list.data[at];
  const struct wr_element_notes *notes = &e->notes[at];
  enum wr_role role = wr_label_info (&e->core->labels, element->label)->role;
  if (notes->fates[WR_FATE_NOT_PROVED])
    return (struct verdict){WR_ELEMENT_FAILED, failure_of (notes->verdict)};
  if (notes->fates[WR_FATE_NOT_CHECKED])
    return (struct verdict){WR_ELEMENT_UNEXPLAINED, WR_ELEMENT_BY_NOT_CHECKED};
  bool check = !element->call && wr_role_is_goal (role);
  if (has_goals (notes) && (check || !notes->facts)) return judge_check (notes);
  return judge_fact (notes);
}

static void note_silenced (struct wr_elementing *e) {
  for (uint32_t i = 0; e->core->labels.silencers.len && i < e->list.len; i++) {
    wr_label label = e->list.data[i].label;
    enum wr_role role = wr_label_info (&e->core->labels, label)->role;
    enum wr_code code = wr_role_info (role)->off == WR_OFF_ARBITRARY ? WR_CODE_UNCONSTRAINED_CODE
                                                                     : wr_role_info (role)->finding;
    e->notes[i].silenced = !e->list.data[i].call && wr_finding_is_silenced (e->core, code, label);
  }
}

static void note_facts (struct wr_elementing *e) {
  for (uint32_t i = 1; i < e->coverage->fact_count; i++) {
    const struct wr_label_info *info = wr_label_info (&e->core->labels, (wr_label){i});
    const struct wr_role_info *role = wr_role_info (info->role);
    if (e->coverage->facts[i].status == WR_FACT_NONE || role->goal) continue;
    bool later = role->reason == WR_REASON_CALL_GOAL || role->reason == WR_REASON_OWN_GOAL;
    uint32_t text = e->out->of_label[i];
    if (text && !later) e->notes[text - 1].facts = true;
    uint32_t call = info->site.ix ? e->out->of_site[info->site.ix] : 0;
    if (call && !later) e->notes[call - 1].facts = true;
  }
}

/* -- counts ----------------------------------------------------------------------------------------- */

void wr_element_counts_one (struct wr_element_counts *counts, enum wr_element_state state) {
  switch (state) {
  case WR_ELEMENT_COVERED: counts->covered++; break;
  case WR_ELEMENT_UNCOVERED: break;
  case WR_ELEMENT_VACUOUS: counts->vacuous++; break;
  case WR_ELEMENT_FAILED: counts->failed++; return;
  case WR_ELEMENT_UNEXPLAINED: counts->unexplained++; return;
  case WR_ELEMENT_EXEMPT: return;
  case WR_ELEMENT_STATE_COUNT: WR_UNREACHABLE ();
  }
  counts->coverable++;
}

static void count_all (struct wr_elementing *e) {
  wr_elements *out = e->out;
  for (uint32_t i = 0; i < out->count; i++) {
    const struct wr_element *element = &out->data[i];
    if (element->prelude) {
      out->axioms.total++;
      out->axioms.covered += element->state == WR_ELEMENT_COVERED;
      continue;
    }
    wr_element_counts_one (&out->whole, element->state);
    wr_element_counts_one (&out->files[element->span.file], element->state);
    if (element->body != WR_NO_BODY)
      wr_element_counts_one (&out->bodies[element->body], element->state);
  }
}

void wr_element_counts_add (struct wr_element_counts *sum, const struct wr_element_counts *more) {
  sum->covered += more->covered;
  sum->coverable += more->coverable;
  sum->unexplained += more->unexplained;
  sum->failed += more->failed;
  sum->vacuous += more->vacuous;
}

bool wr_element_counts_below (const struct wr_element_counts *counts, double percent) {
  if (!counts->coverable) return percent > 0 && (counts->unexplained || counts->failed);
  return 100.0 * counts->covered < percent * counts->coverable;
}

wr_elements *wr_elements_of (const wr_coverage *coverage, wr_arena *arena) {
  struct wr_elementing e = {.coverage = coverage, .arena = arena};
  e.result = coverage->cover->result;
  e.core = e.result->core;
  e.out = WR_NEW (arena, wr_elements, 1);
  wr_elements_find (&e);
  e.notes = WR_NEW (arena, struct wr_element_notes, e.list.len + 1);
  note_facts (&e);
  note_silenced (&e);
  wr_elements_goals (&e);
  cover_elements (&e);
  add_clashes (&e);
  find_open (&e);
  for (uint32_t i = 0; i < e.list.len; i++) {
    struct verdict verdict = judge (&e, i);
    struct wr_element *element = &e.list.data[i];
    element->state = verdict.state;
    element->reason = verdict.reason;
    if (verdict.state != WR_ELEMENT_COVERED)
      element->hits = 0;
    else if (!element->hits)
      element->hits = 1;
  }
  e.out->count = e.list.len;
  e.out->data = WR_VEC_KEEP (arena, &e.list);
  e.out->bodies = WR_NEW (arena, struct wr_element_counts, e.result->body_count + 1);
  e.out->files = WR_NEW (arena, struct wr_element_counts, wr_sources_count (e.core->sources) + 1);
  count_all (&e);
  WR_VEC_FREE (&e.list);
  WR_VEC_FREE (&e.goals);
  return e.out;
}
