/* axioms/cluster.h -- which tests exercise the same axioms: hierarchical clustering of the tests by Ward's method on the Jaccard distance of their
   covered sets.  The distance of two tests is 1 minus the number of axioms that both cover over the number that one of them covers. */
#ifndef WR_AXIOMS_CLUSTER_H
#define WR_AXIOMS_CLUSTER_H

#include "axioms/relation.h"

#define WR_CLUSTER_HEIGHT 0.5 /* at which reports cut the tree */
enum {
  WR_MOST_CLUSTERED = 4000
}; /* tests; the matrix of distances has this many rows and columns at most */

/* Two nodes become one.  Nodes 0 .. leaves-1 are tests (by their place in `tests`), node leaves+i is the i-th merge. */
struct wr_merge {
  uint32_t left, right; /* left holds the earlier test */
  double height;        /* never below that of an earlier merge */
  uint32_t size;        /* tests */
};

typedef struct wr_dendrogram {
  uint32_t *tests; /* that cover something, by path and name; in the arena */
  uint32_t leaves;
  struct wr_merge *merges; /* leaves - 1 of them, or none */
  uint32_t merge_count;
  uint32_t *order; /* the tests from left to right, so that similar ones stand together */
  bool too_many;   /* more than WR_MOST_CLUSTERED: nothing is computed */
} wr_dendrogram;

double wr_jaccard (const wr_u32s *a, const wr_u32s *b); /* increasing lists; 0 for two empty ones */
wr_dendrogram wr_cluster (const wr_relation *relation, wr_arena *arena);
/* The cluster of each leaf, 0 .. result-1 from left to right, when the tree is cut at this height. */
uint32_t wr_cluster_cut (const wr_dendrogram *tree, double height, uint32_t *cluster);

#endif
