/* axioms/program_strong.c -- pass 1 without an axiom (axioms/program_strong.h). */
#include "axioms/program_strong.h"

/* `answered` is set to false if pass 1 does not say it. */
static bool holds (const struct wr_pass_test *test, const struct wr_strong_claim *claim,
                   bool *answered) {
  const wr_program_axioms *axioms = test->axioms;
  wr_arena *arena = wr_arena_new ();
  bool *asked = WR_NEW (arena, bool, test->result->body_count + 1);
  wr_bitset left_out = {0};
  for (uint32_t i = 1; i < axioms->label_count; i++)
    if (axioms->row_of[i] == claim->row + 1) wr_bitset_set (&left_out, i, true);
  asked[claim->body] = true;
  struct wr_pass_answer answer = wr_pass_again (test, &left_out, asked);
  if (answer.proved && test->count > 1) { /* another procedure of the test may need it */
    for (uint32_t i = 0; i < test->count; i++)
      asked[test->bodies[i]] = test->bodies[i] != claim->body;
    answer = wr_pass_again (test, &left_out, asked);
  }
  wr_bitset_free (&left_out);
  wr_arena_free (arena);
  *answered &= answer.answered;
  return answer.answered && !answer.proved;
}

static bool recall (const struct wr_pass_test *test, wr_cache *cache, const struct wr_digest *key,
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

void wr_strong_claims_check (const struct wr_pass_test *test, wr_cache *cache,
                             const struct wr_digest *key, wr_strong_claims *claims) {
  uint32_t kept = 0;
  bool answered = true;
  if (!claims->len || recall (test, cache, key, claims)) return;
  for (uint32_t i = 0; i < claims->len && answered; i++)
    if (holds (test, &claims->data[i], &answered)) claims->data[kept++] = claims->data[i];
  claims->len = answered ? kept : 0;
  if (cache && key && answered) keep (cache, key, claims);
}

/* -- as bytes ------------------------------------------------------------------------------------------ */

void wr_strong_claims_write (wr_buf *out, const wr_strong_claims *claims) {
  wr_put_u32 (out, claims->len);
  for (uint32_t i = 0; i < claims->len; i++) {
    wr_put_u32 (out, claims->data[i].row);
    wr_put_u32 (out, claims->data[i].body);
  }
}

void wr_strong_claims_read (struct wr_bytes *in, const struct wr_pass_test *test,
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
