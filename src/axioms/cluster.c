/* axioms/cluster.c -- the closest pair is merged until one cluster is left (axioms/cluster.h).  Each row knows the closest of the later rows.  Ward's
   method is reducible: a union is not closer to any other cluster than both of its parts, so only rows that knew a part have to look again. */
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

struct pairs {
  double *squares;       /* of the distances; the upper triangle by (row, column) */
  uint32_t count, *size; /* per row: tests; 0: merged away */
  uint32_t *
      near; /* per row: the closest of the later rows, the first of several; its own number: there is none */
  uint32_t *node; /* per row: what it stands for in the tree */
};

static double *square (const struct pairs *p, uint32_t a, uint32_t b) {
  WR_ASSERT (a != b && a < p->count && b < p->count);
  size_t row = a < b ? a : b, column = a < b ? b : a, n = p->count;
  return &p->squares[row * n - row * (row + 1) / 2 + column - row - 1];
}

/* Distances that are equal have different last digits if they are computed in different ways.  With fewer digits they are equal again, so that ties are
   broken by the order of the tests, and a height of one half is one half. */
static double fewer_digits (double x) { return ldexp (floor (ldexp (x, 40) + 0.5), -40); }

static void fill (struct pairs *p, const wr_relation *relation, const uint32_t *tests) {
  for (uint32_t a = 0; a < p->count; a++)
    for (uint32_t b = a + 1; b < p->count; b++) {
      double d = wr_jaccard (wr_axioms_of_test (relation, tests[a]),
                             wr_axioms_of_test (relation, tests[b]));
      *square (p, a, b) = fewer_digits (d * d);
    }
}

static void find_near (struct pairs *p, uint32_t row) {
  double least = INFINITY;
  p->near[row] = row;
  for (uint32_t k = row + 1; k < p->count; k++) {
    if (!p->size[k] || *square (p, row, k) >= least) continue;
    least = *square (p, row, k);
    p->near[row] = k;
  }
}

/* Row a becomes the union; row b goes (the formula of Lance and Williams for Ward's method). */
static void unite (struct pairs *p, uint32_t a, uint32_t b) {
  double na = p->size[a], nb = p->size[b], between = *square (p, a, b);
  for (uint32_t k = 0; k < p->count; k++) {
    if (k == a || k == b || !p->size[k]) continue;
    double nk = p->size[k];
    double far = ((nk + na) * *square (p, a, k) + (nk + nb) * *square (p, b, k) - nk * between) /
                 (nk + na + nb);
    /* No cluster is closer to the union than to both parts. */
    *square (p, a, k) = fmax (fewer_digits (far), between);
  }
  p->size[a] += p->size[b];
  p->size[b] = 0;
  for (uint32_t k = 0; k < p->count; k++)
    if (p->size[k] && (k == a || p->near[k] == a || p->near[k] == b))
      find_near (p, k);
    else if (p->size[k] && k < a && *square (p, k, a) == *square (p, k, p->near[k]) &&
             a < p->near[k])
      p->near[k] = a;
}

/* The closest pair; of several the first. */
static struct wr_merge next_merge (struct pairs *p, uint32_t node) {
  uint32_t a = UINT32_MAX;
  for (uint32_t k = 0; k < p->count; k++) {
    if (!p->size[k] || p->near[k] == k) continue;
    if (a == UINT32_MAX || *square (p, k, p->near[k]) < *square (p, a, p->near[a])) a = k;
  }
  WR_ASSERT (a != UINT32_MAX);
  uint32_t b = p->near[a];
  struct wr_merge merge = {p->node[a], p->node[b], sqrt (*square (p, a, b)),
                           p->size[a] + p->size[b]};
  unite (p, a, b);
  p->node[a] = node;
  return merge;
}

/* -- the tree ------------------------------------------------------------------------------------------ */

struct leaf {
  uint32_t test;
  wr_str path, name;
};

static int by_name (const void *a, const void *b) {
  const struct leaf *x = a, *y = b;
  int order = wr_str_compare (x->path, y->path);
  if (!order) order = wr_str_compare (x->name, y->name);
  return order ? order : (x->test > y->test) - (x->test < y->test);
}

/* In the order of their names, so that ties do not depend on the order in which the files were given. */
static void find_leaves (wr_dendrogram *tree, const wr_relation *relation) {
  WR_VEC (struct leaf) leaves = {0};
  for (uint32_t i = 0; i < relation->tests.len; i++) {
    const struct wr_test_row *row = &relation->tests.data[i];
    struct leaf leaf = {i, row->path, row->name};
    if (wr_axioms_of_test (relation, i)->len) WR_VEC_PUSH (&leaves, leaf);
  }
  if (leaves.len) qsort (leaves.data, leaves.len, sizeof *leaves.data, by_name);
  for (uint32_t i = 0; i < leaves.len; i++) tree->tests[i] = leaves.data[i].test;
  tree->leaves = leaves.len;
  WR_VEC_FREE (&leaves);
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
  find_leaves (&tree, relation);
  tree.too_many = tree.leaves > WR_MOST_CLUSTERED;
  if (tree.too_many) tree.leaves = 0;
  uint32_t n = tree.leaves;
  tree.order = WR_NEW (arena, uint32_t, n);
  tree.merges = WR_NEW (arena, struct wr_merge, n);
  struct pairs p = {.count = n, .squares = wr_alloc ((size_t)n * n / 2 + 1, sizeof *p.squares)};
  p.size = wr_alloc (n + 1, sizeof *p.size);
  p.near = wr_alloc (n + 1, sizeof *p.near);
  p.node = wr_alloc (n + 1, sizeof *p.node);
  for (uint32_t i = 0; i < n; i++) p.size[i] = 1, p.node[i] = i;
  fill (&p, relation, tree.tests);
  for (uint32_t i = 0; i < n; i++) find_near (&p, i);
  for (; tree.merge_count + 1 < n; tree.merge_count++)
    tree.merges[tree.merge_count] = next_merge (&p, n + tree.merge_count);
  find_order (&tree);
  free (p.squares);
  free (p.size);
  free (p.near);
  free (p.node);
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
