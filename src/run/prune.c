#include "run/prune.h"

#include "analysis/address.h"
#include "base/check.h"
#include "run/prove.h"
#include "run/prune_text.h"
#include "run/query.h"

#include <string.h>

enum { MAX_CHECKS = 24 }; /* proofs of a text in search for what to put back */

/* -- the graph, as far as it is asked for -------------------------------------------------------------------- */

static void explain_nothing (wr_run *run) {
  wr_bitset none = {0};
  wr_coverage_free (run->coverage);
  run->coverage = NULL;
  wr_run_explain_goals (run, &none);
  wr_run_make_graph (run);
}

void wr_run_begin_graph (wr_run *run) {
  WR_REQUIRE (run->proved.result && !run->graph);
  run->partial = true;
  explain_nothing (run);
}

bool wr_run_graph_fits (const wr_run *run) {
  const wr_labels *labels = &run->proved.core->labels;
  for (uint32_t i = 0; i < run->graph->node_count; i++) {
    const struct wr_gnode *node = &run->graph->nodes[i];
    if (!node->label) continue;
    if (node->label >= labels->infos.len || labels->infos.data[node->label].role != node->role ||
        labels->infos.data[node->label].element != node->element)
      return false;
  }
  return true;
}

/* The goals at an address, or at those between its commas; one that names nothing has none. */
static void find_goals (const wr_graph *graph, const char *address, wr_u32s *out) {
  wr_buf nearest = {0};
  if (!wr_address_find (graph, wr_str_of (address), WR_MEANT_GOALS, out, &nearest)) {
    for (const char *at = address; *at;) {
      size_t len = strcspn (at, ",");
      (void)wr_address_find (graph, (wr_str){at, len}, WR_MEANT_GOALS, out, &nearest);
      at += len;
      if (*at) at++;
    }
  }
  wr_buf_free (&nearest);
}

void wr_run_prove_at (wr_run *run, const char *const *addresses, uint32_t count) {
  if (!run->partial) return;
  wr_u32s nodes = {0};
  wr_bitset procedures = {0};
  for (uint32_t i = 0; i < count; i++) find_goals (run->graph, addresses[i], &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    wr_bitset_set (&procedures, run->graph->nodes[nodes.data[i]].procedure, true);
  wr_run_prove_called (run, &procedures);
  wr_str failure = run->failure;
  explain_nothing (run);
  if (failure.len) run->failure = failure;
  wr_bitset_free (&procedures);
  WR_VEC_FREE (&nodes);
}

void wr_run_explain_what (wr_run *run, const wr_u32s *goals) {
  wr_bitset tried = {0}, open = {0};
  while (run->partial && wr_reduce_open (run->graph, run->proved.core, goals, &tried, &open)) {
    wr_run_explain_goals (run, &open);
    wr_run_make_graph (run);
    wr_bitset_clear (&open);
  }
  wr_bitset_free (&open);
  wr_bitset_free (&tried);
}

/* -- the text ------------------------------------------------------------------------------------------------ */

struct search {
  wr_run *run;
  struct wr_pruned *out;
  uint32_t checks;
  wr_printed_list printed;
  wr_bitset asked; /* procedures that were proved because the text checks their goals */
};

static void add_all (wr_u32s *to, const wr_u32s *from) {
  for (uint32_t i = 0; i < from->len; i++) WR_VEC_PUSH (to, from->data[i]);
}

/* Goals that were asked and are not proved. */
static void find_failed (const wr_graph *graph, wr_bitset *out) {
  for (uint32_t i = 0; i < graph->node_count; i++) {
    const struct wr_gnode *node = &graph->nodes[i];
    if (node->goal && node->verdict != WR_VERDICT_PROVED && node->verdict != WR_VERDICT_NONE)
      wr_bitset_set (out, node->label, true);
  }
}

/* `checked`: goals of the text are added. */
static void print_checked (struct search *s, wr_bitset *checked) {
  const wr_core *core = s->run->proved.core;
  struct wr_pruned *out = s->out;
  wr_u32s more = {0};
  add_all (&more, &out->along);
  add_all (&more, &out->added);
  wr_reduction_free (&out->reduction);
  wr_reduce (s->run->graph, core, &out->goals, &more, &out->reduction);
  wr_bitset off = {0}, failed = {0};
  for (uint32_t i = 1; i < core->labels.infos.len; i++)
    if (!wr_bitset_has (&out->reduction.on, i)) wr_bitset_set (&off, i, true);
  find_failed (s->run->graph, &failed);
  struct wr_prune how = {.core = core,
                         .off = &off,
                         .failed = &failed,
                         .checked = checked,
                         .printed = &s->printed,
                         .tidy = true};
  wr_buf_clear (&out->text);
  WR_VEC_CLEAR (&s->printed);
  wr_program_prune (&out->text, &s->run->program, &how);
  wr_bitset_free (&off);
  wr_bitset_free (&failed);
  WR_VEC_FREE (&more);
}

/* -- goals that the text checks besides ---------------------------------------------------------------------- */

/* Goals in `checked` that are off become part of out->along if they are proved; the procedures of those that were not asked are added to
   `unasked`.  False: there are none of either kind. */
static bool add_checked (struct search *s, const wr_bitset *checked, wr_bitset *unasked) {
  const wr_graph *graph = s->run->graph;
  wr_bitset known = {0};
  bool some = false;
  for (uint32_t i = 0; i < s->out->along.len; i++)
    wr_bitset_set (&known, s->out->along.data[i], true);
  WR_BITSET_EACH (checked, label) {
    uint32_t at = wr_graph_node (graph, label);
    if (at == UINT32_MAX || !graph->nodes[at].goal || wr_bitset_has (&known, label) ||
        wr_bitset_has (&s->out->reduction.on, label))
      continue;
    const struct wr_gnode *node = &graph->nodes[at];
    if (node->verdict == WR_VERDICT_PROVED) WR_VEC_PUSH (&s->out->along, label);
    bool open = node->verdict == WR_VERDICT_NONE && !wr_bitset_has (&s->asked, node->procedure);
    if (open) wr_bitset_set (unasked, node->procedure, true);
    some |= open || node->verdict == WR_VERDICT_PROVED;
  }
  wr_bitset_free (&known);
  return some;
}

static void explain (struct search *s) {
  wr_u32s all = {0};
  add_all (&all, &s->out->goals);
  add_all (&all, &s->out->along);
  wr_run_explain_what (s->run, &all);
  WR_VEC_FREE (&all);
}

/* Proves procedures of which a goal is checked in the text. */
static void ask (struct search *s, const wr_bitset *procedures) {
  if (wr_bitset_next (procedures, 0) == UINT32_MAX) return;
  WR_BITSET_EACH (procedures, p) wr_bitset_set (&s->asked, p, true);
  wr_run_prove_called (s->run, procedures);
  wr_str failure = s->run->failure;
  explain_nothing (s->run);
  if (failure.len) s->run->failure = failure;
}

static void keep_failed (struct search *s, const wr_bitset *checked) {
  wr_bitset failed = {0};
  WR_VEC_CLEAR (&s->out->failed);
  find_failed (s->run->graph, &failed);
  WR_BITSET_EACH (checked, label)
  if (wr_bitset_has (&failed, label)) WR_VEC_PUSH (&s->out->failed, label);
  wr_bitset_free (&failed);
}

/* The text with the goals, and with those that it checks besides. */
static void print_text (struct search *s) {
  for (bool more = true; more && !wr_cancelled (s->run->cancel);) {
    wr_bitset checked = {0}, unasked = {0};
    print_checked (s, &checked);
    keep_failed (s, &checked);
    more = add_checked (s, &checked, &unasked);
    if (more) {
      ask (s, &unasked);
      explain (s);
    }
    wr_bitset_free (&checked);
    wr_bitset_free (&unasked);
  }
}

/* -- what to put back --------------------------------------------------------------------------------------- */

/* All that the program proves is proved in the text. */
static bool check_text (struct search *s, bool *lost) {
  s->checks++;
  struct wr_text_proof proof = {.lost = lost, .failed = &s->out->failed, .printed = &s->printed};
  wr_run_prove_text (s->run, wr_buf_str (&s->out->text), &proof);
  s->out->verified = proof.proved;
  s->out->kept = proof.proved || proof.kept;
  return s->out->kept;
}

static void set_added (struct search *s, const wr_u32s *labels) {
  WR_VEC_CLEAR (&s->out->added);
  for (uint32_t i = 0; i < labels->len; i++) WR_VEC_PUSH (&s->out->added, labels->data[i]);
}

static bool check_with (struct search *s, const wr_u32s *labels) {
  set_added (s, labels);
  print_text (s);
  return check_text (s, NULL);
}

static void add_candidate (const struct search *s, uint32_t label, wr_bitset *known, wr_u32s *out) {
  const struct wr_label_info *info =
      wr_label_info (&s->run->proved.core->labels, (wr_label){label});
  if (wr_role_is_goal (info->role) || wr_bitset_has (&s->out->reduction.on, label) ||
      wr_bitset_has (known, label))
    return;
  wr_bitset_set (known, label, true);
  WR_VEC_PUSH (out, label);
}

/* Facts of the bodies that were lost, then the axioms. */
static void find_candidates (const struct search *s, const bool *lost, wr_u32s *out) {
  const struct wr_proved *proved = &s->run->proved;
  wr_bitset known = {0};
  for (uint32_t b = 0; b < proved->result->body_count; b++) {
    const wr_vc *vc = proved->result->bodies[b].vc;
    for (uint32_t i = 0; lost[b] && vc && i < vc->label_count; i++)
      add_candidate (s, vc->labels[i].ix, &known, out);
  }
  for (uint32_t i = 0; i < proved->core->axioms.len; i++)
    if (proved->core->axioms.data[i].label.ix)
      add_candidate (s, proved->core->axioms.data[i].label.ix, &known, out);
  wr_bitset_free (&known);
}

/* Delta debugging: takes out pieces, large ones first, as long as the rest still proves the text. */
static void shrink (struct search *s, wr_u32s *labels) {
  wr_u32s trial = {0};
  for (uint32_t piece = (labels->len + 1) / 2; piece && labels->len; piece /= 2) {
    for (uint32_t at = 0; at < labels->len && s->checks < MAX_CHECKS;) {
      WR_VEC_CLEAR (&trial);
      for (uint32_t i = 0; i < labels->len; i++)
        if (i < at || i >= at + piece) WR_VEC_PUSH (&trial, labels->data[i]);
      if (check_with (s, &trial)) {
        WR_VEC_CLEAR (labels);
        for (uint32_t i = 0; i < trial.len; i++) WR_VEC_PUSH (labels, trial.data[i]);
      } else {
        at += piece;
      }
    }
  }
  WR_VEC_FREE (&trial);
}

static void put_back (struct search *s, const bool *lost) {
  wr_u32s labels = {0}, none = {0};
  find_candidates (s, lost, &labels);
  bool good = labels.len && check_with (s, &labels);
  if (good) shrink (s, &labels);
  if (!good || !check_with (s, &labels)) {
    set_added (s, &none);
    print_text (s);
    s->out->verified = s->out->kept = false;
  }
  WR_VEC_FREE (&labels);
}

static struct wr_share facts_of (const wr_graph *graph, const wr_bitset *labels) {
  struct wr_share share = {0};
  for (uint32_t i = 0; i < graph->node_count; i++) {
    const struct wr_gnode *node = &graph->nodes[i];
    bool on = wr_bitset_has (labels, node->label);
    if (!wr_gnode_is_fact (node) || (!on && node->status == WR_FACT_NONE)) continue;
    share.total++;
    share.covered += on;
  }
  return share;
}

bool wr_run_prune (wr_run *run, struct wr_pruned *pruned) {
  WR_REQUIRE (run->graph && run->proved.result);
  struct search s = {.run = run, .out = pruned};
  bool *lost = WR_NEW (run->arena, bool, run->proved.core->bodies.len + 1);
  explain (&s);
  print_text (&s);
  if (!check_text (&s, lost) && !wr_cancelled (run->cancel)) put_back (&s, lost);
  if (pruned->verified) WR_VEC_CLEAR (&pruned->failed);
  pruned->facts = facts_of (run->graph, &pruned->reduction.on);
  wr_bitset_free (&s.asked);
  WR_VEC_FREE (&s.printed);
  return !wr_cancelled (run->cancel);
}

void wr_pruned_free (struct wr_pruned *pruned) {
  wr_reduction_free (&pruned->reduction);
  WR_VEC_FREE (&pruned->goals);
  WR_VEC_FREE (&pruned->along);
  WR_VEC_FREE (&pruned->added);
  WR_VEC_FREE (&pruned->failed);
  wr_buf_free (&pruned->text);
}

void wr_run_prune_advice (wr_run *run, wr_buf *text) {
  wr_bitset off = {0};
  wr_run_advise (run, &off);
  struct wr_prune how = {.core = run->proved.core, .off = &off};
  wr_program_prune (text, &run->program, &how);
  wr_bitset_free (&off);
}
