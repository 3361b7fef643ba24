#include "report/diff.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

struct change_info {
  const char *word, *title;
  bool worse;
};
static const struct change_info change_table[] = {
#define X(name, word, title, worse) {word, title, worse},
    WR_CHANGES (X)
#undef X
};

const char *wr_change_word (enum wr_change_kind kind) { return change_table[kind].word; }
const char *wr_change_title (enum wr_change_kind kind) { return change_table[kind].title; }
bool wr_change_is_worse (enum wr_change_kind kind) { return change_table[kind].worse; }

/* -- matching ---------------------------------------------------------------------------------- */

#define NO_MATCH UINT32_MAX

/* Rows at a distance of `stride` bytes; match[i] is the row of the other side. */
struct side {
  const char *rows;
  size_t stride;
  uint32_t count;
  uint32_t *match;
};

static const struct wr_doc_row *row_at (const struct side *side, uint32_t i) {
  return (const void *)(side->rows + i * side->stride);
}

enum level { BY_PATH, BY_NAME, BY_CLAUSE, BY_TAIL, LEVELS };

/* What comes after the procedure. */
static wr_str tail_of (const struct wr_doc_row *row) {
  size_t own = row->procedure.len;
  bool prefixed = own && own < row->name.len && wr_str_starts (row->name, row->procedure) &&
                  row->name.ptr[own] == '/';
  return prefixed ? (wr_str){row->name.ptr + own, row->name.len - own} : row->name;
}

/* Without the callee. */
static wr_str clause_of (const struct wr_doc_row *row) {
  const char *at = row->name.len ? memchr (row->name.ptr, '@', row->name.len) : NULL;
  return at ? (wr_str){row->name.ptr, (size_t)(at - row->name.ptr)} : row->name;
}

static uint64_t key_of (const struct wr_doc_row *row, enum level level) {
  switch (level) {
  case BY_PATH: return wr_str_hash (row->name, wr_str_hash (row->path, 1));
  case BY_NAME: return wr_str_hash (row->name, 2);
  case BY_CLAUSE: return wr_str_hash (clause_of (row), 4);
  case BY_TAIL: return wr_str_hash (tail_of (row), 3);
  case LEVELS: break;
  }
  WR_UNREACHABLE ();
}

static bool same_key (const struct wr_doc_row *a, const struct wr_doc_row *b, enum level level) {
  switch (level) {
  case BY_PATH: return wr_str_equal (a->name, b->name) && wr_str_equal (a->path, b->path);
  case BY_NAME: return wr_str_equal (a->name, b->name);
  case BY_CLAUSE: return wr_str_equal (clause_of (a), clause_of (b));
  case BY_TAIL: return wr_str_equal (tail_of (a), tail_of (b));
  case LEVELS: break;
  }
  WR_UNREACHABLE ();
}

/* Key -> its first free row; next[i] is the next row with the key of row i. */
static void index_free (const struct side *side, enum level level, wr_map *first, uint32_t *next) {
  for (uint32_t i = side->count; i-- > 0;) {
    if (side->match[i] != NO_MATCH) continue;
    uint64_t key = key_of (row_at (side, i), level);
    next[i] = (uint32_t)wr_map_or (first, key, NO_MATCH);
    wr_map_put (first, key, i);
  }
}

/* How many free rows come from `at` on in the chain of a key. */
static uint32_t chain_length (const uint32_t *next, uint32_t at) {
  uint32_t length = 0;
  for (; at != NO_MATCH; at = next[at]) length++;
  return length;
}

/* Rows with equal paths and names are matched in order. Rows with equal names (in a file that was moved) and
   clauses of a renamed callee are matched if both sides have the same number of them. With less evidence, rows are
   matched only if the match is unique. */
static void match_sides (struct side *before, struct side *after) {
  uint32_t *old_next = wr_alloc (before->count + 1, sizeof *old_next);
  uint32_t *new_next = wr_alloc (after->count + 1, sizeof *new_next);
  for (enum level level = BY_PATH; level < LEVELS; level++) {
    wr_map old = {0}, new = {0};
    index_free (before, level, &old, old_next);
    index_free (after, level, &new, new_next);
    for (uint32_t i = 0; i < after->count; i++) {
      if (after->match[i] != NO_MATCH) continue;
      uint64_t key = key_of (row_at (after, i), level);
      uint32_t at = (uint32_t)wr_map_or (&old, key, NO_MATCH);
      if (at == NO_MATCH || !same_key (row_at (before, at), row_at (after, i), level)) continue;
      if (level != BY_PATH) {
        uint32_t choices = chain_length (old_next, at);
        uint32_t head = (uint32_t)wr_map_or (&new, key, NO_MATCH);
        if (head != i || chain_length (new_next, i) != choices) continue;
        if (level == BY_TAIL && choices > 1) continue;
      }
      before->match[at] = i;
      after->match[i] = at;
      wr_map_put (&old, key, old_next[at]);
      wr_map_put (&new, key, new_next[i]);
    }
    wr_map_free (&old);
    wr_map_free (&new);
  }
  free (old_next);
  free (new_next);
}

static struct side side_of (const void *rows, size_t stride, uint32_t count, wr_arena *arena) {
  struct side side = {rows, stride, count, WR_NEW (arena, uint32_t, count)};
  for (uint32_t i = 0; i < count; i++) side.match[i] = NO_MATCH;
  return side;
}

/* -- changes ----------------------------------------------------------------------------------- */

struct differ {
  wr_arena *arena;
  const wr_doc *before, *after;
  struct side old_leaves, new_leaves;
  WR_VEC (struct wr_change) changes;
};

static void add (struct differ *d, enum wr_change_kind kind, const struct wr_doc_row *row,
                 const char *before, const char *after) {
  WR_VEC_PUSH (&d->changes,
               ((struct wr_change){.kind = kind, .row = row, .before = before, .after = after}));
}

static void add_goal (struct differ *d, enum wr_change_kind kind, const struct wr_doc_goal *goal,
                      const char *before, const char *after) {
  add (d, kind, &goal->row, before, after);
  WR_VEC_LAST (&d->changes).text = goal->text;
}

static const char *verdict_of (const struct wr_doc_goal *goal) {
  return goal->vacuous ? "vacuous" : wr_verdict_name (goal->verdict);
}

/* Leaves of `mine` whose counterparts are not among `theirs`. */
static uint32_t leaves_beyond (struct differ *d, const struct wr_doc_goal *mine,
                               const struct wr_doc_leaf *rows, const struct side *side,
                               const struct wr_doc_goal *theirs, const struct wr_doc_leaf ***out) {
  wr_map has = {0};
  for (uint32_t i = 0; i < theirs->trust_count; i++) wr_map_put (&has, theirs->trusts[i], 1);
  *out = WR_NEW (d->arena, const struct wr_doc_leaf *, mine->trust_count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < mine->trust_count; i++) {
    uint32_t match = side->match[mine->trusts[i]];
    if (match == NO_MATCH || !wr_map_has (&has, match)) (*out)[count++] = &rows[mine->trusts[i]];
  }
  wr_map_free (&has);
  return count;
}

static void compare_trust (struct differ *d, const struct wr_doc_goal *old,
                           const struct wr_doc_goal *new) {
  if (!old->has_trusts || !new->has_trusts) return;
  struct wr_change change = {
      .row = &new->row, .text = new->text, .before = verdict_of (old), .after = verdict_of (new)};
  change.leaf_count = leaves_beyond (d, new, d->after->leaves, &d->new_leaves, old, &change.leaves);
  change.kind = WR_CHANGE_TRUST_GREW;
  if (change.leaf_count) {
    WR_VEC_PUSH (&d->changes, change);
    return;
  }
  change.leaf_count =
      leaves_beyond (d, old, d->before->leaves, &d->old_leaves, new, &change.leaves);
  change.kind = WR_CHANGE_TRUST_SHRANK;
  if (change.leaf_count) WR_VEC_PUSH (&d->changes, change);
}

static void compare_goal (struct differ *d, const struct wr_doc_goal *old,
                          const struct wr_doc_goal *new) {
  bool was = old->verdict == WR_VERDICT_PROVED, is = new->verdict == WR_VERDICT_PROVED;
  const char *before = verdict_of (old), *after = verdict_of (new);
  if (was && !is)
    add_goal (d, WR_CHANGE_GOAL_BROKE, new, before, after);
  else if (is && new->vacuous && !(was && old->vacuous))
    add_goal (d, WR_CHANGE_GOAL_VACUOUS, new, before, after);
  else if (is && !new->vacuous && (!was || old->vacuous))
    add_goal (d, WR_CHANGE_GOAL_MENDED, new, before, after);
  if (was && is) compare_trust (d, old, new);
}

static void compare_goals (struct differ *d) {
  const wr_doc *a = d->before, *b = d->after;
  struct side old = side_of (a->goals, sizeof *a->goals, a->goal_count, d->arena);
  struct side new = side_of (b->goals, sizeof *b->goals, b->goal_count, d->arena);
  match_sides (&old, &new);
  for (uint32_t i = 0; i < b->goal_count; i++) {
    const struct wr_doc_goal *goal = &b->goals[i];
    if (new.match[i] != NO_MATCH) {
      compare_goal (d, &a->goals[new.match[i]], goal);
      continue;
    }
    enum wr_change_kind kind = goal->verdict != WR_VERDICT_PROVED ? WR_CHANGE_GOAL_OPEN
                               : goal->vacuous                    ? WR_CHANGE_GOAL_VACUOUS
                                                                  : WR_CHANGE_GOAL_APPEARED;
    add_goal (d, kind, goal, NULL, verdict_of (goal));
  }
  for (uint32_t i = 0; i < a->goal_count; i++)
    if (old.match[i] == NO_MATCH)
      add_goal (d, WR_CHANGE_GOAL_VANISHED, &a->goals[i], verdict_of (&a->goals[i]), NULL);
}

/* -- facts: for documents that list no elements -------------------------------------------------- */

static bool is_covered (enum wr_fact_status status) {
  return status == WR_FACT_NEEDED || status == WR_FACT_INTERCHANGEABLE;
}

static bool is_idle (enum wr_fact_status status) {
  return status == WR_FACT_REMOVABLE || status == WR_FACT_UNUSED;
}

/* The kind of change, or WR_CHANGE_COUNT for none. */
static enum wr_change_kind fact_change (enum wr_fact_status old, enum wr_fact_status new) {
  if (is_covered (old) && is_idle (new)) return WR_CHANGE_FACT_UNCOVERED;
  if (old != WR_FACT_UNREACHABLE && new == WR_FACT_UNREACHABLE) return WR_CHANGE_FACT_UNREACHABLE;
  if (is_covered (old) && new == WR_FACT_NO_INFORMATION) return WR_CHANGE_FACT_LOST;
  if (!is_covered (old) && is_covered (new)) return WR_CHANGE_FACT_COVERED;
  return WR_CHANGE_COUNT;
}

static void compare_facts (struct differ *d) {
  const wr_doc *a = d->before, *b = d->after;
  if (!a->coverage || !b->coverage) return;
  struct side old = side_of (a->facts, sizeof *a->facts, a->fact_count, d->arena);
  struct side new = side_of (b->facts, sizeof *b->facts, b->fact_count, d->arena);
  match_sides (&old, &new);
  for (uint32_t i = 0; i < b->fact_count; i++) {
    const struct wr_doc_fact *fact = &b->facts[i];
    const struct wr_doc_fact *was = new.match[i] == NO_MATCH ? NULL : &a->facts[new.match[i]];
    enum wr_change_kind kind = WR_CHANGE_COUNT;
    if (was)
      kind = fact_change (was->status, fact->status);
    else if (is_idle (fact->status))
      kind = WR_CHANGE_FACT_IDLE;
    else if (fact->status == WR_FACT_UNREACHABLE)
      kind = WR_CHANGE_FACT_UNREACHABLE;
    if (kind == WR_CHANGE_COUNT) continue;
    add (d, kind, &fact->row, was ? wr_fact_status_name (was->status) : NULL,
         wr_fact_status_name (fact->status));
    WR_VEC_LAST (&d->changes).text = fact->text;
  }
}

/* -- elements ---------------------------------------------------------------------------------- */

/* The kind of change, or WR_CHANGE_COUNT for none. */
static enum wr_change_kind element_change (enum wr_element_state old, enum wr_element_state new) {
  bool was = old == WR_ELEMENT_COVERED;
  switch (new) {
  case WR_ELEMENT_COVERED: return was ? WR_CHANGE_COUNT : WR_CHANGE_FACT_COVERED;
  case WR_ELEMENT_UNCOVERED: return was ? WR_CHANGE_FACT_UNCOVERED : WR_CHANGE_COUNT;
  case WR_ELEMENT_VACUOUS:
    return old == WR_ELEMENT_VACUOUS ? WR_CHANGE_COUNT : WR_CHANGE_FACT_UNREACHABLE;
  case WR_ELEMENT_FAILED:
  case WR_ELEMENT_UNEXPLAINED: return was ? WR_CHANGE_FACT_LOST : WR_CHANGE_COUNT;
  case WR_ELEMENT_EXEMPT:
  case WR_ELEMENT_STATE_COUNT: break;
  }
  return WR_CHANGE_COUNT;
}

static void compare_elements (struct differ *d) {
  const wr_doc *a = d->before, *b = d->after;
  struct side old = side_of (a->elements, sizeof *a->elements, a->element_count, d->arena);
  struct side new = side_of (b->elements, sizeof *b->elements, b->element_count, d->arena);
  match_sides (&old, &new);
  for (uint32_t i = 0; i < b->element_count; i++) {
    const struct wr_doc_element *element = &b->elements[i];
    const struct wr_doc_element *was = new.match[i] == NO_MATCH ? NULL : &a->elements[new.match[i]];
    enum wr_change_kind kind = WR_CHANGE_COUNT;
    if (was)
      kind = element_change (was->state, element->state);
    else if (element->state == WR_ELEMENT_UNCOVERED)
      kind = WR_CHANGE_FACT_IDLE;
    else if (element->state == WR_ELEMENT_VACUOUS)
      kind = WR_CHANGE_FACT_UNREACHABLE;
    if (kind == WR_CHANGE_COUNT) continue;
    add (d, kind, &element->row, was ? wr_element_state_name (was->state) : NULL,
         wr_element_state_name (element->state));
    WR_VEC_LAST (&d->changes).text = element->text;
  }
}

static void add_finding (struct differ *d, enum wr_change_kind kind,
                         const struct wr_doc_finding *finding, const char *before,
                         const char *after) {
  add (d, kind, &finding->row, before, after);
  WR_VEC_LAST (&d->changes).finding = finding;
  WR_VEC_LAST (&d->changes).text = finding->text;
}

/* A finding whose severity rose from info counts as new. */
static void compare_findings (struct differ *d) {
  const wr_doc *a = d->before, *b = d->after;
  if (!a->coverage || !b->coverage) return;
  struct side old = side_of (a->findings, sizeof *a->findings, a->finding_count, d->arena);
  struct side new = side_of (b->findings, sizeof *b->findings, b->finding_count, d->arena);
  match_sides (&old, &new);
  for (uint32_t i = 0; i < b->finding_count; i++) {
    const struct wr_doc_finding *f = &b->findings[i];
    const struct wr_doc_finding *was = new.match[i] == NO_MATCH ? NULL : &a->findings[new.match[i]];
    bool info = wr_str_equal (f->severity, WR_LIT ("info"));
    if (was && (info || !wr_str_equal (was->severity, WR_LIT ("info")))) continue;
    add_finding (d, info ? WR_CHANGE_FINDING_INFO : WR_CHANGE_FINDING_NEW, f,
                 was ? was->severity.ptr : NULL, f->severity.ptr);
  }
  for (uint32_t i = 0; i < a->finding_count; i++)
    if (old.match[i] == NO_MATCH)
      add_finding (d, WR_CHANGE_FINDING_GONE, &a->findings[i], a->findings[i].severity.ptr, NULL);
}

static void compare_files (struct differ *d) {
  for (uint32_t i = 0; i < d->after->file_count; i++) {
    const struct wr_doc_file *file = &d->after->files[i];
    if (wr_str_equal (file->status, WR_LIT ("ok"))) continue;
    bool was = false;
    for (uint32_t k = 0; k < d->before->file_count; k++)
      was |= wr_str_equal (d->before->files[k].path, file->path) &&
             !wr_str_equal (d->before->files[k].status, WR_LIT ("ok"));
    if (was) continue;
    struct wr_doc_row *row = WR_NEW (d->arena, struct wr_doc_row, 1);
    row->path = file->path;
    row->name = WR_LIT ("program");
    add (d, WR_CHANGE_FILE_REFUSED, row, NULL, wr_str_keep (d->arena, file->status).ptr);
  }
}

wr_diff *wr_diff_of (const wr_doc *before, const wr_doc *after, wr_arena *arena) {
  struct differ d = {.arena = arena, .before = before, .after = after};
  d.old_leaves = side_of (before->leaves, sizeof *before->leaves, before->leaf_count, arena);
  d.new_leaves = side_of (after->leaves, sizeof *after->leaves, after->leaf_count, arena);
  match_sides (&d.old_leaves, &d.new_leaves);
  compare_files (&d);
  compare_goals (&d);
  if (before->has_elements && after->has_elements)
    compare_elements (&d);
  else
    compare_facts (&d);
  compare_findings (&d);
  wr_diff *diff = WR_NEW (arena, wr_diff, 1);
  diff->before = before;
  diff->after = after;
  diff->changes = WR_NEW (arena, struct wr_change, d.changes.len);
  for (int kind = 0; kind < WR_CHANGE_COUNT; kind++) {
    for (uint32_t i = 0; i < d.changes.len; i++) {
      if ((int)d.changes.data[i].kind != kind) continue;
      diff->changes[diff->count++] = d.changes.data[i];
      diff->counts[kind]++;
      diff->worse += wr_change_is_worse ((enum wr_change_kind)kind);
    }
  }
  WR_VEC_FREE (&d.changes);
  return diff;
}
