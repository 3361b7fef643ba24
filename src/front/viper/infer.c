/* front/viper/infer.c -- candidates of a node from those of its kids. */
#include "front/viper/typecheck.h"

enum { MAX_CANDIDATES = 64, MAX_TRIES = 100000 };

/* -- failures ---------------------------------------------------------------------------------- */

const char *vpr_show (vpr_checker *c, const vpr_type *type) {
  return vpr_type_text (c->scratch, c->symbols, type).ptr;
}

void vpr_fail (vpr_checker *c, enum wr_code code, wr_span at, const char *fmt, ...) {
  wr_buf text = {0};
  va_list args;
  va_start (args, fmt);
  wr_buf_vprint (&text, fmt, args);
  va_end (args);
  struct vpr_failure failure = {.code = code, .at = at};
  failure.text = wr_str_keep (c->scratch, wr_buf_str (&text));
  wr_buf_free (&text);
  WR_VEC_PUSH (&c->failures, failure);
}

void vpr_fail_note (vpr_checker *c, wr_span at, const char *text) {
  WR_VEC_LAST (&c->failures).note_at = at;
  WR_VEC_LAST (&c->failures).note = wr_str_of (text);
}

static void fail_impure (vpr_checker *c, wr_span at) {
  vpr_fail (c, WR_CODE_IMPURE, at,
            "this is an assertion about permissions, and a value is expected here");
}

void vpr_fail_type (vpr_checker *c, const vpr_node *node, vpr_type *expected) {
  const vpr_type *found = node->candidates[0].type;
  if (!vpr_type_is_pure (found) && vpr_type_is_pure (expected)) {
    fail_impure (c, node->expr->span);
    return;
  }
  vpr_fail (c, WR_CODE_TYPE_MISMATCH, node->expr->span, "the type is %s, but %s is expected",
            vpr_show (c, found), vpr_show (c, expected));
}

/* -- candidates -------------------------------------------------------------------------------- */

static void one_candidate (vpr_checker *c, vpr_node *node, vpr_type *type) {
  node->candidates = WR_NEW (c->scratch, struct vpr_candidate, 1);
  node->candidates[0].type = type;
  node->candidates[0].picks = WR_NEW (c->scratch, uint32_t, node->kid_count);
  node->candidate_count = 1;
}

static void spoil (vpr_checker *c, vpr_node *node) {
  node->bad = true;
  one_candidate (c, node, c->error);
}

/* A search for all ways to type a node. */
struct search {
  vpr_checker *c;
  vpr_node *node;
  uint32_t *picks;
  struct vpr_env_mark *marks;
  uint32_t tries;
  WR_VEC (struct vpr_candidate) found;
  /* the way that went furthest */
  uint32_t furthest, furthest_sig;
  vpr_type *wanted;
};

static bool is_superseded (const struct search *s, const vpr_type *type) {
  for (uint32_t i = 0; i < s->found.len; i++) {
    const vpr_type *other = s->found.data[i].type;
    if (other == type) return true;
    if (type->kind == VPR_TYPE_IMPURE && vpr_type_is_assertion (other)) return true;
  }
  return false;
}

static void accept (struct search *s, uint32_t sig) {
  vpr_checker *c = s->c;
  vpr_type *type = vpr_env_export (&c->env, s->node->sigs[sig].result);
  if (is_superseded (s, type)) return;
  struct vpr_candidate candidate = {type, sig, NULL};
  candidate.picks = wr_arena_copy (c->scratch, s->picks, s->node->kid_count, sizeof *s->picks);
  WR_VEC_PUSH (&s->found, candidate);
}

static bool try_kid (struct search *s, const struct vpr_sig *sig, uint32_t i) {
  vpr_checker *c = s->c;
  s->marks[i] = vpr_env_mark (&c->env);
  s->tries++;
  vpr_type *actual = vpr_env_open (&c->env, s->node->kids[i]->candidates[s->picks[i]].type);
  return vpr_unify_use (&c->env, sig->params[i], actual);
}

static void note_failure (struct search *s, uint32_t sig, uint32_t i) {
  if (s->wanted && i <= s->furthest) return;
  s->furthest = i;
  s->furthest_sig = sig;
  vpr_env_reset (&s->c->env, s->marks[i]);
  s->wanted = vpr_env_export (&s->c->env, s->node->sigs[sig].params[i]);
}

/* Tries the candidates of the kids in order, the first kid's most slowly. */
static void try_signature (struct search *s, uint32_t ix) {
  const struct vpr_sig *sig = &s->node->sigs[ix];
  vpr_env *env = &s->c->env;
  uint32_t count = s->node->kid_count, i = 0;
  struct vpr_env_mark start = vpr_env_mark (env);
  for (uint32_t v = 0; v < sig->vars; v++) vpr_env_fresh (env, sig->own ? v + 1 : 0);
  env->impure = sig->impure;
  if (count) s->picks[0] = 0;
  for (;;) {
    bool back;
    if (i == count) {
      accept (s, ix);
      if (!sig->result->has_var || s->found.len >= MAX_CANDIDATES) break;
      back = true;
    } else {
      back = s->picks[i] == s->node->kids[i]->candidate_count;
    }
    if (back) {
      if (!i) break;
      i--;
      vpr_env_reset (env, s->marks[i]);
      s->picks[i]++;
    } else if (try_kid (s, sig, i)) {
      if (++i < count) s->picks[i] = 0;
    } else {
      note_failure (s, ix, i);
      vpr_env_reset (env, s->marks[i]);
      s->picks[i]++;
    }
    if (s->tries > MAX_TRIES) break;
  }
  vpr_env_reset (env, start);
  env->impure = false;
}

static bool wants_pure (const vpr_type *wanted) { return vpr_type_is_pure (wanted); }

static void fail_operands (struct search *s) {
  vpr_checker *c = s->c;
  if (s->tries > MAX_TRIES || !s->wanted) {
    vpr_fail (c, WR_CODE_OPERAND_TYPES, s->node->expr->span,
              "the types of this expression cannot be inferred");
    return;
  }
  const vpr_node *kid = s->node->kids[s->furthest];
  const vpr_type *found = kid->candidates[0].type;
  if (!vpr_type_is_pure (found) && wants_pure (s->wanted)) {
    fail_impure (c, kid->expr->span);
    return;
  }
  vpr_fail (c, WR_CODE_OPERAND_TYPES, kid->expr->span, "the type is %s, but %s is expected",
            vpr_show (c, found), vpr_show (c, s->wanted));
  const vpr_decl *decl = s->node->expr->kind == VPR_EXPR_CALL ? s->node->expr->decl : NULL;
  if (decl) vpr_fail_note (c, decl->id.span, "it is declared here");
}

static void find_candidates (vpr_checker *c, vpr_node *node) {
  WR_VEC_CLEAR (&c->sigs);
  vpr_signatures (c, node);
  node->sigs = WR_VEC_KEEP (c->scratch, &c->sigs);
  node->sig_count = c->sigs.len;
  struct search s = {.c = c, .node = node};
  s.picks = wr_alloc (node->kid_count + 1, sizeof *s.picks);
  s.marks = wr_alloc (node->kid_count + 1, sizeof *s.marks);
  for (uint32_t i = 0; i < node->sig_count; i++) try_signature (&s, i);
  if (s.found.len) {
    node->candidates = WR_VEC_KEEP (c->scratch, &s.found);
    node->candidate_count = s.found.len;
  } else {
    fail_operands (&s);
    spoil (c, node);
  }
  free (s.picks);
  free (s.marks);
  WR_VEC_FREE (&s.found);
}

uint32_t vpr_pick (vpr_checker *c, const vpr_node *node, vpr_type *expected) {
  for (uint32_t i = 0; i < node->candidate_count; i++) {
    struct vpr_env_mark mark = vpr_env_mark (&c->env);
    vpr_type *type = vpr_env_open (&c->env, node->candidates[i].type);
    bool fits = vpr_unify_use (&c->env, expected, type);
    vpr_env_reset (&c->env, mark);
    if (fits) return i;
  }
  return UINT32_MAX;
}

/* -- binders ----------------------------------------------------------------------------------- */

static vpr_node *new_node (vpr_checker *c, vpr_expr *expr, uint32_t kids) {
  vpr_node *node = WR_NEW (c->scratch, vpr_node, 1);
  node->expr = expr;
  node->kids = WR_NEW (c->scratch, vpr_node *, kids);
  node->kid_count = kids;
  return node;
}

static void add_kid (vpr_checker *c, vpr_node *node, uint32_t i, vpr_expr *expr) {
  node->kids[i] = vpr_infer_up (c, expr);
  node->bad |= node->kids[i]->bad;
}

/* The body has a type of its own; the terms of triggers have any. */
static vpr_node *quantifier (vpr_checker *c, vpr_expr *e) {
  uint32_t count = e->args.len, body = e->args.len - 1;
  for (uint32_t i = 0; i < e->triggers.len; i++) count += e->triggers.data[i].exprs.len;
  vpr_node *node = new_node (c, e, count);
  uint32_t next = 0;
  for (uint32_t i = 0; i < e->args.len; i++) add_kid (c, node, next++, e->args.data[i]);
  for (uint32_t i = 0; i < e->triggers.len; i++)
    for (uint32_t j = 0; j < e->triggers.data[i].exprs.len; j++) {
      add_kid (c, node, next, e->triggers.data[i].exprs.data[j]);
      node->kids[next++]->resource = true;
    }
  if (e->kind == VPR_EXPR_FORPERM) {
    node->kids[0]->resource = true;
    if (!vpr_precheck (c, node)) node->bad = true;
  }
  vpr_type *wanted = e->kind == VPR_EXPR_FORALL ? c->impure : c->boolean;
  uint32_t pick = vpr_pick (c, node->kids[body], wanted);
  if (pick == UINT32_MAX) {
    vpr_fail_type (c, node->kids[body], wanted);
    spoil (c, node);
    return node;
  }
  const vpr_type *found = node->kids[body]->candidates[pick].type;
  bool pure = vpr_type_is_pure (found);
  one_candidate (c, node, pure ? c->boolean : c->impure);
  node->candidates[0].picks[body] = pick;
  return node;
}

static vpr_type *closed (vpr_checker *c, vpr_type *type) {
  struct vpr_env_mark mark = vpr_env_mark (&c->env);
  bool open = false;
  vpr_type *result = vpr_env_close (&c->env, vpr_env_open (&c->env, type), c->domain, &open);
  vpr_env_reset (&c->env, mark);
  return result;
}

/* The variable's type is that of the value; where the value may have several, the first for which the body has a type. */
static vpr_node *let (vpr_checker *c, vpr_expr *e) {
  enum { MAX_LETS = 200 };
  vpr_node *node = new_node (c, e, 2);
  add_kid (c, node, 0, e->args.data[0]);
  vpr_node *value = node->kids[0];
  vpr_var *var = e->vars.data[0];
  uint32_t failures = c->failures.len, pick = 0, tried = value->candidate_count;
  if (c->lets > MAX_LETS) tried = 1;
  for (; pick < tried; pick++) {
    var->type = closed (c, value->candidates[pick].type);
    node->kids[1] = vpr_infer_up (c, e->args.data[1]);
    if (!node->kids[1]->bad) break;
    c->lets++;
    if (pick + 1 < tried) c->failures.len = failures;
  }
  if (pick == tried) { /* the errors are those of the last try */
    pick = tried - 1;
    node->bad = true;
  }
  const vpr_node *body = node->kids[1];
  node->candidate_count = body->candidate_count;
  node->candidates = WR_NEW (c->scratch, struct vpr_candidate, body->candidate_count);
  for (uint32_t i = 0; i < body->candidate_count; i++) {
    uint32_t picks[] = {pick, i};
    node->candidates[i].type = body->candidates[i].type;
    node->candidates[i].picks = wr_arena_copy (c->scratch, picks, 2, sizeof *picks);
  }
  return node;
}

/* -- going up ---------------------------------------------------------------------------------- */

static bool names_resource (const vpr_expr *e) {
  return e->kind == VPR_EXPR_ACC || e->kind == VPR_EXPR_PERM;
}

/* The kids are done. */
static void complete (vpr_checker *c, vpr_node *node) {
  for (uint32_t i = 0; i < node->kid_count; i++) node->bad |= node->kids[i]->bad;
  if (node->kid_count && names_resource (node->expr)) node->kids[0]->resource = true;
  if (!vpr_precheck (c, node)) node->bad = true;
  if (node->bad)
    spoil (c, node);
  else
    find_candidates (c, node);
}

/* A tree of binary operators, without recursion in its spines. */
static vpr_node *operators (vpr_checker *c, vpr_expr *e) {
  struct level {
    vpr_node *node;
    uint32_t next;
  };
  WR_VEC (struct level) levels = {0};
  WR_VEC_PUSH (&levels, ((struct level){new_node (c, e, 2), 0}));
  vpr_node *done = NULL;
  while (levels.len) {
    struct level *level = &WR_VEC_LAST (&levels);
    if (done) level->node->kids[level->next++] = done;
    done = NULL;
    if (level->next == 2) {
      complete (c, level->node);
      done = level->node;
      levels.len--;
      continue;
    }
    vpr_expr *kid = level->node->expr->args.data[level->next];
    if (kid->kind == VPR_EXPR_BINARY)
      WR_VEC_PUSH (&levels, ((struct level){new_node (c, kid, 2), 0}));
    else
      done = vpr_infer_up (c, kid);
  }
  WR_VEC_FREE (&levels);
  return done;
}

vpr_node *vpr_infer_up (vpr_checker *c, vpr_expr *e) {
  if (e->kind == VPR_EXPR_BINARY) return operators (c, e);
  if (e->kind == VPR_EXPR_LET) return let (c, e);
  if (e->kind == VPR_EXPR_FORALL || e->kind == VPR_EXPR_EXISTS || e->kind == VPR_EXPR_FORPERM)
    return quantifier (c, e);
  vpr_node *node = new_node (c, e, e->args.len);
  for (uint32_t i = 0; i < e->args.len; i++) node->kids[i] = vpr_infer_up (c, e->args.data[i]);
  complete (c, node);
  return node;
}
