/* front/boogie/parse_type.c -- types, and declarations of variables with their types. */
#include "front/boogie/parse.h"

/* -- types ------------------------------------------------------------------------------------- */

bool bpl_at_type (const struct bpl_parser *p) {
  switch ((int)p->look.kind) {
  case BPL_TOK_INT:
  case BPL_TOK_REAL:
  case BPL_TOK_BOOL:
  case BPL_TOK_LPAREN:
  case BPL_TOK_LBRACKET:
  case BPL_TOK_LT: return true;
  default: return bpl_at_ident (p);
  }
}

static bpl_type *new_type (struct bpl_parser *p, enum bpl_type_kind kind) {
  bpl_type *type = WR_NEW (p->arena, bpl_type, 1);
  type->kind = kind;
  type->span = bpl_span_of (p, p->look);
  return type;
}

/* "int" | "real" | "bool" | "(" Type ")"; anything else is a syntax error that reads nothing. */
static bpl_type *parse_atom (struct bpl_parser *p) {
  enum bpl_type_kind kind = BPL_TYPE_ERROR;
  if (bpl_at (p, BPL_TOK_INT))
    kind = BPL_TYPE_INT;
  else if (bpl_at (p, BPL_TOK_REAL))
    kind = BPL_TYPE_REAL;
  else if (bpl_at (p, BPL_TOK_BOOL))
    kind = BPL_TYPE_BOOL;
  if (kind != BPL_TYPE_ERROR) {
    bpl_type *type = new_type (p, kind);
    bpl_next (p);
    return type;
  }
  if (bpl_accept (p, BPL_TOK_LPAREN)) {
    bpl_type *type = bpl_parse_type (p);
    type->parenthesised = true;
    bpl_expect (p, BPL_TOK_RPAREN);
    return type;
  }
  bpl_syntax_error (p, "a type");
  return new_type (p, BPL_TYPE_ERROR);
}

/* [ "<" ids ">" ] "[" [ Type {"," Type} ] "]" Type */
static bpl_type *parse_map (struct bpl_parser *p) {
  bpl_type *type = new_type (p, BPL_TYPE_MAP);
  if (bpl_at (p, BPL_TOK_LT)) type->params = bpl_parse_tparams (p);
  bpl_expect (p, BPL_TOK_LBRACKET);
  if (bpl_at_type (p)) {
    uint32_t mark = p->stack.len;
    do bpl_push (p, bpl_parse_type (p));
    while (bpl_accept (p, BPL_TOK_COMMA));
    BPL_KEEP (p, &type->args, mark);
  }
  bpl_expect (p, BPL_TOK_RBRACKET);
  type->result = bpl_parse_type (p);
  type->span = bpl_span_from (p, type->span.begin);
  return type;
}

static bpl_type *parse_name (struct bpl_parser *p) {
  bpl_type *type = new_type (p, BPL_TYPE_NAME);
  type->name = bpl_parse_ident (p);
  return type;
}

/* Arguments by juxtaposition: atoms and names; a map type is the last one. */
static void parse_type_args (struct bpl_parser *p, bpl_type *type) {
  uint32_t mark = p->stack.len;
  while (bpl_at_type (p)) {
    if (bpl_at (p, BPL_TOK_LT) || bpl_at (p, BPL_TOK_LBRACKET)) {
      bpl_push (p, parse_map (p));
      break;
    }
    bpl_push (p, bpl_at_ident (p) ? parse_name (p) : parse_atom (p));
  }
  BPL_KEEP (p, &type->args, mark);
  type->span = bpl_span_from (p, type->span.begin);
}

bpl_type *bpl_parse_type (struct bpl_parser *p) {
  bpl_type *type;
  if (!bpl_enter (p)) {
    type = new_type (p, BPL_TYPE_ERROR);
  } else if (bpl_at (p, BPL_TOK_LT) || bpl_at (p, BPL_TOK_LBRACKET)) {
    type = parse_map (p);
  } else if (bpl_at_ident (p)) {
    type = parse_name (p);
    parse_type_args (p, type);
  } else {
    type = parse_atom (p);
  }
  bpl_leave (p);
  return type;
}

/* -- variables --------------------------------------------------------------------------------- */

static const char *where_place (enum bpl_where where) {
  switch (where) {
  case BPL_WHERE_ALLOWED: break;
  case BPL_WHERE_IMPLEMENTATION: return "the parameters of an implementation";
  case BPL_WHERE_BOUND: return "bound variables";
  case BPL_WHERE_FIELD: return "the fields of a constructor";
  }
  return "";
}

/* Idents ":" Type [ "where" Expr ] */
static void parse_group (struct bpl_parser *p, enum bpl_var_kind kind, bpl_attr *attrs,
                         enum bpl_where allowed) {
  bpl_idents ids = bpl_parse_idents (p);
  bpl_expect (p, BPL_TOK_COLON);
  bpl_type *type = bpl_parse_type (p);
  bpl_expr *where = NULL;
  if (bpl_accept (p, BPL_TOK_WHERE)) {
    where = bpl_parse_expr (p);
    if (allowed != BPL_WHERE_ALLOWED) {
      bpl_error (p, WR_CODE_WHERE_NOT_ALLOWED, "a where clause is not allowed on %s",
                 where_place (allowed));
      where = NULL;
    }
  }
  for (uint32_t i = 0; i < ids.len; i++) {
    bpl_var *var = WR_NEW (p->arena, bpl_var, 1);
    *var = (bpl_var){.id = ids.data[i],
                     .kind = kind,
                     .attrs = attrs,
                     .type = type,
                     .where = where,
                     .group_first = i == 0};
    bpl_push (p, var);
  }
}

void bpl_parse_vars (struct bpl_parser *p, enum bpl_var_kind kind, enum bpl_where where) {
  do {
    bpl_attr *attrs = bpl_parse_attrs (p);
    parse_group (p, kind, attrs, where);
  } while (bpl_accept (p, BPL_TOK_COMMA));
}

bpl_attr *bpl_parse_var_decl (struct bpl_parser *p, enum bpl_var_kind kind) {
  bpl_expect (p, BPL_TOK_VAR);
  bpl_attr *attrs = bpl_parse_attrs (p);
  do parse_group (p, kind, attrs, BPL_WHERE_ALLOWED);
  while (bpl_accept (p, BPL_TOK_COMMA));
  bpl_expect (p, BPL_TOK_SEMICOLON);
  return attrs;
}
