/* front/boogie/typecheck_measure.c -- where measures may stand: one clause for a procedure, one for a loop.
   In code with gotos the head of a loop is the block of a label to which a later goto jumps back. */
#include "front/boogie/callgraph.h"
#include "front/boogie/resolve.h"
#include "front/boogie/typecheck.h"

struct measures {
  bpl_checker *c;
  wr_map heads, seen; /* labels */
};

static uint64_t key_of (const bpl_stmt *s) { return (uint64_t)(uintptr_t)s; }

/* Labels met so far are in `seen`; a goto to one of them makes it a loop head. */
static void find_heads (struct measures *m, const struct bpl_body *body) {
  for (uint32_t i = 0; i < body->stmts.len; i++) {
    const bpl_stmt *s = body->stmts.data[i];
    if (s->kind == BPL_STMT_LABEL) wr_map_put (&m->seen, key_of (s), 1);
    for (uint32_t k = 0; s->kind == BPL_STMT_GOTO && k < s->labels.len; k++)
      if (s->labels.data[k] && wr_map_has (&m->seen, key_of (s->labels.data[k])))
        wr_map_put (&m->heads, key_of (s->labels.data[k]), 1);
    if (s->body) find_heads (m, s->body);
    if (s->otherwise) find_heads (m, s->otherwise);
  }
}

static bool ends_block (const bpl_stmt *s) {
  return s->kind == BPL_STMT_GOTO || s->kind == BPL_STMT_RETURN || s->kind == BPL_STMT_BREAK ||
         s->body || s->otherwise;
}

static void check_block_measure (struct measures *m, const bpl_stmt *s, const bpl_stmt *head,
                                 uint32_t count, bool assigned) {
  wr_diags *diags = m->c->diags;
  if (!head || !wr_map_has (&m->heads, key_of (head)))
    wr_diag_add (diags, WR_CODE_MEASURE_MISPLACED, bpl_place (s->span, s->at),
                 "a measure can only stand at the head of a loop");
  else if (count == 2)
    wr_diag_add (diags, WR_CODE_MEASURE_TWICE, head->span,
                 "the head of a loop can have only one measure");
  else if (assigned)
    wr_diag_add (diags, WR_CODE_MEASURE_MISPLACED, bpl_place (s->span, s->at),
                 "the measure of a loop must come before the first assignment");
}

static void check_loop (struct measures *m, const bpl_stmt *s) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < s->specs.len; i++) count += s->specs.data[i].kind == BPL_SPEC_MEASURE;
  if (count > 1)
    wr_diag_add (m->c->diags, WR_CODE_MEASURE_TWICE, bpl_place (s->span, s->at),
                 "a loop can have only one measure");
}

static void check_measures (struct measures *m, const struct bpl_body *body) {
  const bpl_stmt *head = NULL;
  uint32_t count = 0;
  bool assigned = false;
  for (uint32_t i = 0; i < body->stmts.len; i++) {
    const bpl_stmt *s = body->stmts.data[i];
    if (s->kind == BPL_STMT_LABEL || ends_block (s)) {
      head = s->kind == BPL_STMT_LABEL ? s : NULL;
      count = 0;
      assigned = false;
    }
    assigned |= s->kind == BPL_STMT_ASSIGN;
    if (s->kind == BPL_STMT_MEASURE) check_block_measure (m, s, head, ++count, assigned);
    if (s->kind == BPL_STMT_WHILE) check_loop (m, s);
    if (s->body) check_measures (m, s->body);
    if (s->otherwise) check_measures (m, s->otherwise);
  }
}

static bool has_measure (const bpl_decl *procedure) {
  for (uint32_t i = 0; i < procedure->specs.len; i++)
    if (procedure->specs.data[i].kind == BPL_SPEC_MEASURE) return true;
  return false;
}

/* Code of a procedure with a measure calls procedures that may lead back to it: they have measures too. */
static void check_calls (struct measures *m, const struct bpl_body *body, const bpl_decl *caller) {
  for (uint32_t i = 0; i < body->stmts.len; i++) {
    const bpl_stmt *s = body->stmts.data[i];
    if (s->body) check_calls (m, s->body, caller);
    if (s->otherwise) check_calls (m, s->otherwise, caller);
    if (s->kind != BPL_STMT_CALL || !s->decl || has_measure (s->decl)) continue;
    if (!bpl_leads_to (m->c->program, s->decl, caller)) continue;
    wr_diag *d =
        wr_diag_add (m->c->diags, WR_CODE_MEASURE_MISSING, bpl_place (s->span, s->at),
                     "this call may lead back to its caller, but the callee has no measure");
    if (d) wr_diag_note (m->c->diags, d, s->decl->id.span, "the callee is declared here");
  }
}

void bpl_check_measures (bpl_checker *c, const bpl_decl *decl) {
  struct measures m = {.c = c};
  uint32_t clauses = 0;
  for (uint32_t i = 0; i < decl->specs.len; i++) {
    const struct bpl_spec *spec = &decl->specs.data[i];
    if (spec->kind == BPL_SPEC_MEASURE && ++clauses == 2)
      wr_diag_add (c->diags, WR_CODE_MEASURE_TWICE, bpl_place (spec->span, spec->at),
                   "a procedure can have only one measure");
  }
  if (!decl->body) return;
  const bpl_decl *procedure = decl->procedure ? decl->procedure : decl;
  if (has_measure (procedure)) check_calls (&m, decl->body, procedure);
  find_heads (&m, decl->body);
  check_measures (&m, decl->body);
  wr_map_free (&m.heads);
  wr_map_free (&m.seen);
}
