/* front/viper/macro.c -- definitions of macros, and the members in which they are expanded. */
#include "front/viper/macro.h"

void vpr_macro_error (struct vpr_macros *m, enum wr_code code, wr_span at, const char *fmt, ...) {
  if (m->failed) return;
  m->failed = true;
  wr_buf text = {0};
  va_list args;
  va_start (args, fmt);
  if (m->copier.budget) {
    wr_buf_vprint (&text, fmt, args);
  } else { /* what follows from an incomplete copy is no error of its own */
    code = WR_CODE_EXPANSION_TOO_LARGE;
    if (m->at.file) at = m->at;
    wr_buf_print (&text, "macros expand to more than %d expressions and statements",
                  (int)VPR_MAX_EXPANSION);
  }
  va_end (args);
  wr_diag_native (wr_diag_add (m->diags, code, at, "%.*s", WR_STR_ARGS (wr_buf_str (&text))),
                  WR_LIT (VPR_PARSER));
  wr_buf_free (&text);
}

wr_str vpr_macro_text (const struct vpr_macros *m, wr_symbol name) {
  return wr_symbol_text (m->program->symbols, name);
}

vpr_decl *vpr_macro_named (const struct vpr_macros *m, wr_symbol name) {
  uint64_t index;
  if (!wr_map_get (&m->locals, name.ix, &index) && !wr_map_get (&m->globals, name.ix, &index))
    return NULL;
  return m->all.data[index];
}

/* -- definitions -------------------------------------------------------------------------------------- */

/* A definition may stand in a method, but neither in another macro nor in a script. */
static void find_nested (struct vpr_macros *m, vpr_stmts stmts, const char *where) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    const vpr_stmt *s = stmts.data[i];
    if (s->kind == VPR_STMT_DEFINE)
      vpr_macro_error (m, WR_CODE_MACRO_DEFINITION, s->span, "a macro cannot be defined in %s",
                       where);
    find_nested (m, s->body, where);
    find_nested (m, s->orelse, where);
  }
}

static void warn_unused (struct vpr_macros *m, const vpr_decl *macro) {
  for (uint32_t i = 0; i < macro->params.len; i++) {
    vpr_ident param = macro->params.data[i];
    if (vpr_mentions (macro, param.name)) continue;
    wr_str text = vpr_macro_text (m, param.name);
    wr_diag_native (wr_diag_add (m->diags, WR_CODE_MACRO_PARAMETER_UNUSED, param.span,
                                 "the macro does not use its parameter %.*s", WR_STR_ARGS (text)),
                    WR_LIT (VPR_PARSER_WARNING));
  }
}

static void add_macro (struct vpr_macros *m, wr_map *table, vpr_decl *macro) {
  wr_str name = vpr_macro_text (m, macro->id.name);
  if (wr_map_has (table, macro->id.name.ix))
    vpr_macro_error (m, WR_CODE_MACRO_DEFINITION, macro->span, "there is another macro %.*s",
                     WR_STR_ARGS (name));
  find_nested (m, macro->body, "another macro");
  warn_unused (m, macro);
  wr_map_put (table, macro->id.name.ix, m->all.len);
  WR_VEC_PUSH (&m->all, macro);
}

static bool takes_name (const vpr_decl *decl) {
  switch (decl->kind) {
  case VPR_DECL_METHOD:
  case VPR_DECL_FUNCTION:
  case VPR_DECL_PREDICATE:
  case VPR_DECL_DOMAIN: return true;
  case VPR_DECL_ERROR:
  case VPR_DECL_IMPORT:
  case VPR_DECL_DEFINE:
  case VPR_DECL_FIELD:
  case VPR_DECL_DOMAIN_FUNCTION:
  case VPR_DECL_AXIOM:
  case VPR_DECL_ADT:
  case VPR_DECL_CONSTRUCTOR: break;
  }
  return false;
}

static const vpr_decl *owner_of_name (const vpr_program *program, wr_symbol name) {
  for (uint32_t i = 0; i < program->decls.len; i++) {
    const vpr_decl *decl = program->decls.data[i];
    if (takes_name (decl) && decl->id.name.ix == name.ix) return decl;
  }
  return NULL;
}

/* The names of the program in the set that hygiene looks at, and its macros. */
static void collect (struct vpr_macros *m) {
  vpr_program *program = m->program;
  for (uint32_t i = 0; i < program->decls.len; i++) {
    vpr_decl *decl = program->decls.data[i];
    vpr_take_name (m, decl->id.name);
    for (uint32_t k = 0; k < decl->members.len; k++)
      vpr_take_name (m, decl->members.data[k]->id.name);
    if (decl->kind == VPR_DECL_DEFINE) add_macro (m, &m->globals, decl);
  }
  m->added.len = 0;
}

static void check_names (struct vpr_macros *m) {
  for (uint32_t i = 0; i < m->all.len && !m->failed; i++) {
    vpr_ident id = m->all.data[i]->id;
    const vpr_decl *owner = owner_of_name (m->program, id.name);
    wr_str name = vpr_macro_text (m, id.name);
    if (owner)
      vpr_macro_error (m, WR_CODE_MACRO_DEFINITION, m->all.data[i]->span,
                       "the name %.*s of this macro is declared as something else",
                       WR_STR_ARGS (name));
  }
}

/* The macros of a method: they are taken out of its body. */
static void take_locals (struct vpr_macros *m, vpr_stmts *stmts) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < stmts->len && !m->failed; i++) {
    vpr_stmt *s = stmts->data[i];
    if (s->kind == VPR_STMT_DEFINE) {
      add_macro (m, &m->locals, s->define);
      continue;
    }
    if (s->kind == VPR_STMT_PACKAGE) find_nested (m, s->body, "the script of a package statement");
    take_locals (m, &s->body);
    take_locals (m, &s->orelse);
    stmts->data[kept++] = s;
  }
  if (!m->failed) stmts->len = kept;
}

/* -- members -------------------------------------------------------------------------------------------- */

static void declare_member (struct vpr_macros *m, const vpr_decl *decl) {
  for (uint32_t i = 0; i < decl->formals.len; i++)
    vpr_take_name (m, decl->formals.data[i]->id.name);
  for (uint32_t i = 0; i < decl->returns.len; i++)
    vpr_take_name (m, decl->returns.data[i]->id.name);
  for (uint32_t i = 0; i < decl->requires_.len; i++) vpr_take_names_of (m, decl->requires_.data[i]);
  for (uint32_t i = 0; i < decl->ensures.len; i++) vpr_take_names_of (m, decl->ensures.data[i]);
  vpr_take_names_of (m, decl->value);
  vpr_take_names_in (m, decl->body);
}

static void expand_types (struct vpr_macros *m, vpr_decl *decl) {
  decl->written = vpr_expand_type (m, decl->written);
  for (uint32_t i = 0; i < decl->formals.len; i++)
    decl->formals.data[i]->written = vpr_expand_type (m, decl->formals.data[i]->written);
  for (uint32_t i = 0; i < decl->returns.len; i++)
    decl->returns.data[i]->written = vpr_expand_type (m, decl->returns.data[i]->written);
  for (uint32_t i = 0; i < decl->derives.len; i++)
    decl->derives.data[i].type = vpr_expand_type (m, decl->derives.data[i].type);
}

static void expand_decl (struct vpr_macros *m, vpr_decl *decl) {
  uint32_t local = m->all.len;
  m->member = decl;
  take_locals (m, &decl->body);
  declare_member (m, decl);
  if (!m->failed) {
    expand_types (m, decl);
    vpr_expand_exprs (m, decl->requires_);
    vpr_expand_exprs (m, decl->ensures);
    vpr_expand_measures (m, decl->measures);
    decl->value = vpr_expand_expr (m, decl->value);
    vpr_expand_stmts (m, &decl->body);
  }
  for (uint32_t i = 0; i < m->added.len; i++)
    wr_bitset_set (&m->declared, m->added.data[i].ix, false);
  m->added.len = 0;
  wr_map_clear (&m->locals);
  m->all.len = local;
  for (uint32_t i = 0; i < decl->members.len && !m->failed; i++)
    expand_decl (m, decl->members.data[i]);
}

static void free_macros (struct vpr_macros *m) {
  WR_VEC_FREE (&m->all);
  wr_map_free (&m->globals);
  wr_map_free (&m->locals);
  wr_bitset_free (&m->declared);
  WR_VEC_FREE (&m->added);
  WR_VEC_FREE (&m->scope);
  WR_VEC_FREE (&m->bound);
}

void vpr_expand_macros (vpr_program *program, wr_diags *diags) {
  struct vpr_macros m = {
      .program = program, .diags = diags, .copier = {program->arena, VPR_MAX_EXPANSION}};
  collect (&m);
  check_names (&m);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < program->decls.len && !m.failed && !wr_cancelled (program->cancel);
       i++) {
    vpr_decl *decl = program->decls.data[i];
    if (decl->kind == VPR_DECL_DEFINE) continue;
    expand_decl (&m, decl);
    program->decls.data[kept++] = decl;
  }
  if (!m.failed) program->decls.len = kept;
  free_macros (&m);
}
