/* Procedures with their contracts, and the frames of their bodies. */
#include "front/boogie/lowering.h"

wr_var bpl_new_var (bpl_lowering *lo, enum wr_var_kind kind, const bpl_var *var, wr_symbol name) {
  wr_var v = wr_var_new (lo->core, kind, name, bpl_sort (lo, var->type), var->id.span);
  struct wr_var_info *info = wr_var_edit (lo->core, v);
  info->shown = var->id.name;
  info->cls = bpl_class_of (lo, var->attrs, WR_CLASS_EXPLICIT);
  return v;
}

/* -- clauses -------------------------------------------------------------------------------------------- */

static void add_clauses (bpl_lowering *lo, wr_clauses *out, enum wr_role role, const bpl_expr *e,
                         struct bpl_element element, bool is_free, bool always_assume) {
  bpl_conjuncts parts = {0};
  bpl_labelled_parts (lo, e, &parts);
  element.conjuncts = parts.len;
  element.free = is_free;
  for (uint32_t i = 0; i < parts.len; i++) {
    element.conjunct = i;
    if (parts.len > 1) element.span = parts.data[i]->span;
    struct wr_clause clause = {.free = is_free, .always_assume = always_assume};
    bool only_assumed = is_free || role == WR_ROLE_WHERE;
    clause.expr = bpl_lower_clause (lo, parts.data[i], only_assumed, &clause.checked);
    clause.label = bpl_label (lo, role, &element);
    WR_VEC_PUSH (out, clause);
  }
  WR_VEC_FREE (&parts);
}

void bpl_lower_where (bpl_lowering *lo, const bpl_var *var, wr_var core_var) {
  if (!var->where) return;
  wr_clauses clauses = {0};
  struct bpl_element element = {
      .node = var->where, .attrs = var->attrs, .span = var->where->span, .report = var->id.span};
  add_clauses (lo, &clauses, WR_ROLE_WHERE, var->where, element, false, false);
  wr_var_edit (lo->core, core_var)->where = clauses;
}

/* `known` holds the variables of the clauses before it. */
static void lower_modifies (bpl_lowering *lo, uint32_t index, const struct bpl_spec *spec,
                            wr_map *known) {
  struct wr_procedure *procedure = &lo->core->procedures.data[index];
  for (uint32_t i = 0; i < spec->vars.len; i++) {
    wr_var global;
    if (!spec->vars.data[i] || !bpl_bound_var (spec->vars.data[i], &global)) continue;
    if (wr_map_has (known, global.ix)) continue;
    wr_map_put (known, global.ix, 1);
    WR_VEC_PUSH (&procedure->modifies, global);
  }
}

static void lower_spec (bpl_lowering *lo, uint32_t index, const struct bpl_spec *spec,
                        wr_map *known) {
  if (spec->kind == BPL_SPEC_MODIFIES) {
    lower_modifies (lo, index, spec, known);
    return;
  }
  if (spec->kind != BPL_SPEC_REQUIRES && spec->kind != BPL_SPEC_ENSURES) return;
  bool requires_ = spec->kind == BPL_SPEC_REQUIRES;
  bpl_warn_clause (lo, spec);
  struct bpl_element element = {.node = spec,
                                .attrs = spec->attrs,
                                .span = spec->span,
                                .report = bpl_place_from (spec->span, spec->at)};
  wr_clauses clauses = {0};
  bool always = spec->free && bpl_attr_is (lo, spec->attrs, "always_assume");
  if (!requires_ && !spec->free)
    bpl_add_ensures_probes (lo, &clauses, element, spec->exprs.data[0]);
  add_clauses (lo, &clauses, requires_ ? WR_ROLE_REQUIRES : WR_ROLE_ENSURES, spec->exprs.data[0],
               element, spec->free, always);
  struct wr_procedure *procedure = &lo->core->procedures.data[index];
  for (uint32_t i = 0; i < clauses.len; i++) {
    if (requires_) {
      WR_VEC_PUSH (&procedure->requires_, clauses.data[i]);
    } else {
      WR_VEC_PUSH (&procedure->ensures, clauses.data[i]);
    }
  }
  WR_VEC_FREE (&clauses);
}

/* -- procedures ------------------------------------------------------------------------------------------- */

struct saved_context {
  uint32_t procedure;
  enum wr_class cls;
  struct bpl_frame *frame;
  bool in_old;
  void **bindings;
};

static void enter_contract (bpl_lowering *lo, const bpl_decl *decl, uint32_t index,
                            struct saved_context *saved) {
  *saved = (struct saved_context){lo->procedure, lo->cls, lo->frame, lo->in_old, NULL};
  saved->bindings = wr_alloc (decl->ins.len + decl->outs.len + 1, sizeof *saved->bindings);
  lo->procedure = index + 1;
  lo->cls = bpl_class_of (lo, decl->attrs, WR_CLASS_EXPLICIT);
  lo->frame = NULL;
  lo->in_old = false;
  lo->core->procedures.data[index].cls = lo->cls;
  bpl_silencers (lo, decl->attrs, 0);
  for (uint32_t i = 0; i < decl->ins.len + decl->outs.len; i++) {
    bool in = i < decl->ins.len;
    bpl_var *var = in ? decl->ins.data[i] : decl->outs.data[i - decl->ins.len];
    wr_var v = bpl_new_var (lo, in ? WR_VAR_IN : WR_VAR_OUT, var, var->id.name);
    struct wr_procedure *procedure = &lo->core->procedures.data[index];
    if (in) {
      WR_VEC_PUSH (&procedure->ins, v);
    } else {
      WR_VEC_PUSH (&procedure->outs, v);
    }
    saved->bindings[i] = bpl_bind_var (var, v);
  }
}

static void leave_contract (bpl_lowering *lo, const bpl_decl *decl, struct saved_context *saved) {
  for (uint32_t i = decl->ins.len + decl->outs.len; i-- > 0;) {
    bpl_var *var = i < decl->ins.len ? decl->ins.data[i] : decl->outs.data[i - decl->ins.len];
    var->lowered = saved->bindings[i];
  }
  free (saved->bindings);
  lo->procedure = saved->procedure;
  lo->cls = saved->cls;
  lo->frame = saved->frame;
  lo->in_old = saved->in_old;
}

static uint32_t declare (bpl_lowering *lo, const bpl_decl *decl, bpl_type *const *args,
                         uint32_t count, uint32_t number) {
  uint32_t index = lo->core->procedures.len;
  wr_map_put (&lo->lowered, number, (uint64_t)index + 1);
  wr_symbol name = bpl_instance_name (lo, decl->id.name, args, count);
  struct wr_procedure made = {.name = bpl_fresh_name (lo, &lo->procedure_names, name),
                              .title = bpl_attr_text (lo, decl->attrs, "verboseName"),
                              .span = decl->span,
                              .at = bpl_place_from (decl->span, decl->at)};
  WR_VEC_PUSH (&lo->core->procedures, made);
  for (uint32_t i = 0; i < count; i++) bpl_bind_type (lo, decl->params.data[i], args[i]);
  struct saved_context saved;
  enter_contract (lo, decl, index, &saved);
  for (uint32_t i = 0; i < decl->ins.len; i++) {
    bpl_lower_where (lo, decl->ins.data[i], lo->core->procedures.data[index].ins.data[i]);
  }
  for (uint32_t i = 0; i < decl->outs.len; i++) {
    bpl_lower_where (lo, decl->outs.data[i], lo->core->procedures.data[index].outs.data[i]);
  }
  wr_map modified = {0};
  for (uint32_t i = 0; i < decl->specs.len; i++)
    lower_spec (lo, index, &decl->specs.data[i], &modified);
  wr_map_free (&modified);
  wr_clauses bounds = {0};
  bpl_measure_requires (lo, decl, &bounds);
  for (uint32_t i = 0; i < bounds.len; i++)
    WR_VEC_PUSH (&lo->core->procedures.data[index].requires_, bounds.data[i]);
  WR_VEC_FREE (&bounds);
  leave_contract (lo, decl, &saved);
  bpl_unbind_types (lo, count);
  return index;
}

static uint32_t procedure_at (bpl_lowering *lo, const bpl_decl *decl, bpl_type *const *args,
                              uint32_t count) {
  uint32_t number = bpl_instance_of (lo, decl, args, count);
  uint64_t found = wr_map_or (&lo->lowered, number, 0);
  return found ? (uint32_t)found - 1 : declare (lo, decl, args, count, number);
}

uint32_t bpl_procedure_index (bpl_lowering *lo, const bpl_decl *decl, const bpl_types *type_args) {
  WR_VEC (bpl_type *) args = {0};
  for (uint32_t i = 0; i < type_args->len; i++) {
    WR_VEC_PUSH (&args, bpl_ground (lo, type_args->data[i]));
  }
  uint32_t index = procedure_at (lo, decl, args.data, args.len);
  WR_VEC_FREE (&args);
  return index;
}

/* The instance of a procedure at its own parameters, whose body is verified: about them nothing is
   known. */
static uint32_t own_index (bpl_lowering *lo, const bpl_decl *decl) {
  WR_VEC (bpl_type *) args = {0};
  for (uint32_t i = 0; i < decl->params.len; i++) {
    WR_VEC_PUSH (&args, bpl_opaque_type (lo, decl->params.data[i]));
  }
  uint32_t index = procedure_at (lo, decl, args.data, args.len);
  WR_VEC_FREE (&args);
  return index;
}

void bpl_declare_procedure (bpl_lowering *lo, const bpl_decl *decl) { own_index (lo, decl); }

/* -- bodies -------------------------------------------------------------------------------------------------- */

/* The formals of an implementation: variables of its own, with the procedure's where clauses. */
static void new_formals (bpl_lowering *lo, const bpl_decl *decl, uint32_t index,
                         struct wr_body *body) {
  wr_map map = {0};
  for (uint32_t i = 0; i < decl->ins.len + decl->outs.len; i++) {
    bool in = i < decl->ins.len;
    uint32_t at = in ? i : i - decl->ins.len;
    const bpl_var *var = in ? decl->ins.data[at] : decl->outs.data[at];
    wr_var v = bpl_new_var (lo, in ? WR_VAR_IN : WR_VAR_OUT, var, var->id.name);
    const struct wr_procedure *procedure = &lo->core->procedures.data[index];
    wr_var from = in ? procedure->ins.data[at] : procedure->outs.data[at];
    wr_map_put (&map, from.ix, wr_mk_var (lo->core, v).ix);
    if (in) {
      WR_VEC_PUSH (&body->ins, v);
    } else {
      WR_VEC_PUSH (&body->outs, v);
    }
  }
  for (uint32_t i = 0; i < body->ins.len + body->outs.len; i++) {
    bool in = i < body->ins.len;
    uint32_t at = in ? i : i - body->ins.len;
    const struct wr_procedure *procedure = &lo->core->procedures.data[index];
    wr_var from = in ? procedure->ins.data[at] : procedure->outs.data[at];
    wr_var to = in ? body->ins.data[at] : body->outs.data[at];
    for (uint32_t c = 0; c < wr_var_info (lo->core, from)->where.len; c++) {
      struct wr_clause clause = wr_var_info (lo->core, from)->where.data[c];
      clause.expr = wr_substitute (lo->core, clause.expr, &map, NULL);
      WR_VEC_PUSH (&wr_var_edit (lo->core, to)->where, clause);
    }
  }
  wr_map_free (&map);
}

static void bind_formals (const bpl_decl *decl, const struct wr_body *body) {
  for (uint32_t i = 0; i < decl->ins.len; i++) bpl_bind_var (decl->ins.data[i], body->ins.data[i]);
  for (uint32_t i = 0; i < decl->outs.len; i++)
    bpl_bind_var (decl->outs.data[i], body->outs.data[i]);
}

void bpl_lower_locals (bpl_lowering *lo, const bpl_vars *locals) {
  WR_VEC (wr_var) made = {0};
  for (uint32_t i = 0; i < locals->len; i++) {
    bpl_var *var = locals->data[i];
    wr_str text = wr_symbol_text (lo->symbols, var->id.name);
    wr_symbol name = bpl_symf (lo, "%s%.*s", lo->frame->prefix, WR_STR_ARGS (text));
    name = bpl_fresh_name (lo, &lo->draft->local_names, name);
    wr_var v = bpl_new_var (lo, WR_VAR_LOCAL, var, name);
    WR_VEC_PUSH (&lo->draft->locals, v);
    WR_VEC_PUSH (&made, v);
    bpl_bind_var (var, v);
  }
  for (uint32_t i = 0; i < made.len; i++) bpl_lower_where (lo, locals->data[i], made.data[i]);
  WR_VEC_FREE (&made);
}

/* Assumption variables start out true. */
static void assume_assumptions (bpl_lowering *lo, const bpl_decl *decl,
                                struct bpl_block_draft *block) {
  for (uint32_t i = 0; i < decl->body->locals.len; i++) {
    const bpl_var *var = decl->body->locals.data[i];
    wr_var v;
    if (!bpl_attr_is (lo, var->attrs, "assumption") || !bpl_bound_var (var, &v)) continue;
    bpl_add_assume (lo, block, wr_mk_var (lo->core, v), var->id.span);
  }
}

/* Without a goto that goes back, loops are those that are written as such. */
static bool goes_back (const struct bpl_body *body) {
  for (uint32_t i = 0; i < body->stmts.len; i++) {
    const bpl_stmt *s = body->stmts.data[i];
    for (uint32_t k = 0; k < s->labels.len; k++) {
      if (s->labels.data[k]->span.begin <= s->span.begin) return true;
    }
    if ((s->body && goes_back (s->body)) || (s->otherwise && goes_back (s->otherwise))) return true;
  }
  return false;
}

static const bpl_decl *proc_of (const bpl_decl *decl) {
  return decl->procedure ? decl->procedure : decl;
}

static void lower_code (bpl_lowering *lo, const bpl_decl *decl, struct wr_body *body) {
  struct bpl_body_draft draft = {0};
  struct bpl_frame frame = {.decl = decl, .prefix = "", .structured = !goes_back (decl->body)};
  lo->witness_next = 0;
  lo->draft = &draft;
  lo->frame = &frame;
  for (uint32_t i = 0; i < body->ins.len; i++) {
    wr_map_put (&draft.local_names, wr_var_info (lo->core, body->ins.data[i])->name.ix, 1);
  }
  for (uint32_t i = 0; i < body->outs.len; i++) {
    wr_map_put (&draft.local_names, wr_var_info (lo->core, body->outs.data[i])->name.ix, 1);
  }
  bpl_lower_locals (lo, &decl->body->locals);
  bool assumes = lo->hidden.len > 0;
  for (uint32_t i = 0; i < decl->body->locals.len; i++) {
    assumes |= bpl_attr_is (lo, decl->body->locals.data[i]->attrs, "assumption");
  }
  struct bpl_block_draft *entry = NULL;
  if (assumes) {
    entry = bpl_block_new (lo, bpl_sym (lo, "$start"), (wr_span){0});
    assume_assumptions (lo, decl, entry);
    bpl_block_add (lo, entry);
  }
  struct bpl_block_draft *probes = bpl_entry_probes (lo, proc_of (decl));
  struct bpl_block_draft *first = bpl_lower_blocks (lo, decl->body);
  if (probes) WR_VEC_PUSH (&probes->succs, first);
  if (entry) WR_VEC_PUSH (&entry->succs, probes ? probes : first);
  if (!lo->failed && lo->hidden.len) bpl_reveal (lo, entry);
  if (!lo->failed) bpl_finish_blocks (lo, body);
  bpl_draft_free (&draft);
  wr_map_free (&frame.labels);
  wr_map_free (&frame.saved);
  lo->draft = NULL;
  lo->frame = NULL;
}

void bpl_lower_body (bpl_lowering *lo, const bpl_decl *decl) {
  const bpl_decl *proc = proc_of (decl);
  uint32_t index = own_index (lo, proc);
  struct wr_body body = {.name = bpl_fresh_name (lo, &lo->body_names, proc->id.name),
                         .procedure = index,
                         .span = decl->span,
                         .at = bpl_place_from (decl->span, decl->at),
                         .verify = true};
  lo->procedure = index + 1;
  lo->cls = bpl_class_of (lo, decl->attrs, lo->core->procedures.data[index].cls);
  lo->core->procedures.data[index].has_body = true;
  wr_symbol title = bpl_attr_text (lo, decl->attrs, "verboseName");
  if (title.ix) lo->core->procedures.data[index].title = title;
  if (decl != proc) bpl_silencers (lo, decl->attrs, 0);
  uint32_t types = decl == proc ? 0 : decl->params.len;
  for (uint32_t i = 0; i < types; i++) {
    bpl_bind_type (lo, decl->params.data[i], bpl_opaque_type (lo, proc->params.data[i]));
  }
  if (decl == proc) {
    const struct wr_procedure *procedure = &lo->core->procedures.data[index];
    for (uint32_t i = 0; i < procedure->ins.len; i++)
      WR_VEC_PUSH (&body.ins, procedure->ins.data[i]);
    for (uint32_t i = 0; i < procedure->outs.len; i++)
      WR_VEC_PUSH (&body.outs, procedure->outs.data[i]);
  } else {
    new_formals (lo, decl, index, &body);
  }
  bind_formals (proc, &body);
  bind_formals (decl, &body);
  body.entry_site = bpl_site (lo, WR_SITE_ENTRY, body.at, NULL);
  body.exit_site = bpl_site (lo, WR_SITE_EXIT, body.at, NULL);
  bpl_read_options (lo, proc->attrs, &body);
  if (decl != proc) bpl_read_options (lo, decl->attrs, &body);
  lower_code (lo, decl, &body);
  bpl_unbind_types (lo, types);
  lo->procedure = 0;
  lo->cls = WR_CLASS_EXPLICIT;
  WR_VEC_PUSH (&lo->core->bodies, body);
}
