/* front/viper/silence.c -- @warrant_ok("code") and @contradiction(): findings that the user does not want, and contradictions that are
   meant.  An annotation of a member counts for all of it, one of a statement or an expression for the elements in its text. */
#include "front/viper/silence.h"

struct silencer {
  const vpr_program *program;
  wr_core *core;
  uint32_t procedure; /* of the member; index + 1 */
};

static bool is_named (const struct silencer *s, const vpr_annot *annot, const char *name) {
  return wr_str_equal (wr_symbol_text (s->program->symbols, annot->name.name), wr_str_of (name));
}

static bool is_inside (wr_span part, wr_span whole) {
  return part.file == whole.file && part.begin >= whole.begin && part.end <= whole.end;
}

/* For every element in the text; a whole member: for the member. */
static void add (struct silencer *s, struct wr_silencer silencer, const wr_span *text) {
  wr_labels *labels = &s->core->labels;
  silencer.procedure = s->procedure;
  if (!text) {
    wr_silencer_add (labels, &silencer);
    return;
  }
  for (uint32_t i = 1; i < labels->infos.len; i++) {
    const struct wr_label_info *info = &labels->infos.data[i];
    if (!info->element || info->clause.ix || !is_inside (info->span, *text)) continue;
    silencer.element = info->element;
    wr_silencer_add (labels, &silencer);
  }
}

static void read_annots (struct silencer *s, const vpr_annot *annots, const wr_span *text) {
  for (; annots; annots = annots->next) {
    struct wr_silencer silencer = {.span = annots->name.span};
    if (is_named (s, annots, "contradiction")) add (s, silencer, text);
    if (!is_named (s, annots, "warrant_ok")) continue;
    for (uint32_t i = 0; i < annots->args.len; i++) {
      silencer.code = wr_intern (s->program->symbols, annots->args.data[i]);
      add (s, silencer, text);
    }
  }
}

/* -- the tree ----------------------------------------------------------------------------------------------- */

static void read_expr (struct silencer *s, const vpr_expr *e) {
  if (!e) return;
  read_annots (s, e->annots, &e->span);
  for (uint32_t i = 0; i < e->args.len; i++) read_expr (s, e->args.data[i]);
}

static void read_exprs (struct silencer *s, vpr_exprs exprs) {
  for (uint32_t i = 0; i < exprs.len; i++) read_expr (s, exprs.data[i]);
}

static void read_stmts (struct silencer *s, vpr_stmts stmts) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    const vpr_stmt *stmt = stmts.data[i];
    read_annots (s, stmt->annots, &stmt->span);
    read_exprs (s, stmt->targets);
    read_expr (s, stmt->value);
    read_exprs (s, stmt->invariants);
    read_stmts (s, stmt->body);
    read_stmts (s, stmt->orelse);
  }
}

static uint32_t procedure_of (const struct silencer *s, const vpr_decl *decl) {
  for (uint32_t i = 0; decl->id.name.ix && i < s->core->procedures.len; i++)
    if (s->core->procedures.data[i].name.ix == decl->id.name.ix) return i + 1;
  return 0;
}

static void read_decl (struct silencer *s, const vpr_decl *decl) {
  s->procedure = procedure_of (s, decl);
  if (s->procedure)
    read_annots (s, decl->annots, NULL);
  else
    read_annots (s, decl->annots, &decl->span);
  read_exprs (s, decl->requires_);
  read_exprs (s, decl->ensures);
  read_expr (s, decl->value);
  read_stmts (s, decl->body);
  for (uint32_t i = 0; i < decl->members.len; i++) read_decl (s, decl->members.data[i]);
}

void vpr_add_silencers (const vpr_program *program, wr_core *core) {
  struct silencer s = {.program = program, .core = core};
  for (uint32_t i = 0; i < program->decls.len; i++) read_decl (&s, program->decls.data[i]);
}
