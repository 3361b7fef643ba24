/* front/viper/lower_shape.c -- shapes of magic wands.  A wand is its shape and the values of its holes: the largest parts that do not
   depend on the heap in which the wand is used.  Wands with one shape are one resource, and the holes are its indices. */
#include "front/viper/lowering.h"

#include "front/viper/types.h"

struct shape {
  vpr_lowering *lo;
  wr_buf text;
  WR_VEC (const vpr_expr *) holes;
  WR_VEC (const vpr_var *) bound;
};

static bool is_bound (const struct shape *s, const vpr_var *var) {
  for (uint32_t i = 0; i < s->bound.len; i++)
    if (s->bound.data[i] == var) return true;
  return false;
}

static bool mentions_bound (const struct shape *s, const vpr_expr *e) {
  if (e->kind == VPR_EXPR_NAME) return is_bound (s, e->var);
  for (uint32_t i = 0; i < e->args.len; i++)
    if (mentions_bound (s, e->args.data[i])) return true;
  return false;
}

static bool reads_heap (const vpr_expr *e) {
  if (e->kind == VPR_EXPR_FIELD || e->kind == VPR_EXPR_UNFOLDING || e->kind == VPR_EXPR_APPLYING ||
      e->kind == VPR_EXPR_PERM || e->kind == VPR_EXPR_FORPERM || e->kind == VPR_EXPR_INSTANCE)
    return true;
  if (e->kind == VPR_EXPR_CALL && e->decl->kind == VPR_DECL_FUNCTION && e->decl->requires_.len)
    return true;
  for (uint32_t i = 0; i < e->args.len; i++)
    if (reads_heap (e->args.data[i])) return true;
  return false;
}

/* Is the value known where the wand is written down? */
static bool is_fixed (const struct shape *s, const vpr_expr *e) {
  switch ((int)e->kind) {
  case VPR_EXPR_OLD: return !e->lhs && !(mentions_bound (s, e) && !reads_heap (e));
  case VPR_EXPR_NAME: return !is_bound (s, e->var);
  case VPR_EXPR_FIELD:
  case VPR_EXPR_UNFOLDING:
  case VPR_EXPR_APPLYING:
  case VPR_EXPR_ASSERTING:
  case VPR_EXPR_PERM:
  case VPR_EXPR_FORPERM:
  case VPR_EXPR_ACC:
  case VPR_EXPR_WILDCARD:
  case VPR_EXPR_INHALE_EXHALE:
  case VPR_EXPR_FORALL:
  case VPR_EXPR_EXISTS:
  case VPR_EXPR_LET: return false;
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_WAND) return false;
    break;
  case VPR_EXPR_CALL:
    if (e->decl->kind == VPR_DECL_PREDICATE) return false;
    if (e->decl->kind == VPR_DECL_FUNCTION && e->decl->requires_.len) return false;
    break;
  default: break;
  }
  for (uint32_t i = 0; i < e->args.len; i++)
    if (!is_fixed (s, e->args.data[i])) return false;
  return true;
}

static void walk (struct shape *s, const vpr_expr *e) {
  if (e->kind == VPR_EXPR_OLD && !e->lhs && !reads_heap (e)) {
    walk (s, e->args.data[0]); /* the state does not matter */
    return;
  }
  if (is_fixed (s, e)) {
    wr_buf_print (&s->text, "?%u", e->type->number);
    WR_VEC_PUSH (&s->holes, e);
    return;
  }
  wr_buf_print (&s->text, "(%d.%d", (int)e->kind, (int)e->op);
  if (e->decl) wr_buf_print (&s->text, ":%s", vpr_text (s->lo, e->decl->id.name));
  if (e->kind == VPR_EXPR_NAME) {
    for (uint32_t i = 0; i < s->bound.len; i++)
      if (s->bound.data[i] == e->var) wr_buf_print (&s->text, "#%u", i);
  }
  if (e->lhs) wr_buf_print (&s->text, "lhs");
  if (e->kind == VPR_EXPR_INT) wr_buf_add (&s->text, e->text);
  uint32_t outer = s->bound.len;
  if (e->kind == VPR_EXPR_LET) walk (s, e->args.data[0]);
  for (uint32_t i = 0; i < e->vars.len; i++) {
    wr_buf_print (&s->text, ",%u", e->vars.data[i]->type->number);
    WR_VEC_PUSH (&s->bound, e->vars.data[i]);
  }
  for (uint32_t i = e->kind == VPR_EXPR_LET; i < e->args.len; i++) walk (s, e->args.data[i]);
  s->bound.len = outer;
  wr_buf_print (&s->text, ")");
}

static void free_shape (struct shape *s) {
  wr_buf_free (&s->text);
  WR_VEC_FREE (&s->holes);
  WR_VEC_FREE (&s->bound);
}

/* A part of a wand that is a variable bound outside has its own value: it is a hole. */
static struct shape shape_of (vpr_lowering *lo, const vpr_expr *wand) {
  struct shape s = {.lo = lo};
  wr_buf_print (&s.text, "wand");
  walk (&s, wand->args.data[0]);
  walk (&s, wand->args.data[1]);
  return s;
}

static void add_shape (vpr_lowering *lo, const vpr_expr *wand) {
  struct shape s = shape_of (lo, wand);
  uint64_t key = wr_intern (lo->symbols, wr_buf_str (&s.text)).ix;
  if (!wr_map_has (&lo->shapes, key)) {
    wr_sort *sorts = WR_NEW (lo->arena, wr_sort, s.holes.len + 1);
    for (uint32_t i = 0; i < s.holes.len; i++) sorts[i] = vpr_sort (lo, s.holes.data[i]->type);
    struct vpr_resource *r = vpr_resource_new_wand (lo, wand, sorts, s.holes.len);
    wr_map_put (&lo->shapes, key, r->place + 1);
  }
  free_shape (&s);
}

static void find_in_expr (vpr_lowering *lo, const vpr_expr *e) {
  if (!e) return;
  if (e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_WAND) add_shape (lo, e);
  for (uint32_t i = 0; i < e->args.len; i++) find_in_expr (lo, e->args.data[i]);
}

static void find_in_exprs (vpr_lowering *lo, const vpr_exprs *list) {
  for (uint32_t i = 0; i < list->len; i++) find_in_expr (lo, list->data[i]);
}

static void find_in_stmts (vpr_lowering *lo, const vpr_stmts *list) {
  for (uint32_t i = 0; i < list->len; i++) {
    const vpr_stmt *s = list->data[i];
    find_in_expr (lo, s->value);
    find_in_expr (lo, s->condition);
    find_in_exprs (lo, &s->targets);
    find_in_exprs (lo, &s->invariants);
    find_in_stmts (lo, &s->body);
    find_in_stmts (lo, &s->orelse);
  }
}

void vpr_wand_shapes (vpr_lowering *lo) {
  for (uint32_t i = 0; i < lo->program->decls.len; i++) {
    const vpr_decl *decl = lo->program->decls.data[i];
    find_in_expr (lo, decl->value);
    find_in_exprs (lo, &decl->requires_);
    find_in_exprs (lo, &decl->ensures);
    find_in_stmts (lo, &decl->body);
  }
}

const struct vpr_resource *vpr_wand_place (vpr_lowering *lo, const vpr_expr *wand,
                                           const struct vpr_ctx *ctx, wr_expr **index) {
  struct shape s = shape_of (lo, wand);
  uint64_t key = wr_intern (lo->symbols, wr_buf_str (&s.text)).ix;
  uint32_t number = (uint32_t)wr_map_or (&lo->shapes, key, 0);
  WR_REQUIRE (number);
  const struct vpr_resource *r = lo->all_resources.data[number - 1];
  WR_REQUIRE (r->number < lo->resources.len);
  *index = WR_NEW (lo->arena, wr_expr, r->arity);
  for (uint32_t i = 0; i < s.holes.len; i++) (*index)[i] = vpr_value (lo, s.holes.data[i], ctx);
  if (!s.holes.len) (*index)[0] = wr_mk_int (lo->core, 0);
  free_shape (&s);
  return r;
}
