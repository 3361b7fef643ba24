#include "report/model.h"

#include "core/name.h"
#include "source/quote.h"

#include <stdlib.h>

wr_model *wr_model_new (const char *command) {
  wr_arena *arena = wr_arena_new ();
  wr_model *model = WR_NEW (arena, wr_model, 1);
  model->arena = arena;
  model->command = command;
  return model;
}

void wr_model_free (wr_model *model) {
  if (!model) return;
  WR_VEC_FREE (&model->paths);
  WR_VEC_FREE (&model->procedures_of);
  WR_VEC_FREE (&model->files);
  WR_VEC_FREE (&model->procedures);
  WR_VEC_FREE (&model->goals);
  WR_VEC_FREE (&model->diags);
  WR_VEC_FREE (&model->lines);
  WR_VEC_FREE (&model->rows);
  wr_index_free (&model->path_index);
  wr_map_free (&model->prints);
  wr_arena_free (model->arena);
}

wr_str wr_model_path (const wr_model *model, uint32_t path) {
  return path ? model->paths.data[path - 1] : WR_LIT ("");
}

uint32_t wr_model_count (const wr_model *model, enum wr_severity severity) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < model->diags.len; i++)
    count += model->diags.data[i].severity == severity;
  return count;
}

/* -- diagnostics ------------------------------------------------------------------------------- */

static bool is_refusal (const wr_diag *diag) {
  enum wr_phase phase = wr_code_info (diag->code)->phase;
  return diag->severity == WR_ERROR && phase != WR_PHASE_VERIFY && phase != WR_PHASE_FINDING;
}

/* Also none if `#line` moves the position: the text at that position is another one. */
static struct wr_row_fix fix_of (wr_model *model, const struct wr_model_input *in,
                                 const wr_diag *diag) {
  struct wr_edit edit;
  if (!diag->removes || !in->result || !in->front->removal) return (struct wr_row_fix){0};
  if (!in->front->removal (in->result->core, (wr_label){diag->removes}, &edit))
    return (struct wr_row_fix){0};
  struct wr_spot at = wr_model_place (model, in->sources, edit.at);
  bool moved = at.path != wr_model_path_of (model, wr_source_path (in->sources, edit.at.file)) ||
               at.line != wr_source_line (in->sources, edit.at.file, edit.at.begin);
  if (moved) return (struct wr_row_fix){0};
  return (struct wr_row_fix){at, edit.text, edit.title};
}

/* Texts that differ only in blanks are equal. */
static uint64_t hash_words (wr_str text, uint64_t hash) {
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
      hash = wr_hash_mix (hash, (unsigned char)c);
  }
  return hash;
}

static wr_str procedure_around (const wr_core *core, wr_span at) {
  wr_str found = WR_LIT ("");
  for (uint32_t i = 0; core && at.file && i < core->procedures.len; i++) {
    const struct wr_procedure *p = &core->procedures.data[i];
    if (p->span.file == at.file && p->span.begin <= at.begin && at.begin < p->span.end)
      found = wr_symbol_text (core->symbols, p->name);
  }
  for (uint32_t i = 0; core && at.file && !found.len && i < core->bodies.len; i++) {
    const struct wr_body *b = &core->bodies.data[i];
    if (b->span.file == at.file && b->span.begin <= at.begin && at.begin < b->span.end)
      found = wr_symbol_text (core->symbols, b->name);
  }
  return found;
}

/* The text on which a diagnostic stands: its span, or the line if the span is empty. */
static uint64_t print_of (const wr_sources *sources, const wr_core *core, const wr_diag *diag,
                          wr_str path) {
  uint64_t hash = wr_str_hash (wr_str_of (wr_code_info (diag->code)->slug), 1);
  hash = wr_str_hash (path, hash);
  hash = wr_str_hash (procedure_around (core, diag->at), hash);
  hash = wr_str_hash (diag->message, hash);
  wr_str text = wr_span_text (sources, diag->at);
  if (diag->at.file && !text.len && wr_source_text (sources, diag->at.file).len) {
    uint32_t line = wr_source_line (sources, diag->at.file, diag->at.begin);
    text = wr_source_line_text (sources, diag->at.file, line, NULL);
  }
  return hash_words (text, hash);
}

/* For generated text: the position it comes from. */
static struct wr_row_note origin_note (wr_model *model, const struct wr_origin *origin) {
  uint32_t path = wr_model_path_of (model, origin->path);
  wr_str kind = origin->kind.len ? origin->kind : WR_LIT ("declaration");
  return (struct wr_row_note){{path, origin->line, origin->column, origin->line, origin->column},
                              wr_str_print (model->arena, "from this %.*s", WR_STR_ARGS (kind))};
}

static void add_diag (wr_model *model, const struct wr_model_input *in, const wr_diag *diag) {
  const wr_sources *sources = in->sources;
  const wr_core *core = in->result ? in->result->core : NULL;
  const struct wr_origin *origin = wr_source_origin (sources, diag->at.file, diag->at.begin);
  if (origin && wr_model_hides (model, sources, origin->path)) origin = NULL;
  uint32_t first = origin != NULL;
  struct wr_row_diag row = {
      .code = diag->code,
      .severity = diag->severity,
      .subject = diag->subject,
      .steps = diag->steps < diag->note_count ? diag->steps : diag->note_count,
      .at = wr_model_place (model, sources, diag->at),
      .message = wr_str_keep (model->arena, diag->message),
      .notes = WR_NEW (model->arena, struct wr_row_note, diag->note_count + first),
      .note_count = diag->note_count + first,
      .fix = fix_of (model, in, diag),
      .front = in->front,
  };
  if (diag->at.file) row.file = wr_model_path_of (model, wr_source_path (sources, diag->at.file));
  if (wr_code_info (diag->code)->phase == WR_PHASE_READ) row.at.line = 0;
  row.print = print_of (sources, core, diag, wr_model_path (model, row.at.path));
  row.twin = (uint32_t)wr_map_or (&model->prints, row.print, 0) + 1;
  wr_map_put (&model->prints, row.print, row.twin);
  if (origin) row.notes[0] = origin_note (model, origin);
  for (uint32_t i = 0; i < diag->note_count; i++) {
    row.notes[first + i].at = wr_model_place (model, sources, diag->notes[i].at);
    row.notes[first + i].text = wr_str_keep (model->arena, diag->notes[i].text);
  }
  WR_VEC_PUSH (&model->diags, row);
}

/* -- procedures and goals ---------------------------------------------------------------------- */

/* The diagnostic about a goal, among those of its program; 1-based. */
static uint32_t diag_about (const wr_model *model, uint32_t first, wr_label goal) {
  for (uint32_t i = first; goal.ix && i < model->diags.len; i++)
    if (model->diags.data[i].subject == goal.ix) return i + 1;
  return 0;
}

static struct wr_row_goal goal_row (wr_model *model, const wr_result *result,
                                    const struct wr_body_result *body,
                                    const struct wr_goal_view *view,
                                    const struct wr_explanation *why) {
  const wr_core *core = result->core;
  const struct wr_goal *goal = &body->passive->goals[view->shown];
  const struct wr_goal_result *r = &body->goals[view->shown];
  bool proved = view->verdict == WR_VERDICT_PROVED;
  wr_buf name = {0};
  const struct wr_label_info *label = wr_label_info (&core->labels, goal->label);
  wr_label_name (&name, core, goal->label);
  struct wr_row_goal row = {
      .name = wr_str_keep (model->arena, wr_buf_str (&name)),
      .text = wr_str_keep (model->arena, wr_span_text (core->sources, label->span)),
      .role = label->role,
      .at = wr_model_place (model, core->sources, goal->at),
      .verdict = view->verdict,
      .reason = view->verdict == WR_VERDICT_NONE ? "error-limit" : wr_status_name (r->reason),
      .resources = view->resources,
      .seconds = view->seconds,
  };
  wr_buf_free (&name);
  if (r->reason == WR_STATUS_CANCELLED) row.verdict = WR_VERDICT_NONE;
  if (view->verdict == WR_VERDICT_FAILED) row.code = wr_goal_code (goal->role);
  if (view->verdict == WR_VERDICT_TIMEOUT) row.code = WR_CODE_GOAL_TIMEOUT;
  if (view->verdict == WR_VERDICT_UNKNOWN) row.code = WR_CODE_GOAL_UNKNOWN;
  if (why && proved && why->known) {
    row.known = true;
    row.vacuous = why->vacuous;
    row.core_count = why->core_count;
  }
  return row;
}

static void add_body (wr_model *model, const wr_result *result, const wr_coverage *coverage,
                      uint32_t b, uint32_t first_diag, wr_goal_views *views) {
  const struct wr_body_result *body = &result->bodies[b];
  const struct wr_body *source = &result->core->bodies.data[b];
  wr_str name = wr_symbol_text (result->core->symbols, source->name);
  struct wr_row_procedure row = {
      .name = wr_str_keep (model->arena, name),
      .at = wr_model_place (model, result->core->sources, source->at),
      .verdict = wr_body_verdict (body),
      .first_goal = model->goals.len,
      .seconds = body->seconds,
  };
  if (coverage) row.elements = coverage->elements->bodies[b];
  WR_VEC_CLEAR (views);
  wr_goal_views_of (body, views);
  row.goal_count = views->len;
  for (uint32_t i = 0; i < views->len; i++) {
    const struct wr_goal_view *view = &views->data[i];
    const struct wr_explanation *why = coverage ? coverage->goals[b][view->first] : NULL;
    struct wr_row_goal goal = goal_row (model, result, body, view, why);
    bool told = goal.verdict != WR_VERDICT_PROVED && goal.verdict != WR_VERDICT_NONE;
    if (told) goal.diag = diag_about (model, first_diag, body->passive->goals[view->shown].label);
    row.vacuous += goal.vacuous;
    row.hits += goal.verdict == WR_VERDICT_PROVED && !goal.vacuous;
    WR_VEC_PUSH (&model->goals, goal);
  }
  if (row.verdict != WR_VERDICT_PROVED) row.hits = 0;
  WR_VEC_PUSH (&model->procedures, row);
  if (row.at.path) model->procedures_of.data[row.at.path - 1]++;
}

void wr_model_add (wr_model *model, const struct wr_model_input *in) {
  const wr_sources *sources = in->sources;
  const wr_diags *diags = in->diags;
  const wr_result *result = in->result;
  const wr_coverage *coverage = in->coverage;
  uint32_t first = model->procedures.len, first_diag = model->diags.len;
  uint32_t *refused = wr_alloc (wr_sources_count (sources) + 1, sizeof *refused);
  for (uint32_t i = 0; i < wr_diags_count (diags); i++) {
    const wr_diag *diag = wr_diags_at (diags, i);
    refused[diag->at.file] += is_refusal (diag);
    add_diag (model, in, diag);
  }
  for (uint32_t file = 1; file <= wr_sources_count (sources); file++) {
    if (wr_source_hidden (sources, file)) continue;
    struct wr_row_file row = {wr_model_path_of (model, wr_source_path (sources, file)),
                              refused[file] + (file == 1 ? refused[0] : 0)};
    WR_VEC_PUSH (&model->files, row);
  }
  free (refused);
  wr_goal_views views = {0};
  for (uint32_t b = 0; result && b < result->body_count; b++) {
    if (result->bodies[b].passive && result->bodies[b].selected)
      add_body (model, result, coverage, b, first_diag, &views);
  }
  WR_VEC_FREE (&views);
  if (coverage) wr_model_add_lines (model, coverage, first);
}
