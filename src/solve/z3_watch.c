#include "solve/z3_watch.h"

#include "base/check.h"

#include <string.h>

/* Counters that do not change while the solver only runs the final checks of its theories. */
static const char *const counts[] = {"decisions", "propagations",        "binary propagations",
                                     "conflicts", "mk clause",           "mk bool var",
                                     "added eqs", "quant instantiations"};

static bool is_counted (const char *key) {
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    if (strcmp (key, counts[i]) == 0) return true;
  return false;
}

static uint64_t work (const struct wr_z3_watch *w) {
  Z3_stats stats = Z3_solver_get_statistics (w->z3, w->solver);
  if (!stats) return 0;
  Z3_stats_inc_ref (w->z3, stats);
  uint64_t sum = 1;
  for (unsigned i = 0; i < Z3_stats_size (w->z3, stats); i++)
    if (is_counted (Z3_stats_get_key (w->z3, stats, i)) && Z3_stats_is_uint (w->z3, stats, i))
      sum += Z3_stats_get_uint_value (w->z3, stats, i);
  Z3_stats_dec_ref (w->z3, stats);
  return sum;
}

static void on_push (void *ctx) { ((struct wr_z3_watch *)ctx)->changes++; }

static void on_pop (void *ctx, unsigned count) {
  (void)count;
  ((struct wr_z3_watch *)ctx)->changes++;
}

static void *on_copy (void *ctx, Z3_context z3) {
  (void)z3;
  return ctx;
}

/* The watch is the last theory; quantifiers come after it. In this round of final checks a theory before it may have
   found work. So the watch makes the solver go on; if the solver returns without having done anything, no theory and
   no quantifier had more to do. */
static void on_end (void *ctx, Z3_solver_callback callback) {
  struct wr_z3_watch *w = ctx;
  uint64_t now = work (w);
  if (now && now == w->work && !w->changes) {
    w->ended = true;
    Z3_solver_interrupt (w->z3, w->solver);
  }
  w->work = now;
  w->changes = 0;
  Z3_solver_propagate_consequence (w->z3, callback, 0, NULL, 0, NULL, NULL, w->nothing);
}

void wr_z3_watch_over (struct wr_z3_watch *w, Z3_context z3, Z3_solver solver) {
  WR_ASSERT (z3 && solver);
  *w = (struct wr_z3_watch){.z3 = z3, .solver = solver, .nothing = Z3_mk_true (z3)};
  Z3_solver_propagate_init (z3, solver, w, on_push, on_pop, on_copy);
  Z3_solver_propagate_final (z3, solver, on_end);
}

void wr_z3_watch_begin (struct wr_z3_watch *w) {
  w->work = 0;
  w->ended = false;
}
