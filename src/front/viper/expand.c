/* front/viper/expand.c -- uses of macros: entering and leaving their bodies, parameters, identifiers. */
#include "front/viper/macro.h"

#include "base/words.h"

uint32_t vpr_param_of (const struct vpr_macros *m, wr_symbol name) {
  if (!m->use || !name.ix) return UINT32_MAX;
  for (uint32_t i = m->use->bound; i < m->bound.len; i++)
    if (m->bound.data[i].ix == name.ix) return UINT32_MAX;
  const vpr_idents *params = &m->use->macro->params;
  for (uint32_t i = 0; i < params->len; i++)
    if (params->data[i].name.ix == name.ix) return i;
  return UINT32_MAX;
}

void vpr_relocate (const struct vpr_macros *m, wr_span *span, wr_span *origin) {
  if (!m->at.file) return;
  if (origin && !origin->file) *origin = *span;
  *span = m->at;
}

void vpr_expand_ident (struct vpr_macros *m, vpr_ident *id) {
  vpr_relocate (m, &id->span, NULL);
  uint32_t param = vpr_param_of (m, id->name);
  if (param == UINT32_MAX) return;
  const vpr_expr *arg = param < m->use->args.len ? m->use->args.data[param] : NULL;
  wr_str text = vpr_macro_text (m, id->name);
  if (arg && arg->kind == VPR_EXPR_NAME)
    id->name = arg->ident.name;
  else
    vpr_macro_error (m, WR_CODE_MACRO_USE, m->at,
                     "the argument for %.*s must be a name, because the macro uses it as one",
                     WR_STR_ARGS (text));
}

void vpr_expand_label (struct vpr_macros *m, vpr_ident *id) {
  if (vpr_param_of (m, id->name) == UINT32_MAX)
    id->name = vpr_renamed (m, id->name);
  else
    vpr_expand_ident (m, id);
  vpr_relocate (m, &id->span, NULL);
}

bool vpr_enter_level (struct vpr_macros *m, wr_span at) {
  if (m->levels++ < VPR_MAX_HEIGHT + VPR_MAX_NESTING) return true;
  vpr_macro_error (m, WR_CODE_NESTING_TOO_DEEP, m->at.file ? m->at : at,
                   "with its macros expanded this is nested too deeply; the limit is %d",
                   (int)VPR_MAX_HEIGHT);
  return false;
}

/* A macro that is being expanded and meets itself. */
static void check_cycle (struct vpr_macros *m, const vpr_decl *macro) {
  for (const struct vpr_use *use = m->use; use; use = use->around) {
    if (use->macro != macro) continue;
    wr_str name = vpr_macro_text (m, macro->id.name);
    vpr_macro_error (m, WR_CODE_MACRO_CYCLE, macro->span,
                     "the expansion of macro %.*s uses the macro itself", WR_STR_ARGS (name));
    return;
  }
}

/* The variables of binders in an argument are around the place of a parameter. */
static void add_bound (struct vpr_macros *m, const vpr_expr *e) {
  if (!e->binds || !m->copier.budget) return;
  m->copier.budget--;
  for (uint32_t i = 0; i < e->vars.len; i++) WR_VEC_PUSH (&m->scope, e->vars.data[i]->id.name);
  for (uint32_t i = 0; i < e->args.len; i++) add_bound (m, e->args.data[i]);
}

bool vpr_enter_use (struct vpr_macros *m, struct vpr_use *use, wr_span at) {
  check_cycle (m, use->macro);
  use->bound = m->bound.len;
  use->scope = m->scope.len;
  for (uint32_t i = 0; i < use->args.len; i++) add_bound (m, use->args.data[i]);
  use->around = m->use;
  m->use = use;
  if (m->depth++ >= VPR_MAX_NESTING)
    vpr_macro_error (m, WR_CODE_NESTING_TOO_DEEP, at,
                     "macros are nested too deeply here; the limit is %d", (int)VPR_MAX_NESTING);
  return !m->failed;
}

void vpr_leave_use (struct vpr_macros *m, struct vpr_use *use) {
  WR_VEC_FREE (&use->renames);
  wr_bitset_free (&use->taken);
  m->scope.len = use->scope;
  m->use = use->around;
  m->depth--;
  if (!m->copier.budget) vpr_macro_error (m, WR_CODE_EXPANSION_TOO_LARGE, m->at, "too large");
}

bool vpr_check_use (struct vpr_macros *m, const vpr_decl *macro, const vpr_expr *use) {
  wr_span at = m->at.file ? m->at : use->span;
  wr_str name = vpr_macro_text (m, macro->id.name);
  if (use->kind == VPR_EXPR_NAME && macro->has_params)
    vpr_macro_error (m, WR_CODE_MACRO_USE, at, "macro %.*s needs its arguments",
                     WR_STR_ARGS (name));
  else if (use->kind == VPR_EXPR_CALL && use->args.len != macro->params.len)
    vpr_macro_error (m, WR_CODE_MACRO_USE, at,
                     "macro %.*s has %u parameter%s, but %u argument%s here", WR_STR_ARGS (name),
                     macro->params.len, wr_plural (macro->params.len, "", "s"), use->args.len,
                     wr_plural (use->args.len, "", "s"));
  return !m->failed;
}
