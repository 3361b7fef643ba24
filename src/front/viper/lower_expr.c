/* front/viper/lower_expr.c -- expressions as terms.  Nothing is checked here: lower_wf.c does that. */
#include "front/viper/lowering.h"

#include <string.h>

void vpr_bind (const vpr_vars *vars, const wr_expr *terms, wr_expr *saved) {
  for (uint32_t i = 0; i < vars->len; i++) {
    saved[i] = (wr_expr){(uint32_t)(uintptr_t)vars->data[i]->lowered};
    vars->data[i]->lowered = (void *)(uintptr_t)terms[i].ix;
  }
}

void vpr_unbind (const vpr_vars *vars, const wr_expr *saved) {
  for (uint32_t i = 0; i < vars->len; i++) vars->data[i]->lowered = (void *)(uintptr_t)saved[i].ix;
}

void vpr_values (vpr_lowering *lo, const vpr_exprs *list, const struct vpr_ctx *ctx, wr_expr *out) {
  for (uint32_t i = 0; i < list->len; i++) out[i] = vpr_value (lo, list->data[i], ctx);
}

static bool is_perm (const vpr_expr *e) { return e->type && e->type->kind == VPR_TYPE_PERM; }

static wr_expr to_perm (vpr_lowering *lo, wr_expr e) {
  if (wr_expr_info (lo->core, e)->sort.ix == vpr_perm_sort (lo).ix) return e;
  const struct wr_expr_info *info = wr_expr_info (lo->core, e);
  if (info->op == WR_OP_INT)
    return wr_mk_real_text (lo->core, wr_symbol_text (lo->symbols, (wr_symbol){info->data}));
  return wr_mk1 (lo->core, WR_OP_TO_REAL, e);
}

/* A literal fraction is a literal. */
static wr_expr quotient (vpr_lowering *lo, wr_expr a, wr_expr b) {
  const struct wr_expr_info *x = wr_expr_info (lo->core, a), *y = wr_expr_info (lo->core, b);
  if (x->op == WR_OP_REAL && y->op == WR_OP_REAL) {
    wr_str p = wr_symbol_text (lo->symbols, (wr_symbol){x->data});
    wr_str q = wr_symbol_text (lo->symbols, (wr_symbol){y->data});
    bool plain = !memchr (p.ptr, '/', p.len) && !memchr (q.ptr, '/', q.len) && q.ptr[0] != '0' &&
                 q.ptr[0] != '-';
    if (plain) {
      wr_buf text = {0};
      wr_buf_print (&text, "%.*s/%.*s", WR_STR_ARGS (p), WR_STR_ARGS (q));
      wr_expr e = wr_mk_real_text (lo->core, wr_buf_str (&text));
      wr_buf_free (&text);
      return e;
    }
  }
  return wr_mk2 (lo->core, WR_OP_RDIV, a, b);
}

static wr_expr arithmetic (vpr_lowering *lo, const vpr_expr *e, wr_expr a, wr_expr b) {
  bool perm = is_perm (e->args.data[0]) || is_perm (e->args.data[1]) || is_perm (e);
  if (perm) a = to_perm (lo, a), b = to_perm (lo, b);
  switch ((int)e->op) {
  case VPR_OP_ADD: return wr_mk2 (lo->core, WR_OP_ADD, a, b);
  case VPR_OP_SUB: return wr_mk2 (lo->core, WR_OP_SUB, a, b);
  case VPR_OP_MUL: return wr_mk2 (lo->core, WR_OP_MUL, a, b);
  case VPR_OP_LT: return vpr_lt (lo, a, b);
  case VPR_OP_LE: return vpr_le (lo, a, b);
  case VPR_OP_GT: return vpr_lt (lo, b, a);
  case VPR_OP_GE: return vpr_le (lo, b, a);
  case VPR_OP_DIV: return perm ? quotient (lo, a, b) : wr_mk2 (lo->core, WR_OP_DIV, a, b);
  case VPR_OP_INTDIV: return wr_mk2 (lo->core, WR_OP_DIV, a, b);
  case VPR_OP_MOD: return wr_mk2 (lo->core, WR_OP_MOD, a, b);
  default: WR_UNREACHABLE ();
  }
}

static bool is_collection (const vpr_type *type) {
  return type && (type->kind == VPR_TYPE_SEQ || type->kind == VPR_TYPE_SET ||
                  type->kind == VPR_TYPE_MULTISET || type->kind == VPR_TYPE_MAP);
}

static wr_expr binary (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  wr_expr a = vpr_value (lo, e->args.data[0], ctx);
  if (e->op == VPR_OP_AND && vpr_is_false (lo, a)) return a;
  wr_expr b = vpr_value (lo, e->args.data[1], ctx);
  switch ((int)e->op) {
  case VPR_OP_IFF: return wr_mk2 (lo->core, WR_OP_IFF, a, b);
  case VPR_OP_IMPLIES: return vpr_implies (lo, a, b);
  case VPR_OP_OR: return vpr_or (lo, a, b);
  case VPR_OP_AND: return vpr_and (lo, a, b);
  case VPR_OP_EQ: return vpr_eq (lo, a, b);
  case VPR_OP_NE: return vpr_not (lo, vpr_eq (lo, a, b));
  default: return arithmetic (lo, e, a, b);
  }
}

static bool is_of_collections (const vpr_expr *e) {
  switch ((int)e->op) {
  case VPR_OP_IN:
  case VPR_OP_APPEND:
  case VPR_OP_UNION:
  case VPR_OP_INTERSECTION:
  case VPR_OP_SETMINUS:
  case VPR_OP_SUBSET: return true;
  case VPR_OP_EQ:
  case VPR_OP_NE: return is_collection (e->args.data[0]->type);
  default: return false;
  }
}

static wr_expr unary (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  wr_expr a = vpr_value (lo, e->args.data[0], ctx);
  if (e->op == VPR_OP_NOT) return vpr_not (lo, a);
  const struct wr_expr_info *info = wr_expr_info (lo->core, a);
  if (info->op == WR_OP_INT) {
    wr_buf text = {0};
    wr_str digits = wr_symbol_text (lo->symbols, (wr_symbol){info->data});
    if (digits.ptr[0] == '-')
      wr_buf_add (&text, (wr_str){digits.ptr + 1, digits.len - 1});
    else
      wr_buf_print (&text, "-%.*s", WR_STR_ARGS (digits));
    wr_expr negative = wr_mk_int_text (lo->core, wr_buf_str (&text));
    wr_buf_free (&text);
    return negative;
  }
  return wr_mk1 (lo->core, WR_OP_NEG, a);
}

const struct vpr_resource *vpr_place (vpr_lowering *lo, const vpr_expr *resource,
                                      const struct vpr_ctx *ctx, wr_expr **index) {
  if (resource->kind == VPR_EXPR_ACC) resource = resource->args.data[0];
  if (resource->kind == VPR_EXPR_BINARY && resource->op == VPR_OP_WAND)
    return vpr_wand_place (lo, resource, ctx, index);
  const struct vpr_resource *r = vpr_resource_of (lo, resource->decl);
  WR_REQUIRE (r->number < lo->resources.len);
  wr_expr *at = *index = WR_NEW (lo->arena, wr_expr, r->arity);
  if (resource->args.len)
    vpr_values (lo, &resource->args, ctx, at);
  else
    at[0] = wr_mk_int (lo->core, 0);
  return r;
}

bool vpr_is_wildcard (const vpr_expr *acc) {
  return acc->kind == VPR_EXPR_ACC && acc->args.len > 1 &&
         acc->args.data[1]->kind == VPR_EXPR_WILDCARD;
}

/* A wildcard below a condition stands only in the precondition of a function, where any positive amount is as good as another. */
static wr_expr amount_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  if (e->kind == VPR_EXPR_WILDCARD) return vpr_real (lo, "1");
  if (e->kind != VPR_EXPR_COND) return to_perm (lo, vpr_value (lo, e, ctx));
  wr_expr c = vpr_value (lo, e->args.data[0], ctx), a = amount_value (lo, e->args.data[1], ctx);
  return vpr_ite (lo, c, a, amount_value (lo, e->args.data[2], ctx));
}

wr_expr vpr_amount (vpr_lowering *lo, const vpr_expr *acc, const struct vpr_ctx *ctx) {
  if (acc->kind != VPR_EXPR_ACC || acc->args.len < 2) return vpr_real (lo, "1");
  return amount_value (lo, acc->args.data[1], ctx);
}

static wr_expr old_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  struct vpr_ctx inner = *ctx;
  if (e->lhs)
    inner.here = ctx->lhs;
  else if (e->label)
    inner.here = e->label->lowered ? ((struct vpr_mark *)e->label->lowered)->state : NULL;
  else
    inner.here = ctx->old;
  if (!inner.here) {
    vpr_unsupported (lo, e->span, "an old expression in this place is not supported");
    return vpr_default (lo, vpr_sort (lo, e->type));
  }
  inner.held = inner.here;
  return vpr_value (lo, e->args.data[0], &inner);
}

static wr_expr name_value (vpr_lowering *lo, const vpr_expr *e) {
  wr_expr term = {(uint32_t)(uintptr_t)e->var->lowered};
  if (term.ix) return term;
  vpr_unsupported (lo, e->span, "a variable in this place is not supported");
  return vpr_default (lo, vpr_sort (lo, e->type));
}

static wr_expr call_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  switch ((int)e->decl->kind) {
  case VPR_DECL_FUNCTION: return vpr_function_value (lo, e, ctx);
  case VPR_DECL_CONSTRUCTOR: return vpr_adt_value (lo, e, ctx);
  case VPR_DECL_DOMAIN_FUNCTION: return vpr_domain_value (lo, e, ctx);
  default: {
    if (ctx->triggers) { /* a predicate: its mask */
      wr_expr *index;
      const struct vpr_resource *r = vpr_place (lo, e, ctx, &index);
      return vpr_mask_at (lo, ctx->held, r, index);
    }
    vpr_unsupported (lo, e->span, "this application is not supported here");
    return vpr_true (lo);
  }
  }
}

static wr_expr value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  wr_expr *index;
  switch ((int)e->kind) {
  case VPR_EXPR_TRUE: return vpr_true (lo);
  case VPR_EXPR_FALSE: return wr_mk_bool (lo->core, false);
  case VPR_EXPR_NULL: return vpr_null (lo);
  case VPR_EXPR_RESULT: return ctx->result;
  case VPR_EXPR_NONE: return vpr_real (lo, "0");
  case VPR_EXPR_WRITE: return vpr_real (lo, "1");
  case VPR_EXPR_INT: return wr_mk_int_text (lo->core, e->text);
  case VPR_EXPR_NAME: return name_value (lo, e);
  case VPR_EXPR_UNARY: return unary (lo, e, ctx);
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_WAND && ctx->triggers) {
      const struct vpr_resource *r = vpr_place (lo, e, ctx, &index);
      return vpr_mask_at (lo, ctx->held, r, index);
    }
    if (e->op == VPR_OP_WAND) break;
    return is_of_collections (e) ? vpr_collection_value (lo, e, ctx) : binary (lo, e, ctx);
  case VPR_EXPR_COND: {
    wr_expr c = vpr_value (lo, e->args.data[0], ctx), a = vpr_value (lo, e->args.data[1], ctx);
    return vpr_ite (lo, c, a, vpr_value (lo, e->args.data[2], ctx));
  }
  case VPR_EXPR_FIELD: {
    const struct vpr_resource *r = vpr_place (lo, e, ctx, &index);
    return vpr_heap_at (lo, ctx->here, r, index);
  }
  case VPR_EXPR_DESTRUCTOR:
  case VPR_EXPR_DISCRIMINATOR: return vpr_adt_value (lo, e, ctx);
  case VPR_EXPR_CALL: return call_value (lo, e, ctx);
  case VPR_EXPR_ASCRIBED: return vpr_value (lo, e->args.data[0], ctx);
  case VPR_EXPR_PERM: {
    const struct vpr_resource *r = vpr_place (lo, e->args.data[0], ctx, &index);
    return vpr_mask_at (lo, ctx->held, r, index);
  }
  case VPR_EXPR_ACC:
    if (!ctx->triggers) break;
    {
      const struct vpr_resource *r = vpr_place (lo, e, ctx, &index);
      return vpr_mask_at (lo, ctx->held, r, index);
    }
  case VPR_EXPR_OLD: return old_value (lo, e, ctx);
  case VPR_EXPR_LET:
  case VPR_EXPR_FORALL:
  case VPR_EXPR_EXISTS:
  case VPR_EXPR_FORPERM: return vpr_quantifier_value (lo, e, ctx);
  case VPR_EXPR_UNFOLDING: {
    struct vpr_ctx inner;
    vpr_unfolding (lo, e, ctx, &inner);
    return vpr_value (lo, e->args.data[1], &inner);
  }
  case VPR_EXPR_APPLYING: return vpr_applying_value (lo, e, ctx);
  case VPR_EXPR_ASSERTING: return vpr_value (lo, e->args.data[1], ctx);
  case VPR_EXPR_INHALE_EXHALE: return vpr_value (lo, e->args.data[0], ctx);
  case VPR_EXPR_SEQ:
  case VPR_EXPR_SET:
  case VPR_EXPR_MULTISET:
  case VPR_EXPR_MAP:
  case VPR_EXPR_RANGE:
  case VPR_EXPR_LENGTH:
  case VPR_EXPR_INDEX:
  case VPR_EXPR_UPDATE:
  case VPR_EXPR_TAKE:
  case VPR_EXPR_DROP:
  case VPR_EXPR_DOMAIN_OF:
  case VPR_EXPR_RANGE_OF: return vpr_collection_value (lo, e, ctx);
  case VPR_EXPR_INSTANCE: return vpr_instance_value (lo, e, ctx);
  case VPR_EXPR_ERROR:
  case VPR_EXPR_WILDCARD:
  case VPR_EXPR_EPSILON:
  case VPR_EXPR_NEW:
  case VPR_EXPR_KIND_COUNT: break;
  }
  vpr_unsupported (lo, e->span, "this expression is not supported here");
  return vpr_default (lo, vpr_sort (lo, e->type));
}

wr_expr vpr_value (vpr_lowering *lo, const vpr_expr *e, const struct vpr_ctx *ctx) {
  if (++lo->depth > VPR_MAX_WALK) {
    lo->depth--;
    vpr_unsupported (lo, e->span, "this expression is nested too deeply");
    return vpr_default (lo, vpr_sort (lo, e->type));
  }
  wr_expr term = value (lo, e, ctx);
  if (is_perm (e)) term = to_perm (lo, term);
  lo->depth--;
  return term;
}
