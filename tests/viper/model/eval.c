/* tests/viper/model/eval.c -- expressions.  Operands are evaluated from left to right, and what is not evaluated need not have a value. */
#include "model.h"

#include <string.h>

enum { MAX_STEPS = 20000, MAX_ITEMS = 12 };

void model_give_up (struct run *run) {
  if (!run->stop) run->stop = MODEL_GIVEN_UP;
}

void model_unsupported (struct run *run) {
  if (!run->stop) run->stop = MODEL_UNSUPPORTED;
}

void model_violate (struct run *run, const struct where *w, const char *reason) {
  if (run->stop) return;
  run->stop = w->checked ? MODEL_VIOLATED : MODEL_GIVEN_UP;
  run->error = w->error;
  run->reason = reason;
  run->at = w->at;
}

bool model_true (struct run *run, const vpr_expr *e, const struct where *w) {
  return model_eval (run, e, w).num != 0;
}

value model_perm_op (struct run *run, bool (*op) (value *, value, value), value a, value b) {
  value out = value_perm (0, 1);
  if (!op (&out, a, b)) model_give_up (run);
  return out;
}

/* -- variables, fields, instances of predicates ------------------------------------------------------ */

struct binding *model_binding (struct run *run, const vpr_var *var) {
  for (uint32_t i = run->var_count; i > run->var_base; i--)
    if (run->vars[i - 1].var == var) return &run->vars[i - 1];
  return NULL;
}

void model_bind (struct run *run, const vpr_var *var, value v, bool loose) {
  if (run->var_count == MODEL_VARS) {
    model_give_up (run);
    return;
  }
  run->vars[run->var_count++] = (struct binding){var, v, loose};
}

value *model_field (struct run *run, struct model_state *s, const vpr_expr *e, value receiver) {
  (void)run;
  return &s->heap[e->decl->index][receiver.num];
}

struct token *model_token (struct run *run, struct model_state *s, const vpr_decl *decl,
                           const value *args, bool add) {
  for (uint32_t i = 0; i < s->token_count; i++) {
    struct token *t = &s->tokens[i];
    bool same = t->decl == decl;
    for (uint32_t k = 0; same && k < decl->formals.len; k++)
      same = value_equal (&t->args[k], &args[k]);
    if (same) return t;
  }
  if (!add) return NULL;
  if (s->token_count == MODEL_TOKENS) {
    model_give_up (run);
    return &s->tokens[0];
  }
  struct token *t = &s->tokens[s->token_count++];
  *t = (struct token){.decl = decl, .amount = value_perm (0, 1)};
  for (uint32_t k = 0; k < decl->formals.len; k++) t->args[k] = args[k];
  t->version = rng_below (run->rng, 4);
  return t;
}

static value read_name (struct run *run, const vpr_expr *e) {
  struct binding *b = model_binding (run, e->var);
  if (!b) {
    model_unsupported (run);
    return value_int (0);
  }
  b->loose = false;
  return b->value;
}

static value read_field (struct run *run, const vpr_expr *e, const struct where *w) {
  value receiver = model_eval (run, e->args.data[0], w);
  if (run->stop) return receiver;
  if (!w->total && w->here->mask[e->decl->index][receiver.num].num <= 0)
    model_violate (run, w, "insufficient.permission");
  w->here->loose[e->decl->index][receiver.num] = false;
  return w->here->heap[e->decl->index][receiver.num];
}

/* -- operators --------------------------------------------------------------------------------------- */

static value as_perm (value v) { return v.kind == V_PERM ? v : value_perm (v.num, 1); }

static value arithmetic (struct run *run, const vpr_expr *e, value a, value b,
                         const struct where *w) {
  bool divides = e->op == VPR_OP_DIV || e->op == VPR_OP_INTDIV || e->op == VPR_OP_MOD;
  if (divides && b.num == 0) model_violate (run, w, "division.by.zero");
  if (run->stop) return a;
  if (e->type->kind == VPR_TYPE_PERM) {
    a = as_perm (a), b = as_perm (b);
    switch ((int)e->op) {
    case VPR_OP_ADD: return model_perm_op (run, perm_add, a, b);
    case VPR_OP_SUB: return model_perm_op (run, perm_sub, a, b);
    case VPR_OP_MUL: return model_perm_op (run, perm_mul, a, b);
    default: return model_perm_op (run, perm_div, a, b);
    }
  }
  value out = value_int (0);
  bool fits = true;
  switch ((int)e->op) {
  case VPR_OP_ADD: fits = !__builtin_add_overflow (a.num, b.num, &out.num); break;
  case VPR_OP_SUB: fits = !__builtin_sub_overflow (a.num, b.num, &out.num); break;
  case VPR_OP_MUL: fits = !__builtin_mul_overflow (a.num, b.num, &out.num); break;
  case VPR_OP_MOD: fits = int_mod (&out.num, a.num, b.num); break;
  default: fits = int_div (&out.num, a.num, b.num); break;
  }
  if (!fits) model_give_up (run);
  return out;
}

/* Union of multisets is their sum, intersection takes the smaller number. */
static value set_operation (struct run *run, enum vpr_op op, value a, value b) {
  value items[2 * MAX_ITEMS];
  uint32_t count = 0;
  if (a.len > MAX_ITEMS || b.len > MAX_ITEMS) {
    model_give_up (run);
    return a;
  }
  for (uint32_t i = 0; i < a.len; i++) {
    uint32_t before = 0; /* equal items of `a` in front of this one */
    while (before < i && value_equal (&a.items[i - before - 1], &a.items[i])) before++;
    bool in_b = before < value_count (&b, &a.items[i]);
    if (op == VPR_OP_UNION || (op == VPR_OP_INTERSECTION) == in_b) items[count++] = a.items[i];
  }
  for (uint32_t i = 0; op == VPR_OP_UNION && i < b.len; i++) items[count++] = b.items[i];
  return value_list (run->arena, a.kind, items, count);
}

static bool is_subset (value a, value b) {
  for (uint32_t i = 0; i < a.len; i++)
    if (value_count (&a, &a.items[i]) > value_count (&b, &a.items[i])) return false;
  return true;
}

static value append (struct run *run, value a, value b) {
  value items[2 * MAX_ITEMS];
  if (a.len > MAX_ITEMS || b.len > MAX_ITEMS) {
    model_give_up (run);
    return a;
  }
  for (uint32_t i = 0; i < a.len; i++) items[i] = a.items[i];
  for (uint32_t i = 0; i < b.len; i++) items[a.len + i] = b.items[i];
  return value_list (run->arena, V_SEQ, items, a.len + b.len);
}

static value element_of (value item, value list, const vpr_expr *e) {
  if (list.kind == V_MAP) return value_bool (value_find (&list, &item) != NULL);
  uint32_t count = value_count (&list, &item);
  return e->type->kind == VPR_TYPE_INT ? value_int (count) : value_bool (count > 0);
}

static value strict (struct run *run, const vpr_expr *e, const struct where *w) {
  value a = model_eval (run, e->args.data[0], w);
  value b = model_eval (run, e->args.data[1], w);
  if (run->stop) return a;
  switch ((int)e->op) {
  case VPR_OP_IFF:
  case VPR_OP_EQ: return value_bool (value_equal (&a, &b));
  case VPR_OP_NE: return value_bool (!value_equal (&a, &b));
  case VPR_OP_LT: return value_bool (value_compare (&a, &b) < 0);
  case VPR_OP_LE: return value_bool (value_compare (&a, &b) <= 0);
  case VPR_OP_GT: return value_bool (value_compare (&a, &b) > 0);
  case VPR_OP_GE: return value_bool (value_compare (&a, &b) >= 0);
  case VPR_OP_IN: return element_of (a, b, e);
  case VPR_OP_APPEND: return append (run, a, b);
  case VPR_OP_UNION:
  case VPR_OP_INTERSECTION:
  case VPR_OP_SETMINUS: return set_operation (run, e->op, a, b);
  case VPR_OP_SUBSET: return value_bool (is_subset (a, b));
  default: return arithmetic (run, e, a, b, w);
  }
}

static value binary (struct run *run, const vpr_expr *e, const struct where *w) {
  if (e->op == VPR_OP_WAND) {
    model_unsupported (run);
    return value_bool (true);
  }
  if (e->op != VPR_OP_AND && e->op != VPR_OP_OR && e->op != VPR_OP_IMPLIES)
    return strict (run, e, w);
  bool left = model_true (run, e->args.data[0], w);
  if (run->stop) return value_bool (false);
  bool decided = e->op == VPR_OP_OR ? left : !left;
  if (decided) return value_bool (e->op != VPR_OP_AND);
  return model_eval (run, e->args.data[1], w);
}

/* -- collections ------------------------------------------------------------------------------------- */

static value literal (struct run *run, const vpr_expr *e, const struct where *w) {
  value items[2 * MAX_ITEMS];
  enum value_kind kind = e->kind == VPR_EXPR_SEQ        ? V_SEQ
                         : e->kind == VPR_EXPR_SET      ? V_SET
                         : e->kind == VPR_EXPR_MULTISET ? V_MULTISET
                                                        : V_MAP;
  if (e->args.len > MAX_ITEMS || (kind == V_MAP && e->args.len > 2)) {
    model_give_up (run); /* maps of several entries are not written here */
    return value_int (0);
  }
  for (uint32_t i = 0; i < e->args.len; i++) items[i] = model_eval (run, e->args.data[i], w);
  return value_list (run->arena, kind, items, e->args.len);
}

static value range (struct run *run, value low, value high) {
  value items[MAX_ITEMS];
  uint32_t count = 0;
  for (int64_t i = low.num; i < high.num && count < MAX_ITEMS; i++) items[count++] = value_int (i);
  if (high.num - low.num > MAX_ITEMS) model_give_up (run);
  return value_list (run->arena, V_SEQ, items, count);
}

static value map_set (struct run *run, value map, value key, value to) {
  value items[2 * MAX_ITEMS + 2];
  uint32_t count = 0;
  if (map.len > 2 * MAX_ITEMS) {
    model_give_up (run);
    return map;
  }
  for (uint32_t i = 0; i < map.len; i += 2) {
    if (value_equal (&map.items[i], &key)) continue;
    items[count++] = map.items[i];
    items[count++] = map.items[i + 1];
  }
  items[count++] = key;
  items[count++] = to;
  return value_list (run->arena, V_MAP, items, count);
}

static value at_index (struct run *run, const vpr_expr *e, const struct where *w) {
  value list = model_eval (run, e->args.data[0], w), i = model_eval (run, e->args.data[1], w);
  bool update = e->kind == VPR_EXPR_UPDATE;
  value to = update ? model_eval (run, e->args.data[2], w) : value_int (0);
  if (run->stop) return list;
  if (list.kind == V_MAP) {
    if (update) return map_set (run, list, i, to);
    const value *found = value_find (&list, &i);
    if (!found) model_violate (run, w, "map.key.contains");
    return found ? *found : value_int (0);
  }
  if (i.num < 0) model_violate (run, w, "seq.index.negative");
  if (i.num >= list.len) model_violate (run, w, "seq.index.length");
  if (run->stop) return list;
  if (!update) return list.items[i.num];
  value copy = value_list (run->arena, V_SEQ, list.items, list.len);
  ((value *)(uintptr_t)copy.items)[i.num] = to;
  return copy;
}

static value part (struct run *run, const vpr_expr *e, const struct where *w) {
  value list = model_eval (run, e->args.data[0], w), n = model_eval (run, e->args.data[1], w);
  if (run->stop) return list;
  int64_t at = n.num < 0 ? 0 : n.num > list.len ? list.len : n.num;
  if (e->kind == VPR_EXPR_TAKE) return value_list (run->arena, V_SEQ, list.items, (uint32_t)at);
  return value_list (run->arena, V_SEQ, list.items + at, list.len - (uint32_t)at);
}

static value half_of_map (struct run *run, value map, uint32_t which) {
  value items[MAX_ITEMS + 1];
  for (uint32_t i = 0; i < map.len / 2; i++) items[i] = map.items[2 * i + which];
  return value_list (run->arena, V_SET, items, map.len / 2);
}

/* -- the rest ---------------------------------------------------------------------------------------- */

static value integer (struct run *run, wr_str text) {
  int64_t n = 0;
  for (size_t i = 0; i < text.len; i++)
    if (__builtin_mul_overflow (n, 10, &n) || __builtin_add_overflow (n, text.ptr[i] - '0', &n)) {
      model_give_up (run);
      return value_int (0);
    }
  return value_int (n);
}

static value old (struct run *run, const vpr_expr *e, const struct where *w) {
  struct where inner = *w;
  inner.here = w->old;
  if (e->lhs) inner.here = NULL;
  if (e->label && e->label->stmt) {
    inner.here = NULL;
    for (uint32_t i = 0; i < run->label_count; i++)
      if (run->labels[i].label == e->label) inner.here = run->labels[i].state;
    if (!inner.here) {
      model_violate (run, w, "labelled.state.not.reached");
      return value_int (0);
    }
  }
  if (!inner.here) {
    model_unsupported (run);
    return value_int (0);
  }
  inner.held = inner.here;
  return model_eval (run, e->args.data[0], &inner);
}

static value let (struct run *run, const vpr_expr *e, const struct where *w) {
  value v = model_eval (run, e->args.data[0], w);
  uint32_t count = run->var_count;
  model_bind (run, e->vars.data[0], v, false);
  v = model_eval (run, e->args.data[1], w);
  run->var_count = count;
  return v;
}

static value unfolding (struct run *run, const vpr_expr *e, const struct where *w) {
  const vpr_expr *acc = e->args.data[0], *call = acc->args.data[0];
  value args[MODEL_ARGS], amount = value_perm (1, 1);
  if (w->total) return model_eval (run, e->args.data[1], w);
  for (uint32_t i = 0; i < call->args.len && i < MODEL_ARGS; i++)
    args[i] = model_eval (run, call->args.data[i], w);
  bool wild = acc->args.len > 1 && acc->args.data[1]->kind == VPR_EXPR_WILDCARD;
  if (acc->args.len > 1 && !wild) amount = as_perm (model_eval (run, acc->args.data[1], w));
  if (run->stop) return amount;
  if (amount.num <= 0) model_violate (run, w, "permission.not.positive");
  struct model_state *inner = model_copy (run, w->here);
  struct token *token = model_token (run, inner, call->decl, args, true);
  if (token->amount.num <= 0 || (!w->some && !wild && perm_less (token->amount, amount)))
    model_violate (run, w, "insufficient.permission");
  if (run->stop) return amount;
  if (wild || perm_less (token->amount, amount)) amount = token->amount;
  token->amount = model_perm_op (run, perm_sub, token->amount, amount);
  uint32_t count = run->var_count, base = run->var_base;
  for (uint32_t i = 0; i < call->args.len; i++)
    model_bind (run, call->decl->formals.data[i], args[i], false);
  run->var_base = count;
  struct transfer t = {
      .w = {.here = inner, .held = inner, .some = w->some}, .state = inner, .factor = amount};
  model_inhale (run, call->decl->value, &t);
  run->var_count = count, run->var_base = base;
  struct where below = *w;
  below.here = inner;
  if (w->held == w->here) below.held = inner;
  return model_eval (run, e->args.data[1], &below);
}

static value asserting (struct run *run, const vpr_expr *e, const struct where *w) {
  if (!w->total) {
    struct model_state *copy = model_copy (run, w->here);
    struct transfer t = {.w = *w, .state = copy, .factor = value_perm (1, 1)};
    t.w.held = copy;
    model_exhale (run, e->args.data[0], &t);
  }
  return model_eval (run, e->args.data[1], w);
}

static value perm (struct run *run, const vpr_expr *e, const struct where *w) {
  const vpr_expr *place = e->args.data[0];
  value args[MODEL_ARGS];
  if (place->kind != VPR_EXPR_FIELD && place->kind != VPR_EXPR_CALL) {
    model_unsupported (run);
    return value_perm (0, 1);
  }
  for (uint32_t i = 0; i < place->args.len && i < MODEL_ARGS; i++)
    args[i] = model_eval (run, place->args.data[i], w);
  if (run->stop) return value_perm (0, 1);
  if (place->kind == VPR_EXPR_FIELD) return w->held->mask[place->decl->index][args[0].num];
  struct token *t = model_token (run, w->held, place->decl, args, false);
  return t ? t->amount : value_perm (0, 1);
}

/* Constructors, destructors and discriminators of ADTs. */
static value adt (struct run *run, const vpr_expr *e, const struct where *w) {
  value items[MAX_ITEMS];
  for (uint32_t i = 0; i < e->args.len && i < MAX_ITEMS; i++)
    items[i] = model_eval (run, e->args.data[i], w);
  if (run->stop) return value_int (0);
  if (e->kind == VPR_EXPR_DISCRIMINATOR) return value_bool (items[0].num == e->decl->index);
  if (e->kind == VPR_EXPR_DESTRUCTOR) {
    for (uint32_t i = 0; i < e->decl->formals.len && items[0].num == e->decl->index; i++)
      if (e->decl->formals.data[i] == e->var) return items[0].items[i];
    model_give_up (run); /* of another constructor: anything */
    return value_int (0);
  }
  value v = value_list (run->arena, V_ADT, items, e->args.len);
  v.num = e->decl->index;
  return v;
}

static value call (struct run *run, const vpr_expr *e, const struct where *w) {
  if (e->decl->kind == VPR_DECL_FUNCTION) return model_apply (run, e, w);
  if (e->decl->kind == VPR_DECL_CONSTRUCTOR) return adt (run, e, w);
  model_unsupported (run);
  return value_int (0);
}

static value negated (struct run *run, const vpr_expr *e, const struct where *w) {
  value v = model_eval (run, e->args.data[0], w);
  if (e->op == VPR_OP_NOT)
    v.num = !v.num;
  else if (__builtin_sub_overflow (0, v.num, &v.num))
    model_give_up (run);
  return v;
}

value model_eval (struct run *run, const vpr_expr *e, const struct where *w) {
  if (++run->steps > MAX_STEPS) model_give_up (run);
  if (run->stop) return value_int (0);
  switch (e->kind) {
  case VPR_EXPR_TRUE: return value_bool (true);
  case VPR_EXPR_FALSE: return value_bool (false);
  case VPR_EXPR_NULL: return value_ref (0);
  case VPR_EXPR_RESULT: return w->result ? *w->result : value_int (0);
  case VPR_EXPR_NONE: return value_perm (0, 1);
  case VPR_EXPR_WRITE: return value_perm (1, 1);
  case VPR_EXPR_INT: return integer (run, e->text);
  case VPR_EXPR_NAME: return read_name (run, e);
  case VPR_EXPR_UNARY: return negated (run, e, w);
  case VPR_EXPR_BINARY: return binary (run, e, w);
  case VPR_EXPR_COND: {
    bool c = model_true (run, e->args.data[0], w);
    return model_eval (run, e->args.data[c ? 1 : 2], w);
  }
  case VPR_EXPR_FIELD: return read_field (run, e, w);
  case VPR_EXPR_DESTRUCTOR:
  case VPR_EXPR_DISCRIMINATOR: return adt (run, e, w);
  case VPR_EXPR_CALL: return call (run, e, w);
  case VPR_EXPR_ASCRIBED: return model_eval (run, e->args.data[0], w);
  case VPR_EXPR_PERM: return perm (run, e, w);
  case VPR_EXPR_FORPERM: return model_forperm (run, e, w);
  case VPR_EXPR_OLD: return old (run, e, w);
  case VPR_EXPR_LET: return let (run, e, w);
  case VPR_EXPR_FORALL:
  case VPR_EXPR_EXISTS: return model_quantifier (run, e, w);
  case VPR_EXPR_UNFOLDING: return unfolding (run, e, w);
  case VPR_EXPR_ASSERTING: return asserting (run, e, w);
  case VPR_EXPR_SEQ:
  case VPR_EXPR_SET:
  case VPR_EXPR_MULTISET:
  case VPR_EXPR_MAP: return literal (run, e, w);
  case VPR_EXPR_RANGE: {
    value low = model_eval (run, e->args.data[0], w);
    return range (run, low, model_eval (run, e->args.data[1], w));
  }
  case VPR_EXPR_LENGTH: {
    value v = model_eval (run, e->args.data[0], w);
    return value_int (v.kind == V_MAP ? v.len / 2 : v.len);
  }
  case VPR_EXPR_INDEX:
  case VPR_EXPR_UPDATE: return at_index (run, e, w);
  case VPR_EXPR_TAKE:
  case VPR_EXPR_DROP: return part (run, e, w);
  case VPR_EXPR_DOMAIN_OF:
  case VPR_EXPR_RANGE_OF: {
    value v = model_eval (run, e->args.data[0], w);
    return run->stop ? v : half_of_map (run, v, e->kind == VPR_EXPR_RANGE_OF);
  }
  case VPR_EXPR_ERROR:
  case VPR_EXPR_WILDCARD:
  case VPR_EXPR_EPSILON:
  case VPR_EXPR_INHALE_EXHALE:
  case VPR_EXPR_ACC:
  case VPR_EXPR_APPLYING:
  case VPR_EXPR_INSTANCE:
  case VPR_EXPR_NEW:
  case VPR_EXPR_KIND_COUNT: break;
  }
  model_unsupported (run);
  return value_int (0);
}
