/* front/viper/infer_sig.c -- the signatures of operators and functions, in the order in which the language prefers them. */
#include "front/viper/typecheck.h"

#include <string.h>

static struct vpr_sig *add (vpr_checker *c, const vpr_node *node, vpr_type *const *params,
                            vpr_type *result, uint32_t vars) {
  struct vpr_sig sig = {.result = result, .vars = vars};
  sig.params = WR_NEW (c->scratch, vpr_type *, node->kid_count);
  for (uint32_t i = 0; i < node->kid_count; i++) sig.params[i] = params[i];
  WR_VEC_PUSH (&c->sigs, sig);
  return &WR_VEC_LAST (&c->sigs);
}

static void add1 (vpr_checker *c, const vpr_node *n, vpr_type *a, vpr_type *result, uint32_t vars) {
  add (c, n, &a, result, vars);
}

static void add2 (vpr_checker *c, const vpr_node *n, vpr_type *a, vpr_type *b, vpr_type *result) {
  vpr_type *params[] = {a, b};
  uint32_t vars = a->has_var || b->has_var ? 2 : 0;
  add (c, n, params, result, vars);
}

static void add3 (vpr_checker *c, const vpr_node *n, vpr_type *const params[3], vpr_type *result) {
  add (c, n, params, result, 2);
}

/* Every kid has the type `param`. */
static struct vpr_sig *add_same (vpr_checker *c, const vpr_node *node, vpr_type *param,
                                 vpr_type *result, uint32_t vars) {
  struct vpr_sig sig = {.result = result, .vars = vars};
  sig.params = WR_NEW (c->scratch, vpr_type *, node->kid_count);
  for (uint32_t i = 0; i < node->kid_count; i++) sig.params[i] = param;
  WR_VEC_PUSH (&c->sigs, sig);
  return &WR_VEC_LAST (&c->sigs);
}

static vpr_type *seq (vpr_checker *c, vpr_type *t) { return vpr_type_seq (c->types, t); }
static vpr_type *set (vpr_checker *c, vpr_type *t) { return vpr_type_set (c->types, t); }
static vpr_type *bag (vpr_checker *c, vpr_type *t) { return vpr_type_multiset (c->types, t); }
static vpr_type *map01 (vpr_checker *c) { return vpr_type_map (c->types, c->v0, c->v1); }

/* -- operators --------------------------------------------------------------------------------- */

static void numeric (vpr_checker *c, const vpr_node *n, bool comparison) {
  add_same (c, n, c->perm, comparison ? c->boolean : c->perm, 0);
  add_same (c, n, c->integer, comparison ? c->boolean : c->integer, 0);
}

static void product (vpr_checker *c, const vpr_node *n) {
  add2 (c, n, c->perm, c->perm, c->perm);
  add2 (c, n, c->integer, c->perm, c->perm);
  add2 (c, n, c->perm, c->integer, c->perm);
  add2 (c, n, c->integer, c->integer, c->integer);
}

static void quotient (vpr_checker *c, const vpr_node *n) {
  add2 (c, n, c->perm, c->perm, c->perm);
  add2 (c, n, c->perm, c->integer, c->perm);
  add2 (c, n, c->integer, c->integer, c->perm);
  add2 (c, n, c->integer, c->integer, c->integer);
}

static void membership (vpr_checker *c, const vpr_node *n) {
  add2 (c, n, c->v0, set (c, c->v0), c->boolean);
  add2 (c, n, c->v0, seq (c, c->v0), c->boolean);
  add2 (c, n, c->v0, bag (c, c->v0), c->integer);
  add2 (c, n, c->v0, map01 (c), c->boolean);
}

static void set_operation (vpr_checker *c, const vpr_node *n, bool relation) {
  vpr_type *types[] = {set (c, c->v0), bag (c, c->v0)};
  for (uint32_t i = 0; i < 2; i++)
    add2 (c, n, types[i], types[i], relation ? c->boolean : types[i]);
}

static void both_assertions (vpr_checker *c, const vpr_node *n) {
  add_same (c, n, c->boolean, c->boolean, 0);
  add_same (c, n, c->impure, c->impure, 0);
}

static void binary (vpr_checker *c, const vpr_node *n) {
  switch (n->expr->op) {
  case VPR_OP_ADD:
  case VPR_OP_SUB: numeric (c, n, false); return;
  case VPR_OP_MUL: product (c, n); return;
  case VPR_OP_DIV: quotient (c, n); return;
  case VPR_OP_INTDIV:
  case VPR_OP_MOD: add_same (c, n, c->integer, c->integer, 0); return;
  case VPR_OP_LT:
  case VPR_OP_LE:
  case VPR_OP_GT:
  case VPR_OP_GE: numeric (c, n, true); return;
  case VPR_OP_EQ:
  case VPR_OP_NE: add_same (c, n, c->v0, c->boolean, 1); return;
  case VPR_OP_AND: both_assertions (c, n); return;
  case VPR_OP_IMPLIES:
    add2 (c, n, c->boolean, c->boolean, c->boolean);
    add2 (c, n, c->boolean, c->impure, c->impure);
    return;
  case VPR_OP_OR:
  case VPR_OP_IFF: add_same (c, n, c->boolean, c->boolean, 0); return;
  case VPR_OP_WAND: add_same (c, n, c->impure, c->wand, 0); return;
  case VPR_OP_IN: membership (c, n); return;
  case VPR_OP_APPEND: add_same (c, n, seq (c, c->v0), seq (c, c->v0), 1); return;
  case VPR_OP_UNION:
  case VPR_OP_INTERSECTION:
  case VPR_OP_SETMINUS: set_operation (c, n, false); return;
  case VPR_OP_SUBSET: set_operation (c, n, true); return;
  case VPR_OP_NONE:
  case VPR_OP_NEG:
  case VPR_OP_NOT:
  case VPR_OP_COUNT: return;
  }
}

/* -- collections ------------------------------------------------------------------------------- */

static vpr_type *written (vpr_checker *c, const vpr_type *type) {
  return type && type->number ? vpr_type_at (c->types, type->number) : NULL;
}

static void collection (vpr_checker *c, const vpr_node *n, enum vpr_type_kind kind) {
  vpr_type *element = written (c, n->expr->written);
  uint32_t vars = element ? 0 : 1;
  if (!element) element = c->v0;
  add_same (c, n, element, vpr_type_collection (c->types, kind, element), vars);
}

static void map_literal (vpr_checker *c, const vpr_node *n) {
  vpr_type *key = written (c, n->expr->written), *value = written (c, n->expr->written_value);
  if (!key) key = c->v0;
  if (!value) value = c->v1;
  vpr_type *result = vpr_type_map (c->types, key, value);
  struct vpr_sig *sig = add_same (c, n, key, result, 2);
  for (uint32_t i = 1; i < n->kid_count; i += 2) sig->params[i] = value;
}

static void length (vpr_checker *c, const vpr_node *n) {
  add1 (c, n, seq (c, c->v0), c->integer, 1);
  add1 (c, n, set (c, c->v0), c->integer, 1);
  add1 (c, n, bag (c, c->v0), c->integer, 1);
  add1 (c, n, map01 (c), c->integer, 2);
}

static void indexing (vpr_checker *c, const vpr_node *n) {
  add2 (c, n, seq (c, c->v0), c->integer, c->v0);
  add2 (c, n, map01 (c), c->v0, c->v1);
}

static void update (vpr_checker *c, const vpr_node *n) {
  add3 (c, n, (vpr_type *[]){seq (c, c->v0), c->integer, c->v0}, seq (c, c->v0));
  add3 (c, n, (vpr_type *[]){map01 (c), c->v0, c->v1}, map01 (c));
}

/* -- names ------------------------------------------------------------------------------------- */

/* Type arguments of a domain or ADT as variables 0, 1, ... */
static vpr_types generic_args (vpr_checker *c, const vpr_decl *owner) {
  vpr_types args = {WR_NEW (c->scratch, vpr_type *, owner->params.len), owner->params.len};
  for (uint32_t i = 0; i < args.len; i++) args.data[i] = vpr_type_variable (c->types, i);
  return args;
}

static void generic_call (vpr_checker *c, const vpr_node *n) {
  const vpr_decl *decl = n->expr->decl, *owner = decl->owner;
  vpr_types args = generic_args (c, owner);
  struct vpr_sig *sig =
      add_same (c, n, c->error, vpr_type_substitute (c->types, decl->type, owner, &args), args.len);
  for (uint32_t i = 0; i < n->kid_count; i++)
    sig->params[i] = vpr_type_substitute (c->types, decl->formals.data[i]->type, owner, &args);
  sig->generic = args.len;
  sig->own = owner == c->domain;
}

static void call (vpr_checker *c, const vpr_node *n) {
  const vpr_decl *decl = n->expr->decl;
  if (decl->kind == VPR_DECL_DOMAIN_FUNCTION || decl->kind == VPR_DECL_CONSTRUCTOR) {
    generic_call (c, n);
    return;
  }
  vpr_type *result = decl->kind == VPR_DECL_PREDICATE ? c->predicate : decl->type;
  if (n->expr->kind == VPR_EXPR_INSTANCE)
    result = c->instances ? vpr_type_self (c->types, c->instances) : c->error;
  struct vpr_sig *sig = add_same (c, n, c->error, result, 0);
  for (uint32_t i = 0; i < n->kid_count; i++) sig->params[i] = decl->formals.data[i]->type;
}

static void selector (vpr_checker *c, const vpr_node *n, vpr_decl *constructor, vpr_var *var) {
  vpr_types args = generic_args (c, constructor->owner);
  vpr_type *value = vpr_type_domain (c->types, constructor->owner, args.data);
  vpr_type *result =
      var ? vpr_type_substitute (c->types, var->type, constructor->owner, &args) : c->boolean;
  struct vpr_sig *sig = add (c, n, &value, result, args.len);
  sig->generic = args.len;
  sig->decl = constructor;
  sig->var = var;
}

static void selection (vpr_checker *c, const vpr_node *n) {
  const vpr_expr *e = n->expr;
  if (e->decl) {
    add1 (c, n, c->ref, e->decl->type, 0);
    return;
  }
  for (struct vpr_destructor *d = vpr_slot_of (c->names, e->ident.name)->destructors; d;
       d = d->next)
    selector (c, n, d->constructor, d->var);
  wr_str text = wr_symbol_text (c->symbols, e->ident.name);
  if (text.len < 3 || memcmp (text.ptr, "is", 2)) return;
  wr_symbol name = wr_intern_find (c->symbols, (wr_str){text.ptr + 2, text.len - 2});
  vpr_decl *decl = name.ix ? vpr_slot_of (c->names, name)->decl : NULL;
  if (decl && decl->kind == VPR_DECL_CONSTRUCTOR) selector (c, n, decl, NULL);
}

/* -- the rest ---------------------------------------------------------------------------------- */

static void access (vpr_checker *c, const vpr_node *n) {
  const vpr_expr *location = n->expr->args.data[0];
  vpr_type *result = location->kind == VPR_EXPR_CALL ? c->predicate : c->impure;
  struct vpr_sig *sig = add_same (c, n, c->perm, result, 1);
  sig->params[0] = c->v0;
  sig->impure = true;
}

/* The type is that of the last kid; the one before it fits `first`. */
static void body_of (vpr_checker *c, const vpr_node *n, vpr_type *first) {
  add2 (c, n, first, c->v0, c->v0);
  WR_VEC_LAST (&c->sigs).impure = true;
}

static void conditional (vpr_checker *c, const vpr_node *n) {
  add3 (c, n, (vpr_type *[]){c->boolean, c->v0, c->v0}, c->v0);
  add3 (c, n, (vpr_type *[]){c->boolean, c->impure, c->impure}, c->impure);
}

static void permission_of (vpr_checker *c, const vpr_node *n) {
  add1 (c, n, c->v0, c->perm, 1);
  WR_VEC_LAST (&c->sigs).impure = true;
}

static vpr_type *literal_type (vpr_checker *c, const vpr_expr *e) {
  if (e->kind == VPR_EXPR_NAME) return e->var->type ? e->var->type : c->error;
  if (e->kind == VPR_EXPR_RESULT) return c->member->type;
  if (e->kind == VPR_EXPR_INT) return c->integer;
  if (e->kind == VPR_EXPR_NULL) return c->ref;
  return e->kind == VPR_EXPR_TRUE || e->kind == VPR_EXPR_FALSE ? c->boolean : c->perm;
}

void vpr_signatures (vpr_checker *c, vpr_node *n) {
  const vpr_expr *e = n->expr;
  switch (e->kind) {
  case VPR_EXPR_UNARY:
    if (e->op == VPR_OP_NOT)
      add1 (c, n, c->boolean, c->boolean, 0);
    else
      numeric (c, n, false);
    return;
  case VPR_EXPR_BINARY: binary (c, n); return;
  case VPR_EXPR_COND: conditional (c, n); return;
  case VPR_EXPR_INHALE_EXHALE: both_assertions (c, n); return;
  case VPR_EXPR_FIELD: selection (c, n); return;
  case VPR_EXPR_CALL:
  case VPR_EXPR_INSTANCE: call (c, n); return;
  case VPR_EXPR_ASCRIBED: {
    vpr_type *type = written (c, e->written);
    add1 (c, n, type, type, 0);
    return;
  }
  case VPR_EXPR_ACC: access (c, n); return;
  case VPR_EXPR_PERM: permission_of (c, n); return;
  case VPR_EXPR_OLD: add1 (c, n, c->v0, c->v0, 1); return;
  case VPR_EXPR_UNFOLDING: body_of (c, n, c->predicate); return;
  case VPR_EXPR_APPLYING: body_of (c, n, c->wand); return;
  case VPR_EXPR_ASSERTING: body_of (c, n, c->impure); return;
  case VPR_EXPR_SEQ: collection (c, n, VPR_TYPE_SEQ); return;
  case VPR_EXPR_SET: collection (c, n, VPR_TYPE_SET); return;
  case VPR_EXPR_MULTISET: collection (c, n, VPR_TYPE_MULTISET); return;
  case VPR_EXPR_MAP: map_literal (c, n); return;
  case VPR_EXPR_RANGE: add_same (c, n, c->integer, seq (c, c->integer), 0); return;
  case VPR_EXPR_LENGTH: length (c, n); return;
  case VPR_EXPR_INDEX: indexing (c, n); return;
  case VPR_EXPR_UPDATE: update (c, n); return;
  case VPR_EXPR_TAKE:
  case VPR_EXPR_DROP: add2 (c, n, seq (c, c->v0), c->integer, seq (c, c->v0)); return;
  case VPR_EXPR_DOMAIN_OF: add1 (c, n, map01 (c), set (c, c->v0), 2); return;
  case VPR_EXPR_RANGE_OF: add1 (c, n, map01 (c), set (c, c->v1), 2); return;
  case VPR_EXPR_DESTRUCTOR:
  case VPR_EXPR_DISCRIMINATOR: selector (c, n, e->decl, e->var); return;
  case VPR_EXPR_TRUE:
  case VPR_EXPR_FALSE:
  case VPR_EXPR_NULL:
  case VPR_EXPR_RESULT:
  case VPR_EXPR_NONE:
  case VPR_EXPR_WRITE:
  case VPR_EXPR_WILDCARD:
  case VPR_EXPR_EPSILON:
  case VPR_EXPR_INT:
  case VPR_EXPR_NAME: add_same (c, n, c->error, literal_type (c, e), 0); return;
  case VPR_EXPR_ERROR:
  case VPR_EXPR_NEW:
  case VPR_EXPR_LET:
  case VPR_EXPR_FORALL:
  case VPR_EXPR_EXISTS:
  case VPR_EXPR_FORPERM:
  case VPR_EXPR_KIND_COUNT: return;
  }
}
