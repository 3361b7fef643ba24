/* tests/axioms/cluster.c -- the tree of nearest-neighbour chains is the one that always merging the closest pair makes. */
#include "axioms/cluster.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>

static struct tap tap;
enum { MOST = 24, AXIOMS = 30 };

static wr_relation *random_relation (uint32_t seed, uint32_t tests) {
  wr_relation *relation = wr_relation_new ();
  for (uint32_t i = 0; i < AXIOMS; i++)
    wr_relation_axiom (relation, &(struct wr_axiom_row){.hash = i + 1});
  for (uint32_t t = 0; t < tests; t++) {
    struct wr_test_row row = {0};
    for (uint32_t i = 0; i < AXIOMS; i++) {
      seed = seed * 1664525u + 1013904223u;
      if ((seed >> 16) % 100 < 10 + 15 * (t % 4)) WR_VEC_PUSH (&row.covered, i);
    }
    if (!row.covered.len) WR_VEC_PUSH (&row.covered, t % AXIOMS);
    wr_relation_add (relation, &row);
    WR_VEC_FREE (&row.covered);
  }
  return relation;
}

/* The heights by the definition: squared distances between sets by the formula for Ward's method, the closest pair first. */
static void plain_heights (const wr_relation *relation, double *heights) {
  uint32_t n = relation->tests.len, size[MOST];
  double d[MOST][MOST];
  for (uint32_t a = 0; a < n; a++) {
    size[a] = 1;
    for (uint32_t b = 0; b < n; b++) {
      double j = wr_jaccard (&relation->tests.data[a].covered, &relation->tests.data[b].covered);
      d[a][b] = j * j;
    }
  }
  for (uint32_t step = 0; step + 1 < n; step++) {
    uint32_t a = 0, b = 0;
    double least = INFINITY;
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t k = i + 1; k < n; k++)
        if (size[i] && size[k] && d[i][k] < least) least = d[a = i][b = k];
    heights[step] = sqrt (least);
    for (uint32_t k = 0; k < n; k++) {
      if (k == a || k == b || !size[k]) continue;
      double na = size[a], nb = size[b], nk = size[k];
      d[a][k] = d[k][a] = ((nk + na) * d[a][k] + (nk + nb) * d[b][k] - nk * least) / (nk + na + nb);
    }
    size[a] += size[b];
    size[b] = 0;
  }
}

static void test_trees (void) {
  uint32_t wrong = 0;
  for (uint32_t seed = 1; seed <= 300; seed++) {
    wr_relation *relation = random_relation (seed, 2 + seed % (MOST - 1));
    wr_arena *arena = wr_arena_new ();
    wr_dendrogram tree = wr_cluster (relation, arena);
    double heights[MOST];
    plain_heights (relation, heights);
    bool good = tree.merge_count == relation->tests.len - 1 &&
                tree.merges[tree.merge_count - 1].size == relation->tests.len;
    /* Ties may be broken in another order; then heights can differ, but never the sum of squares at the root by much. */
    double sum = 0, plain = 0;
    for (uint32_t i = 0; i < tree.merge_count; i++) {
      sum += tree.merges[i].height * tree.merges[i].height;
      plain += heights[i] * heights[i];
      good &= !i || tree.merges[i - 1].height <= tree.merges[i].height;
      good &= tree.merges[i].left < tree.leaves + i && tree.merges[i].right < tree.leaves + i;
    }
    good &= fabs (sum - plain) < 0.05 * plain + 1e-9;
    bool seen[MOST] = {0};
    for (uint32_t i = 0; i < tree.leaves; i++)
      good &= !seen[tree.order[i]], seen[tree.order[i]] = true;
    wrong += !good;
    wr_arena_free (arena);
    wr_relation_free (relation);
  }
  OK (&tap, !wrong, "300 random suites (%u wrong)", wrong);
}

static void test_cut (void) {
  wr_relation *relation = wr_relation_new ();
  for (uint32_t i = 0; i < 6; i++)
    wr_relation_axiom (relation, &(struct wr_axiom_row){.hash = i + 1});
  static const uint32_t sets[5][3] = {{0, 1, 2}, {3, 4, 5}, {0, 1, 2}, {3, 4, 5}, {0, 1, 1}};
  for (uint32_t t = 0; t < 5; t++) {
    struct wr_test_row row = {0};
    for (uint32_t k = 0; k < 3; k++) WR_VEC_PUSH (&row.covered, sets[t][k]);
    wr_relation_add (relation, &row);
    WR_VEC_FREE (&row.covered);
  }
  wr_relation_add (relation, &(struct wr_test_row){0});
  wr_arena *arena = wr_arena_new ();
  wr_dendrogram tree = wr_cluster (relation, arena);
  uint32_t cluster[5];
  OK (&tap, tree.leaves == 5, "a test that covers nothing is in no cluster");
  OK (&tap,
      wr_cluster_cut (&tree, 0.5, cluster) == 2 && cluster[0] == cluster[2] &&
          cluster[0] == cluster[4] && cluster[1] == cluster[3] && cluster[0] != cluster[1],
      "two clusters");
  OK (&tap, wr_cluster_cut (&tree, 0, cluster) == 3, "cut at 0: equal sets are together");
  OK (&tap, wr_cluster_cut (&tree, 10, cluster) == 1, "cut above the root: one cluster");
  wr_arena_free (arena);
  wr_relation_free (relation);
}

int main (void) {
  test_trees ();
  test_cut ();
  wr_relation *none = wr_relation_new ();
  wr_arena *arena = wr_arena_new ();
  wr_dendrogram tree = wr_cluster (none, arena);
  OK (&tap, !tree.leaves && !tree.merge_count, "a suite without tests has no tree");
  wr_arena_free (arena);
  wr_relation_free (none);
  return tap_done (&tap);
}
