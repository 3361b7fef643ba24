/* front/viper/lower.c -- the program. */
#include "front/viper/lowering.h"

#include "core/text.h"
#include "front/viper/types.h"

#include <stdarg.h>

void vpr_unsupported (vpr_lowering *lo, wr_span at, const char *fmt, ...) {
  va_list args;
  char line[400];
  va_start (args, fmt);
  vsnprintf (line, sizeof line, fmt, args);
  va_end (args);
  wr_diag_add (lo->diags, WR_CODE_NOT_SUPPORTED, at, "%s", line);
  lo->failed = true;
}

wr_symbol vpr_symf (vpr_lowering *lo, const char *fmt, ...) {
  char text[1000];
  va_list args;
  va_start (args, fmt);
  vsnprintf (text, sizeof text, fmt, args);
  va_end (args);
  return wr_intern (lo->symbols, wr_str_of (text));
}

const char *vpr_text (vpr_lowering *lo, wr_symbol symbol) {
  wr_str text = symbol.ix ? wr_symbol_text (lo->symbols, symbol) : WR_LIT ("x");
  return wr_str_keep (lo->arena, text).ptr;
}

wr_symbol vpr_unique (vpr_lowering *lo, const char *name) {
  wr_symbol plain = wr_intern (lo->symbols, wr_str_of (name)), symbol = plain;
  uint64_t n = wr_map_or (&lo->names, plain.ix, 0);
  while (wr_map_has (&lo->names, symbol.ix))
    symbol = vpr_symf (lo, "%s@%llu", name, (unsigned long long)++n);
  wr_map_put (&lo->names, plain.ix, n);
  wr_map_put (&lo->names, symbol.ix, 0);
  return symbol;
}

wr_func vpr_func (vpr_lowering *lo, const char *name, const wr_sort *params, uint32_t count,
                  wr_sort result) {
  return wr_func_new (lo->core, vpr_unique (lo, name), params, count, result);
}

void vpr_axiom (vpr_lowering *lo, wr_expr fact, wr_label label) {
  if (vpr_is_true (lo, fact)) return;
  struct wr_axiom axiom = {.expr = fact, .label = label};
  WR_VEC_PUSH (&lo->core->axioms, axiom);
}

static const char *member_name (vpr_lowering *lo, const char *prefix, const vpr_decl *decl) {
  return vpr_text (lo, vpr_symf (lo, "%s%s", prefix, vpr_text (lo, decl->id.name)));
}

void vpr_note (vpr_lowering *lo, void **lowered, void *note) {
  WR_ASSERT (note); /* the script of a package may be lowered twice, and with it its variables */
  *lowered = note;
  WR_VEC_PUSH (&lo->notes, lowered);
}

uint32_t vpr_procedure_new (vpr_lowering *lo, const vpr_decl *decl, const char *name) {
  if (decl->kind == VPR_DECL_METHOD && decl->lowered)
    return ((struct vpr_method_info *)decl->lowered)->procedure;
  if (decl->kind == VPR_DECL_FUNCTION && name)
    return ((struct vpr_function *)decl->lowered)->procedure;
  struct wr_procedure procedure = {
      .span = decl->span, .at = decl->id.span, .cls = WR_CLASS_EXPLICIT};
  procedure.has_body = decl->has_body || decl->value;
  procedure.name = vpr_unique (lo, name ? name : member_name (lo, "function ", decl));
  WR_VEC_PUSH (&lo->core->procedures, procedure);
  return lo->core->procedures.len - 1;
}

static void begin (vpr_lowering *lo) {
  vpr_type *ref = vpr_type_basic ((vpr_type_table *)lo->program->types, VPR_TYPE_REF);
  wr_sort sort = vpr_sort (lo, ref);
  lo->null_ = vpr_func (lo, "null", NULL, 0, sort);
  wr_func_edit (lo->core, lo->null_)->constant = true;
}

static void lower_members (vpr_lowering *lo) {
  for (uint32_t i = 0; i < lo->program->decls.len && !wr_cancelled (lo->program->cancel); i++) {
    vpr_decl *decl = lo->program->decls.data[i];
    switch ((int)decl->kind) {
    case VPR_DECL_METHOD: vpr_method (lo, decl); break;
    case VPR_DECL_FUNCTION: vpr_function_check (lo, decl); break;
    case VPR_DECL_PREDICATE: vpr_predicate (lo, decl); break;
    default: break;
    }
  }
}

static void end (vpr_lowering *lo) {
  for (uint32_t i = 0; i < lo->notes.len; i++) *lo->notes.data[i] = NULL;
  WR_VEC_FREE (&lo->notes);
  vpr_uses_end (lo);
  WR_VEC_FREE (&lo->all_resources);
  WR_VEC_FREE (&lo->resources);
  WR_VEC_FREE (&lo->functions);
  wr_map *const maps[] = {&lo->sorts,     &lo->names,    &lo->defaults, &lo->boxes,
                          &lo->unboxes,   &lo->theories, &lo->lambdas,  &lo->read_lambdas,
                          &lo->pool_vars, &lo->elements, &lo->type_env, &lo->domain_funcs,
                          &lo->shapes};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) wr_map_free (maps[i]);
}

wr_core *vpr_lower (vpr_program *program, enum wr_detail detail, wr_diags *diags) {
  (void)detail;
  vpr_lowering lo = {
      .program = program, .arena = program->arena, .symbols = program->symbols, .diags = diags};
  lo.core = wr_core_new (program->arena, program->symbols, program->sources);
  lo.core->front = &vpr_front;
  begin (&lo);
  vpr_resources_begin (&lo);
  vpr_functions_declare (&lo);
  vpr_domains_begin (&lo);
  for (uint32_t i = 0; i < program->decls.len; i++)
    if (program->decls.data[i]->kind == VPR_DECL_METHOD)
      vpr_method_declare (&lo, program->decls.data[i]);
  vpr_functions_define (&lo);
  lower_members (&lo);
  vpr_domain_rounds (&lo);
  bool failed = lo.failed || wr_cancelled (program->cancel);
  end (&lo);
  if (!failed) {
    wr_core_check (lo.core);
    return lo.core;
  }
  wr_core_free (lo.core);
  return NULL;
}
