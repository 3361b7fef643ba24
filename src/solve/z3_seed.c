/* solve/z3_seed.c -- terms that make contradictions show (solve/z3_seed.h). */
#include "solve/z3_seed.h"

#include "base/check.h"
#include "base/map.h"

enum {
  MOST_CONSTANTS = 6, /* of one sort that are changed */
  MOST_CHANGED = 24,  /* changed collections of one sort */
  MOST_SEEDS = 1500,
  MOST_ARGUMENTS = 8
};

struct sort_terms {
  Z3_sort sort;
  Z3_ast fresh;
  WR_VEC (Z3_ast) constants, changed;
};

struct seeder {
  Z3_context z3;
  WR_VEC (struct sort_terms) sorts;
  wr_map sort_number; /* id of a sort -> number + 1 */
  WR_VEC (Z3_func_decl) functions;
  wr_map seen; /* ids of terms and declarations */
  wr_z3_seeds *seeds;
};

/* -- symbols ------------------------------------------------------------------------------------------- */

static struct sort_terms *terms_of (struct seeder *s, Z3_sort sort) {
  uint64_t id = Z3_get_ast_id (s->z3, Z3_sort_to_ast (s->z3, sort));
  uint64_t number = wr_map_or (&s->sort_number, id, 0);
  if (!number) {
    struct sort_terms made = {.sort = sort, .fresh = Z3_mk_fresh_const (s->z3, "seed", sort)};
    WR_VEC_PUSH (&s->sorts, made);
    wr_map_put (&s->sort_number, id, number = s->sorts.len);
  }
  WR_ASSERT (number <= s->sorts.len);
  return &s->sorts.data[number - 1];
}

static void take_symbol (struct seeder *s, Z3_ast ast) {
  Z3_func_decl decl = Z3_get_app_decl (s->z3, Z3_to_app (s->z3, ast));
  if (Z3_get_decl_kind (s->z3, decl) != Z3_OP_UNINTERPRETED) return;
  uint64_t id = Z3_get_ast_id (s->z3, Z3_func_decl_to_ast (s->z3, decl));
  if (wr_map_or (&s->seen, id, 0)) return;
  wr_map_put (&s->seen, id, 1);
  if (Z3_get_arity (s->z3, decl)) {
    WR_VEC_PUSH (&s->functions, decl);
    return;
  }
  struct sort_terms *terms = terms_of (s, Z3_get_sort (s->z3, ast));
  if (terms->constants.len < MOST_CONSTANTS) WR_VEC_PUSH (&terms->constants, ast);
}

/* All symbols of the assertions, also below quantifiers. */
static void find_symbols (struct seeder *s, const Z3_ast *assertions, uint32_t count) {
  WR_VEC (Z3_ast) work = {0};
  for (uint32_t i = count; i-- > 0;) WR_VEC_PUSH (&work, assertions[i]);
  while (work.len) {
    Z3_ast ast = WR_VEC_POP (&work);
    uint64_t id = Z3_get_ast_id (s->z3, ast);
    if (wr_map_or (&s->seen, id, 0)) continue;
    wr_map_put (&s->seen, id, 1);
    if (Z3_get_ast_kind (s->z3, ast) == Z3_QUANTIFIER_AST)
      WR_VEC_PUSH (&work, Z3_get_quantifier_body (s->z3, ast));
    if (Z3_get_ast_kind (s->z3, ast) != Z3_APP_AST) continue;
    Z3_sort sort = Z3_get_sort (s->z3, ast);
    if (Z3_get_sort_kind (s->z3, sort) != Z3_BOOL_SORT) terms_of (s, sort);
    take_symbol (s, ast);
    for (unsigned i = Z3_get_app_num_args (s->z3, Z3_to_app (s->z3, ast)); i-- > 0;)
      WR_VEC_PUSH (&work, Z3_get_app_arg (s->z3, Z3_to_app (s->z3, ast), i));
  }
  WR_VEC_FREE (&work);
}

/* -- terms --------------------------------------------------------------------------------------------- */

static void mention (struct seeder *s, Z3_ast term) {
  if (s->seeds->len >= MOST_SEEDS || !term || Z3_get_error_code (s->z3) != Z3_OK) return;
  Z3_sort sort = Z3_get_sort (s->z3, term);
  Z3_func_decl predicate =
      Z3_mk_fresh_func_decl (s->z3, "mention", 1, &sort, Z3_mk_bool_sort (s->z3));
  WR_VEC_PUSH (s->seeds, Z3_mk_app (s->z3, predicate, 1, &term));
}

/* A value of the sort: its k-th literal for integers, else its fresh constant; NULL: there is no k-th. */
static Z3_ast value (struct seeder *s, Z3_sort sort, int k) {
  if (Z3_get_sort_kind (s->z3, sort) == Z3_INT_SORT)
    return k < 3 ? Z3_mk_int (s->z3, k - 1, sort) : NULL;
  return k ? NULL : terms_of (s, sort)->fresh;
}

/* Is the function like `store`: does it take a value of its result sort first, and two more arguments? */
static bool is_store (Z3_context z3, Z3_func_decl decl) {
  unsigned arity = Z3_get_arity (z3, decl);
  return arity >= 3 && arity <= MOST_ARGUMENTS &&
         Z3_is_eq_sort (z3, Z3_get_domain (z3, decl, 0), Z3_get_range (z3, decl));
}

static Z3_ast apply_store (struct seeder *s, Z3_func_decl decl, Z3_ast base, int k) {
  Z3_ast args[MOST_ARGUMENTS] = {base};
  unsigned arity = Z3_get_arity (s->z3, decl);
  WR_ASSERT (is_store (s->z3, decl));
  for (unsigned i = 1; i < arity; i++) {
    Z3_sort sort = Z3_get_domain (s->z3, decl, i);
    args[i] = i + 1 < arity ? terms_of (s, sort)->fresh : value (s, sort, k);
    if (!args[i]) return NULL;
  }
  return Z3_mk_app (s->z3, decl, arity, args);
}

static Z3_ast array_store (struct seeder *s, Z3_ast base, int k) {
  Z3_sort sort = Z3_get_sort (s->z3, base);
  Z3_ast index[1] = {terms_of (s, Z3_get_array_sort_domain (s->z3, sort))->fresh};
  Z3_ast entry = value (s, Z3_get_array_sort_range (s->z3, sort), k);
  if (!entry) return NULL;
  Z3_ast select = Z3_mk_select_n (s->z3, base, 1, index);
  if (!select || Z3_get_error_code (s->z3) != Z3_OK)
    return NULL; /* an array with several indices */
  return Z3_mk_store_n (s->z3, base, 1, index, entry);
}

static void change (struct seeder *s, uint32_t number, Z3_ast base) {
  for (int k = 0; k < 3; k++) {
    if (s->sorts.data[number].changed.len >= MOST_CHANGED) return;
    bool array = Z3_get_sort_kind (s->z3, s->sorts.data[number].sort) == Z3_ARRAY_SORT;
    Z3_ast changed = array ? array_store (s, base, k) : NULL;
    if (changed) WR_VEC_PUSH (&s->sorts.data[number].changed, changed);
    for (uint32_t f = 0; !array && f < s->functions.len; f++) {
      Z3_func_decl decl = s->functions.data[f];
      if (!is_store (s->z3, decl) ||
          !Z3_is_eq_sort (s->z3, Z3_get_range (s->z3, decl), s->sorts.data[number].sort))
        continue;
      changed = apply_store (s, decl, base, k);
      if (changed) WR_VEC_PUSH (&s->sorts.data[number].changed, changed);
    }
  }
}

/* The function with this argument at this place, and fresh constants at all others. */
static Z3_ast apply (struct seeder *s, Z3_func_decl decl, unsigned place, Z3_ast argument) {
  Z3_ast args[MOST_ARGUMENTS];
  unsigned arity = Z3_get_arity (s->z3, decl);
  WR_ASSERT (place < arity && arity <= MOST_ARGUMENTS);
  for (unsigned i = 0; i < arity; i++)
    args[i] = i == place ? argument : terms_of (s, Z3_get_domain (s->z3, decl, i))->fresh;
  return Z3_mk_app (s->z3, decl, arity, args);
}

static void apply_function (struct seeder *s, Z3_func_decl decl) {
  unsigned arity = Z3_get_arity (s->z3, decl);
  if (arity > MOST_ARGUMENTS) return;
  for (unsigned place = 0; place < arity; place++) {
    const struct sort_terms *terms = terms_of (s, Z3_get_domain (s->z3, decl, place));
    uint32_t number = (uint32_t)(terms - s->sorts.data);
    for (uint32_t i = 0; i < s->sorts.data[number].constants.len; i++)
      mention (s, apply (s, decl, place, s->sorts.data[number].constants.data[i]));
    for (uint32_t i = 0; i < s->sorts.data[number].changed.len; i++)
      mention (s, apply (s, decl, place, s->sorts.data[number].changed.data[i]));
  }
}

void wr_z3_seed_terms (Z3_context z3, const Z3_ast *assertions, uint32_t count,
                       wr_z3_seeds *seeds) {
  struct seeder s = {.z3 = z3, .seeds = seeds};
  find_symbols (&s, assertions, count);
  uint32_t sorts = s.sorts.len;
  for (uint32_t i = 0; i < sorts; i++) {
    for (uint32_t k = 0; k < s.sorts.data[i].constants.len; k++)
      change (&s, i, s.sorts.data[i].constants.data[k]);
    change (&s, i, s.sorts.data[i].fresh);
  }
  for (uint32_t i = 0; i < s.functions.len; i++) apply_function (&s, s.functions.data[i]);
  for (uint32_t i = 0; i < s.sorts.len; i++) {
    WR_VEC_FREE (&s.sorts.data[i].constants);
    WR_VEC_FREE (&s.sorts.data[i].changed);
  }
  WR_VEC_FREE (&s.sorts);
  WR_VEC_FREE (&s.functions);
  wr_map_free (&s.sort_number);
  wr_map_free (&s.seen);
}
