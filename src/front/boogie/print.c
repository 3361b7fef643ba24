/* front/boogie/print.c -- statements and declarations as text. */
#include "front/boogie/print.h"

#include "base/check.h"

static void emit_block (struct bpl_printer *p, const struct bpl_body *body);

static void line (struct bpl_printer *p) {
  wr_buf_add_char (p->out, '\n');
  for (uint32_t i = 0; i < p->indent; i++) bpl_emit (p, "  ");
}

static void emit_all (struct bpl_printer *p, bpl_exprs exprs) {
  bpl_emit_exprs (p, (const bpl_expr *const *)exprs.data, exprs.len);
}

/* -- statements ------------------------------------------------------------------------------------- */

static const char *spec_word (enum bpl_spec_kind kind) {
  switch (kind) {
  case BPL_SPEC_REQUIRES: return "requires";
  case BPL_SPEC_ENSURES: return "ensures";
  case BPL_SPEC_MODIFIES: return "modifies";
  case BPL_SPEC_INVARIANT: return "invariant";
  case BPL_SPEC_MEASURE: return "measure";
  }
  WR_UNREACHABLE ();
}

static void emit_specs (struct bpl_printer *p, bpl_specs specs) {
  p->indent++;
  for (uint32_t i = 0; i < specs.len; i++) {
    const struct bpl_spec *spec = &specs.data[i];
    line (p);
    if (spec->free) bpl_emit (p, "free ");
    bpl_emit (p, spec_word (spec->kind));
    if (spec->attrs || spec->exprs.len || spec->idents.len) bpl_emit (p, " ");
    bpl_emit_attrs (p, spec->attrs);
    bpl_emit_names (p, spec->idents);
    emit_all (p, spec->exprs);
    bpl_emit (p, ";");
  }
  p->indent--;
}

static void emit_target (struct bpl_printer *p, const struct bpl_target *target) {
  bpl_emit_name (p, target->id.name);
  for (uint32_t i = 0; i < target->step_count; i++) {
    const struct bpl_step *step = &target->steps[i];
    if (step->kind == BPL_STEP_FIELD) {
      bpl_emit (p, "->");
      bpl_emit_name (p, step->field.name);
    } else {
      bpl_emit (p, "[");
      emit_all (p, step->index);
      bpl_emit (p, "]");
    }
  }
}

static void emit_assign (struct bpl_printer *p, const bpl_stmt *stmt) {
  for (uint32_t i = 0; i < stmt->targets.len; i++) {
    if (i) bpl_emit (p, ", ");
    emit_target (p, &stmt->targets.data[i]);
  }
  bpl_emit (p, " := ");
  bpl_emit_attrs (p, stmt->attrs);
  emit_all (p, stmt->exprs);
}

static void emit_unpack (struct bpl_printer *p, const bpl_stmt *stmt) {
  bpl_emit_name (p, stmt->ident.name);
  bpl_emit (p, "(");
  bpl_emit_names (p, stmt->idents);
  bpl_emit (p, ") := ");
  bpl_emit_attrs (p, stmt->attrs);
  emit_all (p, stmt->exprs);
}

static void emit_call (struct bpl_printer *p, const bpl_stmt *stmt) {
  bpl_emit (p, stmt->free ? "free call " : "call ");
  bpl_emit_attrs (p, stmt->attrs);
  bpl_emit_names (p, stmt->idents);
  if (stmt->idents.len) bpl_emit (p, " := ");
  bpl_emit_name (p, stmt->ident.name);
  bpl_emit (p, "(");
  emit_all (p, stmt->exprs);
  bpl_emit (p, ")");
}

/* word attrs names or expressions */
static void emit_words (struct bpl_printer *p, const char *word, const bpl_stmt *stmt) {
  bpl_emit (p, word);
  if (stmt->attrs || stmt->idents.len || stmt->exprs.len) bpl_emit (p, " ");
  bpl_emit_attrs (p, stmt->attrs);
  bpl_emit_names (p, stmt->idents);
  emit_all (p, stmt->exprs);
}

static void emit_hide (struct bpl_printer *p, const char *word, const bpl_stmt *stmt) {
  bpl_emit (p, word);
  p->escape_all = true;
  if (stmt->ident.name.ix)
    bpl_emit_name (p, stmt->ident.name);
  else
    bpl_emit (p, "*");
  p->escape_all = false;
}

static void emit_guard (struct bpl_printer *p, const bpl_stmt *stmt) {
  bpl_emit (p, "(");
  if (stmt->exprs.len)
    emit_all (p, stmt->exprs);
  else
    bpl_emit (p, "*");
  bpl_emit (p, ")");
}

/* `else if` chains are as deep as they are long: go along them. */
static void emit_if (struct bpl_printer *p, const bpl_stmt *stmt) {
  for (;;) {
    bpl_emit (p, "if ");
    bpl_emit_attrs (p, stmt->attrs);
    emit_guard (p, stmt);
    bpl_emit (p, " ");
    emit_block (p, stmt->body);
    if (!stmt->otherwise) return;
    bpl_emit (p, " else ");
    if (!stmt->else_if) break;
    stmt = stmt->otherwise->stmts.data[0];
  }
  emit_block (p, stmt->otherwise);
}

static void emit_while (struct bpl_printer *p, const bpl_stmt *stmt) {
  bpl_emit (p, "while ");
  emit_guard (p, stmt);
  if (stmt->specs.len) {
    emit_specs (p, stmt->specs);
    line (p);
  } else {
    bpl_emit (p, " ");
  }
  emit_block (p, stmt->body);
}

static void emit_stmt (struct bpl_printer *p, const bpl_stmt *stmt) {
  switch (stmt->kind) {
  case BPL_STMT_LABEL:
    bpl_emit_name (p, stmt->ident.name);
    bpl_emit (p, ":");
    return;
  case BPL_STMT_IF: emit_if (p, stmt); return;
  case BPL_STMT_WHILE: emit_while (p, stmt); return;
  case BPL_STMT_ASSERT: emit_words (p, "assert", stmt); break;
  case BPL_STMT_ASSUME: emit_words (p, "assume", stmt); break;
  case BPL_STMT_HAVOC: emit_words (p, "havoc", stmt); break;
  case BPL_STMT_GOTO: emit_words (p, "goto", stmt); break;
  case BPL_STMT_RETURN: emit_words (p, "return", stmt); break;
  case BPL_STMT_MEASURE: emit_words (p, "measure", stmt); break;
  case BPL_STMT_ASSIGN: emit_assign (p, stmt); break;
  case BPL_STMT_UNPACK: emit_unpack (p, stmt); break;
  case BPL_STMT_CALL: emit_call (p, stmt); break;
  case BPL_STMT_BREAK:
    bpl_emit (p, "break");
    if (stmt->ident.name.ix) bpl_emit (p, " ");
    if (stmt->ident.name.ix) bpl_emit_name (p, stmt->ident.name);
    break;
  case BPL_STMT_HIDE: emit_hide (p, "hide ", stmt); break;
  case BPL_STMT_REVEAL: emit_hide (p, "reveal ", stmt); break;
  case BPL_STMT_PUSH: bpl_emit (p, "push"); break;
  case BPL_STMT_POP: bpl_emit (p, "pop"); break;
  case BPL_STMT_KIND_COUNT: WR_UNREACHABLE ();
  }
  bpl_emit (p, ";");
}

/* -- bodies ----------------------------------------------------------------------------------------- */

/* One `var` for each group of names. */
static void emit_locals (struct bpl_printer *p, bpl_vars locals) {
  for (uint32_t i = 0; i < locals.len;) {
    uint32_t end = i + 1;
    while (end < locals.len && !locals.data[end]->group_first) end++;
    line (p);
    bpl_emit (p, "var ");
    bpl_emit_vars (p, (bpl_vars){locals.data + i, end - i}, true);
    bpl_emit (p, ";");
    i = end;
  }
}

/* Labels stand one step to the left of the statements. */
static void emit_stmts (struct bpl_printer *p, bpl_stmts stmts) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    bool label = stmts.data[i]->kind == BPL_STMT_LABEL;
    if (label) p->indent--;
    line (p);
    if (label) p->indent++;
    emit_stmt (p, stmts.data[i]);
  }
}

static void emit_lines (struct bpl_printer *p, const struct bpl_body *body) {
  p->indent++;
  emit_locals (p, body->locals);
  if (body->locals.len && body->stmts.len) bpl_emit (p, "\n");
  emit_stmts (p, body->stmts);
  p->indent--;
  line (p);
}

static void emit_block (struct bpl_printer *p, const struct bpl_body *body) {
  bpl_emit (p, "{");
  emit_lines (p, body);
  bpl_emit (p, "}");
}

void bpl_emit_code (struct bpl_printer *p, const struct bpl_body *body) {
  bpl_emit (p, "|{");
  emit_lines (p, body);
  bpl_emit (p, "}|");
}

/* -- declarations ----------------------------------------------------------------------------------- */

static void emit_axiom (struct bpl_printer *p, const bpl_decl *decl) {
  bpl_emit (p, decl->hideable ? "hideable axiom " : "axiom ");
  bpl_emit_attrs (p, decl->attrs);
  bpl_emit_expr (p, decl->body_expr);
  bpl_emit (p, ";");
}

static void emit_uses (struct bpl_printer *p, const bpl_decl *decl) {
  bpl_emit (p, " uses {");
  p->indent++;
  for (uint32_t i = 0; i < decl->axioms.len; i++) {
    line (p);
    emit_axiom (p, decl->axioms.data[i]);
  }
  p->indent--;
  line (p);
  bpl_emit (p, "}");
}

static void emit_const (struct bpl_printer *p, const bpl_decl *decl) {
  bpl_emit (p, "const ");
  bpl_emit_attrs (p, decl->attrs);
  if (decl->vars.len && decl->vars.data[0]->unique) bpl_emit (p, "unique ");
  bpl_emit_vars (p, decl->vars, false);
  if (decl->has_uses)
    emit_uses (p, decl);
  else
    bpl_emit (p, ";");
}

static void emit_var (struct bpl_printer *p, const bpl_decl *decl) {
  bpl_emit (p, "var ");
  bpl_emit_attrs (p, decl->attrs);
  bpl_emit_vars (p, decl->vars, false);
  bpl_emit (p, ";");
}

/* In functions each parameter has attributes of its own and the type may follow a later name. */
static void emit_function_vars (struct bpl_printer *p, bpl_vars vars) {
  for (uint32_t i = 0; i < vars.len; i++) {
    const bpl_var *var = vars.data[i];
    if (i) bpl_emit (p, ", ");
    bpl_emit_attrs (p, var->attrs);
    if (var->id.name.ix) bpl_emit_name (p, var->id.name);
    if (i + 1 < vars.len && !vars.data[i + 1]->group_first) continue;
    if (var->id.name.ix) bpl_emit (p, ": ");
    bpl_emit_type (p, var->type);
  }
}

static void emit_function (struct bpl_printer *p, const bpl_decl *decl) {
  bpl_emit (p, decl->revealed ? "revealed function " : "function ");
  bpl_emit_attrs (p, decl->attrs);
  bpl_emit_name (p, decl->id.name);
  bpl_emit_tparams (p, decl->params);
  bpl_emit (p, "(");
  emit_function_vars (p, decl->ins);
  bpl_emit (p, decl->result_colon ? "): " : ") returns (");
  emit_function_vars (p, decl->outs);
  if (!decl->result_colon) bpl_emit (p, ")");
  if (decl->body_expr) {
    bpl_emit (p, " {");
    p->indent++;
    line (p);
    bpl_emit_expr (p, decl->body_expr);
    p->indent--;
    line (p);
    bpl_emit (p, "}");
  }
  if (decl->has_uses)
    emit_uses (p, decl);
  else if (!decl->body_expr)
    bpl_emit (p, ";");
}

static void emit_type_decl (struct bpl_printer *p, const bpl_decl *decl) {
  if (decl->type_group_first) bpl_emit (p, "type ");
  if (decl->type_group_first) bpl_emit_attrs (p, decl->attrs);
  bpl_emit_name (p, decl->id.name);
  for (uint32_t i = 0; i < decl->params.len; i++) {
    bpl_emit (p, " ");
    bpl_emit_name (p, decl->params.data[i]->id.name);
  }
  if (!decl->body_type) return;
  bpl_emit (p, " = ");
  bpl_emit_type (p, decl->body_type);
}

static void emit_datatype (struct bpl_printer *p, const bpl_decl *decl) {
  bpl_emit (p, "datatype ");
  bpl_emit_attrs (p, decl->attrs);
  bpl_emit_name (p, decl->id.name);
  bpl_emit_tparams (p, decl->params);
  bpl_emit (p, " {");
  p->indent++;
  for (uint32_t i = 0; i < decl->constructors.len; i++) {
    const struct bpl_constructor *c = &decl->constructors.data[i];
    line (p);
    bpl_emit_name (p, c->id.name);
    bpl_emit (p, "(");
    bpl_emit_vars (p, c->fields, true);
    bpl_emit (p, i + 1 < decl->constructors.len ? ")," : ")");
  }
  p->indent--;
  line (p);
  bpl_emit (p, "}");
}

static void emit_procedure (struct bpl_printer *p, const bpl_decl *decl) {
  if (decl->pure) bpl_emit (p, "pure ");
  bpl_emit (p, decl->kind == BPL_DECL_PROCEDURE ? "procedure " : "implementation ");
  bpl_emit_attrs (p, decl->attrs);
  bpl_emit_name (p, decl->id.name);
  bpl_emit_tparams (p, decl->params);
  bpl_emit (p, "(");
  bpl_emit_vars (p, decl->ins, true);
  bpl_emit (p, ")");
  if (decl->outs.len) {
    bpl_emit (p, " returns (");
    bpl_emit_vars (p, decl->outs, true);
    bpl_emit (p, ")");
  }
  if (!decl->body) bpl_emit (p, ";");
  emit_specs (p, decl->specs);
  if (!decl->body) return;
  line (p);
  emit_block (p, decl->body);
}

static void emit_decl (struct bpl_printer *p, const bpl_decl *decl) {
  switch (decl->kind) {
  case BPL_DECL_TYPE: emit_type_decl (p, decl); return;
  case BPL_DECL_DATATYPE: emit_datatype (p, decl); return;
  case BPL_DECL_CONST: emit_const (p, decl); return;
  case BPL_DECL_VAR: emit_var (p, decl); return;
  case BPL_DECL_FUNCTION: emit_function (p, decl); return;
  case BPL_DECL_AXIOM: emit_axiom (p, decl); return;
  case BPL_DECL_PROCEDURE:
  case BPL_DECL_IMPLEMENTATION: emit_procedure (p, decl); return;
  case BPL_DECL_UNSUPPORTED: return;
  case BPL_DECL_KIND_COUNT: break;
  }
  WR_UNREACHABLE ();
}

static bool goes_on (bpl_decls decls, uint32_t i) {
  return decls.data[i]->kind == BPL_DECL_TYPE && i + 1 < decls.len &&
         decls.data[i + 1]->kind == BPL_DECL_TYPE && !decls.data[i + 1]->type_group_first;
}

void bpl_print (wr_buf *out, const struct bpl_program *program) {
  struct bpl_printer p = {.out = out, .symbols = program->symbols};
  for (uint32_t i = 0; i < program->decls.len; i++) {
    const bpl_decl *decl = program->decls.data[i];
    if (i && (decl->kind != program->decls.data[i - 1]->kind || decl->body)) bpl_emit (&p, "\n");
    emit_decl (&p, decl);
    if (goes_on (program->decls, i))
      bpl_emit (&p, ", ");
    else
      bpl_emit (&p, decl->kind == BPL_DECL_TYPE ? ";\n" : "\n");
  }
}
