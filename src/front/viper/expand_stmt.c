/* front/viper/expand_stmt.c -- macros in statements. */
#include "front/viper/macro.h"

/* -- declarations of a body --------------------------------------------------------------------------- */

/* A variable or label of a body that is named by a parameter has the name that the argument says. */
static wr_symbol declared_name (struct vpr_macros *m, vpr_ident *id) {
  wr_symbol name = id->name;
  if (vpr_param_of (m, name) == UINT32_MAX) return vpr_declare_in_use (m, name);
  vpr_ident copy = *id;
  vpr_expand_label (m, &copy);
  return copy.name;
}

/* All labels of a body are known in the whole body. */
static void declare_labels (struct vpr_macros *m, vpr_stmts stmts) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    vpr_stmt *s = stmts.data[i];
    if (s->kind == VPR_STMT_LABEL) vpr_take_name (m, declared_name (m, &s->ident));
    declare_labels (m, s->body);
    declare_labels (m, s->orelse);
  }
}

/* The variables of a block are in its scope from its beginning. */
static void declare_block (struct vpr_macros *m, vpr_stmts stmts) {
  for (uint32_t i = 0; m->use && i < stmts.len; i++) {
    if (stmts.data[i]->kind != VPR_STMT_VAR) continue;
    vpr_vars vars = stmts.data[i]->vars;
    for (uint32_t k = 0; k < vars.len; k++)
      vars.data[k]->id.name = declared_name (m, &vars.data[k]->id);
  }
}

/* -- uses --------------------------------------------------------------------------------------------- */

typedef WR_VEC (vpr_stmt *) stmt_vec;

static void expand_list (struct vpr_macros *m, vpr_stmts stmts, stmt_vec *out);

/* The block that a statement uses, if it is only the name of a macro or a call of one; or NULL. */
static const vpr_decl *block_of (const struct vpr_macros *m, const vpr_stmt *s) {
  if (s->kind != VPR_STMT_CALL || s->targets.len) return NULL;
  const vpr_expr *value = s->value;
  if (value->kind != VPR_EXPR_NAME && value->kind != VPR_EXPR_CALL) return NULL;
  if (vpr_param_of (m, value->ident.name) != UINT32_MAX) return NULL;
  const vpr_decl *macro = vpr_macro_named (m, value->ident.name);
  return macro && macro->is_block ? macro : NULL;
}

/* The statements of the body in place of the use: its variables are known behind it.  The use is inside m->at. */
static void expand_body (struct vpr_macros *m, const vpr_decl *macro, vpr_stmt *s, stmt_vec *out) {
  wr_str name = vpr_macro_text (m, macro->id.name);
  if (s->value->kind == VPR_EXPR_CALL && !macro->has_params)
    vpr_macro_error (m, WR_CODE_MACRO_USE, m->at, "macro %.*s has no parameters",
                     WR_STR_ARGS (name));
  if (!vpr_check_use (m, macro, s->value)) return;
  vpr_expand_exprs (m, s->value->args);
  struct vpr_use use = {.macro = macro, .args = s->value->args};
  uint32_t first = out->len;
  WR_VEC (wr_symbol) names = {0};
  if (vpr_enter_use (m, &use, m->at)) {
    vpr_stmts body = vpr_copy_stmts (&m->copier, macro->body);
    declare_labels (m, body);
    uint32_t from = m->scope.len;
    declare_block (m, body);
    expand_list (m, body, out);
    for (uint32_t i = from; i < m->scope.len; i++) WR_VEC_PUSH (&names, m->scope.data[i]);
  }
  vpr_leave_use (m, &use);
  for (uint32_t i = 0; i < names.len; i++) WR_VEC_PUSH (&m->scope, names.data[i]);
  WR_VEC_FREE (&names);
  for (uint32_t i = first; s->annots && i < out->len; i++)
    if (!out->data[i]->annots) out->data[i]->annots = s->annots;
}

static void expand_use (struct vpr_macros *m, const vpr_decl *macro, vpr_stmt *s, stmt_vec *out) {
  bool outermost = !m->at.file;
  if (outermost) m->at = s->span;
  expand_body (m, macro, s, out);
  if (outermost) m->at = (wr_span){0};
}

/* -- statements ----------------------------------------------------------------------------------------- */

static void check_targets (struct vpr_macros *m, const vpr_stmt *s, const wr_span *at) {
  for (uint32_t i = 0; i < s->targets.len; i++) {
    const vpr_expr *target = s->targets.data[i];
    if (target->kind == VPR_EXPR_CALL)
      vpr_macro_error (m, WR_CODE_MACRO_USE, at[i], "a call cannot stand on the left of `:=`");
    else if (target->kind != VPR_EXPR_NAME && target->kind != VPR_EXPR_FIELD)
      vpr_macro_error (m, WR_CODE_MACRO_USE, at[i],
                       "this macro expands to something that cannot stand on the left of `:=`");
  }
}

static void expand_targets (struct vpr_macros *m, vpr_stmt *s) {
  if (!s->targets.len) return;
  wr_span *at = WR_NEW (m->copier.arena, wr_span, s->targets.len);
  for (uint32_t i = 0; i < s->targets.len; i++)
    at[i] = m->at.file ? m->at : s->targets.data[i]->span;
  vpr_expand_exprs (m, s->targets);
  if (!m->failed) check_targets (m, s, at);
}

static void expand_value (struct vpr_macros *m, vpr_stmt *s) {
  wr_span at = m->at.file ? m->at : s->span;
  s->condition = vpr_expand_expr (m, s->condition);
  s->value = vpr_expand_expr (m, s->value);
  if (s->kind != VPR_STMT_CALL || s->targets.len || m->failed) return;
  if (s->value->kind != VPR_EXPR_NAME && s->value->kind != VPR_EXPR_CALL)
    vpr_macro_error (m, WR_CODE_MACRO_USE, at, "this macro expands to no statement");
}

/* Names that are declared in a VAR are changed at the beginning of its block. */
static void expand_own_vars (struct vpr_macros *m, vpr_stmt *s) {
  if (s->kind != VPR_STMT_VAR) {
    vpr_expand_vars (m, s->vars);
    return;
  }
  for (uint32_t i = 0; i < s->vars.len; i++) {
    s->vars.data[i]->written = vpr_expand_type (m, s->vars.data[i]->written);
    s->vars.data[i]->decl = m->member;
    vpr_relocate (m, &s->vars.data[i]->id.span, NULL);
  }
}

static void expand_stmt (struct vpr_macros *m, vpr_stmt *s) {
  if (m->failed) return;
  struct vpr_scope scope = vpr_open_scope (m);
  expand_own_vars (m, s);
  expand_targets (m, s);
  expand_value (m, s);
  vpr_expand_exprs (m, s->invariants);
  vpr_expand_measures (m, s->measures);
  if (s->kind != VPR_STMT_VAR) vpr_close_scope (m, scope);
  if (m->use && s->ident.name.ix) vpr_expand_label (m, &s->ident);
  if (s->label) s->label->id = s->ident;
  vpr_expand_stmts (m, &s->body);
  vpr_expand_stmts (m, &s->orelse);
  vpr_relocate (m, &s->span, &s->origin);
}

static void expand_list (struct vpr_macros *m, vpr_stmts stmts, stmt_vec *out) {
  for (uint32_t i = 0; i < stmts.len && !m->failed; i++) {
    vpr_stmt *s = stmts.data[i];
    const vpr_decl *macro = block_of (m, s);
    if (macro) {
      expand_use (m, macro, s, out);
      continue;
    }
    expand_stmt (m, s);
    WR_VEC_PUSH (out, s);
  }
}

void vpr_expand_stmts (struct vpr_macros *m, vpr_stmts *stmts) {
  if (!stmts->len || m->failed) return;
  struct vpr_scope scope = vpr_open_scope (m);
  stmt_vec out = {0};
  if (m->blocks++ >= VPR_MAX_NESTING)
    vpr_macro_error (m, WR_CODE_NESTING_TOO_DEEP, m->at.file ? m->at : stmts->data[0]->span,
                     "with macros expanded these statements are nested too deeply; the limit is %d",
                     (int)VPR_MAX_NESTING);
  declare_block (m, *stmts);
  expand_list (m, *stmts, &out);
  stmts->len = out.len;
  stmts->data = NULL;
  if (out.len) stmts->data = WR_VEC_KEEP (m->copier.arena, &out);
  WR_VEC_FREE (&out);
  m->blocks--;
  vpr_close_scope (m, scope);
}
