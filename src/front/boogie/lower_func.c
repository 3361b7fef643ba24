/* Functions, constants and axioms.  A function with a body is expanded where it is used ({:inline}),
   a macro of the solver ({:define}), or uninterpreted with an axiom that gives its body. */
#include "front/boogie/lowering.h"

#include "base/bitset.h"

static bool is_inline (const bpl_lowering *lo, const bpl_decl *decl) {
  return decl->body_expr && bpl_attr_is (lo, decl->attrs, "inline");
}

/* {:bvbuiltin "sign_extend 8"} is an older way to write (_ sign_extend 8). */
static wr_symbol builtin_text (bpl_lowering *lo, const bpl_decl *decl) {
  wr_symbol symbol = bpl_attr_text (lo, decl->attrs, "bvbuiltin");
  if (!symbol.ix) return bpl_attr_text (lo, decl->attrs, "builtin");
  wr_str text = wr_symbol_text (lo->symbols, symbol);
  if (!wr_str_starts (text, WR_LIT ("sign_extend ")) &&
      !wr_str_starts (text, WR_LIT ("zero_extend "))) {
    return symbol;
  }
  wr_buf full = {0};
  wr_buf_print (&full, "(_ %.*s)", WR_STR_ARGS (text));
  symbol = wr_intern (lo->symbols, wr_buf_str (&full));
  wr_buf_free (&full);
  return symbol;
}

/* The solver's functions do not know bv0: with it they could be anything. */
static bool is_foreign (bpl_lowering *lo, wr_sort sort) {
  const bpl_type *type = (const bpl_type *)(uintptr_t)wr_map_or (&lo->sort_types, sort.ix, 0);
  return type && type->kind == BPL_TYPE_BV && !type->bits;
}

static wr_func new_function (bpl_lowering *lo, const bpl_decl *decl, bpl_type *const *args,
                             uint32_t count) {
  WR_VEC (wr_sort) params = {0};
  for (uint32_t i = 0; i < count; i++) bpl_bind_type (lo, decl->params.data[i], args[i]);
  wr_sort result = bpl_sort (lo, decl->outs.data[0]->type);
  bool foreign = is_foreign (lo, result);
  for (uint32_t i = 0; i < decl->ins.len; i++) {
    WR_VEC_PUSH (&params, bpl_sort (lo, decl->ins.data[i]->type));
    foreign |= is_foreign (lo, params.data[i]);
  }
  bpl_unbind_types (lo, count);
  wr_symbol name = bpl_instance_name (lo, decl->id.name, args, count);
  wr_func func = wr_func_new (lo->core, bpl_fresh_name (lo, &lo->func_names, name), params.data,
                              params.len, result);
  struct wr_func_info *info = wr_func_edit (lo->core, func);
  info->shown = decl->id.name;
  info->span = decl->span;
  if (!foreign) info->builtin = builtin_text (lo, decl);
  if (info->builtin.ix) info->kind = WR_FUNC_BUILTIN;
  WR_VEC_FREE (&params);
  return func;
}

static wr_func function_instance (bpl_lowering *lo, const bpl_decl *decl, uint32_t number) {
  uint64_t found = wr_map_or (&lo->lowered, number, 0);
  if (found) return (wr_func){(uint32_t)found};
  struct bpl_instance instance = lo->instances->all.data[number];
  wr_func func = new_function (lo, decl, instance.args, instance.count);
  wr_map_put (&lo->lowered, number, func.ix);
  bool shallow = true;
  for (uint32_t i = 0; i < instance.count; i++) {
    shallow &= instance.args[i]->depth <= 2 * BPL_MAX_INSTANCE_DEPTH;
  }
  bool holds = !bpl_has_union (lo, instance.args, instance.count) ||
               (decl->body_expr && bpl_union_holds_for_body (lo, decl));
  if (instance.count && decl->body_expr && shallow && holds) {
    WR_VEC_PUSH (&lo->pending_funcs, number);
  }
  return func;
}

wr_func bpl_func (bpl_lowering *lo, const bpl_decl *decl, const bpl_types *type_args) {
  WR_VEC (bpl_type *) args = {0};
  for (uint32_t i = 0; i < type_args->len; i++) {
    WR_VEC_PUSH (&args, bpl_ground (lo, type_args->data[i]));
  }
  uint32_t number = bpl_instance_of (lo, decl, args.data, args.len);
  WR_VEC_FREE (&args);
  return function_instance (lo, decl, number);
}

wr_func bpl_constant (bpl_lowering *lo, const bpl_var *var) {
  uint32_t number = bpl_instance_of (lo, var, NULL, 0);
  uint64_t found = wr_map_or (&lo->lowered, number, 0);
  if (found) return (wr_func){(uint32_t)found};
  wr_func func = wr_func_new (lo->core, bpl_fresh_name (lo, &lo->func_names, var->id.name), NULL, 0,
                              bpl_sort (lo, var->type));
  struct wr_func_info *info = wr_func_edit (lo->core, func);
  info->shown = var->id.name;
  info->span = var->id.span;
  info->constant = true;
  wr_map_put (&lo->lowered, number, func.ix);
  return func;
}

wr_expr bpl_builtin (bpl_lowering *lo, const char *text, const wr_expr *args, uint32_t count,
                     wr_sort result) {
  wr_buf buf = {0};
  WR_VEC (wr_sort) sorts = {0};
  wr_buf_print (&buf, "%s", text);
  for (uint32_t i = 0; i < count; i++) {
    WR_VEC_PUSH (&sorts, wr_expr_info (lo->core, args[i])->sort);
    wr_buf_print (&buf, " %u", sorts.data[i].ix);
  }
  wr_symbol key = wr_intern (lo->symbols, wr_buf_str (&buf));
  uint64_t found = wr_map_or (&lo->builtins, key.ix, 0);
  if (!found) {
    wr_symbol name = bpl_fresh_name (lo, &lo->func_names, bpl_sym (lo, text));
    wr_func func = wr_func_new (lo->core, name, sorts.data, count, result);
    wr_func_edit (lo->core, func)->kind = WR_FUNC_BUILTIN;
    wr_func_edit (lo->core, func)->builtin = bpl_sym (lo, text);
    wr_map_put (&lo->builtins, key.ix, func.ix);
    found = func.ix;
  }
  WR_VEC_FREE (&sorts);
  wr_buf_free (&buf);
  return wr_mk_app (lo->core, (wr_func){(uint32_t)found}, args, count);
}

/* -- expansion --------------------------------------------------------------------------------------- */

static wr_expr expand (bpl_lowering *lo, const bpl_expr *call, const wr_expr *args) {
  const bpl_decl *decl = call->u.call.decl;
  if (wr_cancelled (lo->program->cancel)) return bpl_dummy (lo, bpl_sort (lo, call->type));
  if (lo->expansions++ >= BPL_MAX_EXPANSIONS) {
    bpl_unsupported (lo, call->span, "more than %d expansions of {:inline} functions",
                     (int)BPL_MAX_EXPANSIONS);
    return bpl_dummy (lo, bpl_sort (lo, call->type));
  }
  const bpl_types *given = &call->u.call.type_args;
  WR_VEC (bpl_type *) types = {0};
  for (uint32_t i = 0; i < given->len; i++) WR_VEC_PUSH (&types, bpl_ground (lo, given->data[i]));
  if (types.len) bpl_instance_of (lo, decl, types.data, types.len);
  for (uint32_t i = 0; i < types.len; i++) bpl_bind_type (lo, decl->params.data[i], types.data[i]);
  void **saved = wr_alloc (decl->ins.len + 1, sizeof *saved);
  for (uint32_t i = 0; i < decl->ins.len; i++)
    saved[i] = bpl_bind_expr (decl->ins.data[i], args[i]);
  wr_expr result = bpl_lower_at (lo, decl->body_expr, lo->polarity);
  for (uint32_t i = decl->ins.len; i-- > 0;) decl->ins.data[i]->lowered = saved[i];
  free (saved);
  bpl_unbind_types (lo, types.len);
  WR_VEC_FREE (&types);
  return result;
}

wr_expr bpl_call_function (bpl_lowering *lo, const bpl_expr *call, const wr_expr *args) {
  const bpl_decl *decl = call->u.call.decl;
  if (is_inline (lo, decl)) return expand (lo, call, args);
  return wr_mk_app (lo->core, bpl_func (lo, decl, &call->u.call.type_args), args, decl->ins.len);
}

/* -- bodies --------------------------------------------------------------------------------------------- */

static void add_axiom (bpl_lowering *lo, wr_expr e, wr_label label, wr_func func) {
  struct wr_axiom axiom = {.expr = e, .label = label, .func = func};
  WR_VEC_PUSH (&lo->core->axioms, axiom);
}

static wr_expr definition (bpl_lowering *lo, wr_func func, const wr_var *vars, uint32_t count,
                           wr_expr body) {
  WR_VEC (wr_expr) args = {0};
  for (uint32_t i = 0; i < count; i++) WR_VEC_PUSH (&args, wr_mk_var (lo->core, vars[i]));
  wr_expr term = wr_mk_app (lo->core, func, args.data, args.len);
  wr_expr e = wr_mk2 (lo->core, WR_OP_EQ, term, body);
  if (count) {
    struct wr_trigger trigger = {&term, 1};
    struct wr_quantifier q = {
        .vars = vars, .var_count = count, .triggers = &trigger, .trigger_count = 1, .weight = -1};
    e = wr_mk_quantifier (lo->core, WR_OP_FORALL, &q, e);
  }
  WR_VEC_FREE (&args);
  return e;
}

static void lower_body (bpl_lowering *lo, const bpl_decl *decl, wr_func func) {
  WR_VEC (wr_var) vars = {0};
  void **saved = wr_alloc (decl->ins.len + 1, sizeof *saved);
  for (uint32_t i = 0; i < decl->ins.len; i++) {
    bpl_var *in = decl->ins.data[i];
    wr_symbol name = in->id.name.ix ? in->id.name : bpl_symf (lo, "arg%u", i);
    wr_var var =
        wr_var_new (lo->core, WR_VAR_BOUND, name, wr_func_param (lo->core, func, i), in->id.span);
    WR_VEC_PUSH (&vars, var);
    saved[i] = bpl_bind_var (in, var);
  }
  lo->in_axiom = true;
  lo->polarity = 0;
  wr_expr body =
      bpl_lower_codeless (lo, decl->body_expr, "the body of a function that is not {:inline}");
  lo->in_axiom = false;
  for (uint32_t i = decl->ins.len; i-- > 0;) decl->ins.data[i]->lowered = saved[i];
  free (saved);
  struct wr_func_info *info = wr_func_edit (lo->core, func);
  for (uint32_t i = 0; i < vars.len; i++) WR_VEC_PUSH (&info->params, vars.data[i]);
  info->body = body;
  if (bpl_attr_is (lo, decl->attrs, "define")) {
    info->kind = WR_FUNC_DEFINED;
  } else {
    if (info->kind != WR_FUNC_BUILTIN) info->kind = WR_FUNC_AXIOM;
    struct bpl_element element = {.node = decl->body_expr,
                                  .attrs = decl->attrs,
                                  .span = decl->body_expr->span,
                                  .report = bpl_place_from (decl->span, decl->at)};
    wr_label label = bpl_label (lo, WR_ROLE_FUNCTION_BODY, &element);
    wr_func_edit (lo->core, func)->label = label;
    add_axiom (lo, definition (lo, func, vars.data, vars.len, body), label, func);
  }
  WR_VEC_FREE (&vars);
}

void bpl_lower_function (bpl_lowering *lo, const bpl_decl *decl) {
  if (decl->params.len || is_inline (lo, decl)) return;
  bpl_types none = {0};
  wr_func func = bpl_func (lo, decl, &none);
  if (decl->body_expr) lower_body (lo, decl, func);
}

void bpl_lower_pending_functions (bpl_lowering *lo) {
  for (uint32_t i = 0; i < lo->pending_funcs.len; i++) {
    struct bpl_instance instance = lo->instances->all.data[lo->pending_funcs.data[i]];
    const bpl_decl *decl = instance.decl;
    for (uint32_t p = 0; p < instance.count; p++) {
      bpl_bind_type (lo, decl->params.data[p], instance.args[p]);
    }
    lower_body (lo, decl, function_instance (lo, decl, lo->pending_funcs.data[i]));
    bpl_unbind_types (lo, instance.count);
  }
  lo->pending_funcs.len = 0;
}

void bpl_lower_axiom (bpl_lowering *lo, const bpl_decl *decl) {
  if (bpl_attr_get (lo, decl->attrs, "ignore")) return;
  lo->in_axiom = true;
  wr_expr e = bpl_hideable_axiom (lo, decl, bpl_lower_expr (lo, decl->body_expr));
  lo->in_axiom = false;
  struct bpl_element element = {.node = decl,
                                .attrs = decl->attrs,
                                .span = decl->span,
                                .report = bpl_place_from (decl->span, decl->at)};
  add_axiom (lo, e, bpl_label (lo, WR_ROLE_AXIOM, &element), (wr_func){0});
}

/* -- recursion --------------------------------------------------------------------------------------------- */

/* The functions that a body mentions. */
static void mentioned (const wr_core *core, wr_expr body, wr_u32s *out) {
  wr_u32s order = {0};
  wr_postorder (core, &body, 1, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    const struct wr_expr_info *info = &core->exprs.data[order.data[i]];
    if (info->op == WR_OP_APP) WR_VEC_PUSH (out, info->data);
  }
  WR_VEC_FREE (&order);
}

/* `next` are the functions mentioned by function f: edges[first[f] .. first[f + 1]). */
static bool reaches_itself (const wr_u32s *edges, const wr_u32s *first, uint32_t f) {
  wr_u32s stack = {0};
  wr_bitset seen = {0};
  bool found = false;
  WR_VEC_PUSH (&stack, f);
  while (stack.len && !found) {
    uint32_t at = WR_VEC_POP (&stack);
    for (uint32_t i = first->data[at]; i < first->data[at + 1] && !found; i++) {
      uint32_t to = edges->data[i];
      found = to == f;
      if (wr_bitset_has (&seen, to)) continue;
      wr_bitset_set (&seen, to, true);
      WR_VEC_PUSH (&stack, to);
    }
  }
  WR_VEC_FREE (&stack);
  wr_bitset_free (&seen);
  return found;
}

static void find_edges (const wr_core *core, bool macros, wr_u32s *edges, wr_u32s *first) {
  for (uint32_t f = 0; f < core->funcs.len; f++) {
    const struct wr_func_info *info = &core->funcs.data[f];
    WR_VEC_PUSH (first, edges->len);
    bool follow = info->body.ix && (!macros || info->kind == WR_FUNC_DEFINED);
    if (follow) mentioned (core, info->body, edges);
  }
  WR_VEC_PUSH (first, edges->len);
}

/* A macro that needs itself, through macros only, cannot be one. */
void bpl_mark_recursive (bpl_lowering *lo) {
  wr_core *core = lo->core;
  for (int macros = 0; macros < 2; macros++) {
    wr_u32s edges = {0}, first = {0};
    find_edges (core, macros, &edges, &first);
    for (uint32_t f = 1; f < core->funcs.len; f++) {
      struct wr_func_info *info = &core->funcs.data[f];
      bool cycle = info->body.ix && reaches_itself (&edges, &first, f);
      if (!macros) info->recursive = cycle;
      if (macros && cycle) {
        bpl_unsupported (lo, info->span, "a {:define} function that depends on itself");
      }
    }
    WR_VEC_FREE (&edges);
    WR_VEC_FREE (&first);
  }
}
