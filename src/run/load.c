#include "run/run.h"

#include "base/check.h"
#include "base/utf8.h"

#include <string.h>

wr_run wr_run_new (const struct wr_run_options *options, const wr_cancel *cancel,
                   const struct wr_sink *sink) {
  wr_run run = {.options = *options, .cancel = cancel, .arena = wr_arena_new ()};
  if (sink) run.sink = *sink;
  if (!run.options.fronts) run.options.fronts = wr_fronts_builtin ();
  if (!run.options.backend) run.options.backend = &wr_backend_z3;
  run.symbols = wr_interner_new ();
  run.sources = wr_sources_new (run.arena);
  run.diags = wr_diags_new (run.arena);
  return run;
}

void wr_run_free (wr_run *run) {
  wr_fine_free (run->fine);
  wr_coverage_free (run->coverage);
  if (run->proved.begun) wr_cover_dismiss (run->proved.begun);
  wr_core_free (run->proved.program);
  WR_VEC_FREE (&run->selects);
  wr_diags_free (run->diags);
  wr_sources_free (run->sources);
  wr_interner_free (run->symbols);
  wr_arena_free (run->arena);
}

static void load_failed (wr_run *run, enum wr_load_status status, const char *path) {
  wr_span at = {0};
  if (wr_sources_count (run->sources) < WR_MAX_FILES) {
    const char *name = strcmp (path, "-") != 0 ? path : "<stdin>";
    at.file = wr_sources_add (run->sources, wr_str_of (name), WR_LIT (""));
  }
  switch (status) {
  case WR_LOAD_OK: WR_UNREACHABLE ();
  case WR_LOAD_MISSING: wr_diag_add (run->diags, WR_CODE_FILE_MISSING, at, "no such file"); return;
  case WR_LOAD_FORBIDDEN:
    wr_diag_add (run->diags, WR_CODE_FILE_UNREADABLE, at, "no permission to read this file");
    return;
  case WR_LOAD_DIRECTORY:
    wr_diag_add (run->diags, WR_CODE_FILE_IS_DIRECTORY, at,
                 "this is a directory: name the files of one program");
    return;
  case WR_LOAD_TOO_LARGE:
    wr_diag_add (run->diags, WR_CODE_FILE_TOO_LARGE, at, "the file has more than %d MiB",
                 WR_MAX_FILE_BYTES >> 20);
    return;
  case WR_LOAD_TOO_MANY:
    wr_diag_add (run->diags, WR_CODE_TOO_MANY_FILES, at, "a program may have up to %d files",
                 WR_MAX_FILES);
    return;
  case WR_LOAD_FAILED: wr_diag_add (run->diags, WR_CODE_READ_FAILED, at, "reading failed"); return;
  }
}

static void check_language (wr_run *run, wr_str path, uint32_t file) {
  wr_fronts fronts = run->options.fronts;
  if (run->options.lang || wr_front_of_path (fronts, path)) return;
  wr_diag *diag = wr_diag_add (run->diags, WR_CODE_UNKNOWN_LANGUAGE, (wr_span){file, 0, 0},
                               "the language of this file is not known");
  const char *how = wr_front_translation (fronts, path);
  if (how) {
    wr_diag_note (run->diags, diag, (wr_span){0}, "%s", how);
    return;
  }
  wr_buf known = {0}, options = {0};
  for (uint32_t i = 0; fronts[i]; i++) {
    wr_buf_print (&options, "%s--lang=%s", i ? " or " : "", fronts[i]->name);
    for (uint32_t k = 0; fronts[i]->extensions[k]; k++)
      wr_buf_print (&known, "%s%s (%s)", known.len ? ", " : "", fronts[i]->extensions[k],
                    fronts[i]->title);
  }
  wr_diag_note (
      run->diags, diag, (wr_span){0},
      "files that end in %s are read; if this is such a program under another name, say %s",
      wr_buf_text (&known), wr_buf_text (&options));
  wr_buf_free (&known);
  wr_buf_free (&options);
}

bool wr_run_add_file (wr_run *run, const char *path, uint32_t line) {
  uint32_t file = 0;
  enum wr_load_status status = wr_sources_load (run->sources, path, &file);
  if (status != WR_LOAD_OK) {
    load_failed (run, status, path);
    return status != WR_LOAD_TOO_MANY;
  }
  check_language (run, wr_str_of (path), file);
  if (line) WR_VEC_PUSH (&run->selects, ((struct wr_select){file, line}));
  return true;
}

void wr_run_add_text (wr_run *run, wr_str path, wr_str text) {
  check_language (run, path, wr_sources_add (run->sources, path, text));
}

/* The file name determines the language, unless an option does. */
static const struct wr_front *language_of (const wr_run *run, uint32_t file) {
  if (run->options.lang) return run->options.lang;
  return wr_front_of_path (run->options.fronts, wr_source_path (run->sources, file));
}

/* The language of the program, which all its files share; NULL: a diagnostic says why there is none. */
static const struct wr_front *choose_front (wr_run *run) {
  const struct wr_front *first = language_of (run, 1);
  WR_REQUIRE (first);
  for (uint32_t file = 2; file <= wr_sources_count (run->sources); file++) {
    const struct wr_front *front = language_of (run, file);
    if (front == first) continue;
    wr_diag_add (
        run->diags, WR_CODE_UNKNOWN_LANGUAGE, (wr_span){file, 0, 0},
        "this file is in %s, but the first one is in %s: all files of a program share one language",
        front->title, first->title);
    return NULL;
  }
  return first;
}

/* Warns about text that reads differently from what is verified: the first such character of each line. */
static void find_bidi (wr_run *run, uint32_t file) {
  wr_str text = wr_source_text (run->sources, file);
  uint32_t told = 0;
  for (size_t i = 0; i < text.len;) {
    size_t at = i;
    if ((unsigned char)text.ptr[i] < 0x80) {
      i++;
      continue;
    }
    int32_t code = wr_utf8_next (text, &i);
    if (!wr_utf8_bidi (code)) continue;
    uint32_t line = wr_source_line (run->sources, file, (uint32_t)at);
    if (line == told) continue;
    told = line;
    wr_diag_add (run->diags, WR_CODE_BIDI_CONTROL, (wr_span){file, (uint32_t)at, (uint32_t)i},
                 "this line has the control character U+%04X, so it may be shown in another order "
                 "than the one that is verified",
                 (unsigned)code);
  }
}

bool wr_run_load (wr_run *run, enum wr_load_phase until) {
  struct wr_front_input input = {run->arena, run->symbols, run->sources, run->diags, run->cancel};
  if (wr_diags_errors (run->diags)) return false;
  for (uint32_t file = 1; !run->program.front && file <= wr_sources_count (run->sources); file++)
    find_bidi (run, file);
  const struct wr_front *front = run->program.front ? run->program.front : choose_front (run);
  return front && wr_program_load (&run->program, front, &input, until);
}

static const char *phase_status (enum wr_phase phase) {
  switch (phase) {
  case WR_PHASE_READ: return "unreadable";
  case WR_PHASE_PARSE: return "parse-error";
  case WR_PHASE_RESOLVE: return "resolve-error";
  case WR_PHASE_TYPE:
  case WR_PHASE_LOWER: return "type-error";
  case WR_PHASE_VERIFY:
  case WR_PHASE_FINDING: return "ok";
  }
  WR_UNREACHABLE ();
}

const char *wr_run_status (const wr_run *run, uint32_t file) {
  for (uint32_t i = 0; i < wr_diags_count (run->diags); i++) {
    const wr_diag *diag = wr_diags_at (run->diags, i);
    if (diag->severity != WR_ERROR || diag->at.file != file) continue;
    const char *status = phase_status (wr_code_info (diag->code)->phase);
    if (strcmp (status, "ok") != 0) return status;
  }
  return "ok";
}

const struct wr_front *wr_run_language (const wr_run *run) {
  if (run->program.front) return run->program.front;
  const struct wr_front *first = wr_sources_count (run->sources) ? language_of (run, 1) : NULL;
  return first ? first : run->options.fronts[0];
}

wr_str wr_run_procedure_at (const wr_run *run, wr_span at) {
  return wr_program_procedure_at (&run->program, at);
}
