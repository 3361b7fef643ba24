/* tests/front/walk.h -- every expression of a program, wherever it stands. */
#ifndef WR_TESTS_FRONT_WALK_H
#define WR_TESTS_FRONT_WALK_H

#include "base/vec.h"
#include "front/boogie/boogie.h"

struct walk {
  void (*visit) (void *ctx, bpl_expr *expr);
  void *ctx;
  WR_VEC (bpl_expr *) work;
};

static inline void walk_body (struct walk *w, struct bpl_body *body);

static inline void walk_attrs (struct walk *w, bpl_attr *attrs) {
  for (bpl_attr *a = attrs; a; a = a->next)
    for (uint32_t i = 0; i < a->arg_count; i++)
      if (a->args[i].expr) WR_VEC_PUSH (&w->work, a->args[i].expr);
}

static inline void walk_drain (struct walk *w) {
  while (w->work.len) {
    bpl_expr *e = WR_VEC_POP (&w->work);
    w->visit (w->ctx, e);
    for (uint32_t i = 0; i < e->args.len; i++) WR_VEC_PUSH (&w->work, e->args.data[i]);
    if (e->kind == BPL_EXPR_FORALL || e->kind == BPL_EXPR_EXISTS || e->kind == BPL_EXPR_LAMBDA ||
        e->kind == BPL_EXPR_LET)
      walk_attrs (w, e->u.binder.attrs);
    if (e->kind == BPL_EXPR_CODE) walk_body (w, e->u.code.body);
  }
}

static inline void walk_exprs (struct walk *w, bpl_exprs exprs) {
  for (uint32_t i = 0; i < exprs.len; i++) WR_VEC_PUSH (&w->work, exprs.data[i]);
  walk_drain (w);
}

static inline void walk_specs (struct walk *w, bpl_specs specs) {
  for (uint32_t i = 0; i < specs.len; i++) {
    walk_attrs (w, specs.data[i].attrs);
    walk_exprs (w, specs.data[i].exprs);
  }
}

static inline void walk_vars (struct walk *w, bpl_vars vars) {
  for (uint32_t i = 0; i < vars.len; i++) {
    walk_attrs (w, vars.data[i]->attrs);
    if (vars.data[i]->where) WR_VEC_PUSH (&w->work, vars.data[i]->where);
    walk_drain (w);
  }
}

static inline void walk_body (struct walk *w, struct bpl_body *body) {
  walk_vars (w, body->locals);
  for (uint32_t i = 0; i < body->stmts.len; i++) {
    bpl_stmt *s = body->stmts.data[i];
    walk_attrs (w, s->attrs);
    walk_exprs (w, s->exprs);
    for (uint32_t t = 0; t < s->targets.len; t++)
      for (uint32_t k = 0; k < s->targets.data[t].step_count; k++)
        if (s->targets.data[t].steps[k].kind == BPL_STEP_INDEX)
          walk_exprs (w, s->targets.data[t].steps[k].index);
    walk_specs (w, s->specs);
    if (s->body) walk_body (w, s->body);
    if (s->otherwise) walk_body (w, s->otherwise);
  }
}

static inline void walk_decls (struct walk *w, bpl_decls decls) {
  for (uint32_t i = 0; i < decls.len; i++) {
    bpl_decl *d = decls.data[i];
    if (d->ignored) continue;
    walk_attrs (w, d->attrs);
    walk_vars (w, d->vars);
    walk_vars (w, d->ins);
    walk_vars (w, d->outs);
    if (d->body_expr) WR_VEC_PUSH (&w->work, d->body_expr);
    walk_drain (w);
    walk_specs (w, d->specs);
    if (d->body) walk_body (w, d->body);
    walk_decls (w, d->axioms);
  }
}

static inline void walk_program (struct bpl_program *program, void (*visit) (void *, bpl_expr *),
                                 void *ctx) {
  struct walk w = {.visit = visit, .ctx = ctx};
  walk_decls (&w, program->decls);
  WR_VEC_FREE (&w.work);
}

#endif
