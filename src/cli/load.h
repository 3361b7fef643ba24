/* cli/load.h -- from file names to a checked program.  A wr_run holds one version of one program: texts,
   symbols, diagnostics and tree, all in one arena.  Every command that reads programs starts here. */
#ifndef WR_CLI_LOAD_H
#define WR_CLI_LOAD_H

#include "cli/options.h"
#include "front/boogie/boogie.h"

/* FILE:LINE on the command line. */
struct wr_select {
  uint32_t file, line;
};

typedef struct wr_run {
  const struct wr_options *options;
  wr_arena *arena;
  wr_interner *symbols;
  wr_sources *sources;
  wr_diags *diags;
  struct bpl_program *program; /* NULL until it is parsed */
  struct wr_select *selects;
  uint32_t select_count;
} wr_run;

wr_run wr_run_new (const struct wr_options *options);
void wr_run_free (wr_run *run);

/* Reads the files.  A file that cannot be read is there as an empty text, so that its diagnostic has a
   place.  False if there were errors. */
bool wr_run_read (wr_run *run, const char *const *paths, uint32_t count);
/* Parses, resolves and types as far as `after`; each phase runs only if the one before found no error. */
bool wr_run_front (wr_run *run, enum wr_after after);

/* The procedure whose text is around a place, or "". */
wr_str wr_run_procedure_at (const wr_run *run, wr_span at);
/* "ok", "unreadable", "parse-error", "resolve-error" or "type-error". */
const char *wr_run_status (const wr_run *run, uint32_t file);

#endif
