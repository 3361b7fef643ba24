/* A text made from a program keeps its proofs if nothing fails in it but what fails in the program (run/prune_text.h).  The text is the
   program as it is printed; then a check of it is changed. */
#include "run/prune_text.h"
#include "run/prove.h"
#include "tap.h"

#include <string.h>

static const char program[] = "field f: Int\n"
                              "define Big(x) x.f > 7\n"
                              "method M(x: Ref)\n  requires acc(x.f) && (x.f>0)\n"
                              "{ assert x.f>0; assert x.f>5; assert x.f>0; assert Big(x) }\n"
                              "method N(x: Ref)\n  requires x.f == 1\n"
                              "{ assert x.f == 1 }\n"
                              "method P(x: Ref)\n  requires acc(x.f) && x.f == 1\n"
                              "{ assert x.f == 1 }\n";

static void find_failed (const wr_result *result, wr_u32s *out) {
  for (uint32_t b = 0; b < result->body_count; b++) {
    const struct wr_body_result *body = &result->bodies[b];
    for (uint32_t g = 0; body->passive && g < body->passive->goal_count; g++)
      if (body->goals[g].verdict != WR_VERDICT_PROVED)
        WR_VEC_PUSH (out, body->passive->goals[g].label.ix);
  }
}

/* The first `old` in the text from the last `after` on is replaced by a text of the same length. */
static void change (wr_buf *text, const char *after, const char *old, const char *new) {
  wr_buf_text (text); /* ends it with a zero */
  char *at = text->data;
  for (char *next; (next = strstr (at, after));) at = next + 1;
  at = strstr (at - 1, old);
  memcpy (at, new, strlen (new));
}

struct outcome {
  bool proved, kept;
  uint32_t failed; /* of those that were given */
};

static struct outcome prove (wr_run *run, const wr_u32s *failed, uint32_t given, const char *after,
                             const char *old, const char *new) {
  wr_buf text = {0};
  wr_printed_list printed = {0};
  wr_bitset off = {0};
  wr_u32s some = {0};
  struct wr_prune how = {.core = run->proved.core, .off = &off, .printed = &printed};
  wr_program_prune (&text, &run->program, &how);
  if (old) change (&text, after, old, new);
  for (uint32_t i = 0; i < given; i++) WR_VEC_PUSH (&some, failed->data[i]);
  struct wr_text_proof proof = {.failed = &some, .printed = &printed};
  wr_run_prove_text (run, wr_buf_str (&text), &proof);
  struct outcome got = {proof.proved, proof.kept, some.len};
  WR_VEC_FREE (&some);
  WR_VEC_FREE (&printed);
  wr_buf_free (&text);
  return got;
}

int main (void) {
  struct tap t = {0};
  struct wr_run_options options = {.workers = 1};
  wr_run run = wr_run_new (&options, NULL, NULL);
  wr_u32s failed = {0};
  wr_run_add_text (&run, WR_LIT ("a.vpr"), wr_str_of (program));
  if (!wr_run_load (&run, WR_LOADED_TYPED) || !wr_run_prove (&run)) return 2;
  find_failed (run.proved.result, &failed);
  OK (&t, failed.len == 3, "checks that fail in the program: %u", failed.len);
  uint32_t all = failed.len;
  struct outcome o = prove (&run, &failed, all, "", NULL, NULL);
  OK (&t, !o.proved && o.kept && o.failed == all, "all fail in the text too (%u)", o.failed);
  o = prove (&run, &failed, all - 1, "", NULL, NULL);
  OK (&t, !o.proved && !o.kept, "one of them is not known to fail");
  o = prove (&run, &failed, all, "assert", "1", "2");
  OK (&t, !o.proved && !o.kept, "another check fails in the text");
  o = prove (&run, &failed, all, "assert x.f > 5", "0", "6");
  OK (&t, !o.proved && !o.kept, "a check of the same kind fails in the text");
  o = prove (&run, &failed, all, "x.f > 5", "5", "0");
  OK (&t, !o.proved && o.kept && o.failed == all - 1, "one of them does not fail in the text (%u)",
      o.failed);
  WR_VEC_FREE (&failed);
  wr_run_free (&run);
  return tap_done (&t);
}
