/* How fast expressions are made, found again, visited and substituted: nanoseconds per node.
   Run by `meson test --benchmark` in a release build. */
#include "core/text.h"
#include "fixture.h"

#include <time.h>

enum { NODES = 2000000, VARS = 500 };

static double now (void) {
  struct timespec at;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &at);
  return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

static void report (const char *what, double start, uint32_t nodes) {
  printf ("%-28s %7.1f ns per node\n", what, (now () - start) * 1e9 / nodes);
}

/* Operators with two operands taken from what was made recently, as a program's expressions are. */
static void make_all (struct fixture *f, const wr_expr *vars, wr_expr *made) {
  uint64_t random = 1;
  for (uint32_t i = 0; i < NODES; i++) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    uint32_t back = (uint32_t)(random >> 40) % 200 + 1;
    wr_expr a = back <= i ? made[i - back] : vars[0], b = vars[(random >> 33) % VARS];
    made[i] = wr_mk2 (f->core, i % 3 ? WR_OP_ADD : WR_OP_SUB, a, b);
  }
}

int main (void) {
  struct fixture f = fixture_new ();
  wr_expr vars[VARS], *made = WR_NEW (f.arena, wr_expr, NODES);
  wr_map map = {0};
  for (uint32_t i = 0; i < VARS; i++) {
    char name[16];
    snprintf (name, sizeof name, "v%u", i);
    wr_var var = new_var (&f, WR_VAR_GLOBAL, name, int_sort (&f));
    vars[i] = var_expr (&f, var);
    if (i % 2) wr_map_put (&map, var.ix, wr_mk_int (f.core, i).ix);
  }
  double start = now ();
  make_all (&f, vars, made);
  report ("made", start, NODES);
  uint32_t nodes = f.core->exprs.len;
  start = now ();
  make_all (&f, vars, made);
  report ("found again", start, NODES);
  wr_u32s order = {0};
  start = now ();
  wr_postorder (f.core, made, NODES, &order);
  report ("visited", start, order.len);
  uint32_t reached = 0;
  start = now ();
  wr_substitute (f.core, made[NODES - 1], &map, NULL);
  order.len = 0;
  double substituted = now ();
  wr_postorder (f.core, &made[NODES - 1], 1, &order);
  reached = order.len;
  printf ("%-28s %7.1f ns per node of %u\n", "substituted", (substituted - start) * 1e9 / reached,
          reached);
  start = now ();
  for (uint32_t i = 0; i < 200000; i++) wr_substitute (f.core, made[i % 50], &map, NULL);
  printf ("%-28s %7.1f ns each\n", "small substitutions", (now () - start) * 1e9 / 200000);
  printf ("%u expressions, %u again\n", nodes, f.core->exprs.len);
  WR_VEC_FREE (&order);
  wr_map_free (&map);
  fixture_free (&f);
  return 0;
}
