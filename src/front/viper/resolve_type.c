/* front/viper/resolve_type.c -- types of the text to interned types. */
#include "front/viper/names.h"
#include "front/viper/report.h"

static vpr_type *undeclared (vpr_resolver *r, const vpr_type *written) {
  wr_diag *diag = vpr_type_error (r->diags, WR_CODE_UNDECLARED_TYPE, written->span,
                                  "type `%s` is not declared", vpr_word (r, written->name.name));
  const vpr_decl *decl = vpr_slot_of (r->names, written->name.name)->decl;
  if (decl)
    wr_diag_note (r->diags, diag, decl->id.span, "`%s` is declared here, but it is no type",
                  vpr_word (r, written->name.name));
  else
    vpr_note_hint (r, diag, written->name, VPR_WANT_TYPE);
  return r->type_none;
}

static vpr_type *resolve_name (vpr_resolver *r, const vpr_type *written, vpr_type *const *args) {
  struct vpr_slot *slot = vpr_slot_of (r->names, written->name.name);
  if (slot->domain && !written->args.len)
    return vpr_type_param (r->types, slot->domain, slot->param);
  vpr_decl *decl = slot->decl;
  if (!decl || (decl->kind != VPR_DECL_DOMAIN && decl->kind != VPR_DECL_ADT))
    return undeclared (r, written);
  if (decl->params.len != written->args.len) {
    wr_diag *diag = vpr_type_error (r->diags, WR_CODE_TYPE_ARGUMENTS, written->span,
                                    "type `%s` has %u type parameter%s, not %u",
                                    vpr_word (r, written->name.name), decl->params.len,
                                    decl->params.len == 1 ? "" : "s", written->args.len);
    wr_diag_note (r->diags, diag, decl->id.span, "it is declared here");
    return r->type_none;
  }
  return vpr_type_domain (r->types, decl, args);
}

static vpr_type *resolve_with (vpr_resolver *r, vpr_type *written, vpr_type *const *args) {
  switch (written->kind) {
  case VPR_TYPE_NAME: return resolve_name (r, written, args);
  case VPR_TYPE_SEQ:
  case VPR_TYPE_SET:
  case VPR_TYPE_MULTISET: return vpr_type_collection (r->types, written->kind, args[0]);
  case VPR_TYPE_MAP: return vpr_type_map (r->types, args[0], args[1]);
  case VPR_TYPE_ERROR:
  case VPR_TYPE_INT:
  case VPR_TYPE_BOOL:
  case VPR_TYPE_REF:
  case VPR_TYPE_PERM: return vpr_type_basic (r->types, written->kind);
  case VPR_TYPE_DOMAIN:
  case VPR_TYPE_PARAM:
  case VPR_TYPE_VAR:
  case VPR_TYPE_IMPURE:
  case VPR_TYPE_PREDICATE:
  case VPR_TYPE_WAND: break;
  }
  return r->type_none;
}

vpr_type *vpr_resolve_type (vpr_resolver *r, vpr_type *written) {
  if (written->number) return vpr_type_at (r->types, written->number);
  vpr_type *few[4] = {0}, **args = few;
  if (written->args.len > 4) args = wr_alloc (written->args.len, sizeof *args);
  for (uint32_t i = 0; i < written->args.len; i++)
    args[i] = vpr_resolve_type (r, written->args.data[i]);
  vpr_type *type = resolve_with (r, written, args);
  if (args != few) free (args);
  written->number = type->number;
  if (vpr_types_overflow (r->types) && type == r->type_none)
    vpr_type_error (r->diags, WR_CODE_TYPE_TOO_LARGE, written->span,
                    "the type has more than %d levels or %d parts", VPR_MAX_TYPE_DEPTH,
                    VPR_MAX_TYPE_WEIGHT);
  return type;
}
