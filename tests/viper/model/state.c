/* tests/viper/model/state.c -- states: random values, what is held with all predicates opened, and what is forgotten. */
#include "model.h"

#include <string.h>

/* -- values ------------------------------------------------------------------------------------------ */

static value choose_list (struct run *run, const vpr_type *type, enum value_kind kind) {
  value items[8];
  uint32_t count = rng_below (run->rng, 4);
  if (kind == V_MAP) {
    value map = {.kind = V_MAP, .den = 1};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
      value key = model_choose (run, type->args.data[0]);
      map.len = kept, map.items = items;
      if (value_find (&map, &key)) continue;
      items[kept++] = key;
      items[kept++] = model_choose (run, type->args.data[1]);
    }
    return value_list (run->arena, V_MAP, items, kept);
  }
  for (uint32_t i = 0; i < count; i++) items[i] = model_choose (run, type->args.data[0]);
  return value_list (run->arena, kind, items, count);
}

static value choose_adt (struct run *run, const vpr_type *type) {
  const vpr_decl *adt = type->decl;
  if (adt->kind != VPR_DECL_ADT || type->args.len || ++run->depth > MODEL_DEPTH) {
    if (adt->kind == VPR_DECL_ADT && !type->args.len)
      model_give_up (run);
    else
      model_unsupported (run);
    return value_int (0);
  }
  const vpr_decl *c = adt->members.data[rng_below (run->rng, adt->members.len)];
  value items[8];
  if (c->formals.len > 8) model_unsupported (run);
  for (uint32_t i = 0; i < c->formals.len && !run->stop; i++)
    items[i] = model_choose (run, c->formals.data[i]->type);
  value v = value_list (run->arena, V_ADT, items, run->stop ? 0 : c->formals.len);
  v.num = c->index;
  run->depth--;
  return v;
}

value model_choose (struct run *run, const vpr_type *type) {
  static const value perms[] = {{V_PERM, 0, 1, 0, 0},  {V_PERM, 1, 2, 0, 0}, {V_PERM, 1, 1, 0, 0},
                                {V_PERM, 1, 4, 0, 0},  {V_PERM, 1, 3, 0, 0}, {V_PERM, 3, 4, 0, 0},
                                {V_PERM, -1, 2, 0, 0}, {V_PERM, 2, 1, 0, 0}};
  switch ((int)type->kind) {
  case VPR_TYPE_INT: return value_int (run->pool[rng_below (run->rng, run->pool_count)]);
  case VPR_TYPE_BOOL: return value_bool (rng_below (run->rng, 2));
  case VPR_TYPE_REF: return value_ref (rng_below (run->rng, run->allocated));
  case VPR_TYPE_PERM: return perms[rng_below (run->rng, sizeof perms / sizeof *perms)];
  case VPR_TYPE_SEQ: return choose_list (run, type, V_SEQ);
  case VPR_TYPE_SET: return choose_list (run, type, V_SET);
  case VPR_TYPE_MULTISET: return choose_list (run, type, V_MULTISET);
  case VPR_TYPE_MAP: return choose_list (run, type, V_MAP);
  case VPR_TYPE_DOMAIN: return choose_adt (run, type);
  default: model_unsupported (run); return value_int (0);
  }
}

/* -- states ------------------------------------------------------------------------------------------ */

static const vpr_decl *field_of (const struct run *run, uint32_t index) {
  for (uint32_t i = 0; i < run->program->decls.len; i++) {
    const vpr_decl *d = run->program->decls.data[i];
    if (d->kind == VPR_DECL_FIELD && d->index == index) return d;
  }
  return NULL;
}

static void choose_cell (struct run *run, struct model_state *s, uint32_t f, uint32_t o) {
  const vpr_decl *field = field_of (run, f);
  s->heap[f][o] = model_choose (run, field->type);
  s->loose[f][o] = true;
}

void model_state_begin (struct run *run) {
  struct model_state *s = WR_NEW (run->arena, struct model_state, 1);
  for (uint32_t f = 0; f < run->field_count && !run->stop; f++)
    for (uint32_t o = 0; o < MODEL_OBJECTS; o++) {
      choose_cell (run, s, f, o);
      s->mask[f][o] = value_perm (0, 1);
    }
  s->token_count = 0;
  run->now = s;
}

struct model_state *model_copy (struct run *run, struct model_state *s) {
  struct model_state *copy = WR_NEW (run->arena, struct model_state, 1);
  memset (s->loose, 0, sizeof s->loose); /* the two must not come to differ */
  *copy = *s;
  return copy;
}

/* -- predicates opened ------------------------------------------------------------------------------- */

struct opening {
  value (*mask)[MODEL_OBJECTS];
  struct where w;
  value factor;
  const vpr_expr *body;
};

static void open_body (struct run *run, const vpr_expr *e, struct opening *o);

static void open_predicate (struct run *run, const vpr_decl *decl, const value *args, value amount,
                            const struct opening *outer) {
  if (!decl->value || amount.num <= 0) return;
  if (++run->depth > MODEL_DEPTH) model_give_up (run);
  struct opening inner = *outer;
  uint32_t count = run->var_count, base = run->var_base;
  inner.factor = amount;
  for (uint32_t i = 0; i < decl->formals.len; i++)
    model_bind (run, decl->formals.data[i], args[i], false);
  run->var_base = count;
  open_body (run, decl->value, &inner);
  run->var_count = count, run->var_base = base;
  run->depth--;
}

static void open_acc (struct run *run, const vpr_expr *e, struct opening *o) {
  const vpr_expr *place = e->args.data[0];
  value args[MODEL_ARGS], amount = o->factor;
  if (place->kind != VPR_EXPR_FIELD && place->kind != VPR_EXPR_CALL) {
    model_unsupported (run);
    return;
  }
  for (uint32_t i = 0; i < place->args.len && i < MODEL_ARGS; i++)
    args[i] = model_eval (run, place->args.data[i], &o->w);
  if (e->args.len > 1) {
    value written = model_eval (run, e->args.data[1], &o->w);
    if (!run->stop) amount = model_perm_op (run, perm_mul, amount, written);
  }
  if (run->stop) return;
  if (place->kind == VPR_EXPR_CALL) {
    if (!place->decl->value) model_unsupported (run); /* its version would have to be kept */
    open_predicate (run, place->decl, args, amount, o);
    return;
  }
  if (amount.num < 0 || (amount.num > 0 && args[0].num == 0)) {
    model_give_up (run);
    return;
  }
  value *cell = &o->mask[place->decl->index][args[0].num];
  *cell = model_perm_op (run, perm_add, *cell, amount);
}

static void open_instance (struct run *run, void *arg) {
  struct opening *o = arg;
  const vpr_expr *body = o->body;
  open_body (run, body, o);
  o->body = body;
}

static void open_body (struct run *run, const vpr_expr *e, struct opening *o) {
  if (run->stop) return;
  if (model_is_pure (e)) {
    if (!model_true (run, e, &o->w)) model_give_up (run);
    return;
  }
  switch ((int)e->kind) {
  case VPR_EXPR_ACC: open_acc (run, e, o); return;
  case VPR_EXPR_BINARY:
    if (e->op == VPR_OP_AND) open_body (run, e->args.data[0], o);
    if (e->op == VPR_OP_AND || model_true (run, e->args.data[0], &o->w))
      open_body (run, e->args.data[1], o);
    return;
  case VPR_EXPR_COND:
    open_body (run, e->args.data[model_true (run, e->args.data[0], &o->w) ? 1 : 2], o);
    return;
  case VPR_EXPR_FORALL:
    o->body = e->args.data[0];
    model_for_all (run, e, &o->w, open_instance, o);
    return;
  default: model_unsupported (run);
  }
}

void model_closure (struct run *run, const struct model_state *s,
                    value mask[MODEL_FIELDS][MODEL_OBJECTS]) {
  struct model_state *state = (struct model_state *)(uintptr_t)s;
  struct opening o = {.mask = mask, .w = {.here = state, .held = state, .total = true}};
  memcpy (mask, s->mask, sizeof s->mask);
  for (uint32_t i = 0; i < s->token_count && !run->stop; i++)
    open_predicate (run, s->tokens[i].decl, s->tokens[i].args, s->tokens[i].amount, &o);
  if (run->member->kind == VPR_DECL_FUNCTION) return; /* amounts do not count there */
  for (uint32_t f = 0; f < run->field_count; f++)
    for (uint32_t k = 0; k < MODEL_OBJECTS; k++)
      if (mask[f][k].num > mask[f][k].den) model_give_up (run);
}

void model_forget (struct run *run, struct model_state *s) {
  value mask[MODEL_FIELDS][MODEL_OBJECTS];
  model_closure (run, s, mask);
  for (uint32_t f = 0; f < run->field_count && !run->stop; f++)
    for (uint32_t o = 0; o < MODEL_OBJECTS; o++)
      if (mask[f][o].num == 0) choose_cell (run, s, f, o);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < s->token_count; i++)
    if (s->tokens[i].amount.num) s->tokens[kept++] = s->tokens[i];
  s->token_count = kept;
}
