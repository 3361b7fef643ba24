/* front/viper/parse_binder.c -- expressions that begin with a keyword and whose body reaches as far right as possible, and old. */
#include "front/viper/parse_binder.h"

static vpr_expr *two (struct vpr_parser *p, vpr_expr *e, vpr_expr *first, vpr_expr *second) {
  vpr_expr *args[] = {first, second};
  vpr_set_args (p, e, second ? 2 : 1, args);
  return vpr_end_expr (p, e);
}

static vpr_expr *parenthesised (struct vpr_parser *p) {
  vpr_expect (p, VPR_TOK_LPAREN);
  vpr_expr *e = vpr_parse_expr (p);
  vpr_expect (p, VPR_TOK_RPAREN);
  return e;
}

/* old(e), old[l](e), old[lhs](e) */
static vpr_expr *parse_old (struct vpr_parser *p, uint32_t begin) {
  vpr_expr *e = vpr_new_expr (p, VPR_EXPR_OLD, begin);
  vpr_next (p);
  if (vpr_accept (p, VPR_TOK_LBRACKET)) {
    e->lhs = vpr_accept (p, VPR_TOK_LHS);
    if (!e->lhs) e->ident = vpr_parse_ident (p);
    vpr_expect (p, VPR_TOK_RBRACKET);
  }
  return two (p, e, parenthesised (p), NULL);
}

/* let x == (e) in e */
static vpr_expr *parse_let (struct vpr_parser *p, uint32_t begin) {
  vpr_expr *e = vpr_new_expr (p, VPR_EXPR_LET, begin);
  vpr_next (p);
  uint32_t mark = p->stack.len;
  vpr_push (p, vpr_new_var (p, VPR_VAR_BOUND, vpr_parse_ident (p), NULL));
  VPR_KEEP (p, &e->vars, mark);
  vpr_expect (p, VPR_TOK_EQ);
  vpr_expr *value = parenthesised (p);
  vpr_expect (p, VPR_TOK_IN);
  return two (p, e, value, vpr_parse_expr (p));
}

/* { e, e }* */
static void parse_triggers (struct vpr_parser *p, vpr_expr *e) {
  WR_VEC (struct vpr_trigger) triggers = {0};
  while (vpr_at (p, VPR_TOK_LBRACE)) {
    struct vpr_trigger trigger = {0};
    uint32_t begin = p->look.begin, mark = p->stack.len;
    vpr_next (p);
    if (!vpr_at (p, VPR_TOK_RBRACE)) {
      do vpr_push (p, vpr_parse_expr (p));
      while (vpr_accept (p, VPR_TOK_COMMA));
    }
    vpr_expect (p, VPR_TOK_RBRACE);
    VPR_KEEP (p, &trigger.exprs, mark);
    trigger.span = vpr_span_from (p, begin);
    WR_VEC_PUSH (&triggers, trigger);
  }
  if (triggers.len) {
    e->triggers.data = WR_VEC_KEEP (p->arena, &triggers);
    e->triggers.len = triggers.len;
  }
  WR_VEC_FREE (&triggers);
}

static vpr_expr *parse_quantifier (struct vpr_parser *p, uint32_t begin, enum vpr_expr_kind kind) {
  vpr_expr *e = vpr_new_expr (p, kind, begin);
  vpr_next (p);
  e->vars = vpr_parse_vars (p, VPR_VAR_BOUND);
  vpr_expect (p, VPR_TOK_QSEP);
  parse_triggers (p, e);
  return two (p, e, vpr_parse_expr (p), NULL);
}

/* forperm x: T [resource] :: e */
static vpr_expr *parse_forperm (struct vpr_parser *p, uint32_t begin) {
  vpr_expr *e = vpr_new_expr (p, VPR_EXPR_FORPERM, begin);
  vpr_next (p);
  p->resource = true;
  e->vars = vpr_parse_vars (p, VPR_VAR_BOUND);
  p->resource = false;
  vpr_expect (p, VPR_TOK_LBRACKET);
  vpr_expr *resource = vpr_parse_expr (p);
  vpr_require_location (p, resource, true);
  vpr_expect (p, VPR_TOK_RBRACKET);
  vpr_expect (p, VPR_TOK_QSEP);
  return two (p, e, resource, vpr_parse_expr (p));
}

static vpr_expr *parse_unfolding (struct vpr_parser *p, uint32_t begin) {
  vpr_expr *e = vpr_new_expr (p, VPR_EXPR_UNFOLDING, begin);
  vpr_next (p);
  vpr_expr *predicate = vpr_parse_predacc (p);
  vpr_expect (p, VPR_TOK_IN);
  return two (p, e, predicate, vpr_parse_expr (p));
}

/* applying (wand) in e, asserting (a) in e */
static vpr_expr *parse_ghost (struct vpr_parser *p, uint32_t begin, enum vpr_expr_kind kind) {
  vpr_expr *e = vpr_new_expr (p, kind, begin);
  vpr_next (p);
  vpr_expr *what = parenthesised (p);
  vpr_expect (p, VPR_TOK_IN);
  return two (p, e, what, vpr_parse_expr (p));
}

vpr_expr *vpr_parse_binder (struct vpr_parser *p, uint32_t begin) {
  switch ((int)p->look.kind) {
  case VPR_TOK_OLD: return parse_old (p, begin);
  case VPR_TOK_LET: return parse_let (p, begin);
  case VPR_TOK_FORALL: return parse_quantifier (p, begin, VPR_EXPR_FORALL);
  case VPR_TOK_EXISTS: return parse_quantifier (p, begin, VPR_EXPR_EXISTS);
  case VPR_TOK_FORPERM: return parse_forperm (p, begin);
  case VPR_TOK_UNFOLDING: return parse_unfolding (p, begin);
  case VPR_TOK_APPLYING: return parse_ghost (p, begin, VPR_EXPR_APPLYING);
  case VPR_TOK_ASSERTING: return parse_ghost (p, begin, VPR_EXPR_ASSERTING);
  default: return NULL;
  }
}
