/* Quantifiers over integers against brute force: random formulas of linear comparisons and maps with few exceptions, evaluated with
   the values that the evaluator finds in the formula and again over all integers of an interval that is large enough for them. */
#include "core/build.h"
#include "exec/exec.h"
#include "share.h"
#include "tap.h"

#include <stdlib.h>

enum { FAR = 60, DEPTH = 3 };

struct world {
  wr_arena *arena;
  wr_interner *symbols;
  wr_core *core;
  wr_sort ints, map;
  wr_var maps[2], vars[2];
  uint64_t seed;
};

static uint32_t below (struct world *w, uint32_t count) {
  w->seed = w->seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(w->seed >> 33) % count;
}

static wr_symbol name (struct world *w, const char *text) {
  return wr_intern (w->symbols, wr_str_of (text));
}

static wr_expr small (struct world *w) { return wr_mk_int (w->core, (int64_t)below (w, 11) - 5); }

/* A linear expression over the first `count` variables. */
static wr_expr linear (struct world *w, uint32_t count) {
  wr_expr e = small (w);
  for (uint32_t i = 0; i < count; i++) {
    wr_expr x = wr_mk_var (w->core, w->vars[i]);
    switch (below (w, 5)) {
    case 0: e = wr_mk2 (w->core, WR_OP_ADD, e, x); break;
    case 1: e = wr_mk2 (w->core, WR_OP_SUB, e, x); break;
    case 2: e = wr_mk2 (w->core, WR_OP_ADD, wr_mk2 (w->core, WR_OP_MUL, small (w), x), e); break;
    case 3: e = wr_mk2 (w->core, WR_OP_SUB, wr_mk1 (w->core, WR_OP_NEG, e), x); break;
    default: break;
    }
  }
  return e;
}

static wr_expr selected (struct world *w, uint32_t count) {
  wr_expr map = wr_mk_var (w->core, w->maps[below (w, 2)]);
  return wr_mk2 (w->core, WR_OP_SELECT, map, linear (w, count));
}

static wr_expr atom (struct world *w, uint32_t count) {
  static const enum wr_op ops[] = {WR_OP_LE, WR_OP_LT, WR_OP_EQ};
  enum wr_op op = ops[below (w, 3)];
  bool left = below (w, 3) == 0, right = below (w, 3) == 0;
  return wr_mk2 (w->core, op, left ? selected (w, count) : linear (w, count),
                 right ? selected (w, count) : small (w));
}

static wr_expr formula (struct world *w, uint32_t count, uint32_t depth) {
  if (depth == 0 || below (w, 4) == 0) return atom (w, count);
  static const enum wr_op ops[] = {WR_OP_AND, WR_OP_OR, WR_OP_IMPLIES, WR_OP_IFF};
  if (below (w, 6) == 0) return wr_mk1 (w->core, WR_OP_NOT, formula (w, count, depth - 1));
  wr_expr a = formula (w, count, depth - 1), b = formula (w, count, depth - 1);
  return wr_mk2 (w->core, ops[below (w, 4)], a, b);
}

/* -6 <= x <= 6 as a guard, so that the other variable stays close to it. */
static wr_expr guarded (struct world *w, wr_var x, wr_expr e, enum wr_op op) {
  wr_expr v = wr_mk_var (w->core, x);
  wr_expr guard =
      wr_mk2 (w->core, WR_OP_AND, wr_mk2 (w->core, WR_OP_LE, wr_mk_int (w->core, -6), v),
              wr_mk2 (w->core, WR_OP_LE, v, wr_mk_int (w->core, 6)));
  return wr_mk2 (w->core, op == WR_OP_FORALL ? WR_OP_IMPLIES : WR_OP_AND, guard, e);
}

static wr_expr quantified (struct world *w) {
  enum wr_op op = below (w, 2) ? WR_OP_FORALL : WR_OP_EXISTS;
  uint32_t count = 1 + below (w, 2);
  for (uint32_t i = 0; i < 2; i++)
    w->vars[i] = wr_var_new (w->core, WR_VAR_BOUND, name (w, i ? "y" : "x"), w->ints, (wr_span){0});
  wr_expr body = formula (w, count, DEPTH);
  if (count == 2) body = guarded (w, w->vars[below (w, 2)], body, op);
  if (below (w, 3) == 0) body = guarded (w, w->vars[0], body, op);
  struct wr_quantifier q = {.vars = w->vars, .var_count = count, .weight = -1};
  return wr_mk_quantifier (w->core, op, &q, body);
}

static uint32_t far_domain (void *ctx, wr_machine *m, wr_sort sort, uint32_t i,
                            const wr_value **value) {
  const struct world *w = ctx;
  if (sort.ix != w->ints.ix) return 0;
  *value = wr_value_int (m, (int64_t)i - FAR);
  return 2 * FAR + 1;
}

static void set_maps (struct world *w, wr_machine *m, uint64_t seed) {
  w->seed = seed;
  for (uint32_t i = 0; i < 2; i++) {
    const wr_value *map = wr_value_map (m, w->map, wr_value_int (m, (int64_t)below (w, 5) - 2));
    for (uint32_t k = below (w, 4); k > 0; k--) {
      const wr_value *index = wr_value_int (m, (int64_t)below (w, 9) - 4);
      map = wr_value_store (m, map, &index, 1, wr_value_int (m, (int64_t)below (w, 9) - 4));
    }
    wr_machine_set (m, w->maps[i], map);
  }
}

static char outcome (const wr_value *v) { return !v ? '?' : wr_value_is_true (v) ? 'T' : 'F'; }

int main (void) {
  struct tap tap = {0};
  struct world w = {.arena = wr_arena_new (), .symbols = wr_interner_new (), .seed = 7};
  wr_sources *sources = wr_sources_new (w.arena);
  w.core = wr_core_new (w.arena, w.symbols, sources);
  w.ints = wr_sort_simple (w.core, WR_SORT_INT);
  w.map = wr_sort_map (w.core, &w.ints, 1, w.ints);
  for (uint32_t i = 0; i < 2; i++)
    w.maps[i] = wr_var_new (w.core, WR_VAR_GLOBAL, name (&w, i ? "b" : "a"), w.map, (wr_span){0});
  uint32_t formulas = (uint32_t)share_of (400, 4000, 4000);
  wr_expr *all = wr_alloc (formulas, sizeof *all);
  for (uint32_t i = 0; i < formulas; i++) all[i] = quantified (&w);
  wr_machine *exact = wr_machine_new (w.core, &(struct wr_exec_options){.max_steps = UINT64_MAX});
  wr_machine *brute = wr_machine_new (
      w.core, &(struct wr_exec_options){.max_steps = UINT64_MAX,
                                        .oracle = {.ctx = &w, .domain = far_domain}});
  uint32_t wrong = 0, decided = 0, truths = 0;
  for (uint32_t i = 0; i < formulas; i++) {
    set_maps (&w, exact, i);
    set_maps (&w, brute, i);
    char got = outcome (wr_machine_eval (exact, all[i]));
    char want = outcome (wr_machine_eval (brute, all[i]));
    decided += got != '?';
    truths += got == 'T';
    wrong += got != '?' && got != want;
  }
  printf ("# %u of %u decided, %u true\n", decided, (unsigned)formulas, truths);
  OK (&tap, wrong == 0, "what is decided is what brute force says");
  OK (&tap, decided > formulas / 2, "most formulas are decided");
  OK (&tap, truths > formulas / 10 && decided - truths > formulas / 10, "both ways");
  free (all);
  wr_machine_free (exact);
  wr_machine_free (brute);
  wr_core_free (w.core);
  wr_sources_free (sources);
  wr_interner_free (w.symbols);
  wr_arena_free (w.arena);
  return tap_done (&tap);
}
