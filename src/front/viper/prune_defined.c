/* front/viper/prune_defined.c -- what a statement needs so that its expressions have values, where the program fails that check: such a
   check is assumed by what follows it, and in a pruned program so that the statement verifies. */
#include "front/viper/copy.h"
#include "front/viper/lowering.h"
#include "front/viper/prune.h"

#include <string.h>

struct place {
  wr_arena *arena;
  const struct vpr_undefined *check;
};

static bool same_span (wr_span a, wr_span b) {
  return a.file && a.file == b.file && a.begin == b.begin && a.end == b.end;
}

/* -- new trees, which are no text of the program --------------------------------------------------------- */

static vpr_expr *without_spans (vpr_expr *e) {
  e->span = (wr_span){0};
  for (uint32_t i = 0; i < e->args.len; i++) without_spans (e->args.data[i]);
  return e;
}

static vpr_expr *copy_of (const struct place *p, const vpr_expr *e) {
  struct vpr_copier copier = {p->arena, UINT32_MAX};
  return without_spans (vpr_copy_expr (&copier, e));
}

static vpr_expr *leaf (const struct place *p, enum vpr_expr_kind kind, wr_str text) {
  vpr_expr *e = WR_NEW (p->arena, vpr_expr, 1);
  *e = (vpr_expr){.kind = kind, .text = text, .height = 1};
  return e;
}

static vpr_expr *around (const struct place *p, enum vpr_expr_kind kind, vpr_expr *arg) {
  vpr_expr *e = leaf (p, kind, (wr_str){0});
  e->args.data = WR_NEW (p->arena, vpr_expr *, 1);
  e->args.data[e->args.len++] = arg;
  e->height = arg->height + 1;
  return e;
}

static vpr_expr *binary (const struct place *p, enum vpr_op op, vpr_expr *left, vpr_expr *right) {
  vpr_expr *e = leaf (p, VPR_EXPR_BINARY, (wr_str){0});
  e->op = op;
  e->args.data = WR_NEW (p->arena, vpr_expr *, 2);
  e->args.data[e->args.len++] = left;
  e->args.data[e->args.len++] = right;
  e->height = (left->height > right->height ? left->height : right->height) + 1;
  return e;
}

/* -- the check of one expression ------------------------------------------------------------------------- */

static bool is_for (const struct place *p, const char *reason) {
  return wr_str_equal (p->check->reason, wr_str_of (reason));
}

static vpr_expr *index_condition (const struct place *p, const vpr_expr *e) {
  vpr_expr *whole = copy_of (p, e->args.data[0]), *at = copy_of (p, e->args.data[1]);
  if (is_for (p, "map.key.contains"))
    return binary (p, VPR_OP_IN, at, around (p, VPR_EXPR_DOMAIN_OF, whole));
  if (is_for (p, "seq.index.negative"))
    return binary (p, VPR_OP_LE, leaf (p, VPR_EXPR_INT, WR_LIT ("0")), at);
  if (is_for (p, "seq.index.length"))
    return binary (p, VPR_OP_LT, at, around (p, VPR_EXPR_LENGTH, whole));
  return NULL;
}

/* NULL: the check is about another expression, or Viper cannot say it. */
static vpr_expr *condition (const struct place *p, const vpr_expr *e) {
  wr_span about = p->check->about;
  if (e->kind == VPR_EXPR_FIELD && same_span (e->span, about) &&
      is_for (p, "insufficient.permission"))
    return binary (p, VPR_OP_GT, around (p, VPR_EXPR_PERM, copy_of (p, e)),
                   leaf (p, VPR_EXPR_NONE, (wr_str){0}));
  if (e->args.len < 2 || !same_span (e->args.data[1]->span, about)) return NULL;
  if (e->kind == VPR_EXPR_INDEX || e->kind == VPR_EXPR_UPDATE) return index_condition (p, e);
  bool divides = e->kind == VPR_EXPR_BINARY &&
                 (e->op == VPR_OP_DIV || e->op == VPR_OP_INTDIV || e->op == VPR_OP_MOD);
  const vpr_type *type = e->args.data[1]->type;
  if (divides && type && type->kind == VPR_TYPE_INT && is_for (p, "division.by.zero"))
    return binary (p, VPR_OP_NE, copy_of (p, e->args.data[1]),
                   leaf (p, VPR_EXPR_INT, WR_LIT ("0")));
  return NULL;
}

/* -- where it stands --------------------------------------------------------------------------------------- */

static bool mentions (const vpr_expr *e, const vpr_vars *vars) {
  for (uint32_t i = 0; e->kind == VPR_EXPR_NAME && i < vars->len; i++)
    if (vars->data[i]->id.name.ix == e->ident.name.ix) return true;
  for (uint32_t i = 0; i < e->args.len; i++)
    if (mentions (e->args.data[i], vars)) return true;
  return false;
}

/* `e` with another body, as a tree of its own. */
static vpr_expr *with_body (const struct place *p, const vpr_expr *e, uint32_t body,
                            vpr_expr *value) {
  vpr_expr *kept = copy_of (p, e);
  kept->triggers.len = 0;
  kept->annots = NULL;
  if (kept->kind == VPR_EXPR_EXISTS) kept->kind = VPR_EXPR_FORALL;
  kept->args.data[body] = value;
  return kept;
}

static vpr_expr *in_binary (const struct place *p, const vpr_expr *e, uint32_t i, vpr_expr *found) {
  const vpr_expr *left = e->args.data[0];
  if (i == 0) return found;
  if (e->op == VPR_OP_OR) return binary (p, VPR_OP_OR, copy_of (p, left), found);
  if ((e->op == VPR_OP_AND || e->op == VPR_OP_IMPLIES) && vpr_is_pure (left))
    return binary (p, VPR_OP_IMPLIES, copy_of (p, left), found);
  return found;
}

/* The condition of the i-th part, as one of the whole; NULL: it cannot be said. */
static vpr_expr *lift (const struct place *p, const vpr_expr *e, uint32_t i, vpr_expr *found) {
  switch ((unsigned)e->kind) {
  case VPR_EXPR_BINARY: return in_binary (p, e, i, found);
  case VPR_EXPR_COND:
    if (i == 0) return found;
    return binary (p, i == 1 ? VPR_OP_IMPLIES : VPR_OP_OR, copy_of (p, e->args.data[0]), found);
  case VPR_EXPR_FORALL:
  case VPR_EXPR_EXISTS: return mentions (found, &e->vars) ? with_body (p, e, 0, found) : found;
  case VPR_EXPR_OLD: return with_body (p, e, 0, found);
  case VPR_EXPR_LET:
  case VPR_EXPR_UNFOLDING: return i == 0 ? found : with_body (p, e, 1, found);
  case VPR_EXPR_FORPERM:
  case VPR_EXPR_APPLYING:
  case VPR_EXPR_ASSERTING:
  case VPR_EXPR_INHALE_EXHALE: return NULL;
  default: return found;
  }
}

static vpr_expr *find (const struct place *p, const vpr_expr *e) {
  vpr_expr *found = condition (p, e);
  for (uint32_t i = 0; !found && i < e->args.len; i++) {
    found = find (p, e->args.data[i]);
    if (found) return lift (p, e, i, found);
  }
  return found;
}

/* -- statements ---------------------------------------------------------------------------------------------- */

static bool has_conjunct (const vpr_expr *e, wr_span span) {
  if (same_span (e->span, span)) return true;
  return e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_AND &&
         (has_conjunct (e->args.data[0], span) || has_conjunct (e->args.data[1], span));
}

static bool is_simple (const vpr_stmt *s) {
  return s->value &&
         (s->kind == VPR_STMT_ASSERT || s->kind == VPR_STMT_EXHALE || s->kind == VPR_STMT_ASSUME ||
          s->kind == VPR_STMT_ASSIGN || s->kind == VPR_STMT_VAR || s->kind == VPR_STMT_IF ||
          (s->kind == VPR_STMT_INHALE && vpr_is_pure (s->value)));
}

static vpr_expr *needed_for (const struct place *p, const vpr_stmt *s) {
  vpr_expr *found = NULL;
  bool target = s->kind == VPR_STMT_ASSIGN && s->targets.len == 1;
  const vpr_expr *to = target ? s->targets.data[0] : NULL;
  if (to && to->kind == VPR_EXPR_FIELD && same_span (to->span, p->check->about) &&
      is_for (p, "insufficient.permission"))
    return binary (p, VPR_OP_GE, around (p, VPR_EXPR_PERM, copy_of (p, to)),
                   leaf (p, VPR_EXPR_WRITE, (wr_str){0}));
  if (to) found = find (p, to);
  return found ? found : find (p, s->value);
}

void vpr_prune_defined (const struct vpr_prune_stmts *p, const vpr_stmt *s, vpr_found_exprs *out) {
  if (!is_simple (s)) return;
  for (uint32_t i = 0; i < p->labels->undefined.len; i++) {
    const struct vpr_undefined *check = &p->labels->undefined.data[i];
    if (!same_span (s->span, check->span) && !has_conjunct (s->value, check->span)) continue;
    struct place place = {p->program->arena, check};
    vpr_expr *e = needed_for (&place, s);
    if (e) WR_VEC_PUSH (out, e);
  }
}
