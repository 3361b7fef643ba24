/* front/boogie/parse_atom.c -- literals, names, calls, quantifiers, let, if-then-else, code expressions. */
#include "front/boogie/parse_expr.h"

bool bpl_at_expr (const struct bpl_parser *p) {
  switch ((int)p->look.kind) {
  case BPL_TOK_FALSE:
  case BPL_TOK_TRUE:
  case BPL_TOK_RNA:
  case BPL_TOK_RNE:
  case BPL_TOK_RTN:
  case BPL_TOK_RTP:
  case BPL_TOK_RTZ:
  case BPL_TOK_ROUND_AWAY:
  case BPL_TOK_ROUND_EVEN:
  case BPL_TOK_ROUND_NEGATIVE:
  case BPL_TOK_ROUND_POSITIVE:
  case BPL_TOK_ROUND_ZERO:
  case BPL_TOK_DIGITS:
  case BPL_TOK_DECIMAL:
  case BPL_TOK_FLOAT:
  case BPL_TOK_BV:
  case BPL_TOK_STRING:
  case BPL_TOK_OLD:
  case BPL_TOK_INT:
  case BPL_TOK_REAL:
  case BPL_TOK_LPAREN:
  case BPL_TOK_IF:
  case BPL_TOK_LCODE:
  case BPL_TOK_MINUS:
  case BPL_TOK_NOT: return true;
  default: return bpl_at_ident (p);
  }
}

/* -- literals, names ----------------------------------------------------------------------------- */

static enum bpl_expr_kind literal_kind (enum bpl_token_kind kind) {
  switch ((int)kind) {
  case BPL_TOK_FALSE: return BPL_EXPR_FALSE;
  case BPL_TOK_TRUE: return BPL_EXPR_TRUE;
  case BPL_TOK_RNA:
  case BPL_TOK_RNE:
  case BPL_TOK_RTN:
  case BPL_TOK_RTP:
  case BPL_TOK_RTZ:
  case BPL_TOK_ROUND_AWAY:
  case BPL_TOK_ROUND_EVEN:
  case BPL_TOK_ROUND_NEGATIVE:
  case BPL_TOK_ROUND_POSITIVE:
  case BPL_TOK_ROUND_ZERO: return BPL_EXPR_RMODE;
  case BPL_TOK_DIGITS: return BPL_EXPR_INT;
  case BPL_TOK_DECIMAL: return BPL_EXPR_REAL;
  case BPL_TOK_FLOAT: return BPL_EXPR_FLOAT;
  case BPL_TOK_BV: return BPL_EXPR_BV;
  case BPL_TOK_STRING: return BPL_EXPR_STRING;
  default: return BPL_EXPR_ERROR;
  }
}

static void bitvector (struct bpl_parser *p, bpl_expr *e, wr_str *text) {
  size_t digits = 0;
  while (text->ptr[digits] != 'b') digits++;
  wr_str width = {text->ptr + digits + 2, text->len - digits - 2};
  if (!bpl_parse_u32 (width, &e->u.literal.bits))
    bpl_error (p, WR_CODE_BAD_LITERAL, "this width is too large");
  text->len = digits;
}

static bpl_expr *parse_literal (struct bpl_parser *p, enum bpl_expr_kind kind) {
  bpl_expr *e = bpl_new_expr (p, kind, p->look);
  wr_str text = bpl_text_of (p, p->look);
  bpl_next (p);
  if (kind == BPL_EXPR_FALSE || kind == BPL_EXPR_TRUE) return e;
  if (kind == BPL_EXPR_BV) bitvector (p, e, &text);
  if (kind == BPL_EXPR_STRING) text = (wr_str){text.ptr + 1, text.len - 2};
  if (kind == BPL_EXPR_FLOAT && !bpl_float_is_exact (text))
    bpl_error (p, WR_CODE_BAD_LITERAL, "this value cannot be represented in its format");
  e->u.literal.text = wr_str_keep (p->arena, text);
  return e;
}

static bpl_expr *parse_name (struct bpl_parser *p) {
  bpl_expr *e = bpl_new_expr (p, BPL_EXPR_NAME, p->look);
  e->ident = bpl_parse_ident (p);
  if (!bpl_accept (p, BPL_TOK_LPAREN)) return e;
  e->kind = BPL_EXPR_CALL;
  if (bpl_at_expr (p))
    e->args = bpl_parse_exprs (p);
  else if (!bpl_at (p, BPL_TOK_RPAREN))
    bpl_syntax_error (p, "an expression");
  bpl_expect (p, BPL_TOK_RPAREN);
  e->span = bpl_span_from (p, e->span.begin);
  bpl_finish_expr (p, e, 0);
  return e;
}

/* word "(" Expr ")" */
static bpl_expr *parse_function (struct bpl_parser *p, enum bpl_expr_kind kind) {
  bpl_expr *e = bpl_new_expr (p, kind, p->look);
  bpl_next (p);
  bpl_expect (p, BPL_TOK_LPAREN);
  bpl_set_args (p, e, 1, bpl_parse_expr (p), NULL);
  bpl_expect (p, BPL_TOK_RPAREN);
  e->span = bpl_span_from (p, e->span.begin);
  bpl_finish_expr (p, e, 0);
  return e;
}

/* -- binders --------------------------------------------------------------------------------------- */

/* ( TypeParams [ Vars ] | Vars ) "::" {Attribute | Trigger} Expr */
static void parse_quantifier (struct bpl_parser *p, bpl_expr *e) {
  bool params = bpl_at (p, BPL_TOK_LT);
  if (params) e->u.binder.params = bpl_parse_tparams (p);
  if (bpl_at_ident (p) || bpl_at (p, BPL_TOK_LBRACE)) {
    uint32_t mark = p->stack.len;
    bpl_parse_vars (p, BPL_VAR_BOUND, BPL_WHERE_BOUND);
    BPL_KEEP (p, &e->u.binder.bound, mark);
  } else if (!params) {
    bpl_syntax_error (p, "bound variables");
  }
  bpl_expect (p, BPL_TOK_QSEP);
  uint32_t triggers = 0;
  e->u.binder.attrs = bpl_parse_attrs_and_triggers (p, &triggers);
  bpl_set_args (p, e, 1, bpl_parse_expr (p), NULL);
  if (e->kind == BPL_EXPR_LAMBDA && triggers)
    bpl_error (p, WR_CODE_TRIGGER_NOT_ALLOWED, "a lambda expression has no triggers");
}

/* "var" {Attribute} Ident {"," ...} ":=" Expr {"," Expr} ";" {Attribute} Expr */
static void parse_let (struct bpl_parser *p, bpl_expr *e) {
  uint32_t mark = p->stack.len;
  do {
    bpl_var *var = WR_NEW (p->arena, bpl_var, 1);
    var->kind = BPL_VAR_LET;
    var->group_first = true;
    var->attrs = bpl_parse_attrs (p);
    var->id = bpl_parse_ident (p);
    bpl_push (p, var);
  } while (bpl_accept (p, BPL_TOK_COMMA));
  BPL_KEEP (p, &e->u.binder.bound, mark);
  bpl_expect (p, BPL_TOK_BECOMES);
  do bpl_push (p, bpl_parse_expr (p));
  while (bpl_accept (p, BPL_TOK_COMMA));
  bpl_expect (p, BPL_TOK_SEMICOLON);
  e->u.binder.attrs = bpl_parse_attrs (p);
  bpl_push (p, bpl_parse_expr (p));
  BPL_KEEP (p, &e->args, mark);
}

/* What follows "(": a binder, with its parentheses as part of it. */
static bpl_expr *parse_binder (struct bpl_parser *p, enum bpl_expr_kind kind, uint32_t begin) {
  bpl_expr *e = bpl_new_expr (p, kind, p->look);
  uint32_t outer = p->tallest;
  p->tallest = 0;
  bpl_next (p);
  if (kind == BPL_EXPR_LET)
    parse_let (p, e);
  else
    parse_quantifier (p, e);
  bpl_expect (p, BPL_TOK_RPAREN);
  e->span = bpl_span_from (p, begin);
  bpl_finish_expr (p, e, p->tallest + 1);
  if (p->tallest < outer) p->tallest = outer;
  return e;
}

static bpl_expr *parse_parentheses (struct bpl_parser *p) {
  uint32_t begin = p->look.begin;
  bpl_next (p);
  switch ((int)p->look.kind) {
  case BPL_TOK_FORALL: return parse_binder (p, BPL_EXPR_FORALL, begin);
  case BPL_TOK_EXISTS: return parse_binder (p, BPL_EXPR_EXISTS, begin);
  case BPL_TOK_LAMBDA: return parse_binder (p, BPL_EXPR_LAMBDA, begin);
  case BPL_TOK_VAR: return parse_binder (p, BPL_EXPR_LET, begin);
  default: break;
  }
  bpl_expr *e = bpl_parse_inner_expr (p);
  bpl_expect (p, BPL_TOK_RPAREN);
  e->parenthesised = 1;
  e->span = bpl_span_from (p, begin);
  return e;
}

/* -- if, code ---------------------------------------------------------------------------------------- */

static bpl_expr *parse_ite (struct bpl_parser *p) {
  bpl_expr *e = bpl_new_expr (p, BPL_EXPR_ITE, p->look);
  bpl_next (p);
  uint32_t mark = p->stack.len;
  bpl_push (p, bpl_parse_expr (p));
  bpl_expect (p, BPL_TOK_THEN);
  bpl_push (p, bpl_parse_expr (p));
  bpl_expect (p, BPL_TOK_ELSE);
  bpl_push (p, bpl_parse_expr (p));
  BPL_KEEP (p, &e->args, mark);
  e->span = bpl_span_from (p, e->span.begin);
  bpl_finish_expr (p, e, 0);
  return e;
}

static bpl_expr *parse_code (struct bpl_parser *p) {
  bpl_expr *e = bpl_new_expr (p, BPL_EXPR_CODE, p->look);
  uint32_t outer = p->tallest;
  p->tallest = 0;
  e->u.code.body = bpl_parse_code_body (p);
  e->u.code.locals = e->u.code.body->locals;
  e->span = bpl_span_from (p, e->span.begin);
  bpl_finish_expr (p, e, p->tallest + 2); /* one for the statement */
  if (p->tallest < outer) p->tallest = outer;
  return e;
}

bpl_expr *bpl_parse_atom (struct bpl_parser *p) {
  enum bpl_expr_kind literal = literal_kind (p->look.kind);
  if (literal != BPL_EXPR_ERROR) return parse_literal (p, literal);
  switch ((int)p->look.kind) {
  case BPL_TOK_OLD: return parse_function (p, BPL_EXPR_OLD);
  case BPL_TOK_INT: return parse_function (p, BPL_EXPR_TO_INT);
  case BPL_TOK_REAL: return parse_function (p, BPL_EXPR_TO_REAL);
  case BPL_TOK_LPAREN: return parse_parentheses (p);
  case BPL_TOK_IF: return parse_ite (p);
  case BPL_TOK_LCODE: return parse_code (p);
  default: break;
  }
  if (bpl_at_ident (p)) return parse_name (p);
  bpl_syntax_error (p, "an expression");
  return bpl_new_expr (p, BPL_EXPR_ERROR, p->look);
}
