/* result/decide.c -- pass 1: a verdict for every goal of every selected body. The parent builds all formulas in a
   fixed order before any worker starts, because building them numbers labels and variables. */
#include "result/decision.h"

#include "base/check.h"
#include "core/build.h"
#include "core/name.h"
#include "base/os.h"
#include "base/vec.h"

#include <stdlib.h>

uint64_t wr_decision_rlimit (const struct wr_decision *run, uint32_t body) {
  uint64_t own = run->core->bodies.data[body].rlimit;
  if (own > 0) return own;
  return run->options->rlimit ? run->options->rlimit : WR_DEFAULT_RLIMIT;
}

double wr_decision_timeout (const struct wr_decision *run, uint32_t body) {
  double own = run->core->bodies.data[body].time_limit;
  if (own > 0) return own;
  return run->options->timeout > 0 ? run->options->timeout : WR_DEFAULT_TIMEOUT;
}

bool wr_decision_limited (const struct wr_decision *run, uint32_t body) {
  uint32_t limit = run->options->error_limit;
  return limit > 0 && run->jobs[body].failed >= limit;
}

/* -- results ------------------------------------------------------------------------------------------ */

static void take_path (struct wr_decision *run, const wr_vc *vc, uint32_t goal,
                       const struct wr_answer *answer, struct wr_goal_result *r) {
  if (!answer->has_model || answer->choice_count != vc->choice_count) return;
  wr_u32s path = {0};
  wr_vc_path (vc, goal, answer->choices, &path);
  r->path = WR_VEC_KEEP (run->arena, &path);
  r->path_count = path.len;
  WR_VEC_FREE (&path);
}

static void take_values (struct wr_decision *run, const struct wr_answer *answer,
                         struct wr_goal_result *r) {
  r->value_count = answer->value_count;
  r->values = WR_NEW (run->arena, struct wr_model_value, answer->value_count);
  for (uint32_t i = 0; i < answer->value_count; i++)
    r->values[i] = (struct wr_model_value){answer->values[i].var, answer->values[i].func,
                                           wr_str_keep (run->arena, answer->values[i].text)};
}

void wr_decision_settle (struct wr_decision *run, uint32_t body, uint32_t goal,
                         const struct wr_answer *answer) {
  struct wr_body_result *b = &run->result->bodies[body];
  struct wr_goal_result *r = &b->goals[goal];
  WR_ASSERT (b->passive && goal < b->passive->goal_count);
  WR_ASSERT (answer->status != WR_STATUS_NONE);
  if (r->verdict != WR_VERDICT_NONE) return;
  bool refutes = wr_role_info (b->passive->goals[goal].role)->refutes;
  r->verdict = refutes ? wr_verdict_of_refutation (answer->status) : wr_verdict_of (answer->status);
  r->reason = answer->status;
  r->detail = wr_str_keep (run->arena, answer->detail);
  r->resources = answer->resources;
  r->seconds = answer->seconds;
  r->together = answer->together > 1 ? answer->together : 1;
  r->clock_of_steps = answer->clock_of_steps;
  r->core = wr_arena_copy (run->arena, answer->core, answer->core_count, sizeof *answer->core);
  r->core_count = answer->core_count;
  r->has_core = answer->has_core && !refutes;
  r->trivial |= refutes; /* no set of labels explains that something is not proved */
  WR_REQUIRE (refutes || (r->verdict == WR_VERDICT_PROVED) == (answer->status == WR_STATUS_UNSAT));
  WR_ASSERT (!r->has_core || r->verdict == WR_VERDICT_PROVED);
  b->resources += r->resources;
  b->seconds += r->seconds;
  run->goals_done++;
  if (r->verdict == WR_VERDICT_FAILED) {
    if (run->jobs) run->jobs[body].failed++; /* a refutation of what is trivial fails at once */
    take_path (run, b->vc, goal, answer, r);
    take_values (run, answer, r);
  }
  if (run->options->decided && !wr_may_be_proved (r->reason))
    run->options->decided (run->options->progress_ctx, b, goal);
}

/* An unresolved goal that a retry proves loses its result: the proof takes its place. */
static void reopen (struct wr_decision *run, uint32_t body, uint32_t goal) {
  struct wr_goal_result *r = &run->result->bodies[body].goals[goal];
  WR_REQUIRE (wr_may_be_proved (r->reason));
  run->jobs[body].failed -= r->verdict == WR_VERDICT_FAILED;
  run->goals_done--;
  *r = (struct wr_goal_result){0};
}

void wr_decision_prove (struct wr_decision *run, uint32_t body, uint32_t goal,
                        const struct wr_answer *answer) {
  const struct wr_goal_result *r = &run->result->bodies[body].goals[goal];
  struct wr_answer own = *answer;
  WR_REQUIRE (answer->status == WR_STATUS_UNSAT);
  if (r->reason == WR_STATUS_UNSAT) return;
  if (r->verdict != WR_VERDICT_NONE) reopen (run, body, goal);
  if (!run->options->want_cores) own.has_core = false, own.core_count = 0;
  run->result->queries++;
  wr_decision_settle (run, body, goal, &own);
  wr_decision_remember (run, body, goal, &own);
}

static void settle_part (struct wr_decision *run, const struct wr_part *part, enum wr_status how,
                         wr_str detail) {
  struct wr_answer answer = {.status = how, .detail = detail};
  for (uint32_t i = part->first; i < part->end; i++)
    wr_decision_settle (run, part->body, i, &answer);
}

/* -- what the pool tells ------------------------------------------------------------------------------ */

void wr_part_brief (struct wr_decision *run, uint32_t number, wr_buf *out) {
  struct wr_part *part = &run->parts.data[number];
  part->current = part->retried = UINT32_MAX;
  part->answers = 0;
  part->started = wr_clock ();
  WR_ASSERT (part->first <= part->end);
  WR_ASSERT (part->end <= run->result->bodies[part->body].passive->goal_count);
  wr_put_u32 (out, part->body);
  wr_put_u32 (out, part->first);
  wr_put_u32 (out, part->end);
  wr_put_u32 (out, part->stage);
  wr_put_u32 (out, run->jobs[part->body].failed);
  wr_put_u32 (out, part->alone);
  wr_put_u32 (out, part->tried);
  wr_put_u32 (out, wr_part_open (run, part));
  for (uint32_t i = part->first; i < part->end; i++)
    if (wr_part_asks (run, part, i)) wr_put_u32 (out, i);
  uint32_t lost = 0;
  for (uint32_t i = part->first; i < part->end; i++)
    lost += wr_bitset_has (&run->jobs[part->body].no_retry, i);
  wr_put_u32 (out, lost);
  for (uint32_t i = part->first; i < part->end; i++)
    if (wr_bitset_has (&run->jobs[part->body].no_retry, i)) wr_put_u32 (out, i);
}

static void on_brief (void *ctx, uint32_t job, wr_buf *out) {
  ((struct wr_decision *)ctx)->result->workers++;
  if (job & WR_BATCH_JOB)
    wr_batch_brief (ctx, job & ~WR_BATCH_JOB, out);
  else
    wr_part_brief (ctx, job, out);
}

/* The cost of a group that was not proved counts for the procedure, not for a goal. */
static void take_spent (struct wr_decision *run, struct wr_part *part,
                        const struct wr_answer *answer, bool anew) {
  struct wr_body_result *b = &run->result->bodies[part->body];
  b->seconds += answer->seconds;
  b->resources += answer->resources;
  run->parts.data[part->root].spent += answer->resources;
  part->tried |= anew;
  part->answers += anew;
  if (anew || !wr_status_breaks (answer->status) || part->alone) return;
  part->alone = true;
  part->answers++;
}

static void on_frame (void *ctx, uint32_t job, const void *data, size_t size) {
  struct wr_decision *run = ctx;
  struct wr_bytes in = {data, size, false};
  uint32_t kind = wr_get_u32 (&in), goal = wr_get_u32 (&in);
  if (job & WR_BATCH_JOB) job = wr_batch_part (run, job & ~WR_BATCH_JOB, kind, goal);
  if (job == UINT32_MAX) return;
  struct wr_part *part = &run->parts.data[job];
  if (kind == WR_MESSAGE_COST && !in.bad) {
    run->result->bodies[part->body].cpu += goal * 1e-6;
    run->result->bodies[part->body].solver_cpu += wr_get_u32 (&in) * 1e-6;
    uint32_t checks = wr_get_u32 (&in);
    run->result->checks += checks;
    run->result->bodies[part->body].queries += checks;
    return;
  }
  if (in.bad || goal < part->first || goal >= part->end) return;
  if (kind == WR_MESSAGE_BEGIN || kind == WR_MESSAGE_RETRY) {
    part->current = kind == WR_MESSAGE_BEGIN ? goal : UINT32_MAX;
    part->retried = kind == WR_MESSAGE_RETRY ? goal : UINT32_MAX;
    return;
  }
  if (kind == WR_MESSAGE_SHARE && part->stage != WR_STAGE_GOAL) {
    wr_decision_share (run, job);
    return;
  }
  wr_arena *scratch = wr_arena_new ();
  struct wr_answer answer;
  bool good = wr_answer_read (in.at, in.left, scratch, &answer);
  if (good && (kind == WR_MESSAGE_SPENT || kind == WR_MESSAGE_ANEW))
    take_spent (run, part, &answer, kind == WR_MESSAGE_ANEW);
  if (good && kind == WR_MESSAGE_ANSWER) {
    part->current = part->retried = UINT32_MAX;
    part->answers++;
    run->parts.data[part->root].spent += answer.resources;
    run->result->queries++;
    if (part->stage == WR_STAGE_RETRY && answer.status == WR_STATUS_UNSAT)
      reopen (run, part->body, goal);
    wr_decision_settle (run, part->body, goal, &answer);
    wr_decision_remember (run, part->body, goal, &answer);
  }
  wr_arena_free (scratch);
}

static bool on_batch_end (struct wr_decision *run, uint32_t batch, enum wr_status how,
                          wr_str detail, bool last) {
  const struct wr_batch *b = &run->batches.data[batch];
  if (!last) return wr_batch_end (run, batch);
  for (uint32_t i = b->first; i < b->end; i++)
    settle_part (run, &run->parts.data[run->batched.data[i]], how, detail);
  return false;
}

/* If a worker dies during a goal's own query, that goal is lost and a new worker asks the others. A worker that dies
   before it begins a goal, or during a group, is started once more. */
static bool on_end (void *ctx, uint32_t job, enum wr_status how, wr_str detail, bool last) {
  struct wr_decision *run = ctx;
  if (run->cache) wr_cache_flush (run->cache);
  if (job & WR_BATCH_JOB) return on_batch_end (run, job & ~WR_BATCH_JOB, how, detail, last);
  struct wr_part *part = &run->parts.data[job];
  part->started = 0;
  if (part->stage == WR_STAGE_RETRY) return false; /* what it has not proved stays as it was */
  if (last) {
    if (!wr_decision_limited (run, part->body)) settle_part (run, part, how, detail);
    return false;
  }
  if (wr_part_open (run, part) == 0) return false;
  if (how == WR_STATUS_NONE) {
    if (part->answers > 0) return true;
    settle_part (run, part, WR_STATUS_DIED, WR_LIT ("the worker ended without an answer"));
    return false;
  }
  wr_bitset *no_retry = &run->jobs[part->body].no_retry;
  if (part->retried != UINT32_MAX && !wr_bitset_has (no_retry, part->retried)) {
    wr_bitset_set (no_retry, part->retried, true);
    return true;
  }
  if (!part->tried && part->current == UINT32_MAX && run->options->want_cores) {
    part->tried = true;
    return true;
  }
  part->alone = true;
  if (part->current != UINT32_MAX) {
    struct wr_answer answer = {.status = how, .detail = detail};
    wr_decision_settle (run, part->body, part->current, &answer);
    return wr_part_open (run, part) > 0;
  }
  if (part->early_deaths++ == 0) return true;
  settle_part (run, part, how, detail);
  return false;
}

static void on_tick (void *ctx, double elapsed) {
  const struct wr_decision *run = ctx;
  if (!run->options->progress) return;
  struct wr_progress progress = {.goals_done = run->goals_done,
                                 .goals_all = run->goals_all,
                                 .elapsed = elapsed,
                                 .slowest_body = UINT32_MAX};
  double now = wr_clock ();
  for (uint32_t i = 0; i < run->parts.len; i++) {
    double began = run->parts.data[i].started;
    if (began <= 0 || now - began <= progress.slowest_seconds) continue;
    progress.slowest_seconds = now - began;
    progress.slowest_body = run->parts.data[i].body;
  }
  run->options->progress (run->options->progress_ctx, &progress);
}

static void on_more (void *ctx, wr_u32s *jobs) {
  struct wr_decision *run = ctx;
  for (uint32_t i = 0; i < run->fresh.len; i++) WR_VEC_PUSH (jobs, run->fresh.data[i]);
  WR_VEC_CLEAR (&run->fresh);
}

/* -- before the workers -------------------------------------------------------------------------------- */

static bool is_wanted (const struct wr_decision *run, uint32_t body) {
  if (!run->core->bodies.data[body].verify) return false;
  return !run->options->selected || run->options->selected[body];
}

static void settle_trivial (struct wr_decision *run, struct wr_body_result *b) {
  for (uint32_t i = 0; i < b->passive->goal_count; i++) {
    if (!wr_vc_goal_is_trivial (b->vc, i)) continue;
    b->goals[i].trivial = true;
    wr_decision_settle (run, b->body, i, &(struct wr_answer){.status = WR_STATUS_UNSAT});
  }
}

static void build_body (struct wr_decision *run, wr_core *extension, uint32_t body) {
  struct wr_body_result *b = &run->result->bodies[body];
  const wr_cancel *cancel = run->options->cancel;
  wr_passive *passive = wr_flow_run (extension, body, cancel, run->arena);
  wr_vc *vc = passive ? wr_vc_build (run->core, passive, cancel, run->arena) : NULL;
  if (!vc) return; /* cancelled */
  b->passive = passive;
  b->vc = vc;
#ifndef NDEBUG
  wr_passive_check (run->core, b->passive);
  wr_vc_check (b->vc);
#endif
  b->goals = WR_NEW (run->arena, struct wr_goal_result, b->passive->goal_count);
  b->rlimit = wr_decision_rlimit (run, body);
  b->timeout = wr_decision_timeout (run, body);
  run->goals_all += b->passive->goal_count;
  settle_trivial (run, b);
}

static void build_bodies (struct wr_decision *run, wr_core *extension) {
  for (uint32_t i = 0; i < run->result->body_count; i++) {
    run->result->bodies[i].body = i;
    run->result->bodies[i].selected = is_wanted (run, i);
    if (run->result->bodies[i].selected && !wr_cancelled (run->options->cancel))
      build_body (run, extension, i);
  }
  run->result->no = wr_mk_bool (extension, false);
}

/* -- all ----------------------------------------------------------------------------------------------- */

/* LABELLED_PART where cores are not wanted (result/strategy.h): parts with unresolved goals, after all others. */
static void retry (struct wr_decision *run, wr_pool *workers) {
  const struct wr_decide_options *options = run->options;
  wr_u32s order = {0};
  wr_str error = {0}; /* the pool has started: at worst nothing more is proved */
  if (options->want_cores || options->solver.untracked || options->error_limit > 0 ||
      !options->backend->groups || wr_cancelled (options->cancel))
    return;
  wr_decision_retry (run, &order);
  wr_pool_round (workers, order.data, order.len, options->cancel, &error);
  WR_VEC_FREE (&order);
}

static void ask (struct wr_decision *run) {
  static const struct wr_pool_calls calls = {on_brief, wr_worker_run, on_frame,
                                             on_end,   on_tick,       on_more};
  const struct wr_decide_options *options = run->options;
  struct wr_pool_options pool = {
      .workers = options->workers,
      .backend = options->backend,
      .solver = options->solver,
      .open_timeout = (double)wr_budgets_of (&options->solver)->open_seconds,
      .start_timeout = (double)wr_budgets_of (&options->solver)->start_seconds,
      .cancel = options->cancel,
      .open_cpu = &run->result->open_cpu};
  if (pool.solver.memory == 0) pool.solver.memory = WR_DEFAULT_MEMORY;
  wr_u32s order = {0};
  wr_decision_order (run, &order);
  wr_decision_batch (run, &order);
  wr_str error = {0};
  if (order.len) wr_label_make_ids (run->core); /* reports need them */
  wr_pool *workers = order.len ? wr_pool_new (run->core, &pool, &calls, run, run->arena) : NULL;
  if (!workers) return;
  if (wr_pool_round (workers, order.data, order.len, options->cancel, &error)) {
    retry (run, workers);
  } else {
    run->result->failure = error;
    for (uint32_t i = 0; i < run->parts.len; i++)
      if (wr_part_open (run, &run->parts.data[i]) > 0)
        settle_part (run, &run->parts.data[i], WR_STATUS_DIED, error);
  }
  wr_pool_free (workers);
  WR_VEC_FREE (&order);
}

/* Goals that the cache has a proof of keep it if the rows have not proved them again. */
static void restore_proofs (struct wr_decision *run) {
  for (uint32_t b = 0; b < run->result->body_count; b++) {
    struct wr_body_result *body = &run->result->bodies[b];
    const struct wr_answer *proofs = run->jobs[b].proofs;
    for (uint32_t g = 0; proofs && g < body->passive->goal_count; g++) {
      if (proofs[g].status != WR_STATUS_UNSAT || !wr_may_be_proved (body->goals[g].reason))
        continue;
      wr_decision_prove (run, b, g, &proofs[g]);
      body->goals[g].cached = true;
      run->result->cache_hits++;
    }
  }
}

/* wr_look, before the rows or after them. */
static void look (struct wr_decision *run, bool last) {
  const struct wr_decide_options *options = run->options;
  wr_u32s bodies = {0};
  if (wr_cancelled (options->cancel) || run->result->failure.len) return;
  wr_decision_find (run, last, &bodies);
  if (bodies.len) options->look.prove (options->look.ctx, run, run->result, &bodies, last);
  for (uint32_t i = 0; i < bodies.len; i++) {
    struct wr_body_result *b = &run->result->bodies[bodies.data[i]];
    *(last ? &b->looked_last : &b->looked) = true;
  }
  WR_VEC_FREE (&bodies);
}

/* Takes answers from the cache, then asks the solver. The bodies are built. */
static void decide (struct wr_decision *run) {
  uint32_t bodies = run->result->body_count;
  run->jobs = wr_alloc (bodies + 1, sizeof *run->jobs);
  if (!wr_cancelled (run->options->cancel)) wr_decision_open_cache (run);
  for (uint32_t i = 0; i < bodies && run->cache && !wr_cancelled (run->options->cancel); i++)
    if (run->result->bodies[i].passive) wr_decision_recall (run, i);
  if (run->options->look.first) look (run, false);
  wr_decision_cut (run);
  if (!wr_cancelled (run->options->cancel)) ask (run);
  restore_proofs (run);
  look (run, true);
  for (uint32_t i = 0; i < run->parts.len; i++) {
    if (wr_part_open (run, &run->parts.data[i]) > 0)
      settle_part (run, &run->parts.data[i], WR_STATUS_CANCELLED, WR_LIT ("cancelled"));
    if (run->cache) wr_decision_note_cost (run, &run->parts.data[i]);
  }
  for (uint32_t i = 0; i < bodies; i++)
    if (run->result->bodies[i].passive) wr_decision_note_spent (run, i);
  run->result->cancelled = wr_cancelled (run->options->cancel);
  if (run->cache) {
    wr_cache_flush (run->cache);
    run->result->warning = wr_str_keep (run->arena, wr_cache_warning (run->cache));
    wr_cache_close (run->cache);
  }
  if (run->options->dump_dir) wr_decision_dump (run);
  wr_buf_free (&run->prelude);
  WR_VEC_FREE (&run->parts);
  WR_VEC_FREE (&run->fresh);
  WR_VEC_FREE (&run->batches);
  WR_VEC_FREE (&run->batched);
  for (uint32_t i = 0; i < bodies; i++) wr_bitset_free (&run->jobs[i].no_retry);
  free (run->jobs);
}

wr_result *wr_decide (const wr_core *core, const struct wr_decide_options *options,
                      wr_arena *arena) {
  wr_core *extension = wr_core_extend (core, arena);
  struct wr_decision run = {.core = extension, .options = options, .arena = arena};
  run.result = WR_NEW (arena, wr_result, 1);
  run.result->core = extension;
  run.result->memory = options->solver.memory ? options->solver.memory : WR_DEFAULT_MEMORY;
  run.result->body_count = core->bodies.len;
  run.result->bodies = WR_NEW (arena, struct wr_body_result, core->bodies.len);
  build_bodies (&run, extension);
  decide (&run);
  return run.result;
}

void wr_decide_more (const struct wr_decide_options *options, wr_arena *arena, wr_result *result) {
  struct wr_decision run = {
      .core = result->core, .options = options, .arena = arena, .result = result};
  for (uint32_t i = 0; i < result->body_count; i++)
    if (result->bodies[i].passive) run.goals_all += result->bodies[i].passive->goal_count;
  decide (&run);
}
