/* `warrant run`: executes a procedure with all checks, on inputs that the user names. */
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/task.h"
#include "report/execution.h"
#include "report/mark.h"
#include "run/execute.h"
#include "source/render.h"

#include <string.h>
#include <unistd.h>

/* The files, the procedure and its inputs: what has an equals sign is an input, the last of the others is the procedure. */
struct request {
  const char **files;
  uint32_t file_count;
  const char *procedure;
  wr_inputs inputs;
};

static bool read_request (const struct wr_options *options, wr_arena *arena, struct request *r) {
  r->files = WR_NEW (arena, const char *, options->args.count);
  for (uint32_t i = 0; i < options->args.count; i++) {
    const char *arg = options->args.items[i];
    bool input = strchr (arg, '=') && access (arg, F_OK) != 0;
    if (!input)
      r->files[r->file_count++] = arg;
    else if (!wr_input_parse (&r->inputs, arena, wr_str_of (arg))) {
      wr_output_complain ("'%s' is not an input: write NAME=VALUE", arg);
      return false;
    }
  }
  if (r->file_count < 2) {
    wr_output_complain ("run takes files, a procedure and inputs: warrant run FILE PROCEDURE x=1");
    return false;
  }
  r->procedure = r->files[--r->file_count];
  return true;
}

static wr_str text_of (wr_arena *arena, const json_t *value) {
  if (json_is_string (value)) return wr_str_keep (arena, wr_str_of (json_string_value (value)));
  char *text = json_dumps (value, JSON_ENCODE_ANY | JSON_COMPACT);
  wr_str out = wr_str_keep (arena, wr_str_of (text ? text : ""));
  free (text);
  return out;
}

/* {"x": "1", "x@12": ["1", "2"]}, or a document that has these as "inputs". */
static bool read_document (const struct wr_options *options, wr_arena *arena, wr_inputs *out) {
  if (!options->input) return true;
  json_error_t error;
  json_t *doc = json_load_file (options->input, 0, &error);
  json_t *inputs = json_object_get (doc, "inputs");
  if (!inputs) inputs = doc;
  if (!json_is_object (inputs)) {
    wr_output_complain ("--input: %s is not a JSON object with values by name%s%s", options->input,
                        doc ? "" : ": ", doc ? "" : error.text);
    json_decref (doc);
    return false;
  }
  const char *name;
  json_t *value;
  json_object_foreach (inputs, name, value) {
    wr_str key = wr_str_keep (arena, wr_str_of (name));
    for (size_t i = 0; json_is_array (value) && i < json_array_size (value); i++)
      WR_VEC_PUSH (out, ((struct wr_input){key, text_of (arena, json_array_get (value, i))}));
    if (!json_is_array (value)) WR_VEC_PUSH (out, ((struct wr_input){key, text_of (arena, value)}));
  }
  json_decref (doc);
  return true;
}

static enum wr_exit code_of (const struct wr_execution *e) {
  if (e->contradicts) return WR_EXIT_UNKNOWN;
  switch (e->result.end) {
  case WR_EXEC_RETURNED: return WR_EXIT_OK;
  case WR_EXEC_FAILED: return WR_EXIT_FAILED;
  case WR_EXEC_BLOCKED:
  case WR_EXEC_CUT:
  case WR_EXEC_UNDECIDED:
  case WR_EXEC_OUT_OF_STEPS: break;
  }
  return e->bad.len ? WR_EXIT_INPUT : WR_EXIT_UNKNOWN;
}

static json_t *document (const struct wr_options *options, const struct request *r,
                         const struct wr_executed *done) {
  json_t *doc = wr_json_object (), *inputs = wr_json_object ();
  wr_json_set (doc, "format", json_string ("warrant/1"));
  wr_json_set (doc, "command", json_string (wr_command_info (options->command)->name));
  wr_json_set (doc, "version", json_string (WR_VERSION));
  wr_json_set (doc, "complete", json_true ());
  wr_json_set (doc, "procedure", json_string (r->procedure));
  for (uint32_t i = 0; i < r->inputs.len; i++) {
    const struct wr_input *input = &r->inputs.data[i];
    json_t *earlier = json_object_get (inputs, input->name.ptr);
    if (!earlier) wr_json_set (inputs, input->name.ptr, earlier = wr_json_array ());
    wr_json_push (earlier, wr_json_text (input->value));
  }
  wr_json_set (doc, "inputs", inputs);
  wr_report_execution_json (doc, done->core, &done->execution);
  return doc;
}

static enum wr_exit publish (const struct wr_options *options, const struct request *r,
                             const struct wr_executed *done) {
  bool as_json = options->format == WR_FORMAT_JSON || (options->json && !*options->json);
  enum wr_exit code = code_of (&done->execution);
  wr_buf text = {0};
  if (as_json || options->json) {
    json_t *doc = document (options, r, done);
    wr_json_dump (&text, doc);
    json_decref (doc);
    struct wr_output to = {"--json", options->json, WR_MARK_JSON};
    if (options->json && *options->json)
      code = wr_exit_worse (code, wr_output_file (options, &to, wr_buf_str (&text)));
    if (!as_json) wr_buf_clear (&text);
  }
  if (!as_json) wr_report_execution (&text, done->core, &done->execution);
  code = wr_exit_worse (code, wr_output_print (options, &text));
  wr_buf_free (&text);
  return code;
}

static void tell_diagnostics (const struct wr_options *options, const wr_run *run) {
  struct wr_render how = {.sources = run->sources, .brief = options->quiet};
  how.color = wr_output_color (options, STDERR_FILENO);
  wr_buf text = {0};
  wr_diags_sort (run->diags);
  for (uint32_t i = 0; i < wr_diags_count (run->diags); i++)
    wr_render_text (&text, &how, wr_diags_at (run->diags, i));
  wr_output_diagnostics (options, wr_buf_str (&text));
  wr_buf_free (&text);
}

static enum wr_exit execute (const struct wr_options *options, const struct request *r) {
  wr_task task;
  wr_task_begin (&task, options, NULL);
  enum wr_exit code = WR_EXIT_INPUT;
  struct wr_executed done = {0};
  if (wr_task_read (&task, r->files, r->file_count) && wr_run_load (&task.run, WR_LOADED_TYPED))
    done = wr_run_execute (
        &task.run, r->procedure, &r->inputs,
        &(struct wr_execute_options){.max_steps = options->steps, .trusting = options->trusting});
  tell_diagnostics (options, &task.run);
  if (done.core && done.body == UINT32_MAX) {
    wr_output_complain ("no procedure with a body is called '%s'%s%.*s%s", r->procedure,
                        done.nearest.len ? " (did you mean '" : "", WR_STR_ARGS (done.nearest),
                        done.nearest.len ? "'?)" : "");
  } else if (done.core)
    code = publish (options, r, &done);
  wr_task_end (&task);
  return code;
}

enum wr_exit wr_cmd_run (const struct wr_options *options) {
  wr_arena *arena = wr_arena_new ();
  struct request r = {0};
  enum wr_exit code = WR_EXIT_INPUT;
  if (read_request (options, arena, &r) && read_document (options, arena, &r.inputs))
    code = execute (options, &r);
  WR_VEC_FREE (&r.inputs);
  wr_arena_free (arena);
  return code;
}
