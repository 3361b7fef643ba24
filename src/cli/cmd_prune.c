/* `warrant prune`: the program reduced to some goals and what they depend on.  The text goes to standard output,
   everything else to standard error.  The text is proved like any other program; where the solver misses something
   without which the original was proved, facts are put back, as few as a bounded search finds. */
#include "analysis/address.h"
#include "analysis/reduce.h"
#include "base/json.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/prove.h"
#include "core/name.h"
#include "front/boogie/lower.h"
#include "front/boogie/prune.h"
#include "source/render.h"

#include <string.h>
#include <unistd.h>

enum { MAX_CHECKS = 24 }; /* proofs of a text in search for what to put back */

struct reduced {
  wr_run *run;
  struct wr_proved proved;
  wr_coverage *coverage;
  wr_graph *graph;
  wr_u32s start; /* nodes of the goals */
  wr_u32s added; /* labels that were put back */
  struct wr_reduction reduction;
  wr_buf text;
  bool verified;
  uint32_t checks;
};

/* -- files and addresses ---------------------------------------------------------------------------------- */

static bool is_file (wr_run *run, wr_str path) {
  return path.len && access (wr_str_keep (run->arena, path).ptr, F_OK) == 0;
}

static void add_path (struct wr_list *paths, wr_run *run, wr_str path) {
  const char *text = wr_str_keep (run->arena, path).ptr;
  for (uint32_t i = 0; i < paths->count; i++)
    if (!strcmp (paths->items[i], text)) return;
  paths->items[paths->count++] = text;
}

/* The program's files, as named in the addresses; `addresses` gets what is no file alone. */
static void split_args (wr_run *run, struct wr_list *paths, struct wr_list *addresses) {
  const struct wr_list *args = &run->options->args;
  paths->items = WR_NEW (run->arena, const char *, args->count);
  addresses->items = WR_NEW (run->arena, const char *, args->count);
  for (uint32_t i = 0; i < args->count; i++) {
    wr_str arg = wr_str_of (args->items[i]);
    if (is_file (run, arg)) {
      add_path (paths, run, arg);
      continue;
    }
    wr_str file = wr_address_parse (arg).file;
    bool program = wr_str_ends (arg, WR_LIT (".bpl"));
    if (is_file (run, file) || (file.len && wr_str_ends (file, WR_LIT (".bpl"))))
      add_path (paths, run, file);
    else if (program)
      add_path (paths, run, arg); /* for the message that it is missing */
    if (!program) addresses->items[addresses->count++] = args->items[i];
  }
}

static bool add_goals (struct reduced *r, const char *address) {
  wr_u32s nodes = {0};
  wr_buf nearest = {0};
  uint32_t goals = 0, open = 0;
  bool found = wr_address_find (r->graph, wr_str_of (address), WR_MEANT_GOALS, &nodes, &nearest);
  for (uint32_t i = 0; i < nodes.len; i++) {
    const struct wr_gnode *node = &r->graph->nodes[nodes.data[i]];
    if (!node->goal) continue;
    goals++;
    if (node->verdict != WR_VERDICT_PROVED) {
      open++;
      continue;
    }
    WR_VEC_PUSH (&r->start, nodes.data[i]);
  }
  if (!found && nearest.len)
    wr_output_complain ("'%s' names nothing in the program; near it are\n%s", address,
                        wr_buf_text (&nearest));
  else if (!found)
    wr_output_complain ("'%s' names nothing in the program", address);
  else if (!goals)
    wr_output_complain ("there is no goal at '%s'", address);
  else if (open)
    wr_output_complain ("%u of the goals at '%s' are not proved: they are left out", open, address);
  WR_VEC_FREE (&nodes);
  wr_buf_free (&nearest);
  return goals > 0;
}

static bool find_goals (struct reduced *r, const struct wr_list *addresses) {
  bool ok = true;
  for (uint32_t i = 0; i < addresses->count; i++) ok &= add_goals (r, addresses->items[i]);
  for (uint32_t i = 0; !addresses->count && i < r->graph->node_count; i++) {
    const struct wr_gnode *node = &r->graph->nodes[i];
    if (node->goal && node->verdict == WR_VERDICT_PROVED) WR_VEC_PUSH (&r->start, i);
  }
  return ok;
}

/* -- explanations ------------------------------------------------------------------------------------------- */

static bool explain (struct reduced *r, struct wr_publish *report) {
  const struct wr_decide_options *decide = &r->proved.decide;
  struct wr_watch watch;
  wr_watch_begin (&watch, r->proved.core, r->run->options);
  struct wr_cover_options how = {
      .effort = WR_CORES_MINIMAL,
      .workers = decide->workers,
      .backend = decide->backend,
      .solver = decide->solver,
      .timeout = decide->timeout > 0 ? decide->timeout : WR_DEFAULT_TIMEOUT,
      .cancel = &watch.cancel,
      .progress = wr_watch_tick,
      .progress_ctx = &watch,
  };
  wr_cover *cover = wr_cover_run (r->proved.core, r->proved.result, &how, r->run->arena);
  wr_watch_end (&watch);
  if (cover->failure.len) {
    wr_output_complain ("%.*s", WR_STR_ARGS (cover->failure));
    report->exit = wr_exit_worse (report->exit, WR_EXIT_INTERNAL);
    return false;
  }
  r->coverage = wr_coverage_of (cover, r->run->arena);
  r->graph = wr_graph_of (r->coverage, r->run->arena);
  return true;
}

/* -- the text and its proof --------------------------------------------------------------------------------- */

static void print_text (struct reduced *r) {
  const wr_core *core = r->proved.core;
  wr_reduction_free (&r->reduction);
  wr_reduce (r->graph, core, &r->start, &r->added, &r->reduction);
  wr_bitset off = {0};
  for (uint32_t i = 1; i < core->labels.infos.len; i++)
    if (!wr_bitset_has (&r->reduction.on, i)) wr_bitset_set (&off, i, true);
  struct bpl_prune how = {.core = core, .off = &off, .tidy = true};
  wr_buf_clear (&r->text);
  bpl_print (&r->text, bpl_prune (r->run->program, &how, r->run->arena));
  wr_bitset_free (&off);
}

/* Proves the text; `lost`, per body of the program, if not NULL: its code in the text is not proved. */
static bool check_text (struct reduced *r, bool *lost) {
  wr_run run = wr_run_new (r->run->options);
  wr_core *core = NULL;
  bool proved = false;
  r->checks++;
  wr_sources_add (run.sources, WR_LIT ("pruned.bpl"), wr_buf_str (&r->text));
  if (wr_run_front (&run, WR_AFTER_TYPE)) core = bpl_lower (run.program, run.diags);
  if (core) {
    struct wr_decide_options decide = r->proved.decide;
    decide.selected = NULL;
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
      for (uint32_t k = 0; lost && k < r->proved.core->bodies.len; k++) {
        uint32_t owner = r->proved.core->bodies.data[k].procedure;
        wr_symbol other = r->proved.core->procedures.data[owner].name;
        lost[k] |= wr_str_equal (name, wr_symbol_text (r->proved.core->symbols, other));
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
  const struct wr_label_info *info = wr_label_info (&r->proved.core->labels, (wr_label){label});
  if (wr_role_is_goal (info->role) || wr_bitset_has (&r->reduction.on, label) ||
      wr_bitset_has (known, label))
    return;
  wr_bitset_set (known, label, true);
  WR_VEC_PUSH (out, label);
}

/* Facts of the bodies that were lost, then the axioms. */
static void find_candidates (const struct reduced *r, const bool *lost, wr_u32s *out) {
  wr_bitset known = {0};
  for (uint32_t b = 0; b < r->proved.result->body_count; b++) {
    const wr_vc *vc = r->proved.result->bodies[b].vc;
    for (uint32_t i = 0; lost[b] && vc && i < vc->label_count; i++)
      add_candidate (r, vc->labels[i].ix, &known, out);
  }
  for (uint32_t i = 0; i < r->proved.core->axioms.len; i++)
    if (r->proved.core->axioms.data[i].label.ix)
      add_candidate (r, r->proved.core->axioms.data[i].label.ix, &known, out);
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
  bool *lost = WR_NEW (r->run->arena, bool, r->proved.core->bodies.len + 1);
  print_text (r);
  r->verified = check_text (r, lost);
  if (!r->verified) put_back (r, lost);
}

/* -- the report ------------------------------------------------------------------------------------------------ */

static void tell_diagnostics (const wr_run *run) {
  struct wr_render how = {.sources = run->sources, .brief = run->options->quiet};
  how.color = wr_output_color (run->options, STDERR_FILENO);
  wr_buf text = {0};
  wr_diags_sort (run->diags);
  for (uint32_t i = 0; i < wr_diags_count (run->diags); i++)
    wr_render_text (&text, &how, wr_diags_at (run->diags, i));
  wr_output_error (wr_buf_str (&text));
  wr_buf_free (&text);
}

static uint32_t facts_of (const struct reduced *r, const wr_bitset *on) {
  uint32_t count = 0;
  for (uint32_t i = 1; i < r->coverage->fact_count; i++)
    count += r->coverage->facts[i].status != WR_FACT_NONE &&
             wr_fact_counts (r->proved.core, (wr_label){i}) && (!on || wr_bitset_has (on, i));
  return count;
}

static json_t *names_of (const struct reduced *r, const wr_u32s *labels) {
  json_t *list = wr_json_array ();
  for (uint32_t i = 0; i < labels->len; i++) {
    wr_buf name = {0};
    wr_label_name (&name, r->proved.core, (wr_label){labels->data[i]});
    wr_json_push (list, wr_json_text (wr_buf_str (&name)));
    wr_buf_free (&name);
  }
  return list;
}

static void add_json (const struct reduced *r, wr_buf *out) {
  json_t *doc = wr_json_object ();
  wr_u32s goals = {0};
  for (uint32_t i = 0; i < r->start.len; i++)
    WR_VEC_PUSH (&goals, r->graph->nodes[r->start.data[i]].label);
  wr_json_set (doc, "format", wr_json_text (WR_LIT ("warrant/1")));
  wr_json_set (doc, "command", wr_json_text (WR_LIT ("prune")));
  wr_json_set (doc, "version", wr_json_text (WR_LIT (WR_VERSION)));
  wr_json_set (doc, "goals", names_of (r, &goals));
  wr_json_set (doc, "verified", json_boolean (r->verified));
  wr_json_set (doc, "closure", wr_json_count (r->reduction.closure));
  wr_json_set (doc, "along", wr_json_count (r->reduction.along));
  wr_json_set (doc, "additions", names_of (r, &r->added));
  wr_json_set (doc, "facts", wr_json_count (facts_of (r, &r->reduction.on)));
  wr_json_set (doc, "facts_before", wr_json_count (facts_of (r, NULL)));
  wr_json_set (doc, "text", wr_json_text (wr_buf_str (&r->text)));
  wr_json_dump (out, doc);
  json_decref (doc);
  WR_VEC_FREE (&goals);
}

static enum wr_exit publish (struct reduced *r) {
  const struct wr_options *options = r->run->options;
  enum wr_exit code = r->verified ? WR_EXIT_OK : WR_EXIT_FAILED;
  bool json = options->format == WR_FORMAT_JSON || (options->json && !*options->json);
  wr_buf doc = {0}, line = {0};
  add_json (r, &doc);
  if (options->json && *options->json)
    code = wr_exit_worse (code, wr_output_file (options->json, wr_buf_str (&doc)));
  if (!options->quiet) {
    wr_buf_print (&line, "warrant: %u goals, %u of %u facts, %u put back%s\n", r->start.len,
                  facts_of (r, &r->reduction.on), facts_of (r, NULL), r->added.len,
                  r->verified ? "" : "; the result is not proved");
    wr_output_error (wr_buf_str (&line));
  }
  code = wr_exit_worse (code, wr_output_print (json ? &doc : &r->text));
  wr_buf_free (&doc);
  wr_buf_free (&line);
  return code;
}

static enum wr_exit prune_program (struct reduced *r, struct wr_publish *report) {
  struct wr_list paths = {0}, addresses = {0};
  split_args (r->run, &paths, &addresses);
  if (!paths.count) {
    wr_output_complain ("no file is named: FILE:LINE, or a name together with FILE");
    return WR_EXIT_INPUT;
  }
  bool ok = wr_run_read (r->run, paths.items, paths.count) && wr_run_front (r->run, WR_AFTER_TYPE);
  if (ok) r->proved = wr_prove (r->run, report);
  if (!ok || !r->proved.core) {
    tell_diagnostics (r->run);
    return wr_exit_worse (report->exit, WR_EXIT_INPUT);
  }
  if (r->proved.result->failure.len || !explain (r, report)) return WR_EXIT_INTERNAL;
  if (!find_goals (r, &addresses)) return WR_EXIT_INPUT;
  if (!r->start.len) {
    tell_diagnostics (r->run);
    return WR_EXIT_FAILED;
  }
  reduce (r);
  return publish (r);
}

enum wr_exit wr_cmd_prune (const struct wr_options *options) {
  struct wr_publish report = wr_publish_new (options);
  wr_run run = wr_run_new (options);
  struct reduced r = {.run = &run};
  enum wr_exit code = prune_program (&r, &report);
  wr_reduction_free (&r.reduction);
  WR_VEC_FREE (&r.start);
  WR_VEC_FREE (&r.added);
  wr_buf_free (&r.text);
  wr_coverage_free (r.coverage);
  wr_proved_free (&r.proved);
  wr_run_free (&run);
  wr_publish_free (&report);
  return code;
}
