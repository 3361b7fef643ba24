/* tests/prop/tree.h -- a generated program as a tree of lines, so that parts can be switched off again
   when a failing case is made small.  A node prints its head, its children and its tail. */
#ifndef WR_TESTS_PROP_TREE_H
#define WR_TESTS_PROP_TREE_H

#include "base/str.h"
#include "base/vec.h"

struct node {
  wr_str head, tail; /* tail may be empty */
  WR_VEC (struct node *) kids;
  bool fixed;     /* goes only with its parent */
  bool off;       /* not printed */
  bool unwrapped; /* only the children are printed */
};

struct tree {
  wr_arena *arena;
  struct node *root;
  WR_VEC (struct node *) all; /* parents before children */
};

struct node *node_new (struct tree *tree, struct node *parent, wr_str head, wr_str tail);
void tree_print (wr_buf *out, const struct tree *tree);
void tree_free (struct tree *tree); /* not the arena */

/* Makes the tree small while `fails` still holds for it; `fails` holds at first. */
void tree_shrink (struct tree *tree, bool (*fails) (void *ctx, const struct tree *tree), void *ctx);

#endif
