/* front/boogie/typecheck_stmt.c -- types in statements; what may be assigned and modified. */
#include "front/boogie/resolve.h"
#include "front/boogie/typecheck.h"

void bpl_check_locals (bpl_checker *c, bpl_vars locals) {
  for (uint32_t i = 0; i < locals.len; i++) {
    bpl_var *var = locals.data[i];
    bpl_check_attrs (c, var->attrs);
    if (var->where) bpl_check_bool (c, var->where, var->id.span, "a where clause");
    if (bpl_attr_true (c->symbols, var->attrs, "assumption") &&
        bpl_is_mismatch (c, c->typing.boolean, var->type))
      wr_diag_add (c->diags, WR_CODE_ASSUMPTION_TYPE, var->id.span,
                   "assumption variable `%s` must be of type bool",
                   bpl_show_name (c, var->id.name));
    bpl_end_unit (c, var->id.span);
  }
}

static bool is_mutable (const bpl_var *var) {
  return var->kind == BPL_VAR_GLOBAL || var->kind == BPL_VAR_LOCAL || var->kind == BPL_VAR_OUT;
}

/* The statement at `at` may give the variable another value. */
static void check_assigned (bpl_checker *c, const bpl_var *var, wr_span at) {
  if (!is_mutable (var)) {
    wr_diag *d = wr_diag_add (c->diags, WR_CODE_ASSIGN_IMMUTABLE, at,
                              "`%s` cannot be assigned: it is %s", bpl_show_name (c, var->id.name),
                              var->kind == BPL_VAR_CONST ? "a constant"
                              : var->kind == BPL_VAR_IN  ? "an in-parameter"
                                                         : "bound by an expression");
    wr_diag_note (c->diags, d, var->id.span, "declared here");
  } else if (var->kind == BPL_VAR_GLOBAL && c->procedure && var->mark != c->frame) {
    wr_diag *d =
        wr_diag_add (c->diags, WR_CODE_NOT_IN_MODIFIES, at,
                     "global variable `%s` is not in the modifies clause of `%s`",
                     bpl_show_name (c, var->id.name), bpl_show_name (c, c->procedure->id.name));
    wr_diag_note (c->diags, d, c->procedure->id.span, "the procedure is declared here");
  }
}

/* -- assignment ------------------------------------------------------------------------------------------------- */

static void check_target (bpl_checker *c, struct bpl_target *target) {
  bpl_type *type = target->var->type;
  for (uint32_t i = 0; i < target->step_count; i++) {
    struct bpl_step *step = &target->steps[i];
    if (step->kind == BPL_STEP_INDEX) {
      for (uint32_t k = 0; k < step->index.len; k++) bpl_check_expr (c, step->index.data[k]);
      type = bpl_type_of_index (c, type, step->index.data, step->index.len, &step->type_args,
                                step->span, "map");
    } else {
      type =
          bpl_type_of_field (c, type, step->field, step->span, &step->constructor, &step->field_ix);
    }
    step->type = type;
    bpl_typing_note (&c->typing, &step->type);
  }
  target->type = type;
  bpl_typing_note (&c->typing, &target->type);
}

static void check_assign (bpl_checker *c, bpl_stmt *s) {
  for (uint32_t i = 0; i < s->targets.len; i++) check_target (c, &s->targets.data[i]);
  for (uint32_t i = 0; i < s->exprs.len; i++) bpl_check_expr (c, s->exprs.data[i]);
  for (uint32_t i = 0; i < s->targets.len && i < s->exprs.len; i++) {
    struct bpl_target *target = &s->targets.data[i];
    if (bpl_is_mismatch (c, target->type, s->exprs.data[i]->type))
      wr_diag_add (c->diags, WR_CODE_TYPE_MISMATCH,
                   target->step_count ? target->steps[target->step_count - 1].span
                                      : target->id.span,
                   "a value of type %s cannot be assigned to a place of type %s",
                   bpl_show_type (c, s->exprs.data[i]->type), bpl_show_type (c, target->type));
    check_assigned (c, target->var, bpl_place (s->span, s->at));
  }
}

static void check_unpack (bpl_checker *c, bpl_stmt *s) {
  wr_span at = bpl_place (s->span, s->at);
  bpl_vars fields = s->constructor->fields;
  bpl_check_expr (c, s->exprs.data[0]);
  if (s->idents.len != fields.len) {
    wr_diag_add (c->diags, WR_CODE_ARGUMENT_COUNT, at, "`%s` has %u field%s, not %u",
                 bpl_show_name (c, s->ident.name), fields.len, fields.len == 1 ? "" : "s",
                 s->idents.len);
    return;
  }
  if (s->decl->params.len) bpl_instances (&c->typing, s->decl->params, &s->type_args);
  bpl_type *whole = bpl_data_type (c, s->decl, s->type_args);
  if (bpl_is_mismatch (c, whole, s->exprs.data[0]->type))
    wr_diag_add (c->diags, WR_CODE_TYPE_MISMATCH, at,
                 "a value of type %s cannot be taken apart by constructor `%s` of %s",
                 bpl_show_type (c, s->exprs.data[0]->type), bpl_show_name (c, s->ident.name),
                 bpl_show_type (c, whole));
  for (uint32_t i = 0; i < fields.len; i++) {
    bpl_var *var = s->vars.data[i];
    bpl_type *field =
        bpl_instantiate (&c->typing, fields.data[i]->type, s->decl->params, &s->type_args);
    if (bpl_is_mismatch (c, var->type, field))
      wr_diag_add (c->diags, WR_CODE_TYPE_MISMATCH, s->idents.data[i].span,
                   "a value of type %s cannot be assigned to a place of type %s",
                   bpl_show_type (c, field), bpl_show_type (c, var->type));
    for (uint32_t k = 0; k < i; k++)
      if (s->vars.data[k] == var)
        wr_diag_add (c->diags, WR_CODE_UNPACKED_TWICE, at, "`%s` receives two fields of one value",
                     bpl_show_name (c, var->id.name));
    check_assigned (c, var, at);
  }
}

/* -- calls ------------------------------------------------------------------------------------------------------- */

static void check_call_types (bpl_checker *c, bpl_stmt *s) {
  bpl_decl *callee = s->decl;
  const char *name = bpl_show_name (c, s->ident.name);
  for (uint32_t i = 0; i < callee->ins.len; i++) {
    bpl_expr *arg = s->exprs.data[i];
    bpl_type *want =
        bpl_instantiate (&c->typing, callee->ins.data[i]->type, callee->params, &s->type_args);
    if (!bpl_is_mismatch (c, want, arg->type)) continue;
    wr_diag *d = wr_diag_add (c->diags, WR_CODE_ARGUMENT_TYPE, bpl_expr_place (arg),
                              "argument %u of `%s` has type %s, not %s", i + 1, name,
                              bpl_show_type (c, arg->type), bpl_show_type (c, want));
    wr_diag_note (c->diags, d, callee->ins.data[i]->id.span, "the argument is declared here");
  }
  for (uint32_t i = 0; i < callee->outs.len; i++) {
    bpl_var *var = s->vars.data[i];
    bpl_type *got =
        bpl_instantiate (&c->typing, callee->outs.data[i]->type, callee->params, &s->type_args);
    if (!bpl_is_mismatch (c, var->type, got)) continue;
    wr_diag *d = wr_diag_add (
        c->diags, WR_CODE_RESULT_TYPE, s->idents.data[i].span,
        "result %u of `%s` has type %s and cannot be assigned to `%s` of type %s", i + 1, name,
        bpl_show_type (c, got), bpl_show_name (c, var->id.name), bpl_show_type (c, var->type));
    wr_diag_note (c->diags, d, callee->outs.data[i]->id.span, "the result is declared here");
  }
}

static void check_call (bpl_checker *c, bpl_stmt *s) {
  wr_span at = bpl_place (s->span, s->at);
  bpl_decl *callee = s->decl;
  for (uint32_t i = 0; i < s->exprs.len; i++) bpl_check_expr (c, s->exprs.data[i]);
  for (uint32_t i = 0; i < s->vars.len; i++) check_assigned (c, s->vars.data[i], at);
  for (uint32_t i = 0; i < callee->specs.len; i++) {
    const struct bpl_spec *spec = &callee->specs.data[i];
    for (uint32_t k = 0; k < spec->vars.len; k++)
      if (spec->vars.data[k]->kind == BPL_VAR_GLOBAL) check_assigned (c, spec->vars.data[k], at);
  }
  if (callee->params.len) bpl_instances (&c->typing, callee->params, &s->type_args);
  check_call_types (c, s);
}

/* -- statements -------------------------------------------------------------------------------------------------- */

static void check_loop_specs (bpl_checker *c, bpl_stmt *s) {
  for (uint32_t i = 0; i < s->specs.len; i++) {
    struct bpl_spec *spec = &s->specs.data[i];
    wr_span at = bpl_place (spec->span, spec->at);
    bpl_check_attrs (c, spec->attrs);
    for (uint32_t k = 0; k < spec->exprs.len; k++) {
      if (spec->kind == BPL_SPEC_INVARIANT)
        bpl_check_bool (c, spec->exprs.data[k], at, "a loop invariant");
      else
        bpl_check_expr (c, spec->exprs.data[k]);
    }
    bpl_end_unit (c, at);
  }
}

static void check_simple (bpl_checker *c, bpl_stmt *s, const char *what) {
  for (uint32_t i = 0; i < s->exprs.len; i++) {
    if (what)
      bpl_check_bool (c, s->exprs.data[i], bpl_place (s->span, s->at), what);
    else
      bpl_check_expr (c, s->exprs.data[i]);
  }
}

static void check_stmt (bpl_checker *c, bpl_stmt *s) {
  bpl_check_attrs (c, s->attrs);
  switch (s->kind) {
  case BPL_STMT_ASSERT: check_simple (c, s, "an assertion"); break;
  case BPL_STMT_ASSUME: check_simple (c, s, "an assumption"); break;
  case BPL_STMT_IF: check_simple (c, s, "the condition of `if`"); break;
  case BPL_STMT_WHILE: check_simple (c, s, "the condition of `while`"); break;
  case BPL_STMT_RETURN: check_simple (c, s, "the value of a code expression"); break;
  case BPL_STMT_MEASURE: check_simple (c, s, NULL); break;
  case BPL_STMT_HAVOC:
    for (uint32_t i = 0; i < s->vars.len; i++)
      check_assigned (c, s->vars.data[i], bpl_place (s->span, s->at));
    break;
  case BPL_STMT_ASSIGN: check_assign (c, s); break;
  case BPL_STMT_UNPACK: check_unpack (c, s); break;
  case BPL_STMT_CALL: check_call (c, s); break;
  case BPL_STMT_LABEL:
  case BPL_STMT_BREAK:
  case BPL_STMT_GOTO:
  case BPL_STMT_HIDE:
  case BPL_STMT_REVEAL:
  case BPL_STMT_PUSH:
  case BPL_STMT_POP:
  case BPL_STMT_KIND_COUNT: break;
  }
}

void bpl_check_body (bpl_checker *c, struct bpl_body *body) {
  for (uint32_t i = 0; i < body->stmts.len && !wr_cancelled (c->program->cancel); i++) {
    bpl_stmt *s = body->stmts.data[i];
    check_stmt (c, s);
    bpl_end_unit (c, bpl_place (s->span, s->at));
    check_loop_specs (c, s);
    if (s->body) bpl_check_body (c, s->body);
    if (s->otherwise) bpl_check_body (c, s->otherwise);
  }
}
