/* front/boogie/parse_body.c -- bodies: local variables, lists of statements, the blocks of code expressions, and how
   the parser finds its way again after an error in one of them. */
#include "front/boogie/parse_stmt.h"

bool bpl_at_decl_word (const struct bpl_parser *p) {
  switch ((int)p->look.kind) {
  case BPL_TOK_END:
  case BPL_TOK_PROCEDURE:
  case BPL_TOK_IMPLEMENTATION:
  case BPL_TOK_FUNCTION:
  case BPL_TOK_AXIOM:
  case BPL_TOK_CONST:
  case BPL_TOK_TYPE:
  case BPL_TOK_DATATYPE: return true;
  default: return false;
  }
}

static bool at_stmt_word (const struct bpl_parser *p) {
  switch ((int)p->look.kind) {
  case BPL_TOK_ASSERT:
  case BPL_TOK_ASSUME:
  case BPL_TOK_HAVOC:
  case BPL_TOK_CALL:
  case BPL_TOK_IF:
  case BPL_TOK_WHILE:
  case BPL_TOK_BREAK:
  case BPL_TOK_GOTO:
  case BPL_TOK_RETURN:
  case BPL_TOK_MEASURE: return true;
  default: return false;
  }
}

/* After an error: to the end of the statement, to a word that begins one, or to the closing brace. */
static void recover (struct bpl_parser *p) {
  uint32_t braces = 0;
  while (!bpl_at_decl_word (p)) {
    if (braces == 0 && (bpl_at (p, BPL_TOK_RBRACE) || at_stmt_word (p))) break;
    bool semicolon = bpl_at (p, BPL_TOK_SEMICOLON);
    if (bpl_at (p, BPL_TOK_LBRACE)) braces++;
    if (bpl_at (p, BPL_TOK_RBRACE)) braces--;
    bpl_next (p);
    if (semicolon && braces == 0) break;
  }
  p->distance = bpl_at_decl_word (p) ? 0 : BPL_ERROR_DISTANCE;
}

/* A declaration of local variables after the first statement: reported, then passed over.  After an error
   among the declarations the next ones come here as well. */
static void late_locals (struct bpl_parser *p) {
  if (p->decl_errors == 0)
    bpl_syntax_error (p, "a statement: local variables are declared at the beginning of a body");
  uint32_t mark = p->stack.len;
  bpl_parse_var_decl (p, BPL_VAR_LOCAL);
  p->stack.len = mark;
}

/* {Statement} "}" */
static void parse_stmts (struct bpl_parser *p, struct bpl_body *body) {
  uint32_t mark = p->stack.len;
  while (!bpl_cancelled (p)) {
    uint32_t begin = p->look.begin;
    bpl_stmt *stmt = bpl_parse_stmt (p);
    if (stmt) {
      bpl_push (p, stmt);
    } else if (p->look.begin == begin || p->distance < BPL_ERROR_DISTANCE) {
      if (bpl_at (p, BPL_TOK_RBRACE) || p->too_deep) break;
      if (bpl_at (p, BPL_TOK_VAR)) {
        late_locals (p);
        continue;
      }
      if (bpl_at (p, BPL_TOK_LBRACE) && p->decl_errors) { /* its head was wrong */
        bpl_parse_block (p);
        continue;
      }
      if (bpl_at_decl_word (p) && p->decl_errors) p->distance = 0; /* braces no longer match */
      bpl_syntax_error (p, "a statement or `}`");
      recover (p);
      if (bpl_at_decl_word (p)) break;
    }
  }
  BPL_KEEP (p, &body->stmts, mark);
  bpl_expect (p, BPL_TOK_RBRACE);
}

struct bpl_body *bpl_parse_block (struct bpl_parser *p) {
  struct bpl_body *body = WR_NEW (p->arena, struct bpl_body, 1);
  uint32_t begin = p->look.begin;
  bpl_expect (p, BPL_TOK_LBRACE);
  if (bpl_enter (p)) parse_stmts (p, body);
  bpl_leave (p);
  body->span = bpl_span_from (p, begin);
  return body;
}

/* -- bodies ------------------------------------------------------------------------------------------------ */

static void parse_locals (struct bpl_parser *p, struct bpl_body *body) {
  uint32_t mark = p->stack.len;
  while (bpl_at (p, BPL_TOK_VAR) && !bpl_cancelled (p)) {
    uint32_t first = p->stack.len;
    bpl_attr *attrs = bpl_parse_var_decl (p, BPL_VAR_LOCAL);
    for (; first < p->stack.len; first++) ((bpl_var *)p->stack.data[first])->attrs = attrs;
  }
  BPL_KEEP (p, &body->locals, mark);
}

/* After an error in the head of a body: to its brace, if statements do not begin before. */
static void find_brace (struct bpl_parser *p) {
  if (bpl_at_ident (p)) return;
  while (!bpl_at (p, BPL_TOK_LBRACE) && !bpl_at (p, BPL_TOK_RBRACE) && !bpl_at_decl_word (p) &&
         !at_stmt_word (p))
    bpl_next (p);
  bpl_accept (p, BPL_TOK_LBRACE);
  p->distance = BPL_ERROR_DISTANCE;
}

struct bpl_body *bpl_parse_body (struct bpl_parser *p) {
  struct bpl_body *body = WR_NEW (p->arena, struct bpl_body, 1);
  uint32_t begin = p->look.begin;
  if (!bpl_accept (p, BPL_TOK_LBRACE)) {
    bpl_syntax_error (p, bpl_token_name (BPL_TOK_LBRACE));
    find_brace (p);
  }
  parse_locals (p, body);
  if (bpl_enter (p)) parse_stmts (p, body);
  bpl_leave (p);
  body->span = bpl_span_from (p, begin);
  bpl_link_labels (p, body);
  return body;
}

/* Ident ":" {Command} ("goto" ... | "return" Expr) ";" */
static void parse_code_block (struct bpl_parser *p) {
  bpl_stmt *label = bpl_new_stmt (p, BPL_STMT_LABEL);
  label->ident = bpl_parse_ident (p);
  bpl_expect (p, BPL_TOK_COLON);
  label->span = bpl_span_from (p, label->at);
  bpl_push (p, label);
  for (;;) {
    uint32_t begin = p->look.begin;
    bpl_stmt *stmt = bpl_parse_command (p);
    if (!stmt && p->look.begin == begin) break;
    if (!stmt) continue;
    stmt->span = bpl_span_from (p, begin);
    if (stmt->kind == BPL_STMT_LABEL)
      bpl_error (p, WR_CODE_LABEL_IN_BLOCK, "a block of a code expression has only one label");
    else
      bpl_push (p, stmt);
  }
  uint32_t begin = p->look.begin;
  bpl_stmt *jump = NULL;
  if (bpl_at (p, BPL_TOK_GOTO))
    jump = bpl_parse_goto (p);
  else if (bpl_at (p, BPL_TOK_RETURN))
    jump = bpl_parse_return (p, true);
  else
    bpl_syntax_error (p, "`goto` or `return`");
  if (!jump) return;
  jump->span = bpl_span_from (p, begin);
  bpl_push (p, jump);
}

struct bpl_body *bpl_parse_code_body (struct bpl_parser *p) {
  struct bpl_body *body = WR_NEW (p->arena, struct bpl_body, 1);
  uint32_t begin = p->look.begin;
  bpl_expect (p, BPL_TOK_LCODE);
  parse_locals (p, body);
  uint32_t mark = p->stack.len;
  do parse_code_block (p);
  while (bpl_at_ident (p));
  BPL_KEEP (p, &body->stmts, mark);
  bpl_expect (p, BPL_TOK_RCODE);
  body->span = bpl_span_from (p, begin);
  bpl_link_labels (p, body);
  return body;
}
