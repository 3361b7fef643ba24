/* front/viper/parse_decl.c -- members of a program, and how the parser finds the next one after an error. */
#include "front/viper/parse.h"

static vpr_decl *new_decl (struct vpr_parser *p, enum vpr_decl_kind kind) {
  vpr_decl *decl = WR_NEW (p->arena, vpr_decl, 1);
  decl->kind = kind;
  p->member = decl;
  return decl;
}

/* -- imports and macros ---------------------------------------------------------------------------- */

/* <path>: the text up to the sign, which is no row of tokens. */
static void parse_standard_path (struct vpr_parser *p, vpr_decl *decl) {
  uint32_t begin = p->look.begin + 1, end = begin;
  const char *text = p->lexer.text;
  while (end < p->lexer.len && text[end] != '>' && text[end] != '\n') end++;
  if (text[end] != '>') {
    vpr_parse_error (p, WR_CODE_SYNTAX, vpr_span_of (p, p->look), "this `<` has no `>`");
    return;
  }
  decl->path = wr_str_keep (p->arena, (wr_str){text + begin, end - begin});
  p->lexer.at = end;
  p->look = vpr_lex (&p->lexer);
  p->look.kind = VPR_TOK_GT; /* it may be a longer sign */
  p->look.end = p->lexer.at = end + 1;
  vpr_next (p);
}

static vpr_decl *parse_import (struct vpr_parser *p) {
  vpr_decl *decl = new_decl (p, VPR_DECL_IMPORT);
  vpr_next (p);
  decl->local = vpr_at (p, VPR_TOK_STRING);
  if (decl->local) {
    decl->path = vpr_parse_string (p);
  } else if (!p->failed && p->lexer.text[p->look.begin] == '<') {
    parse_standard_path (p, decl);
  } else {
    vpr_syntax_error (p, "a path in quotes, or in `<` and `>`");
  }
  return decl;
}

/* Is what follows a type that cannot be read as an expression? */
static bool at_alias (struct vpr_parser *p) {
  switch ((int)p->look.kind) {
  case VPR_TOK_INT:
  case VPR_TOK_BOOL:
  case VPR_TOK_REF:
  case VPR_TOK_PERM_TYPE:
  case VPR_TOK_RATIONAL: return true;
  case VPR_TOK_SEQ:
  case VPR_TOK_SET:
  case VPR_TOK_MULTISET:
  case VPR_TOK_MAP:
  case VPR_TOK_IDENT: break;
  default: return false;
  }
  if (vpr_peek (p).kind != VPR_TOK_LBRACKET) return false;
  struct vpr_trial trial = vpr_try (p);
  vpr_parse_type (p);
  bool call = vpr_at (p, VPR_TOK_LPAREN);
  if (!vpr_give_up (p, &trial) || call) return false;
  trial = vpr_try (p);
  vpr_parse_expr (p);
  return !vpr_give_up (p, &trial);
}

/* define NAME [(a, b)] (block | expression | type); the parameters stand directly behind the name. */
vpr_decl *vpr_parse_define (struct vpr_parser *p, uint32_t begin) {
  vpr_decl *decl = WR_NEW (p->arena, vpr_decl, 1);
  decl->kind = VPR_DECL_DEFINE;
  vpr_next (p);
  decl->id = vpr_parse_ident (p);
  if (vpr_at (p, VPR_TOK_LPAREN) && p->last.end == p->look.begin) {
    decl->has_params = true;
    vpr_next (p);
    if (!vpr_at (p, VPR_TOK_RPAREN)) decl->params = vpr_parse_idents (p);
    vpr_expect (p, VPR_TOK_RPAREN);
  }
  decl->is_block = vpr_at (p, VPR_TOK_LBRACE);
  if (decl->is_block)
    decl->body = vpr_parse_block (p);
  else if (at_alias (p))
    decl->alias = vpr_parse_type (p);
  else
    decl->value = vpr_parse_expr (p);
  decl->span = vpr_span_from (p, begin);
  return decl;
}

/* -- fields, methods, functions, predicates ----------------------------------------------------------- */

/* field a: T, b: T is several declarations; all but the last one are pushed here. */
static vpr_decl *parse_fields (struct vpr_parser *p) {
  uint32_t begin = p->look.begin;
  vpr_next (p);
  for (;;) {
    vpr_decl *decl = new_decl (p, VPR_DECL_FIELD);
    decl->id = vpr_parse_ident (p);
    vpr_expect (p, VPR_TOK_COLON);
    decl->written = vpr_parse_type (p);
    decl->span = vpr_span_from (p, begin);
    if (!vpr_accept (p, VPR_TOK_COMMA)) return decl;
    vpr_push (p, decl);
    begin = p->look.begin;
  }
}

/* The clauses that begin with this keyword, and measures between them. */
static vpr_exprs parse_clauses (struct vpr_parser *p, vpr_decl *decl, enum vpr_token_kind word) {
  uint32_t mark = p->stack.len;
  vpr_exprs clauses;
  for (;;) {
    if (vpr_at (p, VPR_TOK_DECREASES)) {
      vpr_parse_measure (p, &decl->measures);
    } else if (vpr_accept (p, word)) {
      vpr_push (p, vpr_parse_expr (p));
      vpr_accept (p, VPR_TOK_SEMICOLON);
    } else {
      break;
    }
  }
  VPR_KEEP (p, &clauses, mark);
  return clauses;
}

static void parse_contract (struct vpr_parser *p, vpr_decl *decl) {
  decl->requires_ = parse_clauses (p, decl, VPR_TOK_REQUIRES);
  decl->ensures = parse_clauses (p, decl, VPR_TOK_ENSURES);
  if (vpr_at (p, VPR_TOK_REQUIRES))
    vpr_parse_error (p, WR_CODE_SYNTAX, vpr_span_of (p, p->look),
                     "`requires` stands before `ensures`");
}

static vpr_decl *parse_method (struct vpr_parser *p) {
  vpr_decl *decl = new_decl (p, VPR_DECL_METHOD);
  vpr_next (p);
  decl->id = vpr_parse_ident (p);
  decl->formals = vpr_parse_formals (p, VPR_VAR_FORMAL, false);
  if (vpr_accept (p, VPR_TOK_RETURNS)) decl->returns = vpr_parse_formals (p, VPR_VAR_RETURN, false);
  parse_contract (p, decl);
  decl->has_body = vpr_at (p, VPR_TOK_LBRACE);
  if (decl->has_body) decl->body = vpr_parse_block (p);
  return decl;
}

/* { e } */
static void parse_value (struct vpr_parser *p, vpr_decl *decl) {
  decl->has_body = vpr_accept (p, VPR_TOK_LBRACE);
  if (!decl->has_body) return;
  decl->value = vpr_parse_expr (p);
  vpr_expect (p, VPR_TOK_RBRACE);
}

static vpr_decl *parse_function (struct vpr_parser *p) {
  vpr_decl *decl = new_decl (p, VPR_DECL_FUNCTION);
  vpr_next (p);
  decl->id = vpr_parse_ident (p);
  decl->formals = vpr_parse_formals (p, VPR_VAR_FORMAL, false);
  vpr_expect (p, VPR_TOK_COLON);
  decl->written = vpr_parse_type (p);
  parse_contract (p, decl);
  parse_value (p, decl);
  return decl;
}

static vpr_decl *parse_predicate (struct vpr_parser *p) {
  vpr_decl *decl = new_decl (p, VPR_DECL_PREDICATE);
  vpr_next (p);
  decl->id = vpr_parse_ident (p);
  decl->formals = vpr_parse_formals (p, VPR_VAR_FORMAL, false);
  parse_value (p, decl);
  return decl;
}

/* -- members ------------------------------------------------------------------------------------------ */

static vpr_decl *parse_member (struct vpr_parser *p) {
  switch ((int)p->look.kind) {
  case VPR_TOK_IMPORT: return parse_import (p);
  case VPR_TOK_DEFINE: return vpr_parse_define (p, p->look.begin);
  case VPR_TOK_FIELD: return parse_fields (p);
  case VPR_TOK_METHOD: return parse_method (p);
  case VPR_TOK_FUNCTION: return parse_function (p);
  case VPR_TOK_PREDICATE: return parse_predicate (p);
  case VPR_TOK_DOMAIN: return vpr_parse_domain (p, new_decl (p, VPR_DECL_DOMAIN));
  case VPR_TOK_ADT: return vpr_parse_adt (p, new_decl (p, VPR_DECL_ADT));
  default: vpr_syntax_error (p, "a declaration"); return new_decl (p, VPR_DECL_ERROR);
  }
}

/* Can a member begin at the look-ahead?  `function` and `define` stand in braces too, `domain` is also the domain of a map. */
static bool begins_member (const struct vpr_parser *p) {
  switch ((int)p->look.kind) {
  case VPR_TOK_IMPORT:
  case VPR_TOK_FIELD:
  case VPR_TOK_METHOD:
  case VPR_TOK_PREDICATE:
  case VPR_TOK_ADT: return true;
  case VPR_TOK_DOMAIN: return vpr_peek (p).kind == VPR_TOK_IDENT;
  case VPR_TOK_FUNCTION:
  case VPR_TOK_DEFINE: return p->braces == 0;
  default: return false;
  }
}

/* Goes on where the next member can begin. */
static void recover (struct vpr_parser *p) {
  p->failed = p->resource = false;
  p->look = p->stopped;
  p->depth = p->bars = 0;
  while (!vpr_at (p, VPR_TOK_END) && !begins_member (p)) vpr_next (p);
  p->braces = 0;
}

void vpr_parse_members (struct vpr_parser *p) {
  while (!vpr_at (p, VPR_TOK_END) && !wr_cancelled (p->cancel)) {
    uint32_t begin = p->look.begin, first = p->stack.len;
    vpr_annot *annots = vpr_parse_annots (p);
    vpr_decl *decl = parse_member (p);
    decl->annots = annots;
    if (decl->kind != VPR_DECL_FIELD || p->stack.len == first)
      decl->span = vpr_span_from (p, begin);
    for (uint32_t i = first; i < p->stack.len; i++) {
      vpr_decl *field = p->stack.data[i];
      field->annots = annots;
      if (i == first) field->span.begin = begin;
    }
    vpr_push (p, decl);
    vpr_accept (p, VPR_TOK_SEMICOLON);
    p->member = NULL;
    if (p->failed) {
      p->stack.len = first;
      recover (p);
    }
  }
}
