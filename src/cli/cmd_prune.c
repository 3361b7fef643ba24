/* `warrant prune`: the program reduced to some goals and what they depend on.  The text goes to standard output,
   everything else to standard error.  The text is proved like any other program; where the solver misses something
   without which the original was proved, facts are put back, as few as a bounded search finds. */
#include "analysis/reduce.h"
#include "cli/advise.h"
#include "cli/commands.h"
#include "cli/inquiry.h"
#include "cli/output.h"
#include "core/name.h"
#include "front/boogie/lower.h"
#include "front/boogie/prune.h"
#include "source/render.h"

#include <unistd.h>

enum { MAX_CHECKS = 24 }; /* proofs of a text in search for what to put back */

struct reduced {
  wr_inquiry *q;
  wr_u32s start; /* labels of the goals */
  wr_u32s added; /* labels that were put back */
  struct wr_reduction reduction;
  wr_buf text;
  bool verified;
  uint32_t checks;
};

/* -- goals ------------------------------------------------------------------------------------------------ */

/* The proved goals at an address; false: there is no goal. */
static bool add_goals (struct reduced *r, const char *address) {
  wr_u32s nodes = {0};
  uint32_t goals = 0, open = 0;
  bool found = wr_inquiry_find (r->q, address, WR_MEANT_GOALS, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    const struct wr_gnode *node = &r->q->graph->nodes[nodes.data[i]];
    if (!node->goal) continue;
    goals++;
    if (node->verdict == WR_VERDICT_PROVED)
      WR_VEC_PUSH (&r->start, node->label);
    else
      open++;
  }
  if (found && !goals)
    wr_output_complain ("there is no goal at '%s'", address);
  else if (open)
    wr_output_complain ("%u of the goals at '%s' are not proved: they are left out", open, address);
  WR_VEC_FREE (&nodes);
  return goals > 0;
}

/* The graph speaks of these labels: one that was stored by another version may not. */
static bool fits (const wr_graph *graph, const wr_labels *labels) {
  for (uint32_t i = 0; i < graph->node_count; i++) {
    const struct wr_gnode *node = &graph->nodes[i];
    if (!node->label) continue;
    if (node->label >= labels->infos.len || labels->infos.data[node->label].role != node->role ||
        labels->infos.data[node->label].element != node->element)
      return false;
  }
  return true;
}

/* The labels of the program, numbered as they were when the graph was made. */
static bool load_labels (wr_inquiry *q) {
  if (q->proved.core) return true;
  if (wr_run_front (&q->run, WR_AFTER_TYPE)) q->proved = wr_prove (&q->run, &q->report);
  if (!q->proved.core || !q->proved.result || q->proved.result->failure.len) return false;
  if (fits (q->graph, &q->proved.core->labels)) return true;
  wr_prove_rest (&q->run, &q->report, &q->proved, NULL);
  q->coverage = wr_explain (&q->run, &q->report, &q->proved, WR_CORES_MINIMAL);
  q->graph = wr_graph_of (q->coverage, q->run.arena);
  return true;
}

/* -- the text and its proof --------------------------------------------------------------------------------- */

static void print_text (struct reduced *r) {
  const wr_core *core = r->q->proved.core;
  wr_reduction_free (&r->reduction);
  wr_reduce (r->q->graph, core, &r->start, &r->added, &r->reduction);
  wr_bitset off = {0};
  for (uint32_t i = 1; i < core->labels.infos.len; i++)
    if (!wr_bitset_has (&r->reduction.on, i)) wr_bitset_set (&off, i, true);
  struct bpl_prune how = {.core = core, .off = &off, .tidy = true};
  wr_buf_clear (&r->text);
  bpl_print (&r->text, bpl_prune (r->q->run.program, &how, r->q->run.arena));
  wr_bitset_free (&off);
}

/* Proves the text; `lost`, per body of the program, if not NULL: its code in the text is not proved. */
static bool check_text (struct reduced *r, bool *lost) {
  wr_run run = wr_run_new (r->q->options);
  wr_core *core = NULL;
  bool proved = false;
  r->checks++;
  wr_sources_add (run.sources, WR_LIT ("pruned.bpl"), wr_buf_str (&r->text));
  if (wr_run_front (&run, WR_AFTER_TYPE)) core = bpl_lower (run.program, run.diags);
  if (core) {
    struct wr_decide_options decide = r->q->proved.decide;
    decide.selected = NULL;
    decide.asked = NULL;
    decide.want_models = false;
    decide.dump_dir = NULL;
    const wr_result *result = wr_decide (core, &decide, run.arena);
    proved = !result->failure.len && !result->cancelled;
    for (uint32_t b = 0; b < result->body_count; b++) {
      if (!result->bodies[b].passive || wr_body_verdict (&result->bodies[b]) == WR_VERDICT_PROVED)
        continue;
      proved = false;
      wr_symbol procedure = core->procedures.data[core->bodies.data[b].procedure].name;
      wr_str name = wr_symbol_text (core->symbols, procedure);
      for (uint32_t k = 0; lost && k < r->q->proved.core->bodies.len; k++) {
        uint32_t owner = r->q->proved.core->bodies.data[k].procedure;
        wr_symbol other = r->q->proved.core->procedures.data[owner].name;
        lost[k] |= wr_str_equal (name, wr_symbol_text (r->q->proved.core->symbols, other));
      }
    }
    wr_core_free (core);
  }
  wr_run_free (&run);
  return proved;
}

static bool check_with (struct reduced *r, const uint32_t *labels, uint32_t count) {
  WR_VEC_CLEAR (&r->added);
  for (uint32_t i = 0; i < count; i++) WR_VEC_PUSH (&r->added, labels[i]);
  print_text (r);
  return check_text (r, NULL);
}

static void add_candidate (const struct reduced *r, uint32_t label, wr_bitset *known,
                           wr_u32s *out) {
  const struct wr_label_info *info = wr_label_info (&r->q->proved.core->labels, (wr_label){label});
  if (wr_role_is_goal (info->role) || wr_bitset_has (&r->reduction.on, label) ||
      wr_bitset_has (known, label))
    return;
  wr_bitset_set (known, label, true);
  WR_VEC_PUSH (out, label);
}

/* Facts of the bodies that were lost, then the axioms. */
static void find_candidates (const struct reduced *r, const bool *lost, wr_u32s *out) {
  wr_bitset known = {0};
  for (uint32_t b = 0; b < r->q->proved.result->body_count; b++) {
    const wr_vc *vc = r->q->proved.result->bodies[b].vc;
    for (uint32_t i = 0; lost[b] && vc && i < vc->label_count; i++)
      add_candidate (r, vc->labels[i].ix, &known, out);
  }
  for (uint32_t i = 0; i < r->q->proved.core->axioms.len; i++)
    if (r->q->proved.core->axioms.data[i].label.ix)
      add_candidate (r, r->q->proved.core->axioms.data[i].label.ix, &known, out);
  wr_bitset_free (&known);
}

/* Takes out pieces, large ones first, as long as the rest still proves the text. */
static void shrink (struct reduced *r, wr_u32s *labels) {
  wr_u32s trial = {0};
  for (uint32_t piece = (labels->len + 1) / 2; piece && labels->len; piece /= 2) {
    for (uint32_t at = 0; at < labels->len && r->checks < MAX_CHECKS;) {
      WR_VEC_CLEAR (&trial);
      for (uint32_t i = 0; i < labels->len; i++)
        if (i < at || i >= at + piece) WR_VEC_PUSH (&trial, labels->data[i]);
      if (check_with (r, trial.data, trial.len)) {
        WR_VEC_CLEAR (labels);
        for (uint32_t i = 0; i < trial.len; i++) WR_VEC_PUSH (labels, trial.data[i]);
      } else {
        at += piece;
      }
    }
  }
  WR_VEC_FREE (&trial);
}

static void put_back (struct reduced *r, const bool *lost) {
  wr_u32s labels = {0};
  find_candidates (r, lost, &labels);
  if (labels.len && check_with (r, labels.data, labels.len)) {
    shrink (r, &labels);
    r->verified = true;
  }
  WR_VEC_CLEAR (&r->added);
  for (uint32_t i = 0; r->verified && i < labels.len; i++) WR_VEC_PUSH (&r->added, labels.data[i]);
  print_text (r);
  WR_VEC_FREE (&labels);
}

static void reduce (struct reduced *r) {
  bool *lost = WR_NEW (r->q->run.arena, bool, r->q->proved.core->bodies.len + 1);
  print_text (r);
  r->verified = check_text (r, lost);
  if (!r->verified) put_back (r, lost);
}

/* -- the report ------------------------------------------------------------------------------------------------ */

/* Facts that people see: how many there are, and how many of them are on. */
static struct wr_share facts_of (const struct reduced *r) {
  struct wr_share share = {0};
  for (uint32_t i = 0; i < r->q->graph->node_count; i++) {
    const struct wr_gnode *node = &r->q->graph->nodes[i];
    bool on = wr_bitset_has (&r->reduction.on, node->label);
    if (!wr_gnode_is_fact (node) || (!on && node->status == WR_FACT_NONE)) continue;
    share.total++;
    share.covered += on;
  }
  return share;
}

static json_t *names_of (const struct reduced *r, const wr_u32s *labels) {
  json_t *list = wr_json_array ();
  for (uint32_t i = 0; i < labels->len; i++) {
    wr_buf name = {0};
    wr_label_name (&name, r->q->proved.core, (wr_label){labels->data[i]});
    wr_json_push (list, wr_json_text (wr_buf_str (&name)));
    wr_buf_free (&name);
  }
  return list;
}

static void add_json (const struct reduced *r, json_t *doc) {
  struct wr_share facts = facts_of (r);
  wr_json_set (doc, "goals", names_of (r, &r->start));
  wr_json_set (doc, "verified", json_boolean (r->verified));
  wr_json_set (doc, "closure", wr_json_count (r->reduction.closure));
  wr_json_set (doc, "along", wr_json_count (r->reduction.along));
  wr_json_set (doc, "additions", names_of (r, &r->added));
  wr_json_set (doc, "facts", wr_json_count (facts.covered));
  wr_json_set (doc, "facts_before", wr_json_count (facts.total));
  wr_json_set (doc, "text", wr_json_text (wr_buf_str (&r->text)));
}

static void tell (const struct reduced *r) {
  wr_buf line = {0};
  struct wr_share facts = facts_of (r);
  wr_buf_print (&line, "warrant: %u goals, %u of %u facts, %u put back%s\n", r->start.len,
                facts.covered, facts.total, r->added.len,
                r->verified ? "" : "; the result is not proved");
  if (!r->q->options->quiet) wr_output_error (wr_buf_str (&line));
  wr_buf_free (&line);
}

/* One result: for the addresses from `first` on. */
static void begin (struct reduced *r, wr_inquiry *q, uint32_t first, uint32_t count) {
  *r = (struct reduced){.q = q};
  bool good = true;
  for (uint32_t i = first; i < first + count; i++) good &= add_goals (r, q->names.items[i]);
  if (!good) q->exit = wr_exit_worse (q->exit, WR_EXIT_INPUT);
  if (good && !r->start.len) q->exit = wr_exit_worse (q->exit, WR_EXIT_FAILED);
  if (!good) WR_VEC_CLEAR (&r->start);
}

static void finish (struct reduced *r, json_t *doc) {
  wr_inquiry *q = r->q;
  if (r->start.len) {
    reduce (r);
    tell (r);
    if (doc) add_json (r, doc);
    wr_buf_add (&q->report.text, wr_buf_str (&r->text));
    if (!r->verified) q->exit = wr_exit_worse (q->exit, WR_EXIT_FAILED);
  }
  wr_reduction_free (&r->reduction);
  WR_VEC_FREE (&r->start);
  WR_VEC_FREE (&r->added);
  wr_buf_free (&r->text);
}

/* What all results rest on is explained at once. */
static void prune (wr_inquiry *q, struct reduced *results, uint32_t count, uint32_t addresses) {
  wr_u32s goals = {0};
  wr_inquiry_prove (q);
  for (uint32_t i = 0; i < count; i++) {
    begin (&results[i], q, i, addresses);
    for (uint32_t k = 0; k < results[i].start.len; k++)
      WR_VEC_PUSH (&goals, results[i].start.data[k]);
  }
  wr_inquiry_explain (q, &goals);
  WR_VEC_FREE (&goals);
  if (!q->proved.result->cancelled) return;
  wr_output_complain ("interrupted: nothing is pruned");
  q->exit = wr_exit_worse (q->exit, WR_EXIT_UNKNOWN);
  for (uint32_t i = 0; i < count; i++) WR_VEC_CLEAR (&results[i].start);
}

static json_t *prune_each (wr_inquiry *q) {
  json_t *doc = wr_inquiry_document (q), *list = wr_json_array ();
  struct reduced *results = WR_NEW (q->run.arena, struct reduced, q->names.count);
  prune (q, results, q->names.count, 1);
  for (uint32_t i = 0; i < q->names.count; i++) {
    json_t *one = wr_json_object ();
    wr_json_set (one, "address", wr_json_text (wr_str_of (q->names.items[i])));
    finish (&results[i], one);
    wr_json_push (list, one);
  }
  if (doc)
    wr_json_set (doc, "results", list);
  else
    json_decref (list);
  return doc;
}

static json_t *prune_all (wr_inquiry *q) {
  json_t *doc = wr_inquiry_document (q);
  struct reduced result;
  prune (q, &result, 1, q->names.count);
  finish (&result, doc);
  return doc;
}

/* -- advice ---------------------------------------------------------------------------------------------------- */

/* What `cover` calls unnecessary is taken out, and nothing else. */
static enum wr_exit prune_advice (const struct wr_options *options) {
  wr_run run = wr_run_new (options);
  struct wr_publish report = wr_publish_new (options);
  struct wr_proved proved = {0};
  wr_coverage *coverage = NULL;
  bool read = wr_run_read (&run, options->args.items, options->args.count) &&
              wr_run_front (&run, WR_AFTER_TYPE);
  if (read) proved = wr_prove (&run, &report);
  if (proved.result && !proved.result->failure.len)
    coverage = wr_explain (&run, &report, &proved, WR_CORES_MUST);
  if (coverage) {
    wr_bitset off = {0};
    wr_advise (&run, &proved, coverage, &off);
    struct bpl_prune how = {.core = proved.core, .off = &off};
    bpl_print (&report.text, bpl_prune (run.program, &how, run.arena));
    wr_bitset_free (&off);
  }
  wr_buf told = {0};
  struct wr_render how = {.sources = run.sources, .brief = true};
  wr_diags_sort (run.diags);
  for (uint32_t i = 0; i < wr_diags_count (run.diags); i++)
    wr_render_text (&told, &how, wr_diags_at (run.diags, i));
  if (!options->quiet || !coverage) wr_output_error (wr_buf_str (&told));
  enum wr_exit code =
      read && proved.core ? report.exit : wr_exit_worse (report.exit, WR_EXIT_INPUT);
  if (coverage) code = wr_exit_worse (code, wr_output_print (&report.text));
  wr_buf_free (&told);
  wr_coverage_free (coverage);
  wr_proved_free (&proved);
  wr_publish_free (&report);
  wr_run_free (&run);
  return code;
}

enum wr_exit wr_cmd_prune (const struct wr_options *options) {
  if (options->advice) return prune_advice (options);
  wr_inquiry q;
  json_t *doc = NULL;
  if (wr_inquiry_begin (&q, options) && load_labels (&q))
    doc = options->each ? prune_each (&q) : prune_all (&q);
  else
    q.exit = wr_exit_worse (q.exit, q.report.exit);
  return wr_inquiry_end (&q, doc);
}
