/* Core's text form: declarations and bodies. docs/reference/core.md describes it. */
#include "core/text.h"

#include "base/check.h"
#include "core/printer.h"

static void put (struct wr_printer *p, const char *text) { wr_buf_add (p->out, wr_str_of (text)); }

static void put_name (struct wr_printer *p, wr_symbol name) {
  put (p, " ");
  wr_printer_name (p, name);
}

static void put_var (struct wr_printer *p, wr_var var) {
  put (p, " ");
  wr_printer_var (p, var);
}

static void put_expr (struct wr_printer *p, wr_expr e) {
  put (p, " ");
  wr_printer_expr (p, e);
}

static void put_site (struct wr_printer *p, wr_site site) { wr_printer_handle (p, 'S', site.ix); }

static void put_checked (struct wr_printer *p, wr_expr checked) {
  if (!checked.ix) return;
  put (p, " (checked");
  put_expr (p, checked);
  put (p, ")");
}

static void put_clause (struct wr_printer *p, const char *head, const struct wr_clause *clause) {
  wr_buf_print (p->out, "(%s", head);
  wr_printer_label (p, clause->label);
  if (clause->free) put (p, " free");
  if (clause->always_assume) put (p, " always");
  put_checked (p, clause->checked);
  put_expr (p, clause->expr);
  put (p, ")");
}

/* -- sorts, functions, variables ----------------------------------------------------------------- */

static void print_datatype (struct wr_printer *p, const struct wr_datatype *data) {
  put (p, "(datatype");
  put_name (p, data->name);
  for (uint32_t i = 0; i < data->constructor_count; i++) {
    const struct wr_constructor *c = &p->core->constructors.data[data->first_constructor + i];
    put (p, "\n  (constructor");
    put_name (p, c->name);
    if (c->shown.ix && c->shown.ix != c->name.ix) {
      put (p, " (shown");
      put_name (p, c->shown);
      put (p, ")");
    }
    for (uint32_t j = 0; j < c->field_count; j++) {
      const struct wr_field *field = &p->core->fields.data[c->first_field + j];
      put (p, " (");
      wr_printer_name (p, field->name);
      put (p, " ");
      wr_printer_sort (p, field->sort);
      if (field->shown.ix && field->shown.ix != field->name.ix) {
        put (p, " (shown");
        put_name (p, field->shown);
        put (p, ")");
      }
      put (p, ")");
    }
    put (p, ")");
  }
  put (p, ")\n");
}

static void print_params (struct wr_printer *p, const wr_var *vars, uint32_t count) {
  put (p, " (");
  for (uint32_t i = 0; i < count; i++) {
    wr_printer_declare (p, vars[i], true);
    put (p, i ? " (" : "(");
    wr_printer_var (p, vars[i]);
    put (p, " ");
    wr_printer_sort (p, wr_var_info (p->core, vars[i])->sort);
    wr_printer_var_notes (p, vars[i]);
    put (p, ")");
  }
  put (p, ")");
}

static void print_func_body (struct wr_printer *p, const struct wr_func_info *func,
                             const char *head) {
  put (p, head);
  if (func->kind != WR_FUNC_DEFINED) wr_printer_label (p, func->label);
  print_params (p, func->params.data, func->params.len);
  if (func->kind == WR_FUNC_LAMBDA) print_params (p, func->indices.data, func->indices.len);
  put_expr (p, func->body);
  put (p, ")");
  wr_printer_leave (p);
}

static void print_func (struct wr_printer *p, wr_func handle) {
  const struct wr_func_info *func = wr_func_info (p->core, handle);
  put (p, "(function");
  put_name (p, func->name);
  put (p, " (");
  for (uint32_t i = 0; i < func->param_count; i++) {
    if (i) put (p, " ");
    wr_printer_sort (p, wr_func_param (p->core, handle, i));
  }
  put (p, ") ");
  wr_printer_sort (p, func->sort);
  if (func->span.file) wr_printer_place (p, func->span);
  if (func->constant) put (p, " constant");
  if (func->recursive) put (p, " recursive");
  if (func->shown.ix && func->shown.ix != func->name.ix) {
    put (p, " (shown");
    put_name (p, func->shown);
    put (p, ")");
  }
  switch (func->kind) {
  case WR_FUNC_UNINTERPRETED: break;
  case WR_FUNC_BUILTIN: wr_printer_note (p, "builtin", func->builtin); break;
  case WR_FUNC_DEFINED: print_func_body (p, func, " (define"); break;
  case WR_FUNC_AXIOM: print_func_body (p, func, " (body"); break;
  case WR_FUNC_LAMBDA: print_func_body (p, func, " (lambda"); break;
  }
  put (p, ")\n");
}

/* `where` clauses may mention variables that are declared later: names are chosen before. */
static void print_var (struct wr_printer *p, const char *head, wr_var var) {
  const struct wr_var_info *info = wr_var_info (p->core, var);
  put (p, head);
  put_var (p, var);
  put (p, " ");
  wr_printer_sort (p, info->sort);
  wr_printer_var_notes (p, var);
  for (uint32_t i = 0; i < info->where.len; i++) {
    put (p, " ");
    put_clause (p, "where", &info->where.data[i]);
  }
  put (p, ")");
}

static void print_program (struct wr_printer *p) {
  const wr_core *core = p->core;
  for (uint32_t i = 1; i < core->sorts.len; i++) {
    if (core->sorts.data[i].kind != WR_SORT_NAMED) continue;
    put (p, "(sort");
    put_name (p, core->sorts.data[i].name);
    put (p, ")\n");
  }
  for (uint32_t i = 0; i < core->datatypes.len; i++) print_datatype (p, &core->datatypes.data[i]);
  for (uint32_t i = 1; i < core->funcs.len; i++) print_func (p, (wr_func){i});
  for (uint32_t i = 0; i < core->globals.len; i++) {
    wr_printer_declare (p, core->globals.data[i], false);
  }
  for (uint32_t i = 0; i < core->globals.len; i++) {
    print_var (p, "(global", core->globals.data[i]);
    put (p, "\n");
  }
  for (uint32_t i = 0; i < core->axioms.len; i++) {
    put (p, "(axiom");
    wr_printer_label (p, core->axioms.data[i].label);
    put_expr (p, core->axioms.data[i].expr);
    if (core->axioms.data[i].func.ix) {
      put_name (p, wr_func_info (core, core->axioms.data[i].func)->name);
    }
    put (p, ")\n");
  }
  for (uint32_t i = 0; i < core->distinct.len; i++) {
    put (p, "(unique");
    put_expr (p, core->distinct.data[i]);
    put (p, ")\n");
  }
}

/* -- procedures and bodies ----------------------------------------------------------------------- */

static void put_class (struct wr_printer *p, enum wr_class cls) {
  if (cls != WR_CLASS_EXPLICIT) wr_buf_print (p->out, " (class %s)", wr_class_name (cls));
}

static void declare_all (struct wr_printer *p, const wr_var *vars, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) wr_printer_declare (p, vars[i], true);
}

static void print_vars (struct wr_printer *p, const char *head, const wr_var *vars,
                        uint32_t count) {
  for (uint32_t i = 0; i < count; i++) print_var (p, head, vars[i]);
}

static void print_procedure (struct wr_printer *p, const struct wr_procedure *procedure) {
  put (p, "(procedure");
  put_name (p, procedure->name);
  wr_printer_place (p, procedure->span);
  wr_printer_place (p, procedure->at);
  if (procedure->has_body) put (p, " body");
  wr_printer_note (p, "title", procedure->title);
  put_class (p, procedure->cls);
  declare_all (p, procedure->ins.data, procedure->ins.len);
  declare_all (p, procedure->outs.data, procedure->outs.len);
  print_vars (p, "\n  (in", procedure->ins.data, procedure->ins.len);
  print_vars (p, "\n  (out", procedure->outs.data, procedure->outs.len);
  if (procedure->modifies.len) {
    put (p, "\n  (modifies");
    for (uint32_t i = 0; i < procedure->modifies.len; i++) put_var (p, procedure->modifies.data[i]);
    put (p, ")");
  }
  for (uint32_t i = 0; i < procedure->requires_.len; i++) {
    put (p, "\n  ");
    put_clause (p, "requires", &procedure->requires_.data[i]);
  }
  for (uint32_t i = 0; i < procedure->ensures.len; i++) {
    put (p, "\n  ");
    put_clause (p, "ensures", &procedure->ensures.data[i]);
  }
  put (p, ")\n");
  wr_printer_leave (p);
}

static void print_place (struct wr_printer *p, const struct wr_assign *assign) {
  put (p, " (set");
  wr_printer_label (p, assign->label);
  if (assign->step_count) put (p, " (at");
  put_var (p, assign->var);
  for (uint32_t i = 0; i < assign->step_count; i++) {
    const struct wr_step *step = &assign->steps[i];
    put (p, step->is_field ? " (field" : " (index");
    if (step->is_field) put_name (p, p->core->fields.data[step->field].name);
    for (uint32_t j = 0; !step->is_field && j < step->index_count; j++) {
      put_expr (p, step->index[j]);
    }
    put (p, ")");
  }
  if (assign->step_count) put (p, ")");
  put_expr (p, assign->value);
  put (p, ")");
}

static void print_call (struct wr_printer *p, const struct wr_cmd *cmd) {
  put_site (p, cmd->site);
  if (cmd->free) put (p, " free");
  put_name (p, p->core->procedures.data[cmd->procedure].name);
  put (p, " (");
  for (uint32_t i = 0; i < cmd->arg_count; i++) {
    if (i) put (p, " ");
    wr_printer_expr (p, cmd->args[i]);
  }
  put (p, ") (");
  for (uint32_t i = 0; i < cmd->var_count; i++) {
    if (i) put (p, " ");
    wr_printer_var (p, cmd->vars[i]);
  }
  put (p, ")");
}

static void print_cmd (struct wr_printer *p, const struct wr_cmd *cmd) {
  static const char *const words[] = {"assume", "assert", "assign", "havoc", "call"};
  wr_buf_print (p->out, "\n    (%s", words[cmd->kind]);
  if (cmd->kind == WR_CMD_ASSUME || cmd->kind == WR_CMD_ASSERT) wr_printer_label (p, cmd->label);
  wr_printer_place (p, cmd->at);
  switch (cmd->kind) {
  case WR_CMD_ASSUME:
    wr_printer_note (p, "capture", cmd->capture);
    put_expr (p, cmd->expr);
    break;
  case WR_CMD_ASSERT:
    if (cmd->forget) put (p, " forget");
    put_expr (p, cmd->expr);
    break;
  case WR_CMD_ASSIGN:
    for (uint32_t i = 0; i < cmd->assign_count; i++) print_place (p, &cmd->assigns[i]);
    break;
  case WR_CMD_HAVOC:
    put_site (p, cmd->site);
    for (uint32_t i = 0; i < cmd->var_count; i++) put_var (p, cmd->vars[i]);
    break;
  case WR_CMD_CALL: print_call (p, cmd); break;
  }
  put (p, ")");
}

static void print_block (struct wr_printer *p, const struct wr_body *body,
                         const struct wr_block *block) {
  put (p, "\n  (block");
  put_name (p, block->name);
  wr_printer_place (p, block->at);
  if (block->loop_head) {
    put (p, " (loop");
    put_site (p, block->loop_site);
    put (p, ")");
  }
  for (uint32_t i = 0; i < block->invariant_count; i++) {
    const struct wr_invariant *invariant = &block->invariants[i];
    put (p, "\n    (invariant");
    wr_printer_label (p, invariant->label);
    if (invariant->free) put (p, " free");
    put_checked (p, invariant->checked);
    wr_printer_place (p, invariant->at);
    put_expr (p, invariant->expr);
    put (p, ")");
  }
  for (uint32_t i = 0; i < block->cmd_count; i++) print_cmd (p, &block->cmds[i]);
  if (block->succ_count) {
    put (p, "\n    (goto");
    for (uint32_t i = 0; i < block->succ_count; i++) {
      put_name (p, body->blocks[block->succs[i]].name);
    }
    put (p, "))");
  } else {
    put (p, "\n    (return");
    wr_printer_place (p, block->return_at);
    put (p, "))");
  }
}

/* A parameter is the procedure's own variable, or one of the body that stands for it. */
static void print_formals (struct wr_printer *p, const char *head, const wr_var *vars,
                           const wr_var *own, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (vars[i].ix != own[i].ix) {
      print_var (p, head, vars[i]);
    } else {
      put (p, head);
      put_var (p, vars[i]);
      put (p, ")");
    }
  }
}

static void print_body (struct wr_printer *p, const struct wr_body *body) {
  const struct wr_procedure *procedure = &p->core->procedures.data[body->procedure];
  put (p, "(body");
  put_name (p, body->name);
  put_name (p, procedure->name);
  wr_printer_place (p, body->span);
  wr_printer_place (p, body->at);
  if (!body->verify) put (p, " skip");
  if (body->by_contracts) put (p, " by-contracts");
  if (body->rlimit) wr_buf_print (p->out, " (rlimit %llu)", (unsigned long long)body->rlimit);
  if (body->time_limit > 0) wr_buf_print (p->out, " (time-limit %.17g)", body->time_limit);
  for (uint32_t i = 0; i < body->options.len; i++) {
    put (p, " (option ");
    wr_printer_string (p, body->options.data[i].name);
    put (p, " ");
    wr_printer_string (p, body->options.data[i].value);
    put (p, ")");
  }
  if (body->entry_site.ix) wr_buf_print (p->out, "\n  (entry S%u)", body->entry_site.ix);
  if (body->exit_site.ix) wr_buf_print (p->out, "\n  (exit S%u)", body->exit_site.ix);
  declare_all (p, body->ins.data, body->ins.len);
  declare_all (p, body->outs.data, body->outs.len);
  declare_all (p, body->locals.data, body->locals.len);
  print_formals (p, "\n  (in", body->ins.data, procedure->ins.data, body->ins.len);
  print_formals (p, "\n  (out", body->outs.data, procedure->outs.data, body->outs.len);
  print_vars (p, "\n  (local", body->locals.data, body->locals.len);
  for (uint32_t i = 0; i < body->block_count; i++) print_block (p, body, &body->blocks[i]);
  put (p, ")\n");
  wr_printer_leave (p);
}

/* -- entry points -------------------------------------------------------------------------------- */

static void print_files (wr_buf *out, const struct wr_printer *p) {
  struct wr_printer header = {.out = out, .core = p->core};
  for (uint32_t i = 1; i <= wr_sources_count (p->core->sources); i++) {
    if (!wr_bitset_has (&p->files, i)) continue;
    wr_symbol path = wr_intern (p->core->symbols, wr_source_path (p->core->sources, i));
    wr_buf_print (out, "(file %u ", i);
    wr_printer_string (&header, path);
    wr_buf_add (out, WR_LIT (")\n"));
  }
}

void wr_core_print (wr_buf *out, const wr_core *core) {
  wr_buf text = {0};
  struct wr_printer p = {.out = &text, .core = core};
  print_program (&p);
  for (uint32_t i = 0; i < core->procedures.len; i++)
    print_procedure (&p, &core->procedures.data[i]);
  for (uint32_t i = 0; i < core->bodies.len; i++) print_body (&p, &core->bodies.data[i]);
  wr_printer_labels (&p);
  print_files (out, &p);
  wr_buf_add (out, wr_buf_str (&text));
  wr_buf_free (&text);
  wr_printer_free (&p);
}

void wr_core_print_expr (wr_buf *out, const wr_core *core, wr_expr e) {
  struct wr_printer p = {.out = out, .core = core};
  wr_printer_expr (&p, e);
  wr_printer_free (&p);
}

void wr_core_print_name (wr_buf *out, const wr_core *core, wr_symbol name) {
  struct wr_printer p = {.out = out, .core = core};
  wr_printer_name (&p, name);
}

void wr_core_print_sort (wr_buf *out, const wr_core *core, wr_sort s) {
  struct wr_printer p = {.out = out, .core = core};
  wr_printer_sort (&p, s);
  wr_printer_free (&p);
}
