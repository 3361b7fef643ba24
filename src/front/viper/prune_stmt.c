/* front/viper/prune_stmt.c -- statements with labels off. */
#include "front/viper/copy.h"
#include "front/viper/lowering.h"
#include "front/viper/prune.h"

typedef WR_VEC (vpr_stmt *) stmt_list;

static bool is_off (const struct vpr_prune_stmts *p, wr_span text) {
  return vpr_text_is_off (p->labels, text);
}

/* A program for some goals is printed, not a slice and not advice. */
static bool is_for_goals (const struct vpr_prune_stmts *p) {
  return p->how->tidy && !p->how->slice;
}

/* -- assertions ------------------------------------------------------------------------------------------ */

static bool is_and (const vpr_expr *e) {
  return e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_AND && !e->annots;
}

static vpr_expr *conjunction (struct vpr_prune_stmts *p, vpr_expr *left, vpr_expr *right,
                              const vpr_expr *old) {
  if (!left || !right) return left ? left : right;
  vpr_expr *e = WR_NEW (p->program->arena, vpr_expr, 1);
  *e = *old;
  e->args.data = WR_NEW (p->program->arena, vpr_expr *, 2);
  e->args.data[0] = left;
  e->args.data[1] = right;
  return e;
}

vpr_expr *vpr_prune_conjuncts (struct vpr_prune_stmts *p, vpr_expr *e, bool taken) {
  if (is_and (e)) {
    vpr_expr *left = vpr_prune_conjuncts (p, e->args.data[0], taken);
    vpr_expr *right = vpr_prune_conjuncts (p, e->args.data[1], taken);
    if (left == e->args.data[0] && right == e->args.data[1]) return e;
    return conjunction (p, left, right, e);
  }
  return is_off (p, e->span) && !(taken && !vpr_is_pure (e)) ? NULL : e;
}

static vpr_exprs keep_invariants (struct vpr_prune_stmts *p, vpr_exprs clauses) {
  vpr_exprs kept = {WR_NEW (p->program->arena, vpr_expr *, clauses.len), 0};
  for (uint32_t i = 0; i < clauses.len; i++) {
    vpr_expr *e = vpr_prune_conjuncts (p, clauses.data[i], false);
    if (e) kept.data[kept.len++] = e;
  }
  return kept;
}

static bool has_failed (const struct vpr_prune_stmts *p, wr_span text, enum wr_role role) {
  return vpr_roles_failed (p->labels, text) >> role & 1;
}

vpr_expr *vpr_prune_failed (struct vpr_prune_stmts *p, vpr_expr *e, enum wr_role role) {
  if (is_and (e))
    return conjunction (p, vpr_prune_failed (p, e->args.data[0], role),
                        vpr_prune_failed (p, e->args.data[1], role), e);
  return has_failed (p, e->span, role) ? e : NULL;
}

/* -- new statements ---------------------------------------------------------------------------------------- */

static vpr_stmt *stmt_new (const struct vpr_prune_stmts *p, enum vpr_stmt_kind kind,
                           vpr_expr *value) {
  vpr_stmt *s = WR_NEW (p->program->arena, vpr_stmt, 1);
  *s = (vpr_stmt){.kind = kind, .value = value};
  return s;
}

vpr_stmt *vpr_prune_assume (struct vpr_prune_stmts *p, vpr_expr *e) {
  return stmt_new (p, VPR_STMT_ASSUME, e);
}

/* A variable of type Bool that has no value yet: a condition of which nothing is known. */
static vpr_expr *unknown (struct vpr_prune_stmts *p, stmt_list *out) {
  wr_arena *arena = p->program->arena;
  wr_symbol name;
  do name = wr_intern (p->program->symbols, wr_str_print (arena, "any$%u", p->fresh++));
  while (wr_bitset_has (p->names, name.ix));
  vpr_var *var = WR_NEW (arena, vpr_var, 1);
  *var = (vpr_var){.id = {.name = name}, .kind = VPR_VAR_LOCAL};
  var->written = WR_NEW (arena, vpr_type, 1);
  *var->written = (vpr_type){.kind = VPR_TYPE_BOOL};
  vpr_stmt *s = stmt_new (p, VPR_STMT_VAR, NULL);
  s->vars.data = WR_NEW (arena, vpr_var *, 1);
  s->vars.data[s->vars.len++] = var;
  WR_VEC_PUSH (out, s);
  vpr_expr *e = WR_NEW (arena, vpr_expr, 1);
  *e = (vpr_expr){.kind = VPR_EXPR_NAME, .ident = var->id, .var = var};
  return e;
}

/* -- statements -------------------------------------------------------------------------------------------- */

static void keep_stmts (struct vpr_prune_stmts *p, vpr_stmts stmts, stmt_list *out);

static vpr_stmts list_of (struct vpr_prune_stmts *p, stmt_list *list) {
  vpr_stmts stmts = {.data = WR_VEC_KEEP (p->program->arena, list), .len = list->len};
  WR_VEC_FREE (list);
  return stmts;
}

static bool calls_method (const vpr_stmt *s) {
  return s->value && s->value->kind == VPR_EXPR_CALL && s->value->decl &&
         s->value->decl->kind == VPR_DECL_METHOD;
}

/* A variable that keeps its value is one that may have any. */
static bool keeps_value (const struct vpr_prune_stmts *p, const vpr_stmt *s) {
  bool is_new = s->value && s->value->kind == VPR_EXPR_NEW;
  return s->value && (!is_new || p->how->tidy) && !calls_method (s) && is_off (p, s->span);
}

static vpr_stmt *copy_of (const struct vpr_prune_stmts *p, const vpr_stmt *s) {
  vpr_stmt *kept = WR_NEW (p->program->arena, vpr_stmt, 1);
  *kept = *s;
  return kept;
}

static void keep_call (struct vpr_prune_stmts *p, vpr_stmt *s, stmt_list *out);

static void keep_assignment (struct vpr_prune_stmts *p, vpr_stmt *s, stmt_list *out) {
  if (calls_method (s)) {
    keep_call (p, s, out);
  } else if (!keeps_value (p, s)) {
    WR_VEC_PUSH (out, s);
  } else if (s->kind == VPR_STMT_VAR) {
    vpr_stmt *kept = copy_of (p, s);
    kept->value = NULL;
    kept->targets.len = 0;
    WR_VEC_PUSH (out, kept);
  }
}

static void keep_value (struct vpr_prune_stmts *p, vpr_stmt *s, vpr_expr *value, stmt_list *out) {
  if (!value) return;
  vpr_stmt *kept = copy_of (p, s);
  kept->value = value;
  WR_VEC_PUSH (out, kept);
}

/* Conjunct by conjunct: those that failed are assumed. */
static void split_assert (struct vpr_prune_stmts *p, vpr_stmt *s, vpr_expr *e, stmt_list *out) {
  if (is_and (e)) {
    split_assert (p, s, e->args.data[0], out);
    split_assert (p, s, e->args.data[1], out);
  } else if (!is_off (p, e->span) && has_failed (p, e->span, WR_ROLE_ASSERT)) {
    WR_VEC_PUSH (out, vpr_prune_assume (p, e));
  } else {
    keep_value (p, s, vpr_prune_conjuncts (p, e, false), out);
  }
}

static void keep_assert (struct vpr_prune_stmts *p, vpr_stmt *s, stmt_list *out) {
  if (is_for_goals (p) && vpr_prune_failed (p, s->value, WR_ROLE_ASSERT))
    split_assert (p, s, s->value, out);
  else
    keep_value (p, s, vpr_prune_conjuncts (p, s->value, false), out);
}

/* What an exhale takes away has no label. */
static void keep_exhale (struct vpr_prune_stmts *p, vpr_stmt *s, stmt_list *out) {
  vpr_expr *value = p->how->tidy ? vpr_prune_conjuncts (p, s->value, true) : s->value;
  if (value && is_for_goals (p) && vpr_prune_failed (p, value, WR_ROLE_ASSERT))
    WR_VEC_PUSH (out, vpr_prune_assume (p, value));
  keep_value (p, s, value, out);
}

/* Names of formals become arguments.  The tree is a copy, and no text of the program any more. */
static vpr_expr *with_arguments (vpr_expr *e, const vpr_decl *callee, vpr_exprs args) {
  for (uint32_t i = 0; e->kind == VPR_EXPR_NAME && i < callee->formals.len; i++)
    if (callee->formals.data[i] == e->var) return args.data[i];
  e->span = (wr_span){0};
  for (uint32_t i = 0; i < e->args.len; i++)
    e->args.data[i] = with_arguments (e->args.data[i], callee, args);
  return e;
}

/* What of a precondition failed is assumed.  A quantifier could bind a name of the arguments. */
static void assume_pre (struct vpr_prune_stmts *p, const vpr_expr *call, vpr_expr *e,
                        stmt_list *out) {
  struct vpr_copier copier = {p->program->arena, UINT32_MAX};
  if (is_and (e)) {
    assume_pre (p, call, e->args.data[0], out);
    assume_pre (p, call, e->args.data[1], out);
  } else if (has_failed (p, e->span, WR_ROLE_REQUIRES_AT_CALL) && !e->binds) {
    e = with_arguments (vpr_copy_expr (&copier, e), call->decl, call->args);
    WR_VEC_PUSH (out, vpr_prune_assume (p, e));
  }
}

static void keep_call (struct vpr_prune_stmts *p, vpr_stmt *s, stmt_list *out) {
  const vpr_decl *callee = s->value->decl;
  if (is_for_goals (p) && has_failed (p, s->span, WR_ROLE_REQUIRES_AT_CALL))
    for (uint32_t i = 0; i < callee->requires_.len; i++)
      assume_pre (p, s->value, callee->requires_.data[i], out);
  WR_VEC_PUSH (out, s);
}

/* The only check of an unfold that usually fails is that the predicate is held. */
static void keep_unfold (struct vpr_prune_stmts *p, vpr_stmt *s, stmt_list *out) {
  bool failed = is_for_goals (p) && has_failed (p, s->span, WR_ROLE_WELL_FORMED);
  if (failed && is_off (p, s->span)) return;
  if (failed) WR_VEC_PUSH (out, vpr_prune_assume (p, s->value));
  WR_VEC_PUSH (out, s);
}

/* A check of the statement that failed is about this text. */
static bool fails_about (const struct vpr_prune_stmts *p, wr_span statement, wr_span text) {
  for (uint32_t i = 0; i < p->labels->undefined.len; i++) {
    const struct vpr_undefined *u = &p->labels->undefined.data[i];
    bool same = u->span.file == statement.file && u->span.begin == statement.begin &&
                u->span.end == statement.end;
    if (same && u->about.file == text.file && text.begin <= u->about.begin &&
        u->about.end <= text.end)
      return true;
  }
  return false;
}

/* Conjuncts of the body of a predicate that do not hold where it is folded are assumed.  A quantifier could bind a name of the arguments. */
static void assume_body (struct vpr_prune_stmts *p, const vpr_stmt *s, vpr_expr *e,
                         stmt_list *out) {
  const vpr_expr *instance = s->value->args.data[0];
  struct vpr_copier copier = {p->program->arena, UINT32_MAX};
  if (is_and (e)) {
    assume_body (p, s, e->args.data[0], out);
    assume_body (p, s, e->args.data[1], out);
  } else if (fails_about (p, s->span, e->span) && !e->binds) {
    e = with_arguments (vpr_copy_expr (&copier, e), instance->decl, instance->args);
    WR_VEC_PUSH (out, vpr_prune_assume (p, e));
  }
}

static void keep_fold (struct vpr_prune_stmts *p, vpr_stmt *s, stmt_list *out) {
  const vpr_expr *acc = s->value;
  const vpr_decl *predicate = acc->args.data[0]->decl;
  bool whole = acc->args.len < 2 || acc->args.data[1]->kind == VPR_EXPR_WRITE;
  if (is_for_goals (p) && whole && predicate && predicate->value)
    assume_body (p, s, predicate->value, out);
  WR_VEC_PUSH (out, s);
}

/* A script asserts what it takes, so all of it stays; a failed assertion that takes nothing is assumed. */
static vpr_stmts keep_script (struct vpr_prune_stmts *p, vpr_stmts script) {
  stmt_list out = {0};
  for (uint32_t i = 0; i < script.len; i++) {
    vpr_expr *failed = script.data[i]->kind == VPR_STMT_ASSERT
                           ? vpr_prune_failed (p, script.data[i]->value, WR_ROLE_ASSERT)
                           : NULL;
    if (failed && vpr_is_pure (failed)) WR_VEC_PUSH (&out, vpr_prune_assume (p, failed));
    WR_VEC_PUSH (&out, script.data[i]);
  }
  return list_of (p, &out);
}

static void keep_package (struct vpr_prune_stmts *p, vpr_stmt *s, stmt_list *out) {
  vpr_stmt *kept = s;
  if (is_for_goals (p)) {
    kept = copy_of (p, s);
    kept->body = keep_script (p, s->body);
  }
  WR_VEC_PUSH (out, kept);
}

/* A part of the statement that no goal needs fails its check: nothing proves a text that has it. */
static bool is_broken (const struct vpr_prune_stmts *p, const vpr_stmt *s) {
  return is_for_goals (p) && is_off (p, s->span) && has_failed (p, s->span, WR_ROLE_WELL_FORMED);
}

static vpr_expr *keep_condition (struct vpr_prune_stmts *p, const vpr_stmt *s, stmt_list *out) {
  bool goes = is_for_goals (p) && !s->measures.len && is_off (p, s->value->span);
  return goes ? unknown (p, out) : s->value;
}

/* A branch or a loop that says nothing. */
static bool is_empty (const struct vpr_prune_stmts *p, const vpr_stmt *s) {
  return p->how->tidy && !s->body.len && !s->orelse.len && !s->invariants.len && !s->measures.len &&
         is_off (p, s->value->span);
}

/* Invariants whose check in this role failed are assumed where it stands. */
static void assume_invariants (struct vpr_prune_stmts *p, vpr_exprs invariants, enum wr_role role,
                               stmt_list *out) {
  for (uint32_t i = 0; is_for_goals (p) && i < invariants.len; i++) {
    vpr_expr *e = vpr_prune_failed (p, invariants.data[i], role);
    if (e) WR_VEC_PUSH (out, vpr_prune_assume (p, e));
  }
}

static vpr_stmts keep_loop_body (struct vpr_prune_stmts *p, const vpr_stmt *s,
                                 vpr_exprs invariants) {
  stmt_list out = {0};
  keep_stmts (p, s->body, &out);
  assume_invariants (p, invariants, WR_ROLE_INVARIANT_MAINTAINED, &out);
  return list_of (p, &out);
}

static void keep_branches (struct vpr_prune_stmts *p, const vpr_stmt *s, stmt_list *out) {
  vpr_stmt *kept = copy_of (p, s);
  kept->invariants = keep_invariants (p, s->invariants);
  kept->body = keep_loop_body (p, s, kept->invariants);
  kept->orelse = vpr_prune_body (p, s->orelse);
  kept->has_else = s->has_else && (kept->orelse.len || !p->how->tidy);
  if (s->kind != VPR_STMT_BLOCK) {
    if (is_empty (p, kept) && (s->kind == VPR_STMT_IF || !p->how->slice)) return;
    kept->value = keep_condition (p, s, out);
    assume_invariants (p, kept->invariants, WR_ROLE_INVARIANT_ESTABLISHED, out);
  }
  WR_VEC_PUSH (out, kept);
}

static void keep_one (struct vpr_prune_stmts *p, vpr_stmt *s, stmt_list *out) {
  switch (s->kind) {
  case VPR_STMT_VAR:
  case VPR_STMT_ASSIGN: keep_assignment (p, s, out); return;
  case VPR_STMT_INHALE:
  case VPR_STMT_ASSUME: keep_value (p, s, vpr_prune_conjuncts (p, s->value, false), out); return;
  case VPR_STMT_REFUTE:
    if (!is_off (p, s->value->span)) WR_VEC_PUSH (out, s);
    return;
  case VPR_STMT_ASSERT: keep_assert (p, s, out); return;
  case VPR_STMT_EXHALE: keep_exhale (p, s, out); return;
  case VPR_STMT_BLOCK:
  case VPR_STMT_IF:
  case VPR_STMT_WHILE: keep_branches (p, s, out); return;
  case VPR_STMT_LABEL: {
    vpr_stmt *kept = copy_of (p, s);
    kept->invariants = keep_invariants (p, s->invariants);
    WR_VEC_PUSH (out, kept);
    return;
  }
  case VPR_STMT_QUASIHAVOC:
  case VPR_STMT_QUASIHAVOCALL:
    /* a value that is kept is one of those that may come */
    if (!p->how->tidy) WR_VEC_PUSH (out, s);
    return;
  case VPR_STMT_UNFOLD: keep_unfold (p, s, out); return;
  case VPR_STMT_CALL: keep_call (p, s, out); return;
  case VPR_STMT_FOLD:
    if (!is_broken (p, s)) keep_fold (p, s, out);
    return;
  case VPR_STMT_PACKAGE:
    if (!is_broken (p, s)) keep_package (p, s, out);
    return;
  case VPR_STMT_APPLY:
    if (!is_broken (p, s)) WR_VEC_PUSH (out, s);
    return;
  case VPR_STMT_GOTO:
  case VPR_STMT_DEFINE:
  case VPR_STMT_ERROR:
  case VPR_STMT_KIND_COUNT: break;
  }
  WR_VEC_PUSH (out, s);
}

/* What stays, behind assumptions that its expressions have values where the program fails to show it. */
static void keep_stmt (struct vpr_prune_stmts *p, vpr_stmt *s, stmt_list *out) {
  stmt_list kept = {0};
  vpr_found_exprs needs = {0};
  keep_one (p, s, &kept);
  for (uint32_t i = 0; i < kept.len; i++) {
    WR_VEC_CLEAR (&needs);
    if (is_for_goals (p)) vpr_prune_defined (p, kept.data[i], &needs);
    for (uint32_t k = 0; k < needs.len; k++) WR_VEC_PUSH (out, vpr_prune_assume (p, needs.data[k]));
    WR_VEC_PUSH (out, kept.data[i]);
  }
  WR_VEC_FREE (&needs);
  WR_VEC_FREE (&kept);
}

static void keep_stmts (struct vpr_prune_stmts *p, vpr_stmts stmts, stmt_list *out) {
  for (uint32_t i = 0; i < stmts.len; i++) keep_stmt (p, stmts.data[i], out);
}

vpr_stmts vpr_prune_body (struct vpr_prune_stmts *p, vpr_stmts stmts) {
  stmt_list out = {0};
  keep_stmts (p, stmts, &out);
  return list_of (p, &out);
}
