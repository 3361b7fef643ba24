/* front/viper/lower_state.c -- resources, and states that read them. */
#include "front/viper/lower_qp.h"

/* -- resources ------------------------------------------------------------------------------------- */

static struct vpr_resource *add (vpr_lowering *lo, enum vpr_resource_kind kind, const char *name,
                                 const wr_sort *index, uint32_t arity, wr_sort value) {
  struct vpr_resource *r = WR_NEW (lo->arena, struct vpr_resource, 1);
  wr_sort whole = vpr_int_sort (lo);
  *r = (struct vpr_resource){.kind = kind,
                             .name = name,
                             .value = value,
                             .place = lo->all_resources.len,
                             .number = UINT32_MAX};
  r->arity = arity ? arity : 1;
  r->index = wr_arena_copy (lo->arena, arity ? index : &whole, r->arity, sizeof *index);
  r->heap = wr_sort_map (lo->core, r->index, r->arity, value);
  r->mask = wr_sort_map (lo->core, r->index, r->arity, vpr_perm_sort (lo));
  wr_var *vars = WR_NEW (lo->arena, wr_var, r->arity);
  for (uint32_t i = 0; i < r->arity; i++) vars[i] = vpr_bound (lo, "i", r->index[i]);
  r->zero = vpr_lambda (lo, vars, r->arity, vpr_real (lo, "0"));
  WR_VEC_PUSH (&lo->all_resources, r);
  return r;
}

static void add_decl (vpr_lowering *lo, vpr_decl *decl) {
  struct vpr_resource *r;
  if (decl->kind == VPR_DECL_FIELD) {
    wr_sort index = wr_func_info (lo->core, lo->null_)->sort;
    r = add (lo, VPR_RESOURCE_FIELD, vpr_text (lo, decl->id.name), &index, 1,
             vpr_sort (lo, decl->type));
  } else {
    wr_sort *index = WR_NEW (lo->arena, wr_sort, decl->formals.len + 1);
    for (uint32_t i = 0; i < decl->formals.len; i++)
      index[i] = vpr_sort (lo, decl->formals.data[i]->type);
    r = add (lo, VPR_RESOURCE_PREDICATE, vpr_text (lo, decl->id.name), index, decl->formals.len,
             vpr_snap_sort (lo));
  }
  r->decl = decl;
  vpr_note (lo, &decl->lowered, r);
}

void vpr_resources_begin (vpr_lowering *lo) {
  for (uint32_t i = 0; i < lo->program->decls.len; i++) {
    vpr_decl *decl = lo->program->decls.data[i];
    if (decl->kind == VPR_DECL_FIELD || decl->kind == VPR_DECL_PREDICATE) add_decl (lo, decl);
  }
  vpr_wand_shapes (lo);
  vpr_uses_begin (lo);
}

const struct vpr_resource *vpr_resource_of (vpr_lowering *lo, const vpr_decl *decl) {
  (void)lo;
  WR_ASSERT (decl->kind == VPR_DECL_FIELD || decl->kind == VPR_DECL_PREDICATE);
  return decl->lowered;
}

struct vpr_resource *vpr_resource_new_wand (vpr_lowering *lo, const vpr_expr *wand,
                                            const wr_sort *index, uint32_t arity) {
  struct vpr_resource *r = add (lo, VPR_RESOURCE_WAND, "wand", index, arity, vpr_snap_sort (lo));
  r->wand = wand;
  return r;
}

/* -- reading --------------------------------------------------------------------------------------- */

/* The pattern over `vars` becomes the term when the variables get these values. */
static bool match (vpr_lowering *lo, wr_expr pattern, wr_expr term, const struct vpr_quantified *qp,
                   wr_expr *values) {
  const struct wr_expr_info *p = wr_expr_info (lo->core, pattern);
  if (p->op == WR_OP_VAR) {
    for (uint32_t i = 0; i < qp->count; i++) {
      if (qp->vars[i].ix != p->data) continue;
      if (values[i].ix) return values[i].ix == term.ix;
      if (wr_expr_info (lo->core, term)->sort.ix != p->sort.ix) return false;
      values[i] = term;
      return true;
    }
  }
  if (pattern.ix == term.ix) return true;
  const struct wr_expr_info *t = wr_expr_info (lo->core, term);
  if (p->op != t->op || p->data != t->data || p->count != t->count || !p->count || p->has_binder)
    return false;
  for (uint32_t i = 0; i < p->count; i++)
    if (!match (lo, wr_expr_child (lo->core, pattern, i), wr_expr_child (lo->core, term, i), qp,
                values))
      return false;
  return true;
}

/* The values of the variables at this location, if the term shows them. */
static bool matches (vpr_lowering *lo, const struct vpr_quantified *qp, const wr_expr *at,
                     wr_expr *values) {
  for (uint32_t i = 0; i < qp->count; i++) values[i] = (wr_expr){0};
  for (uint32_t i = 0; i < qp->resource->arity; i++)
    if (!match (lo, qp->index[i], at[i], qp, values)) return false;
  for (uint32_t i = 0; i < qp->count; i++)
    if (!values[i].ix) return false;
  return true;
}

/* A value that is a function of the values of the layer, of what its condition and its receiver mention, and of the location. */
static wr_expr look_up (vpr_lowering *lo, const struct vpr_layer *layer, const wr_expr *at,
                        wr_sort sort) {
  const struct vpr_quantified *qp = layer->qp;
  wr_expr parts[2] = {qp->condition, layer->value.ix ? layer->value : qp->condition};
  WR_VEC (wr_expr) args = {0};
  WR_VEC (wr_sort) sorts = {0};
  wr_u32s order = {0};
  wr_postorder (lo->core, parts, 2, &order);
  for (uint32_t i = 0; i < qp->resource->arity; i++)
    wr_postorder (lo->core, &qp->index[i], 1, &order);
  wr_map seen = {0};
  for (uint32_t i = 0; i < qp->count; i++) wr_map_put (&seen, qp->vars[i].ix, 1);
  for (uint32_t i = 0; i < order.len; i++) {
    const struct wr_expr_info *info = &lo->core->exprs.data[order.data[i]];
    if (info->op != WR_OP_VAR || wr_map_has (&seen, info->data)) continue;
    wr_map_put (&seen, info->data, 1);
    WR_VEC_PUSH (&args, ((wr_expr){order.data[i]}));
  }
  for (uint32_t i = 0; i < qp->resource->arity; i++) WR_VEC_PUSH (&args, at[i]);
  for (uint32_t i = 0; i < args.len; i++)
    WR_VEC_PUSH (&sorts, wr_expr_info (lo->core, args.data[i])->sort);
  uint64_t key = wr_hash_mix (wr_hash_mix ((uint64_t)(uintptr_t)qp->acc, sort.ix), args.len), found;
  for (uint32_t i = 0; i < sorts.len; i++) key = wr_hash_mix (key, sorts.data[i].ix);
  if (!wr_map_get (&lo->lambdas, key, &found)) {
    found = vpr_func (lo, "lookup", sorts.data, sorts.len, sort).ix;
    wr_map_put (&lo->lambdas, key, found);
  }
  wr_expr e = vpr_app (lo, (wr_func){(uint32_t)found}, args.data, args.len);
  WR_VEC_FREE (&args);
  WR_VEC_FREE (&sorts);
  WR_VEC_FREE (&order);
  wr_map_free (&seen);
  return e;
}

static wr_expr read_qp (vpr_lowering *lo, const struct vpr_layer *layer, const wr_expr *at,
                        wr_expr below, bool mask) {
  const struct vpr_quantified *qp = layer->qp;
  wr_expr *values = WR_NEW (lo->arena, wr_expr, qp->count);
  if (!matches (lo, qp, at, values)) {
    if (mask) return look_up (lo, layer, at, vpr_perm_sort (lo));
    return look_up (lo, layer, at, qp->resource->value);
  }
  wr_expr in = vpr_replace (lo, qp->condition, qp->vars, values, qp->count);
  if (!mask) return vpr_ite (lo, in, vpr_select (lo, layer->value, values, qp->count), below);
  wr_expr amount = layer->guard.ix ? vpr_replace (lo, layer->guard, qp->vars, values, qp->count)
                                   : vpr_real (lo, "1");
  return vpr_add (lo, below, vpr_ite (lo, in, amount, vpr_real (lo, "0")));
}

static wr_expr read (vpr_lowering *lo, const struct vpr_layer *layer, const struct vpr_resource *r,
                     const wr_expr *index, bool mask) {
  if (layer->kind == VPR_LAYER_MAP) return vpr_select (lo, layer->map, index, r->arity);
  if (layer->kind == VPR_LAYER_QP)
    return read_qp (lo, layer, index, read (lo, layer->below, r, index, mask), mask);
  wr_expr in = vpr_and (lo, layer->guard, vpr_same (lo, layer->index, index, r->arity));
  if (!mask && vpr_is_true (lo, in)) return layer->value;
  wr_expr below = read (lo, layer->below, r, index, mask);
  if (!mask) return vpr_ite (lo, in, layer->value, below);
  return vpr_add (lo, below, vpr_ite (lo, in, layer->value, vpr_real (lo, "0")));
}

wr_expr vpr_heap_at (vpr_lowering *lo, const vpr_state *state, const struct vpr_resource *r,
                     const wr_expr *index) {
  return read (lo, state->heap[r->number], r, index, false);
}

wr_expr vpr_mask_at (vpr_lowering *lo, const vpr_state *state, const struct vpr_resource *r,
                     const wr_expr *index) {
  return read (lo, state->mask[r->number], r, index, true);
}

/* -- states ---------------------------------------------------------------------------------------- */

vpr_state *vpr_state_of_maps (vpr_lowering *lo, const wr_expr *heap, const wr_expr *mask) {
  uint32_t count = lo->resources.len;
  vpr_state *state = WR_NEW (lo->arena, vpr_state, 1);
  state->heap = WR_NEW (lo->arena, const struct vpr_layer *, count + 1);
  state->mask = WR_NEW (lo->arena, const struct vpr_layer *, count + 1);
  struct vpr_layer *layers = WR_NEW (lo->arena, struct vpr_layer, 2 * count + 1);
  for (uint32_t i = 0; i < count; i++) {
    layers[2 * i] = (struct vpr_layer){.kind = VPR_LAYER_MAP, .map = heap[i]};
    layers[2 * i + 1] = (struct vpr_layer){.kind = VPR_LAYER_MAP, .map = mask[i]};
    state->heap[i] = &layers[2 * i];
    state->mask[i] = &layers[2 * i + 1];
  }
  return state;
}

vpr_state *vpr_state_of_vars (vpr_lowering *lo, const wr_var *heap, const wr_var *mask) {
  uint32_t count = lo->resources.len;
  wr_expr *heaps = WR_NEW (lo->arena, wr_expr, count + 1),
          *masks = WR_NEW (lo->arena, wr_expr, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    heaps[i] = wr_mk_var (lo->core, heap[i]);
    masks[i] = wr_mk_var (lo->core, mask[i]);
  }
  return vpr_state_of_maps (lo, heaps, masks);
}

vpr_state *vpr_state_copy (vpr_lowering *lo, const vpr_state *state) {
  uint32_t count = lo->resources.len;
  vpr_state *copy = WR_NEW (lo->arena, vpr_state, 1);
  copy->heap = wr_arena_copy (lo->arena, state->heap, count, sizeof *state->heap);
  copy->mask = wr_arena_copy (lo->arena, state->mask, count, sizeof *state->mask);
  return copy;
}

/* -- copies ---------------------------------------------------------------------------------------- */

struct vpr_mark *vpr_mark_new (vpr_lowering *lo, const char *name) {
  uint32_t count = lo->resources.len;
  struct vpr_mark *mark = WR_NEW (lo->arena, struct vpr_mark, 1);
  mark->heap = WR_NEW (lo->arena, wr_var, count + 1);
  mark->mask = WR_NEW (lo->arena, wr_var, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    const struct vpr_resource *r = lo->resources.data[i];
    char text[240];
    snprintf (text, sizeof text, "%s(heap(%.90s))", name, r->name);
    mark->heap[i] = vpr_local (lo, text, r->heap);
    snprintf (text, sizeof text, "%s(perm(%.90s))", name, r->name);
    mark->mask[i] = vpr_local (lo, text, r->mask);
  }
  mark->state = vpr_state_of_vars (lo, mark->heap, mark->mask);
  return mark;
}

void vpr_mark_set (vpr_lowering *lo, const struct vpr_mark *mark) {
  if (lo->body->package) lo->body->before = mark;
  for (uint32_t i = 0; i < lo->resources.len; i++) {
    vpr_assign (lo, mark->heap[i], wr_mk_var (lo->core, lo->body->heap[i]), (wr_label){0});
    vpr_assign (lo, mark->mask[i], wr_mk_var (lo->core, lo->body->mask[i]), (wr_label){0});
  }
}

void vpr_mark_restore (vpr_lowering *lo, const struct vpr_mark *mark, bool heap, bool mask) {
  for (uint32_t i = 0; i < lo->resources.len; i++) {
    if (heap)
      vpr_assign (lo, lo->body->heap[i], wr_mk_var (lo->core, mark->heap[i]), (wr_label){0});
    if (mask)
      vpr_assign (lo, lo->body->mask[i], wr_mk_var (lo->core, mark->mask[i]), (wr_label){0});
  }
}

void vpr_mark_havoc (vpr_lowering *lo, const struct vpr_mark *mark) {
  for (uint32_t i = 0; i < lo->resources.len; i++) {
    vpr_havoc (lo, mark->heap[i]);
    vpr_havoc (lo, mark->mask[i]);
  }
}

void vpr_masks_clear (vpr_lowering *lo) {
  for (uint32_t i = 0; i < lo->resources.len; i++)
    vpr_assign (lo, lo->body->mask[i], lo->resources.data[i]->zero, (wr_label){0});
}
