#include "vc/sums.h"

#include "base/bigint.h"
#include "base/check.h"
#include "core/build.h"
#include "core/memo.h"

/* -- sums ------------------------------------------------------------------------------------------- */

static void sum_init (struct wr_sum *sum) {
  sum->count = 0;
  mpq_init (sum->constant);
  for (uint32_t i = 0; i < WR_SUM_TERMS; i++) mpq_init (sum->factors[i]);
}

static void sum_clear (struct wr_sum *sum) {
  mpq_clear (sum->constant);
  for (uint32_t i = 0; i < WR_SUM_TERMS; i++) mpq_clear (sum->factors[i]);
}

static bool is_short (const mpq_t number) {
  return mpz_sizeinbase (mpq_numref (number), 2) <= WR_SUM_BITS &&
         mpz_sizeinbase (mpq_denref (number), 2) <= WR_SUM_BITS;
}

static void add_product (mpq_t out, const mpq_t a, const mpq_t b) {
  mpq_t product;
  mpq_init (product);
  mpq_mul (product, a, b);
  mpq_add (out, out, product);
  mpq_clear (product);
}

/* Adds factor * part * var.  False: the sum has too many terms. */
static bool add_term (struct wr_sum *sum, wr_var var, const mpq_t factor, const mpq_t part) {
  uint32_t at = 0;
  while (at < sum->count && sum->vars[at].ix != var.ix) at++;
  if (at == WR_SUM_TERMS) return false;
  if (at == sum->count) {
    sum->vars[sum->count++] = var;
    mpq_set_ui (sum->factors[at], 0, 1);
  }
  add_product (sum->factors[at], factor, part);
  if (mpq_sgn (sum->factors[at]) != 0) return is_short (sum->factors[at]);
  sum->vars[at] = sum->vars[--sum->count];
  mpq_swap (sum->factors[at], sum->factors[sum->count]);
  return true;
}

/* -- expressions as sums ------------------------------------------------------------------------------ */

struct summing {
  const wr_vc *vc;
  const wr_core *core;
  wr_memo definitions; /* variable -> how many facts define it, or choose its value */
  wr_memo at;          /* variable -> its place in `out`, plus 1 */
  wr_sums *out;
};

static bool add_expr (const struct summing *f, wr_expr e, const mpq_t factor, struct wr_sum *sum,
                      uint32_t depth);

static bool add_var (const struct summing *f, wr_var var, const mpq_t factor, struct wr_sum *sum) {
  uint32_t at = wr_memo_get (&f->at, var.ix);
  mpq_t one;
  bool fits = true;
  if (!at) {
    mpq_init (one);
    mpq_set_ui (one, 1, 1);
    fits = add_term (sum, var, factor, one);
    mpq_clear (one);
    return fits;
  }
  const struct wr_sum *value = &f->out->data[at - 1].value;
  for (uint32_t i = 0; i < value->count && fits; i++)
    fits = add_term (sum, value->vars[i], factor, value->factors[i]);
  add_product (sum->constant, factor, value->constant);
  return fits && is_short (sum->constant);
}

static bool is_number (const wr_core *core, wr_expr e) {
  enum wr_op op = wr_expr_info (core, e)->op;
  return op == WR_OP_INT || op == WR_OP_REAL;
}

/* The number of a literal times the factor. */
static bool scale (const struct summing *f, wr_expr literal, const mpq_t factor, mpq_t out) {
  const struct wr_expr_info *e = wr_expr_info (f->core, literal);
  if (!wr_real_parse (out, wr_symbol_text (f->core->symbols, (wr_symbol){e->data}))) return false;
  mpq_mul (out, out, factor);
  return is_short (out);
}

/* A number times something else, in either order. */
static bool add_scaled (const struct summing *f, wr_expr e, const mpq_t factor, struct wr_sum *sum,
                        uint32_t depth) {
  if (wr_expr_info (f->core, e)->count != 2) return false;
  wr_expr a = wr_expr_child (f->core, e, 0), b = wr_expr_child (f->core, e, 1);
  bool first = is_number (f->core, a);
  if (!first && !is_number (f->core, b)) return false;
  mpq_t scaled;
  mpq_init (scaled);
  bool fits = scale (f, first ? a : b, factor, scaled) &&
              add_expr (f, first ? b : a, scaled, sum, depth + 1);
  mpq_clear (scaled);
  return fits;
}

/* All operands, with the sign of those after the first turned if it is a difference. */
static bool add_operands (const struct summing *f, wr_expr e, const mpq_t factor,
                          struct wr_sum *sum, uint32_t depth) {
  const struct wr_expr_info *info = wr_expr_info (f->core, e);
  bool fits = true;
  mpq_t turned;
  mpq_init (turned);
  mpq_neg (turned, factor);
  for (uint32_t i = 0; i < info->count && fits; i++) {
    bool turn = info->op == WR_OP_NEG || (info->op == WR_OP_SUB && i > 0);
    fits = add_expr (f, wr_expr_child (f->core, e, i), turn ? turned : factor, sum, depth + 1);
  }
  mpq_clear (turned);
  return fits;
}

/* Adds factor * e to the sum.  False: it is no sum of variables and numbers, or one that is too large. */
static bool add_expr (const struct summing *f, wr_expr e, const mpq_t factor, struct wr_sum *sum,
                      uint32_t depth) {
  const struct wr_expr_info *info = wr_expr_info (f->core, e);
  if (depth > WR_SUM_DEPTH) return false;
  if (is_number (f->core, e)) {
    mpq_t number;
    mpq_init (number);
    bool fits = scale (f, e, factor, number);
    mpq_add (sum->constant, sum->constant, number);
    mpq_clear (number);
    return fits && is_short (sum->constant);
  }
  if (info->op == WR_OP_VAR) return add_var (f, (wr_var){info->data}, factor, sum);
  if (info->op == WR_OP_MUL) return add_scaled (f, e, factor, sum, depth);
  if (info->op == WR_OP_ADD || info->op == WR_OP_SUB || info->op == WR_OP_NEG)
    return add_operands (f, e, factor, sum, depth);
  return false;
}

/* -- definitions -------------------------------------------------------------------------------------- */

/* The variable that an equation defines, or none. */
static wr_var defined_by (const wr_core *core, wr_expr fact) {
  if (wr_expr_info (core, fact)->op != WR_OP_EQ) return (wr_var){0};
  const struct wr_expr_info *name = wr_expr_info (core, wr_expr_child (core, fact, 0));
  return (wr_var){name->op == WR_OP_VAR ? name->data : 0};
}

bool wr_vc_assigns_number (const wr_core *core, wr_label label, wr_expr fact) {
  if (!label.ix || !defined_by (core, fact).ix) return false;
  if (wr_role_info (wr_label_info (&core->labels, label)->role)->off != WR_OFF_ARBITRARY)
    return false;
  enum wr_sort_kind kind =
      wr_sort_info (core, wr_expr_info (core, wr_expr_child (core, fact, 0))->sort)->kind;
  return kind == WR_SORT_INT || kind == WR_SORT_REAL;
}

static void count_definition (struct summing *f, wr_var var) {
  if (var.ix) wr_memo_put (&f->definitions, var.ix, wr_memo_get (&f->definitions, var.ix) + 1);
}

static void count_definitions (struct summing *f) {
  const wr_passive *passive = f->vc->passive;
  for (uint32_t i = 0; i < passive->block_count; i++)
    for (uint32_t k = 0; k < passive->blocks[i].item_count; k++) {
      const struct wr_pitem *item = &passive->blocks[i].items[k];
      if (item->kind == WR_PITEM_FACT) count_definition (f, defined_by (f->core, item->expr));
      for (uint32_t c = 0; item->kind == WR_PITEM_CHOOSE && c < item->chosen_count; c++)
        count_definition (f, item->chosen[c]);
    }
}

static void sum_up_fact (struct summing *f, const struct wr_vc_node *n) {
  struct wr_named_sum named = {.name = defined_by (f->core, n->expr)};
  mpq_t one;
  if (!wr_vc_assigns_number (f->core, n->label, n->expr)) return;
  if (wr_memo_get (&f->definitions, named.name.ix) != 1) return;
  mpq_init (one);
  mpq_set_ui (one, 1, 1);
  sum_init (&named.value);
  if (add_expr (f, wr_expr_child (f->core, n->expr, 1), one, &named.value, 0)) {
    WR_VEC_PUSH (f->out, named);
    wr_memo_put (&f->at, named.name.ix, f->out->len);
  } else {
    sum_clear (&named.value);
  }
  mpq_clear (one);
}

void wr_vc_sums (const wr_vc *vc, wr_sums *out) {
  struct summing f = {.vc = vc, .core = vc->core, .out = out};
  count_definitions (&f);
  /* Nodes in decreasing order come after everything that leads to them. */
  for (uint32_t i = vc->node_count; i-- > 1;)
    if (vc->nodes[i].kind == WR_VC_FACT) sum_up_fact (&f, &vc->nodes[i]);
  for (uint32_t i = 0; i < out->len; i++)
    for (uint32_t k = 0; k < out->data[i].value.count; k++)
      WR_ASSERT (!wr_memo_get (&f.at, out->data[i].value.vars[k].ix));
  wr_memo_free (&f.definitions);
  wr_memo_free (&f.at);
}

void wr_sums_free (wr_sums *sums) {
  for (uint32_t i = 0; i < sums->len; i++) sum_clear (&sums->data[i].value);
  WR_VEC_FREE (sums);
}
