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
  wr_expr e = bpl_lower_expr (lo, guard);
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

/* An assignment that nobody wrote is frame. */
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
  wr_var_info (lo->core, var)->shown = name;
  WR_VEC_PUSH (&lo->draft->locals, var);
  return var;
}

/* -- assert and assume ---------------------------------------------------------------------------------- */

/* {:verified_under e}: what holds under e needs no proof. */
static wr_expr verified_under (bpl_lowering *lo, const bpl_attr *attrs) {
  WR_VEC (wr_expr) parts = {0};
  for (const bpl_attr *a = attrs; a; a = a->next) {
    if (a->kind != BPL_ATTR || !a->arg_count || !a->args[0].expr) continue;
    if (!wr_str_equal (wr_symbol_text (lo->symbols, a->name.name), WR_LIT ("verified_under")))
      continue;
    WR_VEC_PUSH (&parts, bpl_lower_at (lo, a->args[0].expr, 0));
  }
  wr_expr e = parts.len ? wr_mk_and (lo->core, parts.data, parts.len) : (wr_expr){0};
  WR_VEC_FREE (&parts);
  return e;
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
    wr_expr e = bpl_lower_expr (lo, parts.data[i]);
    e = bpl_add_to_pool (lo, stmt->attrs, e, WR_OP_IMPLIES);
    if (under.ix) e = wr_mk2 (lo->core, WR_OP_OR, under, e);
    struct bpl_element element = {.node = stmt,
                                  .attrs = stmt->attrs,
                                  .span = parts.len > 1 ? parts.data[i]->span : stmt->span,
                                  .report = stmt_at (stmt),
                                  .conjunct = i,
                                  .conjuncts = parts.len};
    bpl_add_cmd (block, (struct wr_cmd){.kind = WR_CMD_ASSERT,
                                        .at = stmt_at (stmt),
                                        .expr = e,
                                        .forget = forgets (lo, stmt),
                                        .label = bpl_label (lo, WR_ROLE_ASSERT, &element)});
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

void bpl_lower_loop_head (bpl_lowering *lo, struct bpl_block_draft *head, const bpl_stmt *loop) {
  head->loop_head = true;
  head->loop_site = bpl_site (lo, WR_SITE_LOOP, stmt_at (loop), loop->attrs);
  for (uint32_t s = 0; s < loop->specs.len; s++) {
    const struct bpl_spec *spec = &loop->specs.data[s];
    if (spec->kind != BPL_SPEC_INVARIANT) continue;
    bpl_conjuncts parts = {0};
    bpl_labelled_parts (lo, spec->exprs.data[0], &parts);
    for (uint32_t i = 0; i < parts.len; i++) {
      struct bpl_element element = {.node = spec,
                                    .attrs = spec->attrs,
                                    .span = parts.len > 1 ? parts.data[i]->span : spec->span,
                                    .report = bpl_place_from (spec->span, spec->at),
                                    .conjunct = i,
                                    .conjuncts = parts.len,
                                    .free = spec->free};
      struct wr_invariant invariant = {.expr = bpl_lower_expr (lo, parts.data[i]),
                                       .free = spec->free,
                                       .at = bpl_place_from (spec->span, spec->at)};
      invariant.label = bpl_label (lo, WR_ROLE_INVARIANT_ASSUMED, &element);
      WR_VEC_PUSH (&head->invariants, invariant);
    }
    WR_VEC_FREE (&parts);
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

/* Whether core has a step for it: a field of one constructor, an index of a map that is no family. */
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
    wr_expr value = bpl_lower_at (lo, stmt->exprs.data[i], 0);
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

/* call {:verified_under e}: each precondition is checked where e does not hold; then the call is free. */
static void check_under (bpl_lowering *lo, struct bpl_block_draft *block, const bpl_stmt *stmt,
                         uint32_t procedure, const wr_expr *args, wr_expr under) {
  const struct wr_procedure *callee = &lo->core->procedures.data[procedure];
  wr_map map = {0};
  for (uint32_t i = 0; i < callee->ins.len; i++) {
    wr_map_put (&map, callee->ins.data[i].ix, args[i].ix);
  }
  for (uint32_t i = 0; i < lo->core->procedures.data[procedure].requires_.len; i++) {
    struct wr_clause clause = lo->core->procedures.data[procedure].requires_.data[i];
    if (clause.free) continue;
    wr_expr e = wr_substitute (lo->core, clause.expr, &map, NULL);
    struct bpl_element element = {
        .node = stmt, .attrs = stmt->attrs, .span = stmt->span, .report = stmt_at (stmt)};
    bpl_add_cmd (block, (struct wr_cmd){.kind = WR_CMD_ASSERT,
                                        .at = stmt_at (stmt),
                                        .expr = wr_mk2 (lo->core, WR_OP_OR, under, e),
                                        .label = bpl_label (lo, WR_ROLE_ASSERT, &element)});
  }
  wr_map_free (&map);
}

static struct bpl_block_draft *lower_call (bpl_lowering *lo, struct bpl_block_draft *block,
                                           const bpl_stmt *stmt) {
  if (bpl_is_inlined (lo, stmt->decl)) return bpl_inline_call (lo, block, stmt);
  wr_expr *args = WR_NEW (lo->arena, wr_expr, stmt->exprs.len);
  for (uint32_t i = 0; i < stmt->exprs.len; i++) {
    args[i] = bpl_lower_at (lo, stmt->exprs.data[i], 0);
  }
  if (!stmt->free) bpl_measure_at_call (lo, block, stmt, args);
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
    check_under (lo, block, stmt, cmd.procedure, args, under);
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
  case BPL_STMT_POP: return block; /* they only bear on pruning */
  case BPL_STMT_MEASURE: bpl_measure_stmt (lo, stmt); return block;
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
