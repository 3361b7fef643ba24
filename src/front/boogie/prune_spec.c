/* Specifications with labels off, and what bodies check and call. */
#include "front/boogie/pruning.h"

#include "base/check.h"

bpl_exprs bpl_one_expr (bpl_pruning *pr, bpl_expr *e) {
  bpl_exprs list = {WR_NEW (pr->arena, bpl_expr *, 1), 1};
  list.data[0] = e;
  return list;
}

/* -- clauses ------------------------------------------------------------------------------------- */

struct clause {
  const bpl_pruning *pr;
  const struct bpl_spec *spec;
  const bpl_decl *procedure;
};

static bool is_in (const wr_map *map, const void *key) {
  return wr_map_has (map, (uint64_t)(uintptr_t)key);
}

static enum bpl_keep judge_requires (const struct clause *c, struct bpl_fate f) {
  uint64_t inlined =
      BPL_ROLE (ASSERT) | BPL_ROLE (ASSERT_ASSUMED) | BPL_ROLE (ASSUME); /* in a copy */
  if (c->spec->free) return f.on ? BPL_KEEP : BPL_DROP;
  if (f.on & (BPL_ROLE (REQUIRES_AT_CALL) | inlined)) return BPL_KEEP;
  bool calls = f.any & BPL_ROLE (REQUIRES_AT_CALL) && is_in (&c->pr->called, c->procedure);
  if (f.on & BPL_ROLE (REQUIRES_AT_CALL_ASSUMED)) return calls ? BPL_FREE_ALWAYS : BPL_KEEP;
  if (f.on & BPL_ROLE (REQUIRES)) return calls ? BPL_FREE : BPL_KEEP;
  return BPL_DROP;
}

static enum bpl_keep judge_ensures (const struct clause *c, struct bpl_fate f) {
  uint64_t inlined = BPL_ROLE (ASSERT) | BPL_ROLE (ASSUME);
  if (!f.on) return BPL_DROP;
  if (c->spec->free || !is_in (&c->pr->coded, c->procedure)) return BPL_KEEP;
  if (f.on & (BPL_ROLE (ENSURES) | inlined)) return BPL_KEEP;
  return f.on & BPL_ROLE (ASSERT_ASSUMED) ? BPL_FREE_ALWAYS : BPL_FREE;
}

static enum bpl_keep judge_invariant (const struct clause *c, struct bpl_fate f) {
  if (!f.on) return BPL_DROP;
  return c->spec->free || (f.on & BPL_GOALS) ? BPL_KEEP : BPL_FREE;
}

static enum bpl_keep judge_clause (const void *ctx, struct bpl_fate fate) {
  const struct clause *c = ctx;
  if (!fate.any) return BPL_KEEP;
  switch (c->spec->kind) {
  case BPL_SPEC_REQUIRES: return judge_requires (c, fate);
  case BPL_SPEC_ENSURES: return judge_ensures (c, fate);
  case BPL_SPEC_INVARIANT: return judge_invariant (c, fate);
  case BPL_SPEC_MODIFIES:
  case BPL_SPEC_MEASURE: break;
  }
  WR_UNREACHABLE ();
}

typedef WR_VEC (struct bpl_spec) specs_vec;

static bpl_attr *with_always_assume (bpl_pruning *pr, bpl_attr *attrs) {
  bpl_attr *a = WR_NEW (pr->arena, bpl_attr, 1);
  a->kind = BPL_ATTR;
  a->name.name = wr_intern (pr->symbols, WR_LIT ("always_assume"));
  a->next = attrs;
  return a;
}

bpl_attr *bpl_without_id (bpl_pruning *pr, const bpl_attr *attrs) {
  bpl_attr *first = NULL, **end = &first;
  wr_symbol id = wr_intern_find (pr->symbols, WR_LIT ("id"));
  for (; attrs; attrs = attrs->next) {
    if (attrs->kind == BPL_ATTR && id.ix && attrs->name.name.ix == id.ix) continue;
    *end = wr_arena_copy (pr->arena, attrs, 1, sizeof *attrs);
    (*end)->next = NULL;
    end = &(*end)->next;
  }
  return first;
}

static void prune_clause (bpl_pruning *pr, const struct bpl_spec *spec, const bpl_decl *procedure,
                          specs_vec *out) {
  struct clause clause = {pr, spec, procedure};
  bpl_parts parts = {0};
  bool again = false;
  bpl_parts_of (pr, spec->exprs.data[0], spec->span, judge_clause, &clause, &parts);
  for (uint32_t i = 0; i < parts.len; i++) {
    if (parts.data[i].keep == BPL_DROP) continue;
    struct bpl_spec s = *spec;
    s.exprs = bpl_one_expr (pr, parts.data[i].expr);
    if (again) s.attrs = bpl_without_id (pr, s.attrs);
    again = true;
    if (parts.data[i].keep != BPL_KEEP) s.free = true;
    if (parts.data[i].keep == BPL_FREE_ALWAYS) s.attrs = with_always_assume (pr, s.attrs);
    WR_VEC_PUSH (out, s);
  }
  WR_VEC_FREE (&parts);
}

static void prune_modifies (bpl_pruning *pr, const struct bpl_spec *spec, specs_vec *out) {
  if (pr->sketch) return;
  if (!pr->mentioned_anywhere) {
    WR_VEC_PUSH (out, *spec);
    return;
  }
  struct bpl_spec s = *spec;
  s.idents = (bpl_idents){WR_NEW (pr->arena, bpl_ident, spec->idents.len), 0};
  for (uint32_t i = 0; i < spec->idents.len; i++)
    if (wr_bitset_has (pr->mentioned_anywhere, spec->idents.data[i].name.ix))
      s.idents.data[s.idents.len++] = spec->idents.data[i];
  if (s.idents.len) WR_VEC_PUSH (out, s);
}

void bpl_prune_specs (bpl_pruning *pr, bpl_specs *specs, const bpl_decl *procedure) {
  specs_vec out = {0};
  for (uint32_t i = 0; i < specs->len; i++) {
    const struct bpl_spec *spec = &specs->data[i];
    if (spec->kind == BPL_SPEC_MODIFIES) {
      prune_modifies (pr, spec, &out);
    } else if (spec->kind == BPL_SPEC_MEASURE) {
      bool on = procedure ? pr->measures : bpl_is_on (bpl_fate_of (pr, spec->span), UINT64_MAX);
      if (on) WR_VEC_PUSH (&out, *spec);
    } else {
      prune_clause (pr, spec, procedure, &out);
    }
  }
  specs->data = WR_VEC_KEEP (pr->arena, &out);
  specs->len = out.len;
  WR_VEC_FREE (&out);
}

bool bpl_is_checked (bpl_pruning *pr, const bpl_decl *callee) {
  bool checked = false;
  for (uint32_t i = 0; i < callee->specs.len && !checked; i++) {
    const struct bpl_spec *spec = &callee->specs.data[i];
    if (spec->kind != BPL_SPEC_REQUIRES || spec->free) continue;
    struct clause clause = {pr, spec, callee};
    bpl_parts parts = {0};
    bpl_parts_of (pr, spec->exprs.data[0], spec->span, judge_clause, &clause, &parts);
    for (uint32_t k = 0; k < parts.len; k++) checked |= parts.data[k].keep == BPL_KEEP;
    WR_VEC_FREE (&parts);
  }
  return checked;
}

/* -- what a body checks and calls -------------------------------------------------------------------------- */

static bool parts_have_goals (const bpl_pruning *pr, const bpl_expr *e, wr_span whole) {
  /* labels of the conjuncts stand at their spans, that of a single one at the whole */
  if (bpl_fate_of (pr, whole).on & BPL_GOALS) return true;
  while (e->kind == BPL_EXPR_BINARY && e->op == BPL_OP_AND) {
    const bpl_expr *right = e->args.data[1];
    if (bpl_fate_of (pr, right->span).on & BPL_GOALS || parts_have_goals (pr, right, right->span))
      return true;
    e = e->args.data[0];
  }
  return bpl_fate_of (pr, e->span).on & BPL_GOALS;
}

static bool specs_have_goals (const bpl_pruning *pr, bpl_specs specs) {
  for (uint32_t i = 0; i < specs.len; i++) {
    const struct bpl_spec *spec = &specs.data[i];
    if (spec->exprs.len && parts_have_goals (pr, spec->exprs.data[0], spec->span)) return true;
  }
  return false;
}

bool bpl_body_has_goals (const bpl_pruning *pr, const struct bpl_body *body) {
  for (uint32_t i = 0; i < body->stmts.len; i++) {
    const bpl_stmt *s = body->stmts.data[i];
    bool found = s->kind == BPL_STMT_ASSERT && parts_have_goals (pr, s->exprs.data[0], s->span);
    found |= s->kind == BPL_STMT_UNPACK && bpl_fate_of (pr, s->span).on & BPL_GOALS;
    found |= s->kind == BPL_STMT_CALL &&
             ((bpl_fate_of_call (pr, s->span).on | bpl_fate_of (pr, s->span).on) & BPL_GOALS ||
              wr_map_has (&pr->busy, (uint64_t)(uintptr_t)s->decl));
    found |= s->kind == BPL_STMT_WHILE && specs_have_goals (pr, s->specs);
    found |= s->body && bpl_body_has_goals (pr, s->body);
    found |= s->otherwise && bpl_body_has_goals (pr, s->otherwise);
    if (found) return true;
  }
  return false;
}

void bpl_find_called (bpl_pruning *pr, const struct bpl_body *body) {
  for (uint32_t i = 0; i < body->stmts.len; i++) {
    const bpl_stmt *s = body->stmts.data[i];
    if (s->kind == BPL_STMT_CALL) wr_map_put (&pr->called, (uint64_t)(uintptr_t)s->decl, 1);
    if (s->body) bpl_find_called (pr, s->body);
    if (s->otherwise) bpl_find_called (pr, s->otherwise);
  }
}
