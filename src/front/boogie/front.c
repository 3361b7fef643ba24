/* Boogie behind the interface of languages (front/front.h). */
#include "front/front.h"

#include "front/boogie/boogie.h"
#include "front/boogie/lower.h"
#include "front/boogie/prune.h"

static void *parse (const struct wr_front_input *in) { return bpl_parse_input (in); }

static bool resolve (void *tree, wr_diags *diags) { return bpl_resolve (tree, diags); }

static bool type (void *tree, wr_diags *diags) { return bpl_typecheck (tree, diags); }

static wr_core *lower (void *tree, enum wr_detail detail, wr_diags *diags) {
  return detail == WR_DETAIL_FINE ? bpl_lower_fine (tree, diags) : bpl_lower (tree, diags);
}

static void dump (wr_buf *out, const void *tree, enum wr_load_phase after) {
  (void)after; /* the text is the same after each phase */
  bpl_print (out, tree);
}

static void prune (wr_buf *out, const void *tree, const struct wr_prune *how) {
  const struct bpl_program *program = tree;
  bpl_print (out, bpl_prune (program, how, program->arena));
}

static wr_str procedure_at (const void *tree, wr_span at) {
  const struct bpl_program *program = tree;
  for (uint32_t i = 0; i < program->decls.len; i++) {
    const bpl_decl *decl = program->decls.data[i];
    bool code = decl->kind == BPL_DECL_PROCEDURE || decl->kind == BPL_DECL_IMPLEMENTATION;
    if (code && decl->span.file == at.file && decl->span.begin <= at.begin &&
        at.begin < decl->span.end)
      return wr_symbol_text (program->symbols, decl->id.name);
  }
  return WR_LIT ("");
}

static void step_words (wr_buf *out, wr_str block) { wr_buf_add (out, block); }

/* The examples of the table of diagnostics are programs in Boogie; a diagnostic of another language has none there. */
static const char *example (enum wr_code code) {
  const char *text = wr_code_info (code)->example;
  return *text ? text : NULL;
}

/* Spans of whole clauses and statements end with their semicolon; conjuncts of a clause have none. */
static bool removal (const wr_core *core, wr_label label, struct wr_edit *edit) {
  wr_span at = wr_label_info (&core->labels, label)->span;
  if (!at.file || at.begin == at.end) return false;
  bool whole = wr_source_text (core->sources, at.file).ptr[at.end - 1] == ';';
  *edit = whole ? (struct wr_edit){at, "", "Delete this clause"}
                : (struct wr_edit){at, "true", "Replace this conjunct by true"};
  return true;
}

static const char *const extensions[] = {".bpl", NULL};

static const struct wr_translation translations[] = {
    {".dfy", "Dafny translates it to Boogie: `dafny verify --bprint max.bpl max.dfy`, then "
             "`warrant verify max.bpl`"},
    {0}};

const struct wr_front bpl_front = {
    .name = "boogie",
    .title = "Boogie",
    .extensions = extensions,
    .translations = translations,
    .parse = parse,
    .resolve = resolve,
    .type = type,
    .lower = lower,
    .dump = dump,
    .prune = prune,
    .procedure_at = procedure_at,
    .fence = "boogie",
    .silencer = "{:warrant_ok \"CODE\"}",
    .contradiction = "{:contradiction}",
    .dead = "assert false;",
    .label_words = bpl_label_words,
    .step_words = step_words,
    .example = example,
    .removal = removal,
};
