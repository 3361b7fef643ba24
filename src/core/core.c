#include "core/core.h"

#include "core/name.h"

/* Index 0 of the tables that are reached through handles stands for "none" and reads as zero. */
wr_core *wr_core_new (wr_arena *arena, wr_interner *symbols, const wr_sources *sources) {
  wr_core *core = WR_NEW (arena, wr_core, 1);
  core->arena = arena;
  core->symbols = symbols;
  core->sources = sources;
  core->names = wr_names_new ();
  WR_VEC_PUSH (&core->labels.infos, (struct wr_label_info){0});
  WR_VEC_PUSH (&core->labels.sites, (struct wr_site_info){0});
  WR_VEC_PUSH (&core->sorts, (struct wr_sort_info){0});
  WR_VEC_PUSH (&core->exprs, (struct wr_expr_info){0});
  WR_VEC_PUSH (&core->vars, (struct wr_var_info){0});
  WR_VEC_PUSH (&core->funcs, (struct wr_func_info){0});
  return core;
}

static void free_procedures (wr_core *core) {
  for (uint32_t i = 0; i < core->procedures.len; i++) {
    struct wr_procedure *procedure = &core->procedures.data[i];
    WR_VEC_FREE (&procedure->ins);
    WR_VEC_FREE (&procedure->outs);
    WR_VEC_FREE (&procedure->modifies);
    WR_VEC_FREE (&procedure->requires_);
    WR_VEC_FREE (&procedure->ensures);
  }
  for (uint32_t i = 0; i < core->bodies.len; i++) {
    struct wr_body *body = &core->bodies.data[i];
    WR_VEC_FREE (&body->ins);
    WR_VEC_FREE (&body->outs);
    WR_VEC_FREE (&body->locals);
    WR_VEC_FREE (&body->options);
  }
  WR_VEC_FREE (&core->procedures);
  WR_VEC_FREE (&core->bodies);
}

void wr_core_free (wr_core *core) {
  if (!core) return;
  free_procedures (core);
  for (uint32_t i = 0; i < core->vars.len; i++) WR_VEC_FREE (&core->vars.data[i].where);
  for (uint32_t i = 0; i < core->funcs.len; i++) {
    WR_VEC_FREE (&core->funcs.data[i].params);
    WR_VEC_FREE (&core->funcs.data[i].indices);
  }
  wr_names_free (core->names);
  wr_labels_free (&core->labels);
  WR_VEC_FREE (&core->sorts);
  WR_VEC_FREE (&core->exprs);
  WR_VEC_FREE (&core->binders);
  WR_VEC_FREE (&core->vars);
  WR_VEC_FREE (&core->funcs);
  WR_VEC_FREE (&core->datatypes);
  WR_VEC_FREE (&core->constructors);
  WR_VEC_FREE (&core->fields);
  WR_VEC_FREE (&core->axioms);
  WR_VEC_FREE (&core->distinct);
  WR_VEC_FREE (&core->globals);
  WR_VEC_FREE (&core->pool);
  wr_index_free (&core->expr_index);
  wr_index_free (&core->sort_index);
  wr_index_free (&core->binder_index);
}
