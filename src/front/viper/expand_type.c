/* front/viper/expand_type.c -- macros in types. */
#include "base/words.h"
#include "front/viper/macro.h"
#include "front/viper/parse.h"

/* The type that an expression in the place of one stands for: a name, alone or with arguments; NULL: there is none. */
static vpr_type *type_of_expr (struct vpr_macros *m, const vpr_expr *e) {
  bool index = e->kind == VPR_EXPR_INDEX && e->args.data[0]->kind == VPR_EXPR_NAME;
  bool call = e->kind == VPR_EXPR_CALL;
  if (!index && !call && e->kind != VPR_EXPR_NAME) return NULL;
  vpr_type *type = WR_NEW (m->copier.arena, vpr_type, 1);
  type->kind = VPR_TYPE_NAME;
  type->span = e->span;
  type->call = call;
  type->name = index ? e->args.data[0]->ident : e->ident;
  type->args.len = e->args.len - index;
  type->args.data = WR_NEW (m->copier.arena, vpr_type *, type->args.len);
  for (uint32_t i = 0; i < type->args.len; i++) {
    type->args.data[i] = type_of_expr (m, e->args.data[i + index]);
    if (!type->args.data[i]) return NULL;
  }
  vpr_set_type_height (type);
  return type;
}

static void not_a_type (struct vpr_macros *m, wr_symbol name) {
  wr_str text = vpr_macro_text (m, name);
  vpr_macro_error (m, WR_CODE_MACRO_USE, m->at, "macro %.*s is no type", WR_STR_ARGS (text));
}

/* The body of a macro as a type. */
static vpr_type *expand_use (struct vpr_macros *m, const vpr_decl *macro, vpr_type *use) {
  wr_str name = vpr_macro_text (m, macro->id.name);
  if (macro->params.len != (use->call ? use->args.len : 0) || macro->has_params != use->call) {
    vpr_macro_error (m, WR_CODE_MACRO_USE, m->at,
                     "macro %.*s has %u parameter%s, but %u argument%s here", WR_STR_ARGS (name),
                     macro->params.len, wr_plural (macro->params.len, "", "s"), use->args.len,
                     wr_plural (use->args.len, "", "s"));
    return use;
  }
  struct vpr_use inner = {.macro = macro};
  if (use->call) inner.types = use->args;
  vpr_type *body = NULL;
  if (macro->alias) body = vpr_copy_type (&m->copier, macro->alias);
  if (macro->value) body = type_of_expr (m, macro->value);
  if (!body) {
    not_a_type (m, macro->id.name);
    return use;
  }
  if (!use->call && use->args.len) { /* M[T] where M names a type */
    if (body->kind != VPR_TYPE_NAME || body->args.len) {
      not_a_type (m, macro->id.name);
      return use;
    }
    body->args = use->args;
  }
  if (vpr_enter_use (m, &inner, m->at)) body = vpr_expand_type (m, body);
  vpr_leave_use (m, &inner);
  return body;
}

static vpr_type *expand_param (struct vpr_macros *m, const vpr_type *t, uint32_t param) {
  vpr_type *type = NULL;
  if (param < m->use->types.len) type = vpr_copy_type (&m->copier, m->use->types.data[param]);
  if (param < m->use->args.len) type = type_of_expr (m, m->use->args.data[param]);
  if (type && !t->args.len) return type;
  wr_str name = vpr_macro_text (m, t->name.name);
  vpr_macro_error (m, WR_CODE_MACRO_USE, m->at, "the argument for %.*s must be a type",
                   WR_STR_ARGS (name));
  return WR_NEW (m->copier.arena, vpr_type, 1);
}

static vpr_type *expand_type (struct vpr_macros *m, vpr_type *t) {
  for (uint32_t i = 0; i < t->args.len; i++) t->args.data[i] = vpr_expand_type (m, t->args.data[i]);
  vpr_set_type_height (t);
  if (t->height > VPR_MAX_NESTING)
    vpr_macro_error (m, WR_CODE_NESTING_TOO_DEEP, m->at.file ? m->at : t->span,
                     "with its macros expanded this type is nested too deeply; the limit is %d",
                     (int)VPR_MAX_NESTING);
  vpr_relocate (m, &t->span, NULL);
  vpr_relocate (m, &t->name.span, NULL);
  if (t->kind != VPR_TYPE_NAME || m->failed) return t;
  uint32_t param = vpr_param_of (m, t->name.name);
  if (param != UINT32_MAX) return expand_param (m, t, param);
  const vpr_decl *macro = vpr_macro_named (m, t->name.name);
  if (macro) return expand_use (m, macro, t);
  if (t->call)
    vpr_macro_error (m, WR_CODE_MACRO_USE, m->at.file ? m->at : t->span,
                     "a type has its arguments in brackets");
  return t;
}

vpr_type *vpr_expand_type (struct vpr_macros *m, vpr_type *t) {
  if (!t || m->failed) return t;
  bool outermost = !m->at.file && t->kind == VPR_TYPE_NAME && vpr_macro_named (m, t->name.name);
  if (outermost) m->at = t->span;
  if (vpr_enter_level (m, t->span)) t = expand_type (m, t);
  m->levels--;
  if (outermost) m->at = (wr_span){0};
  return t;
}
