/* front/boogie/resolve_stmt.c -- names in statements. */
#include "base/words.h"
#include "front/boogie/resolve.h"

void bpl_resolve_id (bpl_resolver *r, const bpl_attr *attrs, wr_span at) {
  const bpl_attr *a = bpl_attr_find (r->symbols, attrs, "id");
  if (!a || !a->arg_count || a->args[0].expr) return;
  uint32_t key = wr_intern (r->symbols, a->args[0].text).ix;
  uint64_t earlier;
  if (!wr_map_get (&r->ids, key, &earlier)) {
    wr_span *where = WR_NEW (r->arena, wr_span, 1);
    *where = a->args[0].span;
    wr_map_put (&r->ids, key, (uint64_t)(uintptr_t)where);
    return;
  }
  wr_diag *d = wr_diag_add (r->diags, WR_CODE_DUPLICATE_ID, at,
                            "the id \"%.*s\" names another statement already",
                            WR_STR_ARGS (a->args[0].text));
  wr_diag_note (r->diags, d, *(wr_span *)(uintptr_t)earlier, "first used here");
}

void bpl_resolve_locals (bpl_resolver *r, bpl_vars locals) {
  for (uint32_t i = 0; i < locals.len; i++) bpl_scope_bind (r, locals.data[i]);
  enum bpl_state state = r->state;
  r->state = BPL_ONE_STATE;
  for (uint32_t i = 0; i < locals.len; i++) {
    bpl_var *var = locals.data[i];
    bpl_resolve_attrs (r, var->attrs);
    bpl_resolve_type (r, var->type);
    if (!var->where) continue;
    bpl_resolve_expr (r, var->where);
    if (bpl_attr_true (r->symbols, var->attrs, "assumption"))
      wr_diag_add (r->diags, WR_CODE_ASSUMPTION_VARIABLE, var->id.span,
                   "assumption variable `%s` cannot have a where clause",
                   bpl_name (r, var->id.name));
  }
  r->state = state;
}

/* The variables of s->idents, parallel to them. */
static void resolve_idents (bpl_resolver *r, bpl_stmt *s) {
  s->vars.data = WR_NEW (r->arena, bpl_var *, s->idents.len);
  s->vars.len = s->idents.len;
  for (uint32_t i = 0; i < s->idents.len; i++) {
    bpl_var *var = s->vars.data[i] = bpl_resolve_var (r, s->idents.data[i]);
    if (r->in_pure && var && var->kind == BPL_VAR_GLOBAL)
      wr_diag_add (r->diags, WR_CODE_GLOBAL_OUT_OF_PLACE, s->idents.data[i].span,
                   "global variable `%s` cannot be mentioned in a pure procedure",
                   bpl_name (r, var->id.name));
  }
}

/* -- assignment ---------------------------------------------------------------------------------------- */

/* Assumption variables are assigned once, by `a := a && e`. */
static void check_assumption (bpl_resolver *r, bpl_stmt *s, uint32_t i) {
  struct bpl_target *target = &s->targets.data[i];
  if (!target->var || target->step_count || i >= s->exprs.len) return;
  if (!bpl_attr_true (r->symbols, target->var->attrs, "assumption")) return;
  const bpl_expr *e = s->exprs.data[i];
  wr_span at = bpl_place (s->span, s->at);
  const char *name = bpl_name (r, target->id.name);
  if (e->kind != BPL_EXPR_BINARY || e->op != BPL_OP_AND || e->args.data[0]->kind != BPL_EXPR_NAME ||
      e->args.data[0]->u.name.var != target->var) {
    wr_diag_add (r->diags, WR_CODE_ASSUMPTION_VARIABLE, at,
                 "assumption variable `%s` can only be assigned `%s && e`", name, name);
  } else if (wr_map_has (&r->assumed, (uint64_t)(uintptr_t)target->var)) {
    wr_diag_add (r->diags, WR_CODE_ASSUMPTION_VARIABLE, at,
                 "assumption variable `%s` is assigned more than once", name);
  } else {
    wr_map_put (&r->assumed, (uint64_t)(uintptr_t)target->var, 1);
  }
}

static void resolve_target (bpl_resolver *r, struct bpl_target *target) {
  target->var = bpl_resolve_var (r, target->id);
  if (r->in_pure && target->var && target->var->kind == BPL_VAR_GLOBAL)
    wr_diag_add (r->diags, WR_CODE_GLOBAL_OUT_OF_PLACE, target->id.span,
                 "global variable `%s` cannot be mentioned in a pure procedure",
                 bpl_name (r, target->id.name));
  for (uint32_t i = 0; i < target->step_count; i++)
    for (uint32_t k = 0; k < target->steps[i].index.len; k++)
      bpl_resolve_expr (r, target->steps[i].index.data[k]);
}

static void resolve_assign (bpl_resolver *r, bpl_stmt *s) {
  if (s->targets.len != s->exprs.len)
    wr_diag_add (r->diags, WR_CODE_ASSIGN_COUNT, bpl_place (s->span, s->at),
                 "%u place%s on the left, %u value%s on the right", s->targets.len,
                 wr_plural (s->targets.len, "", "s"), s->exprs.len,
                 wr_plural (s->exprs.len, "", "s"));
  for (uint32_t i = 0; i < s->targets.len; i++) resolve_target (r, &s->targets.data[i]);
  for (uint32_t i = 0; i < s->exprs.len; i++) bpl_resolve_expr (r, s->exprs.data[i]);
  uint32_t serial = ++r->serial;
  for (uint32_t i = 0; i < s->targets.len; i++) {
    bpl_var *var = s->targets.data[i].var;
    if (!var) continue;
    if (var->mark == serial)
      wr_diag_add (r->diags, WR_CODE_ASSIGNED_TWICE, s->targets.data[i].id.span,
                   "`%s` is assigned twice in one assignment", bpl_name (r, var->id.name));
    var->mark = serial;
    check_assumption (r, s, i);
  }
}

/* -- calls --------------------------------------------------------------------------------------------- */

static void check_call (bpl_resolver *r, bpl_stmt *s, const bpl_decl *caller) {
  const bpl_decl *callee = s->decl;
  wr_span at = bpl_place (s->span, s->at);
  const char *name = bpl_name (r, s->ident.name);
  wr_diag *d = NULL;
  if (s->exprs.len != callee->ins.len)
    d = wr_diag_add (r->diags, WR_CODE_CALL_COUNT, at, "procedure `%s` takes %u argument%s, not %u",
                     name, callee->ins.len, callee->ins.len == 1 ? "" : "s", s->exprs.len);
  else if (s->idents.len != callee->outs.len)
    d = wr_diag_add (r->diags, WR_CODE_CALL_COUNT, at, "procedure `%s` returns %u value%s, not %u",
                     name, callee->outs.len, callee->outs.len == 1 ? "" : "s", s->idents.len);
  else if (caller && caller->pure && !callee->pure)
    d = wr_diag_add (r->diags, WR_CODE_PURE_CALL, at,
                     "a pure procedure can only call pure procedures, and `%s` is not", name);
  if (d) wr_diag_note (r->diags, d, callee->id.span, "declared here");
}

/* A library procedure marked {:inout} also changes the variable that is its first argument: it becomes
   the first result. */
static void add_inout (bpl_resolver *r, bpl_stmt *s) {
  if (!s->decl->library || !bpl_attr_true (r->symbols, s->decl->attrs, "inout")) return;
  if (!s->exprs.len || s->exprs.data[0]->kind != BPL_EXPR_NAME) return;
  bpl_ident *idents = WR_NEW (r->arena, bpl_ident, s->idents.len + 1);
  idents[0] = s->exprs.data[0]->ident;
  for (uint32_t i = 0; i < s->idents.len; i++) idents[i + 1] = s->idents.data[i];
  s->idents.data = idents;
  s->idents.len++;
}

static void resolve_call (bpl_resolver *r, bpl_stmt *s, const bpl_decl *caller) {
  struct bpl_slot *slot = bpl_slot_of (r, s->ident.name);
  s->decl = slot->procedure;
  if (!s->decl) {
    wr_diag *d = wr_diag_add (r->diags, WR_CODE_UNDECLARED_PROCEDURE, s->ident.span,
                              "procedure `%s` is not declared", bpl_name (r, s->ident.name));
    if (slot->function)
      wr_diag_note (r->diags, d, slot->function->id.span,
                    "there is a function of this name; it needs no call statement");
    else
      bpl_note_nearest (r, d, s->ident.name, BPL_SPACE_PROCEDURE);
  }
  if (s->decl) add_inout (r, s);
  for (uint32_t i = 0; i < s->exprs.len; i++) bpl_resolve_expr (r, s->exprs.data[i]);
  resolve_idents (r, s);
  uint32_t serial = ++r->serial;
  for (uint32_t i = 0; i < s->vars.len; i++) {
    bpl_var *var = s->vars.data[i];
    if (!var) continue;
    if (var->mark == serial)
      wr_diag_add (r->diags, WR_CODE_ASSIGNED_TWICE, s->idents.data[i].span,
                   "`%s` receives two results of one call", bpl_name (r, var->id.name));
    var->mark = serial;
  }
  if (s->decl) check_call (r, s, caller);
  bpl_resolve_id (r, s->attrs, bpl_place (s->span, s->at));
}

static void resolve_unpack (bpl_resolver *r, bpl_stmt *s) {
  struct bpl_slot *slot = bpl_slot_of (r, s->ident.name);
  s->constructor = slot->constructor;
  s->decl = slot->constructor ? slot->constructor->datatype : NULL;
  if (!s->constructor) {
    wr_diag *d = wr_diag_add (r->diags, WR_CODE_UNDECLARED_FUNCTION, s->ident.span,
                              "constructor `%s` is not declared", bpl_name (r, s->ident.name));
    bpl_note_nearest (r, d, s->ident.name, BPL_SPACE_FUNCTION);
  }
  resolve_idents (r, s);
  bpl_resolve_expr (r, s->exprs.data[0]);
}

static void resolve_visibility (bpl_resolver *r, bpl_stmt *s) {
  if (!s->ident.name.ix) return;
  s->decl = bpl_slot_of (r, s->ident.name)->function;
  if (s->decl) return;
  wr_diag *d = wr_diag_add (r->diags, WR_CODE_UNDECLARED_FUNCTION, s->ident.span,
                            "function `%s` is not declared", bpl_name (r, s->ident.name));
  bpl_note_nearest (r, d, s->ident.name, BPL_SPACE_FUNCTION);
}

/* -- statements ---------------------------------------------------------------------------------------- */

static void resolve_loop (bpl_resolver *r, bpl_stmt *s) {
  for (uint32_t i = 0; i < s->specs.len; i++) {
    struct bpl_spec *spec = &s->specs.data[i];
    bpl_resolve_attrs (r, spec->attrs);
    for (uint32_t k = 0; k < spec->exprs.len; k++) bpl_resolve_expr (r, spec->exprs.data[k]);
    if (spec->kind == BPL_SPEC_INVARIANT)
      bpl_resolve_id (r, spec->attrs, bpl_place (spec->span, spec->at));
  }
}

static void resolve_stmt (bpl_resolver *r, bpl_stmt *s, const bpl_decl *procedure) {
  bpl_resolve_attrs (r, s->attrs);
  switch (s->kind) {
  case BPL_STMT_ASSIGN: resolve_assign (r, s); return;
  case BPL_STMT_CALL: resolve_call (r, s, procedure); return;
  case BPL_STMT_UNPACK: resolve_unpack (r, s); return;
  case BPL_STMT_HAVOC: resolve_idents (r, s); return;
  case BPL_STMT_HIDE:
  case BPL_STMT_REVEAL: resolve_visibility (r, s); return;
  case BPL_STMT_ASSERT:
  case BPL_STMT_ASSUME: bpl_resolve_id (r, s->attrs, bpl_place (s->span, s->at)); break;
  case BPL_STMT_WHILE: break;
  case BPL_STMT_IF:
  case BPL_STMT_RETURN:
  case BPL_STMT_MEASURE:
  case BPL_STMT_LABEL:
  case BPL_STMT_BREAK:
  case BPL_STMT_GOTO:
  case BPL_STMT_PUSH:
  case BPL_STMT_POP:
  case BPL_STMT_KIND_COUNT: break;
  }
  for (uint32_t i = 0; i < s->exprs.len; i++) bpl_resolve_expr (r, s->exprs.data[i]);
  resolve_loop (r, s);
  if (s->body) bpl_resolve_body (r, s->body, procedure);
  if (s->otherwise) bpl_resolve_body (r, s->otherwise, procedure);
}

void bpl_resolve_body (bpl_resolver *r, struct bpl_body *body, const bpl_decl *procedure) {
  for (uint32_t i = 0; i < body->stmts.len && !wr_cancelled (r->program->cancel); i++)
    resolve_stmt (r, body->stmts.data[i], procedure);
}
