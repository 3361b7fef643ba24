#include "analysis/explained_bytes.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

#define AXIOM (1u << 31) /* marks an index of an axiom */

static void add_word (wr_u32s *words, uint64_t value) {
  WR_VEC_PUSH (words, (uint32_t)value);
  WR_VEC_PUSH (words, (uint32_t)(value >> 32));
}

/* -- labels ----------------------------------------------------------------------------------------- */

/* UINT32_MAX: the label belongs neither to the procedure nor to an axiom. */
static uint32_t local_of (const struct wr_numbering *n, uint32_t label) {
  uint64_t axiom;
  WR_ASSERT (label);
  if (wr_map_get (n->axioms, label, &axiom)) return (uint32_t)axiom | AXIOM;
  return wr_vc_rank (n->vc, label);
}

/* 0: there is no such label. */
static uint32_t label_of (const struct wr_numbering *n, uint32_t local) {
  const wr_core *core = n->core;
  if (local & AXIOM)
    return (local & ~AXIOM) < core->axioms.len ? core->axioms.data[local & ~AXIOM].label.ix : 0;
  return local < n->vc->label_count ? n->vc->labels[local].ix : 0;
}

/* -- bytes ------------------------------------------------------------------------------------------ */

struct coder {
  const struct wr_numbering *labels;
  wr_arena *arena; /* reading */
  wr_u32s words;   /* writing */
  const uint32_t *at, *end;
  bool bad;
};

static void put_labels (struct coder *c, const uint32_t *labels, uint32_t count) {
  WR_VEC_PUSH (&c->words, count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t local = local_of (c->labels, labels[i]);
    c->bad |= local == UINT32_MAX;
    WR_VEC_PUSH (&c->words, local);
  }
}

static void put (struct coder *c, const struct wr_explanation *e) {
  WR_ASSERT (!e->cores_count && !e->first); /* --all-cores and --cores=fast are not cached */
  WR_VEC_PUSH (&c->words, (uint32_t)(e->known | e->vacuous << 1 | e->minimal << 2 |
                                     e->complete << 3 | e->limited << 4 | e->has_own << 5 |
                                     (e->need != NULL) << 6 | e->terms << 7));
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

/* A list has each label once. */
static void check_once (struct coder *c, const uint32_t *sorted, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) c->bad |= sorted[i] == sorted[i - 1];
}

static uint32_t *take_labels (struct coder *c, uint32_t *count) {
  *count = take (c);
  if (*count > (size_t)(c->end - c->at)) {
    c->bad = true;
    *count = 0;
  }
  uint32_t *labels = WR_NEW (c->arena, uint32_t, *count);
  for (uint32_t i = 0; i < *count; i++) {
    labels[i] = label_of (c->labels, take (c));
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
static void sort_core (struct coder *c, struct wr_explanation *e) {
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
  check_once (c, e->core, e->core_count);
  check_once (c, e->own, e->own_count);
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
  e.terms = flags & 128;
  e.core = take_labels (c, &e.core_count);
  if (flags & 64) {
    e.need = WR_NEW (c->arena, enum wr_need, e.core_count);
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
  e.alternatives = WR_NEW (c->arena, struct wr_alternative, e.alternative_count);
  for (uint32_t i = 0; i < e.alternative_count && !c->bad; i++) {
    uint32_t one;
    const uint32_t *instead = take_labels (c, &one);
    c->bad |= one != 1;
    if (one) e.alternatives[i].instead_of = instead[0];
    e.alternatives[i].use = take_labels (c, &e.alternatives[i].use_count);
    if (e.alternatives[i].use_count)
      qsort (e.alternatives[i].use, e.alternatives[i].use_count, sizeof (uint32_t), by_number);
    check_once (c, e.alternatives[i].use, e.alternatives[i].use_count);
  }
  sort_core (c, &e);
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

/* -- all --------------------------------------------------------------------------------------------- */

bool wr_explained_write (wr_buf *out, const struct wr_numbering *labels,
                         const struct wr_explained *list) {
  struct coder c = {.labels = labels};
  for (uint32_t i = 0; i < list->count; i++) put (&c, &list->data[i]);
  put_cost (&c, &list->cost);
  wr_buf_add (out, (wr_str){(const char *)c.words.data, c.words.len * sizeof *c.words.data});
  WR_VEC_FREE (&c.words);
  return !c.bad;
}

static bool has_label (const uint32_t *labels, uint32_t count, uint32_t label) {
  for (uint32_t i = 0; i < count; i++)
    if (labels[i] == label) return true;
  return false;
}

bool wr_explained_fit (const struct wr_explained *list, const wr_passive *passive) {
  if (list->count != passive->goal_count + passive->block_count) return false;
  for (uint32_t i = 0; i < passive->goal_count; i++) {
    const struct wr_explanation *e = &list->data[i];
    uint32_t goal = passive->goals[i].label.ix;
    if (has_label (e->core, e->core_count, goal) || has_label (e->own, e->own_count, goal))
      return false;
  }
  return true;
}

bool wr_explained_read (wr_str bytes, const struct wr_numbering *labels, wr_arena *arena,
                        struct wr_explained *list) {
  if (bytes.len % sizeof (uint32_t)) return false;
  uint32_t *words = WR_NEW (arena, uint32_t, bytes.len / sizeof *words);
  if (bytes.len) memcpy (words, bytes.ptr, bytes.len);
  struct coder c = {.labels = labels, .arena = arena, .at = words};
  c.end = words + bytes.len / sizeof *words;
  list->data = WR_NEW (arena, struct wr_explanation, list->count);
  for (uint32_t i = 0; i < list->count && !c.bad; i++) list->data[i] = get (&c);
  take_cost (&c, &list->cost);
  return !c.bad && c.at == c.end;
}
