#include "solve/answer.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

static void put (wr_buf *out, const void *data, size_t size) {
  wr_buf_add (out, (wr_str){data, size});
}
void wr_put_u32 (wr_buf *out, uint32_t value) { put (out, &value, sizeof value); }
void wr_put_u64 (wr_buf *out, uint64_t value) { put (out, &value, sizeof value); }
void wr_put_double (wr_buf *out, double value) { put (out, &value, sizeof value); }
void wr_put_str (wr_buf *out, wr_str text) {
  wr_put_u32 (out, (uint32_t)text.len);
  wr_buf_add (out, text);
}

static bool get (struct wr_bytes *in, void *data, size_t size) {
  memset (data, 0, size);
  if (in->bad || in->left < size) return in->bad = true, false;
  memcpy (data, in->at, size);
  in->at += size;
  in->left -= size;
  return true;
}

uint32_t wr_get_u32 (struct wr_bytes *in) {
  uint32_t value;
  get (in, &value, sizeof value);
  return value;
}
uint64_t wr_get_u64 (struct wr_bytes *in) {
  uint64_t value;
  get (in, &value, sizeof value);
  return value;
}
double wr_get_double (struct wr_bytes *in) {
  double value;
  get (in, &value, sizeof value);
  return value;
}

wr_str wr_get_str (struct wr_bytes *in) {
  uint32_t len = wr_get_u32 (in);
  if (in->bad || in->left < len) return in->bad = true, (wr_str){0};
  wr_str text = {(const char *)in->at, len};
  in->at += len;
  in->left -= len;
  return text;
}

enum { HAS_CORE = 1, HAS_MODEL = 2, CLOCK_OF_STEPS = 4, ALL_FLAGS = 7 };

/* What every answer satisfies, whoever wrote it: only a proof has a core, and the cost is a number. */
static bool consistent (const struct wr_answer *answer) {
  if (answer->status <= WR_STATUS_NONE || answer->status >= WR_STATUS_COUNT) return false;
  if (answer->has_core && answer->status != WR_STATUS_UNSAT) return false;
  if (!answer->has_core && answer->core_count) return false;
  if (answer->clock_of_steps && answer->status != WR_STATUS_TIME) return false;
  return isfinite (answer->seconds) && answer->seconds >= 0;
}

void wr_answer_write (wr_buf *out, const struct wr_answer *answer) {
  WR_ASSERT (consistent (answer));
  wr_put_u32 (out, answer->status);
  wr_put_u32 (out, (answer->has_core ? HAS_CORE : 0) | (answer->has_model ? HAS_MODEL : 0) |
                       (answer->clock_of_steps ? CLOCK_OF_STEPS : 0));
  wr_put_u32 (out, answer->together);
  wr_put_u64 (out, answer->resources);
  wr_put_double (out, answer->seconds);
  wr_put_str (out, answer->detail);
  wr_put_u32 (out, answer->core_count);
  for (uint32_t i = 0; i < answer->core_count; i++) wr_put_u32 (out, answer->core[i]);
  wr_put_u32 (out, answer->choice_count);
  for (uint32_t i = 0; i < answer->choice_count; i++)
    wr_buf_add_char (out, answer->choices[i] ? 1 : 0);
  wr_put_u32 (out, answer->value_count);
  for (uint32_t i = 0; i < answer->value_count; i++) {
    wr_put_u32 (out, answer->values[i].var.ix);
    wr_put_u32 (out, answer->values[i].func.ix);
    wr_put_str (out, answer->values[i].text);
  }
}

/* Reads a count of items; it is bad if the rest cannot hold that many items of `size` bytes. */
static uint32_t get_count (struct wr_bytes *in, size_t size) {
  uint32_t count = wr_get_u32 (in);
  if (count > in->left / size) in->bad = true;
  return in->bad ? 0 : count;
}

bool wr_answer_read (const void *data, size_t size, wr_arena *arena, struct wr_answer *answer) {
  struct wr_bytes in = {data, size, false};
  *answer = (struct wr_answer){0};
  uint32_t status = wr_get_u32 (&in);
  if (status == WR_STATUS_NONE || status >= WR_STATUS_COUNT) return false;
  answer->status = (enum wr_status)status;
  uint32_t flags = wr_get_u32 (&in);
  if (flags & ~(uint32_t)ALL_FLAGS) return false;
  answer->has_core = flags & HAS_CORE;
  answer->has_model = flags & HAS_MODEL;
  answer->clock_of_steps = flags & CLOCK_OF_STEPS;
  answer->together = wr_get_u32 (&in);
  answer->resources = wr_get_u64 (&in);
  answer->seconds = wr_get_double (&in);
  answer->detail = wr_str_keep (arena, wr_get_str (&in));
  answer->core_count = get_count (&in, sizeof (uint32_t));
  answer->core = WR_NEW (arena, uint32_t, answer->core_count);
  for (uint32_t i = 0; i < answer->core_count; i++) answer->core[i] = wr_get_u32 (&in);
  answer->choice_count = get_count (&in, 1);
  answer->choices = WR_NEW (arena, bool, answer->choice_count);
  for (uint32_t i = 0; i < answer->choice_count; i++) {
    unsigned char byte;
    get (&in, &byte, 1);
    answer->choices[i] = byte != 0;
  }
  answer->value_count = get_count (&in, 3 * sizeof (uint32_t));
  answer->values = WR_NEW (arena, struct wr_model_value, answer->value_count);
  for (uint32_t i = 0; i < answer->value_count; i++) {
    answer->values[i].var.ix = wr_get_u32 (&in);
    answer->values[i].func.ix = wr_get_u32 (&in);
    answer->values[i].text = wr_str_keep (arena, wr_get_str (&in));
  }
  return !in.bad && in.left == 0 && consistent (answer);
}

/* -- answers about several goals ---------------------------------------------------------------------- */

void wr_answer_share (struct wr_answer *answer, uint32_t goals) {
  WR_ASSERT (goals > 0 && answer->status == WR_STATUS_UNSAT);
  answer->resources = (answer->resources + goals - 1) / goals;
  answer->seconds /= goals;
  answer->together = goals;
}

void wr_answer_keep_own (struct wr_answer *answer, const wr_vc *vc, uint32_t goal,
                         wr_arena *arena) {
  wr_u32s labels = {0};
  wr_bitset can = {0};
  wr_vc_goal_labels (vc, goal, &labels);
  for (uint32_t i = 0; i < labels.len; i++) wr_bitset_set (&can, labels.data[i], true);
  WR_VEC_FREE (&labels);
  uint32_t *kept = WR_NEW (arena, uint32_t, answer->core_count), count = 0;
  for (uint32_t i = 0; i < answer->core_count; i++)
    if (wr_bitset_has (&can, answer->core[i])) kept[count++] = answer->core[i];
  wr_bitset_free (&can);
  for (uint32_t i = 1; i < count; i++) WR_ASSERT (kept[i - 1] < kept[i]);
  answer->core = kept;
  answer->core_count = count;
}
