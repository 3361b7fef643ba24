/* solve/z3_watch.h -- ends a check as soon as the solver has nothing left to do. Z3 would then construct a candidate
   model, which takes a third of the time of a small query that is not proved, and pass 2 does not use it. The watch
   is used with functions, quantifiers and arithmetic only. Internal to solve/. */
#ifndef WR_SOLVE_Z3_WATCH_H
#define WR_SOLVE_Z3_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <z3.h>

struct wr_z3_watch {
  Z3_context z3;
  Z3_solver solver;
  Z3_ast nothing;   /* a fact that is always true */
  uint64_t work;    /* the solver's counters at its last final check */
  uint32_t changes; /* scopes that the solver has opened and closed since then */
  bool ended;       /* the watch has ended the check: there is no proof */
};

/* Attaches the watch to a new solver for the solver's lifetime; `watch` must not move. */
void wr_z3_watch_over (struct wr_z3_watch *watch, Z3_context z3, Z3_solver solver);
/* Before each check. */
void wr_z3_watch_begin (struct wr_z3_watch *watch);

#endif
