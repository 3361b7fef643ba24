/* Calls of procedures marked {:inline N}: the body is put in place of the call, up to N times nested; a
   deeper call ends the path, as in Boogie.  Such procedures are not verified by themselves.  A procedure
   with type parameters is put there at the types of the call; each instance counts for itself. */
#include "front/boogie/lowering.h"

/* The implementation that is inlined: the first with a body. */
static const bpl_decl *implementation_of (const bpl_lowering *lo, const bpl_decl *procedure) {
  if (procedure->body) return procedure;
  for (uint32_t i = 0; i < lo->program->decls.len; i++) {
    const bpl_decl *d = lo->program->decls.data[i];
    if (d->kind == BPL_DECL_IMPLEMENTATION && d->procedure == procedure && d->body && !d->ignored) {
      return d;
    }
  }
  return NULL;
}

static bool inline_count (const bpl_lowering *lo, const bpl_decl *procedure, uint64_t *count) {
  if (bpl_attr_number (lo, procedure->attrs, "inline", count)) return true;
  const bpl_decl *impl = implementation_of (lo, procedure);
  return impl && bpl_attr_number (lo, impl->attrs, "inline", count);
}

bool bpl_is_inlined (bpl_lowering *lo, const bpl_decl *procedure) {
  uint64_t count;
  return inline_count (lo, procedure, &count) && implementation_of (lo, procedure);
}

/* The types of a call, under the environment of the caller. */
static bpl_type **types_of (bpl_lowering *lo, const bpl_stmt *call) {
  bpl_type **types = WR_NEW (lo->arena, bpl_type *, call->type_args.len);
  for (uint32_t i = 0; i < call->type_args.len; i++)
    types[i] = bpl_ground (lo, call->type_args.data[i]);
  return types;
}

/* How often `decl` is being inlined at these types around this point. */
static uint64_t active_copies (const bpl_lowering *lo, const bpl_decl *decl,
                               bpl_type *const *types) {
  uint64_t count = 0;
  for (const struct bpl_frame *f = lo->frame; f; f = f->caller) {
    bool same = f->inlined && f->decl == decl;
    for (uint32_t i = 0; same && i < decl->params.len; i++) same = f->types[i] == types[i];
    count += same;
  }
  return count;
}

static wr_span stmt_at (const bpl_stmt *s) { return bpl_place_from (s->span, s->at); }

typedef WR_VEC (void *) pointers;

static void save_all (const bpl_vars *vars, pointers *out) {
  for (uint32_t i = 0; i < vars->len; i++) WR_VEC_PUSH (out, vars->data[i]->lowered);
}

static uint32_t restore_all (const bpl_vars *vars, const pointers *from, uint32_t at) {
  for (uint32_t i = 0; i < vars->len; i++) vars->data[i]->lowered = from->data[at++];
  return at;
}

/* -- the copy -------------------------------------------------------------------------------------------- */

struct copy {
  bpl_lowering *lo;
  const bpl_stmt *call;
  const bpl_decl *procedure, *code;
  struct bpl_frame frame; /* its type parameters are bound while the copy is made */
  WR_VEC (wr_var) ins, outs;
};

/* A check or a fact of the contract at the inlined call. */
static void add_clause (struct copy *c, struct bpl_block_draft *block, const struct bpl_spec *spec,
                        wr_span at) {
  bpl_lowering *lo = c->lo;
  bpl_conjuncts parts = {0};
  bpl_labelled_parts (lo, spec->exprs.data[0], &parts);
  for (uint32_t i = 0; i < parts.len; i++) {
    struct bpl_element element = {.node = spec,
                                  .attrs = spec->attrs,
                                  .span = parts.len > 1 ? parts.data[i]->span : spec->span,
                                  .report = at,
                                  .conjunct = i,
                                  .conjuncts = parts.len,
                                  .free = spec->free};
    wr_expr e =
        spec->free ? bpl_lower_expr (lo, parts.data[i]) : bpl_lower_goal (lo, parts.data[i]);
    enum wr_role role = spec->free ? WR_ROLE_ASSUME : WR_ROLE_ASSERT;
    bpl_add_cmd (block, (struct wr_cmd){.kind = spec->free ? WR_CMD_ASSUME : WR_CMD_ASSERT,
                                        .at = at,
                                        .expr = e,
                                        .label = bpl_label (lo, role, &element)});
  }
  WR_VEC_FREE (&parts);
}

/* That the integers of the callee's measure are not negative. */
static void check_bounds (struct copy *c, struct bpl_block_draft *block) {
  const struct bpl_spec *spec = bpl_measure_of (&c->procedure->specs);
  for (uint32_t i = 0; spec && i < spec->exprs.len; i++) {
    struct wr_cmd cmd = {.kind = WR_CMD_ASSERT, .at = stmt_at (c->call)};
    if (!bpl_measure_bound (c->lo, spec->exprs.data[i], &cmd.expr)) continue;
    struct bpl_element element = bpl_measure_element (spec, spec->span, spec->exprs.data[i]);
    element.report = cmd.at;
    cmd.label = bpl_label (c->lo, WR_ROLE_ASSERT, &element);
    bpl_add_cmd (block, cmd);
  }
}

static wr_var new_copy (struct copy *c, const bpl_var *var, const char *suffix) {
  wr_str text = wr_symbol_text (c->lo->symbols, var->id.name);
  wr_symbol name = bpl_symf (c->lo, "%s%.*s%s", c->frame.prefix, WR_STR_ARGS (text), suffix);
  name = bpl_fresh_name (c->lo, &c->lo->draft->local_names, name);
  wr_var v = bpl_new_var (c->lo, WR_VAR_LOCAL, var, name);
  WR_VEC_PUSH (&c->lo->draft->locals, v);
  return v;
}

/* Formals of the procedure and of the implementation are the same new locals. */
static void new_formals (struct copy *c) {
  for (uint32_t i = 0; i < c->procedure->ins.len; i++) {
    wr_var v = new_copy (c, c->procedure->ins.data[i], "");
    WR_VEC_PUSH (&c->ins, v);
    bpl_bind_var (c->procedure->ins.data[i], v);
    bpl_bind_var (c->code->ins.data[i], v);
  }
  for (uint32_t i = 0; i < c->procedure->outs.len; i++) {
    wr_var v = new_copy (c, c->procedure->outs.data[i], "");
    WR_VEC_PUSH (&c->outs, v);
    bpl_bind_var (c->procedure->outs.data[i], v);
    bpl_bind_var (c->code->outs.data[i], v);
  }
  for (uint32_t i = 0; i < c->outs.len; i++) {
    bpl_lower_where (c->lo, c->procedure->outs.data[i], c->outs.data[i]);
  }
}

static void save_globals (struct copy *c, struct bpl_block_draft *block) {
  for (uint32_t s = 0; s < c->procedure->specs.len; s++) {
    const struct bpl_spec *spec = &c->procedure->specs.data[s];
    for (uint32_t i = 0; spec->kind == BPL_SPEC_MODIFIES && i < spec->vars.len; i++) {
      wr_var global;
      if (!spec->vars.data[i] || !bpl_bound_var (spec->vars.data[i], &global)) continue;
      if (wr_map_has (&c->frame.saved, global.ix)) continue;
      wr_var saved = new_copy (c, spec->vars.data[i], "");
      bpl_add_assign (c->lo, block, saved, wr_mk_var (c->lo->core, global), stmt_at (c->call));
      wr_map_put (&c->frame.saved, global.ix, wr_mk_var (c->lo->core, saved).ix);
    }
  }
}

/* Locals and results are arbitrary at the start, also when the call stands in a loop. */
static void havoc_locals (struct copy *c, struct bpl_block_draft *block, uint32_t first_local) {
  bpl_lowering *lo = c->lo;
  WR_VEC (wr_var) vars = {0};
  for (uint32_t i = first_local; i < lo->draft->locals.len; i++) {
    WR_VEC_PUSH (&vars, lo->draft->locals.data[i]);
  }
  for (uint32_t i = 0; i < c->outs.len; i++) WR_VEC_PUSH (&vars, c->outs.data[i]);
  if (vars.len) {
    bpl_add_cmd (block, (struct wr_cmd){
                            .kind = WR_CMD_HAVOC,
                            .at = stmt_at (c->call),
                            .vars = WR_VEC_KEEP (lo->arena, &vars),
                            .var_count = vars.len,
                            .site = bpl_site (lo, WR_SITE_HAVOC, c->call->span, c->call->attrs)});
  }
  WR_VEC_FREE (&vars);
}

/* In-parameters get the arguments, evaluated outside, in parallel. */
static void pass_arguments (struct copy *c, struct bpl_block_draft *block, const wr_expr *args) {
  if (!c->ins.len) return;
  struct wr_assign *assigns = WR_NEW (c->lo->arena, struct wr_assign, c->ins.len);
  for (uint32_t i = 0; i < c->ins.len; i++) {
    assigns[i] = (struct wr_assign){.var = c->ins.data[i], .value = args[i]};
  }
  bpl_add_cmd (block, (struct wr_cmd){.kind = WR_CMD_ASSIGN,
                                      .at = stmt_at (c->call),
                                      .assigns = assigns,
                                      .assign_count = c->ins.len});
}

static void lower_copy (struct copy *c, struct bpl_block_draft *block,
                        struct bpl_block_draft *after, const wr_expr *args) {
  bpl_lowering *lo = c->lo;
  wr_span nowhere = {0};
  struct bpl_block_draft *entry = bpl_block_new (lo, bpl_sym (lo, "Entry"), nowhere);
  struct bpl_block_draft *exit = bpl_block_new (lo, bpl_sym (lo, "Return"), nowhere);
  entry->seam = exit->seam = after->seam = true;
  c->frame.return_to = exit;
  WR_VEC_PUSH (&block->succs, entry);
  bpl_block_add (lo, block);
  lo->frame = &c->frame;
  new_formals (c);
  pass_arguments (c, entry, args);
  for (uint32_t s = 0; s < c->procedure->specs.len; s++) {
    const struct bpl_spec *spec = &c->procedure->specs.data[s];
    if (spec->kind != BPL_SPEC_REQUIRES || spec->free || c->call->free) continue;
    add_clause (c, entry, spec, stmt_at (c->call));
  }
  if (!c->call->free) check_bounds (c, entry);
  uint32_t first_local = lo->draft->locals.len;
  bpl_lower_locals (lo, &c->code->body->locals);
  havoc_locals (c, entry, first_local);
  save_globals (c, entry);
  bpl_block_add (lo, entry);
  struct bpl_block_draft *first = bpl_lower_blocks (lo, c->code->body);
  first->seam = true;
  WR_VEC_PUSH (&entry->succs, first);
  for (uint32_t s = 0; s < c->procedure->specs.len; s++) {
    const struct bpl_spec *spec = &c->procedure->specs.data[s];
    if (spec->kind != BPL_SPEC_ENSURES || spec->free) continue;
    add_clause (c, exit, spec, bpl_place_from (spec->span, spec->at));
  }
  WR_VEC_PUSH (&exit->succs, after);
}

static void copy_results (struct copy *c, struct bpl_block_draft *exit, const bpl_vars *targets) {
  if (!targets->len) return;
  struct wr_assign *assigns = WR_NEW (c->lo->arena, struct wr_assign, targets->len);
  for (uint32_t i = 0; i < targets->len; i++) {
    bool found = bpl_bound_var (targets->data[i], &assigns[i].var);
    WR_REQUIRE (found);
    assigns[i].value = wr_mk_var (c->lo->core, c->outs.data[i]);
  }
  bpl_add_cmd (exit, (struct wr_cmd){.kind = WR_CMD_ASSIGN,
                                     .at = stmt_at (c->call),
                                     .assigns = assigns,
                                     .assign_count = targets->len});
}

/* The parameters of the procedure and of the implementation stand for the types of the call. */
static uint32_t bind_types (const struct copy *c) {
  const bpl_tparams *own = &c->procedure->params, *code = &c->code->params;
  WR_REQUIRE (own->len == c->call->type_args.len && code->len == own->len);
  for (uint32_t i = 0; i < own->len; i++) bpl_bind_type (c->lo, own->data[i], c->frame.types[i]);
  if (c->code == c->procedure) return own->len;
  for (uint32_t i = 0; i < code->len; i++) bpl_bind_type (c->lo, code->data[i], c->frame.types[i]);
  return own->len + code->len;
}

/* Puts the copy between `block` and the block that is returned. */
static struct bpl_block_draft *inline_copy (bpl_lowering *lo, struct bpl_block_draft *block,
                                            const bpl_stmt *call, bpl_type **types) {
  struct copy c = {.lo = lo, .call = call, .procedure = call->decl};
  c.code = implementation_of (lo, call->decl);
  uint64_t key = (uint64_t)(uintptr_t)call->decl;
  uint64_t number = wr_map_or (&lo->draft->inlined, key, 0);
  wr_map_put (&lo->draft->inlined, key, number + 1);
  wr_str name = wr_symbol_text (lo->symbols, call->decl->id.name);
  c.frame = (struct bpl_frame){
      .caller = lo->frame,
      .decl = c.code,
      .inlined = true,
      .types = types,
      .depth = lo->frame->depth + 1,
      .origin =
          wr_origin_new (&lo->core->labels, &(struct wr_origin_info){WR_ORIGIN_CALL, stmt_at (call),
                                                                     lo->frame->origin}),
      .prefix =
          wr_str_print (lo->arena, "inline$%.*s$%u$", WR_STR_ARGS (name), (unsigned)number).ptr};
  wr_expr *args = WR_NEW (lo->arena, wr_expr, call->exprs.len);
  for (uint32_t i = 0; i < call->exprs.len; i++)
    args[i] = bpl_lower_value (lo, block, call->exprs.data[i]);
  wr_symbol base = block->base.ix ? block->base : block->name;
  wr_symbol next =
      bpl_symf (lo, "%.*s$%u", WR_STR_ARGS (wr_symbol_text (lo->symbols, base)), block->piece + 1);
  struct bpl_block_draft *after = bpl_block_new (lo, next, block->at);
  after->base = base;
  block->continues = after;
  after->piece = block->piece + 1;
  pointers saved = {0};
  save_all (&c.procedure->ins, &saved);
  save_all (&c.procedure->outs, &saved);
  save_all (&c.code->ins, &saved);
  save_all (&c.code->outs, &saved);
  save_all (&c.code->body->locals, &saved);
  uint32_t bound = bind_types (&c);
  lower_copy (&c, block, after, args);
  bpl_unbind_types (lo, bound);
  uint32_t at = restore_all (&c.procedure->ins, &saved, 0);
  at = restore_all (&c.procedure->outs, &saved, at);
  at = restore_all (&c.code->ins, &saved, at);
  at = restore_all (&c.code->outs, &saved, at);
  restore_all (&c.code->body->locals, &saved, at);
  copy_results (&c, c.frame.return_to, &call->vars);
  bpl_block_add (lo, c.frame.return_to);
  lo->frame = c.frame.caller;
  WR_VEC_FREE (&saved);
  WR_VEC_FREE (&c.ins);
  WR_VEC_FREE (&c.outs);
  wr_map_free (&c.frame.saved);
  wr_map_free (&c.frame.labels);
  return after;
}

struct bpl_block_draft *bpl_inline_call (bpl_lowering *lo, struct bpl_block_draft *block,
                                         const bpl_stmt *call) {
  uint64_t limit = 0;
  inline_count (lo, call->decl, &limit);
  bpl_type **types = types_of (lo, call);
  if (active_copies (lo, implementation_of (lo, call->decl), types) >= limit) {
    struct bpl_element element = {
        .node = lo->frame, .span = call->span, .report = stmt_at (call), .cls = WR_CLASS_INTERNAL};
    bpl_add_cmd (block, (struct wr_cmd){.kind = WR_CMD_ASSUME,
                                        .at = stmt_at (call),
                                        .expr = wr_mk_bool (lo->core, false),
                                        .label = bpl_label (lo, WR_ROLE_CUT, &element)});
    return block;
  }
  if (lo->frame->depth >= BPL_MAX_INLINE_DEPTH) {
    bpl_unsupported (lo, call->span, "calls inlined deeper than %d", (int)BPL_MAX_INLINE_DEPTH);
    return block;
  }
  if (bpl_stops (lo)) return block;
  return inline_copy (lo, block, call, types);
}
