/* front/viper/orders.c -- the well-founded orders that decreases clauses need and the program does not import. */
#include "front/viper/check.h"
#include "front/viper/typecheck.h"
#include "front/viper/viper.h"

struct row {
  enum vpr_type_kind kind;
  const char *domain, *path;
};

static const struct row rows[] = {
    {VPR_TYPE_INT, "IntWellFoundedOrder", "decreases/int.vpr"},
    {VPR_TYPE_BOOL, "BoolWellFoundedOrder", "decreases/bool.vpr"},
    {VPR_TYPE_REF, "RefWellFoundedOrder", "decreases/ref.vpr"},
    {VPR_TYPE_PERM, "PermWellFoundedOrder", "decreases/perm.vpr"},
    {VPR_TYPE_PERM, "RationalWellFoundedOrder", "decreases/perm.vpr"},
    {VPR_TYPE_SEQ, "SeqWellFoundedOrder", "decreases/seq.vpr"},
    {VPR_TYPE_SET, "SetWellFoundedOrder", "decreases/set.vpr"},
    {VPR_TYPE_MULTISET, "MultiSetWellFoundedOrder", "decreases/multiset.vpr"},
};
enum { ROWS = sizeof rows / sizeof *rows };

#define DECLARATION "decreases/declaration.vpr"
#define INSTANCES "decreases/predicate_instance.vpr"

static vpr_decl *declared (const vpr_program *program, const char *name) {
  wr_symbol symbol = wr_intern_find (program->symbols, wr_str_of (name));
  return symbol.ix ? vpr_slot_of (program->names, symbol)->decl : NULL;
}

/* A program that declares its own `decreasing` gets nothing. */
static bool has_own (const vpr_program *program) {
  const vpr_decl *decl = declared (program, "decreasing");
  return decl && decl->owner && !decl->owner->builtin;
}

/* -- what is needed ---------------------------------------------------------------------------- */

struct need {
  bool kinds[VPR_TYPE_WAND + 1], any, instances;
};

static void collect (struct need *need, vpr_measures measures) {
  for (uint32_t i = 0; i < measures.len; i++)
    for (uint32_t j = 0; j < measures.data[i].tuple.len; j++) {
      const vpr_expr *e = measures.data[i].tuple.data[j];
      const vpr_expr *call = e->kind == VPR_EXPR_ACC ? e->args.data[0] : e;
      bool is_call = call->kind == VPR_EXPR_CALL || call->kind == VPR_EXPR_INSTANCE;
      need->any = true;
      need->instances |= is_call && call->decl && call->decl->kind == VPR_DECL_PREDICATE;
      if (e->type) need->kinds[e->type->kind] = true;
    }
}

static void collect_loops (struct need *need, vpr_stmts stmts) {
  for (uint32_t i = 0; i < stmts.len; i++) {
    collect (need, stmts.data[i]->measures);
    collect_loops (need, stmts.data[i]->body);
    collect_loops (need, stmts.data[i]->orelse);
  }
}

static struct need needs (const vpr_program *program) {
  struct need need = {.any = false};
  for (uint32_t i = 0; i < program->decls.len; i++) {
    collect (&need, program->decls.data[i]->measures);
    collect_loops (&need, program->decls.data[i]->body);
  }
  return need;
}

/* -- adding ------------------------------------------------------------------------------------ */

bool vpr_add_instances (vpr_program *program, wr_diags *diags) {
  if (!needs (program).instances || has_own (program)) return true;
  if (declared (program, "PredicateInstancesWellFoundedOrder")) return true;
  return vpr_resolve_from (program, vpr_add_builtin (program, INSTANCES, diags), diags);
}

static bool is_covered (const vpr_program *program, const struct row *row) {
  for (size_t i = 0; i < ROWS; i++)
    if (rows[i].kind == row->kind && declared (program, rows[i].domain)) return true;
  return false;
}

void vpr_add_orders (vpr_program *program, wr_diags *diags) {
  struct need need = needs (program);
  uint32_t first = program->decls.len;
  if (!need.any || has_own (program)) return;
  for (size_t i = 0; i < ROWS; i++)
    if (need.kinds[rows[i].kind] && !is_covered (program, &rows[i]))
      vpr_add_builtin (program, rows[i].path, diags);
  if (!declared (program, "decreasing")) vpr_add_builtin (program, DECLARATION, diags);
  if (vpr_resolve_from (program, first, diags)) vpr_type_from (program, first, diags);
}
