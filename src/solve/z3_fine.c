/* solve/z3_fine.c -- pieces of axioms (solve/z3_fine.h). */
#include "solve/z3_fine.h"

#include "base/check.h"

enum { MOST_DEPTH = 32, MOST_PIECES = 64 };

const char *wr_z3_piece_kind_name (enum wr_z3_piece_kind kind) {
  static const char *const names[] = {"premiss", "conclusion", "forward", "backward"};
  return names[kind];
}

Z3_ast wr_z3_requantify (Z3_context z3, Z3_ast quantifier, Z3_ast body, const char *id) {
  WR_VEC (Z3_pattern) patterns = {0};
  WR_VEC (Z3_ast) no_patterns = {0};
  WR_VEC (Z3_sort) sorts = {0};
  WR_VEC (Z3_symbol) names = {0};
  unsigned count = Z3_get_quantifier_num_patterns (z3, quantifier);
  for (unsigned i = 0; i < count; i++)
    WR_VEC_PUSH (&patterns, Z3_get_quantifier_pattern_ast (z3, quantifier, i));
  count = Z3_get_quantifier_num_no_patterns (z3, quantifier);
  for (unsigned i = 0; i < count; i++)
    WR_VEC_PUSH (&no_patterns, Z3_get_quantifier_no_pattern_ast (z3, quantifier, i));
  count = Z3_get_quantifier_num_bound (z3, quantifier);
  for (unsigned i = 0; i < count; i++) {
    WR_VEC_PUSH (&sorts, Z3_get_quantifier_bound_sort (z3, quantifier, i));
    WR_VEC_PUSH (&names, i || !id ? Z3_get_quantifier_bound_name (z3, quantifier, i)
                                  : Z3_mk_string_symbol (z3, id));
  }
  Z3_symbol qid = id ? Z3_mk_string_symbol (z3, id) : Z3_mk_string_symbol (z3, "");
  Z3_ast made = Z3_mk_quantifier_ex (
      z3, Z3_is_quantifier_forall (z3, quantifier), Z3_get_quantifier_weight (z3, quantifier), qid,
      Z3_mk_string_symbol (z3, ""), patterns.len, patterns.data, no_patterns.len, no_patterns.data,
      count, sorts.data, names.data, body);
  WR_VEC_FREE (&patterns);
  WR_VEC_FREE (&no_patterns);
  WR_VEC_FREE (&sorts);
  WR_VEC_FREE (&names);
  return made;
}

/* -- splitting ------------------------------------------------------------------------------------------ */

struct splitter {
  Z3_context z3;
  uint32_t assertion;
  wr_z3_pieces *pieces;
  WR_VEC (Z3_ast)
  bound; /* constants with the names of the variables that are bound here, from the outermost */
};

static void bind (struct splitter *s, Z3_ast quantifier) {
  for (unsigned i = 0; i < Z3_get_quantifier_num_bound (s->z3, quantifier); i++)
    WR_VEC_PUSH (&s->bound, Z3_mk_const (s->z3, Z3_get_quantifier_bound_name (s->z3, quantifier, i),
                                         Z3_get_quantifier_bound_sort (s->z3, quantifier, i)));
}

/* With names in place of bound variables. */
static Z3_ast with_names (const struct splitter *s, Z3_ast piece) {
  WR_VEC (Z3_ast) innermost_first = {0};
  for (uint32_t i = s->bound.len; i-- > 0;) WR_VEC_PUSH (&innermost_first, s->bound.data[i]);
  Z3_ast named = innermost_first.len
                     ? Z3_substitute_vars (s->z3, piece, innermost_first.len, innermost_first.data)
                     : piece;
  WR_VEC_FREE (&innermost_first);
  return named;
}

static Z3_decl_kind kind_of (Z3_context z3, Z3_ast ast) {
  if (Z3_get_ast_kind (z3, ast) != Z3_APP_AST) return Z3_OP_UNINTERPRETED;
  return Z3_get_decl_kind (z3, Z3_get_app_decl (z3, Z3_to_app (z3, ast)));
}

static Z3_ast argument (Z3_context z3, Z3_ast ast, unsigned i) {
  return Z3_get_app_arg (z3, Z3_to_app (z3, ast), i);
}

static unsigned arguments (Z3_context z3, Z3_ast ast) {
  return Z3_get_app_num_args (z3, Z3_to_app (z3, ast));
}

static bool is_equivalence (Z3_context z3, Z3_ast ast) {
  Z3_decl_kind kind = kind_of (z3, ast);
  if (kind == Z3_OP_IFF) return true;
  return kind == Z3_OP_EQ &&
         Z3_get_sort_kind (z3, Z3_get_sort (z3, argument (z3, ast, 0))) == Z3_BOOL_SORT;
}

static Z3_ast new_guard (struct splitter *s, enum wr_z3_piece_kind kind, Z3_ast shown) {
  Z3_ast guard = Z3_mk_fresh_const (s->z3, "piece", Z3_mk_bool_sort (s->z3));
  struct wr_z3_piece piece = {s->assertion, kind, guard, with_names (s, shown)};
  WR_VEC_PUSH (s->pieces, piece);
  return guard;
}

static bool is_full (const struct splitter *s) { return s->pieces->len >= MOST_PIECES; }

static Z3_ast split_premiss (struct splitter *s, Z3_ast premiss) {
  Z3_context z3 = s->z3;
  if (kind_of (z3, premiss) != Z3_OP_OR || is_full (s)) return premiss;
  WR_VEC (Z3_ast) parts = {0};
  for (unsigned i = 0; i < arguments (z3, premiss); i++) {
    Z3_ast part = argument (z3, premiss, i);
    Z3_ast both[] = {new_guard (s, WR_Z3_PIECE_PREMISS, part), part};
    WR_VEC_PUSH (&parts, Z3_mk_and (z3, 2, both));
  }
  Z3_ast made = Z3_mk_or (z3, parts.len, parts.data);
  WR_VEC_FREE (&parts);
  return made;
}

static Z3_ast split_equivalence (struct splitter *s, Z3_ast conclusion) {
  Z3_context z3 = s->z3;
  WR_ASSERT (arguments (z3, conclusion) == 2);
  Z3_ast left = argument (z3, conclusion, 0), right = argument (z3, conclusion, 1);
  Z3_ast there = Z3_mk_implies (z3, left, right), back = Z3_mk_implies (z3, right, left);
  Z3_ast both[] = {Z3_mk_implies (z3, new_guard (s, WR_Z3_PIECE_FORWARD, there), there),
                   Z3_mk_implies (z3, new_guard (s, WR_Z3_PIECE_BACKWARD, back), back)};
  return Z3_mk_and (z3, 2, both);
}

static Z3_ast split (struct splitter *s, Z3_ast fact, int depth);

/* A conjunct that has pieces of its own is split into these; any other one is a piece. */
static Z3_ast split_conclusion (struct splitter *s, Z3_ast conclusion, int depth) {
  Z3_context z3 = s->z3;
  WR_VEC (Z3_ast) parts = {0};
  for (unsigned i = 0; i < arguments (z3, conclusion); i++) {
    Z3_ast part = argument (z3, conclusion, i);
    uint32_t before = s->pieces->len;
    Z3_ast inner = split (s, part, depth + 1);
    if (s->pieces->len == before && !is_full (s))
      inner = Z3_mk_implies (z3, new_guard (s, WR_Z3_PIECE_CONCLUSION, part), part);
    WR_VEC_PUSH (&parts, inner);
  }
  Z3_ast made = Z3_mk_and (z3, parts.len, parts.data);
  WR_VEC_FREE (&parts);
  return made;
}

static Z3_ast split (struct splitter *s, Z3_ast fact, int depth) {
  Z3_context z3 = s->z3;
  if (depth >= MOST_DEPTH || is_full (s)) return fact;
  if (Z3_get_ast_kind (z3, fact) == Z3_QUANTIFIER_AST && Z3_is_quantifier_forall (z3, fact)) {
    uint32_t before = s->pieces->len, outer = s->bound.len;
    bind (s, fact);
    Z3_ast body = split (s, Z3_get_quantifier_body (z3, fact), depth + 1);
    WR_ASSERT (s->bound.len >= outer);
    s->bound.len = outer;
    return s->pieces->len > before ? wr_z3_requantify (z3, fact, body, NULL) : fact;
  }
  if (kind_of (z3, fact) == Z3_OP_IMPLIES) {
    Z3_ast premiss = split_premiss (s, argument (z3, fact, 0));
    return Z3_mk_implies (z3, premiss, split (s, argument (z3, fact, 1), depth + 1));
  }
  if (kind_of (z3, fact) == Z3_OP_AND) return split_conclusion (s, fact, depth);
  if (is_equivalence (z3, fact)) return split_equivalence (s, fact);
  return fact;
}

Z3_ast wr_z3_split (Z3_context z3, Z3_ast axiom, uint32_t assertion, wr_z3_pieces *pieces) {
  wr_z3_pieces own = {0};
  struct splitter s = {.z3 = z3, .assertion = assertion, .pieces = &own};
  Z3_ast made = split (&s, axiom, 0);
  bool several = own.len > 1;
  for (uint32_t i = 0; several && i < own.len; i++) WR_VEC_PUSH (pieces, own.data[i]);
  WR_VEC_FREE (&own);
  WR_VEC_FREE (&s.bound);
  return several ? made : axiom;
}
