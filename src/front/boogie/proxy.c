/* front/boogie/proxy.c -- inference variables: making, solving, defaults, and moving what was inferred to
   the program's arena. */
#include "front/boogie/unify.h"

#include "base/check.h"

#include <string.h>

struct proxy {
  bpl_type type; /* first: a proxy is a type */
  bool bitvector;
  uint32_t min_bits;
  struct concat_link *concats;
  struct bpl_map_use *uses;
};

/* result = left ++ right, while not all widths are known. */
struct bpl_concat {
  bpl_type *left, *right, *result;
};

struct concat_link {
  struct bpl_concat *concat;
  struct concat_link *next;
};

static bpl_type *plain (wr_arena *arena, enum bpl_type_kind kind) {
  bpl_type *type = WR_NEW (arena, bpl_type, 1);
  type->kind = kind;
  bpl_type_seal (type);
  return type;
}

void bpl_typing_init (bpl_typing *t, wr_arena *arena, wr_interner *symbols) {
  memset (t, 0, sizeof *t);
  t->arena = arena;
  t->symbols = symbols;
  t->scratch = wr_arena_new ();
  (void)WR_NEW (t->scratch, void *, 1); /* so that the first block stays */
  t->empty = wr_arena_save (t->scratch);
  t->error = plain (arena, BPL_TYPE_ERROR);
  t->boolean = plain (arena, BPL_TYPE_BOOL);
  t->integer = plain (arena, BPL_TYPE_INT);
  t->real = plain (arena, BPL_TYPE_REAL);
  t->rmode = plain (arena, BPL_TYPE_RMODE);
  t->string = plain (arena, BPL_TYPE_STRING);
  t->regex = plain (arena, BPL_TYPE_REGEX);
}

void bpl_typing_free (bpl_typing *t) {
  wr_arena_free (t->scratch);
  wr_map_free (&t->bitvectors);
  wr_map_free (&t->floats);
  wr_index_free (&t->made);
  WR_VEC_FREE (&t->made_types);
  WR_VEC_FREE (&t->noted);
  WR_VEC_FREE (&t->proxies);
  WR_VEC_FREE (&t->concats);
  WR_VEC_FREE (&t->dirty);
  WR_VEC_FREE (&t->bindings);
}

static bpl_type *cached (bpl_typing *t, wr_map *map, enum bpl_type_kind kind, uint32_t bits,
                         uint32_t exponent) {
  uint64_t found, key = WR_KEY2 (exponent, bits);
  if (wr_map_get (map, key, &found)) return (bpl_type *)(uintptr_t)found;
  bpl_type *type = plain (t->arena, kind);
  type->bits = bits;
  type->exponent = exponent;
  wr_map_put (map, key, (uint64_t)(uintptr_t)type);
  return type;
}

bpl_type *bpl_bitvector (bpl_typing *t, uint32_t bits) {
  return cached (t, &t->bitvectors, BPL_TYPE_BV, bits, 0);
}

bpl_type *bpl_float (bpl_typing *t, uint32_t significand, uint32_t exponent) {
  return cached (t, &t->floats, BPL_TYPE_FLOAT, significand, exponent);
}

/* -- making ---------------------------------------------------------------------------------------- */

bpl_type *bpl_proxy (bpl_typing *t) {
  struct proxy *p = WR_NEW (t->scratch, struct proxy, 1);
  p->type.kind = BPL_TYPE_PROXY;
  bpl_type_seal (&p->type);
  WR_VEC_PUSH (&t->proxies, &p->type);
  return &p->type;
}

bpl_type *bpl_bitvector_proxy (bpl_typing *t, uint32_t min_bits) {
  struct proxy *p = (struct proxy *)bpl_proxy (t);
  p->bitvector = true;
  p->min_bits = min_bits;
  return &p->type;
}

void bpl_instances (bpl_typing *t, bpl_tparams params, bpl_types *out) {
  out->data = WR_NEW (t->arena, bpl_type *, params.len);
  out->len = params.len;
  for (uint32_t i = 0; i < params.len; i++) {
    out->data[i] = bpl_proxy (t);
    bpl_typing_note (t, &out->data[i]);
  }
}

/* -- widths ---------------------------------------------------------------------------------------- */

static bool width_of (const bpl_type *type, uint32_t *least) {
  type = bpl_type_head (type);
  if (type->kind == BPL_TYPE_BV) {
    *least = type->bits;
    return true;
  }
  *least = type->kind == BPL_TYPE_PROXY ? ((const struct proxy *)type)->min_bits : 0;
  return false;
}

static void link_concat (bpl_typing *t, bpl_type *type, struct bpl_concat *c) {
  type = bpl_type_head (type);
  if (type->kind != BPL_TYPE_PROXY) return;
  struct concat_link *link = WR_NEW (t->scratch, struct concat_link, 1);
  *link = (struct concat_link){c, ((struct proxy *)type)->concats};
  ((struct proxy *)type)->concats = link;
}

static bool as_bitvector (bpl_typing *t, bpl_type *type) {
  type = bpl_type_head (type);
  if (type->kind == BPL_TYPE_BV || type->kind == BPL_TYPE_ERROR) return true;
  return type->kind == BPL_TYPE_PROXY && bpl_unify (t, type, bpl_bitvector_proxy (t, 0));
}

bpl_type *bpl_concat_type (bpl_typing *t, bpl_type *a, bpl_type *b) {
  if (!as_bitvector (t, a) || !as_bitvector (t, b)) return NULL;
  a = bpl_type_head (a);
  b = bpl_type_head (b);
  if (a->kind == BPL_TYPE_ERROR || b->kind == BPL_TYPE_ERROR) return t->error;
  uint32_t x, y;
  bool known = width_of (a, &x);
  known &= width_of (b, &y);
  if ((uint64_t)x + y > BPL_MAX_BITS) {
    t->too_large = true;
    return t->error;
  }
  if (known) return bpl_bitvector (t, x + y);
  bpl_type *result = bpl_bitvector_proxy (t, x + y);
  struct bpl_concat *c = WR_NEW (t->scratch, struct bpl_concat, 1);
  *c = (struct bpl_concat){a, b, result};
  link_concat (t, a, c);
  link_concat (t, b, c);
  link_concat (t, result, c);
  WR_VEC_PUSH (&t->concats, c);
  return result;
}

static bool raise_least (bpl_typing *t, bpl_type *type, uint64_t least) {
  type = bpl_type_head (type);
  if (least > BPL_MAX_BITS) return false;
  if (type->kind != BPL_TYPE_PROXY) return true;
  struct proxy *p = (struct proxy *)type;
  if (p->min_bits >= least) return true;
  p->min_bits = (uint32_t)least;
  for (struct concat_link *l = p->concats; l; l = l->next) WR_VEC_PUSH (&t->dirty, l->concat);
  return true;
}

static bool settle (bpl_typing *t, struct bpl_concat *c) {
  uint32_t left, right, whole;
  bool left_known = width_of (c->left, &left), right_known = width_of (c->right, &right);
  bool whole_known = width_of (c->result, &whole);
  uint64_t least = (uint64_t)left + right;
  if (left_known && right_known)
    return least <= BPL_MAX_BITS && bpl_match (t, c->result, bpl_bitvector (t, (uint32_t)least));
  if (!whole_known) return raise_least (t, c->result, least);
  if (least > whole) return false;
  if (left_known) return bpl_match (t, c->right, bpl_bitvector (t, whole - left));
  return !right_known || bpl_match (t, c->left, bpl_bitvector (t, whole - right));
}

bool bpl_concats_settle (bpl_typing *t) {
  while (t->dirty.len) {
    struct bpl_concat *c = WR_VEC_POP (&t->dirty);
    if (settle (t, c)) continue;
    WR_VEC_CLEAR (&t->dirty);
    return false;
  }
  return true;
}

/* -- solving ----------------------------------------------------------------------------------------- */

static bool apply_use (bpl_typing *t, struct bpl_map_use *use, bpl_type *map) {
  if (use->arg_count != map->args.len) return false;
  bpl_types instances = {NULL, 0};
  if (map->params.len) bpl_instances (t, map->params, &instances);
  if (use->type_args) *use->type_args = instances;
  for (uint32_t i = 0; i < use->arg_count; i++) {
    bpl_type *formal = bpl_instantiate (t, map->args.data[i], map->params, &instances);
    if (!bpl_match (t, formal, use->args[i])) return false;
  }
  return bpl_match (t, bpl_instantiate (t, map->result, map->params, &instances), use->result);
}

bool bpl_proxy_use (bpl_typing *t, bpl_type *proxy, bpl_type **args, uint32_t arg_count,
                    bpl_type *result, bpl_types *type_args) {
  struct proxy *p = (struct proxy *)bpl_type_head (proxy);
  WR_ASSERT (p->type.kind == BPL_TYPE_PROXY);
  if (p->bitvector || (p->uses && p->uses->arg_count != arg_count)) return false;
  struct bpl_map_use *use = WR_NEW (t->scratch, struct bpl_map_use, 1);
  *use = (struct bpl_map_use){args, arg_count, result, type_args, p->uses};
  p->uses = use;
  return true;
}

bool bpl_proxy_is_bound (const bpl_type *proxy) {
  const struct proxy *p = (const struct proxy *)proxy;
  WR_ASSERT (proxy->kind == BPL_TYPE_PROXY && !proxy->expansion);
  return p->bitvector || p->uses;
}

static bool merge (bpl_typing *t, struct proxy *from, struct proxy *into) {
  if ((from->bitvector && into->uses) || (into->bitvector && from->uses)) return false;
  if (from->uses && into->uses && from->uses->arg_count != into->uses->arg_count) return false;
  from->type.expansion = &into->type;
  into->bitvector |= from->bitvector;
  struct concat_link *l = from->concats;
  while (l) {
    struct concat_link *next = l->next;
    WR_VEC_PUSH (&t->dirty, l->concat);
    l->next = into->concats;
    into->concats = l;
    l = next;
  }
  while (from->uses) {
    struct bpl_map_use *use = from->uses;
    from->uses = use->next;
    use->next = into->uses;
    into->uses = use;
  }
  return raise_least (t, &into->type, from->min_bits);
}

bool bpl_proxy_bind (bpl_typing *t, bpl_type *proxy, bpl_type *type) {
  struct proxy *p = (struct proxy *)proxy;
  WR_ASSERT (!proxy->expansion);
  if (type->kind == BPL_TYPE_PROXY) return merge (t, p, (struct proxy *)type);
  if (p->bitvector && (type->kind != BPL_TYPE_BV || type->bits < p->min_bits)) return false;
  if (p->uses && type->kind != BPL_TYPE_MAP) return false;
  proxy->expansion = type;
  for (struct concat_link *l = p->concats; l; l = l->next) WR_VEC_PUSH (&t->dirty, l->concat);
  for (struct bpl_map_use *use = p->uses; use; use = use->next)
    if (!apply_use (t, use, type)) return false;
  return true;
}

/* -- the end of a unit ------------------------------------------------------------------------------- */

void bpl_typing_note (bpl_typing *t, bpl_type **place) {
  if ((*place)->has_proxy) WR_VEC_PUSH (&t->noted, place);
}

static bpl_type *map_of_use (bpl_typing *t, const struct bpl_map_use *use) {
  bpl_type *map = WR_NEW (t->scratch, bpl_type, 1);
  map->kind = BPL_TYPE_MAP;
  map->args.data = use->args;
  map->args.len = use->arg_count;
  map->result = use->result;
  bpl_type_seal (map);
  return map;
}

/* <t1, .., tn, r>[t1, .., tn]r: fits any uses. */
static bpl_type *general_map (bpl_typing *t, uint32_t arg_count) {
  uint32_t count = arg_count + 1;
  bpl_type *map = WR_NEW (t->arena, bpl_type, 1);
  map->kind = BPL_TYPE_MAP;
  map->params.data = WR_NEW (t->arena, bpl_tparam *, count);
  map->args.data = WR_NEW (t->arena, bpl_type *, count);
  map->params.len = count;
  map->args.len = arg_count;
  for (uint32_t i = 0; i < count; i++) {
    bpl_tparam *param = map->params.data[i] = WR_NEW (t->arena, bpl_tparam, 1);
    wr_str name = wr_str_print (t->arena, "t%u", i + 1);
    param->id.name = wr_intern (t->symbols, name);
    map->args.data[i] = plain (t->arena, BPL_TYPE_PARAM);
    map->args.data[i]->param = param;
    map->args.data[i]->name.name = param->id.name;
  }
  map->result = map->args.data[arg_count];
  bpl_type_seal (map);
  return map;
}

/* A proxy still open gets its default; false if nothing fits. */
static bool default_proxy (bpl_typing *t, bpl_type *type) {
  struct proxy *p = (struct proxy *)type;
  if (type->expansion) return true;
  bpl_type *to = t->integer;
  if (p->bitvector) to = bpl_bitvector (t, p->min_bits);
  if (p->uses) to = map_of_use (t, p->uses);
  if (bpl_unify (t, type, to)) return true;
  if (p->uses) { /* they differ: a map of any type */
    type->expansion = NULL;
    to = general_map (t, p->uses->arg_count);
    if (bpl_unify (t, type, to)) return true;
  }
  if (!type->expansion) type->expansion = t->error;
  return false;
}

static bool default_side (bpl_typing *t, bpl_type *type) {
  type = bpl_type_head (type);
  return type->kind != BPL_TYPE_PROXY || default_proxy (t, type);
}

static uint64_t hash_type (const bpl_type *type) {
  uint64_t h = wr_hash_mix ((uint64_t)type->kind, (uint64_t)(uintptr_t)type->decl);
  h = wr_hash_mix (h, (uint64_t)(uintptr_t)type->result);
  for (uint32_t i = 0; i < type->args.len; i++)
    h = wr_hash_mix (h, (uint64_t)(uintptr_t)type->args.data[i]);
  return h;
}

struct made_key {
  const bpl_typing *typing;
  const bpl_type *type;
};

static bool made_equal (const void *ctx, uint32_t item) {
  const struct made_key *key = ctx;
  const bpl_type *a = key->type, *b = key->typing->made_types.data[item];
  if (a->kind != b->kind || a->decl != b->decl || a->result != b->result) return false;
  if (a->args.len != b->args.len || a->params.len || b->params.len) return false;
  return !a->args.len || !memcmp (a->args.data, b->args.data, a->args.len * sizeof *a->args.data);
}

struct mover {
  bpl_typing *typing;
  uint32_t steps;
};

static bpl_type *move_type (struct mover *m, bpl_type *type, uint32_t depth);

/* The copy of `type` in the program's arena, equal types once. */
static bpl_type *move_parts (struct mover *m, const bpl_type *type, uint32_t depth) {
  bpl_typing *t = m->typing;
  bpl_type copy = *type;
  copy.args.data = WR_NEW (t->scratch, bpl_type *, type->args.len);
  for (uint32_t i = 0; i < type->args.len; i++)
    copy.args.data[i] = move_type (m, type->args.data[i], depth + 1);
  if (copy.result) copy.result = move_type (m, copy.result, depth + 1);
  if (copy.kind == BPL_TYPE_SYNONYM) copy.expansion = move_type (m, copy.expansion, depth + 1);
  if (!bpl_type_seal (&copy)) {
    t->too_large = true;
    return t->error;
  }
  struct made_key key = {t, &copy};
  uint64_t hash = hash_type (&copy);
  bool plain_type = copy.kind == BPL_TYPE_CON || (copy.kind == BPL_TYPE_MAP && !copy.params.len);
  uint32_t found = plain_type ? wr_index_find (&t->made, hash, made_equal, &key) : UINT32_MAX;
  if (found != UINT32_MAX) return t->made_types.data[found];
  copy.args.data = wr_arena_copy (t->arena, copy.args.data, copy.args.len, sizeof *copy.args.data);
  copy.span = (wr_span){0, 0, 0};
  bpl_type *made = wr_arena_copy (t->arena, &copy, 1, sizeof copy);
  if (plain_type) {
    wr_index_add (&t->made, hash, t->made_types.len);
    WR_VEC_PUSH (&t->made_types, made);
  }
  return made;
}

static bpl_type *move_type (struct mover *m, bpl_type *type, uint32_t depth) {
  if (!type->has_proxy) return type;
  if (m->typing->too_large || ++m->steps > BPL_MAX_TYPE_STEPS || depth > 2 * BPL_MAX_TYPE_DEPTH) {
    m->typing->too_large = true;
    return m->typing->error;
  }
  if (type->kind == BPL_TYPE_PROXY)
    return type->expansion ? move_type (m, type->expansion, depth + 1) : m->typing->error;
  return move_parts (m, type, depth);
}

static bool give_defaults (bpl_typing *t) {
  bool ok = true;
  for (uint32_t i = 0; i < t->proxies.len; i++) /* maps first: they may decide others */
    if (((struct proxy *)t->proxies.data[i])->uses) ok &= default_proxy (t, t->proxies.data[i]);
  for (uint32_t i = t->concats.len; i > 0; i--) { /* the whole, then its parts */
    struct bpl_concat *c = t->concats.data[i - 1];
    ok &= default_side (t, c->result);
    ok &= default_side (t, c->left); /* may decide the right one */
    ok &= default_side (t, c->right);
  }
  for (uint32_t i = 0; i < t->proxies.len; i++) ok &= default_proxy (t, t->proxies.data[i]);
  return ok;
}

bool bpl_typing_finish (bpl_typing *t) {
  bool ok = !t->proxies.len || give_defaults (t);
  struct mover m = {t, 0};
  for (uint32_t i = 0; i < t->noted.len; i++) {
    m.steps = 0;
    *t->noted.data[i] = move_type (&m, *t->noted.data[i], 0);
  }
  WR_VEC_CLEAR (&t->noted);
  WR_VEC_CLEAR (&t->proxies);
  WR_VEC_CLEAR (&t->concats);
  WR_VEC_CLEAR (&t->dirty);
  wr_arena_restore (t->scratch, t->empty);
  return ok;
}
