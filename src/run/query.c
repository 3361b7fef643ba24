#include "run/query.h"

#include "analysis/store.h"
#include "base/check.h"

#include <string.h>

/* -- the store -------------------------------------------------------------------------------------- */

/* Everything but the files that the graph depends on. */
static struct wr_run_key key_of (const wr_run *run) {
  const struct wr_run_options *o = &run->options;
  uint32_t count = wr_sources_count (run->sources), used = 0;
  struct wr_stored_file *files = WR_NEW (run->arena, struct wr_stored_file, count);
  for (uint32_t file = 1; file <= count; file++) {
    if (wr_source_hidden (run->sources, file)) continue;
    wr_str text = wr_source_text (run->sources, file);
    files[used++] =
        (struct wr_stored_file){wr_source_path (run->sources, file), wr_digest_of (&text, 1)};
  }
  wr_str budgets = wr_budgets_key (o->budgets ? o->budgets : &wr_default_budgets);
  struct wr_solver_options solver = {.command = o->solver_command};
  wr_str version = o->backend->version (&solver, run->arena);
  wr_str how = wr_str_print (
      run->arena, "lang %s solver %s%s%s (%.*s) seed %u rlimit %llu timeout %g budgets %llx",
      o->lang ? o->lang->name : "auto", o->backend->name, o->solver_command ? ":" : "",
      o->solver_command ? o->solver_command : "", WR_STR_ARGS (version), o->seed,
      (unsigned long long)o->rlimit, o->timeout, (unsigned long long)wr_str_hash (budgets, 0));
  return (struct wr_run_key){files, used, how};
}

/* Every goal was checked, and every run finds these cores. */
static bool is_whole (const wr_run *run) {
  const struct wr_run_options *o = &run->options;
  return !o->procedure_count && !run->selects.len && !o->untracked && !o->error_limit &&
         !o->self_check;
}

/* An answer that was lost to the clock or to a solver failure may succeed the next time. */
static bool is_final (const wr_result *result, const wr_coverage *coverage) {
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    for (uint32_t g = 0; body->passive && g < body->passive->goal_count; g++) {
      enum wr_status reason = body->goals[g].reason;
      bool open = body->goals[g].verdict == WR_VERDICT_TIMEOUT ||
                  body->goals[g].verdict == WR_VERDICT_UNKNOWN;
      if (open && reason != WR_STATUS_RESOURCE) return false;
    }
  }
  return !coverage->cover->lossy;
}

void wr_run_make_graph (wr_run *run) {
  WR_REQUIRE (run->coverage);
  run->graph = wr_graph_of (run->coverage, run->arena);
}

void wr_run_store (wr_run *run) {
  const wr_result *result = run->proved.result;
  WR_REQUIRE (result && run->coverage);
  if (!run->options.cache_path || run->options.cache_read_only || !is_whole (run) ||
      result->cancelled || result->failure.len)
    return;
  if (!run->graph) wr_run_make_graph (run);
  wr_cache *cache = wr_cache_open (run->options.cache_path);
  struct wr_run_key key = key_of (run);
  wr_store_put (cache, &key, is_final (result, run->coverage) ? run->graph : NULL);
  wr_cache_close (cache);
}

bool wr_run_recall (wr_run *run, bool backwards) {
  WR_REQUIRE (!run->graph);
  if (!run->options.cache_path || !is_whole (run)) return false;
  wr_cache *cache = wr_cache_open_as (run->options.cache_path, run->options.cache_read_only);
  struct wr_run_key key = key_of (run);
  run->graph = wr_store_get (cache, &key, run->arena);
  wr_cache_close (cache);
  if (run->graph && backwards) wr_graph_connect_back (run->graph, run->arena);
  return run->graph != NULL;
}

bool wr_run_last_files (const char *cache_path, wr_arena *arena, wr_str **paths, uint32_t *count) {
  wr_cache *cache = wr_cache_open_as (cache_path, true);
  bool found = wr_store_last (cache, arena, paths, count);
  wr_cache_close (cache);
  return found;
}

/* -- addresses -------------------------------------------------------------------------------------- */

bool wr_run_find (const wr_run *run, const char *address, enum wr_meant meant, wr_u32s *out,
                  wr_str *part, wr_buf *nearest) {
  WR_REQUIRE (run->graph);
  /* names may have commas themselves: P<a, b> */
  if (strchr (address, ',') &&
      wr_address_find (run->graph, wr_str_of (address), meant, out, nearest))
    return true;
  wr_buf_clear (nearest);
  for (const char *at = address; *at;) {
    *part = (wr_str){at, strcspn (at, ",")};
    if (!wr_address_find (run->graph, *part, meant, out, nearest)) return false;
    at += part->len;
    if (*at) at++;
  }
  return true;
}
