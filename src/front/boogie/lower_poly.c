/* Quantifiers over types (docs/design/polymorphism.md): the conjunction of the instances at which a trigger can
   fire, and outside axioms one more that stands for all types: at the union sort where that is exact,
   else at opaque sorts.  One that is neither universal in its clause nor exact nor evaluated only once
   becomes an unknown predicate of what it mentions, of which only the consequences are known. */
#include "front/boogie/lowering.h"

#include <string.h>

/* -- where a quantifier can fire ------------------------------------------------------------------------- */

/* An application in a trigger: the instances of `key` at the types `args` (with the quantifier's
   parameters in them). */
struct pattern {
  const void *key;
  bpl_type **args;
  uint32_t count;
};
typedef WR_VEC (struct pattern) patterns;

/* What the parameters stand for; NULL: not known yet. */
struct candidate {
  bpl_type **types;
};
typedef WR_VEC (struct candidate) candidates;

struct search {
  bpl_lowering *lo;
  const bpl_tparams *params;
  candidates found;
};

static bool mentions_any (const bpl_type *type, const bpl_tparams *params) {
  for (uint32_t i = 0; i < params->len; i++) {
    if (bpl_type_mentions (type, params->data[i])) return true;
  }
  return false;
}

static void add_pattern (struct search *s, const void *key, const bpl_types *types, patterns *out) {
  bool relevant = false;
  bpl_type **args = WR_NEW (s->lo->arena, bpl_type *, types->len);
  for (uint32_t i = 0; i < types->len; i++) {
    args[i] = bpl_ground (s->lo, types->data[i]);
    relevant |= mentions_any (args[i], s->params);
  }
  if (relevant) WR_VEC_PUSH (out, ((struct pattern){key, args, types->len}));
}

static void collect (struct search *s, const bpl_expr *e, patterns *out, uint32_t depth);

enum { MAX_INLINE_SEARCH = 8 };

/* A function that is expanded stands for the applications in its body. */
static void collect_call (struct search *s, const bpl_expr *e, patterns *out, uint32_t depth) {
  const bpl_decl *decl = e->u.call.decl;
  const bpl_types *types = &e->u.call.type_args;
  if (!types->len) return;
  bool inlined = decl->kind == BPL_DECL_FUNCTION && decl->body_expr &&
                 bpl_attr_is (s->lo, decl->attrs, "inline");
  uint32_t before = out->len;
  if (inlined && depth < MAX_INLINE_SEARCH) {
    WR_VEC (bpl_type *) ground = {0};
    for (uint32_t i = 0; i < types->len; i++) {
      WR_VEC_PUSH (&ground, bpl_ground (s->lo, types->data[i]));
    }
    for (uint32_t i = 0; i < ground.len; i++) {
      bpl_bind_type (s->lo, decl->params.data[i], ground.data[i]);
    }
    collect (s, decl->body_expr, out, depth + 1);
    bpl_unbind_types (s->lo, ground.len);
    WR_VEC_FREE (&ground);
  }
  if (out->len == before) add_pattern (s, decl, types, out);
}

static void collect_select (struct search *s, const bpl_expr *e, patterns *out) {
  bpl_type *map = bpl_ground (s->lo, e->args.data[0]->type);
  bpl_types types = e->u.select.type_args;
  if (!types.len) {
    if (map->kind != BPL_TYPE_MAP) return;
    bpl_type **parts = WR_NEW (s->lo->arena, bpl_type *, map->args.len + 1);
    for (uint32_t i = 0; i < map->args.len; i++) parts[i] = map->args.data[i];
    parts[map->args.len] = map->result;
    add_pattern (s, bpl_map_key (s->lo), &(bpl_types){parts, map->args.len + 1}, out);
    return;
  }
  bpl_types ordered = bpl_map_type_args (s->lo, e->args.data[0]->type, &types);
  add_pattern (s, bpl_ground_intern (s->lo->instances, map), &ordered, out);
}

/* All applications below `e`; nested binders are not entered: their variables are not in the trigger. */
static void collect (struct search *s, const bpl_expr *e, patterns *out, uint32_t depth) {
  WR_VEC (const bpl_expr *) stack = {0};
  WR_VEC_PUSH (&stack, e);
  while (stack.len) {
    const bpl_expr *top = WR_VEC_POP (&stack);
    if (top->kind == BPL_EXPR_CALL) collect_call (s, top, out, depth);
    if (top->kind == BPL_EXPR_SELECT || top->kind == BPL_EXPR_STORE) collect_select (s, top, out);
    if (top->kind == BPL_EXPR_CODE) continue;
    for (uint32_t i = top->args.len; i-- > 0;) WR_VEC_PUSH (&stack, top->args.data[i]);
  }
  WR_VEC_FREE (&stack);
}

/* -- matching ------------------------------------------------------------------------------------------------ */

static bool match (const struct search *s, const bpl_type *pattern, bpl_type *type,
                   bpl_type **bound) {
  pattern = bpl_type_head (pattern);
  type = bpl_type_head (type);
  if (pattern->kind == BPL_TYPE_PARAM) {
    for (uint32_t i = 0; i < s->params->len; i++) {
      if (s->params->data[i] != pattern->param) continue;
      bpl_type *ground = bpl_ground_intern (s->lo->instances, type);
      if (!bound[i]) bound[i] = ground;
      return bound[i] == ground;
    }
  }
  if (!mentions_any (pattern, s->params)) return bpl_type_equal (pattern, type);
  if (pattern->kind != type->kind || pattern->decl != type->decl ||
      pattern->args.len != type->args.len || pattern->params.len != type->params.len ||
      pattern->params.len) {
    return false;
  }
  for (uint32_t i = 0; i < pattern->args.len; i++) {
    if (!match (s, pattern->args.data[i], type->args.data[i], bound)) return false;
  }
  return !pattern->result || match (s, pattern->result, type->result, bound);
}

static bool match_instance (const struct search *s, const struct pattern *p,
                            const struct bpl_instance *instance, bpl_type **bound) {
  if (instance->count != p->count) return false;
  for (uint32_t i = 0; i < p->count; i++) {
    if (!match (s, p->args[i], instance->args[i], bound)) return false;
  }
  return true;
}

static bool is_complete (const struct search *s, const struct candidate *c) {
  for (uint32_t i = 0; i < s->params->len; i++) {
    if (!c->types[i] || c->types[i]->depth > BPL_MAX_INSTANCE_DEPTH) return false;
  }
  return true;
}

static void add_candidate (const struct search *s, candidates *list, bpl_type *const *types) {
  uint32_t n = s->params->len;
  for (uint32_t i = 0; i < list->len; i++) {
    if (!memcmp (list->data[i].types, types, n * sizeof *types)) return;
  }
  WR_VEC_PUSH (list, ((struct candidate){wr_arena_copy (s->lo->arena, types, n, sizeof *types)}));
}

/* Every way to extend the candidates so that the pattern is one of the known instances. */
static void extend (struct search *s, const struct pattern *p, const candidates *from,
                    candidates *to) {
  const struct bpl_instances *in = s->lo->instances;
  WR_VEC (uint32_t) numbers = {0};
  uint64_t last = wr_map_or (&in->by_decl, (uint64_t)(uintptr_t)p->key, 0);
  for (uint32_t at = (uint32_t)last; at; at = in->previous.data[at - 1]) {
    WR_VEC_PUSH (&numbers, at - 1);
  }
  bpl_type **bound = wr_alloc (s->params->len + 1, sizeof *bound);
  for (uint32_t c = 0; c < from->len; c++) {
    for (uint32_t i = numbers.len; i-- > 0;) {
      memcpy (bound, from->data[c].types, s->params->len * sizeof *bound);
      struct bpl_instance instance = in->all.data[numbers.data[i]];
      if (match_instance (s, p, &instance, bound)) add_candidate (s, to, bound);
    }
  }
  free (bound);
  WR_VEC_FREE (&numbers);
}

/* All patterns together. */
static void match_all (struct search *s, const patterns *list) {
  if (!list->len) return;
  candidates now = {0}, next = {0};
  bpl_type **none = WR_NEW (s->lo->arena, bpl_type *, s->params->len);
  add_candidate (s, &now, none);
  for (uint32_t i = 0; i < list->len && now.len <= BPL_MAX_INSTANCES; i++) {
    next.len = 0;
    extend (s, &list->data[i], &now, &next);
    candidates swap = now;
    now = next;
    next = swap;
  }
  for (uint32_t i = 0; i < now.len; i++) {
    if (is_complete (s, &now.data[i])) add_candidate (s, &s->found, now.data[i].types);
  }
  WR_VEC_FREE (&now);
  WR_VEC_FREE (&next);
}

static bool covers (const struct search *s, const struct pattern *p) {
  for (uint32_t i = 0; i < s->params->len; i++) {
    bool found = false;
    for (uint32_t j = 0; j < p->count && !found; j++) {
      found = bpl_type_mentions (p->args[j], s->params->data[i]);
    }
    if (!found) return false;
  }
  return true;
}

/* Without triggers each application that mentions all parameters will do. */
static void search_body (struct search *s, const bpl_expr *body) {
  patterns list = {0};
  collect (s, body, &list, 0);
  uint32_t before = s->found.len;
  bool any = false;
  for (uint32_t i = 0; i < list.len; i++) {
    if (!covers (s, &list.data[i])) continue;
    patterns one = {0};
    WR_VEC_PUSH (&one, list.data[i]);
    match_all (s, &one);
    WR_VEC_FREE (&one);
    any = true;
  }
  if (!any && s->found.len == before) match_all (s, &list);
  WR_VEC_FREE (&list);
}

static void find_instances (struct search *s, const bpl_expr *e) {
  bool triggers = false;
  for (const bpl_attr *a = e->u.binder.attrs; a; a = a->next) {
    if (a->kind != BPL_TRIGGER) continue;
    patterns list = {0};
    triggers = true;
    for (uint32_t i = 0; i < a->arg_count; i++) collect (s, a->args[i].expr, &list, 0);
    match_all (s, &list);
    WR_VEC_FREE (&list);
  }
  if (!triggers) search_body (s, e->args.data[0]);
}

/* -- instances ------------------------------------------------------------------------------------------------- */

/* any#N stands for all types in a universal statement, some#N for the type that decides a statement
   about types whose truth value is used. */
enum opaque { ANY, SOME, UNION, NO_OPAQUE };

static bpl_type *shared_opaque (bpl_lowering *lo, enum opaque kind, uint32_t number) {
  if (kind == UNION) return bpl_union_type (lo, number);
  struct bpl_instances *in = lo->instances;
  while (in->opaque[kind].len <= number) {
    bpl_tparam *param = WR_NEW (in->arena, bpl_tparam, 1);
    param->id.name = bpl_symf (lo, kind == ANY ? "any#%u" : "some#%u", in->opaque[kind].len);
    WR_VEC_PUSH (&in->opaque[kind], param);
  }
  return bpl_opaque_type (lo, in->opaque[kind].data[number]);
}

typedef WR_VEC (wr_expr) exprs;

static void lower_instance (bpl_lowering *lo, const bpl_expr *e, bpl_type *const *types,
                            exprs *out) {
  const bpl_tparams *params = &e->u.binder.params;
  for (uint32_t i = 0; i < params->len; i++) bpl_bind_type (lo, params->data[i], types[i]);
  wr_expr one = bpl_lower_one_quantifier (lo, e);
  bpl_unbind_types (lo, params->len);
  WR_VEC_PUSH (out, one);
}

/* The instances that exist, and one at opaque sorts that no other quantifier of the clause (ANY) or of
   the body (SOME) has. */
static void lower_instances (bpl_lowering *lo, const bpl_expr *e, enum opaque opaque, exprs *out) {
  struct search s = {.lo = lo, .params = &e->u.binder.params};
  find_instances (&s, e);
  if (opaque != NO_OPAQUE) {
    bpl_type **types = WR_NEW (lo->arena, bpl_type *, s.params->len);
    uint32_t first = 0;
    uint32_t *next = opaque == ANY ? &lo->opaque_next : opaque == SOME ? &lo->witness_next : &first;
    for (uint32_t i = 0; i < s.params->len; i++) types[i] = shared_opaque (lo, opaque, (*next)++);
    add_candidate (&s, &s.found, types);
  }
  bool holds = opaque == UNION || bpl_union_holds (lo, e);
  for (uint32_t i = 0; i < s.found.len && !lo->failed; i++) {
    if (!holds && bpl_has_union (lo, s.found.data[i].types, s.params->len)) continue;
    lower_instance (lo, e, s.found.data[i].types, out);
  }
  WR_VEC_FREE (&s.found);
}

/* Unknown but for its consequences: each instance of a `forall` follows from it, and it follows from
   each instance of an `exists`. */
static wr_expr approximate (bpl_lowering *lo, const bpl_expr *e) {
  bool forall = e->kind == BPL_EXPR_FORALL, outer_axiom = lo->in_axiom;
  int outer = lo->polarity;
  exprs instances = {0};
  uint32_t first_inner = lo->core->vars.len;
  lo->in_axiom = true;
  lo->polarity = forall ? 1 : -1;
  lower_instances (lo, e, NO_OPAQUE, &instances);
  lo->in_axiom = outer_axiom;
  lo->polarity = outer;
  struct bpl_leaves leaves = {.lo = lo, .first_inner = first_inner};
  bpl_leaves_of_tree (&leaves, e);
  for (uint32_t i = 0; i < instances.len; i++) bpl_leaves_of (&leaves, instances.data[i]);
  wr_sort boolean = wr_sort_simple (lo->core, WR_SORT_BOOL);
  wr_func func = bpl_leaves_function (&leaves, bpl_sym (lo, "types#"), boolean);
  for (uint32_t i = 0; i < instances.len; i++) {
    wr_expr term = bpl_leaves_term (&leaves, func);
    wr_expr one = bpl_leaves_abstract (&leaves, instances.data[i]);
    wr_expr fact = forall ? wr_mk2 (lo->core, WR_OP_IMPLIES, term, one)
                          : wr_mk2 (lo->core, WR_OP_IMPLIES, one, term);
    bpl_leaves_axiom (&leaves, e, NULL, 0, term, fact);
  }
  wr_expr result = bpl_leaves_call (&leaves, func);
  bpl_leaves_free (&leaves);
  WR_VEC_FREE (&instances);
  return result;
}

/* A statement that is passed once on a path has one truth value there, and one type decides it: the
   witness of falsehood of a `forall`, of truth of an `exists`.  Any other use of such a value could
   need several witnesses. */
static bool has_one_witness (const bpl_lowering *lo) {
  return lo->once && !lo->binders && !lo->in_axiom && !lo->unlabelled && lo->frame &&
         lo->frame->structured;
}

wr_expr bpl_lower_type_quantifier (bpl_lowering *lo, const bpl_expr *e) {
  lo->expanded_types = true;
  bool forall = e->kind == BPL_EXPR_FORALL;
  bool universal = lo->polarity == (forall ? 1 : -1) && !(lo->below_exists && !lo->in_axiom);
  bool exact = bpl_union_holds (lo, e);
  if (!exact && !universal && !has_one_witness (lo)) return approximate (lo, e);
  enum opaque opaque = universal ? ANY : SOME;
  if (lo->in_axiom && universal)
    opaque = NO_OPAQUE;
  else if (exact)
    opaque = UNION;
  exprs instances = {0};
  lower_instances (lo, e, opaque, &instances);
  wr_expr result = forall ? wr_mk_and (lo->core, instances.data, instances.len)
                          : wr_mk_or (lo->core, instances.data, instances.len);
  WR_VEC_FREE (&instances);
  return result;
}
