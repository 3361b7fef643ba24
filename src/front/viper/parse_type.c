/* front/viper/parse_type.c -- types, and variables with their types. */
#include "front/viper/parse.h"

static vpr_type *new_type (struct vpr_parser *p, enum vpr_type_kind kind) {
  vpr_type *type = WR_NEW (p->arena, vpr_type, 1);
  type->kind = kind;
  return type;
}

/* T, T up to the closing sign. */
static vpr_types type_list (struct vpr_parser *p, enum vpr_token_kind close) {
  uint32_t mark = p->stack.len;
  vpr_types types;
  do vpr_push (p, vpr_parse_type (p));
  while (vpr_accept (p, VPR_TOK_COMMA));
  vpr_expect (p, close);
  VPR_KEEP (p, &types, mark);
  return types;
}

static vpr_type *collection (struct vpr_parser *p, enum vpr_type_kind kind, uint32_t params) {
  vpr_type *type = new_type (p, kind);
  bool resource = p->resource;
  p->resource = false;
  vpr_next (p);
  vpr_expect (p, VPR_TOK_LBRACKET);
  type->args = type_list (p, VPR_TOK_RBRACKET);
  p->resource = resource;
  if (type->args.len != params)
    vpr_parse_error (p, WR_CODE_SYNTAX, vpr_span_of (p, p->last),
                     params == 1 ? "this type has one argument" : "`Map` has two arguments");
  return type;
}

/* In forperm the brackets behind a type hold its arguments only if more brackets or another variable follow. */
static bool has_args (struct vpr_parser *p) {
  if (!vpr_at (p, VPR_TOK_LBRACKET) || !p->resource) return vpr_at (p, VPR_TOK_LBRACKET);
  struct vpr_trial trial = vpr_try (p);
  p->resource = false;
  vpr_next (p);
  if (!vpr_accept (p, VPR_TOK_RBRACKET)) type_list (p, VPR_TOK_RBRACKET);
  bool more = vpr_at (p, VPR_TOK_LBRACKET) || vpr_at (p, VPR_TOK_COMMA);
  p->resource = true;
  return vpr_give_up (p, &trial) && more;
}

static vpr_type *named (struct vpr_parser *p) {
  vpr_type *type = new_type (p, VPR_TYPE_NAME);
  type->name = vpr_parse_ident (p);
  if (has_args (p)) {
    bool resource = p->resource;
    p->resource = false;
    vpr_next (p);
    if (!vpr_accept (p, VPR_TOK_RBRACKET)) type->args = type_list (p, VPR_TOK_RBRACKET);
    p->resource = resource;
  } else if (vpr_at (p, VPR_TOK_LPAREN) && p->last.end == p->look.begin) {
    vpr_next (p);
    type->call = true;
    if (!vpr_accept (p, VPR_TOK_RPAREN)) type->args = type_list (p, VPR_TOK_RPAREN);
  }
  return type;
}

static vpr_type *simple (struct vpr_parser *p, enum vpr_type_kind kind) {
  vpr_next (p);
  return new_type (p, kind);
}

static vpr_type *parse_type (struct vpr_parser *p) {
  switch ((int)p->look.kind) {
  case VPR_TOK_INT: return simple (p, VPR_TYPE_INT);
  case VPR_TOK_BOOL: return simple (p, VPR_TYPE_BOOL);
  case VPR_TOK_REF: return simple (p, VPR_TYPE_REF);
  case VPR_TOK_PERM_TYPE: return simple (p, VPR_TYPE_PERM);
  case VPR_TOK_RATIONAL:
    if (!p->quiet)
      wr_diag_native (wr_diag_add (p->diags, WR_CODE_OLD_NAME, vpr_span_of (p, p->look),
                                   "`Rational` is another name of `Perm`; write `Perm`"),
                      WR_LIT (VPR_PARSER_WARNING));
    return simple (p, VPR_TYPE_PERM);
  case VPR_TOK_SEQ: return collection (p, VPR_TYPE_SEQ, 1);
  case VPR_TOK_SET: return collection (p, VPR_TYPE_SET, 1);
  case VPR_TOK_MULTISET: return collection (p, VPR_TYPE_MULTISET, 1);
  case VPR_TOK_MAP: return collection (p, VPR_TYPE_MAP, 2);
  case VPR_TOK_IDENT: return named (p);
  default: vpr_syntax_error (p, "a type"); return new_type (p, VPR_TYPE_ERROR);
  }
}

void vpr_set_type_height (vpr_type *t) {
  uint32_t height = 0;
  for (uint32_t i = 0; i < t->args.len; i++)
    if (t->args.data[i]->height > height) height = t->args.data[i]->height;
  t->height = height + 1;
}

vpr_type *vpr_parse_type (struct vpr_parser *p) {
  uint32_t begin = p->look.begin;
  vpr_type *type = vpr_enter (p) ? parse_type (p) : new_type (p, VPR_TYPE_ERROR);
  type->span = vpr_span_from (p, begin);
  vpr_set_type_height (type);
  vpr_leave (p);
  return type;
}

/* -- variables ---------------------------------------------------------------------------------- */

vpr_var *vpr_new_var (struct vpr_parser *p, enum vpr_var_kind kind, vpr_ident id, vpr_type *type) {
  vpr_var *var = WR_NEW (p->arena, vpr_var, 1);
  *var = (vpr_var){.id = id, .kind = kind, .written = type, .decl = p->member};
  return var;
}

static vpr_var *parse_var (struct vpr_parser *p, enum vpr_var_kind kind) {
  vpr_ident id = vpr_parse_ident (p);
  vpr_expect (p, VPR_TOK_COLON);
  return vpr_new_var (p, kind, id, vpr_parse_type (p));
}

vpr_vars vpr_parse_vars (struct vpr_parser *p, enum vpr_var_kind kind) {
  uint32_t mark = p->stack.len;
  vpr_vars vars;
  do vpr_push (p, parse_var (p, kind));
  while (vpr_accept (p, VPR_TOK_COMMA));
  VPR_KEEP (p, &vars, mark);
  return vars;
}

static vpr_var *parse_formal (struct vpr_parser *p, enum vpr_var_kind kind, bool unnamed) {
  bool name = vpr_at (p, VPR_TOK_IDENT) && vpr_peek (p).kind == VPR_TOK_COLON;
  if (!unnamed || name) return parse_var (p, kind);
  vpr_ident none = {{0}, vpr_span_of (p, p->look)};
  return vpr_new_var (p, kind, none, vpr_parse_type (p));
}

vpr_vars vpr_parse_formals (struct vpr_parser *p, enum vpr_var_kind kind, bool unnamed) {
  uint32_t mark = p->stack.len;
  vpr_vars vars;
  vpr_expect (p, VPR_TOK_LPAREN);
  if (!vpr_at (p, VPR_TOK_RPAREN)) {
    do vpr_push (p, parse_formal (p, kind, unnamed));
    while (vpr_accept (p, VPR_TOK_COMMA));
  }
  vpr_expect (p, VPR_TOK_RPAREN);
  VPR_KEEP (p, &vars, mark);
  return vars;
}
