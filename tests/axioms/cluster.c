/* tests/axioms/cluster.c -- the tree is the one that always merging the closest pair makes, in whatever order the tests are given. */
#include "axioms/cluster.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>

static struct tap tap;
enum { MOST = 24, AXIOMS = 30 };

/* Test number i is called by the i-th letter; the tests are added from `first` on, and then those before it. */
static wr_relation *random_relation (uint32_t seed, uint32_t tests, uint32_t axioms,
                                     uint32_t first) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  wr_relation *relation = wr_relation_new ();
  struct wr_test_row rows[MOST] = {0};
  for (uint32_t i = 0; i < axioms; i++)
    wr_relation_axiom (relation, &(struct wr_axiom_row){.hash = i + 1});
  for (uint32_t t = 0; t < tests; t++) {
    rows[t].path = (wr_str){letters + t, 1};
    for (uint32_t i = 0; i < axioms; i++) {
      seed = seed * 1664525u + 1013904223u;
      if ((seed >> 16) % 100 < 10 + 15 * (t % 4)) WR_VEC_PUSH (&rows[t].covered, i);
    }
    if (!rows[t].covered.len) WR_VEC_PUSH (&rows[t].covered, t % axioms);
  }
  for (uint32_t t = 0; t < tests; t++) wr_relation_add (relation, &rows[(t + first) % tests]);
  for (uint32_t t = 0; t < tests; t++) WR_VEC_FREE (&rows[t].covered);
  return relation;
}

/* By the definition: squared distances between sets by the formula for Ward's method, the closest pair first, and of several the first.  Each merge is
   named by the first test of each side. */
struct plain {
  uint32_t left, right;
  double height;
};

static double rounded (double x) { return floor (x * 0x1p40 + 0.5) / 0x1p40; }

static void plain_merges (const wr_relation *relation, struct plain *out) {
  uint32_t n = relation->tests.len, size[MOST];
  double d[MOST][MOST];
  for (uint32_t a = 0; a < n; a++) {
    size[a] = 1;
    for (uint32_t b = 0; b < n; b++) {
      double j = wr_jaccard (&relation->tests.data[a].covered, &relation->tests.data[b].covered);
      d[a][b] = rounded (j * j);
    }
  }
  for (uint32_t step = 0; step + 1 < n; step++) {
    uint32_t a = 0, b = 0;
    double least = INFINITY;
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t k = i + 1; k < n; k++)
        if (size[i] && size[k] && d[i][k] < least) least = d[a = i][b = k];
    out[step] = (struct plain){a, b, sqrt (least)};
    for (uint32_t k = 0; k < n; k++) {
      if (k == a || k == b || !size[k]) continue;
      double na = size[a], nb = size[b], nk = size[k];
      double far = ((nk + na) * d[a][k] + (nk + nb) * d[b][k] - nk * least) / (nk + na + nb);
      d[a][k] = d[k][a] = fmax (rounded (far), least);
    }
    size[a] += size[b];
    size[b] = 0;
  }
}

/* The smallest test below a node. */
static uint32_t first_below (const wr_dendrogram *tree, uint32_t node) {
  if (node < tree->leaves) return tree->tests[node];
  uint32_t a = first_below (tree, tree->merges[node - tree->leaves].left);
  uint32_t b = first_below (tree, tree->merges[node - tree->leaves].right);
  return a < b ? a : b;
}

static bool is_plain (const wr_dendrogram *tree, const wr_relation *relation) {
  struct plain plain[MOST];
  bool good =
      tree->merge_count == relation->tests.len - 1 &&
      (!tree->merge_count || tree->merges[tree->merge_count - 1].size == relation->tests.len);
  plain_merges (relation, plain);
  for (uint32_t i = 0; good && i < tree->merge_count; i++) {
    const struct wr_merge *merge = &tree->merges[i];
    good &= merge->left < tree->leaves + i && merge->right < tree->leaves + i;
    good &= good && first_below (tree, merge->left) == plain[i].left &&
            first_below (tree, merge->right) == plain[i].right;
    good &= fabs (merge->height - plain[i].height) < 1e-9;
    good &= !i || tree->merges[i - 1].height <= merge->height;
  }
  bool seen[MOST] = {0};
  for (uint32_t i = 0; good && i < tree->leaves; i++)
    good &= !seen[tree->order[i]], seen[tree->order[i]] = true;
  return good;
}

static void test_trees (void) {
  uint32_t wrong = 0, all = 0;
  for (uint32_t axioms = 2; axioms <= AXIOMS;
       axioms += 7) /* few axioms: many distances are equal */
    for (uint32_t seed = 1; seed <= 100; seed++, all++) {
      wr_relation *relation = random_relation (seed, 2 + seed % (MOST - 1), axioms, 0);
      wr_arena *arena = wr_arena_new ();
      wr_dendrogram tree = wr_cluster (relation, arena);
      wrong += !is_plain (&tree, relation);
      wr_arena_free (arena);
      wr_relation_free (relation);
    }
  OK (&tap, !wrong, "%u random suites (%u wrong)", all, wrong);
}

/* The clusters of a cut as numbers per name of a test: the number of the first test by name. */
static void named_clusters (const wr_relation *relation, double height, uint32_t *out) {
  wr_arena *arena = wr_arena_new ();
  wr_dendrogram tree = wr_cluster (relation, arena);
  uint32_t cluster[MOST], least[MOST], number[MOST];
  wr_cluster_cut (&tree, height, cluster);
  for (uint32_t i = 0; i < MOST; i++) least[i] = MOST;
  for (uint32_t i = 0; i < tree.leaves; i++) {
    number[i] = (uint32_t)relation->tests.data[tree.tests[i]].path.ptr[0] - 'A';
    if (number[i] < least[cluster[i]]) least[cluster[i]] = number[i];
  }
  for (uint32_t i = 0; i < tree.leaves; i++) out[number[i]] = least[cluster[i]];
  wr_arena_free (arena);
}

/* The tree is the same in whatever order the tests are given. */
static void test_order (void) {
  static const double heights[] = {0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 1.0, 1.1, 1.2, 1.4};
  uint32_t wrong = 0;
  for (uint32_t seed = 1; seed <= 100; seed++) {
    uint32_t tests = 3 + seed % (MOST - 3);
    wr_relation *one = random_relation (seed, tests, 5, 0);
    wr_relation *two = random_relation (seed, tests, 5, 1 + seed % (tests - 1));
    bool good = true;
    for (uint32_t h = 0; h < sizeof heights / sizeof *heights; h++) {
      uint32_t a[MOST] = {0}, b[MOST] = {0};
      named_clusters (one, heights[h], a);
      named_clusters (two, heights[h], b);
      for (uint32_t i = 0; i < tests; i++) good &= a[i] == b[i];
    }
    wrong += !good;
    wr_relation_free (one);
    wr_relation_free (two);
  }
  OK (&tap, !wrong, "100 suites in another order (%u wrong)", wrong);
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
  test_order ();
  test_cut ();
  wr_relation *none = wr_relation_new ();
  wr_arena *arena = wr_arena_new ();
  wr_dendrogram tree = wr_cluster (none, arena);
  OK (&tap, !tree.leaves && !tree.merge_count, "a suite without tests has no tree");
  wr_arena_free (arena);
  wr_relation_free (none);
  return tap_done (&tap);
}
