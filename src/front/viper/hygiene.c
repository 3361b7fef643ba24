/* front/viper/hygiene.c -- the names that a member declares, and those that expansions of macros declare in it. */
#include "front/viper/macro.h"

void vpr_take_name (struct vpr_macros *m, wr_symbol name) {
  if (!name.ix || wr_bitset_has (&m->declared, name.ix)) return;
  wr_bitset_set (&m->declared, name.ix, true);
  WR_VEC_PUSH (&m->added, name);
}

bool vpr_name_taken (const struct vpr_macros *m, wr_symbol name) {
  if (wr_bitset_has (&m->declared, name.ix)) return true;
  for (uint32_t i = m->scope.len; i-- > 0;)
    if (m->scope.data[i].ix == name.ix) return true;
  return false;
}

/* -- what a member declares ------------------------------------------------------------------------- */

static void declare_vars (struct vpr_macros *m, vpr_vars vars) {
  for (uint32_t i = 0; i < vars.len; i++) vpr_take_name (m, vars.data[i]->id.name);
}

static void declare_exprs (struct vpr_macros *m, vpr_exprs exprs) {
  for (uint32_t i = 0; i < exprs.len; i++) vpr_take_names_of (m, exprs.data[i]);
}

void vpr_take_names_of (struct vpr_macros *m, const vpr_expr *e) {
  if (!e) return;
  declare_vars (m, e->vars);
  declare_exprs (m, e->args);
  for (uint32_t i = 0; i < e->triggers.len; i++) declare_exprs (m, e->triggers.data[i].exprs);
}

void vpr_take_names_in (struct vpr_macros *m, vpr_stmts stmts) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    const vpr_stmt *s = stmts.data[i];
    declare_vars (m, s->vars);
    if (s->kind == VPR_STMT_LABEL) vpr_take_name (m, s->ident.name);
    declare_exprs (m, s->targets);
    vpr_take_names_of (m, s->value);
    vpr_take_names_of (m, s->condition);
    declare_exprs (m, s->invariants);
    for (uint32_t k = 0; k < s->measures.len; k++) {
      declare_exprs (m, s->measures.data[k].tuple);
      vpr_take_names_of (m, s->measures.data[k].condition);
    }
    vpr_take_names_in (m, s->body);
    vpr_take_names_in (m, s->orelse);
  }
}

/* -- hygiene ------------------------------------------------------------------------------------------ */

/* name$0, name$1 ...: the first that is not declared. */
static wr_symbol fresh_name (struct vpr_macros *m, wr_symbol name) {
  wr_str text = wr_symbol_text (m->program->symbols, name);
  wr_buf buf = {0};
  wr_symbol fresh;
  uint32_t number = 0;
  do {
    wr_buf_clear (&buf);
    wr_buf_print (&buf, "%.*s$%u", WR_STR_ARGS (text), number++);
    fresh = wr_intern (m->program->symbols, wr_buf_str (&buf));
  } while (vpr_name_taken (m, fresh));
  wr_buf_free (&buf);
  return fresh;
}

wr_symbol vpr_declare_in_use (struct vpr_macros *m, wr_symbol name) {
  if (!m->use || !name.ix) return name;
  wr_symbol to = vpr_name_taken (m, name) ? fresh_name (m, name) : name;
  struct vpr_rename rename = {name, to};
  WR_VEC_PUSH (&m->use->renames, rename);
  WR_VEC_PUSH (&m->scope, to);
  return to;
}

wr_symbol vpr_renamed (const struct vpr_macros *m, wr_symbol name) {
  if (!m->use) return name;
  for (uint32_t i = m->use->renames.len; i-- > 0;)
    if (m->use->renames.data[i].from.ix == name.ix) return m->use->renames.data[i].to;
  return name;
}

struct vpr_scope vpr_open_scope (const struct vpr_macros *m) {
  return (struct vpr_scope){m->scope.len, m->use ? m->use->renames.len : 0, m->bound.len};
}

void vpr_close_scope (struct vpr_macros *m, struct vpr_scope scope) {
  m->scope.len = scope.names;
  m->bound.len = scope.bound;
  if (m->use) m->use->renames.len = scope.renames;
}

/* -- unused parameters --------------------------------------------------------------------------------- */

static bool type_mentions (const vpr_type *t, wr_symbol name) {
  if (!t) return false;
  if (t->kind == VPR_TYPE_NAME && t->name.name.ix == name.ix) return true;
  for (uint32_t i = 0; i < t->args.len; i++)
    if (type_mentions (t->args.data[i], name)) return true;
  return false;
}

static bool vars_mention (vpr_vars vars, wr_symbol name) {
  for (uint32_t i = 0; i < vars.len; i++)
    if (vars.data[i]->id.name.ix == name.ix || type_mentions (vars.data[i]->written, name))
      return true;
  return false;
}

static bool expr_mentions (const vpr_expr *e, wr_symbol name);

static bool exprs_mention (vpr_exprs exprs, wr_symbol name) {
  for (uint32_t i = 0; i < exprs.len; i++)
    if (expr_mentions (exprs.data[i], name)) return true;
  return false;
}

static bool expr_mentions (const vpr_expr *e, wr_symbol name) {
  if (!e) return false;
  if (e->ident.name.ix == name.ix || exprs_mention (e->args, name) ||
      vars_mention (e->vars, name) || type_mentions (e->written, name) ||
      type_mentions (e->written_value, name))
    return true;
  for (uint32_t i = 0; i < e->idents.len; i++)
    if (e->idents.data[i].name.ix == name.ix) return true;
  for (uint32_t i = 0; i < e->triggers.len; i++)
    if (exprs_mention (e->triggers.data[i].exprs, name)) return true;
  return false;
}

static bool stmts_mention (vpr_stmts stmts, wr_symbol name) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    const vpr_stmt *s = stmts.data[i];
    if (s->ident.name.ix == name.ix || vars_mention (s->vars, name) ||
        exprs_mention (s->targets, name) || expr_mentions (s->value, name) ||
        expr_mentions (s->condition, name) || exprs_mention (s->invariants, name) ||
        stmts_mention (s->body, name) || stmts_mention (s->orelse, name))
      return true;
    for (uint32_t k = 0; k < s->measures.len; k++)
      if (exprs_mention (s->measures.data[k].tuple, name) ||
          expr_mentions (s->measures.data[k].condition, name))
        return true;
  }
  return false;
}

bool vpr_mentions (const vpr_decl *macro, wr_symbol param) {
  return expr_mentions (macro->value, param) || type_mentions (macro->alias, param) ||
         stmts_mention (macro->body, param);
}
