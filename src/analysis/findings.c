/* Findings in the order in which they are reported.  The file is a little longer than others because all parts share `struct findings`
   and the silencers, which must see every finding. */
#include "analysis/findings.h"

#include "analysis/occurrences.h"
#include "base/check.h"
#include "front/front.h"
#include "source/quote.h"

struct findings {
  const wr_coverage *coverage;
  const wr_core *core;
  wr_diags *diags;
  bool *silent; /* per silencer: it has silenced a finding */
};

static const struct wr_label_info *info_of (const struct findings *f, uint32_t label) {
  return wr_label_info (&f->core->labels, (wr_label){label});
}

/* Did the user write this element, and not a translator? */
static bool is_users (const struct findings *f, uint32_t label) {
  return info_of (f, label)->author == WR_AUTHOR_USER;
}

/* -- silencers ------------------------------------------------------------------------------------ */

static bool is_silenced (struct findings *f, enum wr_code code, const struct wr_label_info *at) {
  const wr_labels *labels = &f->core->labels;
  wr_str slug = wr_str_of (wr_code_info (code)->slug);
  bool found = false;
  for (uint32_t i = 0; i < labels->silencers.len; i++) {
    const struct wr_silencer *s = &labels->silencers.data[i];
    bool here = s->element ? s->element == at->element : s->procedure == at->procedure;
    if (!here || !s->code.ix || !wr_str_equal (wr_symbol_text (f->core->symbols, s->code), slug))
      continue;
    f->silent[i] = true;
    found = true;
  }
  return found;
}

/* Is the contradiction intended?  The assertion is marked as a proof by contradiction, or asserts `false`. */
static bool is_meant (struct findings *f, const struct wr_body_result *body, uint32_t goal) {
  const struct wr_goal *g = &body->passive->goals[goal];
  if (wr_expr_info (f->core, g->cond)->op == WR_OP_FALSE) return true;
  if (!g->label.ix) return false;
  bool found = false;
  for (uint32_t i = 0; i < f->core->labels.silencers.len; i++) {
    const struct wr_silencer *s = &f->core->labels.silencers.data[i];
    if (s->code.ix || s->element != info_of (f, g->label.ix)->element) continue;
    f->silent[i] = true;
    found = true;
  }
  return found;
}

/* One mark may stand for several elements: it is used if it silences a finding at one of them. */
static bool silences (const struct findings *f, uint32_t silencer) {
  const wr_labels *labels = &f->core->labels;
  const struct wr_silencer *s = &labels->silencers.data[silencer];
  for (uint32_t i = 0; i < labels->silencers.len; i++) {
    const struct wr_silencer *other = &labels->silencers.data[i];
    if (f->silent[i] && other->code.ix == s->code.ix && other->span.file == s->span.file &&
        other->span.begin == s->span.begin && other->span.end == s->span.end)
      return true;
  }
  return false;
}

static void report_silencers (struct findings *f) {
  const wr_labels *labels = &f->core->labels;
  const wr_result *result = f->coverage->cover->result;
  for (uint32_t i = 0; i < labels->silencers.len; i++) {
    const struct wr_silencer *s = &labels->silencers.data[i];
    bool judged = !s->procedure;
    for (uint32_t b = 0; b < result->body_count; b++)
      judged |= f->core->bodies.data[b].procedure + 1 == s->procedure &&
                wr_body_explained (f->coverage->cover, b);
    if (!judged || silences (f, i)) continue;
    wr_str code = s->code.ix ? wr_symbol_text (f->core->symbols, s->code) : WR_LIT ("");
    enum wr_code known = wr_code_find (code);
    if (known == WR_CODE_NEVER_TRUE || known == WR_CODE_UNNEEDED_PART) continue; /* fine.c */
    if (!s->code.ix)
      wr_diag_add (f->diags, WR_CODE_UNUSED_SILENCER, s->span,
                   "this assertion is not proved by a contradiction: remove %s",
                   f->core->front ? f->core->front->contradiction : "the mark");
    else if (known == WR_CODE_NONE)
      wr_diag_add (f->diags, WR_CODE_UNUSED_SILENCER, s->span,
                   "there is no finding '%.*s': `warrant explain` lists them", WR_STR_ARGS (code));
    else
      wr_diag_add (f->diags, WR_CODE_UNUSED_SILENCER, s->span,
                   "there is no finding '%.*s' here to silence: remove it", WR_STR_ARGS (code));
  }
}

/* -- contradictions ---------------------------------------------------------------------------------- */

/* Is this an axiom of the prelude, and not one about the user's functions? */
static bool is_prelude (const struct wr_label_info *info) {
  return wr_role_info (info->role)->program && info->author == WR_AUTHOR_TOOL;
}

/* Adds a note.  The note of a clause that takes effect at a call also shows the call. */
static void add_clash (struct findings *f, wr_diag *diag, uint32_t label) {
  const struct wr_label_info *info = info_of (f, label);
  if (info->cls == WR_CLASS_INTERNAL || is_prelude (info)) return;
  const struct wr_role_info *role = wr_role_info (info->role);
  wr_diag_note (f->diags, diag, info->span, "clashes: %sthis %s",
                info->negative ? "the negation of " : "", wr_noun_of (f->core, info->role));
  if (role->reason == WR_REASON_CALLEE && info->site.ix)
    wr_diag_note (f->diags, diag, wr_site_info (&f->core->labels, info->site)->span,
                  "at this call");
}

static void add_goal_note (struct findings *f, wr_diag *diag, const struct wr_body_result *body,
                           uint32_t goal) {
  const struct wr_goal *g = &body->passive->goals[goal];
  wr_diag_note (f->diags, diag, g->at, "holds for the same reason");
}

/* Assumptions below a contradiction have no effect. */
static void add_idle (struct findings *f, wr_diag *diag, const struct wr_contradiction *c) {
  for (uint32_t i = 0; i < c->facts.len; i++) {
    const struct wr_label_info *info = info_of (f, c->facts.data[i]);
    if (!wr_role_info (info->role)->assumes || info->cls != WR_CLASS_EXPLICIT) continue;
    if (f->coverage->facts[c->facts.data[i]].status != WR_FACT_UNREACHABLE) continue;
    if (is_users (f, c->facts.data[i]))
      wr_diag_note (f->diags, diag, info->span, "has no effect for the same reason");
  }
}

/* The first statement below a contradiction; file 0: there is none.  Sets *label to its label. */
static wr_span first_statement (struct findings *f, const struct wr_body_result *body,
                                const struct wr_contradiction *c, uint32_t *label, bool *meant) {
  wr_span best = {0};
  *meant = false;
  for (uint32_t i = 0; i < c->facts.len && !best.file; i++) {
    const struct wr_label_info *info = info_of (f, c->facts.data[i]);
    if (!wr_role_info (info->role)->statement || info->cls == WR_CLASS_INTERNAL) continue;
    if (f->coverage->facts[c->facts.data[i]].status == WR_FACT_NONE) continue; /* `true` */
    *label = c->facts.data[i];
    bool callee = wr_role_info (info->role)->reason == WR_REASON_CALLEE;
    best = callee ? info->report : info->span;
  }
  for (uint32_t i = 0; i < c->goals.len; i++) {
    const struct wr_goal *g = &body->passive->goals[c->goals.data[i]];
    bool code = wr_role_info (g->role)->statement;
    if (!code || !g->label.ix || info_of (f, g->label.ix)->cls == WR_CLASS_INTERNAL) continue;
    *meant |= is_meant (f, body, c->goals.data[i]);
    if (best.file && best.begin <= g->at.begin) continue;
    *label = g->label.ix;
    best = g->at;
  }
  return best;
}

/* Is this an assumption by which a translator selects one case of the user's code?  A contradiction with its surroundings is then no finding. */
static bool is_case (const struct wr_label_info *info) {
  return wr_role_info (info->role)->assumes && info->author == WR_AUTHOR_TRANSLATED;
}

static void report_vacuous (struct findings *f, const struct wr_body_result *body,
                            const struct wr_contradiction *c) {
  wr_diag *diag = NULL;
  for (uint32_t i = 0; i < c->core_count; i++)
    if (is_case (info_of (f, c->core[i]))) return;
  for (uint32_t i = 0; i < c->goals.len; i++) {
    const struct wr_goal *g = &body->passive->goals[c->goals.data[i]];
    if (!g->label.ix || is_meant (f, body, c->goals.data[i])) continue;
    if (is_silenced (f, WR_CODE_VACUOUS_PROOF, info_of (f, g->label.ix))) continue;
    if (diag) {
      add_goal_note (f, diag, body, c->goals.data[i]);
      continue;
    }
    bool whole = !wr_is_reached_elsewhere (f->coverage->cover, body->body, c->goals.data[i]);
    diag = wr_diag_add (
        f->diags, WR_CODE_VACUOUS_PROOF, g->at, "%s",
        !whole
            ? "on one of the paths to it this goal holds whatever it says, since the facts on that "
              "path "
              "contradict each other: correct one of them"
            : "this goal holds whatever it says, since the facts before it contradict each other: "
              "correct one of them");
    for (uint32_t k = 0; k < c->core_count; k++) add_clash (f, diag, c->core[k]);
    add_idle (f, diag, c);
  }
}

static void report_dead (struct findings *f, const struct wr_body_result *body,
                         const struct wr_contradiction *c) {
  uint32_t label = 0;
  bool meant;
  wr_span at = first_statement (f, body, c, &label, &meant);
  bool code = c->kind == WR_CONTRADICTION_CODE;
  enum wr_code what = code ? WR_CODE_UNREACHABLE_CODE : WR_CODE_DEAD_BY_SPECIFICATION;
  if (!at.file || meant || is_silenced (f, what, info_of (f, label))) return;
  wr_diag *diag = wr_diag_add (
      f->diags, what, at, "%s",
      code ? "no execution reaches this code: remove it, or correct the condition"
           : "no execution that the specifications allow reaches this code: remove it, or "
             "weaken one of them");
  for (uint32_t k = 0; k < c->core_count; k++) add_clash (f, diag, c->core[k]);
}

static void report_false (struct findings *f, const struct wr_body_result *body,
                          const struct wr_contradiction *c) {
  uint32_t label = c->core[0], first;
  bool meant;
  for (uint32_t i = 0; i < c->core_count; i++)
    if (wr_role_info (info_of (f, c->core[i])->role)->assumes) label = c->core[i];
  wr_span below = first_statement (f, body, c, &first, &meant);
  bool goals = false;
  for (uint32_t i = 0; i < c->goals.len; i++) goals |= !is_meant (f, body, c->goals.data[i]);
  if ((!below.file && !goals) || meant) return;
  if (!is_users (f, label)) return;
  if (is_silenced (f, WR_CODE_FALSE_ASSUMPTION, info_of (f, label))) return;
  wr_diag *diag = wr_diag_add (
      f->diags, WR_CODE_FALSE_ASSUMPTION, info_of (f, label)->span,
      "nothing after this assumption is reached, so what is proved there says nothing: remove it");
  for (uint32_t i = 0; i < c->goals.len; i++) add_goal_note (f, diag, body, c->goals.data[i]);
  add_idle (f, diag, c);
}

/* Only the axioms are told; what else is in the contradiction provides terms for them. */
static void report_axioms (struct findings *f, const struct wr_contradiction *c, bool *told) {
  uint32_t first = 0, count = 0;
  for (uint32_t k = c->core_count; k-- > 0;) {
    if (!wr_role_info (info_of (f, c->core[k])->role)->program) continue;
    first = c->core[k];
    count++;
  }
  if (*told || !first || is_silenced (f, WR_CODE_CONTRADICTORY_AXIOMS, info_of (f, first))) return;
  *told = true;
  const struct wr_label_info *info = info_of (f, first);
  wr_diag *diag =
      count > 1 ? wr_diag_add (f->diags, WR_CODE_CONTRADICTORY_AXIOMS, info->span,
                               "the axioms contradict each other, so anything can be proved from "
                               "them: correct one")
                : wr_diag_add (
                      f->diags, WR_CODE_CONTRADICTORY_AXIOMS, info->span,
                      "this %s contradicts itself, so anything can be proved from it: correct it",
                      wr_noun_of (f->core, info->role));
  for (uint32_t k = 0; k < c->core_count; k++)
    if (c->core[k] != first && wr_role_info (info_of (f, c->core[k])->role)->program)
      add_clash (f, diag, c->core[k]);
}

static void report_contradictions (struct findings *f) {
  bool axioms_told = false;
  for (uint32_t i = 0; i < f->coverage->contradictions.len; i++) {
    const struct wr_contradiction *c = &f->coverage->contradictions.data[i];
    const struct wr_body_result *body = &f->coverage->cover->result->bodies[c->body];
    switch (c->kind) {
    case WR_CONTRADICTION_AXIOMS: report_axioms (f, c, &axioms_told); break;
    case WR_CONTRADICTION_FALSE: report_false (f, body, c); break;
    case WR_CONTRADICTION_ASSUMPTIONS:
      if (c->goals.len)
        report_vacuous (f, body, c);
      else
        report_dead (f, body, c);
      break;
    case WR_CONTRADICTION_SPECIFICATION:
    case WR_CONTRADICTION_CODE: report_dead (f, body, c); break;
    case WR_CONTRADICTION_FAILED:
    case WR_CONTRADICTION_CUT: break;
    }
  }
}

/* -- paths that are cut off ------------------------------------------------------------------------------- */

/* Blocks from which an execution reaches a return or a goal: their paths are not cut off on purpose. */
static bool *open_blocks (const struct findings *f, const wr_passive *passive, wr_arena *arena) {
  bool *open = WR_NEW (arena, bool, passive->block_count + 1);
  for (uint32_t b = passive->block_count; b-- > 0;) {
    const struct wr_pblock *block = &passive->blocks[b];
    bool cut = false;
    open[b] = block->return_at.file != 0;
    for (uint32_t i = 0; i < block->succ_count; i++) open[b] |= open[block->succs[i]];
    for (uint32_t i = 0; i < block->item_count; i++) {
      const struct wr_pitem *item = &block->items[i];
      if (item->kind == WR_PITEM_GOAL) open[b] = true;
      cut |= item->kind == WR_PITEM_FACT && wr_expr_info (f->core, item->expr)->op == WR_OP_FALSE;
    }
    open[b] &= !cut;
  }
  return open;
}

/* Per label: it occurs on a path that is not cut off. */
static bool *open_labels (const struct findings *f, wr_arena *arena) {
  const wr_result *result = f->coverage->cover->result;
  bool *labels = WR_NEW (arena, bool, f->coverage->fact_count + 1);
  for (uint32_t b = 0; b < result->body_count; b++) {
    const wr_passive *passive = result->bodies[b].passive;
    if (!passive || !result->bodies[b].selected) continue;
    bool *open = open_blocks (f, passive, arena);
    for (uint32_t k = 0; k < passive->block_count; k++)
      for (uint32_t i = 0; open[k] && i < passive->blocks[k].item_count; i++)
        labels[passive->blocks[k].items[i].label.ix] = true;
  }
  return labels;
}

/* -- what can be removed ----------------------------------------------------------------------------- */

static enum wr_code code_of (enum wr_role role) {
  enum wr_code code = wr_role_info (role)->finding;
  WR_ASSERT (code != WR_CODE_NONE);
  return code;
}

/* Preconditions are judged by the body: there is no finding about those of a procedure without a body. */
static bool has_body (const struct findings *f, uint32_t procedure) {
  for (uint32_t b = 0; b < f->coverage->cover->result->body_count; b++)
    if (f->core->bodies.data[b].procedure + 1 == procedure &&
        wr_body_explained (f->coverage->cover, b))
      return true;
  return false;
}

static bool is_worth_telling (const struct findings *f, uint32_t label) {
  const struct wr_label_info *info = info_of (f, label);
  if (info->span.file && wr_source_hidden (f->core->sources, info->span.file)) return false;
  if (info_of (f, wr_label_root (&f->core->labels, (wr_label){label}).ix)->takes) return false;
  if (info->role == WR_ROLE_REQUIRES) return has_body (f, info->procedure);
  return wr_role_info (info->role)->finding == WR_CODE_NONE || is_users (f, label);
}

/* Members of a contradiction are reported together with it. */
static void mark_clashing (const struct findings *f, bool *clashing) {
  for (uint32_t i = 0; i < f->coverage->contradictions.len; i++) {
    const struct wr_contradiction *c = &f->coverage->contradictions.data[i];
    bool told = c->kind == WR_CONTRADICTION_AXIOMS || c->kind == WR_CONTRADICTION_FALSE ||
                c->kind == WR_CONTRADICTION_ASSUMPTIONS;
    for (uint32_t k = 0; told && k < c->core_count; k++)
      clashing[wr_label_root (&f->core->labels, (wr_label){c->core[k]}).ix] = true;
  }
}

static bool is_used (enum wr_fact_status status) {
  return status == WR_FACT_NEEDED || status == WR_FACT_INTERCHANGEABLE ||
         status == WR_FACT_NO_INFORMATION;
}

/* A translator may copy an element to several places: if a proof uses one copy, the element is used. */
static void keep_used_copies (const struct findings *f, bool *stays) {
  for (uint32_t i = 1; i < f->coverage->fact_count; i++) {
    if (!is_used (f->coverage->facts[i].status)) continue;
    wr_label root = wr_label_root (&f->core->labels, (wr_label){i});
    const struct wr_label_info *info = wr_label_info (&f->core->labels, root);
    for (uint32_t k = 0; k < info->copy_count; k++) {
      WR_ASSERT (info->copy_of[k].ix < f->coverage->fact_count);
      stays[info->copy_of[k].ix] = true;
    }
  }
}

/* Silenced elements stay, and so do the facts that they depend on; to find them, advice is computed without silencers. */
static void find_unnecessary (struct findings *f, const bool *open,
                              const struct wr_confirm *confirm, wr_arena *arena,
                              struct wr_settled_advice *out) {
  uint32_t count = f->coverage->fact_count;
  bool *stays = WR_NEW (arena, bool, count + 1);
  mark_clashing (f, stays);
  for (uint32_t i = 1; i < count; i++) {
    const struct wr_label_info *info = info_of (f, i);
    stays[i] |= !is_worth_telling (f, i) || (wr_role_info (info->role)->assumes && !open[i]);
  }
  keep_used_copies (f, stays);
  const bool *can_go = wr_advice (f->coverage, stays, arena);
  for (uint32_t i = 1; i < count; i++)
    stays[i] |= can_go[i] && is_silenced (f, code_of (info_of (f, i)->role), info_of (f, i));
  wr_advice_settle (f->coverage, stays, confirm, arena, out);
}

static const struct wr_one_of *pair_of (const struct wr_settled_advice *advice, uint32_t label) {
  for (uint32_t i = 0; i < advice->pairs.len; i++)
    if (advice->pairs.data[i].label == label) return &advice->pairs.data[i];
  return NULL;
}

/* Advice that was found by replacing facts may be silenced too. */
static void keep_silenced (struct findings *f, bool *can_go) {
  for (uint32_t i = 1; i < f->coverage->fact_count; i++)
    if (can_go[i] && is_silenced (f, code_of (info_of (f, i)->role), info_of (f, i)))
      wr_advice_keep (f->coverage, can_go, i);
}

/* Names the elements without which this one cannot be removed. */
static void add_companions (struct findings *f, wr_diag *diag, const bool *can_go, uint32_t label) {
  wr_u32s with = {0};
  wr_advice_with (f->coverage, can_go, label, &with);
  for (uint32_t i = 0; i < with.len; i++)
    wr_diag_note (f->diags, diag, info_of (f, with.data[i])->span,
                  "this %s needs it: remove both, or none of them",
                  wr_noun_of (f->core, info_of (f, with.data[i])->role));
  WR_VEC_FREE (&with);
}

/* An element in a sentence: `this invariant`, or the conjunct of it. */
static void add_element (const struct findings *f, wr_buf *out, uint32_t label) {
  const struct wr_label_info *info = info_of (f, label);
  if (info->conjuncts > 1) {
    wr_buf_add (out, WR_LIT ("the conjunct "));
    wr_quote (out, f->core->sources, info->span);
  } else {
    wr_buf_print (out, "this %s", wr_noun_of (f->core, info->role));
  }
}

static void report_unneeded (struct findings *f, const bool *can_go, uint32_t label) {
  const struct wr_label_info *info = info_of (f, label);
  const struct wr_role_info *role = wr_role_info (info->role);
  wr_buf element = {0};
  add_element (f, &element, label);
  bool part = info->conjuncts > 1;
  wr_diag *diag =
      part ? wr_diag_add (f->diags, code_of (info->role), info->span,
                          "%s is not needed by any %s: %s", wr_buf_text (&element), role->user,
                          role->remedy)
           : wr_diag_add (f->diags, code_of (info->role), info->span, "no %s needs %s: %s",
                          role->user, wr_buf_text (&element), role->remedy);
  diag->removes = label;
  wr_buf_free (&element);
  add_companions (f, diag, can_go, label);
}

static void report_unnecessary (struct findings *f, struct wr_settled_advice *advice) {
  keep_silenced (f, advice->can_go);
  wr_advice_keep_last (f->coverage, advice->can_go);
  for (uint32_t i = 1; i < f->coverage->fact_count; i++) {
    if (!advice->can_go[i]) continue;
    const struct wr_label_info *info = info_of (f, i);
    const struct wr_one_of *pair = pair_of (advice, i);
    if (!pair) {
      report_unneeded (f, advice->can_go, i);
      continue;
    }
    wr_buf this = {0}, other = {0};
    add_element (f, &this, i);
    add_element (f, &other, pair->other);
    wr_diag *diag = wr_diag_add (f->diags, code_of (info->role), info->span,
                                 "one of two is not needed, %s or the one in the note: remove one",
                                 wr_buf_text (&this));
    diag->removes = i;
    wr_diag_note (f->diags, diag, info_of (f, pair->other)->span, "the other one: %s",
                  wr_buf_text (&other));
    wr_buf_free (&this);
    wr_buf_free (&other);
  }
}

/* -- code that nothing constrains ---------------------------------------------------------------------- */

static bool is_unconstrained (const struct findings *f, const struct wr_pitem *item) {
  if (item->kind != WR_PITEM_FACT || !item->label.ix) return false;
  const struct wr_label_info *info = info_of (f, item->label.ix);
  enum wr_fact_status status = f->coverage->facts[item->label.ix].status;
  if (wr_role_info (info->role)->off != WR_OFF_ARBITRARY || info->cls != WR_CLASS_EXPLICIT)
    return false;
  if (status != WR_FACT_REMOVABLE && status != WR_FACT_UNUSED) return false;
  return info->author == WR_AUTHOR_USER;
}

static bool has_goals (const struct wr_body_result *body) {
  for (uint32_t g = 0; g < body->passive->goal_count; g++)
    if (!body->goals[g].trivial) return true;
  return false;
}

/* A procedure without any specification gets no such finding. */
static void report_unconstrained (struct findings *f, const bool *open) {
  const wr_cover *cover = f->coverage->cover;
  for (uint32_t b = 0; b < cover->result->body_count; b++) {
    const struct wr_body_result *body = &cover->result->bodies[b];
    if (!wr_body_explained (cover, b) || !has_goals (body)) continue;
    for (uint32_t k = 0; k < body->passive->block_count; k++) {
      for (uint32_t i = 0; i < body->passive->blocks[k].item_count; i++) {
        const struct wr_pitem *item = &body->passive->blocks[k].items[i];
        if (!open[item->label.ix] || !is_unconstrained (f, item)) continue;
        const struct wr_label_info *info = info_of (f, item->label.ix);
        if (is_silenced (f, WR_CODE_UNCONSTRAINED_CODE, info)) continue;
        wr_diag_add (
            f->diags, WR_CODE_UNCONSTRAINED_CODE, info->span,
            "any value could be assigned here, no goal depends on it: specify it, or remove the "
            "assignment");
      }
    }
  }
}

const bool *wr_findings (const wr_coverage *coverage, const struct wr_confirm *confirm,
                         wr_diags *diags, wr_bitset *advice, wr_arena *arena) {
  const wr_core *core = coverage->cover->result->core;
  struct findings f = {.coverage = coverage, .core = core, .diags = diags};
  f.silent = WR_NEW (arena, bool, core->labels.silencers.len + 1);
  report_contradictions (&f);
  const bool *open = open_labels (&f, arena);
  struct wr_settled_advice settled;
  find_unnecessary (&f, open, confirm, arena, &settled);
  report_unnecessary (&f, &settled);
  if (advice) wr_advice_labels (coverage, settled.can_go, advice);
  for (uint32_t i = 0; i < settled.pairs.len; i++)
    settled.can_go[settled.pairs.data[i].label] = false;
  WR_VEC_FREE (&settled.pairs);
  report_unconstrained (&f, open);
  report_silencers (&f);
  return settled.can_go;
}
