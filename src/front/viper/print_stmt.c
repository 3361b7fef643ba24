/* front/viper/print_stmt.c -- statements and clauses as text. */
#include "front/viper/print.h"

#include "base/check.h"

void vpr_emit_line (struct vpr_printer *p) {
  wr_buf_add_char (p->out, '\n');
  for (uint32_t i = 0; i < p->indent; i++) vpr_emit (p, "  ");
}

void vpr_emit_clauses (struct vpr_printer *p, const char *word, vpr_exprs clauses) {
  p->indent++;
  for (uint32_t i = 0; i < clauses.len; i++) {
    vpr_emit_line (p);
    vpr_emit (p, word);
    vpr_emit (p, " ");
    vpr_emit_expr (p, clauses.data[i], 1);
  }
  p->indent--;
}

/* `_` alone would be the wildcard. */
static void emit_tuple (struct vpr_printer *p, vpr_exprs tuple) {
  bool underscore =
      tuple.data[0]->kind == VPR_EXPR_NAME &&
      wr_str_equal (wr_symbol_text (p->symbols, tuple.data[0]->ident.name), WR_LIT ("_"));
  vpr_emit (p, underscore ? " (" : " ");
  vpr_emit_expr (p, tuple.data[0], 1);
  if (underscore) vpr_emit (p, ")");
  for (uint32_t i = 1; i < tuple.len; i++) {
    vpr_emit (p, ", ");
    vpr_emit_expr (p, tuple.data[i], 1);
  }
}

void vpr_emit_measures (struct vpr_printer *p, vpr_measures measures) {
  p->indent++;
  for (uint32_t i = 0; i < measures.len; i++) {
    const struct vpr_measure *measure = &measures.data[i];
    vpr_emit_line (p);
    vpr_emit (p, "decreases");
    if (measure->kind == VPR_MEASURE_WILDCARD) vpr_emit (p, " _");
    if (measure->kind == VPR_MEASURE_STAR) vpr_emit (p, " *");
    if (measure->tuple.len) emit_tuple (p, measure->tuple);
    if (!measure->condition) continue;
    vpr_emit (p, " if ");
    vpr_emit_expr (p, measure->condition, 1);
  }
  p->indent--;
}

/* -- statements --------------------------------------------------------------------------------------- */

static void emit_stmt (struct vpr_printer *p, const vpr_stmt *s);

void vpr_emit_block (struct vpr_printer *p, vpr_stmts stmts) {
  vpr_emit (p, "{");
  p->indent++;
  for (uint32_t i = 0; i < stmts.len; i++) {
    vpr_emit_line (p);
    emit_stmt (p, stmts.data[i]);
  }
  p->indent--;
  vpr_emit_line (p);
  vpr_emit (p, "}");
}

static void emit_if (struct vpr_printer *p, const vpr_stmt *s) {
  for (;;) {
    vpr_emit (p, "if (");
    vpr_emit_expr (p, s->value, 1);
    vpr_emit (p, ") ");
    vpr_emit_block (p, s->body);
    if (!s->has_else) return;
    vpr_emit (p, " else");
    const vpr_stmt *only = s->orelse.len == 1 ? s->orelse.data[0] : NULL;
    if (!only || only->kind != VPR_STMT_IF || only->annots) break;
    s = only;
  }
  vpr_emit (p, " ");
  vpr_emit_block (p, s->orelse);
}

static void emit_while (struct vpr_printer *p, const vpr_stmt *s) {
  vpr_emit (p, "while (");
  vpr_emit_expr (p, s->value, 1);
  vpr_emit (p, ")");
  vpr_emit_clauses (p, "invariant", s->invariants);
  vpr_emit_measures (p, s->measures);
  vpr_emit_line (p);
  vpr_emit_block (p, s->body);
}

static void emit_assign (struct vpr_printer *p, const vpr_stmt *s) {
  if (s->kind == VPR_STMT_VAR) {
    vpr_emit (p, "var ");
    vpr_emit_vars (p, s->vars);
  } else {
    vpr_emit_exprs (p, s->targets);
  }
  if (!s->value) return;
  if (s->targets.len) vpr_emit (p, " := ");
  vpr_emit_expr (p, s->value, 1);
}

/* A wand may stand here as it is; something looser may not. */
static void emit_wand (struct vpr_printer *p, const vpr_expr *e) {
  bool wand = e->kind == VPR_EXPR_BINARY && e->op == VPR_OP_WAND;
  vpr_emit_expr (p, e, wand ? 1 : 4);
}

/* A block behind `package` would be its script. */
static void emit_package (struct vpr_printer *p, const vpr_stmt *s) {
  vpr_emit (p, "package ");
  emit_wand (p, s->value);
  vpr_emit (p, s->has_script ? " " : ";");
  if (s->has_script) vpr_emit_block (p, s->body);
}

static void emit_quasihavoc (struct vpr_printer *p, const vpr_stmt *s) {
  vpr_emit (p, s->kind == VPR_STMT_QUASIHAVOC ? "quasihavoc " : "quasihavocall ");
  vpr_emit_vars (p, s->vars);
  if (s->kind == VPR_STMT_QUASIHAVOCALL) vpr_emit (p, " :: ");
  if (s->condition) {
    vpr_emit_expr (p, s->condition, 4);
    vpr_emit (p, " ==> ");
    vpr_emit_expr (p, s->value, 1);
  } else {
    emit_wand (p, s->value);
  }
}

static void emit_simple (struct vpr_printer *p, const char *word, const vpr_stmt *s) {
  vpr_emit (p, word);
  vpr_emit_expr (p, s->value, 1);
}

static void emit_label (struct vpr_printer *p, const vpr_stmt *s) {
  vpr_emit (p, s->kind == VPR_STMT_GOTO ? "goto " : "label ");
  vpr_emit_name (p, s->ident.name);
  vpr_emit_clauses (p, "invariant", s->invariants);
}

static void emit_bare (struct vpr_printer *p, const vpr_stmt *s) {
  switch (s->kind) {
  case VPR_STMT_BLOCK: vpr_emit_block (p, s->body); return;
  case VPR_STMT_VAR:
  case VPR_STMT_ASSIGN:
  case VPR_STMT_CALL: emit_assign (p, s); return;
  case VPR_STMT_INHALE: emit_simple (p, "inhale ", s); return;
  case VPR_STMT_EXHALE: emit_simple (p, "exhale ", s); return;
  case VPR_STMT_ASSERT: emit_simple (p, "assert ", s); return;
  case VPR_STMT_ASSUME: emit_simple (p, "assume ", s); return;
  case VPR_STMT_REFUTE: emit_simple (p, "refute ", s); return;
  case VPR_STMT_FOLD: emit_simple (p, "fold ", s); return;
  case VPR_STMT_UNFOLD: emit_simple (p, "unfold ", s); return;
  case VPR_STMT_IF: emit_if (p, s); return;
  case VPR_STMT_WHILE: emit_while (p, s); return;
  case VPR_STMT_GOTO:
  case VPR_STMT_LABEL: emit_label (p, s); return;
  case VPR_STMT_PACKAGE: emit_package (p, s); return;
  case VPR_STMT_APPLY:
    vpr_emit (p, "apply ");
    emit_wand (p, s->value);
    return;
  case VPR_STMT_QUASIHAVOC:
  case VPR_STMT_QUASIHAVOCALL: emit_quasihavoc (p, s); return;
  case VPR_STMT_ERROR:
  case VPR_STMT_DEFINE:
  case VPR_STMT_KIND_COUNT: break;
  }
  WR_UNREACHABLE ();
}

static void emit_stmt (struct vpr_printer *p, const vpr_stmt *s) {
  vpr_emit_annots (p, s->annots);
  size_t begin = p->out->len;
  emit_bare (p, s);
  vpr_emit_from (p, s->span, begin);
}
