/* report/sarif.c -- SARIF 2.1.0: diagnostics and findings as results, their codes as rules. Notes become related
   locations, and a clause that can be deleted has a fix. The fingerprint is computed from texts and names, not
   from lines, so a result is recognised after edits elsewhere. */
#include "report/formats.h"

#include "base/check.h"
#include "base/json.h"

#define SCHEMA                                                                                     \
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

static json_t *text (const char *words) { return wr_json_text (wr_str_of (words)); }

static json_t *message (wr_str words) {
  json_t *object = wr_json_object ();
  wr_json_set (object, "text", wr_json_text (words));
  return object;
}

static const char *level_of (enum wr_severity severity) {
  switch (severity) {
  case WR_ERROR: return "error";
  case WR_WARNING: return "warning";
  case WR_INFO: return "note";
  }
  WR_UNREACHABLE ();
}

/* -- rules ------------------------------------------------------------------------------------- */

static json_t *rule_help (const struct wr_row_diag *diag) {
  const struct wr_code_info *info = wr_code_info (diag->code);
  const char *example = diag->front->example ? diag->front->example (diag->code) : NULL;
  json_t *help = wr_json_object ();
  wr_buf plain = {0}, marked = {0}, text = {0}, fix = {0};
  wr_front_fill (&text, diag->front, info->text);
  wr_front_fill (&fix, diag->front, info->fix);
  wr_buf_add (&plain, wr_buf_str (&text));
  wr_buf_add (&marked, wr_buf_str (&text));
  if (example) {
    wr_buf_add (&plain, WR_LIT ("\n\nExample:\n\n"));
    wr_front_fill (&plain, diag->front, example);
    wr_buf_print (&marked, "\n\n**Example**\n\n```%s\n", diag->front->fence);
    wr_front_fill (&marked, diag->front, example);
    wr_buf_add (&marked, WR_LIT ("\n```"));
  }
  wr_buf_print (&plain, "\n\nWhat to do:\n\n%s", wr_buf_text (&fix));
  wr_buf_print (&marked, "\n\n**What to do**\n\n%s", wr_buf_text (&fix));
  wr_json_set (help, "text", wr_json_text (wr_buf_str (&plain)));
  wr_json_set (help, "markdown", wr_json_text (wr_buf_str (&marked)));
  wr_buf_free (&plain);
  wr_buf_free (&marked);
  wr_buf_free (&text);
  wr_buf_free (&fix);
  return help;
}

static json_t *rule_json (const struct wr_row_diag *diag) {
  const struct wr_code_info *info = wr_code_info (diag->code);
  json_t *rule = wr_json_object (), *level = wr_json_object (), *properties = wr_json_object ();
  json_t *tags = wr_json_array ();
  wr_json_set (rule, "id", text (info->slug));
  wr_json_set (rule, "shortDescription", message (wr_str_of (info->title)));
  wr_buf full = {0};
  wr_front_fill (&full, diag->front, info->text);
  wr_json_set (rule, "fullDescription", message (wr_buf_str (&full)));
  wr_buf_free (&full);
  wr_json_set (rule, "help", rule_help (diag));
  wr_json_set (level, "level", text (level_of (info->severity)));
  wr_json_set (rule, "defaultConfiguration", level);
  wr_json_push (tags, text (info->phase == WR_PHASE_FINDING  ? "coverage"
                            : info->phase == WR_PHASE_VERIFY ? "verification"
                                                             : "correctness"));
  wr_json_set (properties, "tags", tags);
  wr_json_set (properties, "precision", text ("very-high"));
  wr_json_set (properties, "problem.severity",
               text (info->severity == WR_INFO ? "recommendation" : level_of (info->severity)));
  wr_json_set (rule, "properties", properties);
  return rule;
}

/* -- places ------------------------------------------------------------------------------------ */

/* A path as a relative or `file:` reference: everything but letters, digits and -._~/ is escaped. */
static json_t *uri_of (wr_str path) {
  wr_buf uri = {0};
  if (path.len && path.ptr[0] == '/') wr_buf_add (&uri, WR_LIT ("file://"));
  for (size_t i = 0; i < path.len; i++) {
    char c = path.ptr[i];
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                 c == '-' || c == '.' || c == '_' || c == '~' || c == '/';
    if (plain)
      wr_buf_add_char (&uri, c);
    else
      wr_buf_print (&uri, "%%%02X", (unsigned char)c);
  }
  json_t *value = wr_json_text (wr_buf_str (&uri));
  wr_buf_free (&uri);
  return value;
}

static json_t *artifact_json (const wr_model *model, uint32_t path) {
  json_t *object = wr_json_object ();
  wr_json_set (object, "uri", uri_of (wr_model_path (model, path)));
  return object;
}

static json_t *region_json (const struct wr_spot *at) {
  json_t *region = wr_json_object ();
  wr_json_set (region, "startLine", wr_json_count (at->line));
  wr_json_set (region, "startColumn", wr_json_count (at->column));
  wr_json_set (region, "endLine", wr_json_count (at->end_line));
  wr_json_set (region, "endColumn", wr_json_count (at->end_column));
  return region;
}

static json_t *location_json (const wr_model *model, const struct wr_spot *at) {
  json_t *location = wr_json_object (), *physical = wr_json_object ();
  wr_json_set (physical, "artifactLocation", artifact_json (model, at->path));
  if (at->line) wr_json_set (physical, "region", region_json (at));
  wr_json_set (location, "physicalLocation", physical);
  return location;
}

/* -- results ----------------------------------------------------------------------------------- */

static json_t *related_json (const wr_model *model, const struct wr_row_diag *diag) {
  json_t *list = wr_json_array ();
  for (uint32_t i = 0; i < diag->note_count - diag->steps; i++) {
    const struct wr_row_note *note = &diag->notes[i];
    if (!note->at.path) continue;
    json_t *location = location_json (model, &note->at);
    wr_json_set (location, "id", wr_json_count (json_array_size (list) + 1));
    wr_json_set (location, "message", message (note->text));
    wr_json_push (list, location);
  }
  return list;
}

static void push_step (json_t *steps, const wr_model *model, const struct wr_spot *at,
                       wr_str text) {
  json_t *step = wr_json_object (), *location = location_json (model, at);
  wr_json_set (location, "message", message (text));
  wr_json_set (step, "location", location);
  wr_json_push (steps, step);
}

/* The execution trace, with the failure as its last step. */
static json_t *flows_json (const wr_model *model, const struct wr_row_diag *diag) {
  json_t *flows = wr_json_array (), *flow = wr_json_object (), *threads = wr_json_array ();
  json_t *thread = wr_json_object (), *steps = wr_json_array ();
  uint32_t first = diag->note_count - diag->steps;
  if (first + WR_SARIF_STEPS < diag->note_count) first = diag->note_count - WR_SARIF_STEPS;
  for (uint32_t i = first; i < diag->note_count; i++)
    push_step (steps, model, &diag->notes[i].at, diag->notes[i].text);
  push_step (steps, model, &diag->at, diag->message);
  wr_json_set (thread, "locations", steps);
  wr_json_push (threads, thread);
  wr_json_set (flow, "threadFlows", threads);
  wr_json_push (flows, flow);
  return flows;
}

/* Notes without a place belong to the message. */
static json_t *message_json (const struct wr_row_diag *diag) {
  wr_buf words = {0};
  wr_buf_add (&words, diag->message);
  for (uint32_t i = 0; i < diag->note_count; i++) {
    if (diag->notes[i].at.path) continue;
    wr_buf_add (&words, WR_LIT ("\n"));
    wr_buf_add (&words, diag->notes[i].text);
  }
  json_t *object = message (wr_buf_str (&words));
  wr_buf_free (&words);
  return object;
}

static json_t *fixes_json (const wr_model *model, const struct wr_row_diag *diag) {
  json_t *fix = wr_json_object (), *change = wr_json_object (), *replacement = wr_json_object ();
  json_t *fixes = wr_json_array (), *changes = wr_json_array (), *replacements = wr_json_array ();
  wr_json_set (replacement, "deletedRegion", region_json (&diag->fix.at));
  if (*diag->fix.text)
    wr_json_set (replacement, "insertedContent", message (wr_str_of (diag->fix.text)));
  wr_json_push (replacements, replacement);
  wr_json_set (change, "artifactLocation", artifact_json (model, diag->fix.at.path));
  wr_json_set (change, "replacements", replacements);
  wr_json_push (changes, change);
  wr_json_set (fix, "description", message (wr_str_of (diag->fix.title)));
  wr_json_set (fix, "artifactChanges", changes);
  wr_json_push (fixes, fix);
  return fixes;
}

static json_t *prints_json (const struct wr_row_diag *diag) {
  json_t *prints = wr_json_object ();
  wr_buf print = {0};
  wr_buf_print (&print, "%016llx:%u", (unsigned long long)diag->print, diag->twin);
  wr_json_set (prints, "primaryLocationLineHash", wr_json_text (wr_buf_str (&print)));
  wr_buf_free (&print);
  return prints;
}

static json_t *result_json (const wr_model *model, const struct wr_row_diag *diag, uint32_t rule) {
  json_t *result = wr_json_object (), *locations = wr_json_array ();
  wr_json_set (result, "ruleId", text (wr_code_info (diag->code)->slug));
  wr_json_set (result, "ruleIndex", wr_json_count (rule));
  wr_json_set (result, "level", text (level_of (diag->severity)));
  wr_json_set (result, "message", message_json (diag));
  struct wr_spot at = diag->at;
  if (!at.path && model->files.len) at.path = model->files.data[0].path; /* of the run as a whole */
  if (at.path) wr_json_push (locations, location_json (model, &at));
  wr_json_set (result, "locations", locations);
  json_t *related = related_json (model, diag);
  if (json_array_size (related))
    wr_json_set (result, "relatedLocations", related);
  else
    json_decref (related);
  if (diag->steps) wr_json_set (result, "codeFlows", flows_json (model, diag));
  wr_json_set (result, "partialFingerprints", prints_json (diag));
  const struct wr_spot *fixed = &diag->fix.at;
  bool whole = fixed->line && (fixed->end_line > fixed->line || fixed->end_column > fixed->column);
  if (diag->fix.title && whole) wr_json_set (result, "fixes", fixes_json (model, diag));
  return result;
}

static json_t *run_json (const wr_model *model) {
  json_t *run = wr_json_object (), *tool = wr_json_object (), *driver = wr_json_object ();
  json_t *rules = wr_json_array (), *results = wr_json_array (), *invocations = wr_json_array ();
  json_t *invocation = wr_json_object (), *automation = wr_json_object ();
  uint32_t rule_of[WR_CODE_COUNT] = {0}; /* 1-based */
  for (uint32_t i = 0; i < model->diags.len && i < WR_SARIF_RESULTS; i++) {
    const struct wr_row_diag *diag = &model->diags.data[i];
    if (!rule_of[diag->code]) {
      wr_json_push (rules, rule_json (diag));
      rule_of[diag->code] = (uint32_t)json_array_size (rules);
    }
    wr_json_push (results, result_json (model, diag, rule_of[diag->code] - 1));
  }
  wr_json_set (driver, "name", text ("Warrant"));
  wr_json_set (driver, "version", text (WR_VERSION));
  wr_json_set (driver, "semanticVersion", text (WR_VERSION));
  wr_json_set (driver, "rules", rules);
  wr_json_set (tool, "driver", driver);
  wr_json_set (run, "tool", tool);
  wr_buf id = {0};
  wr_buf_print (&id, "warrant/%s/", model->command);
  wr_json_set (automation, "id", wr_json_text (wr_buf_str (&id)));
  wr_buf_free (&id);
  wr_json_set (run, "automationDetails", automation);
  wr_json_set (invocation, "executionSuccessful",
               json_boolean (!model->broken && !model->interrupted));
  wr_json_push (invocations, invocation);
  wr_json_set (run, "invocations", invocations);
  wr_json_set (run, "columnKind", text ("unicodeCodePoints"));
  wr_json_set (run, "results", results);
  return run;
}

void wr_report_sarif (wr_buf *out, const wr_model *model) {
  json_t *log = wr_json_object (), *runs = wr_json_array ();
  wr_json_set (log, "$schema", text (SCHEMA));
  wr_json_set (log, "version", text ("2.1.0"));
  wr_json_push (runs, run_json (model));
  wr_json_set (log, "runs", runs);
  wr_json_dump (out, log);
  json_decref (log);
}
