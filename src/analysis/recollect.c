#include "analysis/recollect.h"

#include "analysis/reach.h"
#include "base/check.h"
#include "solve/cache.h"

#include <string.h>

/* The format of the stored bytes and of the rules by which cores are chosen.  A change of either increments it. */
enum { FORMAT = 21 };

#define AXIOM (1u << 31) /* marks an index of an axiom */

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
  seen->vc = wr_vc_build (b->vc->core, wr_probe_graph (b->passive, r->no, r->arena), r->arena);
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

/* -- labels ----------------------------------------------------------------------------------------- */

/* UINT32_MAX: the label belongs neither to the procedure nor to an axiom. */
static uint32_t local_of (const wr_recollection *r, const wr_vc *vc, uint32_t label) {
  uint64_t axiom;
  WR_ASSERT (label);
  if (wr_map_get (&r->axioms, label, &axiom)) return (uint32_t)axiom | AXIOM;
  return wr_vc_rank (vc, label);
}

/* 0: there is no such label. */
static uint32_t label_of (const wr_recollection *r, const wr_vc *vc, uint32_t local) {
  const wr_core *core = r->cover->result->core;
  if (local & AXIOM)
    return (local & ~AXIOM) < core->axioms.len ? core->axioms.data[local & ~AXIOM].label.ix : 0;
  return local < vc->label_count ? vc->labels[local].ix : 0;
}

/* -- bytes ------------------------------------------------------------------------------------------ */

struct coder {
  const wr_recollection *r;
  const wr_vc *vc;
  wr_u32s words; /* writing */
  const uint32_t *at, *end;
  bool bad;
};

static void put_labels (struct coder *c, const uint32_t *labels, uint32_t count) {
  WR_VEC_PUSH (&c->words, count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t local = local_of (c->r, c->vc, labels[i]);
    c->bad |= local == UINT32_MAX;
    WR_VEC_PUSH (&c->words, local);
  }
}

static void put (struct coder *c, const struct wr_explanation *e) {
  WR_ASSERT (!e->cores_count && !e->first); /* --all-cores and --cores=fast are not cached */
  WR_VEC_PUSH (&c->words,
               (uint32_t)(e->known | e->vacuous << 1 | e->minimal << 2 | e->complete << 3 |
                          e->limited << 4 | e->has_own << 5 | (e->need != NULL) << 6));
  WR_VEC_PUSH (&c->words, e->queries);
  put_labels (c, e->core, e->core_count);
  for (uint32_t i = 0; e->need && i < e->core_count; i++)
    WR_VEC_PUSH (&c->words, (uint32_t)e->need[i]);
  put_labels (c, e->own, e->own_count);
  WR_VEC_PUSH (&c->words, e->alternative_count);
  for (uint32_t i = 0; i < e->alternative_count; i++) {
    put_labels (c, &e->alternatives[i].instead_of, 1);
    put_labels (c, e->alternatives[i].use, e->alternatives[i].use_count);
  }
}

static uint32_t take (struct coder *c) {
  if (c->at == c->end) {
    c->bad = true;
    return 0;
  }
  return *c->at++;
}

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static uint32_t *take_labels (struct coder *c, uint32_t *count) {
  *count = take (c);
  if (*count > (size_t)(c->end - c->at)) {
    c->bad = true;
    *count = 0;
  }
  uint32_t *labels = WR_NEW (c->r->arena, uint32_t, *count);
  for (uint32_t i = 0; i < *count; i++) {
    labels[i] = label_of (c->r, c->vc, take (c));
    c->bad |= !labels[i];
  }
  return labels;
}

struct member {
  uint32_t label;
  enum wr_need need;
};

static int by_label (const void *a, const void *b) {
  return by_number (&((const struct member *)a)->label, &((const struct member *)b)->label);
}

/* Cores are sorted again, because the order of the axioms in the file may have changed. */
static void sort_core (struct wr_explanation *e) {
  struct member *members = wr_alloc (e->core_count + 1, sizeof *members);
  for (uint32_t i = 0; i < e->core_count; i++)
    members[i] = (struct member){e->core[i], e->need ? e->need[i] : WR_NEED_NONE};
  if (e->core_count) qsort (members, e->core_count, sizeof *members, by_label);
  for (uint32_t i = 0; i < e->core_count; i++) {
    e->core[i] = members[i].label;
    if (e->need) e->need[i] = members[i].need;
  }
  free (members);
  if (e->own_count) qsort (e->own, e->own_count, sizeof *e->own, by_number);
}

static struct wr_explanation get (struct coder *c) {
  uint32_t flags = take (c);
  struct wr_explanation e = {.queries = take (c)};
  e.known = flags & 1;
  e.vacuous = flags & 2;
  e.minimal = flags & 4;
  e.complete = flags & 8;
  e.limited = flags & 16;
  e.has_own = flags & 32;
  e.core = take_labels (c, &e.core_count);
  if (flags & 64) {
    e.need = WR_NEW (c->r->arena, enum wr_need, e.core_count);
    for (uint32_t i = 0; i < e.core_count; i++) {
      uint32_t need = take (c);
      c->bad |= need > WR_NEED_LIMIT;
      e.need[i] = (enum wr_need)need;
    }
  }
  e.own = take_labels (c, &e.own_count);
  e.alternative_count = take (c);
  if (e.alternative_count > (size_t)(c->end - c->at)) {
    c->bad = true;
    e.alternative_count = 0;
  }
  e.alternatives = WR_NEW (c->r->arena, struct wr_alternative, e.alternative_count);
  for (uint32_t i = 0; i < e.alternative_count && !c->bad; i++) {
    uint32_t one;
    const uint32_t *instead = take_labels (c, &one);
    c->bad |= one != 1;
    if (one) e.alternatives[i].instead_of = instead[0];
    e.alternatives[i].use = take_labels (c, &e.alternatives[i].use_count);
    if (e.alternatives[i].use_count)
      qsort (e.alternatives[i].use, e.alternatives[i].use_count, sizeof (uint32_t), by_number);
  }
  sort_core (&e);
  return e;
}

static void put_cost (struct coder *c, const struct wr_cover_cost *cost) {
  add_word (&c->words, (uint64_t)(cost->cpu * 1e6));
  add_word (&c->words, cost->resources);
  add_word (&c->words, cost->queries);
}

static uint64_t take_word (struct coder *c) {
  uint64_t low = take (c);
  return low | (uint64_t)take (c) << 32;
}

static void take_cost (struct coder *c, struct wr_cover_cost *cost) {
  *cost = (struct wr_cover_cost){.cpu = (double)take_word (c) * 1e-6};
  cost->resources = take_word (c);
  cost->queries = take_word (c);
}

/* -- bodies ----------------------------------------------------------------------------------------- */

bool wr_recollect (wr_recollection *r, uint32_t body) {
  const struct wr_body_result *b = body_of (r, body);
  wr_buf bytes = {0};
  if (!b->has_digest) return false;
  const struct seen *seen = look_at (r, body);
  struct wr_digest key = key_of (r, body, seen);
  bool found = wr_cache_get (r->cache, &key, &bytes) && bytes.len % sizeof (uint32_t) == 0;
  if (found) {
    uint32_t goals = b->passive->goal_count, all = goals + b->passive->block_count;
    const uint32_t *words = wr_arena_copy (r->arena, bytes.data, bytes.len, 1);
    struct coder c = {.r = r, .vc = seen->vc, .at = words};
    c.end = words + bytes.len / sizeof *words;
    struct wr_explanation *list = WR_NEW (r->arena, struct wr_explanation, all);
    for (uint32_t i = 0; i < all && !c.bad; i++) list[i] = get (&c);
    take_cost (&c, &r->cover->before[body]);
    found = !c.bad && c.at == c.end;
    if (found) {
      r->cover->goals[body] = list;
      r->cover->blocks[body] = list + goals;
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
  struct coder c = {.r = r, .vc = seen->vc};
  for (uint32_t i = 0; i < b->passive->goal_count; i++) put (&c, &r->cover->goals[body][i]);
  for (uint32_t i = 0; i < b->passive->block_count; i++) put (&c, &r->cover->blocks[body][i]);
  put_cost (&c, &r->cover->costs[body]);
  struct wr_digest key = key_of (r, body, seen);
  if (!c.bad)
    wr_cache_put (r->cache, &key,
                  (wr_str){(const char *)c.words.data, c.words.len * sizeof *c.words.data});
  WR_VEC_FREE (&c.words);
}
