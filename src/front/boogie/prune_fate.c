/* What labels say about a piece of text: which of its roles are on. */
#include "front/boogie/lowering.h"
#include "front/boogie/pruning.h"

#include <string.h>

static struct bpl_fate *entry_at (bpl_pruning *pr, wr_map *map, wr_span span) {
  uint64_t key = WR_KEY2 (span.file, span.begin), first = wr_map_or (map, key, 0);
  for (uint64_t i = first; i; i = pr->entries.data[i - 1].next)
    if (pr->entries.data[i - 1].end == span.end) return &pr->entries.data[i - 1].fate;
  struct bpl_fate_entry entry = {.end = span.end, .next = (uint32_t)first};
  WR_VEC_PUSH (&pr->entries, entry);
  wr_map_put (map, key, pr->entries.len);
  return &WR_VEC_LAST (&pr->entries).fate;
}

static struct bpl_fate find (const bpl_pruning *pr, const wr_map *map, wr_span span) {
  uint64_t i = wr_map_or (map, WR_KEY2 (span.file, span.begin), 0);
  for (; i; i = pr->entries.data[i - 1].next)
    if (pr->entries.data[i - 1].end == span.end) return pr->entries.data[i - 1].fate;
  return (struct bpl_fate){0};
}

struct bpl_fate bpl_fate_of (const bpl_pruning *pr, wr_span text) {
  return find (pr, &pr->texts, text);
}

struct bpl_fate bpl_fate_of_call (const bpl_pruning *pr, wr_span call) {
  return find (pr, &pr->calls, call);
}

static void add (struct bpl_fate *fate, uint64_t bit, bool on) {
  fate->any |= bit;
  if (on) fate->on |= bit;
}

static bool occurs (wr_str text, wr_str word) {
  for (size_t i = 0; i + word.len <= text.len; i++)
    if (text.ptr[i] == word.ptr[0] && !memcmp (text.ptr + i, word.ptr, word.len)) return true;
  return false;
}

/* No text of the program has the prefix of new names. */
static wr_str choose_prefix (const bpl_pruning *pr) {
  wr_str prefix = WR_LIT ("any#");
  for (bool taken = true; taken;) {
    taken = false;
    for (uint32_t i = 1; i <= wr_sources_count (pr->program->sources) && !taken; i++)
      taken = occurs (wr_source_text (pr->program->sources, i), prefix);
    if (taken) prefix = wr_str_print (pr->arena, "%.*s#", WR_STR_ARGS (prefix));
  }
  return prefix;
}

void bpl_fates_find (bpl_pruning *pr) {
  const wr_labels *labels = &pr->how->core->labels;
  for (uint32_t i = 1; i < labels->infos.len; i++) {
    const struct wr_label_info *info = &labels->infos.data[i];
    bool on = !wr_bitset_has (pr->how->off, i);
    uint64_t bit = UINT64_C (1) << info->role;
    if (info->role == WR_ROLE_CONDITION && info->negative) bit = BPL_NEGATIVE;
    if (info->span.file) add (entry_at (pr, &pr->texts, info->span), bit, on);
    if (!info->site.ix) continue;
    const struct wr_site_info *site = wr_site_info (labels, info->site);
    if (site->kind == WR_SITE_CALL && site->span.file)
      add (entry_at (pr, &pr->calls, site->span), bit, on);
  }
  pr->fresh_prefix = choose_prefix (pr);
}

void bpl_fates_free (bpl_pruning *pr) {
  wr_map_free (&pr->texts);
  wr_map_free (&pr->calls);
  wr_map_free (&pr->called);
  wr_map_free (&pr->busy);
  wr_map_free (&pr->coded);
  WR_VEC_FREE (&pr->entries);
  WR_VEC_FREE (&pr->fresh);
}

/* -- conjunctions -------------------------------------------------------------------------------------- */

bpl_expr *bpl_and (bpl_pruning *pr, bpl_expr *a, bpl_expr *b) {
  bpl_expr *e = WR_NEW (pr->arena, bpl_expr, 1);
  e->kind = BPL_EXPR_BINARY;
  e->op = BPL_OP_AND;
  e->span = (wr_span){a->span.file, a->span.begin, b->span.end};
  e->at = b->span.begin;
  e->args.data = WR_NEW (pr->arena, bpl_expr *, 2);
  e->args.data[0] = a;
  e->args.data[1] = b;
  e->args.len = 2;
  return e;
}

void bpl_parts_of (bpl_pruning *pr, bpl_expr *e, wr_span whole,
                   enum bpl_keep (*judge) (const void *ctx, struct bpl_fate fate), const void *ctx,
                   bpl_parts *out) {
  bpl_conjuncts conjuncts = {0};
  bpl_split (e, &conjuncts);
  bool alone = conjuncts.len == 1, same = true;
  enum bpl_keep first = BPL_DROP;
  uint32_t start = out->len;
  for (uint32_t i = 0; i < conjuncts.len; i++) {
    bpl_expr *part = (bpl_expr *)conjuncts.data[i];
    enum bpl_keep keep = judge (ctx, bpl_fate_of (pr, alone ? whole : part->span));
    if (!i) first = keep;
    same &= keep == first;
    bool goes_on = out->len > start && WR_VEC_LAST (out).keep == keep;
    if (goes_on)
      WR_VEC_LAST (out).expr = bpl_and (pr, WR_VEC_LAST (out).expr, part);
    else
      WR_VEC_PUSH (out, ((struct bpl_part){part, keep}));
  }
  if (same) { /* as it was written, parentheses included */
    out->len = start;
    WR_VEC_PUSH (out, ((struct bpl_part){e, first}));
  }
  WR_VEC_FREE (&conjuncts);
}
