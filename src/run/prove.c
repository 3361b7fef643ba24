#include "run/prove.h"

#include "base/check.h"
#include "base/nearest.h"
#include "run/step.h"

#include <fnmatch.h>
#include <string.h>
#include <unistd.h>

static uint32_t default_workers (void) {
  long cores = sysconf (_SC_NPROCESSORS_ONLN);
  return cores > 0 && cores < 1024 ? (uint32_t)cores : 1;
}

/* -- which bodies ------------------------------------------------------------------------------------- */

/* A name that is written out is not a pattern, so that names with brackets and backslashes are found too. */
static bool fits (const char *pattern, wr_str name) {
  if (wr_str_equal (wr_str_of (pattern), name)) return true;
  return strpbrk (pattern, "*?") && fnmatch (pattern, name.ptr, 0) == 0;
}

/* Is this procedure, or this body of it, called so? */
static bool is_called (const wr_core *core, const struct wr_body *body, const char *pattern) {
  return fits (pattern, wr_symbol_text (core->symbols, body->name)) ||
         fits (pattern,
               wr_symbol_text (core->symbols, core->procedures.data[body->procedure].name));
}

static bool is_named (const wr_run *run, const struct wr_body *body) {
  for (uint32_t i = 0; i < run->options.procedure_count; i++)
    if (is_called (run->proved.core, body, run->options.procedure[i])) return true;
  return false;
}

/* Looks for the first name that selects nothing. */
static void find_unmatched (wr_run *run) {
  const wr_core *core = run->proved.core;
  for (uint32_t i = 0; i < run->options.procedure_count && !run->unmatched; i++) {
    const char *pattern = run->options.procedure[i];
    struct wr_nearest nearest = wr_nearest_start (wr_str_of (pattern));
    bool found = false;
    for (uint32_t b = 0; b < core->bodies.len && !found; b++) {
      found = is_called (core, &core->bodies.data[b], pattern);
      wr_nearest_offer (&nearest, wr_symbol_text (core->symbols, core->bodies.data[b].name));
    }
    if (found) continue;
    run->unmatched = pattern;
    run->nearest = nearest.best;
  }
}

static bool is_around (const wr_core *core, const struct wr_body *body,
                       const struct wr_select *select) {
  if (body->span.file != select->file) return false;
  uint32_t first = wr_position_of (core->sources, select->file, body->span.begin).line;
  uint32_t last = wr_position_of (core->sources, select->file, body->span.end).line;
  return first <= select->line && select->line <= last;
}

/* Which bodies were asked for; NULL: all of them. */
static const bool *selection (wr_run *run) {
  const wr_core *core = run->proved.core;
  if (!run->options.procedure_count && !run->selects.len) return NULL;
  bool *selected = WR_NEW (run->arena, bool, core->bodies.len);
  run->none_selected = true;
  for (uint32_t b = 0; b < core->bodies.len; b++) {
    const struct wr_body *body = &core->bodies.data[b];
    selected[b] = is_named (run, body);
    for (uint32_t i = 0; i < run->selects.len; i++)
      selected[b] |= is_around (core, body, &run->selects.data[i]);
    run->none_selected &= !selected[b];
  }
  find_unmatched (run);
  return selected;
}

/* -- pass 1 ------------------------------------------------------------------------------------------- */

/* Goals may be explained while they are proved.  Pass 1 finds the cores of --cores=fast itself, and a dump is about every query of
   pass 1. */
static bool may_look_first (const struct wr_run_options *options) {
  return (options->effort == WR_CORES_MINIMAL || options->effort == WR_CORES_MUST) &&
         !options->dump_dir;
}

static struct wr_decide_options decide_options (const struct wr_run_options *options) {
  return (struct wr_decide_options){
      .workers = options->workers ? options->workers : default_workers (),
      .backend = options->backend,
      .solver = {.seed = options->seed,
                 .untracked = options->untracked,
                 .budgets = options->budgets,
                 .command = options->solver_command},
      .rlimit = options->rlimit,
      .timeout = options->timeout,
      .error_limit = options->error_limit,
      .cache_path = options->cache_path,
      .cache_read_only = options->cache_read_only,
      .dump_dir = options->dump_dir,
      .guard = options->guard,
      .want_cores = options->cores,
      .want_models = true,
  };
}

static bool prove (wr_run *run, bool cached) {
  struct wr_proved *proved = &run->proved;
  WR_REQUIRE (!proved->program);
  run->failure = (wr_str){0};
  proved->program = wr_program_lower (&run->program, WR_DETAIL_CLAUSES, run->diags);
  proved->core = proved->program;
  if (!proved->core) return false;
  struct wr_decide_options decide = decide_options (&run->options);
  decide.selected = selection (run);
  if (cached) decide.asked = WR_NEW (run->arena, bool, proved->core->bodies.len);
  proved->decide = decide;
  struct wr_run_step step = {run, proved->core, false};
  wr_run_step_decide (&step, &decide);
  struct wr_first_look look;
  wr_run_step_look (&step, &decide, &look);
  decide.look.first = may_look_first (&run->options);
  proved->result = wr_decide (proved->program, &decide, run->arena);
  proved->core = proved->result->core;
  proved->begun = look.cover;
  wr_run_step_decided (&step, proved->result);
  run->failure = proved->result->failure;
  return true;
}

bool wr_run_prove (wr_run *run) { return prove (run, false); }
bool wr_run_prove_cached (wr_run *run) { return prove (run, true); }

/* -- what is called ------------------------------------------------------------------------------------- */

/* Adds the procedures that a body calls, as far as their clauses say something; true: some are new. */
static bool add_called (const wr_core *core, const struct wr_body_result *body, wr_bitset *out) {
  bool more = false;
  for (uint32_t i = 0; i < body->vc->label_count; i++) {
    const struct wr_label_info *info = wr_label_info (&core->labels, body->vc->labels[i]);
    if (!info->clause.ix) continue;
    uint32_t owner = wr_label_info (&core->labels, info->clause)->procedure;
    if (!owner || wr_bitset_has (out, owner)) continue;
    wr_bitset_set (out, owner, true);
    more = true;
  }
  return more;
}

/* Per body: belongs to one of the procedures, or to one that these call; NULL: every body does. */
static bool *called_by (const wr_run *run, const wr_bitset *procedures) {
  const wr_core *core = run->proved.core;
  bool *asked = WR_NEW (run->arena, bool, core->bodies.len);
  wr_bitset wanted = {0};
  if (procedures) wr_bitset_copy (&wanted, procedures);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t b = 0; b < core->bodies.len; b++) {
      const struct wr_body_result *body = &run->proved.result->bodies[b];
      bool new =
          !asked[b] && (!procedures || wr_bitset_has (&wanted, core->bodies.data[b].procedure + 1));
      if (!new) continue;
      asked[b] = true;
      if (body->vc) more |= add_called (core, body, &wanted);
    }
  }
  wr_bitset_free (&wanted);
  return asked;
}

void wr_run_prove_called (wr_run *run, const wr_bitset *procedures) {
  struct wr_proved *proved = &run->proved;
  WR_REQUIRE (proved->result);
  struct wr_decide_options decide = proved->decide;
  struct wr_run_step step = {run, proved->core, false};
  struct wr_first_look look;
  decide.asked = called_by (run, procedures);
  wr_run_step_decide (&step, &decide);
  wr_run_step_look (&step, &decide, &look);
  wr_decide_more (&decide, run->arena, proved->result);
  wr_run_step_decided (&step, proved->result);
  run->failure = proved->result->failure;
  proved->decide.asked = NULL;
}
