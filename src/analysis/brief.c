#include "analysis/brief.h"

#include "base/check.h"
#include "solve/answer.h"

static void put_goal (wr_buf *out, const struct wr_goal_result *r) {
  wr_put_u32 (out, r->verdict);
  if (r->verdict != WR_VERDICT_PROVED) return;
  WR_ASSERT (r->together || r->trivial); /* a share of at least one goal */
  wr_put_u32 (out, r->together);
  wr_put_u64 (out, r->resources);
  wr_put_double (out, r->seconds);
  wr_put_u32 (out, r->has_core);
  wr_put_u32 (out, r->core_count);
  for (uint32_t i = 0; i < r->core_count; i++) wr_put_u32 (out, r->core[i]);
}

static void get_goal (struct wr_bytes *in, wr_arena *arena, struct wr_goal_result *r) {
  bool trivial = r->trivial;
  *r = (struct wr_goal_result){.verdict = (enum wr_verdict)wr_get_u32 (in), .trivial = trivial};
  if (r->verdict != WR_VERDICT_PROVED) return;
  r->together = wr_get_u32 (in);
  r->resources = wr_get_u64 (in);
  r->seconds = wr_get_double (in);
  r->has_core = wr_get_u32 (in);
  uint32_t count = wr_get_u32 (in);
  if (in->bad || count > in->left / sizeof count) {
    in->bad = true;
    return;
  }
  r->core = WR_NEW (arena, uint32_t, count);
  for (; r->core_count < count; r->core_count++) r->core[r->core_count] = wr_get_u32 (in);
}

void wr_brief_write (wr_buf *out, const struct wr_cover_brief *brief,
                     const struct wr_body_result *body) {
  uint32_t goals = body->passive->goal_count;
  wr_put_u64 (out, brief->first);
  wr_put_u32 (out, brief->no_probes);
  wr_put_str (out, (wr_str){(const char *)brief->skip, goals});
  for (uint32_t g = 0; !brief->first && g < goals; g++) put_goal (out, &body->goals[g]);
}

bool wr_brief_read (wr_str text, wr_arena *arena, struct wr_cover_brief *brief,
                    struct wr_body_result *body) {
  uint32_t goals = body->passive->goal_count;
  struct wr_bytes in = {(const unsigned char *)text.ptr, text.len, false};
  brief->first = wr_get_u64 (&in);
  brief->no_probes = wr_get_u32 (&in);
  wr_str skip = wr_get_str (&in);
  brief->skip = (const bool *)skip.ptr;
  if (in.bad || skip.len != goals) return false;
  body->goals = wr_arena_copy (arena, body->goals, goals, sizeof *body->goals);
  for (uint32_t g = 0; !brief->first && g < goals; g++) get_goal (&in, arena, &body->goals[g]);
  return !in.bad && !in.left;
}
