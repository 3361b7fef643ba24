/* solve/z3_watch.h -- ends a check where the solver has nothing left to do.  Z3 would go on to make a candidate for a model of it, which takes
   a third of a small question to which the answer is no; whoever asks many of them has no use for it.  Used where there is
   nothing but functions, quantifiers and arithmetic: there the questions are many.  Internal to solve/. */
#ifndef WR_SOLVE_Z3_WATCH_H
#define WR_SOLVE_Z3_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <z3.h>

struct wr_z3_watch {
  Z3_context z3;
  Z3_solver solver;
  Z3_ast nothing;   /* a fact that says nothing */
  uint64_t work;    /* what the solver had done when it last said that it was at its end */
  uint32_t changes; /* scopes that it has opened and closed since then */
  bool ended;       /* the check has come to its end: there is no proof */
};

/* Watches over a solver that was made just now, until it is gone; `watch` has to stay where it is. */
void wr_z3_watch_over (struct wr_z3_watch *watch, Z3_context z3, Z3_solver solver);
/* Before each check. */
void wr_z3_watch_begin (struct wr_z3_watch *watch);

#endif
