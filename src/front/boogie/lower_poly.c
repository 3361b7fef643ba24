/* Quantifiers over types. */
#include "front/boogie/lowering.h"

wr_expr bpl_lower_type_quantifier (bpl_lowering *lo, const bpl_expr *e) {
  bpl_unsupported (lo, e->span, "a quantifier over types");
  return wr_mk_bool (lo->core, true);
}

wr_expr bpl_poly_select (bpl_lowering *lo, wr_expr map, bpl_type *map_type,
                         const bpl_types *type_args, const wr_expr *index, uint32_t count) {
  (void)type_args, (void)index, (void)count, (void)map;
  bpl_unsupported (lo, map_type->span, "a polymorphic map");
  return bpl_dummy (lo, wr_sort_simple (lo->core, WR_SORT_INT));
}

wr_expr bpl_poly_store (bpl_lowering *lo, wr_expr map, bpl_type *map_type,
                        const bpl_types *type_args, const wr_expr *index, uint32_t count,
                        wr_expr value) {
  (void)type_args, (void)index, (void)count, (void)value;
  bpl_unsupported (lo, map_type->span, "a polymorphic map");
  return map;
}

wr_expr bpl_lower_poly_lambda (bpl_lowering *lo, const bpl_expr *e) {
  bpl_unsupported (lo, e->span, "a lambda over types");
  return bpl_dummy (lo, bpl_sort (lo, e->type));
}

void bpl_poly_finish (bpl_lowering *lo) { (void)lo; }
