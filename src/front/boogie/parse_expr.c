/* front/boogie/parse_expr.c -- operators, from the loosest to the tightest, and postfix forms.  One function
   for each level of the grammar; the levels 5 to 7 (`++`, `+`, `*`), which are all left-associative,
   share one. */
#include "front/boogie/parse_expr.h"

#include "base/check.h"

/* -- nodes ------------------------------------------------------------------------------------- */

bpl_expr *bpl_new_expr (struct bpl_parser *p, enum bpl_expr_kind kind, struct bpl_token at) {
  bpl_expr *e = WR_NEW (p->arena, bpl_expr, 1);
  e->kind = (uint8_t)kind;
  e->at = at.begin;
  e->span = bpl_span_of (p, at);
  return e;
}

static bool is_bounds (const bpl_expr *e) {
  return e->kind == BPL_EXPR_EXTRACT && e->args.len == 0;
}

void bpl_finish_expr (struct bpl_parser *p, bpl_expr *e, uint32_t inner) {
  uint32_t height = inner;
  for (uint32_t i = 0; i < e->args.len; i++) {
    bpl_expr *arg = e->args.data[i];
    uint32_t h = arg->height + (i > 0 || e->kind != BPL_EXPR_BINARY ? 1u : 0u);
    if (h > height) height = h;
  }
  if (height > BPL_MAX_NESTING) {
    bpl_report_depth (p, (wr_span){e->span.file, e->at, e->at + 1}, "this is nested too deeply",
                      BPL_MAX_NESTING);
    e->kind = BPL_EXPR_ERROR;
    e->args.len = 0;
    height = 0;
  }
  e->height = height & 0x7fff;
  if (height > p->tallest) p->tallest = height;
}

void bpl_set_args (struct bpl_parser *p, bpl_expr *e, uint32_t count, bpl_expr *a, bpl_expr *b) {
  e->args.data = WR_NEW (p->arena, bpl_expr *, count);
  e->args.len = count;
  e->args.data[0] = a;
  if (count > 1) e->args.data[1] = b;
}

/* `op` is the token just read or remembered; the span runs from the left operand to the last token. */
static bpl_expr *binary (struct bpl_parser *p, enum bpl_op op, struct bpl_token at, bpl_expr *left,
                         bpl_expr *right) {
  bpl_expr *e = bpl_new_expr (p, BPL_EXPR_BINARY, at);
  e->op = (uint8_t)op;
  bpl_set_args (p, e, 2, left, right);
  e->span = bpl_span_from (p, left->span.begin);
  bpl_finish_expr (p, e, 0);
  return e;
}

static bool within_chain (struct bpl_parser *p, uint32_t *count, struct bpl_token at) {
  if (++*count < BPL_MAX_CHAIN) return true;
  bpl_report_depth (p, bpl_span_of (p, at), "this chain of operators is too long", BPL_MAX_CHAIN);
  return false;
}

bpl_exprs bpl_parse_exprs (struct bpl_parser *p) {
  uint32_t mark = p->stack.len;
  do bpl_push (p, bpl_parse_expr (p));
  while (bpl_accept (p, BPL_TOK_COMMA));
  bpl_exprs list;
  BPL_KEEP (p, &list, mark);
  return list;
}

/* -- postfix ----------------------------------------------------------------------------------- */

/* "[" [ Expr {"," Expr} ] [ ":=" Expr ] "]" after `base`. */
static bpl_expr *parse_index (struct bpl_parser *p, bpl_expr *base) {
  bpl_expr *e = bpl_new_expr (p, BPL_EXPR_SELECT, p->look), *bounds = NULL;
  bpl_next (p);
  uint32_t mark = p->stack.len;
  bpl_push (p, base);
  if (bpl_at_expr (p)) {
    bpl_expr *index = bpl_parse_expr (p);
    if (is_bounds (index))
      bounds = index;
    else
      bpl_push (p, index);
    while (bpl_accept (p, BPL_TOK_COMMA)) {
      bpl_expr *next = bpl_parse_expr (p);
      bpl_push (p, next);
      if (bounds || is_bounds (next))
        bpl_error (p, WR_CODE_BAD_EXTRACT, "bitvectors have only one dimension");
    }
  }
  if (bpl_accept (p, BPL_TOK_BECOMES)) {
    e->kind = BPL_EXPR_STORE;
    bpl_expr *value = bpl_parse_expr (p);
    bpl_push (p, value);
    if (bounds || is_bounds (value))
      bpl_error (p, WR_CODE_BAD_EXTRACT, "bits of a bitvector cannot be updated");
  }
  bpl_expect (p, BPL_TOK_RBRACKET);
  BPL_KEEP (p, &e->args, mark);
  if (bounds && e->args.len == 1) {
    e->kind = BPL_EXPR_EXTRACT;
    e->u.literal.hi = bounds->u.literal.hi;
    e->u.literal.lo = bounds->u.literal.lo;
  }
  return e;
}

/* "->" Ident | "->" "(" Ident ":=" Expr ")" after `base`. */
static bpl_expr *parse_field (struct bpl_parser *p, bpl_expr *base) {
  bpl_expr *e = bpl_new_expr (p, BPL_EXPR_FIELD, p->look);
  bpl_next (p);
  if (bpl_at_ident (p)) {
    e->ident = bpl_parse_ident (p);
    bpl_set_args (p, e, 1, base, NULL);
  } else if (bpl_accept (p, BPL_TOK_LPAREN)) {
    e->kind = BPL_EXPR_FIELD_UPDATE;
    e->ident = bpl_parse_ident (p);
    e->at = p->look.begin;
    bpl_expect (p, BPL_TOK_BECOMES);
    bpl_set_args (p, e, 2, base, bpl_parse_expr (p));
    bpl_expect (p, BPL_TOK_RPAREN);
  } else {
    bpl_syntax_error (p, "a field or an update in parentheses");
    e->kind = BPL_EXPR_ERROR;
  }
  return e;
}

static bpl_expr *parse_postfix (struct bpl_parser *p) {
  bpl_expr *e = bpl_parse_atom (p);
  while (bpl_at (p, BPL_TOK_LBRACKET) || bpl_at (p, BPL_TOK_ARROW)) {
    uint32_t begin = e->span.begin;
    e = bpl_at (p, BPL_TOK_ARROW) ? parse_field (p, e) : parse_index (p, e);
    e->span = bpl_span_from (p, begin);
    bpl_finish_expr (p, e, 0);
  }
  return e;
}

/* -- coercion, unary, is, power ------------------------------------------------------------------ */

/* hi ":" lo: `hi` was read as an expression. */
static bpl_expr *parse_bounds (struct bpl_parser *p, bpl_expr *high, struct bpl_token at) {
  bpl_expr *e = bpl_new_expr (p, BPL_EXPR_EXTRACT, at);
  wr_str low = bpl_text_of (p, p->look);
  bpl_next (p);
  if (high->kind != BPL_EXPR_INT)
    bpl_error (p, WR_CODE_BAD_EXTRACT, "the bounds of an extraction must be integer literals");
  else if (!bpl_parse_u32 (high->u.literal.text, &e->u.literal.hi) ||
           !bpl_parse_u32 (low, &e->u.literal.lo))
    bpl_error (p, WR_CODE_BAD_EXTRACT, "this bound is too large");
  e->span = bpl_span_from (p, high->span.begin);
  return e;
}

static bpl_expr *parse_coercion (struct bpl_parser *p) {
  bpl_expr *e = parse_postfix (p);
  while (bpl_at (p, BPL_TOK_COLON)) {
    struct bpl_token at = p->look;
    bpl_next (p);
    if (bpl_at (p, BPL_TOK_DIGITS)) {
      e = parse_bounds (p, e, at);
    } else if (bpl_at_type (p)) {
      bpl_expr *coerce = bpl_new_expr (p, BPL_EXPR_COERCE, at);
      bpl_set_args (p, coerce, 1, e, NULL);
      coerce->u.coerce.of_type = bpl_parse_type (p);
      coerce->span = bpl_span_from (p, e->span.begin);
      bpl_finish_expr (p, coerce, 0);
      e = coerce;
    } else {
      bpl_syntax_error (p, "a type");
    }
  }
  return e;
}

static bpl_expr *parse_unary (struct bpl_parser *p) {
  if (!bpl_at (p, BPL_TOK_MINUS) && !bpl_at (p, BPL_TOK_NOT)) return parse_coercion (p);
  bpl_expr *e = bpl_new_expr (p, BPL_EXPR_UNARY, p->look);
  e->op = bpl_at (p, BPL_TOK_NOT) ? BPL_OP_NOT : BPL_OP_NEG;
  bpl_next (p);
  if (bpl_enter (p)) {
    bpl_set_args (p, e, 1, parse_unary (p), NULL);
    e->span = bpl_span_from (p, e->span.begin);
    bpl_finish_expr (p, e, 0);
  } else {
    e->kind = BPL_EXPR_ERROR;
  }
  bpl_leave (p);
  return e;
}

static bpl_expr *parse_is (struct bpl_parser *p) {
  bpl_expr *arg = parse_unary (p);
  if (!bpl_at (p, BPL_TOK_IS)) return arg;
  bpl_expr *e = bpl_new_expr (p, BPL_EXPR_IS, p->look);
  bpl_next (p);
  e->ident = bpl_parse_ident (p);
  bpl_set_args (p, e, 1, arg, NULL);
  e->span = bpl_span_from (p, arg->span.begin);
  bpl_finish_expr (p, e, 0);
  return e;
}

static bpl_expr *parse_power (struct bpl_parser *p) {
  bpl_expr *e = parse_is (p);
  if (!bpl_at (p, BPL_TOK_POWER)) return e;
  struct bpl_token at = p->look;
  bpl_next (p);
  if (bpl_enter (p)) e = binary (p, BPL_OP_POW, at, e, parse_power (p));
  bpl_leave (p);
  return e;
}

/* -- binary operators ------------------------------------------------------------------------------ */

static enum bpl_op op_of (enum bpl_token_kind kind) {
  switch ((int)kind) {
  case BPL_TOK_IFF: return BPL_OP_IFF;
  case BPL_TOK_IMPLIES: return BPL_OP_IMPLIES;
  case BPL_TOK_EXPLIES: return BPL_OP_EXPLIES;
  case BPL_TOK_AND: return BPL_OP_AND;
  case BPL_TOK_OR: return BPL_OP_OR;
  case BPL_TOK_EQ: return BPL_OP_EQ;
  case BPL_TOK_NE: return BPL_OP_NE;
  case BPL_TOK_LT: return BPL_OP_LT;
  case BPL_TOK_LE: return BPL_OP_LE;
  case BPL_TOK_GT: return BPL_OP_GT;
  case BPL_TOK_GE: return BPL_OP_GE;
  case BPL_TOK_CONCAT: return BPL_OP_CONCAT;
  case BPL_TOK_PLUS: return BPL_OP_ADD;
  case BPL_TOK_MINUS: return BPL_OP_SUB;
  case BPL_TOK_STAR: return BPL_OP_MUL;
  case BPL_TOK_DIV: return BPL_OP_DIV;
  case BPL_TOK_MOD: return BPL_OP_MOD;
  case BPL_TOK_SLASH: return BPL_OP_REALDIV;
  default: return BPL_OP_NONE;
  }
}

static int level_of (enum bpl_op op) {
  static const int levels[BPL_OP_COUNT] = {
#define X(name, text, level) [BPL_OP_##name] = level,
      BPL_BINARY_OPS (X)
#undef X
  };
  return levels[op];
}

/* Left-associative levels 5 to 7. */
static bpl_expr *parse_arithmetic (struct bpl_parser *p, int level) {
  bpl_expr *e = parse_power (p);
  uint32_t count = 0;
  for (;;) {
    enum bpl_op op = op_of (p->look.kind);
    int own = level_of (op);
    if (own < level || own > 7) return e;
    struct bpl_token at = p->look;
    if (!within_chain (p, &count, at)) return e;
    bpl_next (p);
    e = binary (p, op, at, e, own == 7 ? parse_power (p) : parse_arithmetic (p, own + 1));
  }
}

static bool at_level (const struct bpl_parser *p, int level) {
  return level_of (op_of (p->look.kind)) == level;
}

/* Operators that cannot be mixed: reported, then read as if parentheses stood around the left part. */
static void report_mixture (struct bpl_parser *p) {
  if (p->distance >= BPL_ERROR_DISTANCE && !p->too_deep)
    wr_diag_add (p->diags, WR_CODE_AMBIGUOUS_OPERATORS, bpl_span_of (p, p->look),
                 "`%.*s` cannot follow here without parentheses",
                 WR_STR_ARGS (bpl_text_of (p, p->look)));
  p->distance = 0;
}

static bpl_expr *parse_relational (struct bpl_parser *p) {
  bpl_expr *e = parse_arithmetic (p, 5);
  uint32_t count = 0;
  while (at_level (p, 4)) {
    struct bpl_token at = p->look;
    if (count > 0) report_mixture (p);
    if (!within_chain (p, &count, at)) return e;
    bpl_next (p);
    e = binary (p, op_of (at.kind), at, e, parse_arithmetic (p, 5));
  }
  return e;
}

static bpl_expr *parse_logical (struct bpl_parser *p) {
  bpl_expr *e = parse_relational (p);
  enum bpl_token_kind kind = p->look.kind;
  uint32_t count = 0;
  while (bpl_at (p, BPL_TOK_AND) || bpl_at (p, BPL_TOK_OR)) {
    struct bpl_token at = p->look;
    if (at.kind != kind) report_mixture (p);
    if (!within_chain (p, &count, at)) return e;
    bpl_next (p);
    e = binary (p, op_of (at.kind), at, e, parse_relational (p));
  }
  return e;
}

/* `==>` associates to the right, `<==` to the left. */
static bpl_expr *parse_implies (struct bpl_parser *p, bool after_implies) {
  bpl_expr *e = parse_logical (p);
  if (bpl_at (p, BPL_TOK_IMPLIES)) {
    struct bpl_token at = p->look;
    bpl_next (p);
    if (bpl_enter (p)) e = binary (p, BPL_OP_IMPLIES, at, e, parse_implies (p, true));
    bpl_leave (p);
    return e;
  }
  uint32_t count = 0;
  bool reported = !after_implies;
  while (bpl_at (p, BPL_TOK_EXPLIES) || (count > 0 && bpl_at (p, BPL_TOK_IMPLIES))) {
    struct bpl_token at = p->look;
    if (!reported || at.kind == BPL_TOK_IMPLIES) {
      report_mixture (p);
      reported = true;
    }
    if (!within_chain (p, &count, at)) return e;
    bpl_next (p);
    e = binary (p, op_of (at.kind), at, e, parse_logical (p));
  }
  return e;
}

bpl_expr *bpl_parse_expr (struct bpl_parser *p) {
  bpl_expr *e;
  if (bpl_enter (p)) {
    e = parse_implies (p, false);
    uint32_t count = 0;
    while (bpl_at (p, BPL_TOK_IFF)) {
      struct bpl_token at = p->look;
      if (!within_chain (p, &count, at)) break;
      bpl_next (p);
      e = binary (p, BPL_OP_IFF, at, e, parse_implies (p, false));
    }
  } else {
    e = bpl_new_expr (p, BPL_EXPR_ERROR, p->look);
  }
  bpl_leave (p);
  return e;
}

bpl_expr *bpl_parse_inner_expr (struct bpl_parser *p) {
  bpl_expr *e = bpl_parse_expr (p);
  if (is_bounds (e)) {
    bpl_error (p, WR_CODE_BAD_EXTRACT, "bitvector bounds cannot stand in parentheses");
    e->kind = BPL_EXPR_ERROR;
  }
  return e;
}
