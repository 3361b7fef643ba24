/* Checking core programs: declarations, contracts, labels. */
#include "core/text.h"

#include "base/check.h"
#include "core/checker.h"

/* -- labels -------------------------------------------------------------------------------------- */

bool wr_check_label (struct wr_checker *c, wr_label label, enum wr_role role) {
  if (!label.ix) return true;
  if (label.ix >= c->core->labels.infos.len) return wr_check_bad (c, "no such label");
  enum wr_role have = wr_label_info (&c->core->labels, label)->role;
  if (have == role) return true;
  return wr_check_bad (c, "label L%u has role %s, not %s", label.ix, wr_role_name (have),
                       wr_role_name (role));
}

static bool check_labels (struct wr_checker *c) {
  const wr_labels *labels = &c->core->labels;
  for (uint32_t i = 1; i < labels->sites.len; i++) {
    wr_check_item (c, "site S%u", i);
    if (labels->sites.data[i].procedure > c->core->procedures.len) {
      return wr_check_bad (c, "no such procedure");
    }
  }
  for (uint32_t i = 1; i < labels->origins.len; i++) {
    wr_check_item (c, "origin O%u", i);
    if (labels->origins.data[i].parent.ix >= i)
      return wr_check_bad (c, "its parent is a later one");
  }
  for (uint32_t i = 1; i < labels->infos.len; i++) {
    const struct wr_label_info *info = &labels->infos.data[i];
    wr_check_item (c, "label L%u", i);
    if (info->role >= WR_ROLE_COUNT) return wr_check_bad (c, "no such role");
    if (info->clause.ix >= i) return wr_check_bad (c, "it is derived from a later label");
    if (info->site.ix >= labels->sites.len) return wr_check_bad (c, "no such site");
    if (info->origin.ix && info->origin.ix >= labels->origins.len)
      return wr_check_bad (c, "no such origin");
    if (info->procedure > c->core->procedures.len) return wr_check_bad (c, "no such procedure");
    if (info->element > labels->element_count) return wr_check_bad (c, "no such element");
    if (info->conjunct >= info->conjuncts) return wr_check_bad (c, "no such conjunct");
    if (info->clause.ix && labels->infos.data[info->clause.ix].element != info->element) {
      return wr_check_bad (c, "it belongs to another element than its clause");
    }
  }
  return true;
}

/* -- names --------------------------------------------------------------------------------------- */

static bool once (struct wr_checker *c, wr_map *seen, wr_symbol name) {
  if (!name.ix) return wr_check_bad (c, "it has no name");
  if (wr_map_has (seen, name.ix)) return wr_check_bad (c, "its name is used twice");
  wr_map_put (seen, name.ix, 1);
  return true;
}

static bool check_data_names (struct wr_checker *c, wr_map seen[4]) {
  const wr_core *core = c->core;
  for (uint32_t i = 1; i < core->sorts.len; i++) {
    enum wr_sort_kind kind = core->sorts.data[i].kind;
    if (kind != WR_SORT_NAMED && kind != WR_SORT_DATA) continue;
    wr_check_item (c, "sort %s", wr_check_text (c, core->sorts.data[i].name));
    if (!once (c, &seen[0], core->sorts.data[i].name)) return false;
  }
  for (uint32_t i = 0; i < core->constructors.len; i++) {
    wr_check_item (c, "constructor %s", wr_check_text (c, core->constructors.data[i].name));
    if (!once (c, &seen[1], core->constructors.data[i].name)) return false;
  }
  for (uint32_t i = 0; i < core->fields.len; i++) {
    wr_check_item (c, "field %s", wr_check_text (c, core->fields.data[i].name));
    if (!core->fields.data[i].sort.ix) return wr_check_bad (c, "it has no sort");
    if (!once (c, &seen[2], core->fields.data[i].name)) return false;
  }
  for (uint32_t i = 0; i < core->datatypes.len; i++) {
    wr_check_item (c, "datatype %s", wr_check_text (c, core->datatypes.data[i].name));
    if (!core->datatypes.data[i].constructor_count) {
      return wr_check_bad (c, "it has no constructors");
    }
  }
  return true;
}

static bool check_names (struct wr_checker *c) {
  const wr_core *core = c->core;
  wr_map seen[4] = {0}, more[2] = {0};
  bool ok = check_data_names (c, seen);
  for (uint32_t i = 1; ok && i < core->funcs.len; i++) {
    wr_check_item (c, "function %s", wr_check_text (c, core->funcs.data[i].name));
    ok = once (c, &seen[3], core->funcs.data[i].name);
  }
  for (uint32_t i = 0; ok && i < core->procedures.len; i++) {
    wr_check_item (c, "procedure %s", wr_check_text (c, core->procedures.data[i].name));
    ok = once (c, &more[0], core->procedures.data[i].name);
  }
  for (uint32_t i = 0; ok && i < core->bodies.len; i++) {
    wr_check_item (c, "body %s", wr_check_text (c, core->bodies.data[i].name));
    ok = once (c, &more[1], core->bodies.data[i].name);
  }
  for (int i = 0; i < 4; i++) wr_map_free (&seen[i]);
  for (int i = 0; i < 2; i++) wr_map_free (&more[i]);
  return ok;
}

/* -- functions and axioms ------------------------------------------------------------------------ */

static bool check_lambda (struct wr_checker *c, const struct wr_func_info *func) {
  const wr_core *core = c->core;
  if (wr_sort_info (core, func->sort)->kind != WR_SORT_MAP ||
      wr_sort_arity (core, func->sort) != func->indices.len) {
    return wr_check_bad (c, "a lambda's result is not a map over its indices");
  }
  if (!wr_check_declare (c, func->indices.data, func->indices.len, WR_VAR_BOUND)) return false;
  for (uint32_t i = 0; i < func->indices.len; i++) {
    if (wr_var_info (core, func->indices.data[i])->sort.ix !=
        wr_sort_arg (core, func->sort, i).ix) {
      return wr_check_bad (c, "index %u has another sort", i + 1);
    }
  }
  return wr_check_expr (c, func->body, wr_sort_range (core, func->sort), WR_SCOPE_CLOSED);
}

static bool check_func (struct wr_checker *c, wr_func handle) {
  const struct wr_func_info *func = wr_func_info (c->core, handle);
  wr_check_item (c, "function %s", wr_check_text (c, func->name));
  c->scope++;
  if (func->kind == WR_FUNC_UNINTERPRETED) return true;
  if (func->kind == WR_FUNC_BUILTIN) {
    return func->builtin.ix ? true : wr_check_bad (c, "a builtin function without a name");
  }
  if (func->params.len != func->param_count) return wr_check_bad (c, "wrong number of parameters");
  if (!wr_check_declare (c, func->params.data, func->params.len, WR_VAR_BOUND)) return false;
  for (uint32_t i = 0; i < func->params.len; i++) {
    if (wr_var_info (c->core, func->params.data[i])->sort.ix !=
        wr_func_param (c->core, handle, i).ix) {
      return wr_check_bad (c, "parameter %u has another sort", i + 1);
    }
  }
  if (!wr_check_label (c, func->label, WR_ROLE_FUNCTION_BODY)) return false;
  if (func->kind == WR_FUNC_LAMBDA) return check_lambda (c, func);
  return wr_check_expr (c, func->body, func->sort, WR_SCOPE_CLOSED);
}

/* Macros must not call each other in a circle: colours 1 (entered) and 2 (done). */
static bool check_macros (struct wr_checker *c) {
  const wr_core *core = c->core;
  wr_u32s stack = {0}, order = {0}, colours = {0};
  bool ok = true;
  for (uint32_t i = 0; i < core->funcs.len; i++) WR_VEC_PUSH (&colours, 0);
  for (uint32_t i = 1; ok && i < core->funcs.len; i++) {
    WR_VEC_PUSH (&stack, i);
    while (ok && stack.len) {
      uint32_t f = WR_VEC_LAST (&stack);
      const struct wr_func_info *func = &core->funcs.data[f];
      if (func->kind != WR_FUNC_DEFINED || colours.data[f]) {
        colours.data[f] = 2;
        stack.len--;
        continue;
      }
      colours.data[f] = 1;
      order.len = 0;
      wr_postorder (core, &func->body, 1, &order);
      for (uint32_t j = 0; ok && j < order.len; j++) {
        const struct wr_expr_info *info = &core->exprs.data[order.data[j]];
        if (info->op != WR_OP_APP || core->funcs.data[info->data].kind != WR_FUNC_DEFINED) continue;
        wr_check_item (c, "function %s", wr_check_text (c, func->name));
        if (colours.data[info->data] == 1) ok = wr_check_bad (c, "its definition is circular");
        if (!colours.data[info->data]) WR_VEC_PUSH (&stack, info->data);
      }
    }
  }
  WR_VEC_FREE (&stack);
  WR_VEC_FREE (&order);
  WR_VEC_FREE (&colours);
  return ok;
}

static bool has_role (const wr_core *core, wr_label label, enum wr_role role) {
  return label.ix < core->labels.infos.len && wr_label_info (&core->labels, label)->role == role;
}

static bool check_axioms (struct wr_checker *c) {
  const wr_core *core = c->core;
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    const struct wr_axiom *axiom = &core->axioms.data[i];
    wr_check_item (c, "axiom %u", i + 1);
    if (axiom->func.ix >= core->funcs.len) return wr_check_bad (c, "no such function");
    if (!wr_check_condition (c, axiom->expr, WR_SCOPE_CLOSED)) return false;
    bool distinct = wr_expr_info (core, axiom->expr)->op == WR_OP_DISTINCT;
    enum wr_role role = axiom->func.ix ? WR_ROLE_FUNCTION_BODY
                        : distinct     ? WR_ROLE_UNIQUE
                                       : WR_ROLE_AXIOM;
    if (distinct && has_role (core, axiom->label, WR_ROLE_AXIOM)) role = WR_ROLE_AXIOM;
    if (axiom->func.ix && has_role (core, axiom->label, WR_ROLE_FUNCTION_POST))
      role = WR_ROLE_FUNCTION_POST;
    if (!wr_check_label (c, axiom->label, role)) return false;
  }
  for (uint32_t i = 0; i < core->distinct.len; i++) {
    wr_check_item (c, "unique %u", i + 1);
    if (!wr_check_condition (c, core->distinct.data[i], WR_SCOPE_CLOSED)) return false;
    if (wr_expr_info (core, core->distinct.data[i])->op != WR_OP_DISTINCT) {
      return wr_check_bad (c, "it is not a DISTINCT");
    }
  }
  return true;
}

/* -- variables and contracts --------------------------------------------------------------------- */

bool wr_check_declare (struct wr_checker *c, const wr_var *vars, uint32_t count,
                       enum wr_var_kind kind) {
  for (uint32_t i = 0; i < count; i++) {
    if (!vars[i].ix || vars[i].ix >= c->core->vars.len) return wr_check_bad (c, "no such variable");
    const struct wr_var_info *info = wr_var_info (c->core, vars[i]);
    if (!info->sort.ix) return wr_check_bad (c, "a variable without a sort");
    if (info->kind != kind) {
      return wr_check_bad (c, "variable %s is of another kind", wr_check_text (c, info->name));
    }
    if (c->owners.data[vars[i].ix] == c->scope) {
      return wr_check_bad (c, "variable %s is declared twice", wr_check_text (c, info->name));
    }
    c->owners.data[vars[i].ix] = c->scope;
  }
  return true;
}

bool wr_check_clauses (struct wr_checker *c, const wr_clauses *clauses, const char *what,
                       enum wr_role role, enum wr_scope_rule rule) {
  wr_buf item = {0};
  wr_buf_add (&item, wr_buf_str (&c->item));
  bool ok = true;
  for (uint32_t i = 0; ok && i < clauses->len; i++) {
    wr_check_item (c, "%s, %s %u", wr_buf_text (&item), what, i + 1);
    ok = wr_check_label (c, clauses->data[i].label, role) &&
         wr_check_condition (c, clauses->data[i].expr, rule) &&
         wr_check_condition (c, wr_clause_checked (&clauses->data[i]), rule);
  }
  if (ok) wr_check_item (c, "%s", wr_buf_text (&item));
  wr_buf_free (&item);
  return ok;
}

bool wr_check_wheres (struct wr_checker *c, const wr_var *vars, uint32_t count,
                      enum wr_scope_rule rule) {
  for (uint32_t i = 0; i < count; i++) {
    const struct wr_var_info *info = wr_var_info (c->core, vars[i]);
    if (info->where.len && !wr_check_clauses (c, &info->where, "where", WR_ROLE_WHERE, rule)) {
      return false;
    }
  }
  return true;
}

static bool check_procedure (struct wr_checker *c, const struct wr_procedure *p) {
  wr_check_item (c, "procedure %s", wr_check_text (c, p->name));
  c->scope++;
  if (!wr_check_declare (c, p->ins.data, p->ins.len, WR_VAR_IN) ||
      !wr_check_declare (c, p->outs.data, p->outs.len, WR_VAR_OUT) ||
      !wr_check_wheres (c, p->ins.data, p->ins.len, WR_SCOPE_AFTER) ||
      !wr_check_wheres (c, p->outs.data, p->outs.len, WR_SCOPE_AFTER)) {
    return false;
  }
  for (uint32_t i = 0; i < p->modifies.len; i++) {
    uint32_t var = p->modifies.data[i].ix;
    if (!var || var >= c->core->vars.len || c->owners.data[var] != 1) {
      return wr_check_bad (c, "it modifies something that is not a global variable");
    }
  }
  return wr_check_clauses (c, &p->requires_, "requires", WR_ROLE_REQUIRES, WR_SCOPE_BEFORE) &&
         wr_check_clauses (c, &p->ensures, "ensures", WR_ROLE_ENSURES, WR_SCOPE_AFTER);
}

static bool check_program (struct wr_checker *c) {
  const wr_core *core = c->core;
  c->scope = 1;
  wr_check_item (c, "program");
  if (!wr_check_tables (c) || !check_labels (c) || !check_names (c)) return false;
  wr_check_item (c, "globals");
  if (!wr_check_declare (c, core->globals.data, core->globals.len, WR_VAR_GLOBAL) ||
      !wr_check_wheres (c, core->globals.data, core->globals.len, WR_SCOPE_GLOBALS) ||
      !check_axioms (c)) {
    return false;
  }
  for (uint32_t i = 1; i < core->funcs.len; i++) {
    if (!check_func (c, (wr_func){i})) return false;
  }
  if (!check_macros (c)) return false;
  for (uint32_t i = 0; i < core->procedures.len; i++) {
    if (!check_procedure (c, &core->procedures.data[i])) return false;
  }
  for (uint32_t i = 0; i < core->bodies.len; i++) {
    c->scope++;
    if (!wr_check_body (c, &core->bodies.data[i])) return false;
  }
  return true;
}

bool wr_core_problem (const wr_core *core, wr_buf *why) {
  struct wr_checker c = {.core = core, .why = why, .budget = WR_CHECK_SCOPE_BUDGET};
  for (uint32_t i = 0; i < core->vars.len; i++) {
    WR_VEC_PUSH (&c.owners, 0);
    WR_VEC_PUSH (&c.modified, 0);
  }
  bool ok = check_program (&c);
  wr_buf_free (&c.item);
  WR_VEC_FREE (&c.owners);
  WR_VEC_FREE (&c.modified);
  return !ok;
}

void wr_core_check (const wr_core *core) {
  wr_buf why = {0};
  if (wr_core_problem (core, &why)) wr_check_failed ("core", 0, wr_buf_text (&why));
  wr_buf_free (&why);
}
