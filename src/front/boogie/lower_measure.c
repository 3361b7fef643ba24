/* Measures: a loop's measure decreases from one arrival at its head to the next, a procedure's from its
   entry to each call that may lead back to it.  Measures are compared lexicographically: an integer
   decreases when it gets smaller and was not negative, a boolean when it goes from true to false. */
#include "front/boogie/lowering.h"

typedef WR_VEC (const bpl_decl *) bpl_decls_vec;

static const struct bpl_spec *measure_of (const bpl_specs *specs) {
  for (uint32_t i = 0; i < specs->len; i++) {
    if (specs->data[i].kind == BPL_SPEC_MEASURE && specs->data[i].exprs.len) return &specs->data[i];
  }
  return NULL;
}

/* now < before in one component. */
static wr_expr smaller (wr_core *core, wr_expr now, wr_expr before) {
  wr_expr parts[2];
  if (wr_sort_info (core, wr_expr_info (core, now)->sort)->kind == WR_SORT_BOOL) {
    parts[0] = before;
    parts[1] = wr_mk1 (core, WR_OP_NOT, now);
  } else {
    parts[0] = wr_mk2 (core, WR_OP_LE, wr_mk_int (core, 0), before);
    parts[1] = wr_mk2 (core, WR_OP_LT, now, before);
  }
  return wr_mk_and (core, parts, 2);
}

static bool comparable (const wr_core *core, wr_expr e) {
  enum wr_sort_kind kind = wr_sort_info (core, wr_expr_info (core, e)->sort)->kind;
  return kind == WR_SORT_INT || kind == WR_SORT_BOOL;
}

static wr_expr decreases (bpl_lowering *lo, const wr_expr *now, const wr_expr *before,
                          uint32_t count) {
  wr_core *core = lo->core;
  wr_expr e = wr_mk_bool (core, false);
  for (uint32_t i = count; i-- > 0;) {
    wr_expr here = smaller (core, now[i], before[i]);
    if (i + 1 == count) {
      e = here;
      continue;
    }
    wr_expr equal = wr_mk2 (core, WR_OP_EQ, now[i], before[i]);
    e = wr_mk2 (core, WR_OP_OR, here, wr_mk2 (core, WR_OP_AND, equal, e));
  }
  return e;
}

static void add_check (bpl_lowering *lo, struct bpl_block_draft *block, wr_expr e,
                       const struct bpl_spec *spec, const void *node, wr_span at) {
  struct bpl_element element = {
      .node = node, .span = spec->span, .report = at, .cls = WR_CLASS_IMPLICIT};
  wr_label label = bpl_label (lo, WR_ROLE_WELL_FORMED, &element);
  lo->core->labels.infos.data[label.ix].message =
      bpl_sym (lo, "measure could not be proved to decrease");
  bpl_add_cmd (block, (struct wr_cmd){.kind = WR_CMD_ASSERT, .at = at, .expr = e, .label = label});
}

/* -- loops -------------------------------------------------------------------------------------------- */

void bpl_measure_at_head (bpl_lowering *lo, struct bpl_block_draft *head, const bpl_stmt *loop) {
  const struct bpl_spec *spec = measure_of (&loop->specs);
  if (!spec || lo->unlabelled) return;
  wr_var *vars = WR_NEW (lo->arena, wr_var, spec->exprs.len);
  for (uint32_t i = 0; i < spec->exprs.len; i++) {
    wr_expr now = bpl_lower_at (lo, spec->exprs.data[i], 0);
    vars[i] = bpl_new_local (lo, bpl_sym (lo, "$measure"), wr_expr_info (lo->core, now)->sort,
                             spec->span);
    bpl_add_assign (lo, head, vars[i], now, spec->span);
  }
  wr_map_put (&lo->measures, (uint64_t)(uintptr_t)loop, (uint64_t)(uintptr_t)vars);
}

void bpl_measure_at_end (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *loop) {
  const struct bpl_spec *spec = measure_of (&loop->specs);
  uint64_t saved = wr_map_or (&lo->measures, (uint64_t)(uintptr_t)loop, 0);
  if (!spec || !saved || lo->unlabelled) return;
  const wr_var *vars = (const wr_var *)(uintptr_t)saved;
  WR_VEC (wr_expr) now = {0}, before = {0};
  bool ok = true;
  for (uint32_t i = 0; i < spec->exprs.len; i++) {
    WR_VEC_PUSH (&now, bpl_lower_at (lo, spec->exprs.data[i], 0));
    WR_VEC_PUSH (&before, wr_mk_var (lo->core, vars[i]));
    ok &= comparable (lo->core, now.data[i]);
  }
  wr_span at = bpl_place_from (spec->span, spec->at);
  if (ok) {
    add_check (lo, block, decreases (lo, now.data, before.data, now.len), spec, spec, at);
  } else {
    wr_diag_add (lo->diags, WR_CODE_MEASURE_NOT_CHECKED, at,
                 "this measure is not checked: it is neither an integer nor a boolean");
  }
  WR_VEC_FREE (&now);
  WR_VEC_FREE (&before);
}

void bpl_measure_stmt (bpl_lowering *lo, const bpl_stmt *stmt) {
  wr_diag_add (lo->diags, WR_CODE_MEASURE_NOT_CHECKED, bpl_place_from (stmt->span, stmt->at),
               "this measure is not checked: it belongs to no `while`");
}

/* -- calls ---------------------------------------------------------------------------------------------- */

/* Pushes the procedures called in a body, `if` and `while` included. */
static void push_callees (const struct bpl_body *body, wr_map *seen, bpl_decls_vec *stack) {
  WR_VEC (const struct bpl_body *) bodies = {0};
  WR_VEC_PUSH (&bodies, body);
  while (bodies.len) {
    const struct bpl_body *b = WR_VEC_POP (&bodies);
    for (uint32_t i = 0; i < b->stmts.len; i++) {
      const bpl_stmt *s = b->stmts.data[i];
      if (s->body) WR_VEC_PUSH (&bodies, s->body);
      if (s->otherwise) WR_VEC_PUSH (&bodies, s->otherwise);
      if (s->kind != BPL_STMT_CALL || wr_map_has (seen, (uint64_t)(uintptr_t)s->decl)) continue;
      wr_map_put (seen, (uint64_t)(uintptr_t)s->decl, 1);
      WR_VEC_PUSH (stack, s->decl);
    }
  }
  WR_VEC_FREE (&bodies);
}

/* Whether code of `from` may lead to a call of `to`. */
static bool reaches (const bpl_lowering *lo, const bpl_decl *from, const bpl_decl *to) {
  wr_map seen = {0};
  bpl_decls_vec stack = {0};
  bool found = from == to;
  WR_VEC_PUSH (&stack, from);
  while (stack.len && !found) {
    const bpl_decl *decl = WR_VEC_POP (&stack);
    if (decl->body) push_callees (decl->body, &seen, &stack);
    for (uint32_t i = 0; i < lo->program->decls.len; i++) {
      const bpl_decl *d = lo->program->decls.data[i];
      bool is_impl = d->kind == BPL_DECL_IMPLEMENTATION && d->procedure == decl;
      if (is_impl && d->body) push_callees (d->body, &seen, &stack);
    }
    found = wr_map_has (&seen, (uint64_t)(uintptr_t)to);
  }
  WR_VEC_FREE (&stack);
  wr_map_free (&seen);
  return found;
}

/* The callee's measure at the arguments; the formals are bound to them for the time being. */
static void callee_measure (bpl_lowering *lo, const bpl_stmt *call, const struct bpl_spec *spec,
                            const wr_expr *args, wr_expr *out) {
  const bpl_decl *callee = call->decl;
  void **saved = wr_alloc (callee->ins.len + 1, sizeof *saved);
  for (uint32_t i = 0; i < callee->ins.len; i++)
    saved[i] = bpl_bind_expr (callee->ins.data[i], args[i]);
  for (uint32_t i = 0; i < spec->exprs.len; i++) out[i] = bpl_lower_at (lo, spec->exprs.data[i], 0);
  for (uint32_t i = callee->ins.len; i-- > 0;) callee->ins.data[i]->lowered = saved[i];
  free (saved);
}

void bpl_measure_at_call (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *call,
                          const wr_expr *args) {
  if (!lo->frame || lo->frame->inlined || lo->unlabelled || call->type_args.len) return;
  const bpl_decl *caller = lo->frame->decl;
  if (caller->procedure) caller = caller->procedure;
  const struct bpl_spec *before = measure_of (&caller->specs),
                        *now = measure_of (&call->decl->specs);
  if (!before || !now || !reaches (lo, call->decl, caller)) return;
  uint32_t count = before->exprs.len < now->exprs.len ? before->exprs.len : now->exprs.len;
  wr_expr *b = wr_alloc (before->exprs.len, sizeof *b), *n = wr_alloc (now->exprs.len, sizeof *n);
  callee_measure (lo, call, now, args, n);
  bool outer = lo->in_old, ok = true;
  lo->in_old = true;
  for (uint32_t i = 0; i < before->exprs.len; i++)
    b[i] = bpl_lower_at (lo, before->exprs.data[i], 0);
  lo->in_old = outer;
  for (uint32_t i = 0; i < count; i++) {
    ok &= comparable (lo->core, b[i]) &&
          wr_expr_info (lo->core, b[i])->sort.ix == wr_expr_info (lo->core, n[i])->sort.ix;
  }
  wr_span at = bpl_place_from (call->span, call->at);
  if (ok) {
    add_check (lo, block, decreases (lo, n, b, count), before, call, at);
  } else {
    wr_diag_add (
        lo->diags, WR_CODE_MEASURE_NOT_CHECKED, at,
        "the measure is not checked at this call: it cannot be compared with the callee's");
  }
  free (b);
  free (n);
}
