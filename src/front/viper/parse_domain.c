/* front/viper/parse_domain.c -- domains and algebraic data types. */
#include "front/viper/parse.h"

/* [A, B] */
static void parse_params (struct vpr_parser *p, vpr_decl *decl) {
  if (!vpr_accept (p, VPR_TOK_LBRACKET)) return;
  if (!vpr_at (p, VPR_TOK_RBRACKET)) decl->params = vpr_parse_idents (p);
  vpr_expect (p, VPR_TOK_RBRACKET);
}

static vpr_decl *new_part (struct vpr_parser *p, enum vpr_decl_kind kind, vpr_decl *owner) {
  vpr_decl *part = WR_NEW (p->arena, vpr_decl, 1);
  part->kind = kind;
  part->owner = owner;
  p->member = part;
  return part;
}

/* -- domains ---------------------------------------------------------------------------------------- */

/* interpretation (NAME: "text", ...): the meaning in a back end. */
static void parse_interpretation (struct vpr_parser *p, vpr_decl *decl) {
  if (!vpr_accept (p, VPR_TOK_INTERPRETATION)) return;
  WR_VEC (struct vpr_interpretation) rows = {0};
  decl->interpreted = true;
  vpr_expect (p, VPR_TOK_LPAREN);
  do {
    struct vpr_interpretation row = {.backend = vpr_parse_ident (p)};
    vpr_expect (p, VPR_TOK_COLON);
    row.text = vpr_parse_string (p);
    WR_VEC_PUSH (&rows, row);
  } while (vpr_accept (p, VPR_TOK_COMMA));
  vpr_expect (p, VPR_TOK_RPAREN);
  decl->interpretations.data = WR_VEC_KEEP (p->arena, &rows);
  decl->interpretations.len = rows.len;
  WR_VEC_FREE (&rows);
}

static vpr_decl *parse_function (struct vpr_parser *p, vpr_decl *domain) {
  vpr_decl *part = new_part (p, VPR_DECL_DOMAIN_FUNCTION, domain);
  part->unique = vpr_accept (p, VPR_TOK_UNIQUE);
  vpr_expect (p, VPR_TOK_FUNCTION);
  part->id = vpr_parse_ident (p);
  part->formals = vpr_parse_formals (p, VPR_VAR_FORMAL, true);
  vpr_expect (p, VPR_TOK_COLON);
  part->written = vpr_parse_type (p);
  if (vpr_accept (p, VPR_TOK_INTERPRETATION)) {
    struct vpr_interpretation *row = WR_NEW (p->arena, struct vpr_interpretation, 1);
    part->interpreted = true;
    row->text = vpr_parse_string (p);
    part->interpretations.data = row;
    part->interpretations.len = 1;
  }
  return part;
}

static vpr_decl *parse_axiom (struct vpr_parser *p, vpr_decl *domain) {
  vpr_decl *part = new_part (p, VPR_DECL_AXIOM, domain);
  vpr_next (p);
  if (vpr_at (p, VPR_TOK_IDENT)) part->id = vpr_parse_ident (p);
  vpr_expect (p, VPR_TOK_LBRACE);
  part->value = vpr_parse_expr (p);
  vpr_expect (p, VPR_TOK_RBRACE);
  return part;
}

static vpr_decl *parse_part (struct vpr_parser *p, vpr_decl *owner) {
  if (owner->kind == VPR_DECL_ADT) {
    vpr_decl *part = new_part (p, VPR_DECL_CONSTRUCTOR, owner);
    part->id = vpr_parse_ident (p);
    part->formals = vpr_parse_formals (p, VPR_VAR_FORMAL, false);
    return part;
  }
  if (vpr_at (p, VPR_TOK_AXIOM)) return parse_axiom (p, owner);
  if (vpr_at (p, VPR_TOK_FUNCTION) || vpr_at (p, VPR_TOK_UNIQUE)) return parse_function (p, owner);
  vpr_syntax_error (p, "`function`, `axiom` or `}`");
  return new_part (p, VPR_DECL_ERROR, owner);
}

/* { parts } */
static void parse_parts (struct vpr_parser *p, vpr_decl *owner) {
  uint32_t mark = p->stack.len;
  vpr_expect (p, VPR_TOK_LBRACE);
  while (!vpr_at (p, VPR_TOK_RBRACE) && !p->failed) {
    uint32_t begin = p->look.begin;
    vpr_annot *annots = vpr_parse_annots (p);
    vpr_decl *part = parse_part (p, owner);
    part->annots = annots;
    part->span = vpr_span_from (p, begin);
    vpr_push (p, part);
    vpr_accept (p, VPR_TOK_SEMICOLON);
  }
  vpr_expect (p, VPR_TOK_RBRACE);
  VPR_KEEP (p, &owner->members, mark);
  p->member = owner;
}

vpr_decl *vpr_parse_domain (struct vpr_parser *p, vpr_decl *domain) {
  vpr_next (p);
  domain->id = vpr_parse_ident (p);
  parse_params (p, domain);
  parse_interpretation (p, domain);
  parse_parts (p, domain);
  return domain;
}

/* -- algebraic data types ------------------------------------------------------------------------------ */

/* derives { NAME [T] [without a, b] } */
static void parse_derives (struct vpr_parser *p, vpr_decl *adt) {
  WR_VEC (struct vpr_derive) derives = {0};
  vpr_expect (p, VPR_TOK_LBRACE);
  while (!vpr_at (p, VPR_TOK_RBRACE) && !p->failed) {
    struct vpr_derive derive = {.name = vpr_parse_ident (p)};
    if (vpr_accept (p, VPR_TOK_LBRACKET)) {
      derive.type = vpr_parse_type (p);
      vpr_expect (p, VPR_TOK_RBRACKET);
    }
    if (vpr_accept (p, VPR_TOK_WITHOUT)) derive.without = vpr_parse_idents (p);
    vpr_accept (p, VPR_TOK_SEMICOLON);
    WR_VEC_PUSH (&derives, derive);
  }
  vpr_expect (p, VPR_TOK_RBRACE);
  if (derives.len) {
    adt->derives.data = WR_VEC_KEEP (p->arena, &derives);
    adt->derives.len = derives.len;
  }
  WR_VEC_FREE (&derives);
}

vpr_decl *vpr_parse_adt (struct vpr_parser *p, vpr_decl *adt) {
  vpr_next (p);
  adt->id = vpr_parse_ident (p);
  parse_params (p, adt);
  parse_parts (p, adt);
  if (vpr_accept (p, VPR_TOK_DERIVES)) parse_derives (p, adt);
  return adt;
}
