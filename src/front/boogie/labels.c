/* front/boogie/labels.c -- gotos and breaks find their labels.  A label belongs to the statement that
   follows it; a `break` may name it if that is an enclosing `if` or `while`. */
#include "front/boogie/parse.h"

#include "base/check.h"
#include "base/map.h"

struct linker {
  struct bpl_parser *p;
  bool silent;   /* after a syntax error labels may have been lost */
  wr_map labels; /* symbol to LABEL statement */
};

/* The statements that enclose the current one. */
struct enclosing {
  const struct enclosing *outer;
  bpl_stmt *stmt;
  wr_symbol label; /* none if it has none */
  bool apart;      /* simple statements stand between the label and the statement */
};

static void collect (struct linker *l, const struct bpl_body *body) {
  for (uint32_t i = 0; i < body->stmts.len; i++) {
    bpl_stmt *stmt = body->stmts.data[i];
    if (stmt->kind == BPL_STMT_LABEL && !wr_map_has (&l->labels, stmt->ident.name.ix))
      wr_map_put (&l->labels, stmt->ident.name.ix, (uint64_t)(uintptr_t)stmt);
    if (stmt->body) collect (l, stmt->body);
    if (stmt->otherwise) collect (l, stmt->otherwise);
  }
}

static wr_str name_of (struct linker *l, wr_symbol name) {
  wr_str text = wr_symbol_text (l->p->symbols, name);
  if (text.len > 60) text.len = 60;
  return text;
}

static void link_goto (struct linker *l, bpl_stmt *stmt) {
  stmt->labels.data = WR_NEW (l->p->arena, bpl_stmt *, stmt->idents.len);
  for (uint32_t i = 0; i < stmt->idents.len; i++) {
    bpl_ident id = stmt->idents.data[i];
    uint64_t label = 0;
    if (wr_map_get (&l->labels, id.name.ix, &label))
      stmt->labels.data[stmt->labels.len++] = (bpl_stmt *)(uintptr_t)label;
    else if (!l->silent)
      wr_diag_add (l->p->diags, WR_CODE_UNDEFINED_LABEL,
                   (wr_span){stmt->span.file, stmt->at, stmt->at + 4},
                   "goto label `%.*s` is undefined", WR_STR_ARGS (name_of (l, id.name)));
  }
}

static void link_break (struct linker *l, bpl_stmt *stmt, const struct enclosing *around) {
  wr_symbol want = stmt->ident.name;
  for (; around; around = around->outer) {
    bool found = want.ix ? around->label.ix == want.ix : around->stmt->kind == BPL_STMT_WHILE;
    if (!found) continue;
    if (want.ix && around->apart) break;
    stmt->target = around->stmt;
    return;
  }
  if (l->silent) return;
  wr_span at = {stmt->span.file, stmt->at, stmt->at + 5};
  if (!want.ix) {
    wr_diag_add (l->p->diags, WR_CODE_BREAK_OUTSIDE, at, "this break is not inside a loop");
    return;
  }
  wr_diag *diag = wr_diag_add (l->p->diags, WR_CODE_BREAK_OUTSIDE, at,
                               "break label `%.*s` does not belong to an enclosing statement",
                               WR_STR_ARGS (name_of (l, want)));
  if (!around) return;
  uint64_t label = 0;
  bool known = wr_map_get (&l->labels, want.ix, &label);
  WR_REQUIRE (known);
  wr_diag_note (l->p->diags, diag, ((const bpl_stmt *)(uintptr_t)label)->ident.span,
                "the label belongs to the statement that follows it, not to the enclosing one");
}

static void link_body (struct linker *l, struct bpl_body *body, const struct enclosing *around) {
  struct enclosing inner = {.outer = around};
  for (uint32_t i = 0; i < body->stmts.len; i++) {
    bpl_stmt *stmt = body->stmts.data[i];
    if (stmt->kind == BPL_STMT_LABEL) {
      inner.label = stmt->ident.name;
      inner.apart = false;
      continue;
    }
    if (stmt->kind == BPL_STMT_GOTO) link_goto (l, stmt);
    if (stmt->kind == BPL_STMT_BREAK) link_break (l, stmt, around);
    if (stmt->body) {
      inner.stmt = stmt;
      link_body (l, stmt->body, &inner);
      if (stmt->otherwise) link_body (l, stmt->otherwise, &inner);
      inner.label.ix = 0;
    }
    inner.apart = true;
  }
}

void bpl_link_labels (struct bpl_parser *p, struct bpl_body *body) {
  struct linker l = {.p = p, .silent = p->decl_errors || p->too_deep};
  collect (&l, body);
  link_body (&l, body, NULL);
  wr_map_free (&l.labels);
}

/* -- duplicates ------------------------------------------------------------------------------------ */

static void check_body (const struct bpl_program *program, wr_diags *diags, wr_map *seen,
                        const struct bpl_body *body) {
  for (uint32_t i = 0; i < body->stmts.len; i++) {
    const bpl_stmt *stmt = body->stmts.data[i];
    if (stmt->kind == BPL_STMT_LABEL) {
      wr_symbol name = stmt->ident.name;
      uint64_t first = 0;
      if (wr_map_get (seen, name.ix, &first)) {
        wr_str text = wr_symbol_text (program->symbols, name);
        wr_diag *diag = wr_diag_add (diags, WR_CODE_DUPLICATE_LABEL, stmt->ident.span,
                                     "label `%.*s` is declared twice in this body",
                                     (int)(text.len > 60 ? 60 : text.len), text.ptr);
        wr_diag_note (diags, diag, ((const bpl_stmt *)(uintptr_t)first)->ident.span,
                      "the first declaration");
      } else {
        wr_map_put (seen, name.ix, (uint64_t)(uintptr_t)stmt);
      }
    }
    if (stmt->body) check_body (program, diags, seen, stmt->body);
    if (stmt->otherwise) check_body (program, diags, seen, stmt->otherwise);
  }
}

void bpl_check_duplicate_labels (const struct bpl_program *program, wr_diags *diags) {
  for (uint32_t i = 0; i < program->decls.len; i++) {
    const bpl_decl *decl = program->decls.data[i];
    if (!decl->body) continue;
    wr_map seen = {0};
    check_body (program, diags, &seen, decl->body);
    wr_map_free (&seen);
  }
}
