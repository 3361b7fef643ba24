/* solve/z3_sums.c -- sums that are put together (vc/sums.h), as Z3 terms. */
#include "base/bigint.h"
#include "base/check.h"
#include "core/build.h"
#include "solve/z3_formula.h"
#include "vc/sums.h"

static Z3_ast number (struct wr_z3_terms *t, const mpq_t value, Z3_sort sort) {
  wr_mark mark = wr_arena_save (t->arena);
  Z3_ast made = Z3_mk_numeral (t->z3, wr_real_text (t->arena, value).ptr, sort);
  wr_arena_restore (t->arena, mark);
  return made;
}

static Z3_ast sum_term (struct wr_z3_terms *t, const struct wr_sum *sum, Z3_sort sort) {
  Z3_ast parts[WR_SUM_TERMS + 1];
  uint32_t count = 0;
  for (uint32_t i = 0; i < sum->count; i++) {
    Z3_ast product[2] = {number (t, sum->factors[i], sort), wr_z3_var (t, sum->vars[i])};
    bool once = mpq_cmp_ui (sum->factors[i], 1, 1) == 0;
    parts[count++] = once ? product[1] : Z3_mk_mul (t->z3, 2, product);
  }
  if (!count || mpq_sgn (sum->constant) != 0) parts[count++] = number (t, sum->constant, sort);
  return count == 1 ? parts[0] : Z3_mk_add (t->z3, count, parts);
}

static void make_sums (struct wr_z3_formula *f) {
  wr_sums sums = {0};
  wr_vc_sums (f->vc, &sums);
  f->sums.names = wr_alloc (sums.len + 1, sizeof *f->sums.names);
  f->sums.sums = wr_alloc (sums.len + 1, sizeof *f->sums.sums);
  for (uint32_t i = 0; i < sums.len; i++) {
    wr_var name = sums.data[i].name;
    Z3_sort sort = wr_z3_sort (f->terms, wr_var_info (f->terms->core, name)->sort);
    f->sums.names[i] = wr_z3_var (f->terms, name);
    wr_map_put (&f->sums.at, name.ix, i);
    f->sums.sums[i] = sum_term (f->terms, &sums.data[i].value, sort);
  }
  f->sums.count = sums.len;
  f->sums.made = true;
  wr_sums_free (&sums);
}

Z3_ast wr_z3_sum_up (struct wr_z3_formula *f, Z3_ast formula) {
  if (f->terms->error.len > 0) return formula;
  if (!f->sums.made) make_sums (f);
  if (!f->sums.count) return formula;
  return wr_z3_checked (
      f->terms, Z3_substitute (f->terms->z3, formula, f->sums.count, f->sums.names, f->sums.sums));
}

Z3_ast wr_z3_summed_var (const struct wr_z3_formula *f, wr_var var) {
  uint64_t at;
  return wr_map_get (&f->sums.at, var.ix, &at) ? f->sums.sums[at] : wr_z3_var (f->terms, var);
}

void wr_z3_sums_free (struct wr_z3_sums *sums) {
  free (sums->names);
  free (sums->sums);
  wr_map_free (&sums->at);
  *sums = (struct wr_z3_sums){0};
}
