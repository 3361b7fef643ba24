#include "core/core.h"

#include "base/check.h"
#include "core/name.h"

#define TABLES(X)                                                                                  \
  X (sorts)                                                                                        \
  X (exprs)                                                                                        \
  X (binders)                                                                                      \
  X (vars)                                                                                         \
  X (funcs)                                                                                        \
  X (datatypes)                                                                                    \
  X (constructors)                                                                                 \
  X (fields)                                                                                       \
  X (axioms)                                                                                       \
  X (dormant)                                                                                      \
  X (distinct)                                                                                     \
  X (globals)                                                                                      \
  X (procedures)                                                                                   \
  X (bodies)                                                                                       \
  X (pool)

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

/* The lists inside the entries of a table belong to the core that added the entry. */
static void free_procedures (wr_core *core) {
  for (uint32_t i = core->inherited.procedures; i < core->procedures.len; i++) {
    struct wr_procedure *procedure = &core->procedures.data[i];
    WR_VEC_FREE (&procedure->ins);
    WR_VEC_FREE (&procedure->outs);
    WR_VEC_FREE (&procedure->modifies);
    WR_VEC_FREE (&procedure->requires_);
    WR_VEC_FREE (&procedure->ensures);
  }
}

static void free_bodies (wr_core *core) {
  for (uint32_t i = core->inherited.bodies; i < core->bodies.len; i++) {
    struct wr_body *body = &core->bodies.data[i];
    WR_VEC_FREE (&body->ins);
    WR_VEC_FREE (&body->outs);
    WR_VEC_FREE (&body->locals);
    WR_VEC_FREE (&body->options);
  }
}

static void free_funcs (wr_core *core) {
  for (uint32_t i = core->inherited.funcs; i < core->funcs.len; i++) {
    WR_VEC_FREE (&core->funcs.data[i].params);
    WR_VEC_FREE (&core->funcs.data[i].indices);
  }
}

static void free_core (wr_core *core) {
  free_procedures (core);
  free_bodies (core);
  free_funcs (core);
  for (uint32_t i = core->inherited.vars; i < core->vars.len; i++)
    WR_VEC_FREE (&core->vars.data[i].where);
  wr_names_free (core->names);
  wr_labels_free (&core->labels);
#define X(table) WR_VEC_FREE (&core->table);
  TABLES (X)
#undef X
  wr_index_free (&core->expr_index);
  wr_index_free (&core->sort_index);
  wr_index_free (&core->binder_index);
}

void wr_core_free (wr_core *core) {
  if (!core) return;
  WR_REQUIRE (!core->parent); /* an extension belongs to its arena */
  free_core (core);
}

static void free_extension (void *extension) { free_core (extension); }

wr_core *wr_core_extend (const wr_core *parent, wr_arena *arena) {
  wr_core *core = WR_NEW (arena, wr_core, 1);
  *core = *parent;
  core->parent = parent;
  core->arena = arena;
  core->names = wr_names_new ();
  core->inherited.vars = parent->vars.len;
  core->inherited.funcs = parent->funcs.len;
  core->inherited.procedures = parent->procedures.len;
  core->inherited.bodies = parent->bodies.len;
  core->labels = wr_labels_copy (&parent->labels);
#define X(table) WR_VEC_OWN (&core->table);
  TABLES (X)
#undef X
  core->expr_index = wr_index_copy (&parent->expr_index);
  core->sort_index = wr_index_copy (&parent->sort_index);
  core->binder_index = wr_index_copy (&parent->binder_index);
  wr_arena_defer (arena, free_extension, core);
  return core;
}
