#include "cli/load.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

wr_run wr_run_new (const struct wr_options *options) {
  wr_run run = {.options = options, .arena = wr_arena_new (), .symbols = wr_interner_new ()};
  run.sources = wr_sources_new (run.arena);
  run.diags = wr_diags_new (run.arena);
  return run;
}

void wr_run_free (wr_run *run) {
  wr_diags_free (run->diags);
  wr_sources_free (run->sources);
  wr_interner_free (run->symbols);
  wr_arena_free (run->arena);
}

/* The name before `:LINE`, if the argument is no file by itself and ends that way. */
static const char *split_address (wr_run *run, const char *path, uint32_t *line) {
  const char *colon = strrchr (path, ':');
  *line = 0;
  if (!colon || colon == path || strspn (colon + 1, "0123456789") != strlen (colon + 1))
    return path;
  if (!colon[1] || strlen (colon + 1) > 9 || access (path, F_OK) == 0) return path;
  *line = (uint32_t)strtoul (colon + 1, NULL, 10);
  return wr_str_keep (run->arena, (wr_str){path, (size_t)(colon - path)}).ptr;
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
    wr_diag_add (run->diags, WR_CODE_FILE_IS_DIRECTORY, at, "this is a directory, not a file");
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

static void check_language (wr_run *run, const char *path, uint32_t file) {
  if (run->options->lang != WR_LANG_AUTO || wr_str_ends (wr_str_of (path), WR_LIT (".bpl"))) return;
  wr_diag *diag = wr_diag_add (run->diags, WR_CODE_UNKNOWN_LANGUAGE, (wr_span){file, 0, 0},
                               "cannot tell the language of this text");
  wr_diag_note (run->diags, diag, (wr_span){0}, "say which it is: --lang=boogie");
}

bool wr_run_read (wr_run *run, const char *const *paths, uint32_t count) {
  run->selects = WR_NEW (run->arena, struct wr_select, count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t line, file = 0;
    const char *path = split_address (run, paths[i], &line);
    enum wr_load_status status = wr_sources_load (run->sources, path, &file);
    if (status != WR_LOAD_OK) {
      load_failed (run, status, path);
      if (status == WR_LOAD_TOO_MANY) break;
      continue;
    }
    check_language (run, path, file);
    if (line) run->selects[run->select_count++] = (struct wr_select){file, line};
  }
  return wr_diags_errors (run->diags) == 0;
}

bool wr_run_front (wr_run *run, enum wr_after after) {
  if (wr_diags_errors (run->diags)) return false;
  run->program = bpl_parse (run->arena, run->symbols, run->sources, run->diags);
  if (wr_diags_errors (run->diags)) return false;
  if (after == WR_AFTER_PARSE) return true;
  if (!bpl_resolve (run->program, run->diags)) return false;
  return bpl_typecheck (run->program, run->diags);
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

wr_str wr_run_procedure_at (const wr_run *run, wr_span at) {
  for (uint32_t i = 0; run->program && at.file && i < run->program->decls.len; i++) {
    const bpl_decl *decl = run->program->decls.data[i];
    bool code = decl->kind == BPL_DECL_PROCEDURE || decl->kind == BPL_DECL_IMPLEMENTATION;
    if (code && decl->span.file == at.file && decl->span.begin <= at.begin &&
        at.begin < decl->span.end)
      return wr_symbol_text (run->symbols, decl->id.name);
  }
  return WR_LIT ("");
}
