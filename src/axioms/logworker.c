/* axioms/logworker.c -- the backend of workers that ask logs (axioms/logworker.h). */
#include "axioms/logworker.h"

#include "base/check.h"
#include "solve/z3_log.h"

static void *open_nothing (const wr_core *core, const struct wr_solver_options *options,
                           wr_str *error) {
  static const char self[] = "log";
  return (void)core, (void)options, (void)error, (void *)(uintptr_t)self;
}
static bool enter_nothing (void *self, const wr_vc *vc) { return (void)self, (void)vc, true; }
static void check_nothing (void *self, const struct wr_query *query, wr_arena *arena,
                           struct wr_answer *answer) {
  (void)self, (void)query, (void)arena, (void)answer;
  WR_UNREACHABLE ();
}
static void leave_nothing (void *self) { (void)self; }
static wr_str version (const struct wr_solver_options *options, wr_arena *arena) {
  return (void)options, wr_z3_version (arena);
}
const struct wr_backend wr_log_backend = {.name = "log",
                                          .open = open_nothing,
                                          .enter = enter_nothing,
                                          .check = check_nothing,
                                          .leave = leave_nothing,
                                          .close = leave_nothing,
                                          .version = version};
