/* axioms/cluster.c -- nearest-neighbour chains (axioms/cluster.h).  Ward's method is reducible, so following nearest neighbours until two of them
   are each other's yields the same tree as always merging the closest pair, in quadratic time. */
#include "axioms/cluster.h"

#include "axioms/stats.h"
#include "base/check.h"

#include <math.h>
#include <stdlib.h>

double wr_jaccard (const wr_u32s *a, const wr_u32s *b) {
  uint32_t both = 0;
  for (uint32_t i = 0, k = 0; i < a->len && k < b->len;) {
    if (a->data[i] == b->data[k])
      both++, i++, k++;
    else if (a->data[i] < b->data[k])
      i++;
    else
      k++;
  }
  uint32_t either = a->len + b->len - both;
  return either ? 1.0 - (double)both / either : 0;
}

struct chain {
  double *squares;       /* of the distances; the upper triangle by (row, column) */
  uint32_t count, *size; /* per row: tests; 0: merged away */
  uint32_t *stack, depth;
};

static double *square (const struct chain *c, uint32_t a, uint32_t b) {
  WR_ASSERT (a != b && a < c->count && b < c->count);
  size_t row = a < b ? a : b, column = a < b ? b : a, n = c->count;
  return &c->squares[row * n - row * (row + 1) / 2 + column - row - 1];
}

static void fill (struct chain *c, const wr_relation *relation, const uint32_t *tests) {
  for (uint32_t a = 0; a < c->count; a++)
    for (uint32_t b = a + 1; b < c->count; b++) {
      double d = wr_jaccard (wr_axioms_of_test (relation, tests[a]),
                             wr_axioms_of_test (relation, tests[b]));
      *square (c, a, b) = d * d;
    }
}

/* The nearest row; of several, `before` if it is among them, else the first. */
static uint32_t nearest (const struct chain *c, uint32_t row, uint32_t before) {
  uint32_t best = before;
  double least = before == UINT32_MAX ? INFINITY : *square (c, row, before);
  for (uint32_t k = 0; k < c->count; k++) {
    if (k == row || !c->size[k] || *square (c, row, k) >= least) continue;
    least = *square (c, row, k);
    best = k;
  }
  WR_ASSERT (best != UINT32_MAX);
  return best;
}

/* Row a becomes the union; row b goes (the formula of Lance and Williams for Ward's method). */
static void unite (struct chain *c, uint32_t a, uint32_t b) {
  double na = c->size[a], nb = c->size[b], between = *square (c, a, b);
  for (uint32_t k = 0; k < c->count; k++) {
    if (k == a || k == b || !c->size[k]) continue;
    double nk = c->size[k];
    *square (c, a, k) =
        ((nk + na) * *square (c, a, k) + (nk + nb) * *square (c, b, k) - nk * between) /
        (nk + na + nb);
  }
  c->size[a] += c->size[b];
  c->size[b] = 0;
}

static struct wr_merge next_merge (struct chain *c) {
  if (!c->depth)
    for (uint32_t k = 0; k < c->count && !c->depth; k++)
      if (c->size[k]) c->stack[c->depth++] = k;
  for (;;) {
    uint32_t row = c->stack[c->depth - 1],
             before = c->depth > 1 ? c->stack[c->depth - 2] : UINT32_MAX;
    uint32_t next = nearest (c, row, before);
    if (next != before) {
      c->stack[c->depth++] = next;
      continue;
    }
    c->depth -= 2;
    uint32_t a = row < before ? row : before, b = row < before ? before : row;
    struct wr_merge merge = {a, b, sqrt (*square (c, a, b)), c->size[a] + c->size[b]};
    unite (c, a, b);
    return merge;
  }
}

static int by_height (const void *a, const void *b) {
  const struct wr_merge *x = a, *y = b;
  if (x->height != y->height) return x->height < y->height ? -1 : 1;
  if (x->left != y->left) return x->left < y->left ? -1 : 1;
  return (x->right > y->right) - (x->right < y->right);
}

/* Merges name rows, that is the first test of each side.  Sorted by height they are numbered as nodes. */
static void number_nodes (wr_dendrogram *tree) {
  uint32_t n = tree->leaves, *node = wr_alloc (n + 1, sizeof *node);
  qsort (tree->merges, tree->merge_count, sizeof *tree->merges, by_height);
  for (uint32_t i = 0; i < n; i++) node[i] = i;
  for (uint32_t i = 0; i < tree->merge_count; i++) {
    struct wr_merge *merge = &tree->merges[i];
    uint32_t row = merge->left;
    merge->left = node[row];
    merge->right = node[merge->right];
    node[row] = n + i;
  }
  free (node);
}

static void find_order (wr_dendrogram *tree) {
  wr_u32s stack = {0};
  uint32_t placed = 0;
  if (tree->leaves) WR_VEC_PUSH (&stack, tree->leaves + tree->merge_count - 1);
  while (stack.len) {
    uint32_t node = WR_VEC_POP (&stack);
    if (node < tree->leaves) {
      tree->order[placed++] = tree->tests[node];
    } else {
      WR_VEC_PUSH (&stack, tree->merges[node - tree->leaves].right);
      WR_VEC_PUSH (&stack, tree->merges[node - tree->leaves].left);
    }
  }
  WR_ASSERT (placed == tree->leaves);
  WR_VEC_FREE (&stack);
}

wr_dendrogram wr_cluster (const wr_relation *relation, wr_arena *arena) {
  wr_dendrogram tree = {.tests = WR_NEW (arena, uint32_t, relation->tests.len)};
  for (uint32_t i = 0; i < relation->tests.len; i++)
    if (wr_axioms_of_test (relation, i)->len) tree.tests[tree.leaves++] = i;
  tree.too_many = tree.leaves > WR_MOST_CLUSTERED;
  if (tree.too_many) tree.leaves = 0;
  uint32_t n = tree.leaves;
  tree.order = WR_NEW (arena, uint32_t, n);
  tree.merges = WR_NEW (arena, struct wr_merge, n);
  struct chain c = {.count = n, .squares = wr_alloc ((size_t)n * n / 2 + 1, sizeof *c.squares)};
  c.size = wr_alloc (n + 1, sizeof *c.size);
  c.stack = wr_alloc (n + 2, sizeof *c.stack);
  for (uint32_t i = 0; i < n; i++) c.size[i] = 1;
  fill (&c, relation, tree.tests);
  while (tree.merge_count + 1 < n) tree.merges[tree.merge_count++] = next_merge (&c);
  number_nodes (&tree);
  find_order (&tree);
  free (c.squares);
  free (c.size);
  free (c.stack);
  return tree;
}

uint32_t wr_cluster_cut (const wr_dendrogram *tree, double height, uint32_t *cluster) {
  uint32_t n = tree->leaves, all = n + tree->merge_count, count = 0;
  uint32_t *top =
      wr_alloc (all + 1, sizeof *top); /* per node: the highest node below the cut that holds it */
  for (uint32_t i = 0; i < all; i++) top[i] = i;
  for (uint32_t i = tree->merge_count; i-- > 0;) {
    if (tree->merges[i].height > height) continue;
    top[tree->merges[i].left] = top[tree->merges[i].right] = top[n + i];
  }
  wr_map number = {0};
  for (uint32_t i = 0; i < n; i++) {
    uint64_t known = wr_map_or (&number, top[i], 0);
    if (!known) wr_map_put (&number, top[i], known = ++count);
    cluster[i] = (uint32_t)known - 1;
  }
  wr_map_free (&number);
  free (top);
  return count;
}
