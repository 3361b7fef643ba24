/* front/viper/prune_checked.c -- the goals whose text is in a pruned program.  Nodes of its tree have the places of the program that it was made of. */
#include "front/viper/prune.h"

#include "base/check.h"

#include <stdlib.h>

/* Places of texts that stay, of branches and loops that stay in part, and of postconditions that a body proves. */
struct texts {
  WR_VEC (wr_span) whole;
  uint32_t *reach; /* per text, sorted by file and begin: the largest end in its file up to it */
  wr_map *parts, *promises; /* per file: spans */
  uint32_t files;
};

static void add_text (struct texts *t, wr_span text) {
  if (text.file && text.file <= t->files) WR_VEC_PUSH (&t->whole, text);
}

static void add_span (struct texts *t, wr_map *maps, wr_span span) {
  if (span.file && span.file <= t->files)
    wr_map_put (&maps[span.file - 1], WR_KEY2 (span.begin, span.end), 1);
}

static bool has_span (const wr_map *maps, wr_span span) {
  return wr_map_has (&maps[span.file - 1], WR_KEY2 (span.begin, span.end));
}

static void add_promises (struct texts *t, vpr_exprs clauses) {
  for (uint32_t i = 0; i < clauses.len; i++) {
    vpr_expr *e = clauses.data[i];
    if (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_AND)
      add_promises (t, (vpr_exprs){e->args.data, 2});
    else
      add_span (t, t->promises, e->span);
  }
}

static void add_clauses (struct texts *t, vpr_exprs clauses) {
  for (uint32_t i = 0; i < clauses.len; i++) {
    vpr_expr *e = clauses.data[i];
    if (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_AND)
      add_clauses (t, (vpr_exprs){e->args.data, 2});
    else
      add_text (t, e->span);
  }
}

static void add_stmts (struct texts *t, vpr_stmts stmts) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    const vpr_stmt *s = stmts.data[i];
    bool around = s->kind == VPR_STMT_IF || s->kind == VPR_STMT_WHILE || s->kind == VPR_STMT_BLOCK;
    bool clauses = s->kind == VPR_STMT_INHALE || s->kind == VPR_STMT_EXHALE ||
                   s->kind == VPR_STMT_ASSERT || s->kind == VPR_STMT_ASSUME;
    if (around) {
      add_span (t, t->parts, s->span);
      if (s->value) add_text (t, s->value->span);
    } else if (clauses) {
      add_clauses (t, (vpr_exprs){(vpr_expr *[]){s->value}, 1});
    } else {
      add_text (t, s->span);
    }
    add_clauses (t, s->invariants);
    for (uint32_t m = 0; m < s->measures.len; m++) add_text (t, s->measures.data[m].span);
    if (s->kind == VPR_STMT_PACKAGE) continue;
    add_stmts (t, s->body);
    add_stmts (t, s->orelse);
  }
}

static void add_decl (struct texts *t, const vpr_decl *decl) {
  add_clauses (t, decl->requires_);
  add_clauses (t, decl->ensures);
  if (decl->value) add_text (t, decl->value->span);
  for (uint32_t m = 0; m < decl->measures.len; m++) add_text (t, decl->measures.data[m].span);
  if (decl->value || decl->has_body) add_promises (t, decl->ensures);
  add_stmts (t, decl->body);
}

static void sort (struct texts *t) {
  if (t->whole.len) qsort (t->whole.data, t->whole.len, sizeof (wr_span), vpr_by_place);
  t->reach = wr_alloc (t->whole.len + 1, sizeof *t->reach);
  for (uint32_t i = 0; i < t->whole.len; i++) {
    bool same = i && t->whole.data[i - 1].file == t->whole.data[i].file;
    uint32_t before = same ? t->reach[i - 1] : 0, end = t->whole.data[i].end;
    t->reach[i] = end > before ? end : before;
  }
}

/* Within a text that stays, or a branch or loop itself. */
static bool has_text (const struct texts *t, wr_span span) {
  if (!span.file || span.file > t->files) return false;
  if (has_span (t->parts, span)) return true;
  uint32_t low = 0, high = t->whole.len; /* the first that begins behind it */
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    wr_span w = t->whole.data[middle];
    if (w.file < span.file || (w.file == span.file && w.begin <= span.begin))
      low = middle + 1;
    else
      high = middle;
  }
  return low && t->whole.data[low - 1].file == span.file && t->reach[low - 1] >= span.end;
}

static bool is_checked (const struct texts *t, const wr_core *core,
                        const struct wr_label_info *info) {
  if (!wr_role_is_goal (info->role) || !has_text (t, info->span)) return false;
  if (wr_role_info (info->role)->check == WR_CHECK_CALL && info->site.ix)
    return has_text (t, wr_site_info (&core->labels, info->site)->span);
  return info->role != WR_ROLE_ENSURES || has_span (t->promises, info->span);
}

void vpr_prune_checked (const vpr_program *pruned, const struct wr_prune *how) {
  WR_REQUIRE (how->checked);
  const wr_labels *labels = &how->core->labels;
  struct texts t = {.files = wr_sources_count (pruned->sources)};
  t.parts = wr_alloc (t.files, sizeof (wr_map));
  t.promises = wr_alloc (t.files, sizeof (wr_map));
  for (uint32_t i = 0; i < pruned->decls.len; i++) add_decl (&t, pruned->decls.data[i]);
  sort (&t);
  for (uint32_t i = 1; i < labels->infos.len; i++)
    if (is_checked (&t, how->core, &labels->infos.data[i])) wr_bitset_set (how->checked, i, true);
  for (uint32_t i = 0; i < t.files; i++) {
    wr_map_free (&t.parts[i]);
    wr_map_free (&t.promises[i]);
  }
  free (t.parts);
  free (t.promises);
  free (t.reach);
  WR_VEC_FREE (&t.whole);
}
