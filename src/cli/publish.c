#include "cli/publish.h"

#include "base/os.h"
#include "base/words.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "report/cover.h"
#include "source/quote.h"
#include "report/mark.h"
#include "report/verify.h"
#include "source/render.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

wr_str wr_publish_folder (const struct wr_options *options, wr_arena *arena) {
  if (options->outside_paths) return (wr_str){0};
  char *folder = getcwd (NULL, 0);
  wr_str kept = wr_str_keep (arena, folder ? wr_str_of (folder) : WR_LIT ("/"));
  free (folder);
  return kept;
}

static wr_model *new_model (const struct wr_options *options) {
  wr_model *model = wr_model_new (wr_command_info (options->command)->name);
  model->folder = wr_publish_folder (options, model->arena);
  return model;
}

struct wr_publish wr_publish_new (const struct wr_options *options) {
  return (struct wr_publish){.options = options,
                             .started = wr_clock (),
                             .files = wr_json_array (),
                             .costs = wr_costs_new (options->slowest || options->csv),
                             .findings = wr_json_array (),
                             .programs = wr_json_array (),
                             .model = wr_reports_any (options) ? new_model (options) : NULL};
}

void wr_publish_free (struct wr_publish *report) {
  for (uint32_t i = 0; i < report->pieces.len; i++) free ((char *)report->pieces.data[i].text.ptr);
  WR_VEC_FREE (&report->pieces);
  json_decref (report->files);
  wr_costs_free (&report->costs);
  json_decref (report->findings);
  json_decref (report->programs);
  json_decref (report->more);
  wr_model_free (report->model);
  wr_buf_free (&report->text);
}

/* --json alone means --format=json. */
static enum wr_format format_of (const struct wr_options *options) {
  if (options->json && !*options->json) return WR_FORMAT_JSON;
  return (enum wr_format)options->format;
}

static bool wants_document (const struct wr_options *options) {
  return options->json || options->html || format_of (options) == WR_FORMAT_JSON;
}

static bool before_verification (const wr_diag *diag) {
  enum wr_phase phase = wr_code_info (diag->code)->phase;
  return diag->severity == WR_ERROR && phase != WR_PHASE_VERIFY && phase != WR_PHASE_FINDING;
}

/* An assertion that no later proof uses is often meant as a check, so it is shown only with -v. */
static bool is_hint (const struct wr_options *options, const wr_diag *diag) {
  return diag->code == WR_CODE_UNNECESSARY_ASSERT && !options->verbose;
}

static void publish_diag (struct wr_publish *report, const wr_run *run, const wr_diag *diag) {
  struct wr_render how = {.sources = run->sources, .brief = report->options->quiet};
  how.color = wr_output_color (report->options, STDOUT_FILENO);
  switch (format_of (report->options)) {
  case WR_FORMAT_TEXT:
    if (is_hint (report->options, diag))
      report->hints++;
    else
      wr_render_text (&report->text, &how, diag);
    break;
  case WR_FORMAT_GITHUB: /* sorted, at the end */
  case WR_FORMAT_JSON: break;
  }
  if (before_verification (diag)) {
    report->input_errors++;
    report->exit = wr_exit_worse (report->exit, WR_EXIT_INPUT);
  } else if (diag->severity == WR_WARNING && report->options->werror) {
    report->exit = wr_exit_worse (report->exit, WR_EXIT_FAILED);
  }
}

static bool is_finding (const wr_diag *diag) {
  return wr_code_info (diag->code)->phase == WR_PHASE_FINDING;
}

static json_t *place (const wr_run *run, wr_span at, wr_str message) {
  json_t *object = wr_json_object ();
  wr_json_set (object, "file", wr_json_text (wr_source_path (run->sources, at.file)));
  wr_position position = wr_position_of (run->sources, at.file, at.begin);
  wr_json_set (object, "line", wr_json_count (position.line));
  wr_json_set (object, "column", wr_json_count (position.column));
  wr_json_set (object, "message", wr_json_text (message));
  wr_json_set_origin (object, run->sources, at);
  return object;
}

struct known {
  struct wr_publish *report;
  const wr_run *run;
};

static bool is_known (void *ctx, const wr_diag *diag) {
  const struct known *k = ctx;
  return is_finding (diag) &&
         wr_baseline_take (k->report->baseline, wr_str_of (wr_code_info (diag->code)->slug),
                           wr_run_procedure_at (k->run, diag->at),
                           wr_span_text (k->run->sources, diag->at));
}

static json_t *finding_json (const wr_run *run, const wr_diag *diag) {
  const struct wr_code_info *info = wr_code_info (diag->code);
  json_t *object = place (run, diag->at, diag->message), *related = wr_json_array ();
  wr_json_set (object, "code", wr_json_text (wr_str_of (info->slug)));
  wr_json_set (object, "severity", wr_json_text (wr_str_of (wr_severity_word (diag->severity))));
  wr_str procedure = wr_run_procedure_at (run, diag->at);
  if (procedure.len) wr_json_set (object, "procedure", wr_json_text (procedure));
  wr_json_set (object, "text", wr_json_text (wr_span_text (run->sources, diag->at)));
  for (uint32_t i = 0; i < diag->note_count; i++) {
    if (diag->notes[i].at.file)
      wr_json_push (related, place (run, diag->notes[i].at, diag->notes[i].text));
  }
  wr_json_set (object, "related", related);
  return object;
}

static json_t *file_object (const wr_run *run, uint32_t file) {
  json_t *object = wr_json_object (), *diagnostics = wr_json_array ();
  wr_json_set (object, "path", wr_json_text (wr_source_path (run->sources, file)));
  wr_json_set (object, "status", wr_json_text (wr_str_of (wr_run_status (run, file))));
  for (uint32_t i = 0; i < wr_diags_count (run->diags); i++) {
    const wr_diag *diag = wr_diags_at (run->diags, i);
    bool here = diag->at.file == file || (!diag->at.file && file == 1);
    if (here && !is_finding (diag))
      wr_json_push (diagnostics,
                    wr_render_json (run->sources, diag, wr_run_language (run)->native_key));
  }
  wr_json_set (object, "diagnostics", diagnostics);
  return object;
}

/* Notes whether the run was interrupted.  From then on this thread reports. */
static void check_interrupt (struct wr_publish *report) {
  if (!wr_interrupted (report->options->interrupt)) return;
  wr_interrupt_claim (report->options->interrupt);
  report->interrupted = true;
  report->exit = wr_exit_worse (report->exit, wr_interrupt_code (report->options->interrupt));
}

void wr_publish_run (struct wr_publish *report, wr_run *run,
                     void (*object) (void *ctx, uint32_t file, json_t *object), void *ctx) {
  check_interrupt (report);
  wr_diags_sort (run->diags);
  struct known known = {report, run};
  if (report->baseline) report->known += wr_diags_remove (run->diags, is_known, &known);
  for (uint32_t i = 0; i < wr_diags_count (run->diags); i++) {
    publish_diag (report, run, wr_diags_at (run->diags, i));
  }
  if (!wants_document (report->options)) return;
  for (uint32_t i = 0; i < wr_diags_count (run->diags); i++) {
    const wr_diag *diag = wr_diags_at (run->diags, i);
    if (is_finding (diag) && diag->at.file)
      wr_json_push (report->findings, finding_json (run, diag));
  }
  for (uint32_t file = 1; file <= wr_sources_count (run->sources); file++) {
    if (wr_source_hidden (run->sources, file)) continue;
    json_t *value = file_object (run, file);
    if (object) object (ctx, file, value);
    if (!json_object_get (value, "procedures")) {
      wr_json_set (value, "procedures", wr_json_array ());
    }
    wr_json_push (report->files, value);
  }
}

enum { FILE_DEPTH = 3 }; /* in a file, in a list, in the document */

static void write_decided (const struct wr_json_piece *piece, wr_buf *out) {
  wr_report_decided_procedures (out, FILE_DEPTH, piece->what, piece->file);
}

/* The page takes a tree.  For other documents the text is written at once, which takes a tenth of the time; the result of an interrupted run is still there
   when the document is written, so its text need not be kept. */
void wr_publish_procedures (struct wr_publish *report, json_t *object, const wr_result *result,
                            uint32_t file) {
  if (report->options->html) {
    wr_json_set (object, "procedures", wr_report_procedures_tree (result, file));
    return;
  }
  wr_buf text = {0};
  struct wr_json_piece piece = {.at = wr_json_array (), .what = result, .file = file};
  wr_json_set (object, "procedures", (json_t *)piece.at);
  if (report->interrupted) {
    piece.write = write_decided;
  } else {
    wr_report_procedures (&text, FILE_DEPTH, result, file);
    piece.text = wr_buf_str (&text);
  }
  WR_VEC_PUSH (&report->pieces, piece);
}

void wr_publish_page (struct wr_publish *report, const wr_run *run, const wr_result *result,
                      const wr_coverage *coverage, const wr_graph *graph) {
  const struct wr_front *front = wr_run_language (run);
  if (result) wr_costs_add (&report->costs, result, coverage ? coverage->cover : NULL);
  struct wr_model_input rows = {front, run->sources, run->diags, result, coverage};
  if (report->model) wr_model_add (report->model, &rows);
  if (!report->options->html) return;
  struct wr_html_input input = {front,
                                run->sources,
                                run->diags,
                                result,
                                coverage,
                                graph,
                                wr_publish_folder (report->options, run->arena)};
  wr_json_push (report->programs, wr_html_program (&input));
}

static json_t *document (struct wr_publish *report) {
  json_t *doc = wr_json_object (), *summary = wr_json_object ();
  const char *command = wr_command_info (report->options->command)->name;
  wr_json_set (doc, "format", wr_json_text (WR_LIT ("warrant/1")));
  wr_json_set (doc, "command", wr_json_text (wr_str_of (command)));
  wr_json_set (doc, "version", wr_json_text (WR_LIT (WR_VERSION)));
  wr_json_set (doc, "complete", json_boolean (!report->interrupted));
  wr_json_set (doc, "files", json_incref (report->files));
  wr_json_set (doc, "findings", json_incref (report->findings));
  if (report->more) json_object_update (doc, report->more);
  wr_json_set (summary, "verified", wr_json_count (report->verified));
  wr_json_set (summary, "errors", wr_json_count (report->errors));
  wr_json_set (summary, "input_errors", wr_json_count (report->input_errors));
  wr_json_set (summary, "timeouts", wr_json_count (report->timeouts));
  wr_json_set (summary, "unknown", wr_json_count (report->unknown));
  if (report->cached) wr_json_set (summary, "cached", wr_json_count (report->cached));
  if (report->interrupted) {
    wr_json_set (summary, "unchecked", wr_json_count (report->unchecked));
    wr_json_set (summary, "not_begun", wr_json_count (report->not_begun));
  }
  if (report->coverage && !report->interrupted) {
    wr_json_set (summary, "covered", wr_json_count (report->covered));
    wr_json_set (summary, "total", wr_json_count (report->total));
    wr_json_set (summary, "elements", wr_report_counts_json (&report->elements));
    json_t *axioms = wr_json_object ();
    wr_json_set (axioms, "covered", wr_json_count (report->axioms.covered));
    wr_json_set (axioms, "total", wr_json_count (report->axioms.total));
    wr_json_set (summary, "axioms", axioms);
  }
  if (report->baseline) {
    wr_json_set (summary, "known", wr_json_count (report->known));
    wr_json_set (summary, "gone", wr_json_count (wr_baseline_left (report->baseline)));
  }
  wr_json_set (summary, "seconds", json_real (wr_clock () - report->started));
  wr_report_costs_summary (summary, &report->costs);
  wr_json_set (doc, "summary", summary);
  return doc;
}

/* ", 3 goals not checked (interrupted)" */
static void add_interrupted (wr_buf *out, const struct wr_publish *report) {
  uint64_t goals = report->unchecked, procedures = report->not_begun;
  if (goals || procedures) wr_buf_add (out, WR_LIT (", "));
  if (goals) wr_buf_count (out, goals, "goal", "goals");
  if (goals && procedures) wr_buf_add (out, WR_LIT (" and "));
  if (procedures) wr_buf_count (out, procedures, "procedure", "procedures");
  wr_buf_add (out, goals || procedures ? WR_LIT (" not checked (interrupted)")
                                       : WR_LIT (", interrupted"));
}

/* Reports whose format has no such line get it on standard error. */
static void tell_interrupted (const struct wr_publish *report) {
  wr_buf line = {0};
  wr_interrupt_write (report->options->interrupt);
  wr_buf_print (&line, "warrant: %llu verified, ", (unsigned long long)report->verified);
  wr_buf_count (&line, report->errors, "error", "errors");
  add_interrupted (&line, report);
  wr_buf_add_char (&line, '\n');
  wr_output_error (wr_buf_str (&line));
  wr_buf_free (&line);
}

static void add_summary (struct wr_publish *report) {
  if (report->baseline)
    wr_buf_print (
        &report->text, "baseline: %llu %s known, %u gone\n", (unsigned long long)report->known,
        wr_plural (report->known, "finding", "findings"), wr_baseline_left (report->baseline));
  if (report->hints)
    wr_buf_print (&report->text, "%llu %s not used by any later proof; -v shows %s\n",
                  (unsigned long long)report->hints,
                  wr_plural (report->hints, "assertion is", "assertions are"),
                  wr_plural (report->hints, "it", "them"));
  if (report->below)
    wr_buf_print (&report->text, "coverage is below the threshold of %.4g%% (--fail-under)\n",
                  report->options->fail_under);
  if (report->costs.procedures.len)
    wr_report_costs_line (&report->text, &report->costs, wr_clock () - report->started);
  if (report->cached)
    wr_buf_print (
        &report->text,
        "cache: %llu of %llu answers were computed by an earlier run (--cache=off asks the "
        "solver again)\n",
        (unsigned long long)report->cached, (unsigned long long)report->answered);
  wr_buf_print (&report->text, "warrant: %llu verified, ", (unsigned long long)report->verified);
  wr_buf_count (&report->text, report->errors, "error", "errors");
  if (report->timeouts) {
    wr_buf_add (&report->text, WR_LIT (", "));
    wr_buf_count (&report->text, report->timeouts, "timeout", "timeouts");
  }
  if (report->unknown) {
    wr_buf_print (&report->text, ", %llu unknown", (unsigned long long)report->unknown);
  }
  if (report->input_errors) {
    wr_buf_add (&report->text, WR_LIT (", "));
    wr_buf_count (&report->text, report->input_errors, "input error", "input errors");
  }
  if (report->interrupted) add_interrupted (&report->text, report);
  wr_buf_add_char (&report->text, '\n');
}

static void write_file (struct wr_publish *report, const struct wr_output *to, const wr_buf *text) {
  enum wr_exit code = wr_output_file (report->options, to, wr_buf_str (text));
  report->exit = wr_exit_worse (report->exit, code);
}

static void write_costs (struct wr_publish *report) {
  const struct wr_options *options = report->options;
  bool text = format_of (options) == WR_FORMAT_TEXT && !options->quiet;
  if (text && options->verbose) wr_report_costs_table (&report->text, &report->costs);
  if (text && options->slowest) wr_report_slowest (&report->text, &report->costs, options->slowest);
  if (!options->csv || options->command == WR_COMMAND_GRAPH) return;
  wr_buf rows = {0};
  wr_report_costs_csv (&rows, &report->costs);
  write_file (report, &(struct wr_output){"--csv", options->csv, WR_MARK_COSTS}, &rows);
  wr_buf_free (&rows);
}

static void dump (const struct wr_publish *report, const json_t *doc, wr_buf *out) {
  wr_json_dump_pieces (out, doc, report->pieces.data, report->pieces.len);
}

/* The documents for files, and on standard output when JSON is what is printed. */
static void write_documents (struct wr_publish *report) {
  const struct wr_options *options = report->options;
  wr_buf text = {0};
  json_t *doc = document (report);
  if (format_of (options) == WR_FORMAT_JSON) dump (report, doc, &report->text);
  if (options->json && *options->json) {
    dump (report, doc, &text);
    write_file (report, &(struct wr_output){"--json", options->json, WR_MARK_JSON}, &text);
  }
  if (options->html) {
    wr_buf_clear (&text);
    wr_html_hide_paths (doc, wr_publish_folder (options, report->costs.arena));
    wr_html_page (&text, doc, report->programs);
    write_file (report, &(struct wr_output){"--html", options->html, WR_MARK_HTML}, &text);
  }
  json_decref (doc);
  wr_buf_free (&text);
}

static void finish_model (struct wr_publish *report) {
  wr_model *model = report->model;
  model->coverage = report->coverage && !report->interrupted;
  model->interrupted = report->interrupted;
  model->input_errors = (uint32_t)report->input_errors;
  model->broken = report->exit == WR_EXIT_INTERNAL;
  model->percent = report->options->fail_under;
  model->summary = (struct wr_summary){.verified = (uint32_t)report->verified,
                                       .errors = (uint32_t)report->errors,
                                       .timeouts = (uint32_t)report->timeouts,
                                       .unknown = (uint32_t)report->unknown,
                                       .unchecked = (uint32_t)report->unchecked,
                                       .not_begun = (uint32_t)report->not_begun};
  model->elements = report->elements;
  model->axioms = report->axioms;
  wr_model_finish (model);
  if (format_of (report->options) == WR_FORMAT_GITHUB) wr_report_github (&report->text, model);
}

static enum wr_exit write_all (struct wr_publish *report) {
  if (wants_document (report->options)) write_documents (report);
  write_costs (report);
  if (report->model) {
    finish_model (report);
    report->exit = wr_exit_worse (report->exit, wr_reports_write (report->options, report->model));
  }
  if (format_of (report->options) != WR_FORMAT_JSON && !report->options->quiet)
    add_summary (report);
  else if (report->interrupted)
    tell_interrupted (report);
  if (wr_reports_to_stdout (report->options))
    return report->exit; /* standard output contains one report and
                                                                      nothing else */
  return wr_exit_worse (report->exit, wr_output_report (report->options, &report->text));
}

enum wr_exit wr_publish_end (struct wr_publish *report) {
  wr_interrupt_claim (report->options->interrupt);
  check_interrupt (report);
  return write_all (report);
}

/* The document of a query; commands that judge programs have more in theirs. */
static void write_bare_document (const struct wr_options *options) {
  if (format_of (options) != WR_FORMAT_JSON && !options->json) return;
  json_t *doc = wr_json_object ();
  wr_buf text = {0};
  wr_json_set (doc, "format", json_string ("warrant/1"));
  wr_json_set (doc, "command", json_string (wr_command_info (options->command)->name));
  wr_json_set (doc, "version", json_string (WR_VERSION));
  wr_json_set (doc, "complete", json_false ());
  wr_json_dump (&text, doc);
  json_decref (doc);
  if (options->json && *options->json)
    wr_output_file (options, &(struct wr_output){"--json", options->json, WR_MARK_JSON},
                    wr_buf_str (&text));
  else
    wr_output_print (options, &text);
  wr_buf_free (&text);
}

void wr_publish_nothing (const struct wr_options *options, enum wr_exit code) {
  if (options->command != WR_COMMAND_VERIFY && options->command != WR_COMMAND_COVER) {
    write_bare_document (options);
    return;
  }
  struct wr_publish report = wr_publish_new (options);
  report.interrupted = true;
  report.exit = code;
  write_all (&report);
}
