#include "analysis/session.h"

#include "base/check.h"

#include <string.h>

static void send_words (wr_channel *out, const wr_u32s *frame) {
  wr_channel_send (out, frame->data, frame->len * sizeof *frame->data);
}

static void push_list (wr_u32s *frame, const uint32_t *items, uint32_t count) {
  WR_VEC_PUSH (frame, count);
  for (uint32_t i = 0; i < count; i++) WR_VEC_PUSH (frame, items[i]);
}

void wr_session_send_at (wr_channel *out, uint32_t goal) {
  uint32_t frame[2] = {WR_SESSION_AT, goal};
  wr_channel_send (out, frame, sizeof frame);
}

void wr_session_send_goal (wr_channel *out, uint32_t goal, const struct wr_explanation *e) {
  wr_u32s frame = {0};
  WR_ASSERT (e->known || !e->core_count);
  WR_VEC_PUSH (&frame, WR_SESSION_GOAL);
  WR_VEC_PUSH (&frame, goal);
  WR_VEC_PUSH (&frame, (uint32_t)(e->known | e->vacuous << 1 | e->minimal << 2 | e->complete << 3 |
                                  e->limited << 4 | e->has_own << 5 | (e->need != NULL) << 6 |
                                  e->terms << 7));
  WR_VEC_PUSH (&frame, e->queries);
  push_list (&frame, e->core, e->core_count);
  for (uint32_t i = 0; e->need && i < e->core_count; i++)
    WR_VEC_PUSH (&frame, (uint32_t)e->need[i]);
  push_list (&frame, e->own, e->own_count);
  WR_VEC_PUSH (&frame, e->alternative_count);
  for (uint32_t i = 0; i < e->alternative_count; i++) {
    WR_VEC_PUSH (&frame, e->alternatives[i].instead_of);
    push_list (&frame, e->alternatives[i].use, e->alternatives[i].use_count);
  }
  WR_VEC_PUSH (&frame, e->cores_count);
  for (uint32_t i = 0; i < e->cores_count; i++)
    push_list (&frame, e->cores[i].labels, e->cores[i].count);
  send_words (out, &frame);
  WR_VEC_FREE (&frame);
}

void wr_session_send_cost (wr_channel *out, const struct wr_cover_cost *cost) {
  uint32_t words = (uint32_t)(sizeof *cost / sizeof (uint32_t)), kind = WR_SESSION_COST;
  _Static_assert(sizeof *cost % sizeof (uint32_t) == 0, "a cost is a number of whole words");
  wr_u32s frame = {0};
  WR_VEC_PUSH (&frame, kind);
  for (uint32_t i = 0; i < words; i++) WR_VEC_PUSH (&frame, 0);
  memcpy (frame.data + 1, cost, words * sizeof (uint32_t));
  send_words (out, &frame);
  WR_VEC_FREE (&frame);
}

struct proof_cost {
  double seconds, cpu;
  uint64_t resources;
};

void wr_session_send_proved (wr_channel *out, uint32_t goal, const struct wr_answer *answer,
                             double cpu) {
  struct proof_cost cost = {answer->seconds, cpu, answer->resources};
  WR_ASSERT (goal == UINT32_MAX || answer->together);
  wr_u32s frame = {0};
  WR_VEC_PUSH (&frame, WR_SESSION_PROVED);
  WR_VEC_PUSH (&frame, goal);
  WR_VEC_PUSH (&frame, answer->together);
  for (size_t i = 0; i < sizeof cost / sizeof (uint32_t); i++) WR_VEC_PUSH (&frame, 0);
  memcpy (frame.data + 3, &cost, sizeof cost);
  push_list (&frame, answer->core, answer->core_count);
  send_words (out, &frame);
  WR_VEC_FREE (&frame);
}

/* -- in the parent ------------------------------------------------------------------------------ */

struct reader {
  const uint32_t *data;
  size_t left;
  bool bad;
};

static uint32_t take (struct reader *r) {
  if (!r->left) {
    r->bad = true;
    return 0;
  }
  r->left--;
  return *r->data++;
}

static uint32_t *take_list (struct reader *r, wr_arena *arena, uint32_t *count) {
  *count = take (r);
  if (*count > r->left) {
    r->bad = true;
    *count = 0;
  }
  uint32_t *list = wr_arena_copy (arena, r->data, *count, sizeof *list);
  r->data += *count;
  r->left -= *count;
  return list;
}

static void take_explanation (struct reader *r, wr_arena *arena, struct wr_explanation *e) {
  uint32_t flags = take (r);
  *e = (struct wr_explanation){.queries = take (r)};
  e->known = flags & 1;
  e->vacuous = flags & 2;
  e->minimal = flags & 4;
  e->complete = flags & 8;
  e->limited = flags & 16;
  e->has_own = flags & 32;
  e->terms = flags & 128;
  e->core = take_list (r, arena, &e->core_count);
  if (flags & 64) {
    e->need = WR_NEW (arena, enum wr_need, e->core_count);
    for (uint32_t i = 0; i < e->core_count; i++) {
      uint32_t need = take (r);
      r->bad |= need > WR_NEED_LIMIT;
      e->need[i] = (enum wr_need)need;
    }
  }
  e->own = take_list (r, arena, &e->own_count);
  e->alternative_count = take (r);
  if (e->alternative_count > r->left) r->bad = true;
  if (!r->bad) e->alternatives = WR_NEW (arena, struct wr_alternative, e->alternative_count);
  for (uint32_t i = 0; i < e->alternative_count && !r->bad; i++) {
    e->alternatives[i].instead_of = take (r);
    e->alternatives[i].use = take_list (r, arena, &e->alternatives[i].use_count);
  }
  e->cores_count = take (r);
  if (e->cores_count > r->left + 1) r->bad = true;
  if (!r->bad) e->cores = WR_NEW (arena, struct wr_label_list, e->cores_count);
  for (uint32_t i = 0; i < e->cores_count && !r->bad; i++)
    e->cores[i].labels = take_list (r, arena, &e->cores[i].count);
}

static void take_proved (struct reader *r, wr_arena *arena, struct wr_session_message *out) {
  struct proof_cost cost = {0};
  out->goal = take (r);
  out->answer =
      (struct wr_answer){.status = WR_STATUS_UNSAT, .together = take (r), .has_core = true};
  uint32_t words = (uint32_t)(sizeof cost / sizeof *r->data);
  if (r->left < words) {
    r->bad = true;
    return;
  }
  memcpy (&cost, r->data, sizeof cost);
  r->data += words;
  r->left -= words;
  out->answer.seconds = cost.seconds;
  out->answer.resources = cost.resources;
  out->cpu = cost.cpu;
  out->answer.core = take_list (r, arena, &out->answer.core_count);
}

bool wr_session_read (const void *data, size_t size, wr_arena *arena,
                      struct wr_session_message *out) {
  uint32_t *copy = wr_arena_copy (arena, data, size, 1);
  struct reader r = {copy, size / sizeof *copy, size % sizeof *copy != 0};
  *out = (struct wr_session_message){.kind = (enum wr_session_frame)take (&r)};
  switch (out->kind) {
  case WR_SESSION_AT: out->goal = take (&r); break;
  case WR_SESSION_GOAL:
    out->goal = take (&r);
    take_explanation (&r, arena, &out->explanation);
    break;
  case WR_SESSION_PROVED: take_proved (&r, arena, out); break;
  case WR_SESSION_COST:
    if (r.left * sizeof *copy != sizeof out->cost) return false;
    memcpy (&out->cost, r.data, sizeof out->cost);
    r.left = 0;
    break;
  default: return false;
  }
  return !r.bad && !r.left;
}
