/* front/boogie/pruning.h -- between the files that print a program with labels off (prune.h). */
#ifndef WR_FRONT_BOOGIE_PRUNING_H
#define WR_FRONT_BOOGIE_PRUNING_H

#include "base/vec.h"
#include "front/boogie/prune.h"

/* Which roles of a piece of text exist, and which of them are on: a bit per role. */
struct bpl_fate {
  uint64_t any, on;
};
_Static_assert(WR_ROLE_COUNT < 64, "roles and BPL_NEGATIVE fit into a word");
#define BPL_ROLE(role) (UINT64_C (1) << WR_ROLE_##role)
#define BPL_GOALS                                                                                  \
  (BPL_ROLE (REQUIRES_AT_CALL) | BPL_ROLE (ENSURES) | BPL_ROLE (INVARIANT_ESTABLISHED) |           \
   BPL_ROLE (INVARIANT_MAINTAINED) | BPL_ROLE (ASSERT) | BPL_ROLE (WELL_FORMED))
#define BPL_NEGATIVE (UINT64_C (1) << WR_ROLE_COUNT) /* CONDITION: its else side */

/* What a declaration becomes; the first are the stronger. */
enum bpl_keep {
  BPL_KEEP,        /* as it is */
  BPL_FORGET,      /* checked, not assumed afterwards: {:subsumption 0} */
  BPL_FREE,        /* assumed, not checked */
  BPL_FREE_ALWAYS, /* a free clause that is assumed at the other side too */
  BPL_DROP
};

struct bpl_fate_entry {
  uint32_t end, next;
  struct bpl_fate fate;
};

typedef WR_VEC (bpl_stmt *) bpl_stmts_vec;

typedef struct bpl_pruning {
  const struct bpl_program *program;
  const struct wr_prune *how;
  wr_arena *arena;
  wr_interner *symbols;
  /* spans to fates [prune_fate.c] */
  wr_map texts, calls; /* file and begin -> entry + 1 */
  WR_VEC (struct bpl_fate_entry) entries;
  wr_str fresh_prefix; /* no name of the program begins with it */
  bool measures;       /* some measure of a procedure is on */
  wr_map called;       /* procedures that code of the result calls */
  wr_map busy;         /* procedures that are inlined, and whose code has a goal that is on */
  wr_map coded;        /* declarations whose code is in the result */
  /* the body at hand */
  bool implementation;
  WR_VEC (bpl_var *) fresh;
  uint32_t fresh_count;
  bool sketch;          /* leave out what writes arbitrary values, to see what else is mentioned */
  bool may_drop_writes; /* tidy, and no goto: the blocks that asserts open stay the same */
  const wr_bitset *mentioned_here, *mentioned_anywhere; /* NULL: everything is */
} bpl_pruning;

void bpl_fates_find (bpl_pruning *pr);
void bpl_fates_free (bpl_pruning *pr);
struct bpl_fate bpl_fate_of (const bpl_pruning *pr, wr_span text);
struct bpl_fate bpl_fate_of_call (const bpl_pruning *pr, wr_span call); /* its clauses */
/* No label, or one that is on. */
static inline bool bpl_is_on (struct bpl_fate fate, uint64_t roles) {
  return !fate.any || (fate.on & roles);
}

/* The parts of a conjunction, those that share a fate together, in order. */
struct bpl_part {
  bpl_expr *expr;
  enum bpl_keep keep;
};
typedef WR_VEC (struct bpl_part) bpl_parts;
/* `whole`: the span of the label of a clause that is not a conjunction. */
void bpl_parts_of (bpl_pruning *pr, bpl_expr *e, wr_span whole,
                   enum bpl_keep (*judge) (const void *ctx, struct bpl_fate fate), const void *ctx,
                   bpl_parts *out);

bpl_expr *bpl_and (bpl_pruning *pr, bpl_expr *a, bpl_expr *b);

/* Specifications [prune_spec.c]. */
bpl_exprs bpl_one_expr (bpl_pruning *pr, bpl_expr *e);
/* Of a statement or clause that falls into pieces the first keeps the {:id}: ids are unique. */
bpl_attr *bpl_without_id (bpl_pruning *pr, const bpl_attr *attrs);
void bpl_prune_specs (bpl_pruning *pr, bpl_specs *specs, const bpl_decl *procedure);
/* Some precondition of the callee is checked in the text. */
bool bpl_is_checked (bpl_pruning *pr, const bpl_decl *callee);
/* Some goal in it is on. */
bool bpl_body_has_goals (const bpl_pruning *pr, const struct bpl_body *body);
void bpl_find_called (bpl_pruning *pr, const struct bpl_body *body);

/* Statements [prune_stmt.c]. */
void bpl_prune_where (bpl_pruning *pr, bpl_var *var);
struct bpl_body *bpl_prune_body (bpl_pruning *pr, const struct bpl_body *body);

#endif
