/* Measures, as Boogie's MeasureChecker checks them.  A procedure's measure decreases from its entry to each call that may
   lead back to it, a loop's from one arrival at its head to the next (lower_loopmeasure.c).  Measures are compared
   lexicographically: an integer decreases when it gets smaller, a boolean when it goes from true to false.  The integers
   of a procedure's measure are not negative by an implicit precondition, those of a loop's by an implicit invariant. */
#include "front/boogie/lowering.h"

#include "front/boogie/callgraph.h"

/* -- expressions ---------------------------------------------------------------------------------------- */

static enum wr_sort_kind kind_of (const wr_core *core, wr_expr e) {
  return wr_sort_info (core, wr_expr_info (core, e)->sort)->kind;
}

const struct bpl_spec *bpl_measure_of (const bpl_specs *specs) {
  for (uint32_t i = 0; i < specs->len; i++) {
    if (specs->data[i].kind == BPL_SPEC_MEASURE && specs->data[i].exprs.len) return &specs->data[i];
  }
  return NULL;
}

wr_expr bpl_measure_value (bpl_lowering *lo, const bpl_expr *e) {
  wr_expr value = bpl_lower_codeless (lo, e, "a measure");
  enum wr_sort_kind kind = kind_of (lo->core, value);
  if (kind != WR_SORT_INT && kind != WR_SORT_BOOL)
    bpl_unsupported (lo, e->span, "a measure that is neither an integer nor a boolean");
  return value;
}

bool bpl_measure_bound (bpl_lowering *lo, const bpl_expr *e, wr_expr *out) {
  wr_expr value = bpl_measure_value (lo, e);
  if (kind_of (lo->core, value) != WR_SORT_INT) return false;
  *out = wr_mk2 (lo->core, WR_OP_LE, wr_mk_int (lo->core, 0), value);
  return true;
}

/* now < before in one component. */
static wr_expr smaller (wr_core *core, wr_expr now, wr_expr before) {
  if (kind_of (core, now) != WR_SORT_BOOL) return wr_mk2 (core, WR_OP_LT, now, before);
  return wr_mk2 (core, WR_OP_AND, before, wr_mk1 (core, WR_OP_NOT, now));
}

wr_expr bpl_measure_decreases (bpl_lowering *lo, const wr_expr *now, const wr_expr *before,
                               uint32_t count) {
  WR_REQUIRE (count > 0);
  wr_core *core = lo->core;
  wr_expr e = smaller (core, now[count - 1], before[count - 1]);
  for (uint32_t i = count - 1; i-- > 0;) {
    wr_expr equal = wr_mk2 (core, WR_OP_EQ, now[i], before[i]);
    e = wr_mk2 (core, WR_OP_OR, smaller (core, now[i], before[i]),
                wr_mk2 (core, WR_OP_AND, equal, e));
  }
  return e;
}

struct bpl_element bpl_measure_element (const void *node, wr_span span, const bpl_expr *e) {
  return (struct bpl_element){.node = node,
                              .span = span,
                              .report = bpl_place_from (e->span, e->at),
                              .cls = WR_CLASS_IMPLICIT};
}

void bpl_measure_check (bpl_lowering *lo, struct bpl_block_draft *block, wr_expr e,
                        struct bpl_element element) {
  wr_label label = bpl_label (lo, WR_ROLE_WELL_FORMED, &element);
  lo->core->labels.infos.data[label.ix].message =
      bpl_sym (lo, "measure could not be proved to decrease");
  bpl_add_cmd (block, (struct wr_cmd){
                          .kind = WR_CMD_ASSERT, .at = element.report, .expr = e, .label = label});
}

/* -- procedures ----------------------------------------------------------------------------------------- */

void bpl_measure_requires (bpl_lowering *lo, const bpl_decl *procedure, wr_clauses *out) {
  const struct bpl_spec *spec = bpl_measure_of (&procedure->specs);
  for (uint32_t i = 0; spec && i < spec->exprs.len; i++) {
    struct wr_clause clause = {0};
    if (!bpl_measure_bound (lo, spec->exprs.data[i], &clause.expr)) continue;
    struct bpl_element element = bpl_measure_element (spec, spec->span, spec->exprs.data[i]);
    element.conjunct = i;
    element.conjuncts = spec->exprs.len;
    clause.label = bpl_label (lo, WR_ROLE_REQUIRES, &element);
    WR_VEC_PUSH (out, clause);
  }
}

/* -- calls ---------------------------------------------------------------------------------------------- */

/* The callee's measure at the arguments; the formals and type parameters are bound to them for the time being. */
static void callee_measure (bpl_lowering *lo, const bpl_stmt *call, const struct bpl_spec *spec,
                            const wr_expr *args, wr_expr *out) {
  const bpl_decl *callee = call->decl;
  WR_VEC (bpl_type *) types = {0};
  for (uint32_t i = 0; i < call->type_args.len; i++)
    WR_VEC_PUSH (&types, bpl_ground (lo, call->type_args.data[i]));
  for (uint32_t i = 0; i < types.len; i++)
    bpl_bind_type (lo, callee->params.data[i], types.data[i]);
  void **saved = wr_alloc (callee->ins.len + 1, sizeof *saved);
  for (uint32_t i = 0; i < callee->ins.len; i++)
    saved[i] = bpl_bind_expr (callee->ins.data[i], args[i]);
  for (uint32_t i = 0; i < spec->exprs.len; i++)
    out[i] = bpl_measure_value (lo, spec->exprs.data[i]);
  for (uint32_t i = callee->ins.len; i-- > 0;) callee->ins.data[i]->lowered = saved[i];
  bpl_unbind_types (lo, types.len);
  WR_VEC_FREE (&types);
  free (saved);
}

/* The measure of the procedure whose code this is, at its entry. */
static void caller_measure (bpl_lowering *lo, const struct bpl_spec *spec, wr_expr *out) {
  bool outer = lo->in_old;
  lo->in_old = true;
  for (uint32_t i = 0; i < spec->exprs.len; i++)
    out[i] = bpl_measure_value (lo, spec->exprs.data[i]);
  lo->in_old = outer;
}

void bpl_measure_at_call (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *call,
                          const wr_expr *args) {
  if (!lo->frame || lo->unlabelled) return;
  const bpl_decl *caller = lo->frame->decl;
  if (caller->procedure) caller = caller->procedure;
  const struct bpl_spec *before = bpl_measure_of (&caller->specs),
                        *now = bpl_measure_of (&call->decl->specs);
  if (!before || !now || !bpl_leads_to (lo->program, call->decl, caller)) return;
  uint32_t count = before->exprs.len < now->exprs.len ? before->exprs.len : now->exprs.len;
  wr_expr *b = wr_alloc (before->exprs.len, sizeof *b), *n = wr_alloc (now->exprs.len, sizeof *n);
  callee_measure (lo, call, now, args, n);
  caller_measure (lo, before, b);
  bool same = true;
  for (uint32_t i = 0; i < count; i++)
    same &= wr_expr_info (lo->core, b[i])->sort.ix == wr_expr_info (lo->core, n[i])->sort.ix;
  struct bpl_element element = {.node = call,
                                .span = before->span,
                                .report = bpl_place_from (call->span, call->at),
                                .cls = WR_CLASS_IMPLICIT};
  if (!same)
    bpl_unsupported (lo, element.report, "a recursive call to a measure of another type");
  else if (!lo->failed)
    bpl_measure_check (lo, block, bpl_measure_decreases (lo, n, b, count), element);
  free (b);
  free (n);
}
