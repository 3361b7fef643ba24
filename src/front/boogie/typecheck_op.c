/* front/boogie/typecheck_op.c -- operators and literals with a width. */
#include "front/boogie/resolve.h"
#include "front/boogie/typecheck.h"

static const char *op_text (uint8_t op) {
  static const char *const text[BPL_OP_COUNT] = {
#define X(name, spelling, level) [BPL_OP_##name] = spelling,
      BPL_BINARY_OPS (X)
#undef X
          [BPL_OP_NEG] = "-",
      [BPL_OP_NOT] = "!"};
  return text[op] ? text[op] : "?";
}

static bpl_type *bad_operands (bpl_checker *c, const bpl_expr *e, bpl_type *result) {
  wr_span at = bpl_expr_place (e);
  if (e->args.len == 1)
    wr_diag_add (c->diags, WR_CODE_OPERAND_TYPES, at, "operator %s cannot be applied to %s",
                 op_text (e->op), bpl_show_type (c, e->args.data[0]->type));
  else
    wr_diag_add (c->diags, WR_CODE_OPERAND_TYPES, at, "operator %s cannot be applied to %s and %s",
                 op_text (e->op), bpl_show_type (c, e->args.data[0]->type),
                 bpl_show_type (c, e->args.data[1]->type));
  return result;
}

/* The type both operands are to have: that of the first one that is known, else int. */
static bpl_type *common (bpl_checker *c, const bpl_expr *e) {
  for (uint32_t i = 0; i < e->args.len; i++) {
    bpl_type *head = bpl_type_head (e->args.data[i]->type);
    if (head->kind != BPL_TYPE_PROXY && head->kind != BPL_TYPE_ERROR) return head;
  }
  return c->typing.integer;
}

/* Both operands of the same numeric type; it is left in *type.  Errors are reported. */
static bool numeric (bpl_checker *c, const bpl_expr *e, bpl_type **type) {
  bpl_type *t = *type = common (c, e);
  bool ok = t->kind == BPL_TYPE_INT || t->kind == BPL_TYPE_REAL || t->kind == BPL_TYPE_FLOAT;
  for (uint32_t i = 0; ok && i < e->args.len; i++)
    ok = !bpl_is_mismatch (c, t, e->args.data[i]->type);
  if (!ok) bad_operands (c, e, NULL);
  return ok;
}

static bool all_of (bpl_checker *c, const bpl_expr *e, bpl_type *type) {
  for (uint32_t i = 0; i < e->args.len; i++)
    if (bpl_is_mismatch (c, type, e->args.data[i]->type)) return false;
  return true;
}

/* int and real may be mixed; floats of one format. */
static bpl_type *division (bpl_checker *c, bpl_expr *e) {
  bpl_type *type = common (c, e);
  if (type->kind == BPL_TYPE_FLOAT)
    return all_of (c, e, type) ? type : bad_operands (c, e, c->typing.error);
  for (uint32_t i = 0; i < 2; i++) {
    bpl_type *head = bpl_type_head (e->args.data[i]->type);
    if (head->kind != BPL_TYPE_INT && bpl_is_mismatch (c, c->typing.real, head))
      return bad_operands (c, e, c->typing.error);
  }
  return c->typing.real;
}

bpl_type *bpl_type_of_unary (bpl_checker *c, bpl_expr *e) {
  bpl_type *type;
  if (e->op == BPL_OP_NEG) return numeric (c, e, &type) ? type : c->typing.error;
  return all_of (c, e, c->typing.boolean) ? c->typing.boolean
                                          : bad_operands (c, e, c->typing.boolean);
}

static bpl_type *fixed (bpl_checker *c, bpl_expr *e, bpl_type *type) {
  if (all_of (c, e, type)) return type;
  return bad_operands (c, e, type == c->typing.boolean ? type : c->typing.error);
}

static bpl_type *concatenation (bpl_checker *c, bpl_expr *e) {
  bpl_type *type = bpl_concat_type (&c->typing, e->args.data[0]->type, e->args.data[1]->type);
  return type ? type : bad_operands (c, e, c->typing.error);
}

bpl_type *bpl_type_of_binary (bpl_checker *c, bpl_expr *e) {
  bpl_typing *t = &c->typing;
  bpl_type *type;
  switch ((enum bpl_op)e->op) {
  case BPL_OP_IFF:
  case BPL_OP_IMPLIES:
  case BPL_OP_EXPLIES:
  case BPL_OP_AND:
  case BPL_OP_OR: return fixed (c, e, t->boolean);
  case BPL_OP_EQ:
  case BPL_OP_NE:
    if (bpl_unifiable (t, e->args.data[0]->type, e->args.data[1]->type)) return t->boolean;
    return bad_operands (c, e, t->boolean);
  case BPL_OP_LT:
  case BPL_OP_LE:
  case BPL_OP_GT:
  case BPL_OP_GE: numeric (c, e, &type); return t->boolean;
  case BPL_OP_CONCAT: return concatenation (c, e);
  case BPL_OP_ADD:
  case BPL_OP_SUB:
  case BPL_OP_MUL: return numeric (c, e, &type) ? type : t->error;
  case BPL_OP_DIV:
  case BPL_OP_MOD: return fixed (c, e, t->integer);
  case BPL_OP_REALDIV: return division (c, e);
  case BPL_OP_POW: return fixed (c, e, t->real);
  case BPL_OP_NONE:
  case BPL_OP_NEG:
  case BPL_OP_NOT:
  case BPL_OP_COUNT: break;
  }
  return t->error;
}

bpl_type *bpl_type_of_extract (bpl_checker *c, bpl_expr *e) {
  uint32_t hi = e->u.literal.hi, lo = e->u.literal.lo;
  bpl_type *operand = bpl_type_head (e->args.data[0]->type);
  if (lo > hi) {
    wr_diag_add (c->diags, WR_CODE_EXTRACT_BOUNDS, bpl_expr_place (e),
                 "bits %u to %u: the first bound must not be below the second", hi, lo);
    return c->typing.error;
  }
  bool fits = operand->kind == BPL_TYPE_BV && operand->bits >= hi;
  if (operand->kind == BPL_TYPE_PROXY)
    fits =
        hi <= BPL_MAX_BITS && bpl_unify (&c->typing, operand, bpl_bitvector_proxy (&c->typing, hi));
  if (!fits && operand->kind != BPL_TYPE_ERROR)
    wr_diag_add (c->diags, WR_CODE_EXTRACT_BOUNDS, bpl_expr_place (e),
                 "bits %u to %u cannot be taken from an expression of type %s", hi, lo,
                 bpl_show_type (c, e->args.data[0]->type));
  return bpl_bitvector (&c->typing, hi - lo);
}

/* The format stands at the end: 0x1.8e3f24e8, 0NaN24e8, 0+oo24e8. */
bpl_type *bpl_type_of_float (bpl_checker *c, const bpl_expr *e) {
  wr_str text = e->u.literal.text;
  size_t at = text.len;
  uint32_t parts[2] = {0, 0};
  for (int k = 1; k >= 0; k--) {
    uint64_t unit = 1, n = 0;
    while (at && text.ptr[at - 1] >= '0' && text.ptr[at - 1] <= '9' && unit < BPL_MAX_BITS) {
      n += unit * (uint64_t)(text.ptr[--at] - '0');
      unit *= 10;
    }
    parts[k] = (uint32_t)n;
    if (k && at) at--; /* the e */
  }
  return bpl_float (&c->typing, parts[0], parts[1]);
}
