/* axioms/program_strong.c -- pass 1 without an axiom (axioms/program_strong.h). */
#include "axioms/program_strong.h"

#include "analysis/cover.h"
#include "base/check.h"

/* The proved goals of these bodies have no verdict in the copy, and nothing has been tried. */
static wr_result copy_of (const wr_result *result, const bool *asked, wr_arena *arena) {
  wr_result copy = *result;
  copy.bodies = wr_arena_copy (arena, result->bodies, result->body_count, sizeof *result->bodies);
  for (uint32_t b = 0; b < result->body_count; b++) {
    struct wr_body_result *body = &copy.bodies[b];
    if (!asked[b]) continue;
    body->looked = body->looked_last = false;
    body->goals =
        wr_arena_copy (arena, body->goals, body->passive->goal_count, sizeof *body->goals);
    for (uint32_t g = 0; g < body->passive->goal_count; g++) {
      struct wr_goal_result *goal = &body->goals[g];
      if (goal->verdict == WR_VERDICT_PROVED && !goal->trivial) *goal = (struct wr_goal_result){0};
    }
  }
  return copy;
}

/* Is a goal of these bodies proved with all axioms, but not in the copy? */
static bool has_lost (const wr_result *result, const wr_result *copy, const bool *asked) {
  for (uint32_t b = 0; b < result->body_count; b++)
    for (uint32_t g = 0; asked[b] && g < result->bodies[b].passive->goal_count; g++)
      if (result->bodies[b].goals[g].verdict == WR_VERDICT_PROVED &&
          copy->bodies[b].goals[g].verdict != WR_VERDICT_PROVED)
        return true;
  return false;
}

static bool is_lost_without (const wr_result *result, const struct wr_decide_options *decide,
                             const wr_bitset *left_out, const bool *asked) {
  wr_arena *arena = wr_arena_new ();
  struct wr_decide_options options = {.workers = decide->workers,
                                      .backend = decide->backend,
                                      .solver = decide->solver,
                                      .rlimit = decide->rlimit,
                                      .timeout = decide->timeout,
                                      .grace = decide->grace,
                                      .asked = asked,
                                      .cancel = decide->cancel};
  options.solver.left_out = left_out;
  struct wr_first_look look = {.how = {.effort = WR_CORES_MUST,
                                       .workers = decide->workers,
                                       .backend = decide->backend,
                                       .solver = options.solver,
                                       .timeout = WR_DEFAULT_TIMEOUT,
                                       .cancel = decide->cancel},
                               .arena = arena};
  if (decide->timeout > 0) look.how.timeout = decide->timeout;
  options.look = (struct wr_look){.prove = wr_look_at, .ctx = &look};
  wr_result copy = copy_of (result, asked, arena);
  wr_decide_more (&options, arena, &copy);
  bool lost = !copy.cancelled && has_lost (result, &copy, asked);
  wr_arena_free (arena);
  return lost;
}

static bool holds (const struct wr_strong_test *test, const struct wr_strong_claim *claim) {
  const wr_program_axioms *axioms = test->axioms;
  wr_arena *arena = wr_arena_new ();
  bool *asked = WR_NEW (arena, bool, test->result->body_count + 1);
  wr_bitset left_out = {0};
  for (uint32_t i = 1; i < axioms->label_count; i++)
    if (axioms->row_of[i] == claim->row + 1) wr_bitset_set (&left_out, i, true);
  asked[claim->body] = true;
  bool lost = is_lost_without (test->result, test->decide, &left_out, asked);
  if (!lost && test->count > 1) { /* another procedure of the test may need it */
    for (uint32_t i = 0; i < test->count; i++)
      asked[test->bodies[i]] = test->bodies[i] != claim->body;
    lost = is_lost_without (test->result, test->decide, &left_out, asked);
  }
  wr_bitset_free (&left_out);
  wr_arena_free (arena);
  return lost;
}

static bool recall (const struct wr_strong_test *test, wr_cache *cache, const struct wr_digest *key,
                    wr_strong_claims *claims) {
  wr_strong_claims stored = {0};
  wr_buf bytes = {0};
  bool good = cache && key && wr_cache_get (cache, key, &bytes);
  struct wr_bytes in = {(const unsigned char *)bytes.data, bytes.len, false};
  if (good) wr_strong_claims_read (&in, test, &stored);
  good = good && !in.bad && !in.left;
  if (good) WR_VEC_CLEAR (claims);
  for (uint32_t i = 0; good && i < stored.len; i++) WR_VEC_PUSH (claims, stored.data[i]);
  WR_VEC_FREE (&stored);
  wr_buf_free (&bytes);
  return good;
}

static void keep (wr_cache *cache, const struct wr_digest *key, const wr_strong_claims *claims) {
  wr_buf bytes = {0};
  wr_strong_claims_write (&bytes, claims);
  wr_cache_put (cache, key, wr_buf_str (&bytes));
  wr_cache_flush (cache);
  wr_buf_free (&bytes);
}

void wr_strong_claims_check (const struct wr_strong_test *test, wr_cache *cache,
                             const struct wr_digest *key, wr_strong_claims *claims) {
  const wr_cancel *cancel = test->decide->cancel;
  uint32_t kept = 0;
  if (!claims->len || recall (test, cache, key, claims)) return;
  for (uint32_t i = 0; i < claims->len && !wr_cancelled (cancel); i++)
    if (holds (test, &claims->data[i])) claims->data[kept++] = claims->data[i];
  claims->len = wr_cancelled (cancel) ? 0 : kept;
  if (cache && key && !wr_cancelled (cancel)) keep (cache, key, claims);
}

/* -- as bytes ------------------------------------------------------------------------------------------ */

void wr_strong_claims_write (wr_buf *out, const wr_strong_claims *claims) {
  wr_put_u32 (out, claims->len);
  for (uint32_t i = 0; i < claims->len; i++) {
    wr_put_u32 (out, claims->data[i].row);
    wr_put_u32 (out, claims->data[i].body);
  }
}

void wr_strong_claims_read (struct wr_bytes *in, const struct wr_strong_test *test,
                            wr_strong_claims *claims) {
  for (uint32_t left = wr_get_u32 (in); !in->bad && left; left--) {
    struct wr_strong_claim claim = {.row = wr_get_u32 (in)};
    bool known = false;
    claim.body = wr_get_u32 (in);
    for (uint32_t i = 0; i < test->count; i++) known |= test->bodies[i] == claim.body;
    if (!known || claim.row >= test->axioms->rows.len) in->bad = true;
    if (!in->bad) WR_VEC_PUSH (claims, claim);
  }
}
