/* Finer labels, for `cover --fine`.

   A clause is a conjunction of its parts: P ==> (Q && R) of P ==> Q and P ==> R, and likewise below disjunctions and
   universal quantifiers.  Each part gets a label of its own, at the place of the piece in which it differs.

   What cannot be told by leaving out a part is asked by a probe, an assertion that is never assumed.  Where P ==> Q
   stands: does !P hold (the left side is never true), does Q hold (the left side is not needed)?  Where P || Q stands:
   does P hold, does Q?  Around it stays what is around it: below A ==> ... the probe is A ==> !P. */
#include "front/boogie/lowering.h"

enum {
  MAX_DEPTH = 50,        /* of operators; what is deeper stays whole */
  MAX_PARTS = 64,        /* of a clause */
  MAX_ALTERNATIVES = 16, /* pairs of parts of a disjunction */
  MAX_PROBES = 16        /* of a clause */
};

/* -- trees ------------------------------------------------------------------------------------------ */

static const bpl_expr *binary (bpl_lowering *lo, enum bpl_op op, const bpl_expr *a,
                               const bpl_expr *b, wr_span span) {
  bpl_expr *e = WR_NEW (lo->arena, bpl_expr, 1);
  bpl_expr *args[] = {(bpl_expr *)(uintptr_t)a, (bpl_expr *)(uintptr_t)b};
  e->kind = BPL_EXPR_BINARY;
  e->op = (uint8_t)op;
  e->at = span.begin;
  e->span = span;
  e->type = a->type;
  e->args.data = wr_arena_copy (lo->arena, args, 2, sizeof *args);
  e->args.len = 2;
  return e;
}

static const bpl_expr *negation (bpl_lowering *lo, const bpl_expr *a) {
  bpl_expr *e = WR_NEW (lo->arena, bpl_expr, 1);
  bpl_expr *arg = (bpl_expr *)(uintptr_t)a;
  *e = (bpl_expr){.kind = BPL_EXPR_UNARY, .op = BPL_OP_NOT, .at = a->at, .span = a->span};
  e->type = a->type;
  e->args.data = wr_arena_copy (lo->arena, &arg, 1, sizeof arg);
  e->args.len = 1;
  return e;
}

/* The quantifier `binder` over another body; as a goal it needs no triggers. */
static const bpl_expr *quantified (bpl_lowering *lo, const bpl_expr *binder, const bpl_expr *body,
                                   wr_span span, bool triggers) {
  bpl_expr *e = WR_NEW (lo->arena, bpl_expr, 1);
  bpl_expr *arg = (bpl_expr *)(uintptr_t)body;
  *e = *binder;
  e->span = span;
  e->args.data = wr_arena_copy (lo->arena, &arg, 1, sizeof arg);
  if (!triggers) e->u.binder.attrs = NULL;
  return e;
}

static bool is_binary (const bpl_expr *e, enum bpl_op op) {
  return e->kind == BPL_EXPR_BINARY && e->op == op;
}

/* P ==> Q or Q <== P. */
static bool is_implication (const bpl_expr *e, const bpl_expr **left, const bpl_expr **right) {
  bool forward = is_binary (e, BPL_OP_IMPLIES), back = is_binary (e, BPL_OP_EXPLIES);
  if (!forward && !back) return false;
  *left = e->args.data[back];
  *right = e->args.data[forward];
  return true;
}

static bool is_forall (const bpl_expr *e) {
  return e->kind == BPL_EXPR_FORALL && !e->u.binder.params.len;
}

/* -- parts ------------------------------------------------------------------------------------------- */

static void split (bpl_lowering *lo, const bpl_expr *e, uint32_t depth, bpl_conjuncts *out);

/* Parts of a disjunction: one for each pair of parts of its sides. */
static bool split_or (bpl_lowering *lo, const bpl_expr *e, uint32_t depth, bpl_conjuncts *out) {
  bpl_conjuncts a = {0}, b = {0};
  split (lo, e->args.data[0], depth + 1, &a);
  split (lo, e->args.data[1], depth + 1, &b);
  bool several = a.len * b.len > 1 && a.len * b.len <= MAX_ALTERNATIVES;
  for (uint32_t i = 0; several && i < a.len * b.len; i++) {
    const bpl_expr *x = a.data[i / b.len], *y = b.data[i % b.len];
    WR_VEC_PUSH (out, binary (lo, BPL_OP_OR, x, y, b.len > 1 ? y->span : x->span));
  }
  WR_VEC_FREE (&a);
  WR_VEC_FREE (&b);
  return several;
}

static bool split_one (bpl_lowering *lo, const bpl_expr *e, uint32_t depth, bpl_conjuncts *out) {
  const bpl_expr *left = NULL, *right;
  if (depth >= MAX_DEPTH) return false;
  if (is_binary (e, BPL_OP_OR)) return split_or (lo, e, depth, out);
  if (is_forall (e))
    right = e->args.data[0];
  else if (!is_implication (e, &left, &right))
    return false;
  bpl_conjuncts inner = {0};
  split (lo, right, depth + 1, &inner);
  bool several = inner.len > 1;
  for (uint32_t i = 0; several && i < inner.len; i++) {
    const bpl_expr *part = inner.data[i];
    WR_VEC_PUSH (out, left ? binary (lo, BPL_OP_IMPLIES, left, part, part->span)
                           : quantified (lo, e, part, part->span, true));
  }
  WR_VEC_FREE (&inner);
  return several;
}

static void split (bpl_lowering *lo, const bpl_expr *e, uint32_t depth, bpl_conjuncts *out) {
  bpl_conjuncts top = {0};
  bpl_split (e, &top);
  for (uint32_t i = 0; i < top.len; i++) {
    if (out->len + top.len - i >= MAX_PARTS || !split_one (lo, top.data[i], depth, out))
      WR_VEC_PUSH (out, top.data[i]);
  }
  WR_VEC_FREE (&top);
}

void bpl_labelled_parts (bpl_lowering *lo, const bpl_expr *e, bpl_conjuncts *out) {
  if (lo->fine)
    split (lo, e, 0, out);
  else
    bpl_split (e, out);
}

/* -- probes -------------------------------------------------------------------------------------------- */

struct probe {
  const bpl_expr *expr;
  wr_span span;
  wr_span whole; /* the implication or disjunction */
  enum wr_probe kind;
};
typedef WR_VEC (struct probe) probe_list;

static void add_probe (probe_list *out, const bpl_expr *e, wr_span span, const bpl_expr *whole,
                       enum wr_probe kind) {
  if (out->len < MAX_PROBES) WR_VEC_PUSH (out, ((struct probe){e, span, whole->span, kind}));
}

static void collect (bpl_lowering *lo, const bpl_expr *e, bool goal, uint32_t depth,
                     probe_list *out);

static void collect_or (bpl_lowering *lo, const bpl_expr *e, bool goal, uint32_t depth,
                        probe_list *out) {
  const bpl_expr *a = e->args.data[0], *b = e->args.data[1];
  if (goal) {
    add_probe (out, a, b->span, e, WR_PROBE_ALTERNATIVE);
    add_probe (out, b, a->span, e, WR_PROBE_ALTERNATIVE);
  }
  uint32_t first = out->len;
  collect (lo, a, goal, depth + 1, out);
  uint32_t middle = out->len;
  collect (lo, b, goal, depth + 1, out);
  for (uint32_t i = first; i < out->len; i++) {
    struct probe *p = &out->data[i];
    p->expr = i < middle ? binary (lo, BPL_OP_OR, p->expr, b, p->span)
                         : binary (lo, BPL_OP_OR, a, p->expr, p->span);
  }
}

static void collect_one (bpl_lowering *lo, const bpl_expr *e, bool goal, uint32_t depth,
                         probe_list *out) {
  const bpl_expr *left = NULL, *right;
  if (is_binary (e, BPL_OP_OR)) {
    collect_or (lo, e, goal, depth, out);
    return;
  }
  if (is_forall (e))
    right = e->args.data[0];
  else if (!is_implication (e, &left, &right))
    return;
  bool asks = left && left->kind != BPL_EXPR_TRUE && left->kind != BPL_EXPR_FALSE;
  if (asks) add_probe (out, negation (lo, left), left->span, e, WR_PROBE_NEVER);
  if (asks && goal) add_probe (out, right, left->span, e, WR_PROBE_CONDITION);
  uint32_t first = out->len;
  collect (lo, right, goal, depth + 1, out);
  for (uint32_t i = first; i < out->len; i++) {
    struct probe *p = &out->data[i];
    p->expr = left ? binary (lo, BPL_OP_IMPLIES, left, p->expr, p->span)
                   : quantified (lo, e, p->expr, p->span, false);
  }
}

static void collect (bpl_lowering *lo, const bpl_expr *e, bool goal, uint32_t depth,
                     probe_list *out) {
  bpl_conjuncts top = {0};
  bpl_split (e, &top);
  for (uint32_t i = 0; depth < MAX_DEPTH && i < top.len && out->len < MAX_PROBES; i++)
    collect_one (lo, top.data[i], goal, depth, out);
  WR_VEC_FREE (&top);
}

/* Only what the user wrote is asked about, and once: not in copies of inlined procedures.  What begins a block may be the invariant of a
   loop that a goto makes, assumed where it is asked about: whether it needs its parts is then not to be seen. */
static bool collect_probes (bpl_lowering *lo, enum wr_role role, const struct bpl_element *element,
                            const bpl_expr *e, probe_list *out) {
  bool copy = lo->frame && lo->frame->inlined;
  bool goal =
      (role == WR_ROLE_ASSERT && lo->frame && lo->frame->structured) || role == WR_ROLE_ENSURES;
  if (!lo->fine || lo->unlabelled || copy || element->free ||
      bpl_element_class (lo, role, element) != WR_CLASS_EXPLICIT)
    return false;
  collect (lo, e, goal, 0, out);
  return out->len > 0;
}

static wr_label probe_label (bpl_lowering *lo, enum wr_role role, struct bpl_element element,
                             const struct probe *probe) {
  element.attrs = NULL;
  element.span = probe->span;
  element.report = probe->whole;
  wr_label label = bpl_label (lo, role, &element);
  if (label.ix) lo->core->labels.infos.data[label.ix].probe = probe->kind;
  return label;
}

void bpl_add_probes (bpl_lowering *lo, struct bpl_block_draft *block, enum wr_role role,
                     struct bpl_element element, const bpl_expr *e) {
  probe_list probes = {0};
  collect_probes (lo, role, &element, e, &probes);
  for (uint32_t i = 0; i < probes.len; i++) {
    struct wr_cmd cmd = {.kind = WR_CMD_ASSERT, .at = element.report, .forget = true};
    cmd.expr = bpl_lower_goal (lo, probes.data[i].expr);
    cmd.label = probe_label (lo, WR_ROLE_ASSERT, element, &probes.data[i]);
    bpl_add_cmd (block, cmd);
  }
  WR_VEC_FREE (&probes);
}

static struct bpl_element spec_element (const struct bpl_spec *spec) {
  return (struct bpl_element){.node = spec,
                              .attrs = spec->attrs,
                              .span = spec->span,
                              .report = bpl_place_from (spec->span, spec->at),
                              .free = spec->free};
}

void bpl_add_loop_probes (bpl_lowering *lo, struct bpl_block_draft *head, const bpl_stmt *loop) {
  for (uint32_t i = 0; i < loop->specs.len; i++) {
    const struct bpl_spec *spec = &loop->specs.data[i];
    if (spec->kind == BPL_SPEC_INVARIANT)
      bpl_add_probes (lo, head, WR_ROLE_INVARIANT_ASSUMED, spec_element (spec),
                      spec->exprs.data[0]);
  }
}

struct bpl_block_draft *bpl_entry_probes (bpl_lowering *lo, const bpl_decl *procedure) {
  if (!lo->fine) return NULL;
  struct bpl_block_draft *block = bpl_block_new (lo, bpl_sym (lo, "$probes"), (wr_span){0});
  for (uint32_t i = 0; i < procedure->specs.len; i++) {
    const struct bpl_spec *spec = &procedure->specs.data[i];
    if (spec->kind == BPL_SPEC_REQUIRES)
      bpl_add_probes (lo, block, WR_ROLE_REQUIRES, spec_element (spec), spec->exprs.data[0]);
  }
  bpl_block_add (lo, block);
  return block;
}

void bpl_add_ensures_probes (bpl_lowering *lo, wr_clauses *out, struct bpl_element element,
                             const bpl_expr *e) {
  probe_list probes = {0};
  collect_probes (lo, WR_ROLE_ENSURES, &element, e, &probes);
  for (uint32_t i = 0; i < probes.len; i++) {
    struct wr_clause clause = {.expr = bpl_lower_goal (lo, probes.data[i].expr), .probe = true};
    clause.label = probe_label (lo, WR_ROLE_ENSURES, element, &probes.data[i]);
    WR_VEC_PUSH (out, clause);
  }
  WR_VEC_FREE (&probes);
}
