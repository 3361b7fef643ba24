/* The union sort.  A statement about all types that speaks of one value of unknown type only, (forall<T>
   f: Field T :: P(f)), is the same as a statement about one sort that holds the values of all types
   together: P for every f in the union of all Field T.  A function with parameter T is then read as
   (T, x) -> (T, f<T>(x)).  So the quantifier over types becomes one over values of the union, exact in
   every position.

   What must not be said of the union: statements about two values of one unknown type (in the union they
   could be of different types), functions whose type argument does not follow from their arguments, and
   sorts that the solver knows (maps, datatypes) with the union inside. */
#include "front/boogie/lowering.h"

enum { MAX_DEPTH = 8 }; /* of expanded functions */

bpl_type *bpl_union_type (bpl_lowering *lo, uint32_t number) {
  struct bpl_instances *in = lo->instances;
  while (in->unions.len <= number) {
    bpl_tparam *param = WR_NEW (in->arena, bpl_tparam, 1);
    param->id.name = bpl_symf (lo, "all#%u", in->unions.len);
    WR_VEC_PUSH (&in->unions, param);
  }
  return bpl_opaque_type (lo, in->unions.data[number]);
}

bool bpl_has_union (const bpl_lowering *lo, bpl_type *const *types, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t u = 0; u < lo->instances->unions.len; u++) {
      if (bpl_type_mentions (types[i], lo->instances->unions.data[u])) return true;
    }
  }
  return false;
}

static bool mentions (const bpl_type *type, const bpl_tparams *params) {
  for (uint32_t i = 0; i < params->len; i++) {
    if (bpl_type_mentions (type, params->data[i])) return true;
  }
  return false;
}

static bool mentions_all (const bpl_type *type, const bpl_tparams *params) {
  for (uint32_t i = 0; i < params->len; i++) {
    if (!bpl_type_mentions (type, params->data[i])) return false;
  }
  return true;
}

/* A parameter itself or an uninterpreted type around it. */
static bool is_plain (const bpl_lowering *lo, const bpl_type *type, const bpl_tparams *params) {
  if (!type || !mentions (type, params)) return true;
  type = bpl_type_head (type);
  if (type->kind == BPL_TYPE_PARAM) return true;
  return type->kind == BPL_TYPE_CON && type->decl->kind == BPL_DECL_TYPE &&
         !bpl_attr_get (lo, type->decl->attrs, "builtin");
}

struct walk {
  const bpl_lowering *lo;
  const bpl_tparams *params;
  uint32_t variables; /* of unknown type */
  uint32_t depth;
};

static bool walk_expr (struct walk *w, const bpl_expr *e);

static bool count_variables (struct walk *w, const bpl_vars *vars) {
  for (uint32_t i = 0; i < vars->len; i++) {
    if (!mentions (vars->data[i]->type, w->params)) continue;
    w->variables++;
    if (!is_plain (w->lo, vars->data[i]->type, w->params) ||
        !mentions_all (vars->data[i]->type, w->params)) {
      return false;
    }
  }
  return true;
}

/* Each type argument follows from the types of the arguments. */
static bool walk_call (struct walk *w, const bpl_expr *e) {
  const bpl_decl *decl = e->u.call.decl;
  const bpl_types *types = &e->u.call.type_args;
  bool relevant = false;
  for (uint32_t i = 0; i < types->len; i++) {
    if (!mentions (types->data[i], w->params)) continue;
    relevant = true;
    bool follows = false;
    for (uint32_t j = 0; j < decl->ins.len && !follows; j++) {
      follows = bpl_type_mentions (decl->ins.data[j]->type, decl->params.data[i]);
    }
    if (!follows || e->u.call.constructor) return false;
  }
  bool expanded = decl->kind == BPL_DECL_FUNCTION && decl->body_expr &&
                  bpl_attr_is (w->lo, decl->attrs, "inline");
  if (!relevant || !expanded) return true;
  if (w->depth >= MAX_DEPTH) return false;
  struct walk inner = {.lo = w->lo, .params = &decl->params, .depth = w->depth + 1};
  return walk_expr (&inner, decl->body_expr) && !inner.variables;
}

/* The same of a selection or a store: the type at which the map is used follows from the indices.  Of
   `p[]` with `p: <a>[]a` no type is the one, and the union has no value for it. */
static bool walk_access (struct walk *w, const bpl_expr *e) {
  const bpl_types *types = &e->u.select.type_args;
  if (!types->len) return true;
  const bpl_type *map = bpl_type_head (e->args.data[0]->type);
  WR_REQUIRE (map->kind == BPL_TYPE_MAP && map->params.len == types->len);
  for (uint32_t i = 0; i < types->len; i++) {
    if (!mentions (types->data[i], w->params)) continue;
    bool follows = false;
    for (uint32_t j = 0; j < map->args.len && !follows; j++)
      follows = bpl_type_mentions (map->args.data[j], map->params.data[i]);
    if (!follows) return false;
  }
  return true;
}

static bool walk_node (struct walk *w, const bpl_expr *e) {
  if (!is_plain (w->lo, e->type, w->params)) return false;
  switch ((enum bpl_expr_kind)e->kind) {
  case BPL_EXPR_CALL: return walk_call (w, e);
  case BPL_EXPR_SELECT:
  case BPL_EXPR_STORE: return walk_access (w, e);
  case BPL_EXPR_FORALL:
  case BPL_EXPR_EXISTS: return !e->u.binder.params.len && count_variables (w, &e->u.binder.bound);
  case BPL_EXPR_LAMBDA:
    for (uint32_t i = 0; i < e->u.binder.bound.len; i++) {
      if (mentions (e->u.binder.bound.data[i]->type, w->params)) return false;
    }
    return !e->u.binder.params.len;
  case BPL_EXPR_CODE: return false;
  case BPL_EXPR_ERROR:
  case BPL_EXPR_FALSE:
  case BPL_EXPR_TRUE:
  case BPL_EXPR_INT:
  case BPL_EXPR_REAL:
  case BPL_EXPR_BV:
  case BPL_EXPR_FLOAT:
  case BPL_EXPR_STRING:
  case BPL_EXPR_RMODE:
  case BPL_EXPR_NAME:
  case BPL_EXPR_UNARY:
  case BPL_EXPR_BINARY:
  case BPL_EXPR_IS:
  case BPL_EXPR_FIELD:
  case BPL_EXPR_FIELD_UPDATE:
  case BPL_EXPR_EXTRACT:
  case BPL_EXPR_COERCE:
  case BPL_EXPR_OLD:
  case BPL_EXPR_TO_INT:
  case BPL_EXPR_TO_REAL:
  case BPL_EXPR_ITE:
  case BPL_EXPR_LET:
  case BPL_EXPR_KIND_COUNT: return true;
  }
  return false;
}

static bool walk_expr (struct walk *w, const bpl_expr *e) {
  WR_VEC (const bpl_expr *) stack = {0};
  WR_VEC_PUSH (&stack, e);
  bool ok = true;
  while (stack.len && ok) {
    const bpl_expr *top = WR_VEC_POP (&stack);
    ok = walk_node (w, top);
    for (uint32_t i = top->args.len; i-- > 0;) WR_VEC_PUSH (&stack, top->args.data[i]);
  }
  WR_VEC_FREE (&stack);
  return ok;
}

bool bpl_union_holds (const bpl_lowering *lo, const bpl_expr *binder) {
  struct walk w = {.lo = lo, .params = &binder->u.binder.params};
  if (!count_variables (&w, &binder->u.binder.bound)) return false;
  for (const bpl_attr *a = binder->u.binder.attrs; a; a = a->next) {
    for (uint32_t i = 0; a->kind == BPL_TRIGGER && i < a->arg_count; i++) {
      if (!walk_expr (&w, a->args[i].expr)) return false;
    }
  }
  return walk_expr (&w, binder->args.data[0]) && w.variables == 1;
}

bool bpl_union_holds_for_body (const bpl_lowering *lo, const bpl_decl *function) {
  struct walk w = {.lo = lo, .params = &function->params};
  return count_variables (&w, &function->ins) && walk_expr (&w, function->body_expr) &&
         w.variables == 1;
}

/* -- values of different types ------------------------------------------------------------------------- */

/* Whether two ground types could be the same type, opaque sorts standing for anything. */
bool bpl_may_be_equal (const bpl_type *a, const bpl_type *b) {
  a = bpl_type_head (a);
  b = bpl_type_head (b);
  if (a->kind == BPL_TYPE_PARAM || b->kind == BPL_TYPE_PARAM) return true;
  if (a->kind != b->kind || a->decl != b->decl || a->bits != b->bits ||
      a->exponent != b->exponent || a->args.len != b->args.len || a->params.len != b->params.len) {
    return false;
  }
  for (uint32_t i = 0; i < a->args.len; i++) {
    if (!bpl_may_be_equal (a->args.data[i], b->args.data[i])) return false;
  }
  return !a->result || bpl_may_be_equal (a->result, b->result);
}

/* Whether `whole` is `part` with the union for some of its types. */
static bool covers (const bpl_lowering *lo, const bpl_type *whole, const bpl_type *part,
                    const bpl_type **stands_for) {
  whole = bpl_type_head (whole);
  part = bpl_type_head (part);
  for (uint32_t u = 0; whole->kind == BPL_TYPE_PARAM && u < lo->instances->unions.len; u++) {
    if (whole->param != lo->instances->unions.data[u]) continue;
    if (!stands_for[u]) stands_for[u] = part;
    return bpl_type_equal (stands_for[u], part);
  }
  if (whole->kind != BPL_TYPE_CON) return bpl_type_equal (whole, part);
  if (part->kind != BPL_TYPE_CON || whole->decl != part->decl) return false;
  for (uint32_t i = 0; i < whole->args.len; i++) {
    if (!covers (lo, whole->args.data[i], part->args.data[i], stands_for)) return false;
  }
  return true;
}

const bpl_type *bpl_type_of_sort (const bpl_lowering *lo, wr_sort sort) {
  return (const bpl_type *)(uintptr_t)wr_map_or (&lo->sort_types, sort.ix, 0);
}

/* The value as a member of the union; false if the sort is not a union that holds its type. */
bool bpl_into_union (bpl_lowering *lo, wr_expr e, wr_sort to, wr_expr *out) {
  wr_sort from = wr_expr_info (lo->core, e)->sort;
  const bpl_type *part = bpl_type_of_sort (lo, from), *whole = bpl_type_of_sort (lo, to);
  if (!part || !whole || !bpl_has_union (lo, (bpl_type *const[]){(bpl_type *)whole}, 1))
    return false;
  const bpl_type **stands_for = wr_alloc (lo->instances->unions.len, sizeof *stands_for);
  bool ok = covers (lo, whole, part, stands_for);
  free (stands_for);
  if (!ok) return false;
  wr_symbol key = bpl_symf (lo, "$into %u %u", from.ix, to.ix);
  uint64_t found = wr_map_or (&lo->builtins, key.ix, 0);
  if (!found) {
    wr_symbol name = bpl_fresh_name (lo, &lo->func_names, bpl_sym (lo, "$into"));
    found = wr_func_new (lo->core, name, &from, 1, to).ix;
    wr_map_put (&lo->builtins, key.ix, found);
    WR_VEC_PUSH (&lo->intos, (uint32_t)found);
  }
  *out = wr_mk_app (lo->core, (wr_func){(uint32_t)found}, &e, 1);
  return true;
}

/* The type that holds the values of both types: where they differ, the union.  NULL if there is none. */
static bpl_type *join (bpl_lowering *lo, const bpl_type *a, const bpl_type *b, uint32_t *next) {
  a = bpl_type_head (a);
  b = bpl_type_head (b);
  if (bpl_type_equal (a, b)) return bpl_ground_intern (lo->instances, a);
  if (a->kind == BPL_TYPE_PARAM || b->kind == BPL_TYPE_PARAM) return bpl_union_type (lo, (*next)++);
  bool plain = a->kind == BPL_TYPE_CON && b->kind == BPL_TYPE_CON && a->decl == b->decl &&
               a->decl->kind == BPL_DECL_TYPE && !bpl_attr_get (lo, a->decl->attrs, "builtin");
  if (!plain) return NULL;
  bpl_type both = *a;
  both.args.data = WR_NEW (lo->instances->arena, bpl_type *, a->args.len);
  for (uint32_t i = 0; i < a->args.len; i++) {
    both.args.data[i] = join (lo, a->args.data[i], b->args.data[i], next);
    if (!both.args.data[i]) return NULL;
  }
  return bpl_type_seal (&both) ? bpl_ground_intern (lo->instances, &both) : NULL;
}

/* a == b for values of two types that a type parameter could make equal: both are put into the union. */
bool bpl_equal_in_union (bpl_lowering *lo, wr_expr a, wr_expr b, wr_expr *out) {
  wr_sort x = wr_expr_info (lo->core, a)->sort, y = wr_expr_info (lo->core, b)->sort;
  const bpl_type *s = bpl_type_of_sort (lo, x), *t = bpl_type_of_sort (lo, y);
  if (!s || !t) return false;
  if (!bpl_into_union (lo, a, y, &a) && !bpl_into_union (lo, b, x, &b)) {
    uint32_t next = 0;
    bpl_type *both = join (lo, s, t, &next);
    if (!both) return false;
    wr_sort sort = bpl_ground_sort (lo, both);
    if (!bpl_into_union (lo, a, sort, &a) || !bpl_into_union (lo, b, sort, &b)) return false;
  }
  *out = wr_mk2 (lo->core, WR_OP_EQ, a, b);
  return true;
}

/* Values of two types may be compared where a type parameter could make the types equal.  At this
   instance the types differ: values of types that are known to differ are different, others are compared
   in the union, and nothing is known where that does not hold them. */
wr_expr bpl_mixed_equality (bpl_lowering *lo, wr_expr a, wr_expr b) {
  wr_sort x = wr_expr_info (lo->core, a)->sort, y = wr_expr_info (lo->core, b)->sort;
  const bpl_type *s = bpl_type_of_sort (lo, x), *t = bpl_type_of_sort (lo, y);
  if (s && t && !bpl_may_be_equal (s, t)) return wr_mk_bool (lo->core, false);
  wr_expr equal;
  if (bpl_equal_in_union (lo, a, b, &equal)) return equal;
  wr_symbol name = bpl_symf (lo, "$equal %u %u", x.ix, y.ix);
  uint64_t found = wr_map_or (&lo->builtins, name.ix, 0);
  if (!found) {
    wr_sort boolean = wr_sort_simple (lo->core, WR_SORT_BOOL);
    found = wr_func_new (lo->core, name, (wr_sort[]){x, y}, 2, boolean).ix;
    wr_map_put (&lo->builtins, name.ix, found);
  }
  return wr_mk_app (lo->core, (wr_func){(uint32_t)found}, (wr_expr[]){a, b}, 2);
}
