/* front/viper/scope.c -- scopes: which variable a name means, and that none hides another. */
#include "front/viper/names.h"
#include "front/viper/report.h"

#include <string.h>

struct vpr_slot *vpr_slot_of (vpr_name_table *names, wr_symbol name) {
  if (name.ix >= names->count) {
    uint32_t count = wr_interner_count (names->symbols) + 1;
    names->slots = wr_realloc (names->slots, count, sizeof *names->slots);
    memset (names->slots + names->count, 0, (count - names->count) * sizeof *names->slots);
    names->count = count;
  }
  return &names->slots[name.ix];
}

const char *vpr_word (const vpr_resolver *r, wr_symbol name) {
  return wr_symbol_text (r->symbols, name).ptr;
}

void vpr_scope_enter (vpr_resolver *r) {
  struct vpr_frame frame = {r->undo.len, ++r->names->scopes};
  WR_VEC_PUSH (&r->frames, frame);
}

void vpr_scope_leave (vpr_resolver *r) {
  struct vpr_frame frame = WR_VEC_POP (&r->frames);
  while (r->undo.len > frame.mark) {
    wr_symbol name = WR_VEC_POP (&r->undo);
    vpr_slot_of (r->names, name)->var = NULL;
  }
}

static bool is_before (wr_span a, wr_span b) {
  return a.file != b.file ? a.file < b.file : a.begin < b.begin;
}

static void report_clash (vpr_resolver *r, const char *name, wr_span a, wr_span b) {
  bool later = is_before (a, b);
  wr_diag *diag = vpr_type_error (r->diags, WR_CODE_DUPLICATE, later ? b : a,
                                  "`%s` is declared twice: no declaration hides another one", name);
  wr_diag_note (r->diags, diag, later ? a : b, "the earlier declaration is here");
}

void vpr_scope_bind (vpr_resolver *r, vpr_var *var) {
  if (!var->id.name.ix) return;
  struct vpr_slot *slot = vpr_slot_of (r->names, var->id.name);
  const char *name = vpr_word (r, var->id.name);
  uint32_t scope = WR_VEC_LAST (&r->frames).number;
  if (slot->var || (slot->last && slot->scope >= scope)) {
    report_clash (r, name, slot->last->id.span, var->id.span);
    if (slot->var) return; /* the first one stays */
  } else if (slot->decl) {
    report_clash (r, name, slot->decl->id.span, var->id.span);
  }
  WR_VEC_PUSH (&r->undo, var->id.name);
  slot->var = slot->last = var;
  slot->scope = scope;
}

void vpr_params_bind (vpr_resolver *r, vpr_decl *domain) {
  for (uint32_t i = 0; i < domain->params.len; i++) {
    vpr_ident id = domain->params.data[i];
    struct vpr_slot *slot = vpr_slot_of (r->names, id.name);
    if (slot->domain == domain) {
      wr_diag *diag =
          vpr_type_error (r->diags, WR_CODE_DUPLICATE_TYPE_PARAMETER, id.span,
                          "type parameter `%s` is declared twice", vpr_word (r, id.name));
      wr_diag_note (r->diags, diag, domain->params.data[slot->param].span,
                    "the earlier declaration is here");
      continue;
    }
    slot->domain = domain;
    slot->param = i;
  }
}

void vpr_params_unbind (vpr_resolver *r, const vpr_decl *domain) {
  for (uint32_t i = 0; i < domain->params.len; i++)
    vpr_slot_of (r->names, domain->params.data[i].name)->domain = NULL;
}
