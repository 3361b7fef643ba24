/* solve/profile.c -- profiles as bytes (solve/profile.h). */
#include "solve/profile.h"

#include "base/check.h"
#include "solve/answer.h"

void wr_profile_write (wr_buf *out, const wr_profile *profile) {
  wr_put_u64 (out, profile->instances);
  wr_put_u32 (out, profile->quant_count);
  for (uint32_t i = 0; i < profile->quant_count; i++) {
    const struct wr_profile_quant *q = &profile->quants[i];
    wr_put_u32 (out, q->expr.ix);
    wr_put_u32 (out, q->lambda.ix);
    wr_put_u64 (out, q->instances);
    wr_put_u32 (out, q->generation);
    wr_put_str (out, q->trigger);
  }
  wr_put_u32 (out, profile->edge_count);
  for (uint32_t i = 0; i < profile->edge_count; i++) {
    WR_ASSERT (profile->edges[i].from < profile->quant_count);
    WR_ASSERT (profile->edges[i].to < profile->quant_count);
    wr_put_u32 (out, profile->edges[i].from);
    wr_put_u32 (out, profile->edges[i].to);
    wr_put_u64 (out, profile->edges[i].count);
  }
  wr_put_u32 (out, profile->chain_count);
  for (uint32_t i = 0; i < profile->chain_count; i++) wr_put_u32 (out, profile->chain[i]);
}

/* A count of items of at least `size` bytes; bad if the rest cannot hold them. */
static uint32_t get_count (struct wr_bytes *in, size_t size) {
  uint32_t count = wr_get_u32 (in);
  if (count > in->left / size) in->bad = true;
  return in->bad ? 0 : count;
}

/* The number of a quantifier. */
static uint32_t get_quant (struct wr_bytes *in, const wr_profile *profile) {
  uint32_t quant = wr_get_u32 (in);
  if (quant >= profile->quant_count) in->bad = true;
  return quant;
}

bool wr_profile_get (wr_str bytes, wr_arena *arena, wr_profile *profile) {
  struct wr_bytes in = {(const unsigned char *)bytes.ptr, bytes.len, false};
  *profile = (wr_profile){.instances = wr_get_u64 (&in)};
  profile->quant_count = get_count (&in, 6 * sizeof (uint32_t));
  profile->quants = WR_NEW (arena, struct wr_profile_quant, profile->quant_count);
  for (uint32_t i = 0; i < profile->quant_count; i++) {
    struct wr_profile_quant *q = &profile->quants[i];
    q->expr.ix = wr_get_u32 (&in);
    q->lambda.ix = wr_get_u32 (&in);
    q->instances = wr_get_u64 (&in);
    q->generation = wr_get_u32 (&in);
    q->trigger = wr_str_keep (arena, wr_get_str (&in));
  }
  profile->edge_count = get_count (&in, 4 * sizeof (uint32_t));
  profile->edges = WR_NEW (arena, struct wr_profile_edge, profile->edge_count);
  for (uint32_t i = 0; i < profile->edge_count; i++) {
    profile->edges[i].from = get_quant (&in, profile);
    profile->edges[i].to = get_quant (&in, profile);
    profile->edges[i].count = wr_get_u64 (&in);
  }
  profile->chain_count = get_count (&in, sizeof (uint32_t));
  profile->chain = WR_NEW (arena, uint32_t, profile->chain_count);
  for (uint32_t i = 0; i < profile->chain_count; i++) profile->chain[i] = get_quant (&in, profile);
  return !in.bad && !in.left;
}
