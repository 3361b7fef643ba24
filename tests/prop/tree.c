#include "tree.h"

struct node *node_new (struct tree *tree, struct node *parent, wr_str head, wr_str tail) {
  struct node *n = WR_NEW (tree->arena, struct node, 1);
  n->head = head;
  n->tail = tail;
  WR_VEC_PUSH (&tree->all, n);
  if (parent)
    WR_VEC_PUSH (&parent->kids, n);
  else
    tree->root = n;
  return n;
}

static void print_line (wr_buf *out, wr_str line, uint32_t depth) {
  if (!line.len) return;
  for (uint32_t i = 0; i < depth; i++) wr_buf_add (out, WR_LIT ("  "));
  wr_buf_add (out, line);
  wr_buf_add_char (out, '\n');
}

static void print_node (wr_buf *out, const struct node *n, uint32_t depth) {
  if (n->off) return;
  bool shell = !n->unwrapped && n->head.len;
  if (shell) print_line (out, n->head, depth);
  for (uint32_t i = 0; i < n->kids.len; i++) print_node (out, n->kids.data[i], depth + shell);
  if (shell) print_line (out, n->tail, depth);
}

void tree_print (wr_buf *out, const struct tree *tree) { print_node (out, tree->root, 0); }

void tree_free (struct tree *tree) {
  for (uint32_t i = 0; i < tree->all.len; i++) WR_VEC_FREE (&tree->all.data[i]->kids);
  WR_VEC_FREE (&tree->all);
}

static bool try_flag (struct tree *tree, bool *flag,
                      bool (*fails) (void *ctx, const struct tree *tree), void *ctx) {
  *flag = true;
  if (fails (ctx, tree)) return true;
  *flag = false;
  return false;
}

/* Whole children of a node in halves, then one by one. */
static bool shrink_kids (struct tree *tree, struct node *n,
                         bool (*fails) (void *ctx, const struct tree *tree), void *ctx) {
  bool changed = false;
  for (uint32_t size = n->kids.len / 2; size >= 2; size /= 2) {
    for (uint32_t at = 0; at + size <= n->kids.len; at += size) {
      bool any = false;
      bool *before = wr_alloc (size, sizeof *before);
      for (uint32_t i = 0; i < size; i++) {
        struct node *kid = n->kids.data[at + i];
        before[i] = kid->off;
        any = any || (!kid->off && !kid->fixed);
        if (!kid->fixed) kid->off = true;
      }
      bool kept = any && fails (ctx, tree);
      for (uint32_t i = 0; !kept && i < size; i++) n->kids.data[at + i]->off = before[i];
      changed = changed || kept;
      free (before);
    }
  }
  return changed;
}

void tree_shrink (struct tree *tree, bool (*fails) (void *ctx, const struct tree *tree),
                  void *ctx) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < tree->all.len; i++) {
      struct node *n = tree->all.data[i];
      if (n->off) continue;
      changed = shrink_kids (tree, n, fails, ctx) || changed;
      if (n->fixed) continue;
      if (try_flag (tree, &n->off, fails, ctx))
        changed = true;
      else if (n->kids.len && !n->unwrapped) {
        changed = try_flag (tree, &n->unwrapped, fails, ctx) || changed;
      }
    }
  }
}
