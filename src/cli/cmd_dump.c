/* `warrant dump`: the output of a stage. Diagnostics go to standard error, so standard output contains only the
   text of the stage. */
#include "base/check.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/programs.h"
#include "cli/task.h"
#include "core/text.h"
#include "source/render.h"
#include "vc/smtlib.h"

#include <unistd.h>

static void tell (const wr_run *run, const struct wr_options *options) {
  struct wr_render how = {.sources = run->sources, .brief = options->quiet};
  how.color = wr_output_color (options, STDERR_FILENO);
  wr_buf text = {0};
  wr_diags_sort (run->diags);
  for (uint32_t i = 0; i < wr_diags_count (run->diags); i++) {
    wr_render_text (&text, &how, wr_diags_at (run->diags, i));
  }
  wr_output_diagnostics (options, wr_buf_str (&text));
  wr_buf_free (&text);
}

static bool selected (const wr_run *run, const wr_core *core, const struct wr_body *body) {
  const struct wr_run_options *options = &run->options;
  for (uint32_t i = 0; i < options->procedure_count; i++) {
    wr_symbol name = core->procedures.data[body->procedure].name;
    if (wr_str_equal (wr_symbol_text (core->symbols, name), wr_str_of (options->procedure[i])))
      return true;
  }
  return options->procedure_count == 0;
}

/* One procedure as SMT-LIB: what the process backend sends for it. */
static void print_queries (wr_buf *out, const wr_vc *vc) {
  wr_buf_add (out, WR_LIT ("(push 1)\n"));
  wr_smtlib_procedure (out, vc, WR_DIALECT_Z3, true);
  for (uint32_t goal = 0; goal < vc->passive->goal_count; goal++) {
    wr_smtlib_check (out, vc, &(struct wr_smtlib_query){.goal = goal});
  }
  wr_buf_add (out, WR_LIT ("(pop 1)\n"));
}

static void print_body (wr_buf *out, wr_core *extension, uint32_t body, enum wr_after after) {
  wr_arena *arena = wr_arena_new ();
  wr_passive *passive = wr_flow_run (extension, body, NULL, arena);
  if (after == WR_AFTER_FLOW) {
    wr_passive_print (out, extension, passive);
  } else {
    wr_vc *vc = wr_vc_build (extension, passive, NULL, arena);
    if (after == WR_AFTER_VC)
      wr_vc_print (out, vc);
    else
      print_queries (out, vc);
  }
  wr_arena_free (arena);
}

/* The stages behind the front end; false if the program cannot be lowered. */
static bool print_lowered (wr_buf *out, const wr_run *run, enum wr_after after) {
  wr_core *core = wr_program_lower (&run->program, WR_DETAIL_CLAUSES, run->diags);
  if (!core) return false;
  if (after == WR_AFTER_CORE) wr_core_print (out, core);
  if (after == WR_AFTER_SMT) wr_smtlib_prelude (out, core, WR_DIALECT_Z3, false);
  wr_core *extension = wr_core_extend (core, run->arena);
  for (uint32_t i = 0; i < core->bodies.len && after != WR_AFTER_CORE; i++) {
    const struct wr_body *body = &core->bodies.data[i];
    if (body->verify && selected (run, core, body)) print_body (out, extension, i, after);
  }
  wr_core_free (core);
  return true;
}

static bool print_stage (wr_buf *out, const wr_run *run, enum wr_after after) {
  switch (after) {
  case WR_AFTER_PARSE:
  case WR_AFTER_TYPE: wr_program_dump (out, &run->program); return true;
  case WR_AFTER_CORE:
  case WR_AFTER_FLOW:
  case WR_AFTER_VC:
  case WR_AFTER_SMT: return print_lowered (out, run, after);
  }
  WR_UNREACHABLE ();
}

static enum wr_exit dump_program (const struct wr_options *options, const char *const *paths,
                                  uint32_t count) {
  wr_task task;
  wr_task_begin (&task, options, NULL);
  enum wr_after after = (enum wr_after)options->after;
  enum wr_load_phase until = after == WR_AFTER_PARSE ? WR_LOADED_PARSED : WR_LOADED_TYPED;
  enum wr_exit code = WR_EXIT_INPUT;
  wr_buf text = {0};
  bool ok = wr_task_read (&task, paths, count) && wr_run_load (&task.run, until) &&
            print_stage (&text, &task.run, after);
  tell (&task.run, options);
  if (ok) code = wr_output_print (options, &text);
  wr_buf_free (&text);
  wr_task_end (&task);
  return code;
}

enum wr_exit wr_cmd_dump (const struct wr_options *options) {
  wr_arena *arena = wr_arena_new ();
  struct wr_programs programs;
  bool found = wr_programs_find (options, arena, &programs);
  enum wr_exit code = found ? WR_EXIT_OK : WR_EXIT_INPUT;
  for (uint32_t i = 0; i < programs.count && found; i++)
    code = wr_exit_worse (code, dump_program (options, programs.files.items + programs.first[i],
                                              programs.first[i + 1] - programs.first[i]));
  wr_arena_free (arena);
  return code;
}
