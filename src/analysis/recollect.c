#include "analysis/recollect.h"

#include "analysis/explained_bytes.h"
#include "analysis/reach.h"
#include "base/check.h"
#include "solve/cache.h"

#include <string.h>

/* The format of the stored bytes and of the rules by which cores are chosen.  A change of either increments it. */
enum { FORMAT = 21 };

/* The formula that pass 2 asks about. */
struct seen {
  const wr_vc *vc; /* NULL: not made yet */
  struct wr_digest digest;
};

struct wr_recollection {
  wr_cover *cover;
  wr_result *result;
  const struct wr_cover_options *options;
  wr_arena *arena;
  wr_cache *cache;
  wr_map axioms; /* label -> index */
  wr_expr no;
  struct seen *bodies;
};

wr_recollection *wr_recollect_begin (wr_cover *cover, wr_result *result,
                                     const struct wr_cover_options *options, wr_expr no,
                                     wr_arena *arena) {
  if (!options->cache_path) return NULL;
  wr_recollection *r = wr_alloc (1, sizeof *r);
  *r = (wr_recollection){
      .cover = cover, .result = result, .options = options, .no = no, .arena = arena};
  r->bodies = WR_NEW (arena, struct seen, result->body_count);
  r->cache = wr_cache_open_as (options->cache_path, options->cache_read_only);
  const wr_core *core = cover->result->core;
  for (uint32_t i = 0; i < core->axioms.len; i++)
    if (core->axioms.data[i].label.ix) wr_map_put (&r->axioms, core->axioms.data[i].label.ix, i);
  return r;
}

void wr_recollect_end (wr_recollection *r) {
  if (!r) return;
  wr_cache_close (r->cache);
  wr_map_free (&r->axioms);
  free (r);
}

static const struct wr_body_result *body_of (const wr_recollection *r, uint32_t body) {
  return &r->cover->result->bodies[body];
}

static void add_word (wr_u32s *words, uint64_t value) {
  WR_VEC_PUSH (words, (uint32_t)value);
  WR_VEC_PUSH (words, (uint32_t)(value >> 32));
}

/* If reachability is asked about, the formula includes code after the last goal, which the formula of pass 1 does not. */
static const struct seen *look_at (wr_recollection *r, uint32_t body) {
  const struct wr_body_result *b = body_of (r, body);
  struct seen *seen = &r->bodies[body];
  if (seen->vc) return seen;
  seen->vc = b->vc;
  seen->digest = b->digest;
  if (r->options->effort != WR_CORES_MUST) return seen;
  seen->vc =
      wr_vc_build (b->vc->core, wr_probe_graph (b->passive, r->no, r->arena), NULL, r->arena);
  seen->digest =
      wr_content_of ((wr_str){(const char *)b->digest.bytes, sizeof b->digest.bytes}, seen->vc);
  return seen;
}

static struct wr_digest key_of (const wr_recollection *r, uint32_t body, const struct seen *seen) {
  const struct wr_body_result *b = body_of (r, body);
  const wr_labels *labels = &b->vc->core->labels;
  wr_u32s words = {0};
  WR_VEC_PUSH (&words, FORMAT);
  WR_VEC_PUSH (&words, (uint32_t)r->options->effort);
  add_word (&words, (uint64_t)(r->options->timeout * 1000));
  WR_VEC_PUSH (&words, b->passive->goal_count);
  for (uint32_t i = 0; i < b->passive->goal_count; i++)
    WR_VEC_PUSH (&words, (uint32_t)b->goals[i].verdict);
  for (uint32_t i = 0; r->options->only && i < b->passive->goal_count; i++)
    WR_VEC_PUSH (&words, 2u + wr_cover_asks (r->options, b, i));
  for (uint32_t i = 0; i < b->passive->block_count; i++)
    WR_VEC_PUSH (&words, b->passive->blocks[i].item_count);
  for (uint32_t i = 0; i < seen->vc->label_count; i++) {
    const struct wr_label_info *info = wr_label_info (labels, seen->vc->labels[i]);
    WR_VEC_PUSH (&words, (uint32_t)info->role | (uint32_t)info->cls << 8);
  }
  wr_str parts[3] = {{(const char *)seen->digest.bytes, sizeof seen->digest.bytes},
                     WR_LIT ("explanations"),
                     {(const char *)words.data, words.len * sizeof *words.data}};
  struct wr_digest key = wr_digest_of (parts, 3);
  WR_VEC_FREE (&words);
  return key;
}

static struct wr_numbering numbering (const wr_recollection *r, const wr_vc *vc) {
  return (struct wr_numbering){r->cover->result->core, vc, &r->axioms};
}

/* -- bodies ----------------------------------------------------------------------------------------- */

bool wr_recollect (wr_recollection *r, uint32_t body) {
  const struct wr_body_result *b = body_of (r, body);
  wr_buf bytes = {0};
  if (!b->has_digest) return false;
  const struct seen *seen = look_at (r, body);
  struct wr_digest key = key_of (r, body, seen);
  bool found = wr_cache_get (r->cache, &key, &bytes);
  if (found) {
    uint32_t goals = b->passive->goal_count;
    struct wr_explained list = {.count = goals + b->passive->block_count};
    struct wr_numbering labels = numbering (r, seen->vc);
    found = wr_explained_read (wr_buf_str (&bytes), &labels, r->arena, &list) &&
            wr_explained_fit (&list, b->passive);
    if (found) {
      r->cover->goals[body] = list.data;
      r->cover->blocks[body] = list.data + goals;
      r->cover->before[body] = list.cost;
    }
  }
  wr_buf_free (&bytes);
  return found;
}

void wr_recollect_keep (wr_recollection *r, uint32_t body) {
  const struct wr_body_result *b = body_of (r, body);
  WR_ASSERT (r->cover->goals[body] && r->cover->blocks[body]);
  if (!b->has_digest) return;
  const struct seen *seen = look_at (r, body);
  uint32_t goals = b->passive->goal_count, blocks = b->passive->block_count;
  struct wr_explained list = {.count = goals + blocks, .cost = r->cover->costs[body]};
  list.data = wr_alloc (list.count + 1, sizeof *list.data);
  for (uint32_t i = 0; i < goals; i++) list.data[i] = r->cover->goals[body][i];
  for (uint32_t i = 0; i < blocks; i++) list.data[goals + i] = r->cover->blocks[body][i];
  struct wr_numbering labels = numbering (r, seen->vc);
  struct wr_digest key = key_of (r, body, seen);
  wr_buf bytes = {0};
  if (wr_explained_write (&bytes, &labels, &list))
    wr_cache_put (r->cache, &key, wr_buf_str (&bytes));
  wr_buf_free (&bytes);
  free (list.data);
}
