#include "front/viper/annots.h"

#include "base/check.h"
#include "front/viper/annot_types.h"
#include "front/viper/silence.h"

#include <stdlib.h>

bool vpr_annot_is (const struct vpr_annotated *at, const char *name) {
  wr_str text = wr_symbol_text (at->program->symbols, at->annot->name.name);
  return wr_str_equal (text, wr_str_of (name));
}

/* -- labels by place ---------------------------------------------------------------------------------------- */

struct placed {
  uint64_t key;
  uint32_t label;
};

static uint64_t key_of (wr_span span) { return (uint64_t)span.file << 32 | span.begin; }

static int by_key (const void *a, const void *b) {
  const struct placed *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return (x->label > y->label) - (x->label < y->label);
}

static uint32_t *sort_labels (const wr_core *core, uint32_t *count) {
  uint32_t n = core->labels.infos.len ? core->labels.infos.len - 1 : 0;
  struct placed *list = wr_alloc ((size_t)n + 1, sizeof *list);
  uint32_t *out = wr_alloc ((size_t)n + 1, sizeof *out);
  for (uint32_t i = 0; i < n; i++)
    list[i] = (struct placed){key_of (core->labels.infos.data[i + 1].span), i + 1};
  qsort (list, n, sizeof *list, by_key);
  for (uint32_t i = 0; i < n; i++) out[i] = list[i].label;
  free (list);
  *count = n;
  return out;
}

uint32_t vpr_annot_label (const struct vpr_annotated *at, wr_span text, uint32_t *next) {
  const struct wr_label_info *infos = at->core->labels.infos.data;
  if (!*next) { /* the first label that begins in the text */
    uint32_t lo = 0, hi = at->label_count;
    while (lo < hi) {
      uint32_t mid = lo + (hi - lo) / 2;
      if (key_of (infos[at->by_place[mid]].span) < key_of (text))
        lo = mid + 1;
      else
        hi = mid;
    }
    *next = lo + 1;
  }
  for (; *next <= at->label_count; ++*next) {
    uint32_t label = at->by_place[*next - 1];
    wr_span span = infos[label].span;
    if (span.file != text.file || span.begin >= text.end) return 0;
    if (span.end > text.end) continue;
    ++*next;
    return label;
  }
  return 0;
}

/* -- the tree ----------------------------------------------------------------------------------------------- */

static void read_list (struct vpr_annotated *at, const vpr_annot *annots, wr_span text,
                       wr_span own) {
  for (; annots; annots = annots->next) {
    at->annot = annots;
    at->text = text;
    at->own = own;
    vpr_silence (at);
    vpr_annot_type (at);
  }
}

static void read_expr (struct vpr_annotated *at, const vpr_expr *e) {
  if (!e) return;
  read_list (at, e->annots, e->span, e->span);
  for (uint32_t i = 0; i < e->args.len; i++) read_expr (at, e->args.data[i]);
}

static void read_exprs (struct vpr_annotated *at, vpr_exprs exprs) {
  for (uint32_t i = 0; i < exprs.len; i++) read_expr (at, exprs.data[i]);
}

static void read_stmts (struct vpr_annotated *at, vpr_stmts stmts) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    const vpr_stmt *stmt = stmts.data[i];
    bool compound = stmt->kind == VPR_STMT_IF || stmt->kind == VPR_STMT_WHILE;
    wr_span own = compound && stmt->value ? stmt->value->span : stmt->span;
    read_list (at, stmt->annots, stmt->span, own);
    read_exprs (at, stmt->targets);
    read_expr (at, stmt->value);
    read_exprs (at, stmt->invariants);
    read_stmts (at, stmt->body);
    read_stmts (at, stmt->orelse);
  }
}

static uint32_t procedure_of (const struct vpr_annotated *at, const vpr_decl *decl) {
  for (uint32_t i = 0; decl->id.name.ix && i < at->core->procedures.len; i++)
    if (at->core->procedures.data[i].name.ix == decl->id.name.ix) return i + 1;
  return 0;
}

static void read_decl (struct vpr_annotated *at, const vpr_decl *decl) {
  at->procedure = procedure_of (at, decl);
  at->member = true;
  read_list (at, decl->annots, decl->span, decl->span);
  at->member = false;
  read_exprs (at, decl->requires_);
  read_exprs (at, decl->ensures);
  read_expr (at, decl->value);
  read_stmts (at, decl->body);
  for (uint32_t i = 0; i < decl->members.len; i++) read_decl (at, decl->members.data[i]);
}

void vpr_read_annots (const vpr_program *program, wr_core *core, wr_diags *diags) {
  struct vpr_annotated at = {.program = program, .core = core, .diags = diags};
  uint32_t *by_place = sort_labels (core, &at.label_count);
  at.by_place = by_place;
  for (uint32_t i = 0; i < program->decls.len; i++) read_decl (&at, program->decls.data[i]);
  free (by_place);
}
