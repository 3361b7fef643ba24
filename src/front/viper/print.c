/* front/viper/print.c -- declarations as text. */
#include "front/viper/print.h"

#include "front/viper/builtin.h"

static void emit_formals (struct vpr_printer *p, vpr_vars vars) {
  vpr_emit (p, "(");
  vpr_emit_vars (p, vars);
  vpr_emit (p, ")");
}

static void emit_params (struct vpr_printer *p, vpr_idents params) {
  if (!params.len) return;
  vpr_emit (p, "[");
  vpr_emit_idents (p, params);
  vpr_emit (p, "]");
}

/* word NAME */
static void emit_head (struct vpr_printer *p, const char *word, const vpr_decl *decl) {
  vpr_emit (p, word);
  vpr_emit_name (p, decl->id.name);
}

static void emit_result (struct vpr_printer *p, const vpr_decl *decl) {
  vpr_emit (p, ": ");
  vpr_emit_type (p, decl->written);
}

static void emit_contract (struct vpr_printer *p, const vpr_decl *decl) {
  vpr_emit_clauses (p, "requires", decl->requires_);
  vpr_emit_clauses (p, "ensures", decl->ensures);
  vpr_emit_measures (p, decl->measures);
}

/* { e } on lines of its own */
static void emit_value (struct vpr_printer *p, const vpr_expr *e) {
  vpr_emit (p, "{");
  p->indent++;
  vpr_emit_line (p);
  vpr_emit_expr (p, e, 1);
  p->indent--;
  vpr_emit_line (p);
  vpr_emit (p, "}");
}

static void emit_method (struct vpr_printer *p, const vpr_decl *decl) {
  emit_head (p, "method ", decl);
  emit_formals (p, decl->formals);
  if (decl->returns.len) {
    vpr_emit (p, " returns ");
    emit_formals (p, decl->returns);
  }
  emit_contract (p, decl);
  if (!decl->has_body) return;
  vpr_emit_line (p);
  vpr_emit_block (p, decl->body);
}

static void emit_function (struct vpr_printer *p, const vpr_decl *decl) {
  emit_head (p, "function ", decl);
  emit_formals (p, decl->formals);
  emit_result (p, decl);
  emit_contract (p, decl);
  if (!decl->has_body) return;
  vpr_emit_line (p);
  emit_value (p, decl->value);
}

static void emit_predicate (struct vpr_printer *p, const vpr_decl *decl) {
  emit_head (p, "predicate ", decl);
  emit_formals (p, decl->formals);
  if (!decl->has_body) return;
  vpr_emit (p, " ");
  emit_value (p, decl->value);
}

/* -- domains and data types ---------------------------------------------------------------------------- */

static void emit_part (struct vpr_printer *p, const vpr_decl *part) {
  vpr_emit_annots (p, part->annots);
  if (part->kind == VPR_DECL_AXIOM) {
    vpr_emit (p, "axiom ");
    if (part->id.name.ix) {
      vpr_emit_name (p, part->id.name);
      vpr_emit (p, " ");
    }
    emit_value (p, part->value);
    return;
  }
  bool function = part->kind == VPR_DECL_DOMAIN_FUNCTION;
  emit_head (p, !function ? "" : part->unique ? "unique function " : "function ", part);
  emit_formals (p, part->formals);
  if (!function) return;
  emit_result (p, part);
  if (!part->interpretations.len) return;
  vpr_emit (p, " interpretation ");
  vpr_emit_string (p, part->interpretations.data[0].text);
}

static void emit_parts (struct vpr_printer *p, const vpr_decl *decl) {
  vpr_emit (p, " {");
  p->indent++;
  for (uint32_t i = 0; i < decl->members.len; i++) {
    vpr_emit_line (p);
    emit_part (p, decl->members.data[i]);
  }
  p->indent--;
  vpr_emit_line (p);
  vpr_emit (p, "}");
}

static void emit_domain (struct vpr_printer *p, const vpr_decl *decl) {
  emit_head (p, "domain ", decl);
  emit_params (p, decl->params);
  for (uint32_t i = 0; i < decl->interpretations.len; i++) {
    const struct vpr_interpretation *row = &decl->interpretations.data[i];
    vpr_emit (p, i ? ", " : " interpretation (");
    vpr_emit_name (p, row->backend.name);
    vpr_emit (p, ": ");
    vpr_emit_string (p, row->text);
  }
  if (decl->interpretations.len) vpr_emit (p, ")");
  emit_parts (p, decl);
}

static void emit_adt (struct vpr_printer *p, const vpr_decl *decl) {
  emit_head (p, "adt ", decl);
  emit_params (p, decl->params);
  emit_parts (p, decl);
  if (!decl->derives.len) return;
  vpr_emit (p, " derives {");
  p->indent++;
  for (uint32_t i = 0; i < decl->derives.len; i++) {
    const struct vpr_derive *derive = &decl->derives.data[i];
    vpr_emit_line (p);
    vpr_emit_name (p, derive->name.name);
    if (derive->type) {
      vpr_emit (p, "[");
      vpr_emit_type (p, derive->type);
      vpr_emit (p, "]");
    }
    if (derive->without.len) vpr_emit (p, " without ");
    vpr_emit_idents (p, derive->without);
  }
  p->indent--;
  vpr_emit_line (p);
  vpr_emit (p, "}");
}

/* -- programs ------------------------------------------------------------------------------------------ */

/* The declarations of imported files stand in the text, except for those of built-in ones. */
static bool is_shown (const vpr_decl *decl) {
  if (decl->builtin || decl->kind == VPR_DECL_ERROR || decl->kind == VPR_DECL_DEFINE) return false;
  return decl->kind != VPR_DECL_IMPORT || (!decl->local && vpr_builtin_text (decl->path));
}

static void emit_decl (struct vpr_printer *p, const vpr_decl *decl) {
  vpr_emit_annots (p, decl->annots);
  switch (decl->kind) {
  case VPR_DECL_IMPORT: wr_buf_print (p->out, "import <%.*s>", WR_STR_ARGS (decl->path)); break;
  case VPR_DECL_FIELD:
    emit_head (p, "field ", decl);
    emit_result (p, decl);
    break;
  case VPR_DECL_METHOD: emit_method (p, decl); break;
  case VPR_DECL_FUNCTION: emit_function (p, decl); break;
  case VPR_DECL_PREDICATE: emit_predicate (p, decl); break;
  case VPR_DECL_DOMAIN: emit_domain (p, decl); break;
  case VPR_DECL_ADT: emit_adt (p, decl); break;
  case VPR_DECL_ERROR:
  case VPR_DECL_DEFINE:
  case VPR_DECL_DOMAIN_FUNCTION:
  case VPR_DECL_AXIOM:
  case VPR_DECL_CONSTRUCTOR: break;
  }
  vpr_emit (p, "\n");
}

void vpr_print_program (wr_buf *out, const vpr_program *program) {
  vpr_print_places (out, program, NULL);
}

void vpr_print_places (wr_buf *out, const vpr_program *program, wr_printed_list *printed) {
  struct vpr_printer p = {.out = out, .symbols = program->symbols, .printed = printed};
  bool first = true;
  for (uint32_t i = 0; i < program->decls.len; i++) {
    const vpr_decl *decl = program->decls.data[i];
    if (!is_shown (decl)) continue;
    bool small = decl->kind == VPR_DECL_FIELD || decl->kind == VPR_DECL_IMPORT;
    if (!first && !small) vpr_emit (&p, "\n");
    first = false;
    emit_decl (&p, decl);
  }
}
