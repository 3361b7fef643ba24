#include "analysis/fewer.h"

#include "base/check.h"
#include "core/build.h"

enum { ROUNDS = 2 }; /* of adding axioms whose rarest function occurs */

/* -- all facts, but for some ------------------------------------------------------------------------------ */

/* Labels that the goal's condition has, and those of axioms. */
static void add_all (const wr_result *result, const struct wr_blame *blame, bool axioms,
                     wr_bitset *on) {
  wr_u32s labels = {0};
  wr_vc_goal_labels (result->bodies[blame->body].vc, blame->goal, &labels);
  for (uint32_t i = 0; i < labels.len; i++) wr_bitset_set (on, labels.data[i], true);
  WR_VEC_FREE (&labels);
  for (uint32_t i = 0; axioms && i < result->core->axioms.len; i++)
    if (result->core->axioms.data[i].label.ix)
      wr_bitset_set (on, result->core->axioms.data[i].label.ix, true);
}

/* Switches off the element of a label, wherever it takes effect before the goal; the goal itself stays. */
static bool drop (const wr_result *result, const struct wr_blame *blame, wr_label label,
                  wr_bitset *on) {
  const wr_labels *labels = &result->core->labels;
  uint32_t own = result->bodies[blame->body].passive->goals[blame->goal].label.ix;
  uint32_t element = wr_label_info (labels, label)->element;
  WR_ASSERT (!wr_bitset_has (on, 0)); /* what has no label cannot be switched off */
  bool some = false;
  for (uint32_t i = 1; i < labels->infos.len; i++) {
    if (i == own || !wr_bitset_has (on, i) || labels->infos.data[i].element != element) continue;
    wr_bitset_set (on, i, false);
    some = true;
  }
  return some;
}

static void add_set (wr_fewer_sets *out, struct wr_fewer_set *set, bool differs) {
  if (differs)
    WR_VEC_PUSH (out, *set);
  else
    wr_bitset_free (&set->on);
}

static bool is_repeated (const wr_fewer_sets *out, uint32_t blame, wr_label label) {
  for (uint32_t i = 0; i < out->len; i++)
    if (out->data[i].blame == blame && out->data[i].without.ix == label.ix) return true;
  return false;
}

static void without_one (const struct wr_blame *blame, uint32_t number, const wr_result *result,
                         wr_label label, wr_fewer_sets *out) {
  if (!label.ix || is_repeated (out, number, label)) return;
  struct wr_fewer_set set = {.blame = number, .kind = WR_FEWER_ONE, .without = label};
  add_all (result, blame, true, &set.on);
  bool differs = drop (result, blame, label, &set.on);
  add_set (out, &set, differs);
}

static void without_cycle (const struct wr_blame *blame, uint32_t number, const wr_result *result,
                           wr_fewer_sets *out) {
  struct wr_fewer_set set = {.blame = number, .kind = WR_FEWER_LOOP};
  bool differs = false;
  add_all (result, blame, true, &set.on);
  for (uint32_t i = 0; i < blame->cycle_count; i++) {
    WR_ASSERT (blame->cycle[i] < blame->suspect_count);
    wr_label label = blame->suspects[blame->cycle[i]].label;
    if (label.ix) differs |= drop (result, blame, label, &set.on);
  }
  add_set (out, &set, differs && blame->cycle_count > 1);
}

/* -- axioms that are near ---------------------------------------------------------------------------------- */

struct nearness {
  const wr_core *core;
  uint32_t *uses;  /* per function: axioms that it occurs in */
  wr_bitset known; /* functions that occur so far */
};

static void functions_of (const wr_core *core, wr_expr e, wr_bitset *out) {
  wr_u32s order = {0};
  wr_postorder (core, &e, 1, &order);
  for (uint32_t i = 0; i < order.len; i++)
    if (core->exprs.data[order.data[i]].op == WR_OP_APP)
      wr_bitset_set (out, core->exprs.data[order.data[i]].data, true);
  WR_VEC_FREE (&order);
}

static void count_uses (struct nearness *n) {
  wr_bitset funcs = {0};
  for (uint32_t i = 0; i < n->core->axioms.len; i++) {
    wr_bitset_clear (&funcs);
    functions_of (n->core, n->core->axioms.data[i].expr, &funcs);
    WR_BITSET_EACH (&funcs, f) {
      WR_ASSERT (f < n->core->funcs.len);
      n->uses[f]++;
    }
  }
  wr_bitset_free (&funcs);
}

/* Does a function that is the axiom's rarest one occur? */
static bool is_near (const struct nearness *n, const wr_bitset *funcs) {
  uint32_t least = UINT32_MAX;
  WR_BITSET_EACH (funcs, f) {
    if (n->uses[f] < least) least = n->uses[f];
  }
  WR_BITSET_EACH (funcs, f) {
    if (n->uses[f] == least && wr_bitset_has (&n->known, f)) return true;
  }
  return least == UINT32_MAX; /* it speaks of no function */
}

/* One round: axioms that are near what occurs so far.  False: there are no more. */
static bool add_near (struct nearness *n, wr_bitset *on) {
  wr_bitset funcs = {0}, found = {0};
  bool more = false;
  for (uint32_t i = 0; i < n->core->axioms.len; i++) {
    const struct wr_axiom *axiom = &n->core->axioms.data[i];
    if (!axiom->label.ix || wr_bitset_has (on, axiom->label.ix)) continue;
    wr_bitset_clear (&funcs);
    functions_of (n->core, axiom->expr, &funcs);
    if (!is_near (n, &funcs)) continue;
    wr_bitset_set (on, axiom->label.ix, true);
    WR_BITSET_EACH (&funcs, f) { wr_bitset_set (&found, f, true); }
    more = true;
  }
  WR_BITSET_EACH (&found, f) { wr_bitset_set (&n->known, f, true); }
  wr_bitset_free (&funcs);
  wr_bitset_free (&found);
  return more;
}

static void with_near (const struct wr_blame *blame, uint32_t number, const wr_result *result,
                       wr_fewer_sets *out) {
  const wr_vc *vc = result->bodies[blame->body].vc;
  struct nearness n = {.core = result->core};
  struct wr_fewer_set set = {.blame = number, .kind = WR_FEWER_NONE};
  n.uses = wr_alloc (result->core->funcs.len + 1, sizeof *n.uses);
  count_uses (&n);
  for (uint32_t i = 0; i < vc->node_count; i++) {
    const struct wr_vc_node *node = &vc->nodes[i];
    if (node->kind == WR_VC_FACT) functions_of (n.core, node->expr, &n.known);
    if (node->kind == WR_VC_GOAL)
      functions_of (n.core, vc->passive->goals[node->goal].cond, &n.known);
  }
  bool more = result->core->axioms.len > 0;
  for (uint32_t round = 0; round <= ROUNDS && more; round++) {
    struct wr_fewer_set grown = {.blame = number, .kind = round ? WR_FEWER_NEAR : WR_FEWER_NONE};
    if (round) more = add_near (&n, &set.on);
    add_all (result, blame, false, &set.on);
    wr_bitset_copy (&grown.on, &set.on);
    add_set (out, &grown, more);
  }
  wr_bitset_free (&set.on);
  wr_bitset_free (&n.known);
  free (n.uses);
}

void wr_fewer_find (const struct wr_blame *blame, uint32_t number, const wr_result *result,
                    uint32_t most, wr_fewer_sets *out) {
  without_cycle (blame, number, result, out);
  for (uint32_t i = 0; i < blame->cycle_count; i++)
    without_one (blame, number, result, blame->suspects[blame->cycle[i]].label, out);
  for (uint32_t i = 0; i < blame->suspect_count && i < most; i++)
    without_one (blame, number, result, blame->suspects[i].label, out);
  with_near (blame, number, result, out);
}

void wr_fewer_free (wr_fewer_sets *sets) {
  for (uint32_t i = 0; i < sets->len; i++) wr_bitset_free (&sets->data[i].on);
  WR_VEC_FREE (sets);
}
