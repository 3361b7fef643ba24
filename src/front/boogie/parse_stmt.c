/* front/boogie/parse_stmt.c -- statements. */
#include "front/boogie/parse_stmt.h"

bpl_stmt *bpl_new_stmt (struct bpl_parser *p, enum bpl_stmt_kind kind) {
  bpl_stmt *stmt = WR_NEW (p->arena, bpl_stmt, 1);
  stmt->kind = kind;
  stmt->at = p->look.begin;
  stmt->span = bpl_span_of (p, p->look);
  return stmt;
}

static bpl_exprs one_expr (struct bpl_parser *p) {
  bpl_exprs list = {WR_NEW (p->arena, bpl_expr *, 1), 1};
  list.data[0] = bpl_parse_expr (p);
  return list;
}

/* -- simple statements ---------------------------------------------------------------------------- */

/* ("assert" | "assume") attrs Expr ";" */
static bpl_stmt *parse_predicate (struct bpl_parser *p, enum bpl_stmt_kind kind) {
  bpl_stmt *stmt = bpl_new_stmt (p, kind);
  bpl_next (p);
  stmt->attrs = bpl_parse_attrs (p);
  stmt->exprs = one_expr (p);
  bpl_expect (p, BPL_TOK_SEMICOLON);
  return stmt;
}

static bpl_stmt *parse_havoc (struct bpl_parser *p) {
  bpl_stmt *stmt = bpl_new_stmt (p, BPL_STMT_HAVOC);
  bpl_next (p);
  stmt->idents = bpl_parse_idents (p);
  bpl_expect (p, BPL_TOK_SEMICOLON);
  return stmt;
}

static bpl_stmt *parse_measure (struct bpl_parser *p) {
  bpl_stmt *stmt = bpl_new_stmt (p, BPL_STMT_MEASURE);
  bpl_next (p);
  stmt->attrs = bpl_parse_attrs (p);
  stmt->exprs = bpl_parse_exprs (p);
  bpl_expect (p, BPL_TOK_SEMICOLON);
  return stmt;
}

/* ("hide" | "reveal") (ident | "*") ";" */
static bpl_stmt *parse_hide (struct bpl_parser *p, enum bpl_stmt_kind kind) {
  bpl_stmt *stmt = bpl_new_stmt (p, kind);
  bpl_next (p);
  stmt->at = p->look.begin;
  if (bpl_at (p, BPL_TOK_IDENT))
    stmt->ident = bpl_parse_ident (p);
  else if (!bpl_accept (p, BPL_TOK_STAR))
    bpl_syntax_error (p, "the name of a function or `*`");
  bpl_expect (p, BPL_TOK_SEMICOLON);
  return stmt;
}

static bpl_stmt *parse_scope (struct bpl_parser *p, enum bpl_stmt_kind kind) {
  bpl_stmt *stmt = bpl_new_stmt (p, kind);
  bpl_next (p);
  bpl_expect (p, BPL_TOK_SEMICOLON);
  return stmt;
}

/* -- assignments and labels ------------------------------------------------------------------------ */

/* {"[" [exprs] "]" | "->" Ident} */
static struct bpl_target *parse_target (struct bpl_parser *p, bpl_ident id) {
  struct bpl_target *target = WR_NEW (p->arena, struct bpl_target, 1);
  uint32_t mark = p->stack.len, height = 0;
  target->id = id;
  while (bpl_at (p, BPL_TOK_LBRACKET) || bpl_at (p, BPL_TOK_ARROW)) {
    struct bpl_step *step = WR_NEW (p->arena, struct bpl_step, 1);
    uint32_t begin = p->look.begin;
    if (++height > BPL_MAX_NESTING)
      bpl_report_depth (p, bpl_span_of (p, p->look), "this is nested too deeply", BPL_MAX_NESTING);
    if (bpl_accept (p, BPL_TOK_ARROW)) {
      step->kind = BPL_STEP_FIELD;
      step->field = bpl_parse_ident (p);
    } else {
      bpl_next (p);
      step->kind = BPL_STEP_INDEX;
      if (bpl_at_expr (p)) step->index = bpl_parse_exprs (p);
      bpl_expect (p, BPL_TOK_RBRACKET);
    }
    step->span = bpl_span_from (p, begin);
    bpl_push (p, step);
  }
  target->step_count = p->stack.len - mark;
  target->steps = WR_NEW (p->arena, struct bpl_step, target->step_count);
  for (uint32_t i = 0; i < target->step_count; i++)
    target->steps[i] = *(struct bpl_step *)p->stack.data[mark + i];
  p->stack.len = mark;
  target->span = bpl_span_from (p, id.span.begin);
  return target;
}

static void parse_assign (struct bpl_parser *p, bpl_stmt *stmt, bpl_ident id) {
  stmt->kind = BPL_STMT_ASSIGN;
  uint32_t mark = p->stack.len;
  bpl_push (p, parse_target (p, id));
  while (bpl_accept (p, BPL_TOK_COMMA)) {
    bpl_ident next = bpl_parse_ident (p);
    bpl_push (p, parse_target (p, next));
  }
  stmt->targets.len = p->stack.len - mark;
  stmt->targets.data = WR_NEW (p->arena, struct bpl_target, stmt->targets.len);
  for (uint32_t i = 0; i < stmt->targets.len; i++)
    stmt->targets.data[i] = *(struct bpl_target *)p->stack.data[mark + i];
  p->stack.len = mark;
  stmt->at = p->look.begin;
  bpl_expect (p, BPL_TOK_BECOMES);
  stmt->attrs = bpl_parse_attrs (p);
  stmt->exprs = bpl_parse_exprs (p);
  bpl_expect (p, BPL_TOK_SEMICOLON);
}

static void parse_unpack (struct bpl_parser *p, bpl_stmt *stmt, bpl_ident id) {
  stmt->kind = BPL_STMT_UNPACK;
  stmt->ident = id;
  bpl_next (p);
  stmt->idents = bpl_parse_idents (p);
  bpl_expect (p, BPL_TOK_RPAREN);
  stmt->at = p->look.begin;
  bpl_expect (p, BPL_TOK_BECOMES);
  stmt->attrs = bpl_parse_attrs (p);
  stmt->exprs = one_expr (p);
  bpl_expect (p, BPL_TOK_SEMICOLON);
}

/* Ident ":"  |  Ident "(" ids ")" ":=" ...  |  target {"," target} ":=" ... */
static bpl_stmt *parse_label_or_assign (struct bpl_parser *p) {
  bpl_stmt *stmt = bpl_new_stmt (p, BPL_STMT_LABEL);
  bpl_ident id = bpl_parse_ident (p);
  switch ((int)p->look.kind) {
  case BPL_TOK_COLON:
    bpl_next (p);
    stmt->ident = id;
    return stmt;
  case BPL_TOK_LPAREN: parse_unpack (p, stmt, id); return stmt;
  case BPL_TOK_LBRACKET:
  case BPL_TOK_ARROW:
  case BPL_TOK_COMMA:
  case BPL_TOK_BECOMES: parse_assign (p, stmt, id); return stmt;
  default: break;
  }
  if (bpl_at_ident (p) && wr_str_equal (wr_symbol_text (p->symbols, id.name), WR_LIT ("par"))) {
    bpl_civl (p, id.span, "a parallel call");
    bpl_skip_past_semicolon (p);
  } else {
    bpl_syntax_error (p, "`:=` or `:`");
  }
  return NULL;
}

/* -- calls ------------------------------------------------------------------------------------------ */

static void parse_call_args (struct bpl_parser *p, bpl_stmt *stmt) {
  bpl_expect (p, BPL_TOK_LPAREN);
  if (bpl_at_expr (p)) stmt->exprs = bpl_parse_exprs (p);
  bpl_expect (p, BPL_TOK_RPAREN);
}

/* "call" attrs [ids ":="] Ident "(" [exprs] ")" */
static void parse_call_params (struct bpl_parser *p, bpl_stmt *stmt) {
  stmt->at = p->look.begin;
  bpl_expect (p, BPL_TOK_CALL);
  stmt->attrs = bpl_parse_attrs (p);
  stmt->ident = bpl_parse_ident (p);
  if (bpl_at (p, BPL_TOK_LPAREN)) {
    parse_call_args (p, stmt);
  } else if (bpl_at (p, BPL_TOK_COMMA) || bpl_at (p, BPL_TOK_BECOMES)) {
    uint32_t mark = p->idents.len;
    WR_VEC_PUSH (&p->idents, stmt->ident);
    while (bpl_accept (p, BPL_TOK_COMMA)) {
      bpl_ident id = bpl_parse_ident (p);
      WR_VEC_PUSH (&p->idents, id);
    }
    stmt->idents = bpl_keep_idents (p, mark);
    bpl_expect (p, BPL_TOK_BECOMES);
    stmt->ident = bpl_parse_ident (p);
    parse_call_args (p, stmt);
  } else {
    bpl_syntax_error (p, "`(` or `:=`");
  }
}

static bpl_stmt *parse_call (struct bpl_parser *p) {
  bpl_stmt *stmt = bpl_new_stmt (p, BPL_STMT_CALL);
  if (bpl_at (p, BPL_TOK_ASYNC)) {
    bpl_civl (p, bpl_span_of (p, p->look), "an asynchronous call");
    bpl_skip_past_semicolon (p);
    return NULL;
  }
  stmt->free = bpl_accept (p, BPL_TOK_FREE);
  parse_call_params (p, stmt);
  if (bpl_at (p, BPL_TOK_BAR)) {
    bpl_civl (p, bpl_span_of (p, p->look), "a parallel call");
    bpl_skip_past_semicolon (p);
    return NULL;
  }
  bpl_expect (p, BPL_TOK_SEMICOLON);
  return stmt;
}

/* -- jumps ------------------------------------------------------------------------------------------- */

bpl_stmt *bpl_parse_goto (struct bpl_parser *p) {
  bpl_stmt *stmt = bpl_new_stmt (p, BPL_STMT_GOTO);
  bpl_next (p);
  stmt->attrs = bpl_parse_attrs (p);
  stmt->idents = bpl_parse_idents (p);
  bpl_expect (p, BPL_TOK_SEMICOLON);
  return stmt;
}

bpl_stmt *bpl_parse_return (struct bpl_parser *p, bool with_value) {
  bpl_stmt *stmt = bpl_new_stmt (p, BPL_STMT_RETURN);
  bpl_next (p);
  stmt->attrs = bpl_parse_attrs (p);
  if (with_value) stmt->exprs = one_expr (p);
  stmt->at = p->last.begin;
  bpl_expect (p, BPL_TOK_SEMICOLON);
  return stmt;
}

static bpl_stmt *parse_break (struct bpl_parser *p) {
  bpl_stmt *stmt = bpl_new_stmt (p, BPL_STMT_BREAK);
  bpl_next (p);
  if (bpl_at_ident (p)) stmt->ident = bpl_parse_ident (p);
  bpl_expect (p, BPL_TOK_SEMICOLON);
  return stmt;
}

/* -- structured statements ---------------------------------------------------------------------------- */

/* "(" ("*" | Expr) ")" */
static bpl_exprs parse_guard (struct bpl_parser *p) {
  bpl_exprs guard = {NULL, 0};
  bpl_expect (p, BPL_TOK_LPAREN);
  if (bpl_accept (p, BPL_TOK_STAR)) {
  } else if (bpl_at_expr (p)) {
    guard = one_expr (p);
  } else {
    bpl_syntax_error (p, "a condition or `*`");
  }
  bpl_expect (p, BPL_TOK_RPAREN);
  return guard;
}

static bpl_stmt *parse_if (struct bpl_parser *p) {
  bpl_stmt *stmt = bpl_new_stmt (p, BPL_STMT_IF);
  bpl_next (p);
  stmt->attrs = bpl_parse_attrs (p);
  stmt->exprs = parse_guard (p);
  stmt->body = bpl_parse_block (p);
  if (bpl_accept (p, BPL_TOK_ELSE)) {
    if (bpl_at (p, BPL_TOK_IF)) {
      struct bpl_body *body = WR_NEW (p->arena, struct bpl_body, 1);
      body->stmts.data = WR_NEW (p->arena, bpl_stmt *, 1);
      if (bpl_enter (p)) {
        body->stmts.data[0] = parse_if (p);
        body->stmts.len = 1;
        body->span = body->stmts.data[0]->span;
      }
      bpl_leave (p);
      stmt->otherwise = body;
      stmt->else_if = body->stmts.len == 1;
    } else if (bpl_at (p, BPL_TOK_LBRACE)) {
      stmt->otherwise = bpl_parse_block (p);
    } else {
      bpl_syntax_error (p, "`if` or `{`");
    }
  }
  stmt->span = bpl_span_from (p, stmt->span.begin);
  return stmt;
}

void bpl_parse_measure (struct bpl_parser *p, struct bpl_spec *spec) {
  spec->kind = BPL_SPEC_MEASURE;
  bpl_expect (p, BPL_TOK_MEASURE);
  spec->attrs = bpl_parse_attrs (p);
  spec->exprs = bpl_parse_exprs (p);
  bpl_expect (p, BPL_TOK_SEMICOLON);
}

/* ["free"] "invariant" attrs Expr ";" | "measure" ...; NULL for what is not supported. */
static struct bpl_spec *parse_loop_spec (struct bpl_parser *p) {
  struct bpl_spec *spec = WR_NEW (p->arena, struct bpl_spec, 1);
  spec->at = p->look.begin;
  if (bpl_at (p, BPL_TOK_MEASURE)) {
    bpl_parse_measure (p, spec);
  } else {
    spec->kind = BPL_SPEC_INVARIANT;
    spec->free = bpl_accept (p, BPL_TOK_FREE);
    bpl_expect (p, BPL_TOK_INVARIANT);
    spec->attrs = bpl_parse_attrs (p);
    if (bpl_at (p, BPL_TOK_CALL) || bpl_at (p, BPL_TOK_ASYNC)) {
      bpl_civl (p, bpl_span_of (p, p->look), "a yield invariant of a loop");
      bpl_skip_past_semicolon (p);
      return NULL;
    }
    spec->exprs = one_expr (p);
    bpl_expect (p, BPL_TOK_SEMICOLON);
  }
  spec->span = bpl_span_from (p, spec->at);
  return spec;
}

static bpl_stmt *parse_while (struct bpl_parser *p) {
  bpl_stmt *stmt = bpl_new_stmt (p, BPL_STMT_WHILE);
  bpl_next (p);
  stmt->exprs = parse_guard (p);
  uint32_t mark = p->stack.len;
  while (bpl_at (p, BPL_TOK_FREE) || bpl_at (p, BPL_TOK_INVARIANT) || bpl_at (p, BPL_TOK_MEASURE)) {
    struct bpl_spec *spec = parse_loop_spec (p);
    if (spec) bpl_push (p, spec);
    if (p->distance < BPL_ERROR_DISTANCE && p->decl_errors && p->last.kind != BPL_TOK_SEMICOLON &&
        !bpl_at (p, BPL_TOK_LBRACE) && !bpl_at_decl_word (p))
      bpl_skip_past_semicolon (p);
  }
  bpl_keep_specs (p, &stmt->specs, mark);
  stmt->body = bpl_parse_block (p);
  return stmt;
}

void bpl_keep_specs (struct bpl_parser *p, bpl_specs *specs, uint32_t mark) {
  specs->len = p->stack.len - mark;
  specs->data = WR_NEW (p->arena, struct bpl_spec, specs->len);
  for (uint32_t i = 0; i < specs->len; i++)
    specs->data[i] = *(struct bpl_spec *)p->stack.data[mark + i];
  p->stack.len = mark;
}

/* -- all statements ------------------------------------------------------------------------------------ */

/* Label or command, as blocks of code expressions allow them; NULL if there is none, or after errors. */
bpl_stmt *bpl_parse_command (struct bpl_parser *p) {
  switch ((int)p->look.kind) {
  case BPL_TOK_ASSERT: return parse_predicate (p, BPL_STMT_ASSERT);
  case BPL_TOK_ASSUME: return parse_predicate (p, BPL_STMT_ASSUME);
  case BPL_TOK_HAVOC: return parse_havoc (p);
  case BPL_TOK_CALL:
  case BPL_TOK_FREE:
  case BPL_TOK_ASYNC: return parse_call (p);
  case BPL_TOK_MEASURE: return parse_measure (p);
  case BPL_TOK_HIDE: return parse_hide (p, BPL_STMT_HIDE);
  case BPL_TOK_REVEAL: return parse_hide (p, BPL_STMT_REVEAL);
  case BPL_TOK_PUSH: return parse_scope (p, BPL_STMT_PUSH);
  case BPL_TOK_POP: return parse_scope (p, BPL_STMT_POP);
  case BPL_TOK_YIELD:
    bpl_civl (p, bpl_span_of (p, p->look), "yield");
    bpl_skip_past_semicolon (p);
    return NULL;
  default: return bpl_at_ident (p) ? parse_label_or_assign (p) : NULL;
  }
}

bpl_stmt *bpl_parse_stmt (struct bpl_parser *p) {
  bpl_stmt *stmt;
  uint32_t begin = p->look.begin;
  switch ((int)p->look.kind) {
  case BPL_TOK_IF: stmt = parse_if (p); break;
  case BPL_TOK_WHILE: stmt = parse_while (p); break;
  case BPL_TOK_BREAK: stmt = parse_break (p); break;
  case BPL_TOK_GOTO: stmt = bpl_parse_goto (p); break;
  case BPL_TOK_RETURN: stmt = bpl_parse_return (p, false); break;
  default: stmt = bpl_parse_command (p); break;
  }
  if (stmt) stmt->span = bpl_span_from (p, begin);
  return stmt;
}
