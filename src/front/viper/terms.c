/* front/viper/terms.c -- what terms of triggers and the arguments of `forperm` may be, and targets of calls. */
#include "front/viper/check.h"
#include "front/viper/report.h"
#include "front/viper/terms.h"

struct terms {
  wr_diags *diags;
  wr_interner *symbols;
  vpr_expr_stack stack;
};

/* -- triggers ---------------------------------------------------------------------------------- */

static bool is_collection_op (enum vpr_op op) {
  return op == VPR_OP_IN || op == VPR_OP_APPEND || op == VPR_OP_UNION ||
         op == VPR_OP_INTERSECTION || op == VPR_OP_SETMINUS || op == VPR_OP_SUBSET;
}

static bool is_wand (const vpr_expr *e) {
  return e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_WAND;
}

/* A term that a solver can look for; what is inside is another matter. */
bool vpr_may_trigger (const vpr_expr *e) {
  switch (e->kind) {
  case VPR_EXPR_CALL:
  case VPR_EXPR_INSTANCE:
  case VPR_EXPR_FIELD:
  case VPR_EXPR_DESTRUCTOR:
  case VPR_EXPR_DISCRIMINATOR:
  case VPR_EXPR_ACC:
  case VPR_EXPR_SEQ:
  case VPR_EXPR_SET:
  case VPR_EXPR_MULTISET:
  case VPR_EXPR_MAP:
  case VPR_EXPR_RANGE:
  case VPR_EXPR_LENGTH:
  case VPR_EXPR_INDEX:
  case VPR_EXPR_UPDATE:
  case VPR_EXPR_TAKE:
  case VPR_EXPR_DROP:
  case VPR_EXPR_DOMAIN_OF:
  case VPR_EXPR_RANGE_OF: return true;
  case VPR_EXPR_BINARY: return is_collection_op (e->op) || is_wand (e);
  case VPR_EXPR_ERROR:
  case VPR_EXPR_TRUE:
  case VPR_EXPR_FALSE:
  case VPR_EXPR_NULL:
  case VPR_EXPR_RESULT:
  case VPR_EXPR_NONE:
  case VPR_EXPR_WRITE:
  case VPR_EXPR_WILDCARD:
  case VPR_EXPR_EPSILON:
  case VPR_EXPR_INT:
  case VPR_EXPR_NAME:
  case VPR_EXPR_UNARY:
  case VPR_EXPR_COND:
  case VPR_EXPR_INHALE_EXHALE:
  case VPR_EXPR_ASCRIBED:
  case VPR_EXPR_PERM:
  case VPR_EXPR_FORPERM:
  case VPR_EXPR_OLD:
  case VPR_EXPR_LET:
  case VPR_EXPR_FORALL:
  case VPR_EXPR_EXISTS:
  case VPR_EXPR_UNFOLDING:
  case VPR_EXPR_APPLYING:
  case VPR_EXPR_ASSERTING:
  case VPR_EXPR_NEW:
  case VPR_EXPR_KIND_COUNT: break;
  }
  return false;
}

bool vpr_forbidden_in_trigger (const vpr_expr *e) {
  if (e->kind == VPR_EXPR_UNARY || e->kind == VPR_EXPR_COND) return true;
  return e->kind == VPR_EXPR_BINARY && !is_collection_op (e->op) && !is_wand (e);
}

static const vpr_expr *strip (const vpr_expr *e) {
  while (e->kind == VPR_EXPR_OLD || e->kind == VPR_EXPR_ASCRIBED) e = e->args.data[0];
  return e;
}

/* The operator that spoils the term, or NULL.  What a wand says is not part of the term. */
static const vpr_expr *find_forbidden (struct terms *t, const vpr_expr *term) {
  const vpr_expr *found = NULL;
  if (is_wand (term)) return NULL;
  WR_VEC_CLEAR (&t->stack);
  WR_VEC_PUSH (&t->stack, (vpr_expr *)term);
  while (t->stack.len && !found) {
    const vpr_expr *e = WR_VEC_POP (&t->stack);
    if (vpr_forbidden_in_trigger (e)) found = e;
    vpr_stack_parts (&t->stack, e);
  }
  return found;
}

static void check_term (struct terms *t, const struct vpr_trigger *trigger, const vpr_expr *e) {
  const vpr_expr *term = strip (e);
  if (!vpr_may_trigger (term)) {
    wr_diag *diag = vpr_type_error (t->diags, WR_CODE_TRIGGER_OPERATOR, trigger->span,
                                    "this is no trigger: a term must be an application of a "
                                    "function, a field access or an operation on a collection");
    wr_diag_note (t->diags, diag, e->span, "this term is none of these");
    return;
  }
  const vpr_expr *forbidden = find_forbidden (t, term);
  if (!forbidden) return;
  wr_diag *diag = vpr_type_error (t->diags, WR_CODE_TRIGGER_OPERATOR, trigger->span,
                                  "this is no trigger: arithmetic, comparisons, Boolean operators "
                                  "and conditionals cannot be matched");
  wr_diag_note (t->diags, diag, forbidden->span, "this operator cannot be matched");
}

static void check_triggers (struct terms *t, const vpr_expr *quantifier) {
  for (uint32_t i = 0; i < quantifier->triggers.len; i++) {
    const struct vpr_trigger *trigger = &quantifier->triggers.data[i];
    for (uint32_t j = 0; j < trigger->exprs.len; j++)
      check_term (t, trigger, trigger->exprs.data[j]);
  }
}

/* -- forperm ----------------------------------------------------------------------------------- */

static bool mentions (const vpr_expr *e, const vpr_var *var) {
  if (e->kind == VPR_EXPR_NAME) return e->var == var;
  for (uint32_t i = 0; i < e->args.len; i++)
    if (mentions (e->args.data[i], var)) return true;
  return false;
}

static void check_forperm (struct terms *t, const vpr_expr *e) {
  const vpr_expr *resource = e->args.data[0];
  for (uint32_t i = 0; i < e->vars.len; i++) {
    const vpr_var *var = e->vars.data[i];
    const char *name = wr_symbol_text (t->symbols, var->id.name).ptr;
    if (!mentions (resource, var))
      vpr_type_error (t->diags, WR_CODE_MISPLACED, e->span,
                      "the resource of `forperm` does not mention `%s`", name);
    for (uint32_t j = 0; !is_wand (resource) && j < resource->args.len; j++) {
      const vpr_expr *arg = resource->args.data[j];
      if (arg->kind != VPR_EXPR_NAME && mentions (arg, var))
        vpr_type_error (t->diags, WR_CODE_MISPLACED, arg->span,
                        "`%s` can only be a receiver or an argument by itself in the resource of "
                        "`forperm`",
                        name);
    }
  }
}

/* -- targets ----------------------------------------------------------------------------------- */

static void check_targets (struct terms *t, const vpr_stmt *s) {
  for (uint32_t i = 1; i < s->targets.len; i++)
    for (uint32_t j = 0; j < i; j++) {
      const vpr_expr *a = s->targets.data[j], *b = s->targets.data[i];
      if (a->kind != VPR_EXPR_FIELD || b->kind != VPR_EXPR_FIELD || a->decl != b->decl) continue;
      vpr_type_error (t->diags, WR_CODE_ASSIGNED_TWICE, b->span,
                      "a call cannot assign the field `%s` twice",
                      wr_symbol_text (t->symbols, b->ident.name).ptr);
      break;
    }
}

static void check_stmts (struct terms *t, vpr_stmts stmts) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    if (stmts.data[i]->targets.len > 1) check_targets (t, stmts.data[i]);
    check_stmts (t, stmts.data[i]->body);
    check_stmts (t, stmts.data[i]->orelse);
  }
}

static void check_top (void *ctx, vpr_decl *member, vpr_stmt *stmt, vpr_expr *expr,
                       enum vpr_role role) {
  struct terms *t = ctx;
  vpr_expr_stack rest = {0};
  (void)member, (void)stmt, (void)role;
  WR_VEC_PUSH (&rest, expr);
  while (rest.len) {
    const vpr_expr *e = WR_VEC_POP (&rest);
    if (e->triggers.len) check_triggers (t, e);
    if (e->kind == VPR_EXPR_FORPERM) check_forperm (t, e);
    vpr_stack_parts (&rest, e);
  }
  WR_VEC_FREE (&rest);
}

void vpr_check_terms (vpr_program *program, wr_diags *diags) {
  struct terms t = {diags, program->symbols, {0}};
  vpr_each_top (program, check_top, &t);
  for (uint32_t i = 0; i < program->decls.len; i++) check_stmts (&t, program->decls.data[i]->body);
  WR_VEC_FREE (&t.stack);
}
