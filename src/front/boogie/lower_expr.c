/* Expressions.  The left spines of binary operators are walked in a loop, because they may be long;
   everything else is as deep as the text is nested.  Chains of && || + * become one n-ary operator. */
#include "front/boogie/lowering.h"

#include "base/bigint.h"

/* -- variables in scope ----------------------------------------------------------------------------- */

enum { IS_EXPR = 1 };

void *bpl_bind_var (bpl_var *var, wr_var core_var) {
  void *old = var->lowered;
  var->lowered = (void *)((uintptr_t)core_var.ix << 1);
  return old;
}

void *bpl_bind_expr (bpl_var *var, wr_expr value) {
  void *old = var->lowered;
  var->lowered = (void *)((uintptr_t)value.ix << 1 | IS_EXPR);
  return old;
}

bool bpl_bound_var (const bpl_var *var, wr_var *core_var) {
  uintptr_t bits = (uintptr_t)var->lowered;
  if (!bits || bits & IS_EXPR) return false;
  *core_var = (wr_var){(uint32_t)(bits >> 1)};
  return true;
}

static wr_expr lower_name (bpl_lowering *lo, const bpl_expr *e) {
  const bpl_var *var = e->u.name.var;
  if (var->kind == BPL_VAR_CONST) return wr_mk_app (lo->core, bpl_constant (lo, var), NULL, 0);
  uintptr_t bits = (uintptr_t)var->lowered;
  WR_REQUIRE (bits);
  if (bits & IS_EXPR) return (wr_expr){(uint32_t)(bits >> 1)};
  wr_var core_var = {(uint32_t)(bits >> 1)};
  if (!lo->in_old || var->kind != BPL_VAR_GLOBAL) return wr_mk_var (lo->core, core_var);
  wr_expr now = wr_mk_var (lo->core, core_var);
  if (!lo->frame || !lo->frame->inlined) return wr_mk1 (lo->core, WR_OP_OLD, now);
  return (wr_expr){(uint32_t)wr_map_or (&lo->frame->saved, core_var.ix, now.ix)};
}

/* -- literals ----------------------------------------------------------------------------------------- */

static bool numeral_fits (bpl_lowering *lo, const bpl_expr *e) {
  if (e->u.literal.text.len <= WR_MAX_DIGITS) return true;
  bpl_unsupported (lo, e->span, "a numeral of more than %d digits", (int)WR_MAX_DIGITS);
  return false;
}

static wr_expr lower_real (bpl_lowering *lo, const bpl_expr *e) {
  if (!numeral_fits (lo, e)) return bpl_dummy (lo, wr_sort_simple (lo->core, WR_SORT_REAL));
  wr_mark mark = wr_arena_save (lo->arena);
  bool ok = wr_real_canonical (lo->arena, e->u.literal.text).len > 0;
  wr_arena_restore (lo->arena, mark);
  if (ok) return wr_mk_real_text (lo->core, e->u.literal.text);
  bpl_unsupported (lo, e->span, "a real numeral with so large an exponent");
  return bpl_dummy (lo, wr_sort_simple (lo->core, WR_SORT_REAL));
}

static wr_expr lower_bitvector (bpl_lowering *lo, const bpl_expr *e) {
  if (!e->u.literal.bits) return bpl_no_bits (lo, e->type);
  if (e->u.literal.bits > WR_MAX_BITVECTOR || !numeral_fits (lo, e)) {
    return bpl_dummy (lo, bpl_sort (lo, e->type));
  }
  return wr_mk_bv_text (lo->core, e->u.literal.text, e->u.literal.bits);
}

static wr_expr lower_rounding_mode (bpl_lowering *lo, const bpl_expr *e) {
  static const char *const names[][2] = {{"RNE", "roundNearestTiesToEven"},
                                         {"RNA", "roundNearestTiesToAway"},
                                         {"RTP", "roundTowardPositive"},
                                         {"RTN", "roundTowardNegative"},
                                         {"RTZ", "roundTowardZero"}};
  const char *mode = names[0][0];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    wr_str text = e->u.literal.text;
    if (wr_str_equal (text, wr_str_of (names[i][0])) ||
        wr_str_equal (text, wr_str_of (names[i][1]))) {
      mode = names[i][0];
    }
  }
  return wr_mk_literal (lo->core, WR_OP_RMODE, bpl_sym (lo, mode),
                        wr_sort_simple (lo->core, WR_SORT_RMODE));
}

wr_expr bpl_dummy (bpl_lowering *lo, wr_sort sort) {
  lo->failed = true;
  wr_symbol name = bpl_fresh_name (lo, &lo->func_names, bpl_sym (lo, "$error"));
  return wr_mk_app (lo->core, wr_func_new (lo->core, name, NULL, 0, sort), NULL, 0);
}

/* -- operators ------------------------------------------------------------------------------------------ */

static enum wr_sort_kind kind_of (const bpl_lowering *lo, wr_expr e) {
  return wr_sort_info (lo->core, wr_expr_info (lo->core, e)->sort)->kind;
}

static wr_expr to_real (bpl_lowering *lo, wr_expr e) {
  return kind_of (lo, e) == WR_SORT_INT ? wr_mk1 (lo->core, WR_OP_TO_REAL, e) : e;
}

static wr_expr float_operator (bpl_lowering *lo, const char *name, bool rounds, bool compares,
                               wr_expr a, wr_expr b) {
  wr_expr args[3];
  uint32_t count = 0;
  if (rounds) {
    args[count++] = wr_mk_literal (lo->core, WR_OP_RMODE, bpl_sym (lo, "RNE"),
                                   wr_sort_simple (lo->core, WR_SORT_RMODE));
  }
  args[count++] = a;
  args[count++] = b;
  wr_sort sort =
      compares ? wr_sort_simple (lo->core, WR_SORT_BOOL) : wr_expr_info (lo->core, a)->sort;
  return bpl_builtin (lo, name, args, count, sort);
}

static wr_expr arithmetic (bpl_lowering *lo, enum wr_op op, const char *float_name, wr_expr a,
                           wr_expr b) {
  if (kind_of (lo, a) == WR_SORT_FLOAT) return float_operator (lo, float_name, true, false, a, b);
  if (kind_of (lo, a) != kind_of (lo, b)) a = to_real (lo, a), b = to_real (lo, b);
  return wr_mk2 (lo->core, op, a, b);
}

static wr_expr comparison (bpl_lowering *lo, enum wr_op op, const char *float_name, wr_expr a,
                           wr_expr b) {
  if (kind_of (lo, a) == WR_SORT_FLOAT) return float_operator (lo, float_name, false, true, a, b);
  if (kind_of (lo, a) != kind_of (lo, b)) a = to_real (lo, a), b = to_real (lo, b);
  return wr_mk2 (lo->core, op, a, b);
}

/* Identity of values, for floats too, as in Boogie: NaN equals itself and the two zeros differ.  The
   equality of IEEE 754 is a function with {:builtin "fp.eq"}. */
static wr_expr equality (bpl_lowering *lo, wr_expr a, wr_expr b) {
  wr_sort x = wr_expr_info (lo->core, a)->sort, y = wr_expr_info (lo->core, b)->sort;
  return x.ix == y.ix ? wr_mk2 (lo->core, WR_OP_EQ, a, b) : bpl_mixed_equality (lo, a, b);
}

static wr_expr division (bpl_lowering *lo, wr_expr a, wr_expr b) {
  if (kind_of (lo, a) == WR_SORT_FLOAT) return float_operator (lo, "fp.div", true, false, a, b);
  return wr_mk2 (lo->core, WR_OP_RDIV, to_real (lo, a), to_real (lo, b));
}

static wr_expr concatenation (bpl_lowering *lo, const bpl_expr *e, wr_expr a, wr_expr b) {
  wr_sort sort;
  if (kind_of (lo, a) == WR_SORT_DATA) return b; /* bv0 */
  if (kind_of (lo, b) == WR_SORT_DATA) return a;
  if (wr_op_sort (lo->core, WR_OP_CONCAT, (wr_expr[]){a, b}, 2, &sort)) {
    return wr_mk2 (lo->core, WR_OP_CONCAT, a, b);
  }
  return bpl_dummy (lo, bpl_sort (lo, e->type));
}

static wr_expr apply (bpl_lowering *lo, const bpl_expr *e, wr_expr a, wr_expr b) {
  wr_core *core = lo->core;
  switch ((enum bpl_op)e->op) {
  case BPL_OP_IFF: return wr_mk2 (core, WR_OP_IFF, a, b);
  case BPL_OP_IMPLIES: return wr_mk2 (core, WR_OP_IMPLIES, a, b);
  case BPL_OP_EXPLIES: return wr_mk2 (core, WR_OP_IMPLIES, b, a);
  case BPL_OP_AND: return wr_mk2 (core, WR_OP_AND, a, b);
  case BPL_OP_OR: return wr_mk2 (core, WR_OP_OR, a, b);
  case BPL_OP_EQ: return equality (lo, a, b);
  case BPL_OP_NE: return wr_mk1 (core, WR_OP_NOT, equality (lo, a, b));
  case BPL_OP_LT: return comparison (lo, WR_OP_LT, "fp.lt", a, b);
  case BPL_OP_LE: return comparison (lo, WR_OP_LE, "fp.leq", a, b);
  case BPL_OP_GT: return comparison (lo, WR_OP_LT, "fp.lt", b, a);
  case BPL_OP_GE: return comparison (lo, WR_OP_LE, "fp.leq", b, a);
  case BPL_OP_CONCAT: return concatenation (lo, e, a, b);
  case BPL_OP_ADD: return arithmetic (lo, WR_OP_ADD, "fp.add", a, b);
  case BPL_OP_SUB: return arithmetic (lo, WR_OP_SUB, "fp.sub", a, b);
  case BPL_OP_MUL: return arithmetic (lo, WR_OP_MUL, "fp.mul", a, b);
  case BPL_OP_DIV: return wr_mk2 (core, WR_OP_DIV, a, b);
  case BPL_OP_MOD: return wr_mk2 (core, WR_OP_MOD, a, b);
  case BPL_OP_REALDIV: return division (lo, a, b);
  case BPL_OP_POW: return wr_mk2 (core, WR_OP_POW, to_real (lo, a), to_real (lo, b));
  case BPL_OP_NONE:
  case BPL_OP_NEG:
  case BPL_OP_NOT:
  case BPL_OP_COUNT: break;
  }
  WR_UNREACHABLE ();
}

/* The operator of a chain that becomes one n-ary expression. */
static enum wr_op chained (enum bpl_op op) {
  if (op == BPL_OP_AND) return WR_OP_AND;
  if (op == BPL_OP_OR) return WR_OP_OR;
  if (op == BPL_OP_ADD) return WR_OP_ADD;
  return op == BPL_OP_MUL ? WR_OP_MUL : WR_OP_NONE;
}

/* How an expression stands: its polarity, and whether it is asserted. */
struct stand {
  int polarity;
  bool asserted;
};

/* How the operands stand when the whole stands at `at`.  Only negations and the left sides of implications turn
   `asserted` around, as in Boogie.  The operands of other operators have no polarity. */
static void operand_stand (enum bpl_op op, struct stand at, struct stand *left,
                           struct stand *right) {
  *left = *right = (struct stand){0, at.asserted};
  if (op == BPL_OP_AND || op == BPL_OP_OR) *left = *right = at;
  if (op == BPL_OP_IMPLIES) *left = (struct stand){-at.polarity, !at.asserted}, *right = at;
  if (op == BPL_OP_EXPLIES) *left = at, *right = (struct stand){-at.polarity, !at.asserted};
}

static wr_expr lower_standing (bpl_lowering *lo, const bpl_expr *e, struct stand at) {
  bool outer = lo->asserted;
  lo->asserted = at.asserted;
  wr_expr result = bpl_lower_at (lo, e, at.polarity);
  lo->asserted = outer;
  return result;
}

static wr_expr lower_binary (bpl_lowering *lo, const bpl_expr *e) {
  WR_VEC (const bpl_expr *) spine = {0};
  WR_VEC (struct stand) stands = {0}; /* of the whole, and of each left operand below */
  struct stand at = {lo->polarity, lo->asserted};
  for (; e->kind == BPL_EXPR_BINARY && !bpl_is_split (lo, e); e = e->args.data[0]) {
    struct stand left, right;
    operand_stand ((enum bpl_op)e->op, at, &left, &right);
    WR_VEC_PUSH (&spine, e);
    WR_VEC_PUSH (&stands, at);
    at = left;
  }
  WR_VEC (wr_expr) args = {0};
  wr_expr acc = lower_standing (lo, e, at);
  for (uint32_t i = spine.len; i-- > 0;) {
    const bpl_expr *node = spine.data[i];
    enum bpl_op op = (enum bpl_op)node->op;
    struct stand left, right;
    operand_stand (op, stands.data[i], &left, &right);
    wr_expr operand = lower_standing (lo, node->args.data[1], right);
    enum wr_op chain = chained (op);
    bool in_chain =
        chain && kind_of (lo, acc) != WR_SORT_FLOAT && kind_of (lo, acc) == kind_of (lo, operand);
    if (!in_chain) {
      acc = apply (lo, node, acc, operand);
      continue;
    }
    if (!args.len) WR_VEC_PUSH (&args, acc);
    WR_VEC_PUSH (&args, operand);
    if (i && (enum bpl_op)spine.data[i - 1]->op == op) continue;
    acc = wr_mk (lo->core, chain, args.data, args.len);
    args.len = 0;
  }
  WR_VEC_FREE (&spine);
  WR_VEC_FREE (&stands);
  WR_VEC_FREE (&args);
  return acc;
}

static wr_expr lower_unary (bpl_lowering *lo, const bpl_expr *e) {
  if (e->op == BPL_OP_NOT) {
    struct stand at = {-lo->polarity, !lo->asserted};
    return wr_mk1 (lo->core, WR_OP_NOT, lower_standing (lo, e->args.data[0], at));
  }
  wr_expr a = bpl_lower_at (lo, e->args.data[0], 0);
  if (kind_of (lo, a) == WR_SORT_FLOAT) {
    return bpl_builtin (lo, "fp.neg", &a, 1, wr_expr_info (lo->core, a)->sort);
  }
  return wr_mk1 (lo->core, WR_OP_NEG, a);
}

/* -- maps and datatypes ----------------------------------------------------------------------------------- */

static void lower_args (bpl_lowering *lo, const bpl_exprs *from, wr_expr *out) {
  for (uint32_t i = 0; i < from->len; i++) out[i] = bpl_lower_at (lo, from->data[i], 0);
}

static wr_expr lower_map (bpl_lowering *lo, const bpl_expr *e) {
  wr_expr *args = wr_alloc (e->args.len, sizeof *args);
  lower_args (lo, &e->args, args);
  bool store = e->kind == BPL_EXPR_STORE;
  uint32_t count = e->args.len - (store ? 2 : 1);
  wr_expr result;
  if (!e->u.select.type_args.len) {
    result = wr_mk (lo->core, store ? WR_OP_STORE : WR_OP_SELECT, args, e->args.len);
  } else {
    const bpl_type *type = e->args.data[0]->type;
    result = store ? bpl_poly_store (lo, args[0], type, &e->u.select.type_args, args + 1, count,
                                     args[count + 1])
                   : bpl_poly_select (lo, args[0], type, &e->u.select.type_args, args + 1, count);
  }
  free (args);
  return result;
}

/* The constructors of a datatype that have a field of this name. */
static bool same_field (const struct bpl_constructor *c, wr_symbol name, uint32_t *field) {
  for (uint32_t i = 0; i < c->fields.len; i++) {
    if (c->fields.data[i]->id.name.ix == name.ix) {
      *field = i;
      return true;
    }
  }
  return false;
}

bool bpl_field_is_shared (const struct bpl_constructor *constructor, uint32_t field) {
  wr_symbol name = constructor->fields.data[field]->id.name;
  uint32_t count = 0, at;
  const bpl_decl *decl = constructor->datatype;
  for (uint32_t i = 0; i < decl->constructors.len; i++) {
    count += same_field (&decl->constructors.data[i], name, &at);
  }
  return count > 1;
}

/* The last constructor with the field answers for all values that are of none of the others. */
static wr_expr field_chain (bpl_lowering *lo, wr_expr value,
                            const struct bpl_constructor *constructor, uint32_t field,
                            const wr_expr *update) {
  wr_symbol name = constructor->fields.data[field]->id.name;
  const bpl_decl *decl = constructor->datatype;
  wr_sort sort = wr_expr_info (lo->core, value)->sort;
  wr_expr result = {0};
  for (uint32_t i = decl->constructors.len; i-- > 0;) {
    const struct bpl_constructor *c = &decl->constructors.data[i];
    uint32_t at;
    if (!same_field (c, name, &at)) continue;
    uint32_t ix = bpl_field_index (lo, sort, c, at);
    wr_expr one = update ? wr_mk_field_update (lo->core, ix, value, *update)
                         : wr_mk_field (lo->core, ix, value);
    if (!result.ix) {
      result = one;
      continue;
    }
    wr_expr is = wr_mk_is (lo->core, bpl_constructor_index (lo, sort, c), value);
    result = wr_mk3 (lo->core, WR_OP_ITE, is, one, result);
  }
  return result;
}

wr_expr bpl_field_select (bpl_lowering *lo, wr_expr value,
                          const struct bpl_constructor *constructor, uint32_t field) {
  return field_chain (lo, value, constructor, field, NULL);
}

wr_expr bpl_field_store (bpl_lowering *lo, wr_expr value, const struct bpl_constructor *constructor,
                         uint32_t field, wr_expr update) {
  return field_chain (lo, value, constructor, field, &update);
}

static wr_expr lower_is (bpl_lowering *lo, const bpl_expr *e) {
  wr_expr value = bpl_lower_at (lo, e->args.data[0], 0);
  wr_sort sort = wr_expr_info (lo->core, value)->sort;
  return wr_mk_is (lo->core, bpl_constructor_index (lo, sort, e->u.data.constructor), value);
}

static wr_expr lower_call (bpl_lowering *lo, const bpl_expr *e) {
  wr_expr *args = wr_alloc (e->args.len + 1, sizeof *args);
  wr_expr result;
  if (e->u.call.constructor) {
    lower_args (lo, &e->args, args);
    wr_sort sort = bpl_sort (lo, e->type);
    result = wr_mk_construct (lo->core, bpl_constructor_index (lo, sort, e->u.call.constructor),
                              args, e->args.len);
  } else {
    lower_args (lo, &e->args, args);
    result = bpl_call_function (lo, e, args);
  }
  free (args);
  return result;
}

static wr_expr lower_extract (bpl_lowering *lo, const bpl_expr *e) {
  wr_expr value = bpl_lower_at (lo, e->args.data[0], 0);
  uint32_t hi = e->u.literal.hi, low = e->u.literal.lo;
  if (hi == low) return bpl_no_bits (lo, e->type);
  const struct wr_sort_info *sort = wr_sort_info (lo->core, wr_expr_info (lo->core, value)->sort);
  if (hi > sort->a || hi > UINT16_MAX) {
    bpl_unsupported (lo, e->span, "extraction of a bit beyond %d", (int)UINT16_MAX);
    return bpl_dummy (lo, bpl_sort (lo, e->type));
  }
  return wr_mk_extract (lo->core, value, hi, low);
}

static wr_expr lower_ite (bpl_lowering *lo, const bpl_expr *e) {
  wr_expr c = bpl_lower_at (lo, e->args.data[0], 0);
  wr_expr a = bpl_lower_at (lo, e->args.data[1], lo->polarity);
  wr_expr b = bpl_lower_at (lo, e->args.data[2], lo->polarity);
  return wr_mk3 (lo->core, WR_OP_ITE, c, a, b);
}

static wr_expr lower_old (bpl_lowering *lo, const bpl_expr *e) {
  bool outer = lo->in_old;
  lo->in_old = true;
  wr_expr result = bpl_lower_at (lo, e->args.data[0], lo->polarity);
  lo->in_old = outer;
  return result;
}

static wr_expr lower_to_int (bpl_lowering *lo, const bpl_expr *e) {
  wr_expr a = bpl_lower_at (lo, e->args.data[0], 0);
  if (kind_of (lo, a) == WR_SORT_INT) return a;
  if (kind_of (lo, a) == WR_SORT_FLOAT) {
    a = bpl_builtin (lo, "fp.to_real", &a, 1, wr_sort_simple (lo->core, WR_SORT_REAL));
  }
  return wr_mk1 (lo->core, WR_OP_TO_INT, a);
}

static wr_expr lower_kind (bpl_lowering *lo, const bpl_expr *e) {
  wr_core *core = lo->core;
  switch ((enum bpl_expr_kind)e->kind) {
  case BPL_EXPR_FALSE: return wr_mk_bool (core, false);
  case BPL_EXPR_TRUE: return wr_mk_bool (core, true);
  case BPL_EXPR_INT:
    return numeral_fits (lo, e) ? wr_mk_int_text (core, e->u.literal.text)
                                : bpl_dummy (lo, wr_sort_simple (core, WR_SORT_INT));
  case BPL_EXPR_REAL: return lower_real (lo, e);
  case BPL_EXPR_BV: return lower_bitvector (lo, e);
  case BPL_EXPR_FLOAT: return bpl_float_literal (lo, e);
  case BPL_EXPR_STRING:
    return wr_mk_literal (core, WR_OP_STRING, wr_intern (lo->symbols, e->u.literal.text),
                          wr_sort_simple (core, WR_SORT_STRING));
  case BPL_EXPR_RMODE: return lower_rounding_mode (lo, e);
  case BPL_EXPR_NAME: return lower_name (lo, e);
  case BPL_EXPR_CALL: return lower_call (lo, e);
  case BPL_EXPR_UNARY: return lower_unary (lo, e);
  case BPL_EXPR_BINARY:
    return bpl_is_split (lo, e) ? bpl_lower_split (lo, e) : lower_binary (lo, e);
  case BPL_EXPR_IS: return lower_is (lo, e);
  case BPL_EXPR_FIELD:
    return bpl_field_select (lo, bpl_lower_at (lo, e->args.data[0], 0), e->u.data.constructor,
                             e->u.data.field);
  case BPL_EXPR_FIELD_UPDATE: {
    wr_expr value = bpl_lower_at (lo, e->args.data[0], 0);
    wr_expr update = bpl_lower_at (lo, e->args.data[1], 0);
    return bpl_field_store (lo, value, e->u.data.constructor, e->u.data.field, update);
  }
  case BPL_EXPR_SELECT:
  case BPL_EXPR_STORE: return lower_map (lo, e);
  case BPL_EXPR_EXTRACT: return lower_extract (lo, e);
  case BPL_EXPR_COERCE: return bpl_lower_at (lo, e->args.data[0], lo->polarity);
  case BPL_EXPR_OLD: return lower_old (lo, e);
  case BPL_EXPR_TO_INT: return lower_to_int (lo, e);
  case BPL_EXPR_TO_REAL: return to_real (lo, bpl_lower_at (lo, e->args.data[0], 0));
  case BPL_EXPR_ITE: return bpl_is_split (lo, e) ? bpl_lower_split (lo, e) : lower_ite (lo, e);
  case BPL_EXPR_FORALL:
  case BPL_EXPR_EXISTS: return bpl_lower_quantifier (lo, e);
  case BPL_EXPR_LAMBDA: return bpl_lower_lambda (lo, e);
  case BPL_EXPR_LET: return bpl_lower_let (lo, e);
  case BPL_EXPR_CODE: return bpl_lower_code (lo, e);
  case BPL_EXPR_ERROR:
  case BPL_EXPR_KIND_COUNT: break;
  }
  WR_UNREACHABLE ();
}

wr_expr bpl_lower_at (bpl_lowering *lo, const bpl_expr *e, int polarity) {
  if (lo->depth >= BPL_MAX_EXPRESSION_DEPTH) {
    bpl_unsupported (lo, e->span, "an expression nested deeper than %d after expansion",
                     (int)BPL_MAX_EXPRESSION_DEPTH);
    return bpl_dummy (lo, bpl_sort (lo, e->type));
  }
  int outer = lo->polarity;
  lo->polarity = polarity;
  lo->depth++;
  wr_expr result = lower_kind (lo, e);
  lo->depth--;
  lo->polarity = outer;
  return result;
}

/* A command inside a code expression is not a clause of its own, because it concerns only some of the runs. */
static wr_expr lower_whole (bpl_lowering *lo, const bpl_expr *e, bool asserted) {
  if (lo->unlabelled) return lower_standing (lo, e, (struct stand){0, asserted});
  lo->below_exists = false;
  lo->opaque_next = 0;
  return lower_standing (lo, e, (struct stand){1, asserted});
}

wr_expr bpl_lower_expr (bpl_lowering *lo, const bpl_expr *e) { return lower_whole (lo, e, false); }
wr_expr bpl_lower_goal (bpl_lowering *lo, const bpl_expr *e) { return lower_whole (lo, e, true); }

wr_expr bpl_lower_clause (bpl_lowering *lo, const bpl_expr *e, bool is_free, wr_expr *checked) {
  bool outer = lo->saw_code;
  lo->saw_code = false;
  *checked = (wr_expr){0};
  wr_expr assumed = bpl_lower_expr (lo, e);
  if (lo->saw_code && !is_free) {
    /* A code expression without runs holds of all of them and of none: what was checked is enough. */
    *checked = bpl_lower_goal (lo, e);
    assumed = wr_mk2 (lo->core, WR_OP_OR, assumed, *checked);
  }
  lo->saw_code |= outer;
  return assumed;
}

wr_expr bpl_lower_codeless (bpl_lowering *lo, const bpl_expr *e, const char *what) {
  const char *outer = lo->no_code;
  lo->no_code = what;
  wr_expr result = bpl_lower_at (lo, e, 0);
  lo->no_code = outer;
  return result;
}
