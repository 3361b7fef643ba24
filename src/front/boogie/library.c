/* front/boogie/library.c -- which groups of the library a program needs.  Most programs hold no name of the
   library and are not looked at further; otherwise the tree is searched for uses of these names as types,
   functions, constructors and procedures. */
#include "front/boogie/library.h"

#include "base/map.h"
#include "base/vec.h"

#include <string.h>

/* What the program does with a name of the library. */
enum { DECLARED = 1, USED = 2, PARAMETER = 4 };

struct search {
  struct bpl_program *program;
  wr_map uses; /* symbol of the library -> the above */
  WR_VEC (bpl_expr *) work;
};

static void note (struct search *s, wr_symbol name, uint64_t what) {
  uint64_t known;
  if (wr_map_get (&s->uses, name.ix, &known)) wr_map_put (&s->uses, name.ix, known | what);
}

/* The next word of a list separated by blanks; false at its end. */
static bool next_word (const char **list, wr_str *word) {
  while (**list == ' ') ++*list;
  size_t len = strcspn (*list, " ");
  *word = (wr_str){*list, len};
  *list += len;
  return len > 0;
}

/* -- searching ----------------------------------------------------------------------------------- */

static void search_params (struct search *s, bpl_tparams params) {
  for (uint32_t i = 0; i < params.len; i++) note (s, params.data[i]->id.name, PARAMETER);
}

static void search_type (struct search *s, const bpl_type *type) {
  if (!type) return;
  if (type->kind == BPL_TYPE_NAME) note (s, type->name.name, USED);
  search_params (s, type->params);
  for (uint32_t i = 0; i < type->args.len; i++) search_type (s, type->args.data[i]);
  search_type (s, type->result);
}

static void search_body (struct search *s, const struct bpl_body *body);

static void search_attrs (struct search *s, const bpl_attr *attrs) {
  for (; attrs; attrs = attrs->next)
    for (uint32_t i = 0; i < attrs->arg_count; i++)
      if (attrs->args[i].expr) WR_VEC_PUSH (&s->work, attrs->args[i].expr);
}

static void search_vars (struct search *s, bpl_vars vars) {
  for (uint32_t i = 0; i < vars.len; i++) {
    search_type (s, vars.data[i]->type);
    search_attrs (s, vars.data[i]->attrs);
    if (vars.data[i]->where) WR_VEC_PUSH (&s->work, vars.data[i]->where);
  }
}

static void search_node (struct search *s, const bpl_expr *e) {
  for (uint32_t i = 0; i < e->args.len; i++) WR_VEC_PUSH (&s->work, e->args.data[i]);
  switch (e->kind) {
  case BPL_EXPR_CALL: note (s, e->ident.name, USED); break;
  case BPL_EXPR_COERCE: search_type (s, e->u.coerce.of_type); break;
  case BPL_EXPR_FORALL:
  case BPL_EXPR_EXISTS:
  case BPL_EXPR_LAMBDA:
  case BPL_EXPR_LET:
    search_params (s, e->u.binder.params);
    search_vars (s, e->u.binder.bound);
    search_attrs (s, e->u.binder.attrs);
    break;
  case BPL_EXPR_CODE:
    search_vars (s, e->u.code.locals);
    search_body (s, e->u.code.body);
    break;
  default: break;
  }
}

static void search_exprs (struct search *s, bpl_exprs exprs) {
  for (uint32_t i = 0; i < exprs.len; i++) WR_VEC_PUSH (&s->work, exprs.data[i]);
}

static void search_specs (struct search *s, bpl_specs specs) {
  for (uint32_t i = 0; i < specs.len; i++) {
    search_attrs (s, specs.data[i].attrs);
    search_exprs (s, specs.data[i].exprs);
  }
}

static void search_body (struct search *s, const struct bpl_body *body) {
  search_vars (s, body->locals);
  for (uint32_t i = 0; i < body->stmts.len; i++) {
    const bpl_stmt *stmt = body->stmts.data[i];
    if (stmt->kind == BPL_STMT_CALL || stmt->kind == BPL_STMT_UNPACK)
      note (s, stmt->ident.name, USED);
    search_attrs (s, stmt->attrs);
    search_exprs (s, stmt->exprs);
    search_specs (s, stmt->specs);
    for (uint32_t t = 0; t < stmt->targets.len; t++)
      for (uint32_t k = 0; k < stmt->targets.data[t].step_count; k++)
        search_exprs (s, stmt->targets.data[t].steps[k].index);
    if (stmt->body) search_body (s, stmt->body);
    if (stmt->otherwise) search_body (s, stmt->otherwise);
  }
}

static void search_decl (struct search *s, const bpl_decl *decl) {
  for (uint32_t i = 0; i < decl->constructors.len; i++)
    search_vars (s, decl->constructors.data[i].fields);
  search_params (s, decl->params);
  search_type (s, decl->body_type);
  search_vars (s, decl->vars);
  search_vars (s, decl->ins);
  search_vars (s, decl->outs);
  search_attrs (s, decl->attrs);
  search_specs (s, decl->specs);
  if (decl->body_expr) WR_VEC_PUSH (&s->work, decl->body_expr);
  if (decl->body) search_body (s, decl->body);
  for (uint32_t i = 0; i < decl->axioms.len; i++) search_decl (s, decl->axioms.data[i]);
  while (s->work.len) search_node (s, WR_VEC_POP (&s->work));
}

/* -- choosing ------------------------------------------------------------------------------------ */

static void note_declared (struct search *s) {
  bpl_decls decls = s->program->decls;
  for (uint32_t i = 0; i < decls.len; i++) {
    const bpl_decl *decl = decls.data[i];
    if (decl->kind != BPL_DECL_IMPLEMENTATION) note (s, decl->id.name, DECLARED);
    for (uint32_t k = 0; k < decl->constructors.len; k++)
      note (s, decl->constructors.data[k].id.name, DECLARED);
  }
}

/* Whether the program holds a name of the library that it does not declare. */
static bool find_names (struct search *s, const struct bpl_library_group *groups, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const char *names = groups[i].names;
    for (wr_str word; next_word (&names, &word);) {
      wr_symbol symbol = wr_intern_find (s->program->symbols, word);
      if (symbol.ix) wr_map_put (&s->uses, symbol.ix, 0);
    }
  }
  if (!s->uses.count) return false;
  note_declared (s);
  for (uint32_t i = 0; i < count; i++) {
    const char *names = groups[i].names;
    for (wr_str word; next_word (&names, &word);) {
      wr_symbol symbol = wr_intern_find (s->program->symbols, word);
      if (symbol.ix && !wr_map_or (&s->uses, symbol.ix, 0)) return true;
    }
  }
  return false;
}

/* Everything that the program does with the names of a group. */
static uint64_t uses_of (const struct search *s, const struct bpl_library_group *group) {
  uint64_t all = 0;
  const char *names = group->names;
  for (wr_str word; next_word (&names, &word);) {
    wr_symbol symbol = wr_intern_find (s->program->symbols, word);
    if (symbol.ix) all |= wr_map_or (&s->uses, symbol.ix, 0);
  }
  return all;
}

static void add_group (struct search *s, const struct bpl_library_group *group, wr_diags *diags) {
  wr_str path = wr_str_print (s->program->arena, "<library: %s>", group->name);
  uint32_t file = wr_sources_add (s->program->sources, path, wr_str_of (group->text));
  wr_source_hide (s->program->sources, file);
  uint32_t before = bpl_parse_more (s->program, file, diags);
  for (uint32_t i = before; i < s->program->decls.len; i++)
    s->program->decls.data[i]->library = true;
}

static bool lists (const char *words, const char *name) {
  for (wr_str word; next_word (&words, &word);)
    if (wr_str_equal (word, wr_str_of (name))) return true;
  return false;
}

void bpl_library_add (struct bpl_program *program, wr_diags *diags) {
  struct search s = {.program = program};
  uint32_t count;
  const struct bpl_library_group *groups = bpl_library_groups (&count);
  if (find_names (&s, groups, count)) {
    uint64_t wanted = 0;
    for (uint32_t i = 0; i < program->decls.len; i++) search_decl (&s, program->decls.data[i]);
    for (uint32_t i = count; i > 0; i--) { /* those that need come before those that are needed */
      uint64_t uses = uses_of (&s, &groups[i - 1]);
      bool needed = (uses & USED) != 0;
      for (uint32_t k = i; k < count; k++)
        needed |= (wanted >> k & 1) && lists (groups[k].needs, groups[i - 1].name);
      if (needed && !(uses & (DECLARED | PARAMETER))) wanted |= 1ull << (i - 1);
    }
    for (uint32_t i = 0; i < count; i++)
      if (wanted >> i & 1) add_group (&s, &groups[i], diags);
  }
  wr_map_free (&s.uses);
  WR_VEC_FREE (&s.work);
}
