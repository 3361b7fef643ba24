/* cli/farm_programs.c -- programs as units of work for a farm (cli/farm.h).  For `verify` a unit is some procedures of a program.  What `cover` finds within
   its limits depends on the procedures that are explained together, and `stability` changes the program as a whole, so there a unit is a whole
   program. */
#include "axioms/textfile.h"
#include "cli/farm.h"
#include "cli/interrupt.h"
#include "cli/task.h"

#include <string.h>

enum { UNIT_PROCEDURES = 12 };

/* The texts of a program; false: some file cannot be sent, and the program is left to the run here. */
static bool add_texts (wr_farm_unit *unit, const wr_run *run, wr_arena *arena) {
  for (uint32_t file = 1; file <= wr_sources_count (run->sources); file++) {
    if (wr_source_hidden (run->sources, file)) continue;
    wr_str path = wr_str_keep (arena, wr_source_path (run->sources, file));
    const char *slash = strrchr (path.ptr, '/');
    struct wr_farm_file one = {wr_str_of (slash ? slash + 1 : path.ptr),
                               wr_source_text (run->sources, file)};
    if (!one.name.len || one.name.ptr[0] == '.' || one.name.ptr[0] == '-') return false;
    WR_VEC_PUSH (&unit->files, one);
  }
  return true;
}

static void end_unit (wr_farm_unit *unit, uint32_t words, wr_farm_units *units) {
  wr_buf bytes = {0};
  if (unit->words.len == words) return;
  wr_farm_unit_write (&bytes, unit);
  WR_VEC_PUSH (units, bytes);
  unit->words.len = words;
}

/* Names as patterns: one that has signs of patterns selects more than itself, which costs time only. */
static void add_procedures (const struct wr_options *options, const wr_core *core,
                            wr_farm_unit *unit, wr_arena *arena, wr_farm_units *units) {
  uint64_t most = options->farm_unit ? options->farm_unit : UNIT_PROCEDURES;
  uint32_t words = unit->words.len;
  for (uint32_t b = 0; b < core->bodies.len; b++) {
    wr_str name = wr_symbol_text (core->symbols, core->bodies.data[b].name);
    wr_str word = wr_str_print (arena, "--procedure=%.*s", WR_STR_ARGS (name));
    WR_VEC_PUSH (&unit->words, word);
    if (unit->words.len - words >= most) end_unit (unit, words, units);
  }
  end_unit (unit, words, units);
}

static void add_program (const struct wr_options *options, const char *const *paths, uint32_t count,
                         wr_farm_units *units) {
  wr_task task;
  wr_farm_unit unit = {0};
  wr_task_begin (&task, options, NULL);
  wr_run *run = &task.run;
  if (wr_task_read (&task, paths, count) && wr_run_load (run, WR_LOADED_TYPED) &&
      add_texts (&unit, run, run->arena)) {
    wr_core *core = wr_program_lower (&run->program, WR_DETAIL_CLAUSES, run->diags);
    wr_farm_words (options, run->arena, &unit);
    if (core && !options->procedure.count && options->command == WR_COMMAND_VERIFY)
      add_procedures (options, core, &unit, run->arena, units);
    else if (core)
      end_unit (&unit, 0, units);
  }
  wr_farm_unit_free (&unit);
  wr_task_end (&task);
}

bool wr_farm_programs (const struct wr_options *options, const struct wr_programs *programs) {
  if (!options->farm) return true;
  wr_farm_units units = {0};
  for (uint32_t i = 0; i < programs->count && !wr_interrupted (options->interrupt); i++)
    add_program (options, programs->files.items + programs->first[i],
                 programs->first[i + 1] - programs->first[i], &units);
  bool good = wr_farm_run (options, &units);
  wr_farm_units_free (&units);
  return good;
}
