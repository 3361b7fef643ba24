/* core/build.h -- making sorts, variables, functions and expressions. Constructors check sorts (in debug builds)
   and simplify only what keeps every label and every trigger: AND/OR/ADD/MUL flatten nothing by themselves, NOT
   NOT stays. So the solver sees what the user wrote. */
#ifndef WR_CORE_BUILD_H
#define WR_CORE_BUILD_H

#include "core/core.h"

wr_sort wr_sort_simple (wr_core *core,
                        enum wr_sort_kind kind); /* BOOL INT REAL RMODE STRING REGEX */
wr_sort wr_sort_bv (wr_core *core, uint32_t width);
wr_sort wr_sort_float (wr_core *core, uint32_t significand, uint32_t exponent);
wr_sort wr_sort_named (wr_core *core, wr_symbol name);
wr_sort wr_sort_seq (wr_core *core, wr_sort element);
wr_sort wr_sort_map (wr_core *core, const wr_sort *domain, uint32_t count, wr_sort range);
wr_sort wr_sort_arg (const wr_core *core, wr_sort sort,
                     uint32_t i); /* domain; i = count - 1: the range */
wr_sort wr_sort_range (const wr_core *core, wr_sort map);
uint32_t wr_sort_arity (const wr_core *core, wr_sort map); /* number of indices */

/* A datatype in two steps, because its fields may mention it: declare, then add constructors in order
   (all constructors of one datatype before those of the next). */
wr_sort wr_datatype_declare (wr_core *core, wr_symbol name);
uint32_t wr_constructor_add (wr_core *core, wr_sort datatype, wr_symbol name, wr_symbol shown,
                             const wr_symbol *field_names, const wr_symbol *field_shown,
                             const wr_sort *field_sorts, uint32_t count); /* its index */

wr_var wr_var_new (wr_core *core, enum wr_var_kind kind, wr_symbol name, wr_sort sort,
                   wr_span span);
wr_func wr_func_new (wr_core *core, wr_symbol name, const wr_sort *params, uint32_t count,
                     wr_sort result);
wr_sort wr_func_param (const wr_core *core, wr_func func, uint32_t i);

const char *wr_op_name (enum wr_op op);
bool wr_op_find (wr_str name, enum wr_op *op);
bool wr_op_arity_fits (enum wr_op op, uint32_t count);
enum wr_data wr_op_data (enum wr_op op);
/* The sort of an operator without data applied to these arguments; false when they do not fit. */
bool wr_op_sort (wr_core *core, enum wr_op op, const wr_expr *args, uint32_t count, wr_sort *sort);

wr_expr wr_mk_bool (wr_core *core, bool value);
wr_expr wr_mk_int (wr_core *core, int64_t value);
wr_expr wr_mk_int_text (wr_core *core, wr_str decimal); /* any decimal, made canonical */
wr_expr wr_mk_real_text (wr_core *core, wr_str text);   /* 1.5, 1e-3, 3/4: made canonical */
wr_expr wr_mk_bv_text (wr_core *core, wr_str decimal, uint32_t width); /* wrapped to the width */
wr_expr wr_mk_literal (wr_core *core, enum wr_op op, wr_symbol text,
                       wr_sort sort); /* FLOAT STRING RMODE: canonical already */
wr_expr wr_mk_var (wr_core *core, wr_var var);
wr_expr wr_mk_app (wr_core *core, wr_func func, const wr_expr *args, uint32_t count);
/* Any operator without data: NOT .. TO_INT, CONCAT, SELECT, STORE, OLD; the sort follows. */
wr_expr wr_mk (wr_core *core, enum wr_op op, const wr_expr *args, uint32_t count);
wr_expr wr_mk1 (wr_core *core, enum wr_op op, wr_expr a);
wr_expr wr_mk2 (wr_core *core, enum wr_op op, wr_expr a, wr_expr b);
wr_expr wr_mk3 (wr_core *core, enum wr_op op, wr_expr a, wr_expr b, wr_expr c);
wr_expr wr_mk_and (wr_core *core, const wr_expr *args, uint32_t count); /* 0: true, 1: itself */
wr_expr wr_mk_or (wr_core *core, const wr_expr *args, uint32_t count);
wr_expr wr_mk_extract (wr_core *core, wr_expr bv, uint32_t hi, uint32_t lo);
wr_expr wr_mk_construct (wr_core *core, uint32_t constructor, const wr_expr *args, uint32_t count);
wr_expr wr_mk_is (wr_core *core, uint32_t constructor, wr_expr value);
wr_expr wr_mk_field (wr_core *core, uint32_t field, wr_expr value);
/* value with one field replaced: CONSTRUCT of the field's constructor from the other FIELDs. */
wr_expr wr_mk_field_update (wr_core *core, uint32_t field, wr_expr value, wr_expr update);

/* What a quantifier is made of; arrays are copied. */
struct wr_trigger {
  const wr_expr *exprs;
  uint32_t count;
};
struct wr_quantifier {
  const wr_var *vars;
  uint32_t var_count;
  const struct wr_trigger *triggers;
  uint32_t trigger_count;
  const wr_expr *nopats;
  uint32_t nopat_count;
  wr_symbol qid;
  int32_t weight;
};
wr_expr wr_mk_quantifier (wr_core *core, enum wr_op op, const struct wr_quantifier *q,
                          wr_expr body);
/* The quantifier `e` with other parts: its body, then the terms of its triggers in order, then its nopats. */
wr_expr wr_mk_quantifier_like (wr_core *core, wr_expr e, const wr_expr *parts);
wr_expr wr_mk_let (wr_core *core, const wr_var *vars, const wr_expr *values, uint32_t count,
                   wr_expr body);

/* `e` with other children (as many, of the same sorts); not for binders. */
wr_expr wr_mk_like (wr_core *core, wr_expr e, const wr_expr *args);

/* Rebuilds `e` with the variables of `map` (wr_var.ix -> wr_expr.ix) replaced; the expressions put in
   must not contain variables bound in `e`.  OLD(x) is replaced by substituting with `old_map` inside it when
   `old_map` is not NULL (and OLD disappears); when it is NULL, OLD stays and its inside is left alone. [subst.c] */
wr_expr wr_substitute (wr_core *core, wr_expr e, const wr_map *map, const wr_map *old_map);

/* Reachable expressions from `roots` (triggers and nopats of binders included), each once, children
   before parents, appended to `out`. [walk.c] */
void wr_postorder (const wr_core *core, const wr_expr *roots, uint32_t count, wr_u32s *out);
/* Free program variables (not bound ones) of e, each once, in order of wr_var.ix. [walk.c] */
void wr_free_vars (const wr_core *core, wr_expr e, wr_u32s *out);
/* The largest terms in it without bound variables and binders, each once; Boolean connectives are not terms. */
void wr_ground_terms (const wr_core *core, wr_expr e, wr_u32s *out);
/* Top-level conjuncts: AND is split, also below OLD and through LET-free structure only; appended in order. [walk.c] */
void wr_conjuncts (wr_core *core, wr_expr e, wr_u32s *out);
/* Is there a quantifier in the program, or a lambda, which has one in its axiom? [walk.c] */
bool wr_has_quantifiers (const wr_core *core);

#endif
