/* The checker of passive graphs. It does not depend on how they are built: it computes which incarnations may be
   introduced before each block, and checks the items. */
#include "flow/flow.h"

#include "base/bitset.h"
#include "base/check.h"
#include "core/build.h"

struct check {
  const wr_core *core;
  const wr_passive *passive;
  wr_map index;   /* incarnation -> dense number */
  uint32_t words; /* of a row */
  uint64_t
      *met; /* a row per block: incarnations that some path introduces, at the end of the block */
  uint64_t *sure; /* ... on every path */
  wr_u32s vars;   /* scratch */
};

static uint32_t number_of (struct check *c, uint32_t var) {
  uint64_t n;
  if (wr_map_get (&c->index, var, &n)) return (uint32_t)n;
  n = c->index.count;
  wr_map_put (&c->index, var, n);
  return (uint32_t)n;
}

static void number_incarnations (struct check *c) {
  for (uint32_t b = 0; b < c->passive->block_count; b++) {
    for (uint32_t i = 0; i < c->passive->blocks[b].item_count; i++) {
      const struct wr_pitem *item = &c->passive->blocks[b].items[i];
      for (uint32_t j = 0; j < item->chosen_count; j++) number_of (c, item->chosen[j].ix);
      c->vars.len = 0;
      if (item->expr.ix) wr_free_vars (c->core, item->expr, &c->vars);
      for (uint32_t j = 0; j < c->vars.len; j++) number_of (c, c->vars.data[j]);
    }
  }
}

static bool has (const uint64_t *row, uint32_t n) { return row[n / 64] >> (n % 64) & 1; }

static void add (uint64_t *met, uint64_t *sure, uint32_t n) {
  met[n / 64] |= UINT64_C (1) << (n % 64);
  sure[n / 64] |= UINT64_C (1) << (n % 64);
}

/* `name = value` with a name that no path has introduced: the name, or 0. */
static uint32_t defined_name (struct check *c, const struct wr_pitem *item, const uint64_t *met) {
  const struct wr_expr_info *eq = wr_expr_info (c->core, item->expr);
  if (item->kind != WR_PITEM_FACT || eq->op != WR_OP_EQ) return 0;
  wr_expr left = wr_expr_child (c->core, item->expr, 0);
  wr_expr right = wr_expr_child (c->core, item->expr, 1);
  if (wr_expr_info (c->core, left)->op != WR_OP_VAR) return 0;
  uint32_t var = wr_expr_info (c->core, left)->data;
  if (has (met, number_of (c, var))) return 0;
  c->vars.len = 0;
  wr_free_vars (c->core, right, &c->vars);
  for (uint32_t i = 0; i < c->vars.len; i++) {
    if (c->vars.data[i] == var) return 0;
  }
  return var;
}

static const char *fault_of_uses (struct check *c, wr_expr e, const uint64_t *sure) {
  if (wr_expr_info (c->core, e)->has_old) return "`old` is left";
  wr_sort sort = wr_expr_info (c->core, e)->sort;
  if (wr_sort_info (c->core, sort)->kind != WR_SORT_BOOL) return "a fact or goal is not Boolean";
  c->vars.len = 0;
  wr_free_vars (c->core, e, &c->vars);
  for (uint32_t i = 0; i < c->vars.len; i++) {
    if (wr_var_info (c->core, (wr_var){c->vars.data[i]})->kind != WR_VAR_INCARNATION) {
      return "a variable is no incarnation";
    }
    if (!has (sure, number_of (c, c->vars.data[i])))
      return "an incarnation is used before it is introduced";
  }
  return NULL;
}

static const char *fault_of_fact (struct check *c, const struct wr_pitem *item, uint64_t *met,
                                  uint64_t *sure) {
  const wr_labels *labels = &c->core->labels;
  const struct wr_role_info *role =
      item->label.ix ? wr_role_info (wr_label_info (labels, item->label)->role) : NULL;
  if (role && role->goal) return "a fact has the label of a goal";
  bool assigns = role && role->off == WR_OFF_ARBITRARY;
  uint32_t name = 0;
  if (!role || assigns) name = defined_name (c, item, met);
  if (assigns && !name) return "an assignment constrains more than a fresh name";
  if (name) add (met, sure, number_of (c, name));
  return fault_of_uses (c, item->expr, sure);
}

static const char *fault_of_goal (struct check *c, const struct wr_pitem *item, uint32_t block,
                                  uint32_t at, const uint64_t *sure) {
  const wr_labels *labels = &c->core->labels;
  if (item->goal >= c->passive->goal_count) return "a goal is missing";
  const struct wr_goal *goal = &c->passive->goals[item->goal];
  if (goal->block != block || goal->item != at) return "a goal stands elsewhere";
  if (goal->cond.ix != item->expr.ix || goal->label.ix != item->label.ix) return "a goal differs";
  if (goal->label.ix && !wr_role_is_goal (wr_label_info (labels, goal->label)->role)) {
    return "a goal has the label of a fact";
  }
  if (goal->assumed.ix && wr_role_is_goal (wr_label_info (labels, goal->assumed)->role)) {
    return "a goal's later use has the label of a goal";
  }
  return fault_of_uses (c, goal->cond, sure);
}

static const char *fault_of_item (struct check *c, uint32_t block, uint32_t at, uint64_t *met,
                                  uint64_t *sure) {
  const struct wr_pitem *item = &c->passive->blocks[block].items[at];
  switch (item->kind) {
  case WR_PITEM_FACT: return fault_of_fact (c, item, met, sure);
  case WR_PITEM_GOAL: return fault_of_goal (c, item, block, at, sure);
  case WR_PITEM_CHOOSE:
    for (uint32_t i = 0; i < item->chosen_count; i++) {
      uint32_t n = number_of (c, item->chosen[i].ix);
      if (has (met, n)) return "a chosen incarnation is not fresh";
      add (met, sure, n);
    }
    return NULL;
  case WR_PITEM_CAPTURE:
    return item->state < c->passive->state_count ? NULL : "a captured state is missing";
  }
  WR_UNREACHABLE ();
}

/* Blocks come after their predecessors, so one pass is enough. Unreachable blocks may use what the entry
   introduced. */
static const char *find_fault (struct check *c, bool *reached) {
  for (uint32_t b = 0; b < c->passive->block_count; b++) {
    const struct wr_pblock *block = &c->passive->blocks[b];
    uint64_t *met = c->met + (size_t)b * c->words, *sure = c->sure + (size_t)b * c->words;
    if (b && !reached[b]) {
      for (uint32_t w = 0; w < c->words; w++) met[w] = c->met[w], sure[w] = c->sure[w];
    }
    for (uint32_t i = 0; i < block->item_count; i++) {
      const char *fault = fault_of_item (c, b, i, met, sure);
      if (fault) return fault;
    }
    for (uint32_t i = 0; i < block->succ_count; i++) {
      uint32_t to = block->succs[i];
      if (to <= b || to >= c->passive->block_count) return "blocks are not sorted";
      uint64_t *met_to = c->met + (size_t)to * c->words, *sure_to = c->sure + (size_t)to * c->words;
      for (uint32_t w = 0; w < c->words; w++) {
        met_to[w] |= met[w];
        sure_to[w] = reached[to] ? sure_to[w] & sure[w] : sure[w];
      }
      reached[to] = true;
    }
  }
  return NULL;
}

const char *wr_passive_fault (const wr_core *core, const wr_passive *passive) {
  if (!passive->block_count) return "there is no entry";
  struct check c = {.core = core, .passive = passive};
  number_incarnations (&c);
  c.words = c.index.count / 64 + 1;
  c.met = wr_alloc (passive->block_count, c.words * sizeof (uint64_t));
  c.sure = wr_alloc (passive->block_count, c.words * sizeof (uint64_t));
  bool *reached = wr_alloc (passive->block_count, sizeof *reached);
  const char *fault = find_fault (&c, reached);
  free (reached);
  free (c.met);
  free (c.sure);
  wr_map_free (&c.index);
  WR_VEC_FREE (&c.vars);
  return fault;
}

void wr_passive_check (const wr_core *core, const wr_passive *passive) {
  const char *fault = wr_passive_fault (core, passive);
  if (fault) wr_check_failed (__FILE__, __LINE__, fault);
}
