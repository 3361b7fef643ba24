/* `warrant prune`: the program reduced to some goals and what they depend on (run/prune.h).  The text goes to standard output,
   everything else to standard error. */
#include "cli/commands.h"
#include "base/words.h"
#include "cli/inquiry.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "core/name.h"
#include "run/prune.h"
#include "run/query.h"
#include "source/render.h"

/* The proved goals at an address; false: there is no goal. */
static bool add_goals (wr_inquiry *q, const char *address, wr_u32s *out) {
  wr_u32s nodes = {0};
  uint32_t goals = 0, open = 0;
  bool found = wr_inquiry_find (q, address, WR_MEANT_GOALS, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    const struct wr_gnode *node = &q->task.run.graph->nodes[nodes.data[i]];
    if (!node->goal) continue;
    goals++;
    if (node->verdict == WR_VERDICT_PROVED)
      WR_VEC_PUSH (out, node->label);
    else
      open++;
  }
  if (found && !goals)
    wr_output_complain ("there is no goal at '%s'", address);
  else if (open)
    wr_output_complain ("%u of the goals at '%s' %s not proved and left out", open, address,
                        wr_plural (open, "is", "are"));
  WR_VEC_FREE (&nodes);
  return goals > 0;
}

/* -- the report ------------------------------------------------------------------------------------------------ */

static json_t *names_of (const wr_core *core, const wr_u32s *labels) {
  json_t *list = wr_json_array ();
  for (uint32_t i = 0; i < labels->len; i++) {
    wr_buf name = {0};
    wr_label_name (&name, core, (wr_label){labels->data[i]});
    wr_json_push (list, wr_json_text (wr_buf_str (&name)));
    wr_buf_free (&name);
  }
  return list;
}

static void add_json (const struct wr_pruned *p, const wr_core *core, json_t *doc) {
  wr_json_set (doc, "goals", names_of (core, &p->goals));
  wr_json_set (doc, "verified", json_boolean (p->verified));
  wr_json_set (doc, "proofs_kept", json_boolean (p->kept));
  wr_json_set (doc, "closure", wr_json_count (p->reduction.closure));
  wr_json_set (doc, "along", wr_json_count (p->reduction.along));
  wr_json_set (doc, "additions", names_of (core, &p->added));
  if (p->failed.len) wr_json_set (doc, "failed", names_of (core, &p->failed));
  wr_json_set (doc, "facts", wr_json_count (p->facts.covered));
  wr_json_set (doc, "facts_before", wr_json_count (p->facts.total));
  wr_json_set (doc, "text", wr_json_text (wr_buf_str (&p->text)));
}

/* The checks that fail in the text, if it is proved otherwise; else those that may be the reason. */
static void tell_failed (wr_buf *line, const struct wr_pruned *p, const wr_core *core) {
  if (p->verified) return;
  wr_buf_print (line, "; the result %s", p->kept ? "keeps all proofs, but" : "is not proved");
  if (!p->failed.len) return;
  wr_buf_print (line, "%s contains %s in the program too: ", p->kept ? "" : ", and it",
                wr_plural (p->failed.len, "a check that fails", "checks that fail"));
  wr_label_name (line, core, (wr_label){p->failed.data[0]});
  if (p->failed.len > 1) wr_buf_print (line, " and %u more", p->failed.len - 1);
}

static void tell (const struct wr_pruned *p, const wr_core *core) {
  wr_buf line = {0};
  wr_buf_print (&line, "warrant: kept %u of %u facts for %u goal%s, %u put back", p->facts.covered,
                p->facts.total, p->goals.len, wr_plural (p->goals.len, "", "s"), p->added.len);
  tell_failed (&line, p, core);
  wr_buf_add_char (&line, '\n');
  wr_output_error (wr_buf_str (&line));
  wr_buf_free (&line);
}

/* One result: for the addresses from `first` on. */
static void begin (struct wr_pruned *p, wr_inquiry *q, uint32_t first, uint32_t count) {
  *p = (struct wr_pruned){0};
  bool good = true;
  for (uint32_t i = first; i < first + count; i++)
    good &= add_goals (q, q->names.items[i], &p->goals);
  if (!good) q->exit = wr_exit_worse (q->exit, WR_EXIT_INPUT);
  if (good && !p->goals.len) q->exit = wr_exit_worse (q->exit, WR_EXIT_FAILED);
  if (!good) WR_VEC_CLEAR (&p->goals);
}

static void finish (wr_inquiry *q, struct wr_pruned *p, json_t *doc) {
  if (p->goals.len && wr_run_prune (&q->task.run, p)) {
    if (!q->options->quiet) tell (p, q->task.run.proved.core);
    if (doc) add_json (p, q->task.run.proved.core, doc);
    wr_buf_add (&q->report.text, wr_buf_str (&p->text));
    if (!p->verified) q->exit = wr_exit_worse (q->exit, WR_EXIT_FAILED);
  } else if (p->goals.len) {
    wr_output_complain ("interrupted: no result is printed");
  }
  wr_pruned_free (p);
}

/* Everything that some result rests on is explained in one step. */
static void prune (wr_inquiry *q, struct wr_pruned *results, uint32_t count, uint32_t addresses) {
  wr_task *task = &q->task;
  wr_u32s goals = {0};
  wr_watch_begin (&task->watch);
  wr_run_prove_at (&task->run, q->names.items, q->names.count);
  wr_watch_end (&task->watch);
  wr_task_check_failure (task);
  for (uint32_t i = 0; i < count; i++) {
    begin (&results[i], q, i, addresses);
    for (uint32_t k = 0; k < results[i].goals.len; k++)
      WR_VEC_PUSH (&goals, results[i].goals.data[k]);
  }
  wr_watch_begin (&task->watch);
  wr_run_explain_what (&task->run, &goals);
  wr_watch_end (&task->watch);
  wr_task_check_failure (task);
  WR_VEC_FREE (&goals);
  if (!wr_task_interrupted (task)) return;
  wr_output_complain ("interrupted: no result is printed");
  for (uint32_t i = 0; i < count; i++) WR_VEC_CLEAR (&results[i].goals);
}

static json_t *prune_each (wr_inquiry *q) {
  json_t *doc = wr_inquiry_document (q), *list = wr_json_array ();
  struct wr_pruned *results = WR_NEW (q->task.run.arena, struct wr_pruned, q->names.count);
  prune (q, results, q->names.count, 1);
  for (uint32_t i = 0; i < q->names.count; i++) {
    json_t *one = wr_json_object ();
    wr_json_set (one, "address", wr_json_text (wr_str_of (q->names.items[i])));
    finish (q, &results[i], one);
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
  struct wr_pruned result;
  prune (q, &result, 1, q->names.count);
  finish (q, &result, doc);
  return doc;
}

/* -- advice ---------------------------------------------------------------------------------------------------- */

static void tell_diagnostics (const wr_run *run) {
  wr_buf told = {0};
  struct wr_render how = {.sources = run->sources, .brief = true};
  wr_diags_sort (run->diags);
  for (uint32_t i = 0; i < wr_diags_count (run->diags); i++)
    wr_render_text (&told, &how, wr_diags_at (run->diags, i));
  wr_output_error (wr_buf_str (&told));
  wr_buf_free (&told);
}

static const char *where (const struct wr_options *options) {
  return options->output ? options->output : "-";
}

/* Removes what `cover` calls unnecessary, and nothing else. */
static enum wr_exit prune_advice (const struct wr_options *options) {
  if (!wr_reports_check (options)) return WR_EXIT_INPUT;
  struct wr_publish report = wr_publish_new (options);
  wr_task task;
  wr_task_begin (&task, options, &report);
  wr_run *run = &task.run;
  if (wr_task_read (&task, options->args.items, options->args.count) && wr_task_prove (&task))
    wr_task_explain (&task, WR_CORES_MUST);
  if (wr_task_interrupted (&task)) run->coverage = NULL;
  if (run->coverage) {
    wr_watch_begin (&task.watch);
    wr_run_prune_advice (run, &report.text);
    wr_watch_end (&task.watch);
  }
  if (!options->quiet || !run->coverage) tell_diagnostics (run);
  enum wr_exit code = run->proved.core ? report.exit : wr_exit_worse (report.exit, WR_EXIT_INPUT);
  wr_interrupt_claim (options->interrupt);
  if (run->coverage && !wr_task_interrupted (&task))
    code = wr_exit_worse (
        code, wr_output_file (options, &(struct wr_output){"--output", where (options), NULL},
                              wr_buf_str (&report.text)));
  wr_task_end (&task);
  wr_publish_free (&report);
  return code;
}

enum wr_exit wr_cmd_prune (const struct wr_options *options) {
  if (options->advice) return prune_advice (options);
  wr_inquiry q;
  json_t *doc = NULL;
  if (wr_inquiry_begin (&q, options) && wr_inquiry_load_labels (&q))
    doc = options->each ? prune_each (&q) : prune_all (&q);
  else
    q.exit = wr_exit_worse (q.exit, q.report.exit);
  struct wr_output to = {"--output", options->output, NULL};
  if (to.path && q.report.text.len) {
    q.exit = wr_exit_worse (q.exit, wr_output_file (q.options, &to, wr_buf_str (&q.report.text)));
    wr_buf_clear (&q.report.text);
  }
  return wr_inquiry_end (&q, doc);
}
