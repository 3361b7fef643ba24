/* front/viper/expand_expr.c -- macros in expressions. */
#include "front/viper/macro.h"
#include "front/viper/parse.h"

void vpr_expand_exprs (struct vpr_macros *m, vpr_exprs exprs) {
  for (uint32_t i = 0; i < exprs.len; i++) exprs.data[i] = vpr_expand_expr (m, exprs.data[i]);
}

/* Variables that a binder declares; in the body of a macro their names may change. */
void vpr_expand_vars (struct vpr_macros *m, vpr_vars vars) {
  for (uint32_t i = 0; i < vars.len; i++) {
    vpr_var *var = vars.data[i];
    var->written = vpr_expand_type (m, var->written);
    if (!m->use) continue;
    var->decl = m->member;
    WR_VEC_PUSH (&m->bound, var->id.name);
    vpr_relocate (m, &var->id.span, NULL);
    var->id.name = vpr_declare_in_use (m, var->id.name);
  }
}

void vpr_expand_measures (struct vpr_macros *m, vpr_measures measures) {
  for (uint32_t i = 0; i < measures.len; i++) {
    vpr_expand_exprs (m, measures.data[i].tuple);
    measures.data[i].condition = vpr_expand_expr (m, measures.data[i].condition);
    vpr_relocate (m, &measures.data[i].span, NULL);
  }
}

/* -- uses ------------------------------------------------------------------------------------------- */

/* The macro that a name or a call uses, or NULL. */
static const vpr_decl *macro_of (const struct vpr_macros *m, const vpr_expr *e) {
  if (e->kind != VPR_EXPR_NAME && e->kind != VPR_EXPR_CALL) return NULL;
  if (vpr_param_of (m, e->ident.name) != UINT32_MAX) return NULL;
  if (m->use && vpr_renamed (m, e->ident.name).ix != e->ident.name.ix) return NULL;
  return vpr_macro_named (m, e->ident.name);
}

/* Macros without parameters as the name in a call: their bodies must be names. */
static void expand_callee (struct vpr_macros *m, vpr_expr *call) {
  for (uint32_t steps = 0;; steps++) {
    const vpr_decl *macro = macro_of (m, call);
    if (!macro || macro->has_params || m->failed) return;
    wr_str name = vpr_macro_text (m, macro->id.name);
    if (steps >= m->all.len)
      vpr_macro_error (m, WR_CODE_MACRO_CYCLE, macro->span,
                       "the expansion of macro %.*s uses the macro itself", WR_STR_ARGS (name));
    else if (!macro->value || macro->value->kind != VPR_EXPR_NAME)
      vpr_macro_error (m, WR_CODE_MACRO_USE, m->at.file ? m->at : call->span,
                       "macro %.*s has no parameters", WR_STR_ARGS (name));
    else
      call->ident.name = macro->value->ident.name;
  }
}

/* The use is inside m->at; its arguments are not expanded yet. */
static vpr_expr *expand_use (struct vpr_macros *m, const vpr_decl *macro, vpr_expr *e) {
  wr_str name = vpr_macro_text (m, macro->id.name);
  if (!vpr_check_use (m, macro, e)) return e;
  if (!macro->value) {
    vpr_macro_error (m, WR_CODE_MACRO_USE, m->at, "macro %.*s is no expression",
                     WR_STR_ARGS (name));
    return e;
  }
  vpr_expand_exprs (m, e->args);
  struct vpr_use use = {.macro = macro, .args = e->args};
  vpr_expr *body = e;
  if (vpr_enter_use (m, &use, m->at))
    body = vpr_expand_expr (m, vpr_copy_expr (&m->copier, macro->value));
  vpr_leave_use (m, &use);
  return body;
}

/* The argument for a parameter.  It is expanded already and has the place of the use. */
static vpr_expr *expand_param (struct vpr_macros *m, const vpr_expr *e, uint32_t param) {
  vpr_expr *arg = m->use->args.data[param];
  if (!e->annots && !wr_bitset_has (&m->use->taken, param)) {
    wr_bitset_set (&m->use->taken, param, true);
    return arg;
  }
  vpr_expr *copy = vpr_copy_expr (&m->copier, arg);
  if (!copy->annots) copy->annots = e->annots;
  return copy;
}

/* -- expressions -------------------------------------------------------------------------------------- */

static bool is_location (const vpr_expr *e) {
  return e->kind == VPR_EXPR_FIELD || e->kind == VPR_EXPR_CALL ||
         (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_WAND);
}

/* After its parts are expanded: what must be a location still is one. */
static vpr_expr *check_location (struct vpr_macros *m, vpr_expr *e, wr_span use) {
  if (e->kind != VPR_EXPR_ACC && e->kind != VPR_EXPR_PERM && e->kind != VPR_EXPR_FORPERM) return e;
  vpr_expr *location = e->args.data[0];
  if (e->implicit && location->kind == VPR_EXPR_ACC) return location;
  bool predicate = !e->implicit || location->kind == VPR_EXPR_CALL;
  if (!is_location (location) || !predicate)
    vpr_macro_error (m, WR_CODE_MACRO_USE, m->at.file ? m->at : use, "this macro expands to no %s",
                     e->implicit ? "predicate" : "field access, predicate or magic wand");
  return e;
}

static bool has_ident (const vpr_expr *e) {
  return e->kind == VPR_EXPR_CALL || e->kind == VPR_EXPR_FIELD || e->kind == VPR_EXPR_INSTANCE;
}

/* The value of a let stands outside the scope of its variable. */
static void expand_parts (struct vpr_macros *m, vpr_expr *e) {
  struct vpr_scope scope = vpr_open_scope (m);
  bool let = e->kind == VPR_EXPR_LET;
  if (let) e->args.data[0] = vpr_expand_expr (m, e->args.data[0]);
  vpr_expand_vars (m, e->vars);
  for (uint32_t i = let; i < e->args.len; i++)
    e->args.data[i] = vpr_expand_expr (m, e->args.data[i]);
  for (uint32_t i = 0; i < e->triggers.len; i++) {
    vpr_expand_exprs (m, e->triggers.data[i].exprs);
    vpr_relocate (m, &e->triggers.data[i].span, NULL);
  }
  e->written = vpr_expand_type (m, e->written);
  e->written_value = vpr_expand_type (m, e->written_value);
  vpr_close_scope (m, scope);
}

static vpr_expr *expand_node (struct vpr_macros *m, vpr_expr *e) {
  wr_span use = e->args.len ? e->args.data[0]->span : e->span;
  expand_parts (m, e);
  if (m->failed) return e;
  if (m->use && has_ident (e)) vpr_expand_ident (m, &e->ident);
  if (m->use && e->kind == VPR_EXPR_OLD) vpr_expand_label (m, &e->ident);
  for (uint32_t i = 0; m->use && i < e->idents.len; i++) vpr_expand_ident (m, &e->idents.data[i]);
  vpr_relocate (m, &e->span, &e->origin);
  vpr_relocate (m, &e->ident.span, NULL);
  vpr_set_height (e);
  if (e->height > VPR_MAX_HEIGHT)
    vpr_macro_error (m, WR_CODE_NESTING_TOO_DEEP, m->at.file ? m->at : e->span,
                     "with its macros expanded this expression is too high a tree; the limit is %d",
                     (int)VPR_MAX_HEIGHT);
  return check_location (m, e, use);
}

static vpr_expr *expand_expr (struct vpr_macros *m, vpr_expr *e) {
  if (e->kind == VPR_EXPR_NAME) {
    uint32_t param = vpr_param_of (m, e->ident.name);
    if (param != UINT32_MAX && param < m->use->args.len) return expand_param (m, e, param);
  }
  if (e->kind == VPR_EXPR_CALL) expand_callee (m, e);
  const vpr_decl *macro = macro_of (m, e);
  if (!macro || m->failed) {
    if (e->kind == VPR_EXPR_NAME) e->ident.name = vpr_renamed (m, e->ident.name);
    return expand_node (m, e);
  }
  bool outermost = !m->at.file;
  vpr_annot *annots = e->annots;
  if (outermost) m->at = e->span;
  e = expand_use (m, macro, e);
  if (!e->annots) e->annots = annots;
  if (outermost) m->at = (wr_span){0};
  return e;
}

vpr_expr *vpr_expand_expr (struct vpr_macros *m, vpr_expr *e) {
  if (!e || m->failed) return e;
  if (vpr_enter_level (m, e->span)) e = expand_expr (m, e);
  m->levels--;
  return e;
}
