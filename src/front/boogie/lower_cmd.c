/* Simple statements to commands.  Assertions, assumptions and invariants are split into their top-level
   conjuncts, each with a label of its own. */
#include "front/boogie/lowering.h"

void bpl_add_cmd (struct bpl_block_draft *block, struct wr_cmd cmd) {
  WR_VEC_PUSH (&block->cmds, cmd);
}

static wr_span stmt_at (const bpl_stmt *s) { return bpl_place_from (s->span, s->at); }

/* Negation as Boogie writes it does not matter to the solver: NOT around the guard. */
void bpl_add_guard (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *stmt,
                    bool negative) {
  const bpl_expr *guard = stmt->exprs.data[0];
  wr_expr e = negative ? bpl_lower_goal (lo, guard) : bpl_lower_expr (lo, guard);
  if (negative) e = wr_mk1 (lo->core, WR_OP_NOT, e);
  struct bpl_element element = {.node = guard,
                                .attrs = stmt->attrs,
                                .span = guard->span,
                                .report = stmt_at (stmt),
                                .negative = negative};
  bpl_add_cmd (block, (struct wr_cmd){.kind = WR_CMD_ASSUME,
                                      .at = stmt_at (stmt),
                                      .expr = e,
                                      .label = bpl_label (lo, WR_ROLE_CONDITION, &element)});
}

void bpl_add_assume (bpl_lowering *lo, struct bpl_block_draft *block, wr_expr e, wr_span at) {
  struct bpl_element element = {
      .node = lo->frame, .span = at, .report = at, .cls = WR_CLASS_INTERNAL};
  bpl_add_cmd (block, (struct wr_cmd){.kind = WR_CMD_ASSUME,
                                      .at = at,
                                      .expr = e,
                                      .label = bpl_label (lo, WR_ROLE_ASSUME, &element)});
}

/* An assignment that the user did not write is frame. */
void bpl_add_assign (bpl_lowering *lo, struct bpl_block_draft *block, wr_var var, wr_expr value,
                     wr_span at) {
  struct wr_assign *assign = WR_NEW (lo->arena, struct wr_assign, 1);
  *assign = (struct wr_assign){.var = var, .value = value};
  bpl_add_cmd (block, (struct wr_cmd){
                          .kind = WR_CMD_ASSIGN, .at = at, .assigns = assign, .assign_count = 1});
}

wr_var bpl_new_local (bpl_lowering *lo, wr_symbol name, wr_sort sort, wr_span span) {
  wr_var var = wr_var_new (lo->core, WR_VAR_LOCAL,
                           bpl_fresh_name (lo, &lo->draft->local_names, name), sort, span);
  wr_var_edit (lo->core, var)->shown = name;
  WR_VEC_PUSH (&lo->draft->locals, var);
  return var;
}

/* -- assert and assume ---------------------------------------------------------------------------------- */

/* {:verified_under u} says that another tool has checked the condition where u holds: here it is checked where u
   does not hold, and assumed afterwards in any case. None if there is no such attribute; of several the first
   counts. */
static wr_expr verified_under (bpl_lowering *lo, const bpl_attr *attrs) {
  const bpl_attr *a = bpl_attr_get (lo, attrs, "verified_under");
  if (!a || !a->arg_count || !a->args[0].expr) return (wr_expr){0};
  return bpl_lower_at (lo, a->args[0].expr, 0);
}

/* What is left to check of `e`; none: nothing. */
static wr_expr check_under (bpl_lowering *lo, wr_expr under, wr_expr e) {
  if (!under.ix) return e;
  if (wr_expr_info (lo->core, under)->op == WR_OP_TRUE) return (wr_expr){0};
  return wr_mk2 (lo->core, WR_OP_OR, under, e);
}

/* The condition as an assumption, which rests on nothing that is proved here. */
static void assume_under (bpl_lowering *lo, struct bpl_block_draft *block, wr_expr e, wr_span at,
                          struct bpl_element element) {
  element.unchecked = true;
  bpl_add_cmd (block, (struct wr_cmd){.kind = WR_CMD_ASSUME,
                                      .at = at,
                                      .expr = e,
                                      .label = bpl_label (lo, WR_ROLE_ASSUME, &element)});
}

/* Level 1 forgets an assertion that is a quantifier as a whole. */
static bool forgets (bpl_lowering *lo, const bpl_stmt *stmt) {
  uint64_t level;
  if (!bpl_attr_number (lo, stmt->attrs, "subsumption", &level)) return false;
  enum bpl_expr_kind kind = stmt->exprs.data[0]->kind;
  return !level || (level == 1 && (kind == BPL_EXPR_FORALL || kind == BPL_EXPR_EXISTS));
}

static void lower_assert (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *stmt) {
  bpl_conjuncts parts = {0};
  bpl_labelled_parts (lo, stmt->exprs.data[0], &parts);
  wr_expr under = verified_under (lo, stmt->attrs);
  struct bpl_element whole = {
      .node = stmt, .attrs = stmt->attrs, .span = stmt->span, .report = stmt_at (stmt)};
  if (!under.ix) bpl_add_probes (lo, block, WR_ROLE_ASSERT, whole, stmt->exprs.data[0]);
  for (uint32_t i = 0; i < parts.len; i++) {
    wr_expr e = bpl_lower_goal (lo, parts.data[i]);
    e = bpl_add_to_pool (lo, stmt->attrs, e, WR_OP_IMPLIES);
    wr_expr check = check_under (lo, under, e);
    struct bpl_element element = {.node = stmt,
                                  .attrs = stmt->attrs,
                                  .span = parts.len > 1 ? parts.data[i]->span : stmt->span,
                                  .report = stmt_at (stmt),
                                  .conjunct = i,
                                  .conjuncts = parts.len,
                                  .unchecked = under.ix != 0};
    if (check.ix) {
      bpl_add_cmd (block, (struct wr_cmd){.kind = WR_CMD_ASSERT,
                                          .at = stmt_at (stmt),
                                          .expr = check,
                                          .forget = under.ix || forgets (lo, stmt),
                                          .label = bpl_label (lo, WR_ROLE_ASSERT, &element)});
    }
    if (under.ix && !forgets (lo, stmt)) assume_under (lo, block, e, stmt_at (stmt), element);
  }
  WR_VEC_FREE (&parts);
}

static void lower_assume (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *stmt,
                          bool condition) {
  bpl_conjuncts parts = {0};
  bpl_labelled_parts (lo, stmt->exprs.data[0], &parts);
  wr_symbol capture = bpl_attr_text (lo, stmt->attrs, "captureState");
  condition = condition && !capture.ix;
  if (bpl_attr_is (lo, stmt->attrs, "start_checking_here") && !block->start_checking) {
    block->start_checking = block->cmds.len + 1;
  }
  for (uint32_t i = 0; i < parts.len; i++) {
    struct bpl_element element = {.node = stmt,
                                  .attrs = stmt->attrs,
                                  .span = parts.len > 1 ? parts.data[i]->span : stmt->span,
                                  .report = stmt_at (stmt),
                                  .conjunct = i,
                                  .conjuncts = parts.len,
                                  .cls = capture.ix ? WR_CLASS_INTERNAL : WR_CLASS_EXPLICIT};
    wr_expr e = bpl_lower_expr (lo, parts.data[i]);
    e = bpl_add_to_pool (lo, stmt->attrs, e, WR_OP_AND);
    if (bpl_is_soft (lo, stmt->attrs)) e = wr_mk_bool (lo->core, true);
    enum wr_role role = condition ? WR_ROLE_CONDITION : WR_ROLE_ASSUME;
    bpl_add_cmd (block, (struct wr_cmd){.kind = WR_CMD_ASSUME,
                                        .at = stmt_at (stmt),
                                        .expr = e,
                                        .capture = i ? (wr_symbol){0} : capture,
                                        .label = bpl_label (lo, role, &element)});
  }
  struct bpl_element whole = {
      .node = stmt, .attrs = stmt->attrs, .span = stmt->span, .report = stmt_at (stmt)};
  if (!condition && !capture.ix && !bpl_is_soft (lo, stmt->attrs))
    bpl_add_probes (lo, block, WR_ROLE_ASSUME, whole, stmt->exprs.data[0]);
  WR_VEC_FREE (&parts);
}

static void add_invariant (bpl_lowering *lo, struct bpl_block_draft *head, wr_expr assumed,
                           wr_expr checked, struct bpl_element element) {
  struct wr_invariant invariant = {.expr = assumed, .free = element.free, .at = element.report};
  if (checked.ix != assumed.ix) invariant.checked = checked;
  invariant.label = bpl_label (lo, WR_ROLE_INVARIANT_ASSUMED, &element);
  WR_VEC_PUSH (&head->invariants, invariant);
}

/* Invariants with {:verified_under} are free ones, whose checks are invariants of their own; the invariants
   after them may rely on them: `trusted` is their conjunction. */
static void lower_invariant (bpl_lowering *lo, struct bpl_block_draft *head,
                             const struct bpl_spec *spec, wr_expr *trusted) {
  bpl_conjuncts parts = {0};
  bpl_labelled_parts (lo, spec->exprs.data[0], &parts);
  wr_expr under = spec->free ? (wr_expr){0} : verified_under (lo, spec->attrs);
  for (uint32_t i = 0; i < parts.len; i++) {
    struct bpl_element element = {.node = spec,
                                  .attrs = spec->attrs,
                                  .span = parts.len > 1 ? parts.data[i]->span : spec->span,
                                  .report = bpl_place_from (spec->span, spec->at),
                                  .conjunct = i,
                                  .conjuncts = parts.len,
                                  .free = spec->free};
    wr_expr checked, e = bpl_lower_clause (lo, parts.data[i], spec->free, &checked);
    wr_expr check = check_under (lo, under, checked.ix ? checked : e), fact = under.ix ? check : e;
    if (check.ix && trusted->ix && !spec->free) {
      check = wr_mk2 (lo->core, WR_OP_IMPLIES, *trusted, check);
      fact = wr_mk2 (lo->core, WR_OP_IMPLIES, *trusted, fact);
    }
    if (check.ix) add_invariant (lo, head, fact, check, element);
    if (!under.ix) continue;
    element.free = element.unchecked = true;
    add_invariant (lo, head, e, e, element);
    *trusted = trusted->ix ? wr_mk2 (lo->core, WR_OP_AND, *trusted, e) : e;
  }
  WR_VEC_FREE (&parts);
}

void bpl_lower_loop_head (bpl_lowering *lo, struct bpl_block_draft *head, const bpl_stmt *loop) {
  head->loop_head = true;
  head->loop_site = bpl_site (lo, WR_SITE_LOOP, stmt_at (loop), loop->attrs);
  wr_expr trusted = {0};
  for (uint32_t s = 0; s < loop->specs.len; s++) {
    const struct bpl_spec *spec = &loop->specs.data[s];
    if (spec->kind == BPL_SPEC_INVARIANT) lower_invariant (lo, head, spec, &trusted);
  }
}

/* -- assignment --------------------------------------------------------------------------------------------- */

/* The value of the place after the steps `from`.., with `value` put there; `now` is its value before. */
static wr_expr store_rest (bpl_lowering *lo, const struct bpl_target *target, uint32_t from,
                           wr_expr now, wr_expr value) {
  if (from == target->step_count) return value;
  const struct bpl_step *step = &target->steps[from];
  const bpl_type *before = from ? target->steps[from - 1].type : target->var->type;
  if (step->kind == BPL_STEP_FIELD) {
    wr_expr part = bpl_field_select (lo, now, step->constructor, step->field_ix);
    wr_expr inner = store_rest (lo, target, from + 1, part, value);
    return bpl_field_store (lo, now, step->constructor, step->field_ix, inner);
  }
  WR_VEC (wr_expr) args = {0};
  WR_VEC_PUSH (&args, now);
  for (uint32_t i = 0; i < step->index.len; i++) {
    WR_VEC_PUSH (&args, bpl_lower_at (lo, step->index.data[i], 0));
  }
  wr_expr result;
  if (step->type_args.len) {
    wr_expr part = bpl_poly_select (lo, now, before, &step->type_args, args.data + 1, args.len - 1);
    wr_expr inner = store_rest (lo, target, from + 1, part, value);
    result = bpl_poly_store (lo, now, before, &step->type_args, args.data + 1, args.len - 1, inner);
  } else {
    wr_expr part = wr_mk (lo->core, WR_OP_SELECT, args.data, args.len);
    WR_VEC_PUSH (&args, store_rest (lo, target, from + 1, part, value));
    result = wr_mk (lo->core, WR_OP_STORE, args.data, args.len);
  }
  WR_VEC_FREE (&args);
  return result;
}

/* Whether core has a step for it: a field of one constructor, an index of a map that is not polymorphic. */
static bool is_plain_step (const struct bpl_step *step) {
  if (step->kind == BPL_STEP_FIELD) return !bpl_field_is_shared (step->constructor, step->field_ix);
  return !step->type_args.len;
}

static wr_expr lower_step (bpl_lowering *lo, const struct bpl_step *step, wr_expr now,
                           struct wr_step *out) {
  if (step->kind == BPL_STEP_FIELD) {
    wr_sort sort = wr_expr_info (lo->core, now)->sort;
    out->is_field = true;
    out->field = bpl_field_index (lo, sort, step->constructor, step->field_ix);
    return wr_mk_field (lo->core, out->field, now);
  }
  WR_VEC (wr_expr) args = {0};
  WR_VEC_PUSH (&args, now);
  for (uint32_t i = 0; i < step->index.len; i++) {
    WR_VEC_PUSH (&args, bpl_lower_at (lo, step->index.data[i], 0));
  }
  out->index = wr_arena_copy (lo->arena, args.data + 1, args.len - 1, sizeof *args.data);
  out->index_count = args.len - 1;
  wr_expr part = wr_mk (lo->core, WR_OP_SELECT, args.data, args.len);
  WR_VEC_FREE (&args);
  return part;
}

static struct wr_assign lower_target (bpl_lowering *lo, const struct bpl_target *target,
                                      wr_expr value) {
  struct wr_assign assign = {0};
  bool found = bpl_bound_var (target->var, &assign.var);
  WR_REQUIRE (found);
  wr_expr now = wr_mk_var (lo->core, assign.var);
  assign.steps = WR_NEW (lo->arena, struct wr_step, target->step_count);
  while (assign.step_count < target->step_count &&
         is_plain_step (&target->steps[assign.step_count])) {
    now = lower_step (lo, &target->steps[assign.step_count], now, &assign.steps[assign.step_count]);
    assign.step_count++;
  }
  assign.value = store_rest (lo, target, assign.step_count, now, value);
  return assign;
}

static void lower_assign (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *stmt) {
  uint32_t count = stmt->targets.len;
  struct wr_assign *assigns = WR_NEW (lo->arena, struct wr_assign, count);
  for (uint32_t i = 0; i < count; i++) {
    const struct bpl_target *target = &stmt->targets.data[i];
    wr_expr value = bpl_lower_value (lo, block, stmt->exprs.data[i]);
    assigns[i] = lower_target (lo, target, value);
    struct bpl_element element = {
        .node = target, .attrs = stmt->attrs, .span = stmt->span, .report = stmt_at (stmt)};
    if (count > 1) element.span = stmt->exprs.data[i]->span;
    assigns[i].label = bpl_label (lo, WR_ROLE_ASSIGN, &element);
  }
  bpl_add_cmd (block, (struct wr_cmd){.kind = WR_CMD_ASSIGN,
                                      .at = stmt_at (stmt),
                                      .assigns = assigns,
                                      .assign_count = count});
}

/* C(x, y) := e: e must be a C; then its fields are assigned in parallel. */
static void lower_unpack (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *stmt) {
  wr_expr value = bpl_lower_at (lo, stmt->exprs.data[0], 0);
  wr_sort sort = wr_expr_info (lo->core, value)->sort;
  struct bpl_element element = {.node = &stmt->constructor,
                                .attrs = stmt->attrs,
                                .span = stmt->span,
                                .report = stmt_at (stmt),
                                .cls = WR_CLASS_IMPLICIT};
  wr_expr is = wr_mk_is (lo->core, bpl_constructor_index (lo, sort, stmt->constructor), value);
  bpl_add_cmd (block, (struct wr_cmd){.kind = WR_CMD_ASSERT,
                                      .at = stmt_at (stmt),
                                      .expr = is,
                                      .label = bpl_label (lo, WR_ROLE_WELL_FORMED, &element)});
  if (!stmt->vars.len) return;
  struct wr_assign *assigns = WR_NEW (lo->arena, struct wr_assign, stmt->vars.len);
  for (uint32_t i = 0; i < stmt->vars.len; i++) {
    bool found = bpl_bound_var (stmt->vars.data[i], &assigns[i].var);
    WR_REQUIRE (found);
    uint32_t field = bpl_field_index (lo, sort, stmt->constructor, i);
    assigns[i].value = wr_mk_field (lo->core, field, value);
    element = (struct bpl_element){.node = &stmt->vars.data[i],
                                   .attrs = stmt->attrs,
                                   .span = stmt->idents.data[i].span,
                                   .report = stmt_at (stmt)};
    assigns[i].label = bpl_label (lo, WR_ROLE_ASSIGN, &element);
  }
  bpl_add_cmd (block, (struct wr_cmd){.kind = WR_CMD_ASSIGN,
                                      .at = stmt_at (stmt),
                                      .assigns = assigns,
                                      .assign_count = stmt->vars.len});
}

/* -- havoc and call -------------------------------------------------------------------------------------- */

static wr_var *lower_vars (bpl_lowering *lo, const bpl_vars *vars) {
  wr_var *out = WR_NEW (lo->arena, wr_var, vars->len);
  for (uint32_t i = 0; i < vars->len; i++) {
    bool found = bpl_bound_var (vars->data[i], &out[i]);
    WR_REQUIRE (found);
  }
  return out;
}

/* An assumption variable can only become false: after a havoc it implies its value before. */
static void lower_havoc (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *stmt) {
  wr_var *vars = lower_vars (lo, &stmt->vars);
  WR_VEC (wr_expr) facts = {0};
  for (uint32_t i = 0; i < stmt->vars.len; i++) {
    if (!bpl_attr_is (lo, stmt->vars.data[i]->attrs, "assumption")) continue;
    wr_sort boolean = wr_sort_simple (lo->core, WR_SORT_BOOL);
    wr_var before = bpl_new_local (lo, bpl_sym (lo, "$before"), boolean, stmt->span);
    wr_expr now = wr_mk_var (lo->core, vars[i]);
    bpl_add_assign (lo, block, before, now, stmt_at (stmt));
    WR_VEC_PUSH (&facts, wr_mk2 (lo->core, WR_OP_IMPLIES, now, wr_mk_var (lo->core, before)));
  }
  bpl_add_cmd (block,
               (struct wr_cmd){.kind = WR_CMD_HAVOC,
                               .at = stmt_at (stmt),
                               .vars = vars,
                               .var_count = stmt->vars.len,
                               .site = bpl_site (lo, WR_SITE_HAVOC, stmt->span, stmt->attrs)});
  for (uint32_t i = 0; i < facts.len; i++)
    bpl_add_assume (lo, block, facts.data[i], stmt_at (stmt));
  WR_VEC_FREE (&facts);
}

/* call {:verified_under u}: the preconditions are checked and assumed in front of the call, which is free. */
static void check_call_under (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *stmt,
                              uint32_t procedure, const wr_expr *args, wr_expr under) {
  const struct wr_procedure *callee = &lo->core->procedures.data[procedure];
  wr_map map = {0};
  for (uint32_t i = 0; i < callee->ins.len; i++) {
    wr_map_put (&map, callee->ins.data[i].ix, args[i].ix);
  }
  for (uint32_t i = 0; i < lo->core->procedures.data[procedure].requires_.len; i++) {
    struct wr_clause clause = lo->core->procedures.data[procedure].requires_.data[i];
    if (clause.free) continue;
    wr_expr e = wr_substitute (lo->core, wr_clause_checked (&clause), &map, NULL);
    wr_expr check = check_under (lo, under, e);
    wr_span span = stmt->span; /* of the clause: pruning keeps what is checked or assumed of it */
    if (clause.label.ix) span = wr_label_info (&lo->core->labels, clause.label)->span;
    struct bpl_element element = {
        .node = stmt, .attrs = stmt->attrs, .span = span, .report = stmt_at (stmt)};
    if (check.ix) {
      bpl_add_cmd (block, (struct wr_cmd){.kind = WR_CMD_ASSERT,
                                          .at = stmt_at (stmt),
                                          .expr = check,
                                          .forget = true,
                                          .label = bpl_label (lo, WR_ROLE_ASSERT, &element)});
    }
    assume_under (lo, block, e, stmt_at (stmt), element);
  }
  wr_map_free (&map);
}

static struct bpl_block_draft *lower_call (bpl_lowering *lo, struct bpl_block_draft *block,
                                           const bpl_stmt *stmt) {
  bool inlined = bpl_is_inlined (lo, stmt->decl);
  if (inlined && !bpl_measure_of (&stmt->decl->specs)) return bpl_inline_call (lo, block, stmt);
  wr_expr *args = WR_NEW (lo->arena, wr_expr, stmt->exprs.len);
  for (uint32_t i = 0; i < stmt->exprs.len; i++) {
    args[i] = bpl_lower_value (lo, block, stmt->exprs.data[i]);
  }
  bpl_measure_at_call (lo, block, stmt, args);
  if (inlined) return bpl_inline_call (lo, block, stmt);
  struct wr_cmd cmd = {.kind = WR_CMD_CALL,
                       .at = stmt_at (stmt),
                       .free = stmt->free,
                       .vars = lower_vars (lo, &stmt->vars),
                       .var_count = stmt->vars.len,
                       .site = bpl_site (lo, WR_SITE_CALL, stmt->span, stmt->attrs),
                       .procedure = bpl_procedure_index (lo, stmt->decl, &stmt->type_args),
                       .args = args,
                       .arg_count = stmt->exprs.len};
  wr_expr under = verified_under (lo, stmt->attrs);
  if (under.ix && !stmt->free) {
    check_call_under (lo, block, stmt, cmd.procedure, args, under);
    cmd.free = true;
  }
  bpl_add_cmd (block, cmd);
  return block;
}

static struct bpl_block_draft *lower_simple (bpl_lowering *lo, struct bpl_block_draft *block,
                                             const bpl_stmt *stmt, bool condition) {
  switch (stmt->kind) {
  case BPL_STMT_ASSERT: lower_assert (lo, block, stmt); return block;
  case BPL_STMT_ASSUME: lower_assume (lo, block, stmt, condition); return block;
  case BPL_STMT_HAVOC: lower_havoc (lo, block, stmt); return block;
  case BPL_STMT_ASSIGN: lower_assign (lo, block, stmt); return block;
  case BPL_STMT_UNPACK: lower_unpack (lo, block, stmt); return block;
  case BPL_STMT_CALL: return lower_call (lo, block, stmt);
  case BPL_STMT_HIDE:
  case BPL_STMT_REVEAL:
  case BPL_STMT_PUSH:
  case BPL_STMT_POP:
    if (lo->hides) WR_VEC_PUSH (&block->scopes, ((struct bpl_scope_change){block->cmds.len, stmt}));
    return block;
  case BPL_STMT_MEASURE: bpl_measure_stmt (lo, block, stmt); return block;
  case BPL_STMT_LABEL:
  case BPL_STMT_IF:
  case BPL_STMT_WHILE:
  case BPL_STMT_BREAK:
  case BPL_STMT_GOTO:
  case BPL_STMT_RETURN:
  case BPL_STMT_KIND_COUNT: break;
  }
  WR_UNREACHABLE ();
}

/* Loops are cut at their heads: a path passes a statement of structured code at most once. */
struct bpl_block_draft *bpl_lower_simple (bpl_lowering *lo, struct bpl_block_draft *block,
                                          const bpl_stmt *stmt, bool condition) {
  bpl_warn_attrs (lo, stmt);
  lo->once = stmt->kind == BPL_STMT_ASSERT || stmt->kind == BPL_STMT_ASSUME ||
             stmt->kind == BPL_STMT_ASSIGN;
  block = lower_simple (lo, block, stmt, condition);
  lo->once = false;
  return block;
}
