/* front/viper/parse_stmt.c -- statements. */
#include "front/viper/parse.h"

#include <stddef.h>
#include <string.h>

static vpr_stmt *parse_stmt (struct vpr_parser *p);

static vpr_stmt *new_stmt (struct vpr_parser *p, enum vpr_stmt_kind kind) {
  vpr_stmt *s = WR_NEW (p->arena, vpr_stmt, 1);
  s->kind = kind;
  return s;
}

/* -- clauses ------------------------------------------------------------------------------------- */

/* Adds one item to a list in the arena; lists of clauses are short. */
static void *append (struct vpr_parser *p, const void *data, uint32_t *len, size_t size) {
  char *items = wr_arena_take (p->arena, *len + 1, size, _Alignof(max_align_t));
  if (*len) memcpy (items, data, *len * size);
  ++*len;
  return items;
}

/* `_` is an identifier elsewhere. */
static bool at_underscore (const struct vpr_parser *p) {
  return vpr_at (p, VPR_TOK_IDENT) && wr_str_equal (vpr_text_of (p, p->look), WR_LIT ("_"));
}

void vpr_parse_measure (struct vpr_parser *p, vpr_measures *measures) {
  struct vpr_measure measure = {.kind = VPR_MEASURE_TUPLE};
  uint32_t begin = p->look.begin, mark = p->stack.len;
  vpr_next (p);
  if (vpr_accept (p, VPR_TOK_STAR)) {
    measure.kind = VPR_MEASURE_STAR;
  } else if (at_underscore (p)) {
    vpr_next (p);
    measure.kind = VPR_MEASURE_WILDCARD;
  } else if (vpr_at_expr (p)) {
    do vpr_push (p, vpr_parse_expr (p));
    while (vpr_accept (p, VPR_TOK_COMMA));
  }
  VPR_KEEP (p, &measure.tuple, mark);
  if (measure.kind != VPR_MEASURE_STAR && vpr_accept (p, VPR_TOK_IF))
    measure.condition = vpr_parse_expr (p);
  measure.span = vpr_span_from (p, begin);
  vpr_accept (p, VPR_TOK_SEMICOLON);
  measures->data = append (p, measures->data, &measures->len, sizeof measure);
  measures->data[measures->len - 1] = measure;
}

/* invariant e; and decreases ...; in any order.  A label has no measures. */
static void parse_invariants (struct vpr_parser *p, vpr_stmt *s, bool measures) {
  uint32_t mark = p->stack.len;
  for (;;) {
    if (measures && vpr_at (p, VPR_TOK_DECREASES)) {
      vpr_parse_measure (p, &s->measures);
    } else if (vpr_accept (p, VPR_TOK_INVARIANT)) {
      vpr_push (p, vpr_parse_expr (p));
      vpr_accept (p, VPR_TOK_SEMICOLON);
    } else {
      break;
    }
  }
  VPR_KEEP (p, &s->invariants, mark);
}

/* -- statements with a keyword ------------------------------------------------------------------- */

/* inhale e and the like. */
static vpr_stmt *parse_simple (struct vpr_parser *p, enum vpr_stmt_kind kind) {
  vpr_stmt *s = new_stmt (p, kind);
  vpr_next (p);
  s->value = vpr_parse_expr (p);
  return s;
}

static vpr_stmt *parse_fold (struct vpr_parser *p, enum vpr_stmt_kind kind) {
  vpr_stmt *s = new_stmt (p, kind);
  vpr_next (p);
  s->value = vpr_parse_predacc (p);
  return s;
}

static vpr_expr *parse_condition (struct vpr_parser *p) {
  vpr_expect (p, VPR_TOK_LPAREN);
  vpr_expr *e = vpr_parse_expr (p);
  vpr_expect (p, VPR_TOK_RPAREN);
  return e;
}

/* From `if` or `elseif` on.  A long row of elseif is nested, so its length is limited. */
static vpr_stmt *parse_if (struct vpr_parser *p) {
  vpr_stmt *s = new_stmt (p, VPR_STMT_IF);
  uint32_t begin = p->look.begin, mark = p->stack.len;
  vpr_next (p);
  s->value = parse_condition (p);
  s->body = vpr_parse_block (p);
  if (vpr_at (p, VPR_TOK_ELSEIF)) {
    s->has_else = true;
    vpr_push (p, vpr_enter (p) ? parse_if (p) : new_stmt (p, VPR_STMT_ERROR));
    vpr_leave (p);
    VPR_KEEP (p, &s->orelse, mark);
  } else if (vpr_accept (p, VPR_TOK_ELSE)) {
    s->has_else = true;
    s->orelse = vpr_parse_block (p);
  }
  s->span = vpr_span_from (p, begin);
  return s;
}

static vpr_stmt *parse_while (struct vpr_parser *p) {
  vpr_stmt *s = new_stmt (p, VPR_STMT_WHILE);
  vpr_next (p);
  s->value = parse_condition (p);
  parse_invariants (p, s, true);
  s->body = vpr_parse_block (p);
  return s;
}

static vpr_stmt *parse_goto (struct vpr_parser *p) {
  vpr_stmt *s = new_stmt (p, VPR_STMT_GOTO);
  vpr_next (p);
  s->ident = vpr_parse_ident (p);
  return s;
}

static vpr_stmt *parse_label (struct vpr_parser *p) {
  vpr_stmt *s = new_stmt (p, VPR_STMT_LABEL);
  vpr_next (p);
  s->ident = vpr_parse_ident (p);
  s->label = WR_NEW (p->arena, vpr_label, 1);
  *s->label = (vpr_label){s->ident, s, NULL};
  parse_invariants (p, s, false);
  return s;
}

/* package wand [{ script }], apply wand */
static vpr_stmt *parse_wand (struct vpr_parser *p, enum vpr_stmt_kind kind) {
  vpr_stmt *s = new_stmt (p, kind);
  vpr_next (p);
  s->value = vpr_parse_level (p, 4);
  if (kind == VPR_STMT_PACKAGE && vpr_at (p, VPR_TOK_LBRACE)) {
    s->has_script = true;
    s->body = vpr_parse_block (p);
  }
  return s;
}

/* quasihavoc [c ==>] resource, quasihavocall x: T :: [c ==>] resource; whether it is a resource is seen when types are checked. */
static vpr_stmt *parse_quasihavoc (struct vpr_parser *p, enum vpr_stmt_kind kind) {
  vpr_stmt *s = new_stmt (p, kind);
  vpr_next (p);
  if (kind == VPR_STMT_QUASIHAVOCALL) {
    s->vars = vpr_parse_vars (p, VPR_VAR_BOUND);
    vpr_expect (p, VPR_TOK_QSEP);
  }
  s->value = vpr_parse_level (p, 4);
  if (vpr_accept (p, VPR_TOK_IMPLIES)) {
    s->condition = s->value;
    s->value = vpr_parse_expr (p);
  }
  return s;
}

static vpr_expr *name_of (struct vpr_parser *p, vpr_ident id) {
  vpr_expr *e = vpr_new_expr (p, VPR_EXPR_NAME, id.span.begin);
  e->ident = id;
  vpr_set_height (e);
  e->span = id.span;
  return e;
}

static vpr_stmt *parse_var (struct vpr_parser *p) {
  vpr_stmt *s = new_stmt (p, VPR_STMT_VAR);
  vpr_next (p);
  s->vars = vpr_parse_vars (p, VPR_VAR_LOCAL);
  if (!vpr_accept (p, VPR_TOK_BECOMES)) return s;
  uint32_t mark = p->stack.len;
  for (uint32_t i = 0; i < s->vars.len; i++) vpr_push (p, name_of (p, s->vars.data[i]->id));
  VPR_KEEP (p, &s->targets, mark);
  s->value = vpr_parse_expr (p);
  return s;
}

static vpr_stmt *parse_macro (struct vpr_parser *p) {
  vpr_stmt *s = new_stmt (p, VPR_STMT_DEFINE);
  s->define = vpr_parse_define (p, p->look.begin);
  return s;
}

/* -- assignments and calls ------------------------------------------------------------------------- */

static void check_target (struct vpr_parser *p, const vpr_expr *e) {
  if (e->kind != VPR_EXPR_NAME && e->kind != VPR_EXPR_FIELD && e->kind != VPR_EXPR_CALL)
    vpr_parse_error (p, WR_CODE_SYNTAX, e->span,
                     "only variables and fields stand on the left of `:=`");
}

/* targets := value; or a call, or the name of a macro. */
static vpr_stmt *parse_assign (struct vpr_parser *p) {
  vpr_stmt *s = new_stmt (p, VPR_STMT_CALL);
  uint32_t mark = p->stack.len;
  vpr_expr *first = vpr_parse_suffixed (p);
  if (!vpr_at (p, VPR_TOK_COMMA) && !vpr_at (p, VPR_TOK_BECOMES)) {
    s->value = first;
    if (first->kind != VPR_EXPR_NAME && first->kind != VPR_EXPR_CALL) vpr_syntax_error (p, "`:=`");
    return s;
  }
  check_target (p, first);
  vpr_push (p, first);
  while (vpr_accept (p, VPR_TOK_COMMA)) {
    vpr_expr *target = vpr_parse_suffixed (p);
    check_target (p, target);
    vpr_push (p, target);
  }
  VPR_KEEP (p, &s->targets, mark);
  if (s->targets.len == 1) s->kind = VPR_STMT_ASSIGN;
  vpr_expect (p, VPR_TOK_BECOMES);
  s->value = vpr_parse_expr (p);
  return s;
}

/* -- statements -------------------------------------------------------------------------------------- */

static vpr_stmt *parse_block_stmt (struct vpr_parser *p) {
  vpr_stmt *s = new_stmt (p, VPR_STMT_BLOCK);
  s->body = vpr_parse_block (p);
  return s;
}

static vpr_stmt *parse_kind (struct vpr_parser *p) {
  switch ((int)p->look.kind) {
  case VPR_TOK_LBRACE: return parse_block_stmt (p);
  case VPR_TOK_DEFINE: return parse_macro (p);
  case VPR_TOK_VAR: return parse_var (p);
  case VPR_TOK_INHALE: return parse_simple (p, VPR_STMT_INHALE);
  case VPR_TOK_EXHALE: return parse_simple (p, VPR_STMT_EXHALE);
  case VPR_TOK_ASSERT: return parse_simple (p, VPR_STMT_ASSERT);
  case VPR_TOK_ASSUME: return parse_simple (p, VPR_STMT_ASSUME);
  case VPR_TOK_REFUTE: return parse_simple (p, VPR_STMT_REFUTE);
  case VPR_TOK_FOLD: return parse_fold (p, VPR_STMT_FOLD);
  case VPR_TOK_UNFOLD: return parse_fold (p, VPR_STMT_UNFOLD);
  case VPR_TOK_IF: return parse_if (p);
  case VPR_TOK_WHILE: return parse_while (p);
  case VPR_TOK_GOTO: return parse_goto (p);
  case VPR_TOK_LABEL: return parse_label (p);
  case VPR_TOK_PACKAGE: return parse_wand (p, VPR_STMT_PACKAGE);
  case VPR_TOK_APPLY: return parse_wand (p, VPR_STMT_APPLY);
  case VPR_TOK_QUASIHAVOC: return parse_quasihavoc (p, VPR_STMT_QUASIHAVOC);
  case VPR_TOK_QUASIHAVOCALL: return parse_quasihavoc (p, VPR_STMT_QUASIHAVOCALL);
  default: break;
  }
  if (vpr_at_expr (p)) return parse_assign (p);
  vpr_syntax_error (p, "a statement");
  return new_stmt (p, VPR_STMT_ERROR);
}

static vpr_stmt *parse_stmt (struct vpr_parser *p) {
  uint32_t begin = p->look.begin;
  vpr_annot *annots = vpr_parse_annots (p);
  vpr_stmt *s = vpr_enter (p) ? parse_kind (p) : new_stmt (p, VPR_STMT_ERROR);
  vpr_leave (p);
  s->annots = annots;
  s->span = vpr_span_from (p, begin);
  return s;
}

vpr_stmts vpr_parse_block (struct vpr_parser *p) {
  uint32_t mark = p->stack.len;
  vpr_stmts stmts;
  vpr_expect (p, VPR_TOK_LBRACE);
  while (!vpr_at (p, VPR_TOK_RBRACE) && !p->failed) {
    vpr_push (p, parse_stmt (p));
    vpr_accept (p, VPR_TOK_SEMICOLON);
  }
  vpr_expect (p, VPR_TOK_RBRACE);
  VPR_KEEP (p, &stmts, mark);
  return stmts;
}
