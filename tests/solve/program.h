/* tests/solve/program.h -- small core programs for the tests of solving: one procedure, blocks of assumptions,
   assignments and assertions. */
#ifndef WR_TESTS_SOLVE_PROGRAM_H
#define WR_TESTS_SOLVE_PROGRAM_H

#include "core/build.h"
#include "vc/vc.h"

typedef struct program {
  wr_arena *arena;
  wr_interner *symbols;
  wr_core *base;               /* empty */
  wr_core *core;               /* an extension of it, so that flow can run on it */
  WR_VEC (struct wr_cmd) cmds; /* of the block being made */
} program;

static inline program *program_new (void) {
  program *p = wr_alloc (1, sizeof *p);
  p->arena = wr_arena_new ();
  p->symbols = wr_interner_new ();
  p->base = wr_core_new (p->arena, p->symbols, NULL);
  p->core = wr_core_extend (p->base, p->arena);
  return p;
}

static inline void program_free (program *p) {
  WR_VEC_FREE (&p->cmds);
  wr_core_free (p->base);
  wr_interner_free (p->symbols);
  wr_arena_free (p->arena);
  free (p);
}

static inline wr_symbol sym (program *p, const char *text) {
  return wr_intern (p->symbols, wr_str_of (text));
}

static inline wr_label label (program *p, enum wr_role role) {
  return wr_label_new (
      &p->core->labels,
      &(struct wr_label_info){.role = role, .element = wr_element_new (&p->core->labels)});
}

static inline wr_sort ints (program *p) { return wr_sort_simple (p->core, WR_SORT_INT); }
static inline wr_expr num (program *p, int64_t n) { return wr_mk_int (p->core, n); }

/* A body of its own procedure; `count` blocks that the caller fills with block(). */
static inline uint32_t body (program *p, const char *name, uint32_t blocks) {
  struct wr_procedure procedure = {.name = sym (p, name), .has_body = true};
  WR_VEC_PUSH (&p->core->procedures, procedure);
  struct wr_body b = {.name = sym (p, name),
                      .procedure = p->core->procedures.len - 1,
                      .block_count = blocks,
                      .verify = true};
  b.blocks = WR_NEW (p->arena, struct wr_block, blocks);
  b.entry_site = wr_site_new (&p->core->labels, &(struct wr_site_info){.kind = WR_SITE_ENTRY});
  b.exit_site = wr_site_new (&p->core->labels, &(struct wr_site_info){.kind = WR_SITE_EXIT});
  WR_VEC_PUSH (&p->core->bodies, b);
  return p->core->bodies.len - 1;
}

static inline wr_var local (program *p, uint32_t b, const char *name, wr_sort sort) {
  wr_var var = wr_var_new (p->core, WR_VAR_LOCAL, sym (p, name), sort, (wr_span){0});
  WR_VEC_PUSH (&p->core->bodies.data[b].locals, var);
  return var;
}

static inline wr_label assume (program *p, wr_expr e) {
  wr_label l = label (p, WR_ROLE_ASSUME);
  struct wr_cmd cmd = {.kind = WR_CMD_ASSUME, .expr = e, .label = l};
  WR_VEC_PUSH (&p->cmds, cmd);
  return l;
}

static inline wr_label assert_ (program *p, wr_expr e) {
  wr_label l = label (p, WR_ROLE_ASSERT);
  struct wr_cmd cmd = {.kind = WR_CMD_ASSERT, .expr = e, .label = l};
  WR_VEC_PUSH (&p->cmds, cmd);
  return l;
}

static inline wr_label assign (program *p, wr_var var, wr_expr e) {
  wr_label l = label (p, WR_ROLE_ASSIGN);
  struct wr_assign *a = WR_NEW (p->arena, struct wr_assign, 1);
  *a = (struct wr_assign){.var = var, .value = e, .label = l};
  struct wr_cmd cmd = {.kind = WR_CMD_ASSIGN, .assigns = a, .assign_count = 1};
  WR_VEC_PUSH (&p->cmds, cmd);
  return l;
}

/* Ends the block: the commands since the last one, and its successors. */
static inline void block (program *p, uint32_t b, uint32_t number, const char *name,
                          const uint32_t *succs, uint32_t count) {
  struct wr_block *blk = &p->core->bodies.data[b].blocks[number];
  blk->name = sym (p, name);
  blk->cmds = WR_VEC_KEEP (p->arena, &p->cmds);
  blk->cmd_count = p->cmds.len;
  blk->succs = wr_arena_copy (p->arena, succs, count, sizeof *succs);
  blk->succ_count = count;
  WR_VEC_CLEAR (&p->cmds);
}

static inline void axiom (program *p, wr_expr e) {
  struct wr_axiom a = {.expr = e, .label = label (p, WR_ROLE_AXIOM)};
  WR_VEC_PUSH (&p->core->axioms, a);
}

/* x > 0; then y := x + 1 or y := x + 2; asserts y > 1 (holds), y > 2 (fails on the first branch),
   y > 0 (holds).  The labels of the facts are returned in `facts`: x > 0, both assignments. */
static inline uint32_t branching_body (program *p, const char *name, wr_label facts[3]) {
  wr_core *c = p->core;
  uint32_t b = body (p, name, 4);
  wr_var x = local (p, b, "x", ints (p)), y = local (p, b, "y", ints (p));
  wr_expr ex = wr_mk_var (c, x), ey = wr_mk_var (c, y);
  facts[0] = assume (p, wr_mk2 (c, WR_OP_LT, num (p, 0), ex));
  block (p, b, 0, "entry", (uint32_t[]){1, 2}, 2);
  facts[1] = assign (p, y, wr_mk2 (c, WR_OP_ADD, ex, num (p, 1)));
  block (p, b, 1, "left", (uint32_t[]){3}, 1);
  facts[2] = assign (p, y, wr_mk2 (c, WR_OP_ADD, ex, num (p, 2)));
  block (p, b, 2, "right", (uint32_t[]){3}, 1);
  assert_ (p, wr_mk2 (c, WR_OP_LT, num (p, 1), ey));
  assert_ (p, wr_mk2 (c, WR_OP_LT, num (p, 2), ey));
  assert_ (p, wr_mk2 (c, WR_OP_LT, num (p, 0), ey));
  block (p, b, 3, "join", NULL, 0);
  return b;
}

#endif
