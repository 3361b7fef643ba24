/* The lowering as a whole: declarations in order, and rounds of instantiation. */
#include "front/boogie/lower.h"

#include "core/text.h"
#include "front/boogie/lowering.h"

#include <stdarg.h>

/* -- diagnostics and names ------------------------------------------------------------------------------ */

void bpl_unsupported (bpl_lowering *lo, wr_span at, const char *fmt, ...) {
  wr_buf buf = {0};
  va_list args;
  va_start (args, fmt);
  wr_buf_vprint (&buf, fmt, args);
  va_end (args);
  wr_diag_add (lo->diags, WR_CODE_NOT_SUPPORTED, at, "not supported: %s", wr_buf_text (&buf));
  wr_buf_free (&buf);
  lo->failed = true;
}

bool bpl_stops (bpl_lowering *lo) {
  lo->failed |= wr_cancelled (lo->program->cancel);
  return lo->failed;
}

void bpl_not_honoured (bpl_lowering *lo, const bpl_attr *attr, const char *why) {
  wr_str name = wr_symbol_text (lo->symbols, attr->name.name);
  wr_diag_add (lo->diags, WR_CODE_ATTRIBUTE_IGNORED, attr->span,
               "the attribute {:%.*s} has no effect: %s", WR_STR_ARGS (name), why);
}

wr_symbol bpl_sym (bpl_lowering *lo, const char *text) {
  return wr_intern (lo->symbols, wr_str_of (text));
}

wr_symbol bpl_symf (bpl_lowering *lo, const char *fmt, ...) {
  wr_buf buf = {0};
  va_list args;
  va_start (args, fmt);
  wr_buf_vprint (&buf, fmt, args);
  va_end (args);
  wr_symbol symbol = wr_intern (lo->symbols, wr_buf_str (&buf));
  wr_buf_free (&buf);
  return symbol;
}

wr_symbol bpl_fresh_name (bpl_lowering *lo, wr_map *used, wr_symbol name) {
  wr_symbol candidate = name;
  wr_str text = wr_symbol_text (lo->symbols, name);
  uint64_t next = wr_map_or (used, name.ix, 0);
  while (wr_map_has (used, candidate.ix)) {
    candidate = bpl_symf (lo, "%.*s@%u", WR_STR_ARGS (text), (unsigned)++next);
  }
  if (next) wr_map_put (used, name.ix, next);
  wr_map_put (used, candidate.ix, wr_map_or (used, candidate.ix, 1));
  return candidate;
}

/* -- declarations ------------------------------------------------------------------------------------------ */

/* Names exist before anything refers to them, in the order of the text. */
static void declare (bpl_lowering *lo, const bpl_decl *decl) {
  bpl_types none = {0};
  if (decl->ignored) return;
  switch (decl->kind) {
  case BPL_DECL_CONST:
    for (uint32_t i = 0; i < decl->vars.len; i++) {
      if (!decl->vars.data[i]->ignored) bpl_constant (lo, decl->vars.data[i]);
    }
    break;
  case BPL_DECL_VAR:
    for (uint32_t i = 0; i < decl->vars.len; i++) {
      bpl_var *var = decl->vars.data[i];
      if (var->ignored) continue;
      wr_var v = bpl_new_var (lo, WR_VAR_GLOBAL, var, var->id.name);
      WR_VEC_PUSH (&lo->core->globals, v);
      bpl_bind_var (var, v);
    }
    break;
  case BPL_DECL_FUNCTION:
    if (!decl->params.len && !(decl->body_expr && bpl_attr_is (lo, decl->attrs, "inline"))) {
      bpl_func (lo, decl, &none);
    }
    break;
  case BPL_DECL_TYPE:
    if (!decl->params.len && !decl->body_type) bpl_declare_type (lo, decl);
    break;
  case BPL_DECL_DATATYPE:
    if (!decl->params.len) bpl_declare_type (lo, decl);
    break;
  case BPL_DECL_AXIOM:
  case BPL_DECL_PROCEDURE:
  case BPL_DECL_IMPLEMENTATION:
  case BPL_DECL_UNSUPPORTED:
  case BPL_DECL_KIND_COUNT: break;
  }
}

/* Constants of one sort differ from each other.  The label stands for the word `unique` of all of them, and is placed at
   the first declaration.  In a program with a prelude this is frame: solvers expand a guarded `distinct` into all pairs. */
static void add_unique (bpl_lowering *lo, const bpl_decl *decl, const wr_expr *constants,
                        uint32_t count) {
  wr_expr e = wr_mk (lo->core, WR_OP_DISTINCT, constants, count);
  if (bpl_has_prelude (lo->axiom_count)) {
    WR_VEC_PUSH (&lo->core->distinct, e);
    return;
  }
  struct bpl_element element = {.node = decl,
                                .attrs = decl->attrs,
                                .span = decl->span,
                                .report = bpl_place_from (decl->span, decl->at)};
  lo->cls = bpl_class_of (lo, decl->attrs, WR_CLASS_EXPLICIT);
  WR_VEC_PUSH (&lo->core->axioms,
               ((struct wr_axiom){.expr = e, .label = bpl_label (lo, WR_ROLE_UNIQUE, &element)}));
  lo->cls = WR_CLASS_EXPLICIT;
}

static void lower_unique (bpl_lowering *lo) {
  WR_VEC (wr_expr) all = {0}, one = {0};
  WR_VEC (const bpl_decl *) decls = {0};
  for (uint32_t d = 0; d < lo->program->decls.len; d++) {
    const bpl_decl *decl = lo->program->decls.data[d];
    for (uint32_t i = 0; decl->kind == BPL_DECL_CONST && i < decl->vars.len; i++) {
      if (!decl->vars.data[i]->unique || decl->vars.data[i]->ignored || decl->ignored) continue;
      wr_func func = bpl_constant (lo, decl->vars.data[i]);
      WR_VEC_PUSH (&all, wr_mk_app (lo->core, func, NULL, 0));
      WR_VEC_PUSH (&decls, decl);
    }
  }
  for (uint32_t i = 0; i < all.len; i++) {
    wr_sort sort = wr_expr_info (lo->core, all.data[i])->sort;
    if (!sort.ix) continue;
    bool first = true;
    for (uint32_t j = 0; j < i && first; j++) {
      first = wr_expr_info (lo->core, all.data[j])->sort.ix != sort.ix;
    }
    if (!first) continue;
    one.len = 0;
    for (uint32_t j = i; j < all.len; j++) {
      if (wr_expr_info (lo->core, all.data[j])->sort.ix == sort.ix) WR_VEC_PUSH (&one, all.data[j]);
    }
    if (one.len > 1) add_unique (lo, decls.data[i], one.data, one.len);
  }
  WR_VEC_FREE (&all);
  WR_VEC_FREE (&decls);
  WR_VEC_FREE (&one);
}

static void lower_facts (bpl_lowering *lo, const bpl_decl *decl) {
  if (decl->ignored) return;
  lo->cls = bpl_class_of (lo, decl->attrs, WR_CLASS_EXPLICIT);
  if (decl->kind == BPL_DECL_FUNCTION) bpl_lower_function (lo, decl);
  if (decl->kind == BPL_DECL_AXIOM) bpl_lower_axiom (lo, decl);
  for (uint32_t i = 0; i < decl->axioms.len; i++) bpl_lower_axiom (lo, decl->axioms.data[i]);
  for (uint32_t i = 0; decl->kind == BPL_DECL_VAR && i < decl->vars.len; i++) {
    wr_var v;
    if (decl->vars.data[i]->ignored) continue;
    if (bpl_bound_var (decl->vars.data[i], &v)) bpl_lower_where (lo, decl->vars.data[i], v);
  }
  lo->cls = WR_CLASS_EXPLICIT;
}

/* False: the program was cancelled, and the core is not complete. */
static bool lower_program (bpl_lowering *lo) {
  const bpl_decls *decls = &lo->program->decls;
  const wr_cancel *cancel = lo->program->cancel;
  bpl_find_hides (lo);
  for (uint32_t i = 0; i < decls->len; i++) declare (lo, decls->data[i]);
  lower_unique (lo);
  for (uint32_t i = 0; i < decls->len && !wr_cancelled (cancel); i++)
    lower_facts (lo, decls->data[i]);
  for (uint32_t i = 0; i < decls->len && !wr_cancelled (cancel); i++) {
    const bpl_decl *decl = decls->data[i];
    if (decl->kind == BPL_DECL_PROCEDURE && !decl->ignored) bpl_declare_procedure (lo, decl);
  }
  for (uint32_t i = 0; i < decls->len && !wr_cancelled (cancel); i++) {
    const bpl_decl *decl = decls->data[i];
    bool code = decl->kind == BPL_DECL_PROCEDURE || decl->kind == BPL_DECL_IMPLEMENTATION;
    if (code && decl->body && !decl->ignored) bpl_lower_body (lo, decl);
  }
  if (wr_cancelled (cancel)) return false;
  bpl_lower_pending_functions (lo);
  bpl_poly_finish (lo);
  bpl_link_functions (lo);
  bpl_finish_union (lo);
  bpl_lower_pending_functions (lo);
  bpl_mark_recursive (lo);
  return true;
}

/* -- rounds ------------------------------------------------------------------------------------------------------ */

static void round_free (bpl_lowering *lo) {
  WR_VEC_FREE (&lo->type_env);
  WR_VEC_FREE (&lo->pending_data);
  WR_VEC_FREE (&lo->pending_funcs);
  WR_VEC_FREE (&lo->selects);
  WR_VEC_FREE (&lo->intos);
  WR_VEC_FREE (&lo->hidden);
  wr_map_free (&lo->hidden_numbers);
  wr_map_free (&lo->axiom_owners);
  wr_map *maps[] = {&lo->sorts,    &lo->lowered,    &lo->func_names,      &lo->sort_names,
                    &lo->elements, &lo->body_names, &lo->procedure_names, &lo->lambdas,
                    &lo->builtins, &lo->sort_types};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) wr_map_free (maps[i]);
}

/* False when another round is needed. */
static bool lower_round (struct bpl_program *program, wr_diags *diags, struct bpl_instances *in,
                         bool fine, wr_core **core) {
  bpl_lowering lo = {.program = program,
                     .fine = fine,
                     .arena = program->arena,
                     .symbols = program->symbols,
                     .diags = diags,
                     .instances = in};
  lo.core = wr_core_new (program->arena, program->symbols, program->sources);
  for (uint32_t i = 0; i < program->decls.len; i++)
    lo.axiom_count += program->decls.data[i]->kind == BPL_DECL_AXIOM;
  uint32_t known = in->all.len;
  lo.failed |= !lower_program (&lo);
  bool done = lo.failed || !lo.expanded_types || in->all.len == known || in->limit_hit;
  *core = lo.core;
  if (!done || lo.failed) {
    wr_core_free (lo.core);
    *core = NULL;
  }
  round_free (&lo);
  return done;
}

static wr_core *lower (struct bpl_program *program, wr_diags *diags, bool fine) {
  struct bpl_instances instances = {.arena = program->arena};
  wr_core *core = NULL;
  for (uint32_t i = 0; !lower_round (program, diags, &instances, fine, &core); i++) {
    if (i + 2 < BPL_MAX_ROUNDS && instances.all.len < BPL_MAX_INSTANCES) continue;
    instances.limit_hit = true;
    wr_diag_add (
        diags, WR_CODE_INSTANCE_LIMIT, (wr_span){0},
        "types are instantiated up to a limit, so some facts about further types are omitted");
  }
  bpl_instances_free (&instances);
  if (core) bpl_mark_generated (core);
#ifndef NDEBUG
  if (core) wr_core_check (core);
#endif
  return core;
}

wr_core *bpl_lower (struct bpl_program *program, wr_diags *diags) {
  return lower (program, diags, false);
}

wr_core *bpl_lower_fine (struct bpl_program *program, wr_diags *diags) {
  return lower (program, diags, true);
}
