/* front/viper/parse_atom.c -- atoms and what may stand behind them. */
#include "front/viper/parse.h"
#include "front/viper/parse_binder.h"

#include <string.h>

static vpr_expr *expr_error (struct vpr_parser *p) {
  vpr_syntax_error (p, "an expression");
  return vpr_end_expr (p, vpr_new_expr (p, VPR_EXPR_ERROR, p->look.begin));
}

void vpr_set_args (struct vpr_parser *p, vpr_expr *e, uint32_t len, vpr_expr *const *args) {
  e->args.len = len;
  e->args.data = wr_arena_copy (p->arena, args, len, sizeof *args);
}

bool vpr_at_expr (const struct vpr_parser *p) {
  switch ((int)p->look.kind) {
  case VPR_TOK_IDENT:
  case VPR_TOK_DIGITS:
  case VPR_TOK_RESULT:
  case VPR_TOK_TRUE:
  case VPR_TOK_FALSE:
  case VPR_TOK_NULL:
  case VPR_TOK_NONE:
  case VPR_TOK_WRITE:
  case VPR_TOK_WILDCARD:
  case VPR_TOK_EPSILON:
  case VPR_TOK_NEW:
  case VPR_TOK_SEQ:
  case VPR_TOK_SET:
  case VPR_TOK_MULTISET:
  case VPR_TOK_MAP:
  case VPR_TOK_RANGE:
  case VPR_TOK_UNFOLDING:
  case VPR_TOK_APPLYING:
  case VPR_TOK_ASSERTING:
  case VPR_TOK_OLD:
  case VPR_TOK_LET:
  case VPR_TOK_FORALL:
  case VPR_TOK_EXISTS:
  case VPR_TOK_FORPERM:
  case VPR_TOK_ACC:
  case VPR_TOK_PERM:
  case VPR_TOK_LPAREN:
  case VPR_TOK_LBRACKET:
  case VPR_TOK_BAR:
  case VPR_TOK_OR: /* || as the beginning of a length in a length */
  case VPR_TOK_HASH:
  case VPR_TOK_MINUS:
  case VPR_TOK_NOT: return true;
  case VPR_TOK_DOMAIN: return vpr_peek (p).kind == VPR_TOK_LPAREN;
  case VPR_TOK_AT: { /* an annotation of an expression, or of what follows */
    struct vpr_parser behind = *p;
    behind.quiet++;
    behind.lexer.diags = NULL;
    behind.stack.data = NULL, behind.stack.len = behind.stack.cap = 0;
    behind.idents.data = NULL, behind.idents.len = behind.idents.cap = 0;
    vpr_parse_annots (&behind);
    return !behind.failed && vpr_at_expr (&behind);
  }
  default: return false;
  }
}

/* -- locations ------------------------------------------------------------------------------------ */

void vpr_require_location (struct vpr_parser *p, const vpr_expr *e, bool wand) {
  if (e->kind == VPR_EXPR_FIELD || e->kind == VPR_EXPR_CALL) return;
  if (wand && e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_WAND) return;
  vpr_parse_error (p, WR_CODE_SYNTAX, e->span, "expected a field access%s a predicate%s",
                   wand ? "," : " or", wand ? " or a magic wand" : "");
}

/* acc(loc [, amount]) */
static vpr_expr *parse_acc (struct vpr_parser *p, uint32_t begin) {
  vpr_expr *e = vpr_new_expr (p, VPR_EXPR_ACC, begin), *args[2] = {0};
  vpr_next (p);
  vpr_expect (p, VPR_TOK_LPAREN);
  args[0] = vpr_parse_expr (p);
  vpr_require_location (p, args[0], true);
  bool amount = vpr_accept (p, VPR_TOK_COMMA);
  if (amount) args[1] = vpr_parse_expr (p);
  vpr_expect (p, VPR_TOK_RPAREN);
  vpr_set_args (p, e, amount ? 2 : 1, args);
  return vpr_end_expr (p, e);
}

vpr_expr *vpr_parse_predacc (struct vpr_parser *p) {
  uint32_t begin = p->look.begin;
  if (vpr_at (p, VPR_TOK_ACC)) return parse_acc (p, begin);
  vpr_expr *call = vpr_parse_suffixed (p);
  if (call->kind != VPR_EXPR_CALL)
    vpr_parse_error (p, WR_CODE_SYNTAX, call->span, "expected a predicate");
  vpr_expr *e = vpr_new_expr (p, VPR_EXPR_ACC, begin);
  e->implicit = true;
  vpr_set_args (p, e, 1, &call);
  return vpr_end_expr (p, e);
}

static vpr_expr *parse_perm (struct vpr_parser *p, uint32_t begin) {
  vpr_expr *e = vpr_new_expr (p, VPR_EXPR_PERM, begin);
  vpr_next (p);
  vpr_expect (p, VPR_TOK_LPAREN);
  vpr_expr *location = vpr_parse_expr (p);
  vpr_require_location (p, location, true);
  vpr_expect (p, VPR_TOK_RPAREN);
  vpr_set_args (p, e, 1, &location);
  return vpr_end_expr (p, e);
}

/* -- names and calls ------------------------------------------------------------------------------ */

/* Do arguments follow the name just read?  A line break between them ends the expression. */
static bool has_args (struct vpr_parser *p) {
  if (!vpr_at (p, VPR_TOK_LPAREN)) return false;
  if (p->last.end == p->look.begin) return true;
  if (memchr (p->lexer.text + p->last.end, '\n', p->look.begin - p->last.end)) return false;
  if (!p->quiet)
    wr_diag_native (wr_diag_add (p->diags, WR_CODE_BLANK_BEFORE_ARGUMENTS, vpr_span_of (p, p->last),
                                 "there are blanks between this name and its arguments"),
                    WR_LIT (VPR_PARSER_WARNING));
  return true;
}

static vpr_expr *parse_name (struct vpr_parser *p, uint32_t begin) {
  vpr_expr *e = vpr_new_expr (p, VPR_EXPR_NAME, begin);
  e->ident = vpr_parse_ident (p);
  if (has_args (p)) {
    e->kind = VPR_EXPR_CALL;
    e->args = vpr_parse_args (p);
  }
  return vpr_end_expr (p, e);
}

/* #P(args) */
static vpr_expr *parse_instance (struct vpr_parser *p, uint32_t begin) {
  vpr_expr *e = vpr_new_expr (p, VPR_EXPR_INSTANCE, begin);
  vpr_next (p);
  e->ident = vpr_parse_ident (p);
  e->args = vpr_parse_args (p);
  return vpr_end_expr (p, e);
}

/* new(*) or new(f, g) */
static vpr_expr *parse_new (struct vpr_parser *p, uint32_t begin) {
  vpr_expr *e = vpr_new_expr (p, VPR_EXPR_NEW, begin);
  vpr_next (p);
  vpr_expect (p, VPR_TOK_LPAREN);
  e->all = vpr_accept (p, VPR_TOK_STAR);
  if (!e->all && !vpr_at (p, VPR_TOK_RPAREN)) e->idents = vpr_parse_idents (p);
  vpr_expect (p, VPR_TOK_RPAREN);
  return vpr_end_expr (p, e);
}

/* (e), or (f(args) : T) */
static vpr_expr *parse_parenthesis (struct vpr_parser *p, uint32_t begin) {
  vpr_next (p);
  uint32_t inner = p->look.begin, bars = p->bars;
  p->bars = 0;
  vpr_expr *e = vpr_parse_expr (p);
  p->bars = bars;
  if (e->kind == VPR_EXPR_CALL && e->span.begin == inner && vpr_accept (p, VPR_TOK_COLON)) {
    vpr_expr *call = e;
    e = vpr_new_expr (p, VPR_EXPR_ASCRIBED, begin);
    e->written = vpr_parse_type (p);
    vpr_expect (p, VPR_TOK_RPAREN);
    vpr_set_args (p, e, 1, &call);
    return vpr_end_expr (p, e);
  }
  vpr_expect (p, VPR_TOK_RPAREN);
  return e;
}

/* -- collections ---------------------------------------------------------------------------------- */

/* Seq(e, e), Seq[T]() and the like. */
static vpr_expr *parse_collection (struct vpr_parser *p, uint32_t begin, enum vpr_expr_kind kind) {
  vpr_expr *e = vpr_new_expr (p, kind, begin);
  vpr_next (p);
  if (vpr_accept (p, VPR_TOK_LBRACKET)) {
    e->written = vpr_parse_type (p);
    vpr_expect (p, VPR_TOK_RBRACKET);
    vpr_expect (p, VPR_TOK_LPAREN);
    vpr_expect (p, VPR_TOK_RPAREN);
  } else {
    e->args = vpr_parse_args (p);
  }
  return vpr_end_expr (p, e);
}

static void parse_entries (struct vpr_parser *p, vpr_expr *e) {
  uint32_t mark = p->stack.len;
  if (!vpr_at (p, VPR_TOK_RPAREN)) {
    do {
      vpr_push (p, vpr_parse_expr (p));
      vpr_expect (p, VPR_TOK_BECOMES);
      vpr_push (p, vpr_parse_expr (p));
    } while (vpr_accept (p, VPR_TOK_COMMA));
  }
  VPR_KEEP (p, &e->args, mark);
}

/* Map(k := v, ...) or Map[K, V]() */
static vpr_expr *parse_map (struct vpr_parser *p, uint32_t begin) {
  vpr_expr *e = vpr_new_expr (p, VPR_EXPR_MAP, begin);
  vpr_next (p);
  if (vpr_accept (p, VPR_TOK_LBRACKET)) {
    e->written = vpr_parse_type (p);
    vpr_expect (p, VPR_TOK_COMMA);
    e->written_value = vpr_parse_type (p);
    vpr_expect (p, VPR_TOK_RBRACKET);
    vpr_expect (p, VPR_TOK_LPAREN);
  } else {
    vpr_expect (p, VPR_TOK_LPAREN);
    parse_entries (p, e);
  }
  vpr_expect (p, VPR_TOK_RPAREN);
  return vpr_end_expr (p, e);
}

/* domain(m), range(m) */
static vpr_expr *parse_of_map (struct vpr_parser *p, uint32_t begin, enum vpr_expr_kind kind) {
  vpr_expr *e = vpr_new_expr (p, kind, begin);
  vpr_next (p);
  vpr_expect (p, VPR_TOK_LPAREN);
  vpr_expr *map = vpr_parse_expr (p);
  vpr_expect (p, VPR_TOK_RPAREN);
  vpr_set_args (p, e, 1, &map);
  return vpr_end_expr (p, e);
}

/* A bar, which may be the first half of `||`. */
static void expect_bar (struct vpr_parser *p) {
  if (!vpr_at (p, VPR_TOK_OR)) {
    vpr_expect (p, VPR_TOK_BAR);
    return;
  }
  p->last = (struct vpr_token){VPR_TOK_BAR, p->look.begin, p->look.begin + 1};
  p->look.kind = VPR_TOK_BAR;
  p->look.begin++;
}

static vpr_expr *parse_length (struct vpr_parser *p, uint32_t begin) {
  vpr_expr *e = vpr_new_expr (p, VPR_EXPR_LENGTH, begin);
  expect_bar (p);
  p->bars++;
  vpr_expr *of = vpr_parse_expr (p);
  p->bars--;
  expect_bar (p);
  vpr_set_args (p, e, 1, &of);
  return vpr_end_expr (p, e);
}

/* [a, b] or [a..b) */
static vpr_expr *parse_bracket (struct vpr_parser *p, uint32_t begin) {
  vpr_next (p);
  vpr_expr *args[2] = {vpr_parse_expr (p), NULL};
  bool range = vpr_accept (p, VPR_TOK_DOTS);
  if (!range && !vpr_accept (p, VPR_TOK_COMMA)) vpr_syntax_error (p, "`,` or `..`");
  vpr_expr *e = vpr_new_expr (p, range ? VPR_EXPR_RANGE : VPR_EXPR_INHALE_EXHALE, begin);
  args[1] = vpr_parse_expr (p);
  vpr_expect (p, range ? VPR_TOK_RPAREN : VPR_TOK_RBRACKET);
  vpr_set_args (p, e, 2, args);
  return vpr_end_expr (p, e);
}

/* -- atoms ---------------------------------------------------------------------------------------- */

static vpr_expr *literal (struct vpr_parser *p, enum vpr_expr_kind kind) {
  vpr_expr *e = vpr_new_expr (p, kind, p->look.begin);
  if (kind == VPR_EXPR_INT) e->text = wr_str_keep (p->arena, vpr_text_of (p, p->look));
  vpr_next (p);
  return vpr_end_expr (p, e);
}

/* -e and !e bind to an expression with its suffixes. */
static vpr_expr *parse_unary (struct vpr_parser *p, uint32_t begin, enum vpr_op op) {
  vpr_expr *e = vpr_new_expr (p, VPR_EXPR_UNARY, begin);
  e->op = op;
  vpr_next (p);
  vpr_expr *operand = vpr_enter (p) ? vpr_parse_suffixed (p) : expr_error (p);
  vpr_leave (p);
  vpr_set_args (p, e, 1, &operand);
  return vpr_end_expr (p, e);
}

/* @a("...") atom */
static vpr_expr *parse_annotated (struct vpr_parser *p, uint32_t begin) {
  vpr_annot *annots = vpr_parse_annots (p), **end = &annots;
  vpr_expr *e = vpr_parse_atom (p);
  while (*end) end = &(*end)->next;
  *end = e->annots;
  e->annots = annots;
  e->span = vpr_span_from (
      p, begin); /* parentheses between the annotation and the expression belong to it */
  return e;
}

vpr_expr *vpr_parse_atom (struct vpr_parser *p) {
  uint32_t begin = p->look.begin;
  switch ((int)p->look.kind) {
  case VPR_TOK_AT: return parse_annotated (p, begin);
  case VPR_TOK_TRUE: return literal (p, VPR_EXPR_TRUE);
  case VPR_TOK_FALSE: return literal (p, VPR_EXPR_FALSE);
  case VPR_TOK_NULL: return literal (p, VPR_EXPR_NULL);
  case VPR_TOK_RESULT: return literal (p, VPR_EXPR_RESULT);
  case VPR_TOK_NONE: return literal (p, VPR_EXPR_NONE);
  case VPR_TOK_WRITE: return literal (p, VPR_EXPR_WRITE);
  case VPR_TOK_WILDCARD: return literal (p, VPR_EXPR_WILDCARD);
  case VPR_TOK_EPSILON: return literal (p, VPR_EXPR_EPSILON);
  case VPR_TOK_DIGITS: return literal (p, VPR_EXPR_INT);
  case VPR_TOK_MINUS: return parse_unary (p, begin, VPR_OP_NEG);
  case VPR_TOK_NOT: return parse_unary (p, begin, VPR_OP_NOT);
  case VPR_TOK_LPAREN: return parse_parenthesis (p, begin);
  case VPR_TOK_LBRACKET: return parse_bracket (p, begin);
  case VPR_TOK_BAR:
  case VPR_TOK_OR: return parse_length (p, begin);
  case VPR_TOK_HASH: return parse_instance (p, begin);
  case VPR_TOK_NEW: return parse_new (p, begin);
  case VPR_TOK_SEQ: return parse_collection (p, begin, VPR_EXPR_SEQ);
  case VPR_TOK_SET: return parse_collection (p, begin, VPR_EXPR_SET);
  case VPR_TOK_MULTISET: return parse_collection (p, begin, VPR_EXPR_MULTISET);
  case VPR_TOK_MAP: return parse_map (p, begin);
  case VPR_TOK_DOMAIN: return parse_of_map (p, begin, VPR_EXPR_DOMAIN_OF);
  case VPR_TOK_RANGE: return parse_of_map (p, begin, VPR_EXPR_RANGE_OF);
  case VPR_TOK_ACC: return parse_acc (p, begin);
  case VPR_TOK_PERM: return parse_perm (p, begin);
  case VPR_TOK_IDENT: return parse_name (p, begin);
  default: break;
  }
  vpr_expr *e = vpr_parse_binder (p, begin);
  return e ? e : expr_error (p);
}

/* -- suffixes --------------------------------------------------------------------------------------- */

/* e[i], e[i := v], e[i..j], e[i..], e[..j] */
static vpr_expr *parse_index (struct vpr_parser *p, vpr_expr *of, uint32_t begin) {
  vpr_expr *args[3] = {of, NULL, NULL}, *e;
  enum vpr_expr_kind kind = VPR_EXPR_INDEX;
  vpr_next (p);
  if (vpr_accept (p, VPR_TOK_DOTS)) {
    kind = VPR_EXPR_TAKE;
    args[1] = vpr_parse_expr (p);
  } else {
    args[1] = vpr_parse_expr (p);
    if (vpr_accept (p, VPR_TOK_BECOMES)) {
      kind = VPR_EXPR_UPDATE;
      args[2] = vpr_parse_expr (p);
    } else if (vpr_accept (p, VPR_TOK_DOTS)) {
      kind = VPR_EXPR_DROP;
      if (!vpr_at (p, VPR_TOK_RBRACKET)) args[2] = vpr_parse_expr (p);
    }
  }
  vpr_expect (p, VPR_TOK_RBRACKET);
  if (kind == VPR_EXPR_DROP && args[2]) {
    vpr_expr *take[2] = {of, args[2]};
    e = vpr_new_expr (p, VPR_EXPR_TAKE, begin);
    vpr_set_args (p, e, 2, take);
    args[0] = vpr_end_expr (p, e);
  }
  e = vpr_new_expr (p, kind, begin);
  vpr_set_args (p, e, kind == VPR_EXPR_UPDATE ? 3 : 2, args);
  return vpr_end_expr (p, e);
}

vpr_expr *vpr_parse_suffixed (struct vpr_parser *p) {
  uint32_t begin = p->look.begin;
  vpr_expr *e = vpr_parse_atom (p);
  while (vpr_at (p, VPR_TOK_DOT) || vpr_at (p, VPR_TOK_LBRACKET)) {
    if (vpr_at (p, VPR_TOK_LBRACKET)) {
      e = parse_index (p, e, begin);
      continue;
    }
    vpr_expr *field = vpr_new_expr (p, VPR_EXPR_FIELD, begin);
    vpr_next (p);
    field->ident = vpr_parse_ident (p);
    vpr_set_args (p, field, 1, &e);
    e = vpr_end_expr (p, field);
  }
  return e;
}
