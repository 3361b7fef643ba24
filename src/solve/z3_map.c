/* solve/z3_map.c -- maps as functions: a sort of maps is an uninterpreted sort with a select and a store function,
   and two axioms about selecting from a store. Maps with equal elements need not be equal, so every proof holds for
   arrays too, but a counterexample may be spurious. */
#include "solve/z3_term.h"

#include "base/check.h"
#include "core/build.h"

#include <stdio.h>

static Z3_func_decl declare (struct wr_z3_terms *t, wr_sort sort, bool writes) {
  const struct wr_sort_info *info = wr_sort_info (t->core, sort);
  Z3_sort *domain = wr_alloc (info->count + 1, sizeof *domain);
  domain[0] = wr_z3_sort (t, sort);
  for (uint32_t i = 0; i < info->count; i++)
    domain[i + 1] = wr_z3_sort (t, (wr_sort){t->core->pool.data[info->first + i]});
  char name[32];
  snprintf (name, sizeof name, writes ? "!store%u" : "!select%u", sort.ix);
  Z3_func_decl made = Z3_mk_func_decl (t->z3, Z3_mk_string_symbol (t->z3, name),
                                       writes ? info->count + 1 : info->count, domain,
                                       writes ? domain[0] : domain[info->count]);
  free (domain);
  return made;
}

const struct wr_z3_map *wr_z3_map (struct wr_z3_terms *t, wr_sort sort) {
  WR_ASSERT (t->maps_are_functions && wr_sort_info (t->core, sort)->kind == WR_SORT_MAP);
  WR_GROW (&t->maps, t->core->sorts.len);
  struct wr_z3_map *map = &t->maps.data[sort.ix];
  if (!map->select) *map = (struct wr_z3_map){declare (t, sort, false), declare (t, sort, true)};
  return map;
}

/* forall m, i, v, j: select (store (m, i, v), i) = v, and select (store (m, i, v), j) = select (m, j) where i and j
   differ in some place. */
void wr_z3_map_axiom (struct wr_z3_terms *t, Z3_solver solver, wr_sort sort) {
  const struct wr_sort_info *info = wr_sort_info (t->core, sort);
  if (!t->maps_are_functions || info->kind != WR_SORT_MAP || info->count <= 1) return;
  const struct wr_z3_map *map = wr_z3_map (t, sort);
  Z3_context z3 = t->z3;
  uint32_t n = info->count - 1;                      /* indices */
  Z3_ast *vars = wr_alloc (2 * n + 2, sizeof *vars); /* m, i..., v, j... */
  Z3_app *bound = wr_alloc (2 * n + 2, sizeof *bound);
  Z3_ast *read = wr_alloc (n + 1, sizeof *read), *differ = wr_alloc (n + 1, sizeof *differ);
  for (uint32_t i = 0; i < 2 * n + 2; i++) {
    uint32_t place = i <= n + 1 ? i - 1 : i - n - 2;
    wr_sort of = i == 0 ? sort : (wr_sort){t->core->pool.data[info->first + place]};
    char name[32];
    snprintf (name, sizeof name, "!b%u", i);
    vars[i] = Z3_mk_const (z3, Z3_mk_string_symbol (z3, name), wr_z3_sort (t, of));
    bound[i] = Z3_to_app (z3, vars[i]);
  }
  Z3_ast written = Z3_mk_app (z3, map->store, n + 2, vars);
  read[0] = written;
  for (uint32_t i = 0; i < n; i++) read[i + 1] = vars[i + 1];
  Z3_ast same = Z3_mk_eq (z3, Z3_mk_app (z3, map->select, n + 1, read), vars[n + 1]);
  Z3_pattern on_write = Z3_mk_pattern (z3, 1, &written);
  Z3_solver_assert (z3, solver, Z3_mk_forall_const (z3, 0, n + 2, bound, 1, &on_write, same));
  for (uint32_t i = 0; i < n; i++) {
    read[i + 1] = vars[n + 2 + i];
    differ[i] = Z3_mk_not (z3, Z3_mk_eq (z3, vars[i + 1], vars[n + 2 + i]));
  }
  Z3_ast after = Z3_mk_app (z3, map->select, n + 1, read);
  read[0] = vars[0];
  Z3_ast kept = Z3_mk_eq (z3, after, Z3_mk_app (z3, map->select, n + 1, read));
  kept = Z3_mk_implies (z3, n == 1 ? differ[0] : Z3_mk_or (z3, n, differ), kept);
  Z3_pattern on_read = Z3_mk_pattern (z3, 1, &after);
  Z3_solver_assert (z3, solver, Z3_mk_forall_const (z3, 0, 2 * n + 2, bound, 1, &on_read, kept));
  free (vars);
  free (bound);
  free (read);
  free (differ);
}

void wr_z3_map_axioms (struct wr_z3_terms *t, Z3_solver solver) {
  for (uint32_t i = 1; i < t->core->sorts.len; i++) wr_z3_map_axiom (t, solver, (wr_sort){i});
}
