/* front/viper/parse_expr.c -- operators: precedence, associativity, chained comparisons. */
#include "front/viper/copy.h"
#include "front/viper/parse.h"

#include "base/check.h"

enum { LEVEL_IFF = 2, LEVEL_WAND = 4, LEVEL_COMPARISON = 8, LEVEL_SUM = 9 };

static const struct {
  enum vpr_token_kind token;
  enum vpr_op op;
  uint32_t level;
} operators[] = {
#define TOKEN(t, op, level)                                                                        \
  { VPR_TOK_##t, VPR_OP_##op, level }
    TOKEN (IFF, IFF, 2),
    TOKEN (IMPLIES, IMPLIES, 3),
    TOKEN (WAND, WAND, 4),
    TOKEN (OR, OR, 5),
    TOKEN (AND, AND, 6),
    TOKEN (EQ, EQ, 7),
    TOKEN (NE, NE, 7),
    TOKEN (LT, LT, 8),
    TOKEN (LE, LE, 8),
    TOKEN (GT, GT, 8),
    TOKEN (GE, GE, 8),
    TOKEN (IN, IN, 8),
    TOKEN (PLUS, ADD, 9),
    TOKEN (MINUS, SUB, 9),
    TOKEN (APPEND, APPEND, 9),
    TOKEN (UNION, UNION, 9),
    TOKEN (INTERSECTION, INTERSECTION, 9),
    TOKEN (SETMINUS, SETMINUS, 9),
    TOKEN (SUBSET, SUBSET, 9),
    TOKEN (STAR, MUL, 10),
    TOKEN (SLASH, DIV, 10),
    TOKEN (BACKSLASH, INTDIV, 10),
    TOKEN (PERCENT, MOD, 10),
#undef TOKEN
};

/* -- nodes -------------------------------------------------------------------------------------- */

vpr_expr *vpr_new_expr (struct vpr_parser *p, enum vpr_expr_kind kind, uint32_t begin) {
  vpr_expr *e = WR_NEW (p->arena, vpr_expr, 1);
  e->kind = kind;
  e->span = (wr_span){p->lexer.file, begin, begin};
  return e;
}

static uint32_t tallest (vpr_exprs exprs, uint32_t height) {
  for (uint32_t i = 0; i < exprs.len; i++)
    if (exprs.data[i] && exprs.data[i]->height > height) height = exprs.data[i]->height;
  return height;
}

vpr_expr *vpr_end_expr (struct vpr_parser *p, vpr_expr *e) {
  e->span = vpr_span_from (p, e->span.begin);
  vpr_set_height (e);
  if (e->height > VPR_MAX_HEIGHT)
    vpr_parse_error (p, WR_CODE_NESTING_TOO_DEEP, vpr_span_of (p, p->last),
                     "this expression is too high a tree; the limit is %d", (int)VPR_MAX_HEIGHT);
  return e;
}

void vpr_set_height (vpr_expr *e) {
  uint32_t height = tallest (e->args, 0);
  e->binds = e->vars.len > 0;
  for (uint32_t i = 0; i < e->args.len; i++) e->binds = e->binds || e->args.data[i]->binds;
  for (uint32_t i = 0; i < e->triggers.len; i++)
    height = tallest (e->triggers.data[i].exprs, height);
  e->height = height + 1;
}

/* A binary node over [begin, end). */
static vpr_expr *binary (struct vpr_parser *p, enum vpr_op op, vpr_expr *left, vpr_expr *right) {
  vpr_expr *e = vpr_new_expr (p, VPR_EXPR_BINARY, left->span.begin);
  e->op = op;
  e->args.len = 2;
  e->args.data = WR_NEW (p->arena, vpr_expr *, 2);
  e->args.data[0] = left;
  e->args.data[1] = right;
  return vpr_end_expr (p, e);
}

/* -- binary operators ----------------------------------------------------------------------------- */

/* `||` in a length |e| may be two bars: then no operand follows. */
static bool is_two_bars (const struct vpr_parser *p) {
  if (!p->bars) return false;
  struct vpr_parser behind = *p;
  behind.look = vpr_peek (p);
  return !vpr_at_expr (&behind);
}

static enum vpr_op operator_at (const struct vpr_parser *p, uint32_t *level) {
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    if (operators[i].token != p->look.kind) continue;
    if (operators[i].op == VPR_OP_OR && is_two_bars (p)) break;
    *level = operators[i].level;
    return operators[i].op;
  }
  return VPR_OP_NONE;
}

/* An operand with where it begins, which may be a parenthesis that is no part of it. */
struct operand {
  vpr_expr *e;
  uint32_t begin, end;
  enum vpr_op op; /* behind it */
};

static struct operand read_operand (struct vpr_parser *p, uint32_t level) {
  struct operand o = {.begin = p->look.begin};
  o.e = vpr_parse_level (p, level);
  o.end = p->last.end;
  return o;
}

/* A node over two operands with the text between their outer ends. */
static struct operand join (struct vpr_parser *p, struct operand a, enum vpr_op op,
                            struct operand b) {
  struct operand both = {binary (p, op, a.e, b.e), a.begin, b.end, VPR_OP_NONE};
  both.e->span.begin = a.begin;
  both.e->span.end = b.end > a.begin ? b.end : a.begin;
  return both;
}

/* a op b op c as a op (b op c). */
static struct operand read_right (struct vpr_parser *p, struct operand first, uint32_t level) {
  WR_VEC (struct operand) operands = {0};
  uint32_t next;
  while ((first.op = operator_at (p, &next)) && next == level) {
    WR_VEC_PUSH (&operands, first);
    vpr_next (p);
    first = read_operand (p, level == LEVEL_WAND ? 1 : level + 1);
  }
  while (operands.len) {
    struct operand left = WR_VEC_POP (&operands);
    first = join (p, left, left.op, first);
  }
  WR_VEC_FREE (&operands);
  return first;
}

static vpr_expr *copy_operand (struct vpr_parser *p, const vpr_expr *e) {
  struct vpr_copier copier = {p->arena, VPR_MAX_EXPANSION - p->copied};
  vpr_expr *copy = vpr_copy_expr (&copier, e);
  p->copied = VPR_MAX_EXPANSION - copier.budget;
  if (!copier.budget)
    vpr_parse_error (p, WR_CODE_EXPANSION_TOO_LARGE, e->span,
                     "chained comparisons of chained comparisons are too large");
  return copy;
}

/* a < b <= c is a < b && b <= c. */
static struct operand read_chain (struct vpr_parser *p, struct operand first) {
  WR_VEC (struct operand) parts = {0};
  struct operand left = first;
  enum vpr_op op;
  uint32_t level;
  while ((op = operator_at (p, &level)) && level == LEVEL_COMPARISON && !p->failed) {
    vpr_next (p);
    struct operand right = read_operand (p, LEVEL_SUM);
    struct operand part = join (p, left, op, right);
    WR_VEC_PUSH (&parts, part);
    left = right;
    if (operator_at (p, &level) && level == LEVEL_COMPARISON) left.e = copy_operand (p, right.e);
  }
  if (parts.len) first = WR_VEC_POP (&parts);
  while (parts.len) {
    struct operand part = WR_VEC_POP (&parts);
    first = join (p, part, VPR_OP_AND, first);
  }
  WR_VEC_FREE (&parts);
  return first;
}

static struct operand read_left (struct vpr_parser *p, struct operand first, uint32_t level) {
  enum vpr_op op;
  uint32_t next;
  while ((op = operator_at (p, &next)) && next == level) {
    vpr_next (p);
    struct operand right = read_operand (p, level + 1);
    first = join (p, first, op, right);
  }
  return first;
}

static struct operand read_binary (struct vpr_parser *p, uint32_t least) {
  struct operand left = {.begin = p->look.begin};
  left.e = vpr_parse_suffixed (p);
  left.end = p->last.end;
  uint32_t level;
  while (operator_at (p, &level) && level >= least)
    left = level < LEVEL_COMPARISON    ? read_right (p, left, level)
           : level == LEVEL_COMPARISON ? read_chain (p, left)
                                       : read_left (p, left, level);
  return left;
}

/* -- conditionals --------------------------------------------------------------------------------- */

static vpr_expr *read_conditional (struct vpr_parser *p) {
  struct operand condition = read_binary (p, LEVEL_IFF);
  if (!vpr_at (p, VPR_TOK_QUESTION)) return condition.e;
  vpr_expr *e = vpr_new_expr (p, VPR_EXPR_COND, condition.begin);
  e->args.data = WR_NEW (p->arena, vpr_expr *, 3);
  e->args.len = 3;
  vpr_next (p);
  e->args.data[0] = condition.e;
  e->args.data[1] = vpr_parse_expr (p);
  vpr_expect (p, VPR_TOK_COLON);
  e->args.data[2] = vpr_parse_expr (p);
  return vpr_end_expr (p, e);
}

vpr_expr *vpr_parse_level (struct vpr_parser *p, uint32_t level) {
  uint32_t begin = p->look.begin;
  vpr_expr *e = !vpr_enter (p) ? vpr_end_expr (p, vpr_new_expr (p, VPR_EXPR_ERROR, begin))
                : level == 1   ? read_conditional (p)
                               : read_binary (p, level).e;
  vpr_leave (p);
  return e;
}

vpr_expr *vpr_parse_expr (struct vpr_parser *p) { return vpr_parse_level (p, 1); }

/* -- lists ----------------------------------------------------------------------------------------- */

vpr_exprs vpr_parse_args (struct vpr_parser *p) {
  uint32_t mark = p->stack.len;
  vpr_exprs args;
  vpr_expect (p, VPR_TOK_LPAREN);
  if (!vpr_at (p, VPR_TOK_RPAREN)) {
    do vpr_push (p, vpr_parse_expr (p));
    while (vpr_accept (p, VPR_TOK_COMMA));
  }
  vpr_expect (p, VPR_TOK_RPAREN);
  VPR_KEEP (p, &args, mark);
  return args;
}
