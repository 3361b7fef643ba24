/* The integers that a quantifier's variable must be tried with.  Either the body says so: outside an interval it cannot decide the
   quantifier (`lo <= i && i < hi ==> ...`).  Or the body is constant between finitely many points, because the variable occurs only in
   linear comparisons and as the index of maps with finitely many exceptions; then these points and their neighbours are enough.

   All of it is evaluated while the variable, and those of the quantifier that come after it, have no value: an expression that has a
   value nevertheless has it whatever theirs are. */
#include "exec/linear.h"

#include "core/build.h"

/* -- bounds ---------------------------------------------------------------------------------------------- */

/* The search for the range of x in the cases in which a formula has the wanted truth value. */
struct aim {
  wr_machine *m;
  const struct box *box;
  wr_var x;
};

static void bounds (const struct aim *a, wr_expr e, bool want, struct interval *out);

static void of_comparison (const struct aim *a, wr_expr e, bool want, struct interval *out) {
  struct interval d;
  mpz_t c;
  wr_x_open_interval (&d);
  mpz_init (c);
  if (wr_x_difference (a->m, a->box, e, a->x, c, &d))
    wr_x_compare ((enum wr_op)wr_expr_info (a->m->core, e)->op, want, c, &d, out);
  mpz_clear (c);
  wr_x_close_interval (&d);
}

/* A map to Booleans that is almost everywhere the other truth value. */
static void of_member (const struct aim *a, wr_expr e, bool want, struct interval *out) {
  wr_machine *m = a->m;
  const wr_value *map = wr_x_eval (m, wr_expr_child (m->core, e, 0));
  if (!map || map->kind != VALUE_MAP || map->open) return;
  if (map->map.otherwise->truth == want) return;
  uint32_t arity = wr_sort_arity (m->core, map->sort);
  for (uint32_t k = 0; k < arity; k++) {
    const struct wr_expr_info *index = wr_expr_info (m->core, wr_expr_child (m->core, e, k + 1));
    if (index->op != WR_OP_VAR || index->data != a->x.ix) continue;
    wr_x_make_empty (out);
    for (uint32_t i = 0; i < map->map.count; i++) {
      struct interval point;
      wr_x_open_interval (&point);
      wr_x_make_point (&point, map->map.entries[(size_t)i * (arity + 1) + k]->z);
      wr_x_hull (out, &point);
      wr_x_close_interval (&point);
    }
    return;
  }
}

/* Both must decide, or one of them must. */
static void combine (const struct aim *a, wr_expr e, const bool *wants, bool both,
                     struct interval *out) {
  uint32_t count = wr_expr_info (a->m->core, e)->count;
  if (!both) wr_x_make_empty (out);
  for (uint32_t i = 0; i < count; i++) {
    struct interval part;
    wr_x_open_interval (&part);
    bounds (a, wr_expr_child (a->m->core, e, i), wants[i > 0], &part);
    if (both)
      wr_x_meet (out, &part);
    else
      wr_x_hull (out, &part);
    wr_x_close_interval (&part);
  }
}

/* The ranges of variables without values, in rounds, since they may depend on each other. */
static void find_box (wr_machine *m, struct box *box, wr_expr body, bool want) {
  enum { ROUNDS = 3 };
  for (uint32_t round = 0; round < ROUNDS; round++) {
    for (uint32_t i = 0; i < box->count; i++) {
      if (wr_sort_info (m->core, wr_var_info (m->core, box->vars[i])->sort)->kind != WR_SORT_INT)
        continue;
      struct interval found;
      wr_x_open_interval (&found);
      bounds (&(struct aim){m, box, box->vars[i]}, body, want, &found);
      wr_x_meet (&box->ranges[i], &found);
      wr_x_close_interval (&found);
    }
    if (box->count == 1) return;
  }
}

static void of_binder (const struct aim *a, wr_expr e, bool want, struct interval *out) {
  wr_machine *m = a->m;
  struct wr_binder binder = m->core->binders.data[wr_expr_info (m->core, e)->data];
  struct saved saved;
  wr_var *vars = wr_alloc (binder.var_count + 1u, sizeof *vars);
  struct interval *ranges = wr_alloc (binder.var_count + 1u, sizeof *ranges);
  for (uint32_t i = 0; i < binder.var_count; i++) {
    vars[i].ix = m->core->pool.data[binder.first_var + i];
    wr_x_open_interval (&ranges[i]);
  }
  wr_x_bind (m, &saved, vars, NULL, binder.var_count);
  struct box inner = {a->box, vars, ranges, binder.var_count};
  find_box (m, &inner, wr_expr_child (m->core, e, 0), want);
  bounds (&(struct aim){m, &inner, a->x}, wr_expr_child (m->core, e, 0), want, out);
  wr_x_unbind (m, &saved, vars, binder.var_count);
  for (uint32_t i = 0; i < binder.var_count; i++) wr_x_close_interval (&ranges[i]);
  free (ranges);
  free (vars);
}

/* Narrows `out` to an interval outside of which e is not `want`, whatever the other variables without values are. */
static void bounds (const struct aim *a, wr_expr e, bool want, struct interval *out) {
  wr_machine *m = a->m;
  const struct wr_expr_info info = *wr_expr_info (m->core, e);
  const wr_value *v;
  if (m->nesting >= WR_EXEC_MAX_NESTING || m->exhausted) return;
  m->nesting++;
  bool in_old = m->in_old;
  switch (info.op) {
  case WR_OP_AND: combine (a, e, (bool[]){want, want}, want, out); break;
  case WR_OP_OR: combine (a, e, (bool[]){want, want}, !want, out); break;
  case WR_OP_IMPLIES: combine (a, e, (bool[]){!want, want}, !want, out); break;
  case WR_OP_NOT: bounds (a, wr_expr_child (m->core, e, 0), !want, out); break;
  case WR_OP_FORALL:
  case WR_OP_EXISTS: of_binder (a, e, want, out); break;
  case WR_OP_OLD:
    m->in_old = true;
    bounds (a, wr_expr_child (m->core, e, 0), want, out);
    m->in_old = in_old;
    break;
  case WR_OP_LE:
  case WR_OP_LT:
  case WR_OP_EQ: of_comparison (a, e, want, out); break;
  case WR_OP_SELECT: of_member (a, e, want, out); break;
  case WR_OP_LET: break;
  default:
    v = wr_x_eval (m, e);
    if (v && v->truth != want) wr_x_make_empty (out);
    break;
  }
  m->nesting--;
}

/* -- points ---------------------------------------------------------------------------------------------- */

struct points {
  wr_machine *m;
  wr_var x;
  bool named;    /* x is of an uninterpreted sort: it can only be compared, and be an index */
  wr_bitset has; /* expressions in which x occurs */
  wr_x_integers *out;
};

static void push (wr_machine *m, wr_x_integers *out, const mpz_t at) {
  WR_VEC_PUSH (out, wr_x_value_of_int (m, at));
}

/* Where c * x passes d: the truth of a comparison, or of an equation, changes only there. */
static void add_point (struct points *p, const mpz_t c, const mpz_t d) {
  mpz_t at;
  mpz_init (at);
  mpz_fdiv_q (at, d, c);
  mpz_sub_ui (at, at, 1);
  for (int i = 0; i < 4; i++) {
    push (p->m, p->out, at);
    mpz_add_ui (at, at, 1);
  }
  mpz_clear (at);
}

static bool constant_between (struct points *p, wr_expr e);

static bool is_x (const struct points *p, wr_expr e) {
  const struct wr_expr_info *info = wr_expr_info (p->m->core, e);
  return info->op == WR_OP_VAR && info->data == p->x.ix;
}

/* x = e, for an element x of an uninterpreted sort. */
static bool of_element (struct points *p, wr_expr e) {
  for (uint32_t i = 0; i < 2; i++) {
    wr_expr side = wr_expr_child (p->m->core, e, i), other = wr_expr_child (p->m->core, e, 1 - i);
    if (!is_x (p, side)) continue;
    const wr_value *v = is_x (p, other) ? NULL : wr_x_eval (p->m, other);
    if (v) WR_VEC_PUSH (p->out, v);
    return v || is_x (p, other);
  }
  return false;
}

/* An element that is none of those that x is compared with stands for all of them: there are infinitely many. */
static void add_other_element (struct points *p) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < p->out->len; i++)
    if (p->out->data[i]->number >= next) next = p->out->data[i]->number + 1;
  wr_sort sort = wr_var_info (p->m->core, p->x)->sort;
  WR_VEC_PUSH (p->out, wr_value_element (p->m, sort, next));
}

/* Index k of a map: the keys of its exceptions. */
static bool add_keys (struct points *p, wr_expr index, const wr_value *map, uint32_t k) {
  wr_machine *m = p->m;
  uint32_t arity = wr_sort_arity (m->core, map->sort);
  if (p->named && is_x (p, index)) {
    for (uint32_t i = 0; i < map->map.count; i++)
      WR_VEC_PUSH (p->out, map->map.entries[(size_t)i * (arity + 1) + k]);
    return true;
  }
  if (wr_sort_info (m->core, wr_expr_info (m->core, index)->sort)->kind != WR_SORT_INT) {
    return constant_between (p, index);
  }
  struct interval r;
  mpz_t c, d;
  wr_x_open_interval (&r);
  mpz_inits (c, d, NULL);
  bool good = wr_x_linear (m, NULL, index, p->x, c, &r);
  for (uint32_t i = 0; good && mpz_sgn (c) && i < map->map.count; i++) {
    mpz_sub (d, map->map.entries[(size_t)i * (arity + 1) + k]->z, r.lo);
    add_point (p, c, d);
  }
  mpz_clears (c, d, NULL);
  wr_x_close_interval (&r);
  return good || constant_between (p, index);
}

static bool of_select (struct points *p, wr_expr e) {
  wr_machine *m = p->m;
  const wr_value *map = wr_x_eval (m, wr_expr_child (m->core, e, 0));
  if (!map || map->kind != VALUE_MAP || map->open) return false;
  for (uint32_t k = 0; k < wr_sort_arity (m->core, map->sort); k++) {
    wr_expr index = wr_expr_child (m->core, e, k + 1);
    if (wr_bitset_has (&p->has, index.ix) && !add_keys (p, index, map, k)) return false;
    if (p->out->len > WR_EXEC_MAX_DOMAIN) return false;
  }
  return true;
}

static bool of_linear (struct points *p, wr_expr e) {
  struct interval d;
  mpz_t c;
  wr_x_open_interval (&d);
  mpz_init (c);
  bool good = wr_x_difference (p->m, NULL, e, p->x, c, &d); /* without a box, so d is a point */
  if (good && mpz_sgn (c)) add_point (p, c, d.lo);
  mpz_clear (c);
  wr_x_close_interval (&d);
  return good;
}

static bool all_constant (struct points *p, wr_expr e) {
  for (uint32_t i = 0; i < wr_expr_info (p->m->core, e)->count; i++)
    if (!constant_between (p, wr_expr_child (p->m->core, e, i))) return false;
  return true;
}

static bool of_inner (struct points *p, wr_expr e) {
  wr_machine *m = p->m;
  struct wr_binder binder = m->core->binders.data[wr_expr_info (m->core, e)->data];
  struct saved saved;
  wr_var *vars = wr_alloc (binder.var_count + 1u, sizeof *vars);
  for (uint32_t i = 0; i < binder.var_count; i++)
    vars[i].ix = m->core->pool.data[binder.first_var + i];
  wr_x_bind (m, &saved, vars, NULL, binder.var_count);
  bool good = constant_between (p, wr_expr_child (m->core, e, 0));
  wr_x_unbind (m, &saved, vars, binder.var_count);
  free (vars);
  return good;
}

/* Is the value of e the same for all x between two neighbouring points?  Adds the points. */
static bool constant_between (struct points *p, wr_expr e) {
  wr_machine *m = p->m;
  if (!wr_bitset_has (&p->has, e.ix)) return true;
  if (m->nesting >= WR_EXEC_MAX_NESTING || m->exhausted) return false;
  m->nesting++;
  bool good = false, in_old = m->in_old;
  switch (wr_expr_info (m->core, e)->op) {
  case WR_OP_VAR:
  case WR_OP_LET: break;
  case WR_OP_LE:
  case WR_OP_LT:
  case WR_OP_EQ:
    good = (p->named ? of_element (p, e) : of_linear (p, e)) || all_constant (p, e);
    break;
  case WR_OP_SELECT: good = of_select (p, e); break;
  case WR_OP_FORALL:
  case WR_OP_EXISTS: good = of_inner (p, e); break;
  case WR_OP_OLD:
    m->in_old = true;
    good = all_constant (p, e);
    m->in_old = in_old;
    break;
  default: good = all_constant (p, e); break;
  }
  m->nesting--;
  return good;
}

static void find_occurrences (struct points *p, wr_expr body) {
  const wr_core *core = p->m->core;
  wr_u32s order = {0};
  wr_postorder (core, &body, 1, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    wr_expr e = {order.data[i]};
    const struct wr_expr_info *info = wr_expr_info (core, e);
    bool here = info->op == WR_OP_VAR && info->data == p->x.ix;
    for (uint32_t k = 0; k < info->count && !here; k++)
      here = wr_bitset_has (&p->has, wr_expr_child (core, e, k).ix);
    if (here) wr_bitset_set (&p->has, e.ix, true);
  }
  WR_VEC_FREE (&order);
}

static int by_pointer (const void *a, const void *b) {
  uint32_t x = (*(const wr_value *const *)a)->id, y = (*(const wr_value *const *)b)->id;
  return (x > y) - (x < y);
}

static void remove_duplicates (wr_x_integers *out) {
  uint32_t kept = 0;
  if (out->len) qsort (out->data, out->len, sizeof *out->data, by_pointer);
  for (uint32_t i = 0; i < out->len; i++)
    if (!kept || out->data[kept - 1] != out->data[i]) out->data[kept++] = out->data[i];
  out->len = kept;
}

/* -- all ------------------------------------------------------------------------------------------------- */

static bool from_interval (wr_machine *m, const struct interval *range, wr_x_integers *out) {
  if (wr_x_is_empty (range)) return true;
  if (!range->has_lo || !range->has_hi) return false;
  mpz_t at;
  mpz_init (at);
  mpz_sub (at, range->hi, range->lo);
  bool good = mpz_cmp_ui (at, WR_EXEC_MAX_DOMAIN) < 0;
  mpz_set (at, range->lo);
  for (; good && mpz_cmp (at, range->hi) <= 0; mpz_add_ui (at, at, 1)) push (m, out, at);
  mpz_clear (at);
  return good;
}

static bool from_points (wr_machine *m, wr_expr body, wr_var x, wr_x_integers *out) {
  struct points p = {.m = m, .x = x, .out = out};
  p.named = wr_sort_info (m->core, wr_var_info (m->core, x)->sort)->kind == WR_SORT_NAMED;
  find_occurrences (&p, body);
  if (!p.named) WR_VEC_PUSH (out, wr_value_int (m, 0));
  bool good = constant_between (&p, body);
  if (p.named && good) add_other_element (&p);
  wr_bitset_free (&p.has);
  remove_duplicates (out);
  return good;
}

bool wr_x_elements_of (wr_machine *m, wr_expr body, wr_var x, wr_x_integers *out) {
  const char *why = m->why;
  WR_VEC_CLEAR (out);
  bool good = from_points (m, body, x, out);
  m->why = why;
  m->result.infinite = true;
  return good && !m->exhausted;
}

bool wr_x_integers_of (wr_machine *m, wr_expr body, const wr_var *vars, uint32_t count,
                       bool decides, wr_x_integers *out) {
  const char *why = m->why; /* what is not known here does not matter by itself */
  struct interval *ranges = wr_alloc (count, sizeof *ranges);
  for (uint32_t i = 0; i < count; i++) wr_x_open_interval (&ranges[i]);
  WR_VEC_CLEAR (out);
  struct box box = {NULL, vars, ranges, count};
  find_box (m, &box, body, decides);
  bool good = from_interval (m, &ranges[0], out);
  for (uint32_t i = 0; i < count; i++) wr_x_close_interval (&ranges[i]);
  free (ranges);
  if (!good) {
    WR_VEC_CLEAR (out);
    good = from_points (m, body, vars[0], out);
  }
  m->why = why;
  return good && !m->exhausted;
}
