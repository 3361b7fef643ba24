/* front/boogie/unify.c -- equality and unification.  Two maps agree when their type parameters can be
   paired one to one; a pair is fixed where the two parameters first meet.  A proxy never takes a type
   that mentions a parameter bound outside of that type by the maps being compared. */
#include "front/boogie/unify.h"

#include "base/check.h"

#include <string.h>

enum { SMALL_PARAMS = 8 };

/* The maps around the two types being compared. */
struct frame {
  const bpl_type *left, *right;
  const bpl_tparam **partner; /* of left's parameter i: right's, or NULL */
  struct frame *up;
};

/* typing is NULL in a plain comparison, which sees no proxies. */
struct matcher {
  bpl_typing *typing;
  uint32_t steps, depth;
};

static bool match (struct matcher *m, bpl_type *a, bpl_type *b, struct frame *frames);

static uint32_t param_ix (const bpl_type *map, const bpl_tparam *param) {
  for (uint32_t i = 0; i < map->params.len; i++)
    if (map->params.data[i] == param) return i;
  return UINT32_MAX;
}

/* The innermost frame that binds `param` on the given side. */
static struct frame *binder_of (struct frame *frames, const bpl_tparam *param, bool left,
                                uint32_t *ix) {
  for (struct frame *f = frames; f; f = f->up)
    if ((*ix = param_ix (left ? f->left : f->right, param)) != UINT32_MAX) return f;
  return NULL;
}

static bool pair_up (struct frame *f, uint32_t ix, const bpl_tparam *right) {
  if (f->partner[ix]) return f->partner[ix] == right;
  for (uint32_t i = 0; i < f->left->params.len; i++)
    if (f->partner[i] == right) return false;
  f->partner[ix] = right;
  return true;
}

/* -- parameters in equalities ------------------------------------------------------------------- */

static struct bpl_binding *binding_of (bpl_typing *t, const bpl_tparam *param) {
  for (uint32_t i = 0; i < t->bindings.len; i++)
    if (t->bindings.data[i].param == param) return &t->bindings.data[i];
  return NULL;
}

/* Follows bindings of free parameters. */
static bpl_type *follow (bpl_typing *t, bpl_type *type) {
  type = bpl_type_head (type);
  while (t && t->flexible && type->kind == BPL_TYPE_PARAM) {
    struct bpl_binding *b = binding_of (t, type->param);
    if (!b) break;
    type = bpl_type_head (b->type);
  }
  return type;
}

struct scan {
  bpl_typing *typing;
  const bpl_type *proxy;   /* must not occur, or NULL */
  const bpl_tparam *param; /* must not occur, or NULL */
  struct frame *frames;    /* whose parameters must not occur */
  uint32_t steps;
};

struct own_params {
  const bpl_type *map;
  struct own_params *up;
};

static bool scan_param (const struct scan *s, const bpl_tparam *param, struct own_params *own) {
  for (struct own_params *o = own; o; o = o->up)
    if (param_ix (o->map, param) != UINT32_MAX) return true;
  if (param == s->param) return false;
  uint32_t ix;
  return !binder_of (s->frames, param, true, &ix) && !binder_of (s->frames, param, false, &ix);
}

/* Whether none of what must not occur does. */
static bool scan (struct scan *s, bpl_type *type, struct own_params *own, uint32_t depth) {
  type = bpl_type_head (type);
  if (++s->steps > BPL_MAX_TYPE_STEPS || depth > 4 * BPL_MAX_TYPE_DEPTH) {
    s->typing->too_large = true;
    return false;
  }
  if (type == s->proxy) return false;
  if (type->kind == BPL_TYPE_PARAM) {
    if (!scan_param (s, type->param, own)) return false;
    bpl_type *to = follow (s->typing, type);
    return to == type || scan (s, to, own, depth + 1);
  }
  if (!type->has_param && !type->has_proxy) return true;
  struct own_params mine = {type, own};
  if (type->params.len) own = &mine;
  for (uint32_t i = 0; i < type->args.len; i++)
    if (!scan (s, type->args.data[i], own, depth + 1)) return false;
  return !type->result || scan (s, type->result, own, depth + 1);
}

static bool may_bind (bpl_typing *t, const bpl_type *proxy, const bpl_tparam *param, bpl_type *type,
                      struct frame *frames) {
  if (!type->has_proxy && !(type->has_param && (frames || param || t->flexible))) return true;
  struct scan s = {t, proxy, param, frames, 0};
  return scan (&s, type, NULL, 0);
}

static bool bind_param (bpl_typing *t, bpl_type *param, bpl_type *type, struct frame *frames) {
  uint32_t ix;
  if (binder_of (frames, param->param, true, &ix) || binder_of (frames, param->param, false, &ix))
    return false;
  if (!may_bind (t, NULL, param->param, type, frames)) return false;
  WR_VEC_PUSH (&t->bindings, ((struct bpl_binding){param->param, type}));
  return true;
}

static bool match_params (struct matcher *m, bpl_type *a, bpl_type *b, struct frame *frames) {
  uint32_t i, j;
  struct frame *f = binder_of (frames, a->param, true, &i);
  struct frame *g = binder_of (frames, b->param, false, &j);
  if (f || g) return f == g && pair_up (f, i, b->param);
  if (a->param == b->param) return true;
  return m->typing && m->typing->flexible && bind_param (m->typing, a, b, frames);
}

/* -- structure ------------------------------------------------------------------------------------- */

static bool match_list (struct matcher *m, bpl_types a, bpl_types b, struct frame *frames) {
  if (a.len != b.len) return false;
  for (uint32_t i = 0; i < a.len; i++)
    if (!match (m, a.data[i], b.data[i], frames)) return false;
  return true;
}

static bool match_maps (struct matcher *m, bpl_type *a, bpl_type *b, struct frame *frames) {
  if (a->params.len != b->params.len || a->args.len != b->args.len) return false;
  if (!a->params.len)
    return match_list (m, a->args, b->args, frames) && match (m, a->result, b->result, frames);
  const bpl_tparam *small[SMALL_PARAMS];
  memset (small, 0, sizeof small);
  struct frame f = {a, b, small, frames};
  if (a->params.len > SMALL_PARAMS) f.partner = wr_alloc (a->params.len, sizeof *f.partner);
  bool ok = match_list (m, a->args, b->args, &f) && match (m, a->result, b->result, &f);
  if (f.partner != small) free (f.partner);
  return ok;
}

static bool match_same_kind (struct matcher *m, bpl_type *a, bpl_type *b, struct frame *frames) {
  switch (a->kind) {
  case BPL_TYPE_BV: return a->bits == b->bits;
  case BPL_TYPE_FLOAT: return a->bits == b->bits && a->exponent == b->exponent;
  case BPL_TYPE_MAP: return match_maps (m, a, b, frames);
  case BPL_TYPE_CON: return a->decl == b->decl && match_list (m, a->args, b->args, frames);
  case BPL_TYPE_PARAM: return match_params (m, a, b, frames);
  case BPL_TYPE_NAME: return a->name.name.ix == b->name.name.ix;
  case BPL_TYPE_SYNONYM: return a->decl == b->decl;
  case BPL_TYPE_PROXY: return false;
  case BPL_TYPE_ERROR:
  case BPL_TYPE_BOOL:
  case BPL_TYPE_INT:
  case BPL_TYPE_REAL:
  case BPL_TYPE_RMODE:
  case BPL_TYPE_STRING:
  case BPL_TYPE_REGEX: return true;
  }
  WR_UNREACHABLE ();
}

/* A parameter that may stand for any type stands for what a proxy becomes that must be a map or a
   bitvector. */
static bool match_proxy (struct matcher *m, bpl_type *proxy, bpl_type *type, struct frame *frames) {
  if (m->typing->flexible && type->kind == BPL_TYPE_PARAM && bpl_proxy_is_bound (proxy))
    return bind_param (m->typing, type, proxy, frames);
  if (!may_bind (m->typing, proxy, NULL, type, frames)) return false;
  return bpl_proxy_bind (m->typing, proxy, type);
}

static bool match_at (struct matcher *m, bpl_type *a, bpl_type *b, struct frame *frames) {
  if (a == b && (!frames || !a->has_param)) return true;
  if (a->kind == BPL_TYPE_ERROR || b->kind == BPL_TYPE_ERROR) return true;
  if (m->typing && a->kind == BPL_TYPE_PROXY) return a == b || match_proxy (m, a, b, frames);
  if (m->typing && b->kind == BPL_TYPE_PROXY) return match_proxy (m, b, a, frames);
  if (a->kind == b->kind) return match_same_kind (m, a, b, frames);
  if (!m->typing || !m->typing->flexible) return false;
  if (a->kind == BPL_TYPE_PARAM) return bind_param (m->typing, a, b, frames);
  return b->kind == BPL_TYPE_PARAM && bind_param (m->typing, b, a, frames);
}

static bool match (struct matcher *m, bpl_type *a, bpl_type *b, struct frame *frames) {
  uint32_t *steps = m->typing ? &m->typing->steps : &m->steps;
  if (++*steps > BPL_MAX_TYPE_STEPS || m->depth > 2 * BPL_MAX_TYPE_DEPTH) {
    if (m->typing) m->typing->too_large = true;
    return false;
  }
  m->depth++;
  bool ok = match_at (m, follow (m->typing, a), follow (m->typing, b), frames);
  m->depth--;
  return ok;
}

bool bpl_type_equal (const bpl_type *a, const bpl_type *b) {
  struct matcher m = {NULL, 0, 0};
  return a == b || match (&m, (bpl_type *)a, (bpl_type *)b, NULL);
}

bool bpl_match (bpl_typing *typing, bpl_type *a, bpl_type *b) {
  struct matcher m = {typing, 0, 0};
  return a == b || match (&m, a, b, NULL);
}

/* After a limit was exceeded everything agrees until the end of the unit, where that is reported. */
bool bpl_unify (bpl_typing *typing, bpl_type *a, bpl_type *b) {
  if (a == b || typing->too_large) return true;
  typing->steps = 0;
  return (bpl_match (typing, a, b) && bpl_concats_settle (typing)) || typing->too_large;
}

bool bpl_unifiable (bpl_typing *typing, bpl_type *a, bpl_type *b) {
  typing->flexible = true;
  bool ok = bpl_unify (typing, a, b);
  typing->flexible = false;
  WR_VEC_CLEAR (&typing->bindings);
  return ok;
}
